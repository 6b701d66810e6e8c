// Finds claims in languages other than English ("La respuesta es 42", "答案是42。"), by the words of the languages' table.
import type {Claim, Text} from "./claims.js";
import {part} from "./claims.js";
import {type AnswerLanguage, LANGUAGES} from "./languages.js";
import type {AnswerRule} from "./reading.js";
import {readStatement, type Statement, valuesOf} from "./statement.js";

/** Characters at the end of a text in which claims are looked for, and of one claim. */
const REACH = 4_000;
const CLAIM_REACH = 400;
/** Most mentions of an answer that are examined, from the last one back. */
const MAX_MENTIONS = 20;
/** Longest statement without a verb or a colon that is read as a claim, characters. */
const MAX_BARE_LENGTH = 80;

/** Letters of scripts that separate words by spaces. */
const SPACED =
  /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Hangul}]/u;
/** Letters that may not follow a word of such a script. Particles of Hangul are written together with the next word's letters. */
const WORD_END = "(?![\\p{Script=Latin}\\p{Script=Cyrillic}\\p{Script=Greek}\\p{Script=Arabic}\\p{Script=Hebrew}])";

const escaped = (word: string): string => word.replace(/[\\^$.*+?()[\]{}|]/gu, "\\$&");
/** A pattern of one of the words, the longest first. Words of scripts with spaces begin where no letter is before them. */
const anyOf = (words: readonly string[]): string =>
  words
    .filter(Boolean)
    .toSorted((a, b) => b.length - a.length)
    .map(word => (SPACED.test(word) ? `(?<![\\p{L}\\p{M}])${escaped(word)}` : escaped(word)))
    .join("|");
const END = "(?![\\p{L}\\p{M}])";

interface Patterns {
  language: AnswerLanguage;
  says: RegExp;
  closes: RegExp | null;
  denies: RegExp;
  negates: RegExp;
  offers: RegExp;
  refuses: RegExp;
  corrects: RegExp;
}

const BEYOND_ASCII = /[^\u0000-\u007f]/;
/** Particles that end a Korean word for "answer": the value follows directly. */
const TOPIC = /[은는이가]$/u;
/** Languages that leave out "is". */
const VERBLESS = new Set(["tr", "hu", "ru", "uk", "ar"]);
const EMPTY = /^[\s*_"'`$#.:]*$/u;

/** `ascii`: the words that are written in ASCII, which tell texts that need no further look. */
let patterns: {mention: RegExp; ascii: RegExp; byWord: ReadonlyMap<string, readonly Patterns[]>} | undefined;

/** The patterns of all languages but English, made when they are first needed. */
function allPatterns(): NonNullable<typeof patterns> {
  if (patterns) return patterns;
  const byWord = new Map<string, Patterns[]>();
  for (const language of LANGUAGES.values()) {
    if (language.code === "en") continue;
    const {answer, is, end, not, or, refuse, correct} = language;
    const [spaced, joined] = [is.filter(word => SPACED.test(word)), is.filter(word => !SPACED.test(word))];
    const made: Patterns = {
      language,
      says: new RegExp(
        `^[*_]*\\s+[-–—]+\\s+|^[^.!?;\\n\\d:=]{0,40}?(?:[:=→]|(?:${[spaced.length > 0 ? `(?:${anyOf(spaced)})${WORD_END}` : "", anyOf(joined)].filter(Boolean).join("|")})\\s*[:=]?)`,
        "iu"
      ),
      closes:
        end.length > 0
          ? new RegExp(
              `\\s*(?:${end
                .toSorted((a, b) => b.length - a.length)
                .map(escaped)
                .join("|")})$`,
              "iu"
            )
          : null,
      denies: new RegExp(`(?:${anyOf(not)})[^.\\p{N}]{0,24}$`, "iu"),
      negates: new RegExp(anyOf(not.filter(word => word.length > 1)), "iu"),
      offers: new RegExp(`^[^.!?\\n]{0,24}?(?:${anyOf(or)})(?![\\p{Script=Latin}\\p{Script=Cyrillic}])|^\\s*[/-]\\s*\\S`, "iu"),
      refuses: new RegExp(anyOf(refuse), "iu"),
      corrects: new RegExp(`(?:[.!?]\\s*|\\n[\\s*_]*)(?:${anyOf(correct)})\\s*[,.:!–—]`, "iu")
    };
    for (const word of new Set(answer.map(foldCase))) byWord.set(word, [...(byWord.get(word) ?? []), made]);
  }
  const words = anyOf([...byWord.keys()]);
  const ascii = new RegExp(
    `\\b(?:${[...byWord.keys()]
      .filter(word => !BEYOND_ASCII.test(word))
      .map(escaped)
      .join("|")})\\b`,
    "i"
  );
  patterns = {
    ascii,
    mention: new RegExp(`(?:${words})${END}|(?:${anyOf([...byWord.keys()].filter(word => !SPACED.test(word)))})`, "giu"),
    byWord
  };
  return patterns;
}

/** A text in lower case of the same length. The dotless i of Turkish is an i, since capitals are written without regard to it. */
function foldCase(text: string): string {
  const small = text.toLowerCase();
  const same =
    small.length === text.length
      ? small
      : text
          .replace(/\P{ASCII}/gu, character => {
            const lower = character.toLowerCase().replace("\u0307", "");
            return lower.length === character.length ? lower : character;
          })
          .replace(/[A-Z]/gu, character => character.toLowerCase());
  return same.replaceAll("ı", "i");
}

/** Returns the last claim of a text in a language other than English; null where it has none. */
export function translatedClaim(whole: Text): Claim | null {
  const {text} = whole;
  const start = Math.max(0, text.length - REACH);
  const near = foldCase(text.slice(start));
  const {mention, byWord, ascii} = allPatterns();
  if (!BEYOND_ASCII.test(near) && !ascii.test(near)) return null;
  const mentions = [...near.matchAll(mention)].slice(-MAX_MENTIONS);
  let end = text.length;
  for (const {index, 0: word} of mentions.reverse()) {
    const position = start + index;
    if (isQuoted(text, position)) continue;
    const owners = byWord.get(word) ?? [];
    for (const read of [claimAt, bareClaim])
      for (const words of owners) {
        const claim = read(whole, {at: position, from: position + word.length, end}, words);
        if (claim) return owners.reduce((left, each) => adjustByCorrection(whole, left, each), claim);
      }
    end = position;
  }
  return null;
}

/** Whether a mention is within quotation marks or a quoted block, and the text goes on after it: another text's label, not an answer's. */
function isQuoted(text: string, position: number): boolean {
  const lineStart = text.lastIndexOf("\n", position - 1) + 1;
  const before = text.slice(lineStart, position);
  if (/^\s*>/u.test(before)) return /\n(?!\s*>)[^\n]*[\p{L}\p{N}]/u.test(text.slice(position, position + REACH));
  const marks = before.match(/"/gu)?.length ?? 0;
  if (marks % 2 === 0 || !/\p{L}/u.test(before)) return false;
  const close = text.slice(position, position + CLAIM_REACH).indexOf('"');
  return close >= 0 && /[\p{L}\p{N}]/u.test(text.slice(position + close));
}

/** A claim, unless a later sentence begins with words that take it back and states something else. */
function adjustByCorrection(whole: Text, claim: Claim, {corrects}: Patterns): Claim {
  const correction = corrects.exec(whole.text.slice(claim.after, claim.after + REACH));
  if (!correction || claim.kind !== "one") return claim;
  const from = claim.after + correction.index + correction[0].length;
  const {after} = claim;
  if (whole.kind.whole) return /[\p{L}\p{N}]/u.test(whole.text.slice(from)) ? {kind: "several", at: claim.at, after} : claim;
  const others = valuesOf(part(whole, 0, whole.text.length), from);
  if (others.every(({answer}) => answer === claim.answer)) return claim;
  return {kind: "several", at: claim.at, after};
}

/** The statement without words that close it after its value. */
function withoutClosing(statement: Statement, {closes}: Patterns): {statement: Statement; closed: boolean} {
  if (!closes) return {statement, closed: false};
  const trimmed = statement.text.replace(/[\s.!"'*_`]+$/u, "");
  const length = trimmed.replace(closes, "").length;
  if (length === trimmed.length || !/[\p{L}\p{N}]/u.test(trimmed.slice(0, length))) return {statement, closed: false};
  return {
    statement: {...statement, text: statement.text.slice(0, length), source: statement.source.slice(0, length)},
    closed: true
  };
}

/** End of the sentence that begins at a position, before the next mention. */
function sentenceEnd({text, source}: Text, begin: number, end: number): number {
  const sentence = /^[\s*_"'$`#]*(?:[^.!?؟\n]|[.!?](?=[\p{N}\p{L}]))*/u.exec(
    text.slice(begin, Math.min(end, begin + CLAIM_REACH))
  )![0];
  const stop = source.slice(begin, begin + sentence.length).search(/[。！？।]/u);
  return begin + (stop >= 0 ? stop : sentence.length);
}

interface Mention {
  at: number;
  from: number;
  end: number;
}

function claimAt(whole: Text, {at, from, end}: Mention, words: Patterns): Claim | null {
  const {text, kind} = whole;
  const said = words.says.exec(text.slice(from, Math.min(end, from + CLAIM_REACH)));
  if (!said) return null;
  const begin = from + said[0].length;
  const to = sentenceEnd(whole, begin, end);
  const place = {at, after: to};
  if (words.negates.test(said[0]))
    return kind.whole
      ? null
      : {
          kind: "denied",
          answers: valuesOf(part(whole, begin, to))
            .slice(0, 1)
            .map(({answer}) => answer ?? ""),
          ...place
        };
  const {statement} = withoutClosing(part(whole, begin, to), words);
  if (EMPTY.test(statement.text)) return null;
  if (kind.whole && /[?？؟]/u.test(whole.source[to] ?? "")) return null;
  if (words.refuses.test(statement.text)) return {kind: "none", reason: "refused", ...place};
  const lead = /^[\s*_"'`$#:]*/u.exec(statement.text)![0].length;
  const rule = ruleAt(text, at, said[0]);
  const values = kind.whole ? [] : valuesOf(statement, lead);
  if (!kind.whole && values.length === 0) {
    const answer = valueAlone(whole, statement.source.slice(lead), words);
    if (answer === null) return null;
    return {kind: "one", answer, start: begin + lead, end: to, rule, ...place};
  }
  const [first] = values;
  if (first && words.denies.test(statement.text.slice(0, first.start)))
    return {kind: "denied", answers: [first.answer ?? ""], ...place};
  if (first && words.offers.test(statement.text.slice(first.end))) return {kind: "several", ...place};
  const reading = readStatement(statement, lead);
  if (reading.kind === "none") return null;
  if (reading.kind !== "one") return {...reading, ...place};
  return {...reading, start: begin + reading.start, end: begin + reading.end, rule, ...place};
}

/** "Réponse : 42" at the beginning of a line is a line; else a sentence says it. */
const ruleAt = (text: string, at: number, said: string): AnswerRule =>
  /:\s*$/u.test(said) && /^[\s*_#>`$~-]*$/u.test(text.slice(text.lastIndexOf("\n", at - 1) + 1, at))
    ? "answer line"
    : "answer is";

/**
 * The claim of a statement without a verb or a colon before its value: "답은 42입니다", "उत्तर 42 है।", "Cevap 42." It needs a particle, words
 * that close it, or the end of the text, and nothing but the value.
 */
function bareClaim(whole: Text, {at, from, end}: Mention, words: Patterns): Claim | null {
  const {text, kind} = whole;
  const to = sentenceEnd(whole, from, end);
  const lead = /^[\s*_"'`$]*/u.exec(text.slice(from, to))![0].length;
  if (lead === 0 || to - from > MAX_BARE_LENGTH || text.slice(from, from + lead).includes("\n")) return null;
  if (/[?？؟]/u.test(whole.source[to] ?? "")) return null;
  const {statement, closed} = withoutClosing(part(whole, from + lead, to), words);
  const topic = words.language.code === "ko" && TOPIC.test(text.slice(at, from));
  if (!closed && !topic && ((kind.whole && !VERBLESS.has(words.language.code)) || /[\p{L}\p{N}]/u.test(text.slice(to))))
    return null;
  if (words.negates.test(statement.text) || words.refuses.test(statement.text)) return null;
  const answer = kind.whole ? kind.spell(statement.source, whole.context) : valueAlone(whole, statement.source, words);
  if (answer === null) return null;
  const start = from + lead;
  return {kind: "one", answer, start, end: start + statement.text.length, rule: "answer is", at, after: to};
}

/** The answer of a text that is a value and nothing else, in digits, letters or words of the language. */
function valueAlone({kind, context}: Text, text: string, {language}: Patterns): string | null {
  if (kind.name === "pattern") {
    const [value, second] = kind.valuesIn(text, context);
    return value && !second && !/[\p{L}\p{N}]/u.test(text.slice(0, value.start) + text.slice(value.end)) ? value.answer : null;
  }
  const word = wordValue(text, language);
  return kind.spell(text.trim(), context) ?? (word === null ? null : kind.spell(word, context));
}

/** The value of a number word, or of a word for yes, no, true or false, in English spelling; null where the text is none. */
function wordValue(text: string, {numbers, yes, no, true: right, false: wrong}: AnswerLanguage): string | null {
  const plain = text
    .normalize("NFC")
    .toLowerCase()
    .replace(/^[\s*_"'`$]+|[\s*_"'`$.,!;]+$/gu, "");
  const number = numbers.get(plain);
  if (number !== undefined) return String(number);
  for (const [word, words] of [
    ["yes", yes],
    ["no", no],
    ["true", right],
    ["false", wrong]
  ] as const)
    if (words.includes(plain)) return word;
  return null;
}

// Finds claims in languages other than English ("La respuesta es 42", "答案是42。"), by the words of the languages' table.
import type {Claim, Text} from "./claims.js";
import {part} from "./claims.js";
import {type AnswerLanguage, LANGUAGES} from "./languages.js";
import {readStatement, type Statement, valuesOf} from "./statement.js";

/** Characters at the end of a text in which claims are looked for, and of one claim. */
const REACH = 4_000;
const CLAIM_REACH = 400;
/** Most mentions of an answer that are examined, from the last one back. */
const MAX_MENTIONS = 20;

/** Letters of scripts that separate words by spaces. */
const SPACED =
  /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Hangul}]/u;

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
  denies: RegExp;
  negates: RegExp;
  offers: RegExp;
  refuses: RegExp;
}

const BEYOND_ASCII = /[^\u0000-\u007f]/;

/** `ascii`: the words that are written in ASCII, which tell texts that need no further look. */
let patterns: {mention: RegExp; ascii: RegExp; byWord: ReadonlyMap<string, readonly Patterns[]>} | undefined;

/** The patterns of all languages but English, made when they are first needed. */
function allPatterns(): NonNullable<typeof patterns> {
  if (patterns) return patterns;
  const byWord = new Map<string, Patterns[]>();
  for (const language of LANGUAGES.values()) {
    if (language.code === "en") continue;
    const {answer, is, not, or, refuse} = language;
    const made: Patterns = {
      language,
      says: new RegExp(
        `^[^.!?;\\n\\d:=]{0,40}?(?:[:=→]|(?:${anyOf(is)})(?![\\p{Script=Latin}\\p{Script=Cyrillic}\\p{Script=Greek}\\p{Script=Arabic}\\p{Script=Hebrew}])\\s*[:=]?)`,
        "iu"
      ),
      denies: new RegExp(`(?:${anyOf(not)})[^.\\p{N}]{0,24}$`, "iu"),
      negates: new RegExp(anyOf(not.filter(word => word.length > 1)), "iu"),
      offers: new RegExp(`^[^.!?\\n]{0,24}?(?:${anyOf(or)})(?![\\p{Script=Latin}\\p{Script=Cyrillic}])|^\\s*[/-]\\s*\\S`, "iu"),
      refuses: new RegExp(anyOf(refuse), "iu")
    };
    for (const word of answer) byWord.set(word, [...(byWord.get(word) ?? []), made]);
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

/** Returns the last claim of a text in a language other than English; null where it has none. */
export function translatedClaim(whole: Text): Claim | null {
  const {text} = whole;
  const start = Math.max(0, text.length - REACH);
  const near = text.slice(start);
  const {mention, byWord, ascii} = allPatterns();
  if (!BEYOND_ASCII.test(near) && !ascii.test(near)) return null;
  const small = near.toLowerCase().length === near.length ? near.toLowerCase() : near;
  const mentions = [...small.matchAll(mention)].slice(-MAX_MENTIONS);
  let end = text.length;
  for (const {index, 0: word} of mentions.reverse()) {
    const at = start + index;
    for (const own of byWord.get(word) ?? []) {
      const claim = claimAt(whole, {at, from: at + word.length, end}, own);
      if (claim) return claim;
    }
    end = at;
  }
  return null;
}

function claimAt(whole: Text, {at, from, end}: {at: number; from: number; end: number}, own: Patterns): Claim | null {
  const {text, kind, context} = whole;
  const said = own.says.exec(text.slice(from, Math.min(end, from + CLAIM_REACH)));
  if (!said) return null;
  const begin = from + said[0].length;
  const sentence = /^[\s*_"'$`#]*(?:[^.!?\n]|[.!?](?=[\p{N}\p{L}]))*/u.exec(
    text.slice(begin, Math.min(end, begin + CLAIM_REACH))
  )![0];
  const cjk = whole.source.slice(begin, begin + sentence.length).search(/[。！？]/u);
  const to = begin + (cjk >= 0 ? cjk : sentence.length);
  const place = {at, after: to};
  if (own.negates.test(said[0]))
    return kind.whole
      ? null
      : {
          kind: "denied",
          answers: valuesOf(part(whole, begin, to))
            .slice(0, 1)
            .map(({answer}) => answer ?? ""),
          ...place
        };
  const statement: Statement = part(whole, begin, to);
  if (own.refuses.test(statement.text)) return {kind: "none", reason: "refused", ...place};
  const lead = /^[\s*_"'`$#:]*/u.exec(statement.text)![0].length;
  const values = kind.whole ? [] : valuesOf(statement, lead);
  if (!kind.whole && values.length === 0) {
    const word = wordValue(statement.text.slice(lead), own.language);
    const answer = word === null ? null : kind.spell(word, context);
    if (answer === null) return null;
    return {kind: "one", answer, start: begin + lead, end: to, rule: "answer is", ...place};
  }
  const [first] = values;
  if (first && own.denies.test(statement.text.slice(0, first.start)))
    return {kind: "denied", answers: [first.answer ?? ""], ...place};
  if (first && own.offers.test(statement.text.slice(first.end))) return {kind: "several", ...place};
  const reading = readStatement(statement, lead);
  if (reading.kind === "none") return null;
  if (reading.kind !== "one") return {...reading, ...place};
  return {...reading, start: begin + reading.start, end: begin + reading.end, rule: "answer is", ...place};
}

/** The value of a number word, or of a word for yes, no, true or false, in English spelling; null where the text is none. */
function wordValue(text: string, {numbers, yes, no, true: right, false: wrong}: AnswerLanguage): string | null {
  const plain = text
    .normalize("NFC")
    .toLowerCase()
    .replace(/^[\s*_"'`$]+|[\s*_"'`$.,!;]+$/gu, "");
  const number = numbers.get(plain);
  if (number !== undefined) return String(number);
  for (const [word, own] of [
    ["yes", yes],
    ["no", no],
    ["true", right],
    ["false", wrong]
  ] as const)
    if (own.includes(plain)) return word;
  return null;
}

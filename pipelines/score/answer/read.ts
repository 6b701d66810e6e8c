// Reads the answer of a text: the structured claim outranks prose, and of claims of one rank the last that is not taken back decides.
import {type Claim, claims, part, type Text} from "./claims.js";
import {classify} from "./classifier/classify.js";
import {type End, emphasised, headLetter, lastStated} from "./ends.js";
import {foldText} from "./fold.js";
import type {DecimalMark} from "./numberGroups.js";
import {
  type AnswerFormat,
  type AnswerRule,
  type AnswerSettings,
  FORMAT_ABSENT,
  type NoAnswerReason,
  type Reading
} from "./reading.js";
import {readStatement} from "./statement.js";
import {structuredClaim, trimmed} from "./structured.js";
import {translatedClaim} from "./translatedClaims.js";
import type {ReadContext, ValueKind} from "./values.js";
import {continuations} from "./visible.js";

/** How answers to a question are read. */
export interface ReadOptions {
  /** The question as the model saw it; empty where nobody knows. */
  prompt?: string;
  format?: AnswerFormat | undefined;
  /** BCP 47 language of the question; absent = by its words. */
  locale?: string | undefined;
  /** Whether the small classifier may choose an answer where no rule finds a claim; absent = yes. */
  classifier?: boolean;
}

/** Returns how the answer to a test is read, by its prompt and its settings. */
export const readOptions = (prompt: string, settings: AnswerSettings | undefined): ReadOptions => ({
  prompt,
  format: settings?.format,
  locale: settings?.locale,
  ...(settings?.classifier === false && {classifier: false})
});

const none = (reason: NoAnswerReason): Reading => ({answer: null, rule: null, span: null, reason});

/**
 * Reads the answer that a text states.
 * @param final the part of a response after its reasoning (`visibleText`) · returns positions in it
 */
export function readAnswer(final: string, kind: ValueKind, options: ReadOptions = {}): Reading {
  if (final.trim() === "") return none("empty");
  const {reading, whole} = readByRules(final, kind, options);
  if (options.classifier === false || (reading.reason !== "none" && reading.reason !== "cut short")) return reading;
  const choice = classify(whole);
  if (!choice) return reading;
  return {...ofFormat(foundAt({...choice, rule: "classifier"}), options.format), probability: choice.probability};
}

/** A reading by the rules alone, and the part of the text that they read: without another question that the text runs on into. */
export function readByRules(final: string, kind: ValueKind, options: ReadOptions = {}): {reading: Reading; whole: Text} {
  const {prompt = "", locale} = options;
  let mark: ReturnType<ReadContext["mark"]> | undefined;
  const context: ReadContext = {
    mark: () => (mark === undefined ? (mark = decimalMarkOf(locale, prompt, final)) : mark),
    percentIsFraction: () => percentIsFraction(prompt)
  };
  for (const {at, sure} of continuations(final, prompt)) {
    const before = readPart(final.slice(0, at), kind, context, options);
    const {answer, reason} = before.reading;
    if (answer !== null || sure || reason === "several" || reason === "refused") return before;
  }
  return readPart(final, kind, context, options);
}

function readPart(
  source: string,
  kind: ValueKind,
  context: ReadContext,
  {format, prompt = ""}: ReadOptions
): {reading: Reading; whole: Text} {
  const whole: Text = {text: foldText(source), source, kind, context};
  const declared = format ?? formatIn(prompt);
  return {reading: ofFormat(readDeclared(whole, declared) ?? readUndeclared(whole, declared), format), whole};
}

/** A reading whose rule says where it is not of the declared format. */
function ofFormat(reading: Reading, format: AnswerFormat | undefined): Reading {
  if (!format || format === "any" || reading.rule === null || isOfFormat(reading.rule, format)) return reading;
  return {...reading, rule: `${reading.rule}${FORMAT_ABSENT}` as AnswerRule};
}

const RULES: Readonly<Record<AnswerFormat, readonly AnswerRule[]>> = {
  "json:answer": ["json field"],
  "tag:answer": ["tag"],
  boxed: ["box"],
  hash: ["hash"],
  line: ["answer line"],
  letter: ["letter first", "lone value"],
  "last-line": ["last line", "lone value"],
  any: []
};
const isOfFormat = (rule: AnswerRule, format: AnswerFormat): boolean => RULES[format].includes(rule);

/** Characters at both ends of a prompt in which its instruction is looked for. */
const INSTRUCTION = 3_000;

/** The format that a prompt asks for in its own words; undefined where it asks for none. */
function formatIn(prompt: string): AnswerFormat | undefined {
  if (prompt === "") return undefined;
  const text = prompt.length > 2 * INSTRUCTION ? `${prompt.slice(0, INSTRUCTION)}\n${prompt.slice(-INSTRUCTION)}` : prompt;
  if (/["']answer["']\s*:/u.test(text) && text.includes("{")) return "json:answer";
  if (/<answer>/iu.test(text)) return "tag:answer";
  if (text.includes("\\boxed")) return "boxed";
  return /^####|[`"']#### ?|####\s*<|in the form(?:at)?\s*:?\s*####/mu.test(text) ? "hash" : undefined;
}

function readDeclared(whole: Text, format: AnswerFormat | undefined): Reading | null {
  const {text, kind} = whole;
  if (format === "line") {
    const line = [...text.matchAll(/^[\s*_#>-]*(?:final\s+)?answer[\s*_]*:/gimu)].at(-1);
    if (!line) return null;
    const [claim] = claims(whole, line.index);
    return claim && (claim.kind !== "none" || claim.reason === "refused") ? readingOf(claim) : null;
  }
  if (format === "letter" && kind.name === "option") {
    const head = headLetter(whole);
    return head && "answer" in head ? foundAt(head) : null;
  }
  if (format === "last-line") {
    const end = text.trimEnd().length;
    const from = text.lastIndexOf("\n", end - 1) + 1;
    const reading = readStatement(part(whole, from, end));
    return reading.kind === "one"
      ? foundAt({...reading, start: from + reading.start, end: from + reading.end, rule: "last line"})
      : null;
  }
  return null;
}

const foundAt = ({answer, start, end, rule}: {answer: string; start: number; end: number; rule: AnswerRule}): Reading => ({
  answer,
  rule,
  reason: null,
  span: {start, end}
});

const readingOf = (claim: Claim): Reading =>
  claim.kind === "one" ? foundAt(claim) : none(claim.kind === "none" ? claim.reason : claim.kind);

function readUndeclared(whole: Text, format: AnswerFormat | undefined): Reading {
  const field = structuredClaim(whole, format);
  if (field) {
    if (field.claim.kind !== "one") return readingOf(field.claim);
    const later = correctionAfter(whole, field.field.end, field.claim.answer);
    return later ?? readingOf(field.claim);
  }
  return readProse(whole);
}

/** Words by which a text takes back what it has claimed. */
const TAKES_BACK =
  /\b(?:wait|hold on|hmm|actually|correction|correcting|sorry|apolog\w+|mistake|oops|on reflection|let me (?:re-?check|re-?consider|correct)|re-?consider\w*|i (?:was|made)|instead|no)\b/iu;

/** A claim in prose after a structured claim that is taken back; null where nothing takes it back. */
function correctionAfter(whole: Text, from: number, answer: string): Reading | null {
  const {text} = whole;
  if (text.slice(from).trim() === "" || !TAKES_BACK.test(text.slice(from, from + 2_000))) return null;
  for (const claim of claims(whole, from)) {
    if (claim.kind !== "one") return null;
    return claim.answer !== answer && TAKES_BACK.test(text.slice(from, claim.at)) ? foundAt(claim) : null;
  }
  return null;
}

/** Words and characters between two claims that show further working. */
const FOLLOWS =
  /\b(?:so|thus|hence|therefore|then|now|wait|no|actually|correct\w*|sorry|instead|rather|reflection|reconsider\w*|check\w*|final\w*|but|however|since|because|let|if)\b|=/iu;

const MENTIONS = /answer|option|choice|\bgo\b|choose|select|pick|say|correct/i;
type OneClaim = Extract<Claim, {kind: "one"}>;
/** Most characters between two claims of which neither follows from further working. */
const MAX_GAP = 160;
/** Most claims in a row that are compared with the last one. */
const MAX_CHAIN = 12;
/** Longest text that is read as a value and nothing else, characters. */
const MAX_LONE_LENGTH = 80;

/** Words by which a sentence replaces an answer: "No, it is 7", "Wait, it should be 7". */
const REPLACED =
  /(?:^|[.!?\n]\s*|\s[-–—]\s)(?:(?:oh|ah|hm+|sorry|wait|no|actually|correction|oops|hold on|my mistake)\b[\s,.:;!-]*)+(?:(?:it|that|this|the (?:answer|result|total))(?:'s| is| was| should be| must be)?|i meant?|make (?:it|that))?\s*(?:actually|really|should be|must be|instead)?[\s:]*/giu;

/** Shortest text that replaces an answer: "no, 7". */
const MIN_CORRECTION_LENGTH = 5;

/** The answer of a sentence that replaces a claim; null where there is none. */
function correctedTo(whole: Text, {after, answer}: {after: number; answer: string}): Reading | null {
  const {text} = whole;
  if (text.length - after < MIN_CORRECTION_LENGTH || !TAKES_BACK.test(text.slice(after, after + 2_000))) return null;
  const last = [...text.slice(after, after + 2_000).matchAll(REPLACED)].at(-1);
  if (!last) return null;
  const from = after + last.index + last[0].length;
  const sentence = text.slice(from).search(/[.!?](?:\s|$)|\n/u);
  const to = sentence < 0 ? text.length : from + sentence;
  const reading = readStatement(part(whole, from, Math.min(to, from + 200)));
  if (reading.kind !== "one" || reading.answer === answer || reading.start > 12) return null;
  return foundAt({...reading, start: from + reading.start, end: from + reading.end, rule: "answer is"});
}

function readProse(whole: Text): Reading {
  const {kind, context, text, source} = whole;
  const denied = new Set<string>();
  let unreadable = false;
  for (const claim of claims(whole)) {
    if (claim.kind === "denied") for (const answer of claim.answers) denied.add(answer);
    else if (claim.kind === "one")
      return denied.has(claim.answer)
        ? none("denied")
        : isOneOfSeveral(whole, claim)
          ? none("several")
          : (correctedTo(whole, claim) ?? foundAt(claim));
    else if (claim.kind === "none" && claim.reason === "unreadable" && !unreadable && kind.name === "option") unreadable = true;
    else return readingOf(claim);
  }
  if (denied.size > 0) return none("denied");
  if (!kind.whole && kind.name !== "pattern" && text.trim().length <= MAX_LONE_LENGTH) {
    const alone = kind.spell(source.trim(), context);
    if (alone !== null) return foundAt({answer: alone, ...trimmed(text, 0, text.length), rule: "lone value"});
  }
  const translated = translatedClaim(whole);
  if (translated) return readingOf(translated);
  if (unreadable) return none("unreadable");
  const head = kind.name === "option" ? headLetter(whole) : null;
  if (head) return "answer" in head ? foundAt(head) : none(head.reason);
  const end: End = emphasised(whole) ?? lastStated(whole);
  return "answer" in end ? foundAt(end) : none(end.reason);
}

/** Whether a claim names its option as the later one does: a letter settles what an option's text before it left open. */
const isAsExplicit = ({kind, text}: Text, first: OneClaim, second: OneClaim): boolean =>
  kind.name !== "option" || !isLetter(text, second) || isLetter(text, first);
const isLetter = (text: string, {start, end}: OneClaim): boolean => /^\(?[A-Z]\)?$/iu.test(text.slice(start, end));

/**
 * Whether other claims are directly before the last one, of which none follows from anything: several answers, unless the first and the
 * last agree.
 */
function isOneOfSeveral(whole: Text, last: OneClaim): boolean {
  let chain = last;
  let others = false;
  let links = 0;
  while (MENTIONS.test(whole.text.slice(Math.max(0, chain.at - MAX_GAP), chain.at))) {
    const [claim] = claims(whole, Math.max(0, chain.at - MAX_GAP), chain.at);
    if (
      links++ === MAX_CHAIN ||
      claim?.kind !== "one" ||
      !isBareRepeat(whole, claim, chain) ||
      !isAsExplicit(whole, claim, chain)
    )
      break;
    chain = claim;
    others ||= claim.answer !== last.answer;
  }
  return others && chain.answer !== last.answer;
}

function isBareRepeat({text}: Text, first: Claim, second: Claim): boolean {
  const between = text.slice(first.after, second.at);
  const before = between.split("\n").at(-1) ?? "";
  return !FOLLOWS.test(between) && (between.match(/\p{L}+/gu) ?? []).length - (before.match(/\p{L}+/gu) ?? []).length < 3;
}

// Tells the decimal mark of a question by its language: declared, else by the common words of the prompt, else of the answer.

/** Languages that write a decimal comma. */
const COMMA = new Set(
  "de fr es it pt nl sv da no nb nn fi pl cs sk sl hr sr bs ro bg ru uk be hu tr el id vi et lv lt is ca eu gl az kk ka hy mk sq af".split(
    " "
  )
);
/** Regions of languages that otherwise write a comma, and write a point. */
const POINT_REGIONS = new Set([
  "es-MX",
  "es-US",
  "es-PR",
  "de-CH",
  "it-CH",
  "es-GT",
  "es-HN",
  "es-NI",
  "es-PA",
  "es-SV",
  "es-DO"
]);

/** Common words of languages with a decimal comma, and of English. */
const WORDS: Readonly<Record<string, RegExp>> = {
  en: /\b(?:the|is|are|of|and|what|how|many|much|answer|question|each|total|with|has|have|he|she|they|we|it|at|this|that|in|to|for|step|so|therefore|final|if|be|by|from|value|option|result|confidence|only|which)\b/giu,
  de: /\b(?:der|die|das|und|ist|wie|viele?|ein|eine|mit|nicht|antwort|frage|von|wird|hat|den|dem|zu|für|also)\b/giu,
  fr: /\b(?:le|la|les|des|est|et|combien|une?|réponse|question|dans|pour|avec|il|elle|du|que|donc|quel(?:le)?)\b/giu,
  es: /\b(?:el|la|los|las|es|y|cuántos?|cuántas?|una?|respuesta|pregunta|con|por|para|del|que|entonces|cuál)\b/giu,
  it: /\b(?:il|lo|gli|della?|è|quanti|quante|una?|risposta|domanda|con|per|che|quindi|di|sono|qual)\b/giu,
  pt: /\b(?:o|os|as|é|quantos|quantas|uma?|resposta|pergunta|com|para|não|do|da|que|então|qual)\b/giu,
  nl: /\b(?:de|het|een|is|van|en|hoeveel|antwoord|vraag|met|niet|wat|dus|zijn|heeft)\b/giu,
  pl: /\b(?:jest|ile|odpowiedź|pytanie|nie|się|na|do|za|wynosi|więc|oraz)\b/giu,
  sv: /\b(?:är|och|hur|många|svaret?|fråga|en|ett|med|inte|det|som)\b/giu,
  da: /\b(?:er|og|hvor|mange|svaret?|spørgsmål|en|et|med|ikke|det|som)\b/giu,
  fi: /\b(?:on|ja|kuinka|monta|vastaus|kysymys|ei|mikä|ovat)\b/giu,
  cs: /\b(?:je|kolik|odpověď|otázka|není|se|na|tedy|jsou)\b/giu,
  hu: /\b(?:az|egy|hány|válasz|kérdés|nem|és|mennyi)\b/giu,
  ro: /\b(?:este|câte|câți|răspuns(?:ul)?|întrebare|și|nu|cu|pentru|deci)\b/giu,
  tr: /\b(?:kaç|cevap|yanıt|soru|bir|ve|değil|için|ne)\b/giu,
  vi: /\b(?:là|bao nhiêu|câu trả lời|đáp án|không|và|có|của)\b/giu,
  id: /\b(?:adalah|berapa|jawaban(?:nya)?|tidak|dan|yang|dengan|jadi)\b/giu
};
const CYRILLIC_OR_GREEK = /[\p{Script=Cyrillic}\p{Script=Greek}]/u;
/** Scripts whose languages write a decimal point. */
const POINT_SCRIPTS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Arabic}\p{Script=Hebrew}]/u;
/** Characters of a text by whose words its language is told. */
const SAMPLE = 2_000;

/** Returns the decimal mark of a question's language, or null where the language is unknown. */
function decimalMarkOf(locale: string | undefined, prompt: string, answer: string): DecimalMark {
  if (locale) return COMMA.has(locale.split("-")[0]!.toLowerCase()) && !POINT_REGIONS.has(locale) ? "," : ".";
  return markOfText(prompt) ?? markOfText(answer);
}

function markOfText(text: string): DecimalMark {
  const sample = text.length > SAMPLE ? text.slice(-SAMPLE) : text;
  if (/[$£₹](?=\d)/u.test(sample)) return ".";
  if (!/\p{L}/u.test(sample)) return null;
  if (CYRILLIC_OR_GREEK.test(sample) && (sample.match(/[\p{Script=Cyrillic}\p{Script=Greek}]/gu) ?? []).length > 8) return ",";
  if (POINT_SCRIPTS.test(sample)) return ".";
  let best: {language: string; count: number} | null = null;
  for (const [language, words] of Object.entries(WORDS)) {
    const count = new Set(sample.match(words)?.map(word => word.toLowerCase())).size;
    if (count > (best?.count ?? 0)) best = {language, count};
  }
  return best ? (best.language === "en" ? "." : ",") : null;
}

/** Whether a question asks for a fraction or a decimal, so that 25 % is 0.25. */
const percentIsFraction = (prompt: string): boolean =>
  /\bas a (?:common |reduced |simplified )?(?:fraction|decimal)\b|\bbetween 0 and 1\b|\bdecimal (?:fraction|form)\b/iu.test(
    prompt.length > SAMPLE ? prompt.slice(-SAMPLE) : prompt
  );

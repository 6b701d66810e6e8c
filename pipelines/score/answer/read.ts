// Reads the answer of a text: the structured claim outranks prose, and of claims of one rank the last that is not taken back decides.
import {type Claim, claims, isFollowed, part, REFUSAL, type Text} from "./claims.js";
import {type End, emphasised, headLetter, lastStated} from "./ends.js";
import {type Field, type FieldRule, fieldsIn} from "./fields.js";
import {foldText} from "./fold.js";
import {type ReadContext, type ValueKind, withoutFonts} from "./kinds.js";
import {linkOf} from "./links.js";
import {decimalMarkOf, percentIsFraction} from "./locale.js";
import type {AnswerFormat, AnswerRule, AnswerSettings, NoAnswerReason, Reading} from "./reading.js";
import {FORMAT_ABSENT} from "./reading.js";
import {isDenied, readStatement, type Statement} from "./statement.js";
import {translatedClaim} from "./translatedClaims.js";
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
  ...{prompt, format: settings?.format, locale: settings?.locale},
  ...(settings?.classifier === false && {classifier: false})
});

const none = (reason: NoAnswerReason): Reading => ({answer: null, rule: null, span: null, reason});

/**
 * Reads the answer that a text states.
 * @param final the part of a response after its reasoning (`visibleText`) · returns positions in it
 */
export function readAnswer(final: string, kind: ValueKind, options: ReadOptions = {}): Reading {
  const {prompt = "", locale} = options;
  if (final.trim() === "") return none("empty");
  let mark: ReturnType<ReadContext["mark"]> | undefined;
  const context: ReadContext = {
    mark: () => (mark === undefined ? (mark = decimalMarkOf(locale, prompt, final)) : mark),
    percentIsFraction: () => percentIsFraction(prompt)
  };
  for (const {at, sure} of continuations(final, prompt)) {
    const before = readPart(final.slice(0, at), kind, context, options);
    if (before.answer !== null || sure || before.reason === "several" || before.reason === "refused") return before;
  }
  return readPart(final, kind, context, options);
}

function readPart(source: string, kind: ValueKind, context: ReadContext, {format, prompt = ""}: ReadOptions): Reading {
  const whole: Text = {text: foldText(source), source, kind, context};
  const declared = format ?? formatIn(prompt);
  const reading = readDeclared(whole, declared) ?? readUndeclared(whole, declared);
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
export function formatIn(prompt: string): AnswerFormat | undefined {
  if (prompt === "") return undefined;
  const text = prompt.length > 2 * INSTRUCTION ? `${prompt.slice(0, INSTRUCTION)}\n${prompt.slice(-INSTRUCTION)}` : prompt;
  if (/["']answer["']\s*:/u.test(text) && text.includes("{")) return "json:answer";
  if (/<answer>/iu.test(text)) return "tag:answer";
  if (text.includes("\\boxed")) return "boxed";
  return /^####|[`"']#### ?|####\s*<|in the form(?:at)?\s*:?\s*####/mu.test(text) ? "hash" : undefined;
}

const FIELD_OF: Partial<Record<AnswerFormat, FieldRule>> = {
  "json:answer": "json field",
  "tag:answer": "tag",
  boxed: "box",
  hash: "hash"
};

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
  ...{answer, rule, reason: null},
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

const MAY_HAVE_FIELD = /\\f?box|####|answer["'>\]]/i;

/** The last structured claim that states something; null where the text has none. */
function structuredClaim(whole: Text, format: AnswerFormat | undefined): {field: Field; claim: Claim} | null {
  const {text, kind} = whole;
  if (!MAY_HAVE_FIELD.test(text)) return null;
  let fields = fieldsIn(whole.source);
  const declared = format && FIELD_OF[format];
  if (declared && fields.some(({rule}) => rule === declared)) fields = fields.filter(({rule}) => rule === declared);
  const open = fields.findLast(({rule, continues}) => rule === "json field" && continues);
  // Other fields of the same object may hold boxes too.
  if (open)
    fields = fields.filter(({rule, start}) => rule === "json field" || start < open.start || start > objectEnd(text, open.end));
  let denied = false;
  for (const field of fields) {
    if (field.rule === "hash" && (kind.whole ? !declared : !/^[\s*]*[-+$€£(\dA-Z.]/u.test(field.content))) continue;
    const claim = fieldClaim(whole, field);
    if (claim.kind === "denied") denied = true;
    // A heading of four marks is no answer, and a field without a value of the kind leaves the answer to prose.
    else if (claim.kind === "none" && (claim.reason !== "refused" || field.rule === "hash")) continue;
    else return {field, claim};
  }
  return denied ? {field: fields.at(-1)!, claim: {kind: "denied", answers: [], at: 0, after: 0}} : null;
}

/** Position at which a JSON object ends that is open at a position. */
function objectEnd(text: string, from: number): number {
  const end = /\}\s*(?:```|\n\s*\n|$)/u.exec(text.slice(from));
  return end ? from + end.index : text.length;
}

/** Characters around a field in which its sentence is read. */
const AROUND = 120;

function fieldClaim(whole: Text, field: Field): Claim {
  const {text, kind, context} = whole;
  const {rule, start, end, from, to, content} = field;
  const place = {at: start, after: end};
  const claim = contentClaim(whole, field);
  if (claim.kind !== "one") return {...claim, ...place};
  if (rule === "box") {
    const before = text.slice(Math.max(0, start - AROUND), start);
    if (isDenied(before, before.length)) return {kind: "denied", answers: [claim.answer], ...place};
    if (isFollowed(part(whole, end, Math.min(text.length, end + AROUND)), claim.answer)) return {kind: "several", ...place};
    if (otherBefore(whole, start, claim.answer)) return {kind: "several", ...place};
  }
  // Positions of a content without escapes are those of the text.
  const exact = content.length === to - from && kind.name !== "pattern";
  const span = exact && claim.end > claim.start ? {start: from + claim.start, end: from + claim.end} : trimmed(text, from, to);
  void context;
  return {kind: "one", answer: claim.answer, ...span, rule, ...place};
}

/** Whether the sentence named another value in a box, or as an alternative, before this one. */
function otherBefore(whole: Text, start: number, answer: string): boolean {
  const {text, source, kind, context} = whole;
  const near = Math.max(0, start - AROUND);
  const lineStart = Math.max(near, text.lastIndexOf("\n", start - 1) + 1);
  const before = text.slice(lineStart, start);
  if (kind.whole) return /\\boxed\s*\{[^{}]*\}\W*(?:(?:and|or)\W*)?$/iu.test(before) || /\b(?:or|nor)\W+$/iu.test(before);
  const earlier = kind.valuesIn(before, context).at(-1);
  if (!earlier || earlier.answer === answer) return false;
  void source;
  const link = linkOf(before.slice(earlier.end));
  const boxed = /\\boxed\s*\{[^}]*$/iu.test(before.slice(0, earlier.start));
  return link === "either" || (boxed && link !== null && link !== "not");
}

function trimmed(text: string, from: number, to: number): {start: number; end: number} {
  const content = text.slice(from, to);
  const lead = content.length - content.trimStart().length;
  return {start: from + lead, end: Math.max(from + lead, from + content.trimEnd().length)};
}

type ContentClaim =
  | {kind: "one"; answer: string; start: number; end: number}
  | {kind: "denied"; answers: string[]}
  | {kind: "several"}
  | {kind: "none"; reason: NoAnswerReason};

/** Reads the content of a field: a value alone, or a statement with one. */
function contentClaim({kind, context}: Text, {content, rule}: Field): ContentClaim {
  const one = (answer: string, start = 0, end = 0): ContentClaim => ({kind: "one", answer, start, end});
  const inner = innermost(content);
  const plain = inner.trim();
  const alone = kind.spell(plain, context);
  if (kind.whole)
    return alone === null
      ? {kind: "none", reason: "unreadable"}
      : isRefusal(plain) && kind.name !== "text"
        ? {kind: "none", reason: "refused"}
        : one(alone);
  if (alone !== null)
    return one(
      alone,
      inner === content ? content.indexOf(plain) : 0,
      inner === content ? content.indexOf(plain) + plain.length : 0
    );
  const folded = foldText(inner);
  if (kind.name === "option" && rule === "box" && /[\^=]|\\(?!text|mathrm|mathbf|textbf|quad|[,;:! ()[\]])/u.test(folded))
    return {kind: "none", reason: "unreadable"};
  const statement: Statement = {kind, context, text: folded, source: inner};
  const reading = readStatement(statement);
  if (reading.kind === "none") {
    if (isRefusal(plain)) return {kind: "none", reason: "refused"};
    return kind.name === "number" && isExpression(folded, [], rule) ? one(plain) : {kind: "none", reason: "unreadable"};
  }
  if (kind.name !== "number") return reading.kind === "one" && inner !== content ? one(reading.answer) : reading;
  // A number within a larger expression is not the answer: the expression is, and is compared as one.
  const values = kind.valuesIn(folded, context);
  if (
    isExpression(folded, values, rule) &&
    !/\b(?:or|and)\b|\\(?:text|mathrm)\{\s*(?:or|and)\b|[,;]\s*-?\d|±|\\pm/u.test(folded)
  ) {
    const right = plain.includes("=") ? plain.slice(plain.lastIndexOf("=") + 1).trim() : plain;
    const value = kind.spell(right, context);
    return one(value ?? right);
  }
  return reading.kind === "one" && inner !== content ? one(reading.answer) : reading;
}

/** The content of boxes within boxes, and of fences. */
function innermost(content: string): string {
  let inner = content;
  for (let i = 0; i < 8; i++) {
    const box = /^\s*\$?\s*\\f?boxed\s*\{([\s\S]*)\}\s*\$?\s*$/u.exec(inner);
    if (!box) return inner;
    inner = box[1]!;
  }
  return inner;
}

const isRefusal = (content: string): boolean => content.length < 200 && REFUSAL.test(foldText(content));

/** Whether text around numbers makes them part of an expression: operators, variables, functions. */
function isExpression(text: string, values: readonly {start: number; end: number}[], rule: FieldRule): boolean {
  if (rule !== "box" && !/[\\^$√π]/u.test(text)) return false;
  let around = "";
  let at = 0;
  for (const {start, end} of values) {
    around += `${text.slice(at, start)} `;
    at = end;
  }
  around += text.slice(at);
  const equals = around.lastIndexOf("=");
  const left = withoutFonts(equals < 0 ? around : around.slice(equals + 1))
    .replace(
      /\\(?:text|mathrm|mbox|textbf|textrm)\s*\{[^{}]*\}|\\(?:left|right|quad|qquad|displaystyle|circ|degree|approx|,|;|:|!|%|\$|\s|[()[\]{}])|\^\s*\{?\\?circ\}?/gu,
      " "
    )
    .replace(/\p{L}{2,}/gu, found =>
      /^(?:sqrt|pi|log|ln|sin|cos|tan|frac|dfrac|cdot|times|pm|infty)$/u.test(found) ? `\\${found}` : " "
    );
  return /\\[a-z]+|[\^*/<>≤≥+√π∞]|(?<![\p{L}'])[b-zB-Z](?![\p{L}'])/u.test(left);
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

/** The answer of a sentence that replaces a claim; null where there is none. */
function correctedTo(whole: Text, {after, answer}: {after: number; answer: string}): Reading | null {
  const {text} = whole;
  if (!TAKES_BACK.test(text.slice(after, after + 2_000))) return null;
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
  if (!kind.whole && kind.name !== "pattern" && text.trim().length <= MAX_LONE_LENGTH) {
    const alone = kind.spell(source.trim(), context);
    if (alone !== null) return foundAt({answer: alone, ...trimmed(text, 0, text.length), rule: "lone value"});
  }
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
  const translated = translatedClaim(whole);
  if (translated) return readingOf(translated);
  if (unreadable) return none("unreadable");
  const head = kind.name === "option" ? headLetter(whole) : null;
  if (head) return "answer" in head ? foundAt(head) : none(head.reason);
  const end: End = emphasised(whole) ?? lastStated(whole);
  return "answer" in end ? foundAt(end) : none(end.reason);
}

/** Whether a claim names its option as the later one does: a letter settles what an option's text before it left open. */
const isAsExplicit = ({kind}: Text, first: {start: number; end: number}, second: {start: number; end: number}): boolean =>
  kind.name !== "option" || second.end - second.start > 3 || first.end - first.start <= 3;

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

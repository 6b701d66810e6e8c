// Reads a text without a claim: its emphasised value, or the last value of the right kind where the text ends as a finished answer does.
import type {Text} from "./claims.js";
import type {AnswerRule, NoAnswerReason} from "./reading.js";
import {isDenied, linkBetween, offersElse, RULED_OUT, type Statement, valuesOf} from "./statement.js";
import type {Value} from "./values.js";

/** Characters at the end of a text that are first searched for its last value. */
const FIRST_WINDOW = 256;
/** Most words after the last value of a text that ends without a full stop, for a unit such as "per day". */
const MAX_WORDS_BEHIND = 6;
/** Words after which a sentence must continue. */
const OPEN_WORDS = new Set(
  "and or not xor nor but so the a an of to is are was were be with if then because since for from by in on at as than that which we i let need have has must will can should would plus minus times equals gives makes next now wait".split(
    " "
  )
);
/** Words directly after a value that introduce an explanation, in which other values do not compete with it. */
const ASIDE = /^[\s)\]*_,;(–—]*(?:(?:(?:and|but)\s+)?not|rather than|instead of|because|since)\b/iu;
/** Words in an explanation that lead to another value. */
const GOES_BACK = /\b(?:so|thus|hence|therefore|then|but|gives|makes)\b|=/iu;
/** Lines that close a reply and state nothing: how sure it is, offers of help, sources. */
const CLOSING_LINE =
  /^[\s>*_#'-]*(?:(?:my\s+)?confidence\b(?!\s+interval)|(?:i am|i'm)\s+(?:about\s+)?\d{1,3}\s?%\s+(?:sure|confident|certain)|(?:i )?hope (?:this|that) helps|let me know|(?:please )?feel free|note:|source:|references?:|if you (?:have|need)|is there anything|(?:(?:so|thus|hence|therefore),?\s+)?the (?:final |correct )?answer is\s*(?:\.\.|…|_{2}))[^\n]{0,200}$/iu;

export type End = {answer: string; start: number; end: number; rule: AnswerRule} | {reason: NoAnswerReason};

/** The last value of a text without a claim, if the text ends there as a finished answer would. */
export function lastStated(whole: Text): End {
  const to = withoutClosing(whole.text);
  if (to === 0) return {reason: "none"};
  const {values, start, statement} = lastValues(whole, to);
  if (values.length === 0) return {reason: "none"};
  const part = statement.text;
  const behind = part.slice(values.at(-1)!.end);
  const {kind} = whole;
  if (!kind.whole && isCutShort(behind)) return {reason: "cut short"};
  const at = firstOfAside(part, values) ?? values.length - 1;
  const [before, last] = [values[at - 1], values[at]!];
  if (last.answer === null) return {reason: "several"};
  // "12? 13? Hard to say.": a question states nothing.
  if (!kind.whole && /^["')\]*_\s]*\?/u.test(behind)) return {reason: "none"};
  const lone = values.length === 1 && start === 0 && !/[\p{L}\p{N}]/u.test(part.slice(0, last.start) + behind);
  const rule: AnswerRule = lone ? "lone value" : behind.includes("\n") ? "last value" : "last line";
  const found: End = {answer: last.answer, start: start + last.start, end: start + last.end, rule};
  if (kind.whole) return isUnfinished(part, last, values.length) ? {reason: "cut short"} : found;
  if (kind.name === "option" && !lone && !endsWith(part, last, behind)) return {reason: "none"};
  if (offersElse(part, last.end)) return {reason: "several"};
  if (isDenied(part, last.start, before?.end) || (at === values.length - 1 && RULED_OUT.test(behind))) return {reason: "denied"};
  const link = before ? linkBetween(part, before, last) : null;
  const again = link === "list" && before!.answer === last.answer;
  return link === null || link === "not" || again ? found : {reason: "several"};
}

/** Longest text that may lack a full stop at its end, characters. */
const MAX_SHORT_LENGTH = 160;

/** Words after which an option at the end of a sentence is its statement. */
const STATES =
  /(?:\b(?:is|are|was|be|being|equals?|becomes?|option|choice|choose|pick|select|namely|therefore|thus|hence|so|gives?|gets?|as|say|with|by|in|to|of|called|means?|or|makes?|(?:fits?|suits?|matches)(?: best)?)|[:=≈→])[\s*_"'`$(\\]*(?:(?:the|a|an|that|about|approximately|therefore|option|choice|statement)\s+)*[\s*_"'`$(]*$/iu;

/**
 * Whether a text ends with the statement of an option: in its last sentence, which is complete and no repetition. A bare letter and an
 * option's text also occur in passing, so that they count at the end of the sentence alone, after a verb or a preposition.
 */
function endsWith(part: string, value: Value, behind: string): boolean {
  const before = part.slice(0, value.start);
  const sentenceStart = Math.max(before.lastIndexOf("\n") + 1, ...[...before.matchAll(/[.!?]\s/gu)].map(({index}) => index + 1));
  const sentence = part.slice(sentenceStart).trim();
  const isComplete = /[.!?)\]*"'`$]\s*$/u.test(part) || part.trim().length <= MAX_SHORT_LENGTH;
  const isRepeated = sentence.length > 20 && part.slice(0, sentenceStart).includes(sentence);
  if (!isComplete || isRepeated) return false;
  if (!/[\p{L}\p{N}]/u.test(part.slice(sentenceStart, value.start) + behind)) return true;
  const named = part.slice(value.start, value.end);
  if (/^\(/u.test(named) || /\b(?:option|choice|statement|letter)s?\s*[*_"'(]*$/iu.test(before)) return true;
  const trailing = behind.replace(/[.!?][\s\S]*$/u, "").match(/\p{L}+/gu) ?? [];
  return trailing.length <= 2 && STATES.test(part.slice(sentenceStart, value.start));
}

/** Whether the last of several lines breaks off: it has no end of a sentence, and marks of a list or a derivation. */
const isUnfinished = (part: string, {start, end}: Value, lines: number): boolean =>
  lines > 1 && /[:;=]/u.test(part.slice(start, end)) && !/[.!?)"'*`}\]]\s*$/u.test(part.slice(start, end));

/**
 * Position among the values of the one on the last line after which others are only ruled out or explained: "(A), not (B)", "12 because 13
 * is too many".
 */
function firstOfAside(part: string, values: readonly Value[]): number | null {
  const line = part.lastIndexOf("\n", values.at(-1)!.start);
  for (let i = values.length - 2; i >= 0 && values[i]!.start > line; i--) {
    const rest = part.slice(values[i]!.end);
    if (ASIDE.test(rest)) return GOES_BACK.test(rest) ? null : i;
  }
  return null;
}

/** The last values of a text and the part of it that was searched: first its end, then ever longer parts. */
function lastValues(whole: Text, to: number): {values: Value[]; start: number; statement: Statement} {
  const {text, source, kind, context} = whole;
  for (let window = FIRST_WINDOW; ; window *= 8) {
    const start = Math.max(0, to - window);
    const statement: Statement = {kind, context, text: text.slice(start, to), source: source.slice(start, to)};
    const values = kind.whole ? kind.valuesIn(statement.source, context) : valuesOf(statement);
    // The first value may have begun before the part, and the second one is what the last is compared with.
    if (start === 0 || values.length > 2) return {values, start, statement};
  }
}

/** End of a text without trailing white space, closing marks and pictures, and without lines that close a reply. */
function withoutClosing(text: string): number {
  let end = text.length;
  for (let lines = 0; lines < 4; lines++) {
    const near = text.slice(Math.max(0, end - 1_024), end);
    const trimmed = near.length - /(?:[\s*_`"'|$\p{Extended_Pictographic}]|\ufe0f)*$/u.exec(near.slice(-FIRST_WINDOW))![0].length;
    end = end - near.length + trimmed;
    const line = text.slice(Math.max(0, end - 300), end);
    const lineStart = line.lastIndexOf("\n") + 1;
    if (lineStart === 0 || !CLOSING_LINE.test(line.slice(lineStart))) return end;
    end = end - line.length + lineStart;
  }
  return end;
}

/** Whether a text breaks off after its last value: within an expression or a sentence, with dots or with a question. */
function isCutShort(behind: string): boolean {
  const end = behind.slice(-FIRST_WINDOW);
  if (/(?:\.\.|…)[)\]"']*$/u.test(end)) return true;
  if (/[.!][)\]"']*$/u.test(end)) return false;
  if (/\?[)\]"']*$/u.test(end)) return /^[^.!\n]*$/u.test(behind);
  const words = end.match(/\p{L}+/gu) ?? [];
  return (
    behind.length > end.length ||
    words.length > MAX_WORDS_BEHIND ||
    OPEN_WORDS.has(words.at(-1)?.toLowerCase() ?? "") ||
    /\n|[=+*×÷^<>:,;&/–—]|\s-|\([^)]*$/u.test(end)
  );
}

const BOLD = /\*\*([^*\n]{1,80})\*\*|__([^_\n]{1,80})__|<b>([^<\n]{1,80})<\/b>/gu;

/** The value that is set in bold in the last paragraph, where it is the only one. */
export function emphasised(whole: Text): End | null {
  const {text, source, kind, context} = whole;
  if (kind.whole) return null;
  const to = withoutClosing(text);
  const near = Math.max(0, to - 600, text.lastIndexOf("\n\n", to - 1) + 1);
  const found: {answer: string; start: number; end: number}[] = [];
  for (const match of text.slice(near, Math.min(text.length, to + 4)).matchAll(BOLD)) {
    const content = match[1] ?? match[2] ?? match[3]!;
    const at = near + match.index + match[0].indexOf(content);
    const values = valuesOf(
      {kind, context, text: text.slice(0, at + content.length), source: source.slice(0, at + content.length)},
      at
    );
    if (values.length === 0) continue;
    if (values.length > 1 || values[0]!.answer === null) return null;
    found.push({answer: values[0]!.answer, start: values[0]!.start, end: values[0]!.end});
  }
  const [first] = found;
  if (!first || found.some(({answer}) => answer !== first.answer)) return null;
  if (offersElse(text, first.end) || isDenied(text, first.start, near)) return null;
  return {...found.at(-1)!, rule: "emphasis"};
}

/** A letter at the head of a text before its explanation: "B.", "**B)** Paris", "B because …". */
const HEAD =
  /^[\s*_#>"'`]*(?:(?:the\s+)?(?:option|choice|letter)\s+)?(?:\(([A-Za-z])\)|\[([A-Za-z])\]|([A-Z])(?=[).:,*_\s]|$))[*_]*(?<mark>[).:,]?)[*_"'`]*(?=\s|$)/u;

/** Longest text that a small letter in parentheses begins as its answer, characters. */
const MAX_HEAD_LENGTH = 60;
const VERB_NEXT =
  /^\s+(?:and|or|is|are|was|were|has|have|had|can|could|does|do|would|will|may|might|must|should|says|states|seems|looks|means|gives|refers|describes|cannot|isn't|only)\b/iu;

/** The letter that begins a text; null where it begins a sentence, or the list of options. */
export function headLetter(whole: Text): End | null {
  const text = whole.text.slice(0, 600);
  const match = HEAD.exec(text);
  if (!match) return null;
  const letter = (match[1] ?? match[2] ?? match[3])!;
  const behind = text.slice(match[0].length);
  const ended = /^[ \t]*(?:\n|$)/u.test(behind);
  if (match[3] && match.groups!.mark === "" && !ended && !/^\s+(?:because|since|as|-|–|—)\s/iu.test(behind)) return null;
  // "(A) is red" begins a sentence about an option.
  if (match.groups!.mark === "" && !ended && VERB_NEXT.test(behind)) return null;
  // "A. … B. …": the options repeated, not an answer.
  const next = String.fromCharCode(letter.toUpperCase().charCodeAt(0) + 1);
  if (
    new RegExp(
      String.raw`\n[^\S\n]*[*_(]*${next}[).:]|[\s(]${next.toLowerCase()}\)`,
      letter === letter.toLowerCase() ? "iu" : "u"
    ).test(whole.text)
  )
    return null;
  const line = behind.split("\n", 1)[0]!;
  if (/^\W*(?:or|and|&|\/)\s*\(?[A-Z]\b/u.test(line) || /^\s*\(?[A-Z]\)?(?:[,.)]|\s*$)/u.test(line)) return {reason: "several"};
  if (RULED_OUT.test(behind)) return null;
  // "(a) The force is …", "I. If V has …": marks of the parts of an answer.
  const isPart = letter === letter.toLowerCase() ? whole.text.trim().length > MAX_HEAD_LENGTH : /(?:^|[\s(])II[.)]/u.test(behind);
  if (isPart) return null;
  const start = match[0].indexOf(letter);
  const answer = whole.kind.spell(letter, whole.context);
  return answer === null ? null : {answer, start, end: start + 1, rule: "letter first"};
}

// Extracts the answer from free text: the one that its last claim states, else the last literal of the right kind, if the text ends there.
import type {AnswerForm} from "../generate/task.js";
import type {AnswerRule} from "./answer/reading.js";
import {claims} from "./claim.js";
import {isDenied, linkBetween, offersElse, RULED_OUT, type Value, valuesIn} from "./statement.js";

export interface ExtractedAnswer {
  /** The answer in canonical spelling. */
  answer: string;
  rule: AnswerRule;
}

const CLAIM = "claim" as AnswerRule;
const LAST_LITERAL = "last literal" as AnswerRule;
/** Characters at the end of a text that are first searched for its last literal. */
const FIRST_WINDOW = 256;
/** Most words after the last literal of a text that ends without a full stop, for a unit such as "per day". */
const MOST_WORDS_BEHIND = 6;
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

/** Splits a response into its reasoning trace and its final part. */
export function splitResponse({text, reasoning}: {text: string; reasoning: string | null}): {trace: string; final: string} {
  const close = text.lastIndexOf("</think>");
  const open = text.indexOf("<think>");
  // A trace that is opened but never closed leaves no final part: all text within it is reasoning.
  const final = close >= 0 ? text.slice(close + "</think>".length) : open >= 0 ? text.slice(0, open) : text;
  if (reasoning) return {trace: reasoning, final};
  if (close >= 0) return {trace: text.slice(open >= 0 && open < close ? open + "<think>".length : 0, close), final};
  return {trace: open >= 0 ? text.slice(open + "<think>".length) : text, final};
}

/**
 * The answer of a text with the rule by which it was found, or null if it states none. The last claim decides: where it names several
 * answers or none, no other rule is tried.
 * @param final the part of a response after its reasoning (see `splitResponse`)
 */
export function findAnswer(final: string, form: AnswerForm): ExtractedAnswer | null {
  const denied = new Set<string>();
  for (const claim of claims(final, form)) {
    if (claim.kind === "open") continue;
    if (claim.kind === "denied") for (const answer of claim.answers) denied.add(answer);
    else return claim.kind === "one" && !denied.has(claim.answer) ? {answer: claim.answer, rule: CLAIM} : null;
  }
  return denied.size > 0 ? null : lastStated(final, form);
}

/** The last value of a text without a claim, if the text ends there as a finished answer would. */
function lastStated(text: string, form: AnswerForm): ExtractedAnswer | null {
  const {values, part} = lastValues(withoutClosing(text), form);
  if (values.length === 0) return null;
  const behind = part.slice(values.at(-1)!.end);
  const rule = behind.includes("\n") ? LAST_LITERAL : "last line";
  if (!form.whole && isCutShort(behind)) return null;
  const at = firstOfAside(part, values) ?? values.length - 1;
  const [before, last] = [values[at - 1], values[at]!];
  const found: ExtractedAnswer = {answer: last.answer, rule};
  if (form.whole) return found;
  if (
    offersElse(part, last.end) ||
    isDenied(part, last.start, before?.end) ||
    (at === values.length - 1 && RULED_OUT.test(behind))
  )
    return null;
  const link = before ? linkBetween(part, before, last) : null;
  const again = link === "list" && before!.answer === last.answer;
  return link === null || link === "not" || again ? found : null;
}

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
function lastValues(text: string, form: AnswerForm): {values: Value[]; part: string} {
  for (let window = FIRST_WINDOW; ; window *= 8) {
    const part = text.slice(-window);
    const values = valuesIn(part, form);
    // The first value may have begun before the part, and the second one is what the last is compared with.
    if (part.length === text.length || values.length > 2) return {values, part};
  }
}

/** A text without trailing white space, closing marks and pictures. */
function withoutClosing(text: string): string {
  const plain = text.trimEnd();
  const marks = /(?:[\s*_`"'”’|$\p{Extended_Pictographic}]|\ufe0f)*$/u.exec(plain.slice(-FIRST_WINDOW))![0];
  return plain.slice(0, plain.length - marks.length);
}

/** Whether a text breaks off after its last literal: within an expression or a sentence, with dots or with a question. */
function isCutShort(behind: string): boolean {
  const end = behind.slice(-FIRST_WINDOW);
  if (/(?:\.\.|…)[)\]"”’]*$/u.test(end)) return true;
  if (/[.!][)\]"”’]*$/u.test(end)) return false;
  if (/\?[)\]"”’]*$/u.test(end)) return /^[^.!\n]*$/u.test(behind);
  const words = end.match(/\p{L}+/gu) ?? [];
  return (
    behind.length > end.length ||
    words.length > MOST_WORDS_BEHIND ||
    OPEN_WORDS.has(words.at(-1)?.toLowerCase() ?? "") ||
    /\n|[=+*×÷^<>:,;&/–—]|\s-|\([^)]*$/u.test(end)
  );
}

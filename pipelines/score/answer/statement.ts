// Reads the answer in one statement: one value, several, none, or only values that it rules out.

import {type Link, linkOf} from "./links.js";
import type {ReadContext, Value, ValueKind} from "./values.js";

/** The reading of a statement. `several` covers hedges, ranges, sums that are not evaluated and values with more than one reading. */
export type StatementReading =
  | {kind: "one"; answer: string; start: number; end: number}
  | {kind: "denied"; answers: string[]}
  | {kind: "several"}
  | {kind: "none"};

/** A statement of a folded text: what is read begins at `from`; the text before it is kept for patterns that look back. */
export interface Statement {
  text: string;
  /** The original of the folded text, as long as it. */
  source: string;
  kind: ValueKind;
  context: ReadContext;
}

const SEVERAL: StatementReading = {kind: "several"};
const NONE: StatementReading = {kind: "none"};
/** Longest distance of a "not" from the value that it denies, characters. */
const DENIAL_REACH = 60;

const DENIED =
  /(?:\b(?:not|never|neither|none of|nor|rather than|instead of|other than|except|unlike|excluding|without)\b|n't\b)[^\p{L}\p{N}.!?\n]*(?:(?:be|the|a|an|option|options|choice|choices|either|both|any|of|answer|equal|to|actually|really|just|simply|clearly|necessarily)\b[^\p{L}\p{N}.!?\n]*){0,4}$/iu;
const REFUSED = /\b(?:neither|none of)\b/iu;
/** Words directly after a value that rule it out. */
export const RULED_OUT =
  /^[\s)\]*_,]*(?:(?:both|all|being|is|are|was|were|be|would|will|must|seems?|looks?)\b[\s,]*){0,3}(?:(?:clearly|simply|therefore|also|definitely|then|both|all)\b\s*)?(?:not\b|n't\b|(?:isn|aren|doesn|don|can|couldn|wouldn)'t\b|cannot\b|wrong\b|incorrect\b|false\b|impossible\b|invalid\b|ruled out\b|eliminated\b|excluded\b|fails?\b|does not\b|do not\b|contradicts?\b|violates?\b)/iu;
/** Words directly after a value that make it one of several acceptable ones. */
const LIKEWISE =
  /^[\s)\]*_,]*(?:is|are|could|might|may|would|seems?|works?|fits?|matches|will)\b[^.!?\n]{0,20}\b(?:also|too|equally|as well|possible|plausible)\b|^[\s)\]*_,]*also\b/iu;
/** Words of doubt between a value and one that would do as well: "Paris, but I am not sure, since Rome fits too". */
const UNSURE = /\b(?:not (?:\w+ )?(?:sure|certain)|unsure|uncertain|no idea|hard to say|can(?:no|')t (?:tell|say|decide))\b/iu;
/** "or" with something that is not a value of the kind: "12 or thirteen", "12 apples or none", "(A) or something else", "1/0". */
const OR_ELSE =
  /[\s)\]*_%°,]*(?:(?<=\p{N}[\s)\]*_%°,]{0,4})\p{L}+\s+)?(?:(?:and\/)?or\b(?!\W*(?:in other words|equivalently|simply|more|less|fewer|greater|higher|lower|so|approximately|about|around|roughly|nearly|exactly|else|\$|=|written|expressed)(?![\p{L}\p{N}]))|\/\s*\p{N})/iuy;
/** Words after a value that follows a comma or a dash. After a number two or more are needed, because one may be its unit. */
const GOES_ON = /^[\s)\]*_]*(?!(?:or|and|nor|maybe|perhaps|possibly|too|also|both|either)\b)\p{L}/iu;
const GOES_ON_BEHIND_NUMBER = /^[\s)\]*_]*(?!(?:or|and|nor|maybe|perhaps|possibly|too|also|both|either)\b)\p{L}\S*\s+\S/iu;
/** Beginning of an explanation, after the value that it explains. */
const EXPLANATION =
  /\b(?:because|since|given|where|which|due)\b|;|\s\((?:because|since|as|where|which|given|from|by|that|so|not|or|i\.e|e\.g)\b/iu;
const TURN = /\b(?:but|rather|instead|it is|it's|actually)\b/iu;
const SO = /^\s*(?:so|then|thus|hence|therefore|giving|which)\b/iu;

/** All values of a statement from a position on. */
export const valuesOf = ({text, kind, context}: Statement, from = 0): Value[] => kind.valuesIn(text, context, from);

/** The relation of two neighbouring values. */
export function linkBetween(text: string, first: Value, second: Value): Link | null {
  const alike = (text[first.start] === "(") === (text[second.start] === "(");
  return linkOf(text.slice(first.end, second.start), {alike, goesOn: goesOn(text, second)});
}

/** Whether words follow a value, so that what follows a comma or a dash is an explanation. */
export const goesOn = (text: string, {end}: Value): boolean =>
  (/\p{N}/u.test(text[end - 1]!) ? GOES_ON_BEHIND_NUMBER : GOES_ON).test(text.slice(end));

/** Whether the text after a position offers something other than a value of the kind. */
export function offersElse(text: string, end: number): boolean {
  OR_ELSE.lastIndex = end;
  return OR_ELSE.test(text);
}

/** Whether the words before a position deny the value there. */
export function isDenied(text: string, at: number, from = 0): boolean {
  const words = text.slice(Math.max(from, at - DENIAL_REACH), at);
  return /\p{L}/u.test(words) && DENIED.test(words);
}

/**
 * The reading of a statement.
 * @param text one sentence, or the contents of a box
 * @param from position at which the statement itself begins
 */
export function readStatement(statement: Statement, from = 0): StatementReading {
  const {text, source, kind, context} = statement;
  if (kind.whole) {
    const answer = kind.spell(source.slice(from), context);
    return answer === null ? NONE : {kind: "one", answer, ...trimmedSpan(text, from)};
  }
  const values = valuesOf(statement, from);
  if (values.length === 0) return NONE;
  return readEquation(statement, {values, from}) ?? readValues(text, values, from);
}

/** Span of a text from a position on without blanks at its ends. */
function trimmedSpan(text: string, from: number): {start: number; end: number} {
  const start = from + (/^\s*/u.exec(text.slice(from))?.[0].length ?? 0);
  return {start, end: Math.max(start, text.trimEnd().length)};
}

/**
 * Reading of an equation: its last side, unless that is an expression and its first side is not. Null where the statement is not an
 * equation.
 */
function readEquation(statement: Statement, {values, from}: {values: Value[]; from: number}): StatementReading | null {
  const {text} = statement;
  if (!text.includes("=", from)) return null;
  const behind = values[0]!.end;
  const explained = text.slice(behind).search(EXPLANATION);
  const end = explained < 0 ? text.length : behind + explained;
  const last = text.lastIndexOf("=", end - 1);
  if (last < from) return null;
  const side = values.filter(({start}) => start > last && start < end);
  if (side.length === 0) return null;
  const previous = text.lastIndexOf("=", last - 1);
  if (isTorn(statement, Math.max(from, previous + 1), last)) return SEVERAL;
  const reading = readValues(
    text,
    values.filter(({start}) => start > last),
    last + 1
  );
  if (reading.kind === "one" || isHedged(text, side)) return reading;
  const first = text.indexOf("=", from);
  const left = values.filter(value => value.end <= first);
  return left.length === 0 ? reading : readValues(text.slice(0, first), left, from);
}

/** Whether text between two equals signs ends one value and begins another quantity, such as "3 or x" in "x = 3 or x = 4". */
function isTorn(statement: Statement, from: number, to: number): boolean {
  const between = statement.text.slice(from, to);
  const connector = [...between.matchAll(/\b(?:or|and)\b|[,;]/giu)].at(-1);
  if (!connector) return false;
  const behind = between.slice(connector.index + connector[0].length);
  if (SO.test(behind) || (behind.match(/[\p{L}\p{N}]+/gu) ?? []).length > (/\p{L}/u.test(connector[0]) ? 3 : 1)) return false;
  const has = (text: string) => valuesOf({...statement, text}).length > 0;
  return has(between.slice(0, connector.index)) && !has(behind);
}

const isHedged = (text: string, values: Value[]): boolean =>
  values.slice(1).some((value, i) => {
    const link = linkBetween(text, values[i]!, value);
    return link !== null && link !== "sum" && link !== "not";
  });

/** The first value that is not denied, if no other value is related to it. */
function readValues(text: string, values: readonly Value[], from: number): StatementReading {
  const denied: string[] = [];
  for (let i = 0; i < values.length; i++) {
    const start = i > 0 ? values[i - 1]!.end : from;
    const words = text.slice(start, values[i]!.start);
    if (!isDenied(text, values[i]!.start, start)) {
      // "not (A) but (B)" leads to the answer; "not (A) because (B) is larger" does not.
      if (denied.length === 0 || TURN.test(words)) return readTied(text, values, i);
      break;
    }
    if (REFUSED.test(words)) return NONE;
    const end = lastTied(text, values, i);
    for (; i < end; i++) denied.push(values[i]!.answer ?? "");
    denied.push(values[i]!.answer ?? "");
  }
  return denied.length > 0 ? {kind: "denied", answers: denied} : NONE;
}

function lastTied(text: string, values: readonly Value[], i: number): number {
  let end = i;
  while (end + 1 < values.length) {
    const link = linkBetween(text, values[end]!, values[end + 1]!);
    if (link === null || link === "not") break;
    end++;
  }
  return end;
}

function readTied(text: string, values: readonly Value[], i: number): StatementReading {
  const {answer, start, end: after} = values[i]!;
  if (answer === null) return SEVERAL;
  const one: StatementReading = {kind: "one", answer, start, end: after};
  const end = lastTied(text, values, i);
  const rest = text.slice(values[end]!.end);
  if (end > i) {
    if (RULED_OUT.test(rest)) return one;
    const tied = values.slice(i, end + 1);
    const sum = tied.slice(1).some((value, k) => linkBetween(text, tied[k]!, value) === "sum");
    return sum || tied.some(value => value.answer !== answer) ? SEVERAL : one;
  }
  if (offersElse(text, values[end]!.end)) return SEVERAL;
  const next = values[i + 1];
  if (
    next &&
    next.answer !== answer &&
    LIKEWISE.test(text.slice(next.end)) &&
    (!EXPLANATION.test(text.slice(values[i]!.end, next.start)) || UNSURE.test(text.slice(values[i]!.end, next.start)))
  )
    return SEVERAL;
  return one;
}

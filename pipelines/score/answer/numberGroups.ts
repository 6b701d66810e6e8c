// Reads runs of digits with their grouping and decimals: by comma, point, space, apostrophe, underscore, LaTeX's spaces, Indian groups.
import {FILLER} from "./fold.js";
import {decimal, type Rational} from "./rational.js";

/** Mark before decimals; null where the language of the question is unknown. */
export type DecimalMark = "." | "," | null;

/** Most characters of one number with its marks. */
export const MAX_NUMBER_LENGTH = 2_000;
export const DIGITS = new RegExp(`[0-9][0-9${FILLER}]*`, "uy");
const SEPARATOR = /(?:\{[,.]\}|\\[,!;: ]|\{\\,\}|[,.'_ ])(?=[0-9])/uy;

/** Matches a sticky pattern at a position. */
export const sticky = (pattern: RegExp, text: string, position: number): RegExpExecArray | null => {
  pattern.lastIndex = position;
  return pattern.exec(text);
};

/** Digits without the fillers of folded ones. */
export const plainDigits = (digits: string): string => (digits.includes(FILLER) ? digits.replaceAll(FILLER, "") : digits);

/** Runs of digits with the marks between them. */
export function piecesAt(text: string, position: number): {pieces: string[]; marks: string[]; ends: number[]} {
  const pieces: string[] = [];
  const marks: string[] = [];
  const ends: number[] = [];
  const limit = position + MAX_NUMBER_LENGTH;
  for (let at = position; ; ) {
    const digits = sticky(DIGITS, text, at)![0];
    pieces.push(plainDigits(digits));
    at += digits.length;
    ends.push(at);
    const separator = at < limit ? sticky(SEPARATOR, text, at) : null;
    if (!separator) return {pieces, marks, ends};
    marks.push(separator[0].replace(/[{}]/gu, "").replace(/^\\.$/u, " "));
    at += separator[0].length;
  }
}

/** Whether pieces from the first one on are groups: of three digits, or as in India of two and a last one of three. */
function areGroups(pieces: readonly string[], {indian}: {indian: boolean}): boolean {
  const [first = "", ...others] = pieces;
  if (first.length > 3 || others.length === 0) return false;
  if (others.every(piece => piece.length === 3)) return true;
  return indian && first.length <= 2 && others.at(-1)!.length === 3 && others.slice(0, -1).every(piece => piece.length === 2);
}

/** The value of pieces, and how many of them it uses; the others are numbers that follow, or part of none. */
export function interpret(
  pieces: readonly string[],
  marks: readonly string[],
  mark: () => DecimalMark
): {value: Rational | null; used: number} {
  if (marks.length === 0) return {value: decimal(pieces[0]!), used: 1};
  // Spaces, apostrophes and underscores only group; a comma or point after them may mark decimals.
  const grouping = marks[0]!;
  if (grouping !== "," && grouping !== ".") {
    let count = 1;
    while (count < pieces.length && marks[count - 1] === grouping && pieces[count]!.length === 3) count++;
    if (pieces[0]!.length > 3 || count === 1) return {value: decimal(pieces[0]!), used: 1};
    const whole = pieces.slice(0, count).join("");
    const next = marks[count - 1];
    if ((next === "." || next === ",") && marks.length === count) return {value: decimal(whole, pieces[count]!), used: count + 1};
    return {value: decimal(whole), used: count};
  }
  const spaced = marks.findIndex(each => each !== "," && each !== ".");
  const [own, between] = spaced < 0 ? [pieces, marks] : [pieces.slice(0, spaced + 1), marks.slice(0, spaced)];
  return pointsAndCommas(own, between, mark);
}

function pointsAndCommas(
  pieces: readonly string[],
  marks: readonly string[],
  mark: () => DecimalMark
): {value: Rational | null; used: number} {
  const used = pieces.length;
  const last = marks.at(-1)!;
  const others = marks.slice(0, -1);
  if (others.length > 0 && others.every(each => each !== last)) {
    // Both occur: the last one marks the decimals.
    const valid = areGroups(pieces.slice(0, -1), {indian: last === "."});
    return {value: valid ? decimal(pieces.slice(0, -1).join(""), pieces.at(-1)!) : null, used};
  }
  if (others.length > 0 && others.some(each => each !== last)) return {value: null, used};
  if (others.length > 0) {
    if (areGroups(pieces, {indian: last === ","})) return {value: decimal(pieces.join("")), used};
    return last === "," ? {value: decimal(pieces[0]!), used: 1} : {value: null, used};
  }
  const [whole, decimals] = pieces as [string, string];
  const groups = decimals.length === 3 && whole.length <= 3 && !whole.startsWith("0");
  if (last === "." && !groups) return {value: decimal(whole, decimals), used};
  const decimalMark = groups || !whole.startsWith("0") || whole.length > 1 || mark() !== null ? mark() : ",";
  if (decimalMark === null) return {value: null, used};
  if (decimalMark === last) return {value: decimal(whole, decimals), used};
  return {value: groups ? decimal(whole + decimals) : null, used};
}

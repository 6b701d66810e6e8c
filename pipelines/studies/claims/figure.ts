// A figure as it is printed, and the range of true values that rounding to its last digit allows.

/** What a true value may be; both ends included, as sources differ in where they round a half. */
export interface Range {
  low: number;
  high: number;
}

export interface Figure extends Range {
  /** As printed, unit and all. */
  text: string;
  value: number;
  /** Half a unit of the last printed digit; 0 for a count. */
  half: number;
  /** Digits after the point. */
  digits: number;
  unit: string;
}

const PRINTED = /^([+-]?)(\d{1,3}(?:,\d{3})+|\d*)(?:\.(\d+))?\s*(%|×|x)?$/u;

/** Is this a figure as reports print them: `72,000`, `.74`, `0.19 %`, `2.4 ×`? */
export function isFigure(text: string): boolean {
  const match = PRINTED.exec(plain(text));
  return match !== null && (match[2] !== "" || match[3] !== undefined);
}

/**
 * Reads a printed figure. Its true value lies within half a unit of its last digit, cut to what it can be at all.
 * @param exact the figure is a count: it was not rounded · @param within ends of the scale, such as 0 and 100 for a percentage
 */
export function figureOf(
  text: string,
  {
    exact = false,
    within = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
  }: {exact?: boolean; within?: readonly number[]} = {}
): Figure {
  const match = PRINTED.exec(plain(text));
  if (!match || !isFigure(text)) throw new RangeError(`"${text}" is no figure`);
  const [, sign, whole = "", fraction = "", unit = ""] = match;
  const value = Number(`${sign}${whole.replaceAll(",", "") || "0"}.${fraction || "0"}`);
  const half = exact ? 0 : 0.5 * 10 ** -fraction.length;
  const [least, most] = within as [number, number];
  // 0.2 − 0.05 is not 0.15 in binary: round off what arithmetic adds.
  const low = Math.max(least, tidy(value - half));
  const high = Math.min(most, tidy(value + half));
  return {text, value, half, digits: fraction.length, unit: unit === "x" ? "×" : unit, low, high};
}

/** Minus signs and spaces as reports typeset them. */
const plain = (text: string): string =>
  text
    .replace(/[−–]/gu, "-")
    .replace(/[\s\u00a0\u2009\u202f]+/gu, " ")
    .trim();
const tidy = (value: number): number => Number(value.toPrecision(12));

/** A share of the value's size that may be arithmetic's and not the report's. */
const SLACK = 1e-9;
export const slackOf = (value: number): number => SLACK * Math.max(1, Math.abs(value));

/** Do two ranges touch? */
export const meet = (a: Range, b: Range): boolean => a.low <= b.high + slackOf(b.high) && b.low <= a.high + slackOf(a.high);
export const holds = ({low, high}: Range, value: number): boolean => value >= low - slackOf(low) && value <= high + slackOf(high);

/** A number with so many digits more than a figure prints: enough to see why it rounds as it does. */
export function show(value: number, digits: number): string {
  if (!Number.isFinite(value)) return value > 0 ? "∞" : value < 0 ? "−∞" : "undefined";
  const text = new Intl.NumberFormat("en-US", {minimumFractionDigits: 0, maximumFractionDigits: Math.min(12, digits)}).format(
    value
  );
  return text.replace(/^-0$/, "0").replace("-", "−");
}

export const showRange = ({low, high}: Range, digits: number): string => `[${show(low, digits)}, ${show(high, digits)}]`;

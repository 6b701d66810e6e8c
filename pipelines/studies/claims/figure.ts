// A printed figure, and the range of true values that its rounding allows.

/** The possible true values; both ends are included, since sources differ in how they round a half. */
export interface FigureRange {
  low: number;
  high: number;
}

export interface Figure extends FigureRange {
  /** The figure as printed, including its unit. */
  text: string;
  value: number;
  /** Half a unit of the last printed digit; 0 for a count. */
  half: number;
  /** Number of digits after the decimal point. */
  digits: number;
  unit: string;
}

const PRINTED = /^([+-]?)(\d{1,3}(?:,\d{3})+|\d*)(?:\.(\d+))?\s*(%|×|x)?$/u;

/** Whether a text is a figure as reports print them: `72,000`, `.74`, `0.19 %`, `2.4 ×`. */
export function isFigure(text: string): boolean {
  const match = PRINTED.exec(plain(text));
  return match !== null && (match[2] !== "" || match[3] !== undefined);
}

/**
 * Parses a printed figure. Its true value lies within half a unit of its last digit, limited to the scale.
 * @param exact the figure is a count, which was not rounded
 * @param within ends of the scale, such as 0 and 100 for a percentage
 */
export function figureOf(
  text: string,
  {
    exact = false,
    within = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
  }: {exact?: boolean; within?: readonly number[]} = {}
): Figure {
  const match = PRINTED.exec(plain(text));
  if (!match || !isFigure(text)) throw new RangeError(`"${text}" is not a figure`);
  const [, sign, whole = "", fraction = "", unit = ""] = match;
  const value = Number(`${sign}${whole.replaceAll(",", "") || "0"}.${fraction || "0"}`);
  const half = exact ? 0 : 0.5 * 10 ** -fraction.length;
  const [least, most] = within as [number, number];
  // 0.2 − 0.05 is not exactly 0.15 in binary: the arithmetic error is rounded off.
  const low = Math.max(least, tidy(value - half));
  const high = Math.min(most, tidy(value + half));
  return {text, value, half, digits: fraction.length, unit: unit === "x" ? "×" : unit, low, high};
}

/** Replaces typeset minus signs and spaces by plain ones. */
const plain = (text: string): string =>
  text
    .replace(/[−–]/gu, "-")
    .replace(/[\s\u00a0\u2009\u202f]+/gu, " ")
    .trim();
const tidy = (value: number): number => Number(value.toPrecision(12));

/** Relative deviation that is attributed to arithmetic rather than to the report. */
const SLACK = 1e-9;
export const slackOf = (value: number): number => SLACK * Math.max(1, Math.abs(value));

/** Whether two ranges overlap. */
export const meet = (a: FigureRange, b: FigureRange): boolean =>
  a.low <= b.high + slackOf(b.high) && b.low <= a.high + slackOf(a.high);
export const holds = ({low, high}: FigureRange, value: number): boolean =>
  value >= low - slackOf(low) && value <= high + slackOf(high);

/** A number with this many more digits than the figure prints, enough to see why it rounds as it does. */
export function show(value: number, digits: number): string {
  if (!Number.isFinite(value)) return value > 0 ? "∞" : value < 0 ? "−∞" : "undefined";
  const text = new Intl.NumberFormat("en-US", {minimumFractionDigits: 0, maximumFractionDigits: Math.min(12, digits)}).format(
    value
  );
  return text.replace(/^-0$/, "0").replace("-", "−");
}

export const showRange = ({low, high}: FigureRange, digits: number): string => `[${show(low, digits)}, ${show(high, digits)}]`;

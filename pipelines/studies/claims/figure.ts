// A printed figure, and the range of true values that its rounding allows.
import {randomOf} from "../../generate/seed.js";

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

// Probability that rounding errors, independent and uniform, explain the difference between a recomputed and a printed value.

export const VERDICTS = [
  "reproduced",
  "possible",
  "possible only if nearly all rows were rounded one way",
  "not reproducible"
] as const;
export type Verdict = (typeof VERDICTS)[number];

/** Below this probability a figure is possible only if nearly all inputs were rounded in one direction. */
export const ONE_WAY = 0.01;
/** Most terms for which the exact formula is used: it sums over all subsets. */
const MOST_EXACT = 16;
/** Largest term of the exact sum: beyond, cancellation leaves too few digits. */
const LARGEST_TERM = 1e6;
/** Number of simulated draws where the exact formula is not used. */
const DRAWS = 100_000;

export interface RoundingVerdict {
  verdict: Verdict;
  /** Probability that rounding moves the value as far as the printed figure; null where it was not computed. */
  chance: number | null;
}

/**
 * The verdict on a printed figure. *Reproduced*: the printed inputs give it. *Not reproducible*: no inputs that print alike do. Between the
 * two, the true value of each input is assumed to be uniform over its rounding range, independently of the others: if less than 1 % of all
 * cases reach the nearer end of the figure, nearly all inputs must have been rounded in one direction.
 * @param value from the inputs as printed
 * @param range from all inputs that print alike
 * @param reach probability that the value lies at or beyond a point, seen from `value`
 */
export function judge(
  {value, range, printed}: {value: number; range: FigureRange; printed: FigureRange},
  reach: (edge: number, upwards: boolean) => number
): RoundingVerdict {
  if (holds(printed, value)) return {verdict: "reproduced", chance: null};
  if (!meet(range, printed)) return {verdict: "not reproducible", chance: 0};
  const upwards = value < printed.low;
  const chance = reach(upwards ? printed.low : printed.high, upwards);
  return {verdict: chance < ONE_WAY ? VERDICTS[2] : "possible", chance};
}

/** For Σ wᵢxᵢ with independent xᵢ, each uniform over its range: returns the probability of a sum at or above an edge, or at or below it. */
export function reachOfSum(
  weights: readonly number[],
  ranges: readonly FigureRange[]
): (edge: number, upwards: boolean) => number {
  return (edge, upwards) => {
    let base = 0;
    const widths: number[] = [];
    for (const [i, {low, high}] of ranges.entries()) {
      const [w, width] = [weights[i]!, high - low];
      if (w * width !== 0) widths.push(Math.abs(w * width));
      base += upwards ? Math.max(w * low, w * high) : Math.min(w * low, w * high);
    }
    return uniformSumBelow(widths, upwards ? base - edge : edge - base);
  };
}

/**
 * P(Σ aᵢUᵢ ≤ t) for independent Uᵢ uniform on [0, 1] (Barrow & Smith 1979, doi:10.2307/2320584):
 * Σ over subsets S of (−1)^|S| (t − Σ_S a)₊ⁿ ÷ (n! Π aᵢ). Accurate for small t, where few subsets count; the other tail is its mirror image.
 * Seeded simulation where there are more than 16 terms or where the sum would cancel.
 */
export function uniformSumBelow(widths: readonly number[], t: number): number {
  const total = widths.reduce((sum, a) => sum + a, 0);
  if (t <= 0) return widths.length === 0 && t === 0 ? 1 : 0;
  if (t >= total) return 1;
  if (t > total / 2) return 1 - uniformSumBelow(widths, total - t);
  const n = widths.length;
  const first = widths.reduce((term, a, i) => (term * t) / (a * (i + 1)), 1);
  if (n > MOST_EXACT || first > LARGEST_TERM) return simulatedBelow(widths, t);
  let sum = 0;
  for (let subset = 0; subset < 2 ** n; subset++) {
    let [left, sign] = [t, 1];
    for (let i = 0; i < n; i++)
      if (subset & (1 << i)) {
        left -= widths[i]!;
        sign = -sign;
      }
    if (left > 0) sum += sign * first * (left / t) ** n;
  }
  return Math.min(1, Math.max(0, sum));
}

function simulatedBelow(widths: readonly number[], t: number): number {
  const random = randomOf("sums of uniform rounding errors");
  let below = 0;
  for (let draw = 0; draw < DRAWS; draw++) {
    let sum = 0;
    for (const a of widths) sum += a * random.real();
    if (sum <= t) below++;
  }
  return below / DRAWS;
}

/** The same probability for any function of the inputs, by seeded simulation. */
export function reachOf(
  ranges: readonly FigureRange[],
  of: (values: readonly number[]) => number
): (edge: number, upwards: boolean) => number {
  return (edge, upwards) => {
    const random = randomOf("rounding errors");
    let beyond = 0;
    for (let draw = 0; draw < DRAWS; draw++) {
      const value = of(ranges.map(({low, high}) => low + (high - low) * random.real()));
      if (upwards ? value >= edge : value <= edge) beyond++;
    }
    return beyond / DRAWS;
  };
}

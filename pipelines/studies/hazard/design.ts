// Sampling designs: which part of the samples would be drawn again if the evaluation were repeated, and the resulting intervals.

import {tQuantile, Z975} from "../../stats/distributions.js";
import {type Cohort, lastTime} from "./cohort.js";
import {type Curve, influence} from "./curves.js";

/**
 * `tests`: other tests at the same points, with as many at each. Points of a manifold are chosen rather than sampled, so that differences
 * between them are no error.
 * `points`: other points of the same kind too (clustered by point).
 * `samples`: all samples as if drawn independently from one population, as in textbooks and R's survfit.
 */
export const DESIGNS = ["tests", "points", "samples"] as const;
export type Design = (typeof DESIGNS)[number];

/**
 * Variance of an estimate from its influence function, per sample: the sum over groups of squared sums of influences (Huber 1967, White
 * 1980); clustered by point with the factor G/(G − 1); stratified within points (Cochran 1977, section 5.5). Samples of one test are kept
 * together in all designs. Null where the design has nothing to compare, as with a single point under `points`.
 */
export function designVariance({tests, points}: Cohort, moved: (sample: number) => number, design: Design): number | null {
  const parts = collect(design, points.length - 1);
  for (let point = 0; point + 1 < points.length; point++) {
    const [first, end] = [points[point]!, points[point + 1]!];
    let [total, squares] = [0, 0];
    for (let test = first; test < end; test++) {
      let own = 0;
      for (let sample = tests[test]!; sample < tests[test + 1]!; sample++) own += moved(sample);
      total += own;
      squares += own * own;
    }
    parts.add(end - first, total, squares);
  }
  return parts.variance();
}

/** Sums over points: number of tests, sum of their influences, and sum of squares. */
function collect(design: Design, groups: number) {
  let sum = 0;
  return {
    add(size: number, total: number, squares: number): void {
      if (design === "points") sum += total * total;
      else if (design === "samples" || size < 2) sum += squares;
      else sum += (size / (size - 1)) * Math.max(0, squares - (total * total) / size);
    },
    variance: (): number | null => (design !== "points" ? sum : groups > 1 ? (sum * groups) / (groups - 1) : null)
  };
}

/** Half width of a 95 % interval in standard errors; with few points it is larger. */
export function reach({points}: Cohort, design: Design): number {
  const groups = points.length - 1;
  return design === "points" && groups > 1 ? tQuantile(0.975, groups - 1) : Z975;
}

/** An estimate with its 95 % interval; low and high are null where the design does not determine them. */
export interface CurveEstimate {
  value: number;
  low: number | null;
  high: number | null;
}

/** A curve's value at t with its standard error under a design. */
export interface CurveValue {
  value: number;
  /** standard error; null where the design does not determine it */
  se: number | null;
  /** half width of a 95 % interval, in standard errors */
  reach: number;
  /** number of samples that are not censored before t */
  n: number;
}

export const spreadAt = (cohort: Cohort, curve: Curve, t: number, design: Design): CurveValue =>
  spreadsAlong(cohort, curve, [t], design)[0]!;

/**
 * The same at many ascending token counts. Since influences are fixed + slope × value once a sample has ended, and all equal before, sums
 * per point are updated with the samples that end, and each count takes time proportional to the number of points.
 */
export function spreadsAlong(cohort: Cohort, curve: Curve, times: readonly number[], design: Design): CurveValue[] {
  const {n, codes, tests} = cohort;
  const spread = (t: number, variance: number | null): CurveValue => {
    return {value: curve.value(t), se: variance === null ? null : Math.sqrt(variance), reach: reach(cohort, design), n};
  };
  if (tests.length - 1 < n) {
    const variance = (table: Float64Array) => designVariance(cohort, sample => table[codes[sample]!]!, design);
    return times.map(t => spread(t, variance(influence(cohort, curve, t))));
  }
  const groups = sumsOf(cohort, curve);
  return times.map(t => spread(t, groups.until(t, design)));
}

/** Sums over the samples of each point that have ended, which `until` updates from count to count. */
function sumsOf({n, times, counts, codes, points}: Cohort, {value, fixed, slope, waiting}: Curve) {
  const groups = points.length - 1;
  // samples in the order in which they ended, by counting sort
  const order = new Int32Array(n);
  let place = 0;
  const places = counts.map(count => (place += count) - count);
  for (let sample = 0; sample < n; sample++) order[places[codes[sample]!]!++] = sample;
  const pointOf = new Int32Array(n);
  for (let point = 0; point < groups; point++) pointOf.fill(point, points[point]!, points[point + 1]!);
  const sums = () => new Float64Array(groups);
  const [ended, a, b, aa, ab, bb] = [sums(), sums(), sums(), sums(), sums(), sums()];
  let next = 0;
  return {
    until(t: number, design: Design): number | null {
      const end = 3 * (lastTime(times, t) + 1);
      for (; next < n && codes[order[next]!]! < end; next++) {
        const [point, code] = [pointOf[order[next]!]!, codes[order[next]!]!];
        const [x, y] = [fixed[code]!, slope[code]!];
        ended[point]!++;
        a[point]! += x;
        b[point]! += y;
        aa[point]! += x * x;
        ab[point]! += x * y;
        bb[point]! += y * y;
      }
      const parts = collect(design, groups);
      const [now, still] = [value(t), waiting(t)];
      for (let point = 0; point < groups; point++) {
        const size = points[point + 1]! - points[point]!;
        const left = size - ended[point]!;
        const squares = aa[point]! + 2 * now * ab[point]! + now * now * bb[point]! + left * still * still;
        parts.add(size, a[point]! + now * b[point]! + left * still, Math.max(0, squares));
      }
      return parts.variance();
    }
  };
}

/**
 * Interval of a share on the scale log(−log) (Kalbfleisch & Prentice 1980), which keeps it within 0 and 1. For a share of 0 or 1 it is the
 * exact one-sided bound 0.025^(1/n). The standard error is at least that of one sample, 1/n, since no observed variation does not mean
 * none.
 */
export function shareInterval({value, se, reach, n}: CurveValue): CurveEstimate {
  if (se === null || n <= 0) return {value, low: null, high: null};
  const rest = 0.025 ** (1 / n);
  if (value <= NONE) return {value: 0, low: 0, high: 1 - rest};
  if (value >= 1 - NONE) return {value: 1, low: rest, high: 1};
  const widened = Math.exp((reach * Math.max(se, 1 / n)) / (value * -Math.log(value)));
  return {value, low: value ** widened, high: value ** (1 / widened)};
}
/** Values below this are rounding errors of 0. */
const NONE = 1e-12;

/** Interval of a positive quantity without an upper bound, on the logarithmic scale. */
export function positiveInterval({value, se, reach}: CurveValue): CurveEstimate {
  if (se === null || !(value > 0)) return {value, low: null, high: null};
  const widened = Math.exp((reach * se) / value);
  return {value, low: value / widened, high: value * widened};
}

// What an interval is over: which part of the samples would be drawn anew if the evaluation were repeated.
import {Z95} from "../../score/accuracy.js";
import {tQuantile} from "../distributions.js";
import type {Cohort} from "./cohort.js";
import type {Curve} from "./curves.js";

/**
 * `tests`: other tests at the same points, as many at each. Points of a manifold are chosen, not drawn: what differs between them is no error.
 * `points`: other points of the same kind too (clustered by point).
 * `samples`: all samples as if drawn independently from one pot, as textbooks and R's survfit have it.
 */
export const DESIGNS = ["tests", "points", "samples"] as const;
export type Design = (typeof DESIGNS)[number];

/**
 * Variance of an estimate from its influence function, per sample (Σ over the right groups of (Σ influence)²: Huber 1967, White 1980;
 * clustered by point with G/(G − 1); within points, strata: Cochran 1977, section 5.5). Samples of one test go together in all designs.
 * null where the design has nothing to compare: points, if there is only one.
 */
export function designVariance({tests, points}: Cohort, influence: (sample: number) => number, design: Design): number | null {
  const groups = points.length - 1;
  let sum = 0;
  for (let point = 0; point < groups; point++) {
    const [first, end] = [points[point]!, points[point + 1]!];
    let [total, squares] = [0, 0];
    for (let test = first; test < end; test++) {
      let own = 0;
      for (let sample = tests[test]!; sample < tests[test + 1]!; sample++) own += influence(sample);
      total += own;
      squares += own * own;
    }
    const size = end - first;
    if (design === "points") sum += total * total;
    else if (design === "samples" || size < 2) sum += squares;
    else sum += (size / (size - 1)) * Math.max(0, squares - (total * total) / size);
  }
  if (design !== "points") return sum;
  return groups > 1 ? (sum * groups) / (groups - 1) : null;
}

/** How many standard errors a 95 % interval reaches to each side: few points make it longer. */
export function reach({points}: Cohort, design: Design): number {
  const groups = points.length - 1;
  return design === "points" && groups > 1 ? tQuantile(0.975, groups - 1) : Z95;
}

/** An estimate with its 95 % interval; low and high are null where the design cannot tell. */
export interface Estimate {
  value: number;
  low: number | null;
  high: number | null;
}

/** What a curve's value at t is worth under a design. */
export interface Spread {
  value: number;
  /** standard error, null where the design cannot tell */
  se: number | null;
  /** standard errors to each side */
  reach: number;
  /** samples that could have been otherwise: those not censored before t */
  n: number;
}

export function spreadAt(cohort: Cohort, curve: Curve, t: number, design: Design): Spread {
  const table = curve.influence(t);
  const variance = designVariance(cohort, sample => table[cohort.codes[sample]!]!, design);
  return {value: curve.value(t), se: variance === null ? null : Math.sqrt(variance), reach: reach(cohort, design), n: cohort.n};
}

/**
 * A share's interval on the scale log(−log) (Kalbfleisch & Prentice 1980), which keeps it within 0 and 1. Of a share of none or all it is
 * the exact one-sided bound 0.025^(1/n). What varies nowhere may still vary: the error is at least that of one sample, 1/n.
 */
export function shareInterval({value, se, reach, n}: Spread): Estimate {
  if (se === null || n <= 0) return {value, low: null, high: null};
  const rest = 0.025 ** (1 / n);
  if (value <= NONE) return {value: 0, low: 0, high: 1 - rest};
  if (value >= 1 - NONE) return {value: 1, low: rest, high: 1};
  const widened = Math.exp((reach * Math.max(se, 1 / n)) / (value * -Math.log(value)));
  return {value, low: value ** widened, high: value ** (1 / widened)};
}
/** What rounding leaves of 0. */
const NONE = 1e-12;

/** Interval of what is positive and has no upper bound, on the scale of logarithms. */
export function positiveInterval({value, se, reach}: Spread): Estimate {
  if (se === null || !(value > 0)) return {value, low: null, high: null};
  const widened = Math.exp((reach * se) / value);
  return {value, low: value / widened, high: value * widened};
}

// Confidence intervals of agreement coefficients, 1 − observed ÷ expected disagreement, by what they generalise to.
import {tQuantile} from "../../../stats/distributions.js";
import {type Covariance, crossed, grouped, spreadOf} from "../bradleyTerry/errors.js";
import type {ErrorKind} from "../bradleyTerry/strengths.js";
import {repeatFlags} from "./repeats.js";

/** What an interval generalises to: other units, other prompts, other judges, or other prompts and judges; the broadest first. */
const AGREED_OVER = ["both", "prompts", "annotators", "units"] as const;
export type AgreedOver = (typeof AGREED_OVER)[number];

export const OVER_NAMES: Record<AgreedOver, string> = {
  both: "prompts and judges",
  prompts: "prompts",
  annotators: "judges",
  units: "units"
};

/**
 * An estimate with its 95 % interval, what the interval generalises to, and the number of units; null where it cannot be estimated, with
 * the reason.
 */
export interface Agreed {
  value: number | null;
  lo: number | null;
  hi: number | null;
  n: number;
  over?: AgreedOver | null;
  why?: string;
}

/**
 * The kind of agreement interval that matches a kind of error of strengths: for `information` and `votes`, which agreement lacks, it is
 * over units.
 */
export const agreedOver = (kind: ErrorKind): AgreedOver => (kind === "information" || kind === "votes" ? "units" : kind);

/** Intervals for named judges, who are not a sample of many: over prompts, or over units where those are asked for. */
export const overOfNamed = (over: AgreedOver): AgreedOver => (over === "units" ? "units" : "prompts");

/** An estimate as it is written to JSON. */
export type PlainAgreed = Pick<Agreed, "value" | "lo" | "hi" | "n"> & {over: AgreedOver | null};
export const plainAgreed = ({value, lo, hi, n, over}: Agreed): PlainAgreed => ({
  value,
  lo,
  hi,
  n,
  over: lo === null ? null : (over ?? null)
});

export const nothing = (why: string, n = 0): Agreed => ({value: null, lo: null, hi: null, n, why});

/** Sums over clusters of squares and products of the changes in observed (o) and expected (e) disagreement when a cluster is left out. */
export interface Squares {
  oo: number;
  oe: number;
  ee: number;
  clusters: number;
}

/** Observed and expected disagreement, and the variance of both. */
export interface Disagreement {
  /** number of units */
  n: number;
  observed: number;
  expected: number;
  /** largest possible value of observed ÷ expected */
  most: number;
  /** variance of observed − ratio · expected if units were a random sample in which judges agree to that ratio (see `mixture`) */
  model: (ratio: number) => number;
  /** by kind of cluster; null where there are too few clusters */
  squares: (over: Exclude<AgreedOver, "both"> | "cells") => Squares | null;
}

/** Adds up squares and products of the changes when each cluster is left out. */
export function squaresOf(moves: Iterable<readonly [observed: number, expected: number]>): Squares | null {
  const sums = {oo: 0, oe: 0, ee: 0, clusters: 0};
  for (const [o, e] of moves) {
    if (!(Number.isFinite(o) && Number.isFinite(e))) return null; // without this cluster no ratings are left
    sums.oo += o * o;
    sums.oe += o * e;
    sums.ee += e * e;
    sums.clusters++;
  }
  return sums.clusters < 2 ? null : sums;
}

/** Steps in which an end of the interval is searched, and halvings that then refine it. */
const [STEPS, HALVINGS] = [60, 26];

/**
 * 1 − observed ÷ expected with its 95 % interval: all values c for which observed − (1 − c) · expected lies within Student's t of its
 * standard error (Fieller 1954, doi:10.1111/j.2517-6161.1954.tb00159.x). The error is that of the jackknife over clusters, with two ways of
 * clustering added as for strengths (errors.ts), but at least that of independent units whose judges agree to exactly that c, as Donner &
 * Eliasziw (1992, doi:10.1002/sim.4780111109) do for two judges: where categories are rare or agreement is near perfect, the sample alone
 * shows too little variation.
 * @param over what the interval should generalise to; where there are too few clusters for it, the next narrower kind is used
 */
export function agreedOf(found: Disagreement, over: AgreedOver = "both"): Agreed {
  const {n, observed, expected, most} = found;
  const ratio = observed / expected;
  const value = 1 - ratio;
  const chosen = covarianceOf(found, over);
  if (!chosen) return {value, lo: null, hi: null, n, why: "a single unit shows no spread"};
  const reaches = new Map<number, number>();
  const outside = (at: number): boolean => {
    const {se, df} = spreadOf(chosen.covariances(at), ONLY);
    let reach = reaches.get(df);
    if (reach === undefined) reaches.set(df, (reach = tQuantile(0.975, df)));
    return (observed - at * expected) ** 2 > reach ** 2 * Math.max(se ** 2, found.model(at));
  };
  const end = (limit: number): number => {
    let inside = ratio;
    for (let step = 1; step <= STEPS; step++) {
      let out = ratio + ((limit - ratio) * step) / STEPS;
      if (!outside(out)) {
        inside = out;
        continue;
      }
      for (let half = 0; half < HALVINGS; half++) {
        const middle = (inside + out) / 2;
        if (outside(middle)) out = middle;
        else inside = middle;
      }
      return out;
    }
    return limit;
  };
  return {value, lo: 1 - end(Math.max(ratio, most)), hi: 1 - end(0), n, over: chosen.over};
}
const ONLY = [[0, 1]] as const;

/** The covariance, of one parameter, of observed − ratio · expected, for the wanted kind of interval or the next that can be computed. */
function covarianceOf(found: Disagreement, wanted: AgreedOver) {
  const order = [wanted, ...AGREED_OVER.filter(over => over !== wanted)];
  for (const over of order) {
    if (over === "both") {
      const [prompts, annotators] = [found.squares("prompts"), found.squares("annotators")];
      const cells = prompts && annotators && found.squares("cells");
      if (cells)
        return {
          over,
          covariances: (at: number) => crossed(varianceAt(prompts, at), varianceAt(annotators, at), varianceAt(cells, at))
        };
    } else {
      const squares = found.squares(over);
      if (squares) return {over, covariances: (at: number) => [varianceAt(squares, at)]};
    }
  }
  return null;
}

function varianceAt({oo, oe, ee, clusters}: Squares, ratio: number): Covariance {
  const variance = ((clusters - 1) / clusters) * Math.max(0, oo - 2 * ratio * oe + ratio * ratio * ee);
  return {matrix: Float64Array.of(variance), size: 1, df: clusters - 1, clusters};
}

/**
 * The standard error of observed − ratio · expected at the estimate, divided by expected: the coefficient's standard error by the delta
 * method. Tests compare it with published errors.
 * @internal
 */
export function errorAt(found: Disagreement, over: AgreedOver): number | null {
  const ratio = found.observed / found.expected;
  const chosen = covarianceOf(found, over);
  return chosen && chosen.over === over ? spreadOf(chosen.covariances(ratio), ONLY).se / found.expected : null;
}

/** Moments of the distance d between two ratings drawn at random, and of g, a rating's mean distance from all ratings. */
export interface Moments {
  /** E d, E d², E g² */
  d: number;
  dd: number;
  gg: number;
}

/**
 * Variance of a unit's observed − ratio · expected disagreement (the latter linearised: 2 ḡ − E d) under the simplest model in which the
 * coefficient is c = 1 − ratio: with probability c all m judges give the same rating, otherwise each draws independently. For two judges
 * and equal base rates this is the only model there is. Where c < 0, judges are independent. With `alone`, only observed disagreement
 * varies, and the expected one is known.
 */
export function mixture({d, dd, gg}: Moments, m: number, {alone = false} = {}): (ratio: number) => number {
  const pairs = (m * (m - 1)) / 2;
  const touching = m * (m - 1) * (m - 2);
  const aa = (pairs * dd + touching * gg + (pairs * pairs - pairs - touching) * d * d) / (pairs * pairs);
  if (alone)
    return ratio => {
      const apart = Math.min(1, ratio);
      return Math.max(0, apart * aa - (apart * d) ** 2);
    };
  const ac = (2 * (2 * gg + (m - 2) * d * d)) / m - d * d;
  const cc = (4 * (gg + (m - 1) * d * d)) / m - 3 * d * d;
  const alike = 4 * gg - 3 * d * d;
  return ratio => {
    const same = Math.max(0, 1 - ratio);
    const off = ratio > 1 ? d * (1 - ratio) : 0;
    return Math.max(0, same * ratio * ratio * alike + (1 - same) * (aa - 2 * ratio * ac + ratio * ratio * cc) - off * off);
  };
}

// Ratings of the same units by several judges, as columns: the input of all measures of agreement.

/** Ratings of units with at least two ratings. Those of unit u are at positions starts[u] to starts[u + 1] − 1. */
export interface RatingPanel {
  units: number;
  starts: Int32Array;
  /** of each rating: its unit, its category, its judge, and the prompt of the unit */
  unit: Int32Array;
  category: Int32Array;
  judge: Int32Array;
  prompt: Int32Array;
  categories: number;
  judges: number;
  /** number of ratings left out because the judge had rated the unit before */
  repeated: number;
}

/** Votes or ratings as rows. */
interface Rows {
  n: number;
  unit: Int32Array;
  judge: Int32Array;
  question: Int32Array;
  judges: readonly string[];
}

/**
 * The panel of the rows whose units have at least two ratings, each by another judge: only a judge's first rating of a unit counts.
 * @param categoryOf category of a row, −1 for rows that are left out
 */
export function panelOf(
  {n, unit: of, judge: by, question, judges}: Rows,
  categoryOf: (row: number) => number,
  {categories}: {categories: number}
): RatingPanel {
  const {order, starts: all} = grouped(of, n);
  const starts = new Int32Array(all.length);
  const [unit, category, judge, prompt] = [new Int32Array(n), new Int32Array(n), new Int32Array(n), new Int32Array(n)];
  const flags = repeatFlags({n, unit: of, judge: by});
  let [units, filled, repeated] = [0, 0, 0];
  for (let g = 0; g + 1 < all.length; g++) {
    const before = filled;
    for (let at = all[g]!; at < all[g + 1]!; at++) {
      const row = order[at]!;
      const own = categoryOf(row);
      if (own < 0) continue;
      if (flags[row] === 1) {
        repeated++;
        continue;
      }
      unit[filled] = units;
      category[filled] = own;
      judge[filled] = by[row]!;
      prompt[filled++] = question[row]!;
    }
    if (filled - before < 2) filled = before;
    else starts[++units] = filled;
  }
  const filledPart = (column: Int32Array) => column.slice(0, filled);
  return {
    units,
    starts: starts.slice(0, units + 1),
    unit: filledPart(unit),
    category: filledPart(category),
    judge: filledPart(judge),
    prompt: filledPart(prompt),
    categories,
    judges: judges.length,
    repeated
  };
}

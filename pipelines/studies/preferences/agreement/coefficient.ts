// Intervals of coefficients of agreement, 1 − observed ÷ expected disagreement: what varies, and how an interval follows from it.
import {tQuantile} from "../../../stats/distributions.js";
import {type Covariance, crossed, spreadOf} from "../bradleyTerry/errors.js";
import type {ErrorKind} from "../bradleyTerry/strengths.js";

/** What an interval speaks of: other units, other prompts, other judges, or other prompts and judges; the widest sense first. */
export const AGREED_OVER = ["both", "prompts", "annotators", "units"] as const;
export type AgreedOver = (typeof AGREED_OVER)[number];

export const OVER_NAMES: Record<AgreedOver, string> = {
  both: "prompts and judges",
  prompts: "prompts",
  annotators: "judges",
  units: "units"
};

/** An estimate with its 95 % interval, what that is over, and the number of units behind it; null where it cannot be estimated, and why. */
export interface Agreed {
  value: number | null;
  lo: number | null;
  hi: number | null;
  n: number;
  over?: AgreedOver | null;
  why?: string;
}

/** Agreement has no like of a model's own error or of single votes: there, units are what varies. */
export const agreedOver = (kind: ErrorKind): AgreedOver => (kind === "information" || kind === "votes" ? "units" : kind);

/** Of named judges, who are no draw of many: over prompts, or over units where those are asked for. */
export const overOfNamed = (over: AgreedOver): AgreedOver => (over === "units" ? "units" : "prompts");

/** An estimate as JSON has it. */
export type PlainAgreed = Pick<Agreed, "value" | "lo" | "hi" | "n"> & {over: AgreedOver | null};
export const plainAgreed = ({value, lo, hi, n, over}: Agreed): PlainAgreed => ({
  value,
  lo,
  hi,
  n,
  over: lo === null ? null : (over ?? null)
});

export const nothing = (why: string, n = 0): Agreed => ({value: null, lo: null, hi: null, n, why});

/** Sums over clusters of squares and products of what leaving one out changes in observed (o) and expected (e) disagreement. */
export interface Squares {
  oo: number;
  oe: number;
  ee: number;
  clusters: number;
}

/** Disagreement observed and to be expected, and how both vary. */
export interface Disagreement {
  /** units */
  n: number;
  observed: number;
  expected: number;
  /** the most that observed ÷ expected can be */
  most: number;
  /** variance of observed − ratio · expected if units were a random draw in which judges agree to that ratio (`mixture`) */
  model: (ratio: number) => number;
  /** by what varies; null where it is too little to show how */
  squares: (over: Exclude<AgreedOver, "both"> | "cells") => Squares | null;
}

/** Adds up what each cluster's absence changes. */
export function squaresOf(moves: Iterable<readonly [observed: number, expected: number]>): Squares | null {
  const sums = {oo: 0, oe: 0, ee: 0, clusters: 0};
  for (const [o, e] of moves) {
    if (!(Number.isFinite(o) && Number.isFinite(e))) return null; // without this cluster there is nothing left
    sums.oo += o * o;
    sums.oe += o * e;
    sums.ee += e * e;
    sums.clusters++;
  }
  return sums.clusters < 2 ? null : sums;
}

/** Steps in which an end is looked for, and halvings that then narrow it down. */
const [STEPS, HALVINGS] = [60, 26];

/**
 * 1 − observed ÷ expected with its 95 % interval: all values c for which observed − (1 − c) · expected lies within Student's t of its standard
 * error (Fieller 1954, doi:10.1111/j.2517-6161.1954.tb00159.x). The error is the jackknife's that leaves out one cluster at a time, two ways of
 * clustering added up as for strengths (errors.ts), but no less than that of independent units whose judges agree to just that c, as
 * Donner & Eliasziw (1992, doi:10.1002/sim.4780111109) do for two judges: where categories are rare or agreement is near perfect, the
 * sample alone shows too little spread.
 * @param over what is wanted; where that is too little to show how it varies, the next sense that there is
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

/** The covariance, of one parameter, of observed − ratio · expected; by the sense that is wanted, or the next that there is. */
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

/** The standard error of observed − ratio · expected at the estimate, ÷ expected: that of the coefficient by the delta method. */
export function errorAt(found: Disagreement, over: AgreedOver): number | null {
  const ratio = found.observed / found.expected;
  const chosen = covarianceOf(found, over);
  return chosen && chosen.over === over ? spreadOf(chosen.covariances(ratio), ONLY).se / found.expected : null;
}

/** Moments of the distance d of two ratings drawn at random, and of g, a rating's mean distance from all. */
export interface Moments {
  /** E d, E d², E g² */
  d: number;
  dd: number;
  gg: number;
}

/**
 * Variance of a unit's observed − ratio · expected disagreement (the latter linearised: 2 ḡ − E d) under the simplest model in which the
 * coefficient is c = 1 − ratio: with chance c all m judges say the same, else each draws by itself. For two judges and equal base rates
 * this is the only model there is. Where c < 0, judges are independent. `alone`: of observed disagreement, what is expected being known.
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

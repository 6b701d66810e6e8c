// Ranks from strengths: simultaneous intervals, probabilities of being among the best k, and pairwise comparisons.

import {normal} from "../../../generate/normal.js";
import {type Random, randomOf} from "../../../generate/seed.js";
import {tCdf, tTwoSided} from "../../../stats/distributions.js";
import {type Discovery, falseDiscoveryRate} from "../../../stats/falseDiscovery.js";
import {cholesky} from "../../../stats/linalg/dense.js";
import {quantileOf} from "../../../stats/quantile.js";
import {type Covariance, type StandardError, spreadOf} from "./errors.js";

/** Number of draws from the strengths' distribution. */
const DRAWS = 2_000;

/** Strengths of `models` models, where larger is better, with one covariance, or several of which the largest error counts. */
export interface Ranked {
  beta: ArrayLike<number>;
  models: number;
  covariances: readonly Covariance[];
}

export interface Ranks {
  /** 1 + the number of stronger models */
  rank: number;
  /** ends of the simultaneous 95 % interval of the rank */
  lo: number;
  hi: number;
  /** P(rank ≤ k) for k = 1 to the number of models */
  among: number[];
}

/** Standard errors of all differences, row by row, and the fewest degrees of freedom among them. */
function differenceErrors({models, covariances}: Omit<Ranked, "beta">): {errors: Float64Array; df: number} {
  const errors = new Float64Array(models * models);
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < models; i++)
    for (let j = i + 1; j < models; j++) {
      const {se, df} = differenceOf(covariances, i, j);
      errors[i * models + j] = errors[j * models + i] = se;
      least = Math.min(least, df);
    }
  return {errors, df: least};
}

const differenceOf = (covariances: readonly Covariance[], i: number, j: number): StandardError =>
  spreadOf(covariances, [
    [i, 1],
    [j, -1]
  ]);

/**
 * Simultaneous confidence intervals of ranks (Mogstad, Romano, Shaikh & Wilhelm 2024, doi:10.1093/restud/rdad006, single step), as in
 * pipelines/stats/ranks.ts, but with the covariance of the strengths, which come from the same votes and are not independent. The critical
 * value is that of a multivariate t. `among` is the share of draws from the strengths' approximate distribution in which the rank is k or
 * better: a posterior probability under a flat prior, not a frequency.
 */
export function ranksOf(
  ranked: Ranked,
  {level = 0.95, random = randomOf("ranks of strengths")}: {level?: number; random?: Random} = {}
): Ranks[] {
  const {beta, models, covariances} = ranked;
  const {errors, df} = differenceErrors(ranked);
  const {draws, of} = drawsOf(ranked, df, random);
  const critical = models > 1 ? criticalValue(draws, differenceErrors({models, covariances: of}).errors, models, level) : 0;
  const among = placesOf(draws, beta, models);
  const known = covariances.length > 0;
  return Array.from({length: models}, (_, i) => {
    let [better, above, below] = [0, 0, 0];
    for (let j = 0; j < models; j++) {
      const lead = beta[j]! - beta[i]!;
      const reach = known ? critical * errors[i * models + j]! : Number.POSITIVE_INFINITY;
      if (lead > 0) better++;
      if (lead > reach) above++;
      if (-lead > reach) below++;
    }
    return {rank: 1 + better, lo: 1 + above, hi: models - below, among: among[i]!};
  });
}

/**
 * Draws errors of the strengths from a multivariate t, one draw per row, with the first covariance that is positive definite (a two-way
 * clustered one need not be); also returns that covariance, since draws are standardised by its errors.
 */
function drawsOf({models, covariances}: Ranked, df: number, random: Random): {draws: Float64Array; of: readonly Covariance[]} {
  const draws = new Float64Array(DRAWS * models);
  const {factor, of} = factorOf(covariances, models);
  if (!factor) return {draws, of};
  const z = new Float64Array(models);
  for (let draw = 0; draw < DRAWS; draw++) {
    for (let i = 0; i < models; i++) z[i] = normal(random);
    const wider = Number.isFinite(df) ? 1 / Math.sqrt(chiSquared(df, random) / df) : 1;
    for (let i = 0; i < models; i++) {
      let sum = 0;
      for (let k = 0; k <= i; k++) sum += factor[i * models + k]! * z[k]!;
      draws[draw * models + i] = sum * wider;
    }
  }
  return {draws, of};
}

/** A factor of the models' covariance. It is singular along (1, …, 1), on which no difference depends: a little is added there. */
function factorOf(covariances: readonly Covariance[], models: number): {factor: Float64Array | null; of: readonly Covariance[]} {
  for (const each of covariances) {
    const {matrix, size} = each;
    const block = new Float64Array(models * models);
    let trace = 0;
    for (let i = 0; i < models; i++) trace += matrix[i * size + i]!;
    for (let i = 0; i < models; i++)
      for (let j = 0; j < models; j++)
        block[i * models + j] = matrix[i * size + j]! + trace / models / models + (i === j ? 1e-9 * trace : 0);
    const factor = cholesky(block, models);
    if (factor) return {factor, of: [each]};
  }
  return {factor: null, of: []};
}

/** Draws from χ² by Marsaglia & Tsang 2000 (doi:10.1145/358407.358414) for df ≥ 2; smaller df are treated as 1, the square of a normal. */
function chiSquared(df: number, random: Random): number {
  if (df < 2) return normal(random) ** 2;
  const d = df / 2 - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const x = normal(random);
    const v = (1 + c * x) ** 3;
    if (v > 0 && Math.log(1 - random.real()) < (x * x) / 2 + d - d * v + d * Math.log(v)) return 2 * d * v;
  }
}

function criticalValue(draws: Float64Array, errors: Float64Array, models: number, level: number): number {
  const largest = new Float64Array(DRAWS);
  const inverse = errors.map(error => (error > 0 ? 1 / error : 0));
  for (let draw = 0; draw < DRAWS; draw++) {
    let most = 0;
    const at = draw * models;
    for (let i = 1; i < models; i++) {
      const own = draws[at + i]!;
      for (let j = 0; j < i; j++) {
        const size = Math.abs(own - draws[at + j]!) * inverse[i * models + j]!;
        if (size > most) most = size;
      }
    }
    largest[draw] = most;
  }
  return quantileOf(largest.sort(), level);
}

function placesOf(draws: Float64Array, beta: ArrayLike<number>, models: number): number[][] {
  const counts = new Int32Array(models * models);
  const order = Int32Array.from({length: models}, (_, i) => i);
  const value = new Float64Array(models);
  for (let draw = 0; draw < DRAWS; draw++) {
    for (let i = 0; i < models; i++) value[i] = beta[i]! + draws[draw * models + i]!;
    settle(order, value);
    for (let place = 0; place < models; place++) {
      const at = order[place]! * models + place;
      counts[at] = counts[at]! + 1;
    }
  }
  return Array.from({length: models}, (_, i) => {
    let sum = 0;
    return Array.from(counts.subarray(i * models, (i + 1) * models), count => (sum += count) / DRAWS);
  });
}

/** Insertion sort by value, largest first: fast, because the order of one draw is nearly that of the next. */
function settle(order: Int32Array, value: Float64Array): void {
  for (let k = 1; k < order.length; k++) {
    const own = order[k]!;
    let place = k;
    for (; place > 0 && value[order[place - 1]!]! < value[own]!; place--) order[place] = order[place - 1]!;
    order[place] = own;
  }
}

/** Comparison of two models: which is stronger, and how certain that is. */
export interface StrengthPair {
  i: number;
  j: number;
  /** βᵢ − βⱼ and its standard error */
  difference: number;
  se: number;
  /** P(βᵢ > βⱼ) under a flat prior: 1 minus the one-sided p-value */
  chance: number;
  /** two-sided */
  p: number | null;
  /** adjusted for all pairs: among pairs with q ≤ 0.05 at most 5 % are expected to be false discoveries */
  q: number | null;
}

/** All pairs, each once. Differences of the same strengths are dependent, so that the default is Benjamini & Yekutieli. */
export function pairsOf({beta, models, covariances}: Ranked, {method = "BY"}: {method?: Discovery} = {}): StrengthPair[] {
  const pairs: StrengthPair[] = [];
  for (let i = 0; i < models; i++)
    for (let j = i + 1; j < models; j++) {
      const difference = beta[i]! - beta[j]!;
      const {se, df} = differenceOf(covariances, i, j);
      const t = difference / se;
      const known = se > 0;
      pairs.push({i, j, difference, se, chance: known ? tCdf(t, df) : 0.5, p: known ? tTwoSided(t, df) : null, q: null});
    }
  const adjusted = falseDiscoveryRate(
    pairs.map(({p}) => p),
    method
  );
  return pairs.map((pair, at) => ({...pair, q: adjusted[at]!}));
}

// How far judges agree beyond chance: Fleiss' κ, Krippendorff's α and Cohen's κ, each with a bootstrap interval over units.
import {type Random, randomOf} from "../../generate/seed.js";
import {multinomial, quantileOf} from "./resample.js";
import {byName, type Votes} from "./votes.js";

/** An estimate with its 95 % interval, and the number of units behind it; null where it cannot be estimated, and why. */
export interface Agreed {
  value: number | null;
  lo: number | null;
  hi: number | null;
  n: number;
  why?: string;
}

/** A unit's counts by category, and how many units are like it: agreement without regard to who judged depends on these alone. */
export interface Pattern {
  counts: number[];
  units: number;
}

/** How far apart two categories are, given how often each occurs (Krippendorff 2004, ch. 11): its square. */
export const METRICS = ["nominal", "ordinal", "interval"] as const;
export type Metric = (typeof METRICS)[number];

export const REPLICATES = 1_000;

/** Patterns of units with at least two ratings: `ratings` are (unit, category) pairs. */
export function patternsOf(ratings: {unit: ArrayLike<number>; category: ArrayLike<number>}, categories: number): Pattern[] {
  const units = new Map<number, number[]>();
  for (let r = 0; r < ratings.unit.length; r++) {
    let counts = units.get(ratings.unit[r]!);
    if (!counts) units.set(ratings.unit[r]!, (counts = new Array<number>(categories).fill(0)));
    counts[ratings.category[r]!]!++;
  }
  const patterns = new Map<string, Pattern>();
  for (const counts of units.values()) {
    if (counts.reduce((sum, k) => sum + k, 0) < 2) continue;
    const key = counts.join(" ");
    const known = patterns.get(key);
    if (known) known.units++;
    else patterns.set(key, {counts, units: 1});
  }
  return [...patterns.values()];
}

/**
 * Fleiss' κ (1971, doi:10.1037/h0031619) of weighted patterns. Where units differ in their number of ratings, a unit's agreement is the
 * share of its own pairs that agree, units count alike, and base rates are over all ratings; with equal numbers this is Fleiss' formula.
 */
export function fleissKappa(patterns: readonly Pattern[], weights: ArrayLike<number> = patterns.map(({units}) => units)): number {
  const {agreed, units, totals, ratings} = sums(patterns, weights);
  const chance = totals.reduce((sum, k) => sum + (k / ratings) ** 2, 0);
  return (agreed / units - chance) / (1 - chance);
}

function sums(patterns: readonly Pattern[], weights: ArrayLike<number>) {
  const totals = new Array<number>(patterns[0]?.counts.length ?? 0).fill(0);
  let [agreed, units, ratings] = [0, 0, 0];
  patterns.forEach(({counts}, p) => {
    const own = counts.reduce((sum, k) => sum + k, 0);
    const w = weights[p]!;
    agreed += (w * counts.reduce((sum, k) => sum + k * (k - 1), 0)) / (own * (own - 1));
    units += w;
    ratings += w * own;
    counts.forEach((k, c) => {
      totals[c]! += w * k;
    });
  });
  return {agreed, units, totals, ratings};
}

/**
 * Krippendorff's α (2011, "Computing Krippendorff's Alpha-Reliability") of weighted patterns: 1 − observed ÷ expected disagreement.
 * @param values what each category stands for, in order; used by `interval` only
 */
export function krippendorffAlpha(
  patterns: readonly Pattern[],
  {
    metric = "nominal",
    values,
    weights = patterns.map(({units}) => units)
  }: {metric?: Metric; values?: readonly number[]; weights?: ArrayLike<number>} = {}
): number {
  const {totals, ratings} = sums(patterns, weights);
  const distance = distances(totals, metric, values ?? totals.map((_, c) => c));
  let observed = 0;
  patterns.forEach(({counts}, p) => {
    const own = counts.reduce((sum, k) => sum + k, 0);
    observed += (weights[p]! * spread(counts, distance)) / (own - 1);
  });
  const expected = spread(totals, distance) / (ratings - 1);
  return 1 - observed / expected;
}

/** Σ over pairs of categories of n_c n_k δ²(c, k), each pair in both orders. */
function spread(counts: readonly number[], distance: readonly (readonly number[])[]): number {
  let sum = 0;
  for (let c = 0; c < counts.length; c++)
    if (counts[c]! > 0) for (let k = 0; k < counts.length; k++) sum += counts[c]! * counts[k]! * distance[c]![k]!;
  return sum;
}

function distances(totals: readonly number[], metric: Metric, values: readonly number[]): number[][] {
  return totals.map((_, c) =>
    totals.map((_, k) => {
      if (c === k) return 0;
      if (metric === "nominal") return 1;
      if (metric === "interval") return (values[c]! - values[k]!) ** 2;
      const [low, high] = [Math.min(c, k), Math.max(c, k)];
      let between = -(totals[low]! + totals[high]!) / 2;
      for (let g = low; g <= high; g++) between += totals[g]!;
      return between ** 2;
    })
  );
}

/** A statistic of patterns with its percentile interval by a bootstrap over units (Efron 1979). */
export function agreed(
  patterns: readonly Pattern[],
  statistic: (weights: ArrayLike<number>) => number,
  {replicates = REPLICATES, random = randomOf("agreement")}: {replicates?: number; random?: Random} = {}
): Agreed {
  const counts = patterns.map(({units}) => units);
  const n = counts.reduce((sum, units) => sum + units, 0);
  if (n === 0) return {value: null, lo: null, hi: null, n, why: "no unit has two votes"};
  const value = statistic(counts);
  if (!Number.isFinite(value)) return {value: null, lo: null, hi: null, n, why: "only one category was ever chosen"};
  const weights = new Float64Array(counts.length);
  const drawn: number[] = [];
  for (let r = 0; r < replicates; r++) {
    const each = statistic(multinomial(counts, random, weights));
    if (Number.isFinite(each)) drawn.push(each);
  }
  return {value, ...percentiles(drawn), n};
}

/** Ends of the middle 95 % of replicates. */
export function percentiles(drawn: number[]): {lo: number | null; hi: number | null} {
  if (drawn.length < 20) return {lo: null, hi: null};
  const sorted = Float64Array.from(drawn).sort();
  return {lo: quantileOf(sorted, 0.025), hi: quantileOf(sorted, 0.975)};
}

/** The categories of votes, in the order that ordinal measures take. */
export const CATEGORIES = ["first", "tie", "second"] as const;

export interface VoteAgreement {
  fleiss: Agreed;
  krippendorff: Record<Metric, Agreed>;
  /** share of each category among the votes of units with two votes or more */
  rates: Record<(typeof CATEGORIES)[number], number>;
  /** share of pairs of votes on one unit that agree, and what chance alone gives */
  observed: number;
  chance: number;
  units: number;
  votes: number;
}

/** Agreement over all judges alike. Units are question × turn × unordered pair of models; "first" is the alphabetically first model. */
export function voteAgreement(
  votes: Votes,
  {ties = true, replicates = REPLICATES}: {ties?: boolean; replicates?: number} = {}
): VoteAgreement {
  const kept: number[] = [];
  for (let v = 0; v < votes.n; v++) if (ties || votes.outcome[v] !== 1) kept.push(v);
  const patterns = patternsOf(
    {unit: kept.map(v => votes.unit[v]!), category: kept.map(v => byName(votes, v))},
    CATEGORIES.length
  );
  const {
    agreed: same,
    units,
    totals,
    ratings
  } = sums(
    patterns,
    patterns.map(each => each.units)
  );
  const of = (metric: Metric) => agreed(patterns, weights => krippendorffAlpha(patterns, {metric, weights}), {replicates});
  return {
    fleiss: agreed(patterns, weights => fleissKappa(patterns, weights), {replicates}),
    krippendorff: {nominal: of("nominal"), ordinal: of("ordinal"), interval: of("interval")},
    rates: Object.fromEntries(
      CATEGORIES.map((name, c) => [name, ratings > 0 ? totals[c]! / ratings : 0])
    ) as VoteAgreement["rates"],
    observed: units > 0 ? same / units : Number.NaN,
    chance: totals.reduce((sum, k) => sum + (k / ratings) ** 2, 0),
    units,
    votes: ratings
  };
}

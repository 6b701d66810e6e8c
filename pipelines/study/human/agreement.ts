// How far judges agree beyond chance: Fleiss' κ, Krippendorff's α and Cohen's κ, each with a bootstrap interval over units.
import {type Random, randomOf} from "../../generate/seed.js";
import {normalCdf, normalQuantile, tQuantile} from "../distributions.js";
import {quantileOf, resampler} from "./resample.js";
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
  let units = 0;
  for (let r = 0; r < ratings.unit.length; r++) units = Math.max(units, ratings.unit[r]! + 1);
  const counts = new Int32Array(units * categories);
  for (let r = 0; r < ratings.unit.length; r++) {
    const at = ratings.unit[r]! * categories + ratings.category[r]!;
    counts[at] = counts[at]! + 1;
  }
  const patterns = new Map<number | string, Pattern>();
  for (let at = 0; at < counts.length; at += categories) {
    let total = 0;
    for (let c = 0; c < categories; c++) total += counts[at + c]!;
    if (total < 2) continue;
    const own = counts.subarray(at, at + categories);
    const key = keyOf(own);
    const known = patterns.get(key);
    if (known) known.units++;
    else patterns.set(key, {counts: Array.from(own), units: 1});
  }
  return [...patterns.values()];
}

/** A key of a few counts: one number where it holds them, as text takes longer. */
export function keyOf(counts: ArrayLike<number>): number | string {
  let key = 0;
  for (let c = 0; c < counts.length; c++) {
    if (counts[c]! >= KEYED || key > Number.MAX_SAFE_INTEGER / KEYED - 1) return Array.from(counts).join(" ");
    key = key * KEYED + counts[c]!;
  }
  return key;
}
const KEYED = 400;

/** What every coefficient follows from: base rates, the units' own shares of agreeing pairs, and the patterns with their weights. */
interface Summary {
  units: number;
  /** Σ over units of the share of pairs that agree, and of ratings × the share that does not */
  agreed: number;
  apart: number;
  ratings: number;
  totals: Float64Array;
  weights: ArrayLike<number>;
  cells: Cells;
}

/** The categories that occur in each pattern: those of p stand from starts[p] on. */
interface Cells {
  starts: Int32Array;
  category: Int32Array;
  count: Float64Array;
  /** ratings of the pattern */
  size: Float64Array;
}

function cellsOf(patterns: readonly Pattern[]): Cells {
  const [category, count, starts]: [number[], number[], number[]] = [[], [], [0]];
  for (const {counts} of patterns) {
    counts.forEach((n, c) => {
      if (n === 0) return;
      category.push(c);
      count.push(n);
    });
    starts.push(category.length);
  }
  const size = Float64Array.from(patterns, each => each.counts.reduce((sum, k) => sum + k, 0));
  return {starts: Int32Array.from(starts), category: Int32Array.from(category), count: Float64Array.from(count), size};
}

/** Summarises weighted patterns; what does not depend on the weights is worked out once. */
function summariser(patterns: readonly Pattern[]): (weights: ArrayLike<number>) => Summary {
  const cells = cellsOf(patterns);
  const {starts, category, count, size} = cells;
  const share = Float64Array.from(
    patterns,
    ({counts}, p) => counts.reduce((sum, k) => sum + k * (k - 1), 0) / (size[p]! * (size[p]! - 1))
  );
  const categories = patterns[0]?.counts.length ?? 0;
  return weights => {
    const found = {units: 0, agreed: 0, apart: 0, ratings: 0, totals: new Float64Array(categories), weights, cells};
    for (let p = 0; p < size.length; p++) {
      const w = weights[p]!;
      if (w === 0) continue;
      found.units += w;
      found.agreed += w * share[p]!;
      found.apart += w * size[p]! * (1 - share[p]!);
      found.ratings += w * size[p]!;
      for (let at = starts[p]!; at < starts[p + 1]!; at++)
        found.totals[category[at]!] = found.totals[category[at]!]! + w * count[at]!;
    }
    return found;
  };
}

const unitsOf = (patterns: readonly Pattern[]): number[] => patterns.map(({units}) => units);

/**
 * Fleiss' κ (1971, doi:10.1037/h0031619) of weighted patterns. Where units differ in their number of ratings, a unit's agreement is the
 * share of its own pairs that agree, units count alike, and base rates are over all ratings; with equal numbers this is Fleiss' formula.
 */
export const fleissKappa = (patterns: readonly Pattern[], weights: ArrayLike<number> = unitsOf(patterns)): number =>
  fleissOf(summariser(patterns)(weights));

function fleissOf({agreed: same, units, totals, ratings}: Summary): number {
  const chance = chanceOf(totals, ratings);
  return (same / units - chance) / (1 - chance);
}

const chanceOf = (totals: Float64Array, ratings: number): number => totals.reduce((sum, k) => sum + (k / ratings) ** 2, 0);

/**
 * Krippendorff's α (2011, "Computing Krippendorff's Alpha-Reliability") of weighted patterns: 1 − observed ÷ expected disagreement.
 * `interval` takes the categories' `values`, which are equally spaced unless given.
 */
export const krippendorffAlpha = (
  patterns: readonly Pattern[],
  {
    metric = "nominal",
    weights = unitsOf(patterns),
    values
  }: {metric?: Metric; weights?: ArrayLike<number>; values?: ArrayLike<number>} = {}
): number => alphaOf(summariser(patterns)(weights), metric, values);

function alphaOf(summary: Summary, metric: Metric, values?: ArrayLike<number>): number {
  const {ratings, totals, apart} = summary;
  if (totals.some(own => own === ratings)) return Number.NaN; // a single category: nothing to disagree on
  if (metric === "nominal") {
    const expected = totals.reduce((sum, k) => sum + k * (ratings - k), 0);
    return 1 - apart / (expected / (ratings - 1));
  }
  // Ordinal disagreement is the squared difference of midranks: the sum of frequencies between two categories, half of their own included.
  const {observed, expected} = squares(summary, metric === "ordinal" ? midranksOf(totals) : (values ?? totals.map((_, c) => c)));
  return 1 - observed / (expected / (ratings - 1));
}

/** The middle rank of each category, given how often each occurs. */
function midranksOf(totals: Float64Array): Float64Array {
  let below = 0;
  return totals.map(own => (below += own) - own / 2);
}

/** Σ over units of squared differences within ÷ (ratings − 1), and Σ over all ordered pairs of ratings. */
function squares({weights, cells, totals, ratings}: Summary, value: ArrayLike<number>): {observed: number; expected: number} {
  const {starts, category, count, size} = cells;
  const mean = totals.reduce((sum, k, c) => sum + k * value[c]!, 0) / ratings;
  let observed = 0;
  for (let p = 0; p < size.length; p++) {
    if (weights[p] === 0) continue;
    let [sum, square] = [0, 0];
    for (let at = starts[p]!; at < starts[p + 1]!; at++) {
      const off = value[category[at]!]! - mean;
      sum += count[at]! * off;
      square += count[at]! * off * off;
    }
    observed += (weights[p]! * 2 * (size[p]! * square - sum * sum)) / (size[p]! - 1);
  }
  return {observed, expected: 2 * ratings * totals.reduce((sum, k, c) => sum + k * (value[c]! - mean) ** 2, 0)};
}

/** α by each metric with percentile intervals by a bootstrap over units, from the same replicates. */
export function alphaIntervals(
  patterns: readonly Pattern[],
  {values, ...options}: {values?: ArrayLike<number>; replicates?: number; random?: Random} = {}
): Record<Metric, Agreed> {
  const of = METRICS.map(metric => (summary: Summary) => alphaOf(summary, metric, values));
  const found = agreedAll(patterns, of, options);
  return Object.fromEntries(METRICS.map((metric, m) => [metric, found[m]!])) as Record<Metric, Agreed>;
}

/** Nominal α with its percentile interval by a bootstrap over units (Efron 1979). */
export const alphaInterval = (patterns: readonly Pattern[], options: {replicates?: number; random?: Random} = {}): Agreed =>
  agreedAll(patterns, [summary => alphaOf(summary, "nominal")], options)[0]!;

/** Several coefficients from the same replicates. */
function agreedAll(
  patterns: readonly Pattern[],
  statistics: readonly ((summary: Summary) => number)[],
  {replicates = REPLICATES, random = randomOf("agreement")}: {replicates?: number; random?: Random}
): Agreed[] {
  const counts = unitsOf(patterns);
  const n = counts.reduce((sum, units) => sum + units, 0);
  const none = (why: string): Agreed => ({value: null, lo: null, hi: null, n, why});
  if (n === 0) return statistics.map(() => none("no unit has two votes"));
  const summary = summariser(patterns);
  const weights = new Float64Array(counts.length);
  const draw = resampler(counts);
  const drawn = statistics.map((): number[] => []);
  for (let r = 0; r < replicates; r++) {
    const found = summary(draw(random, weights));
    statistics.forEach((statistic, s) => {
      const each = statistic(found);
      if (Number.isFinite(each)) drawn[s]!.push(each);
    });
  }
  const whole = summary(counts);
  return statistics.map((statistic, s) => {
    const value = statistic(whole);
    return Number.isFinite(value) ? {value, ...percentiles(drawn[s]!, {value, n}), n} : none("only one category was ever chosen");
  });
}

/**
 * The 95 % interval from replicates over n units: percentiles with the bias correction of Efron 1981 (doi:10.2307/3314608), drawn apart as
 * far as Student's t and √(n ÷ (n − 1)) ask for (Hesterberg 2015, doi:10.1080/00031305.2015.1089789), without which few
 * units look too sure. None where replicates do not differ, as under perfect agreement: nothing shows how units vary.
 */
export function percentiles(drawn: number[], {value, n}: {value: number; n: number}): {lo: number | null; hi: number | null} {
  if (drawn.length < 20 || n < 2) return {lo: null, hi: null};
  const sorted = Float64Array.from(drawn).sort();
  if (sorted[0] === sorted.at(-1)) return {lo: null, hi: null};
  let below = 0;
  for (const each of sorted) below += each < value ? 1 : each === value ? 0.5 : 0;
  const least = 0.5 / drawn.length;
  const bias = normalQuantile(Math.min(1 - least, Math.max(least, below / drawn.length)));
  const reach = tQuantile(0.975, n - 1) * Math.sqrt(n / (n - 1));
  const end = (z: number) => quantileOf(sorted, normalCdf(2 * bias + z));
  return {lo: end(-reach), hi: end(reach)};
}

/** The categories of votes, in the order that ordinal measures take. */
export const CATEGORIES = ["first", "tie", "second"] as const;

export interface VoteAgreement {
  fleiss: Agreed;
  krippendorff: Record<Metric, Agreed>;
  /** share of each category among the votes of units with two votes or more */
  rates: Record<(typeof CATEGORIES)[number], number>;
  /** share of pairs of votes on one unit that agree, mean over units; and what chance alone gives, null without such pairs */
  observed: Agreed;
  chance: number | null;
  units: number;
  votes: number;
}

/** Agreement over all judges alike. Units are question × turn × unordered pair of models; "first" is the alphabetically first model. */
export function voteAgreement(
  votes: Votes,
  {ties = true, replicates = REPLICATES}: {ties?: boolean; replicates?: number} = {}
): VoteAgreement {
  let n = 0;
  const [unit, category] = [new Int32Array(votes.n), new Uint8Array(votes.n)];
  for (let v = 0; v < votes.n; v++) {
    if (!ties && votes.outcome[v] === 1) continue;
    unit[n] = votes.unit[v]!;
    category[n++] = byName(votes, v);
  }
  const patterns = patternsOf({unit: unit.subarray(0, n), category: category.subarray(0, n)}, CATEGORIES.length);
  const {units, totals, ratings} = summariser(patterns)(unitsOf(patterns));
  const observedOf = ({agreed, units}: Summary) => agreed / units;
  const [observed, fleiss, nominal, ordinal, interval] = agreedAll(
    patterns,
    [observedOf, fleissOf, ...METRICS.map(metric => (summary: Summary) => alphaOf(summary, metric))],
    {replicates}
  ) as [Agreed, Agreed, Agreed, Agreed, Agreed];
  return {
    fleiss,
    krippendorff: {nominal, ordinal, interval},
    rates: Object.fromEntries(
      CATEGORIES.map((name, c) => [name, ratings > 0 ? totals[c]! / ratings : 0])
    ) as VoteAgreement["rates"],
    observed,
    chance: units > 0 ? chanceOf(totals, ratings) : null,
    units,
    votes: ratings
  };
}

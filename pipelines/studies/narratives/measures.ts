// The measures of a shortcut report: what each is called, what it says, and in which unit.
import {clusteredRatio, type RatioPart} from "../../stats/clustered.js";
import {spearman, zInterval} from "../../stats/correlation.js";
import {shareOf} from "../../stats/intervals.js";
import {differenceInterval, pairSumsDifference} from "../../stats/paired.js";

/** `accuracy` is what a reader would earn, `points` a difference of two accuracies; `share` is of what the measure's words say. */
export type MeasureUnit = "accuracy" | "points" | "share" | "correlation" | "auc";

const measure = <Unit extends MeasureUnit>(unit: Unit, words: string) => ({unit, words});

/** In the order of reports. */
export const MEASURES = {
  majority: measure("accuracy", "most frequent answer of the other half of the set"),
  last_scene: measure("accuracy", "operation of the last beat over the numbers in it"),
  first_scene: measure("accuracy", "operation of the first beat over the numbers in it"),
  root_operation: measure("accuracy", "outermost operation over its own numbers"),
  largest_number: measure("accuracy", "largest number of the text"),
  last_number: measure("accuracy", "last number of the text"),
  number_leak: measure("share", "answer stated beyond its operands, or alone"),
  unstripped: measure("accuracy", "last scene with a number, its padding included"),
  stripped_by_expression: measure("accuracy", "the same without bracketed or tagged segments"),
  expression_gain: measure("points", "what that gains"),
  stripped_by_ngrams: measure("accuracy", "the same without what trigrams call padding"),
  ngram_gain: measure("points", "what that gains"),
  ngram_auc: measure("auc", "how well trigrams tell padding from beats"),
  length_correlation: measure("correlation", "Spearman's ρ of text length and answer"),
  effective_operations: measure("share", "operations whose result matters"),
  chain_share: measure("share", "linear chains among trees of 3 operations or more"),
  largest_sentence: measure("share", "most frequent sentence, names and numbers masked"),
  repeated_sentences: measure("share", "sentences of padding that a story has more than once"),
  distinct_4grams: measure("share", "distinct 4-grams, mean of stories")
} as const;
export type MeasureName = keyof typeof MEASURES;

/** A measure of some narratives: the value with its 95 % interval. */
export interface Figure {
  /** Narratives that it rests on; of `largest_sentence`, sentences. */
  n: number;
  value: number | null;
  /** Null where no interval can be given. */
  low: number | null;
  high: number | null;
  /** Why there is no value. */
  not_measured: string | null;
}

export const notMeasured = (reason: string): Figure => ({n: 0, value: null, low: null, high: null, not_measured: reason});

// Counts from which the figures of a shortcut report are made: shares, paired gains, means and correlations.

/** Narratives in which something holds, out of `n`. */
interface Counted {
  n: number;
  hits: number;
}

export const noneCounted = (): Counted => ({n: 0, hits: 0});

export function add(counted: Counted, hit: boolean): void {
  counted.n++;
  if (hit) counted.hits++;
}

/** The share of a counted with Wilson's interval. */
export function shareFigure({n, hits}: Counted, reason: string): Figure {
  if (n === 0) return notMeasured(reason);
  const {value, low, high} = shareOf(hits, n);
  return {n, value, low, high, not_measured: null};
}

/** Narratives that only one of two readers gets right. */
interface Pairs {
  n: number;
  wins: number;
  losses: number;
}

export const noPairs = (): Pairs => ({n: 0, wins: 0, losses: 0});

export function addPair(pairs: Pairs, now: boolean, before: boolean): void {
  pairs.n++;
  if (now && !before) pairs.wins++;
  if (before && !now) pairs.losses++;
}

/** The difference of two accuracies over the same narratives with its paired interval, as `pairedDifference` has it. */
export function gainFigure({n, wins, losses}: Pairs, reason: string): Figure {
  if (n === 0) return notMeasured(reason);
  const [d, dd] = [wins - losses, wins + losses];
  const difference = pairSumsDifference({n, m: n, d, dd, dm: d, mm: n});
  const interval = differenceInterval(difference);
  return {n, value: difference.value, low: interval?.low ?? null, high: interval?.high ?? null, not_measured: null};
}

/** A ratio of sums over narratives with its jackknife interval, within 0 and 1. */
export function ratioFigure(parts: readonly RatioPart[], reason: string): Figure {
  const ratio = clusteredRatio(parts);
  if (!ratio) return notMeasured(reason);
  const {value, low, high} = ratio;
  return {
    n: parts.length,
    value,
    low: low === null ? null : Math.max(0, low),
    high: high === null ? null : Math.min(1, high),
    not_measured: null
  };
}

/** Spearman's ρ with the interval of Bonett and Wright. */
export function correlationFigure(x: readonly number[], y: readonly number[], reason: string): Figure {
  const value = x.length < 2 ? Number.NaN : spearman(x, y);
  if (Number.isNaN(value)) return notMeasured(reason);
  const [low, high] = zInterval("spearman", "bonett-wright", value, x.length) ?? [null, null];
  return {n: x.length, value, low, high, not_measured: null};
}

/** Frequencies of answers in two halves of a set. */
export type Halves = [Map<number, number>, Map<number, number>];

/** Each half guessed by the most frequent answer of the other, of equally frequent ones the smallest. */
export function majorityCounted(halves: Halves): Counted {
  const counted = noneCounted();
  for (const [own, other] of [halves, halves.toReversed()] as Halves[]) {
    if (other.size === 0) continue;
    const [guess] = [...other].sort(([a, n], [b, m]) => m - n || a - b)[0]!;
    for (const [answer, count] of own) {
      counted.n += count;
      if (answer === guess) counted.hits += count;
    }
  }
  return counted;
}

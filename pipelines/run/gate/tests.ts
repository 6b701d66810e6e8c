// One-sided tests of the gate: how far the answers speak against a rule, and how far for it.
import {binomialCdf, normalCdf, normalQuantile, tCdf, tQuantile} from "../../stats/distributions.js";
import {exactInterval, shareTests} from "../../stats/exactShare.js";
import {differenceInterval, type PairSums, pairSumsDifference} from "../../stats/paired.js";
import {meanTests} from "../../stats/passK.js";
import {quantileOf} from "../../stats/quantile.js";
import {tango} from "../../stats/tango.js";

/**
 * What a rule's data say. `fail` is the p-value of "the rule holds", small where the data speak against it, and `pass` that of "it is
 * broken", small where they speak for it; each is valid at the threshold itself. Null where nothing can be tested.
 */
export interface Tested {
  n: number;
  value: number | null;
  low: number | null;
  high: number | null;
  fail: number | null;
  pass: number | null;
  /** How many standard errors the estimate is away from the threshold; null where that is not known. */
  distance: number | null;
  /** Whether it has no sampling error: a sum, or a share of all there are. */
  exact?: true;
}

const NOTHING: Tested = {n: 0, value: null, low: null, high: null, fail: null, pass: null, distance: null};

/** A bound of a value: at least `least`, or at most `most`. */
export type Bound = {least: number} | {most: number};

const sides = <T>(bound: Bound, low: T, high: T): {fail: T; pass: T} =>
  "least" in bound ? {fail: low, pass: high} : {fail: high, pass: low};
export const thresholdOf = (bound: Bound): number => ("least" in bound ? bound.least : bound.most);

/**
 * A share of tests against a bound, exact (`shareTests`), on the scale where `guess`, the mean chance of guessing right, is 0 and 1 is 1;
 * guess is 0 where a share itself is meant.
 */
function testShare(k: number, n: number, bound: Bound, {level, guess = 0}: {level: number; guess?: number}): Tested {
  if (n <= 0 || guess >= 1) return NOTHING;
  const raw = guess + thresholdOf(bound) * (1 - guess);
  const {few, many} = shareTests(k, n, Math.min(1, Math.max(0, raw)));
  const {low, high} = exactInterval(k, n, {confidence: 1 - 2 * level});
  const scaled = (share: number) => (share - guess) / (1 - guess);
  // beyond 0 and 1 the bound holds or fails of itself
  const {fail, pass} = raw < 0 || raw > 1 ? sides(bound, raw < 0 ? 1 : 0, raw < 0 ? 0 : 1) : sides(bound, few, many);
  return {n, value: scaled(k / n), low: scaled(low), high: scaled(high), fail, pass, distance: shareDistance(k, n, raw)};
}

/** Standard errors between a share and its threshold; a share of 0 or 1 has the error of half a success. */
function shareDistance(k: number, n: number, threshold: number): number {
  const share = Math.min(1 - 0.5 / n, Math.max(0.5 / n, k / n));
  return Math.abs(k / n - threshold) / Math.sqrt((share * (1 - share)) / n);
}

/**
 * A mean over tests of marks in 0…1 against a bound, on the scale of `testShare`: exact where each mark is 0 or 1, and else, as of shares of
 * repeated answers or of pass^k, by weights of the tests (`meanTests`), without a normal approximation.
 */
export function testMarks(marks: readonly number[], bound: Bound, {level, guess = 0}: {level: number; guess?: number}): Tested {
  const n = marks.length;
  if (n === 0 || guess >= 1) return NOTHING;
  if (marks.every(mark => mark === 0 || mark === 1))
    return testShare(marks.filter(mark => mark === 1).length, n, bound, {level, guess});
  const raw = guess + thresholdOf(bound) * (1 - guess);
  const {value, low, high, few, many} = meanTests(marks, raw, {level});
  const reach = value < raw ? high - value : value - low; // towards the threshold
  const se = Math.max(reach, 1e-9) / normalQuantile(1 - level);
  const scaled = (share: number) => (share - guess) / (1 - guess);
  return {
    n,
    value: scaled(value),
    low: scaled(low),
    high: scaled(high),
    ...sides(bound, few, many),
    distance: Math.abs(value - raw) / se
  };
}

/** Cochran's rule: so many times the squared skewness of its values does a mean need, so that skewness hardly moves its tests. */
const PER_SQUARED_SKEWNESS = 25;

/**
 * A mean of amounts against a bound. Skewed amounts, such as costs, make Student's t pass means that are too high, so that t is transformed:
 * h = t + a t²/3 + a² t³/27 + a/6 with a = skewness / √n increases in t and is free of the terms in a of t's Edgeworth expansion. It is
 * tested where n exceeds 25 times the squared skewness (Cochran's rule; Sugden, Smith & Jones 2000, J. R. Statist. Soc. B 62, 787–793);
 * otherwise, as with one amount, nothing is decided.
 */
export function testMean(values: readonly number[], bound: Bound, {level}: {level: number}): Tested & {needed: number | null} {
  const n = values.length;
  if (n === 0) return {...NOTHING, needed: null};
  const value = values.reduce((sum, each) => sum + each, 0) / n;
  if (n === 1) return {...NOTHING, n, value, needed: null};
  const moment = (power: number) => values.reduce((sum, each) => sum + (each - value) ** power, 0) / n;
  const se = Math.sqrt(moment(2) / (n - 1));
  const skewness = se > 0 ? moment(3) / moment(2) ** 1.5 : 0;
  const needed = Math.ceil(PER_SQUARED_SKEWNESS * skewness ** 2);
  if (n < needed) return {...NOTHING, n, value, needed};
  const a = skewness / Math.sqrt(n);
  const transformed = (t: number) => t + (a * t ** 2) / 3 + (a ** 2 * t ** 3) / 27 + a / 6;
  const inverse = (h: number) => (Math.abs(a) < 1e-9 ? h : (3 / a) * (Math.cbrt(1 + a * (h - a / 6)) - 1));
  const reach = tQuantile(1 - level, n - 1);
  const away = value - thresholdOf(bound);
  const below = se > 0 ? tCdf(transformed(away / se), n - 1) : away < 0 ? 0 : 1;
  const above = se > 0 ? 1 - below : away > 0 ? 0 : 1;
  return {
    n,
    value,
    low: value - inverse(reach) * se,
    high: value - inverse(-reach) * se,
    ...sides(bound, below, above),
    distance: se > 0 ? Math.abs(away) / se : null,
    needed: null
  };
}

/**
 * A quantile against a bound: the quantile is at most t where the share beyond t is at most 1 − q, which is tested exactly; its interval is
 * that of order statistics, without an end where too few values lie beyond it.
 */
export function testQuantile(values: readonly number[], q: number, bound: Bound, {level}: {level: number}): Tested {
  const n = values.length;
  if (n === 0) return NOTHING;
  const sorted = [...values].sort((a, b) => a - b);
  const beyond = sorted.filter(value => value > thresholdOf(bound)).length;
  const {few, many} = shareTests(beyond, n, 1 - q);
  let [below, above] = [-1, n];
  while (below + 1 < n && binomialCdf(below + 1, n, q) <= level) below++;
  while (above - 1 >= 0 && 1 - binomialCdf(above - 2, n, q) <= level) above--;
  return {
    n,
    value: quantileOf(sorted, q),
    low: sorted[below] ?? null,
    high: sorted[above] ?? null,
    ...sides(bound, few, many), // few beyond the threshold speak for a quantile below it
    distance: shareDistance(beyond, n, 1 - q)
  };
}

/** An estimate with an interval made elsewhere against a bound, by the normal distribution on each side of the estimate. */
export function testEstimate(
  {n, value, low, high}: {n: number; value: number; low: number | null; high: number | null},
  bound: Bound,
  {level, confidence = 0.95}: {level: number; confidence?: number}
): Tested {
  if (low === null || high === null || !(high > low)) return {...NOTHING, n, value};
  const z = normalQuantile((1 + confidence) / 2);
  const [down, up] = [(value - low) / z, (high - value) / z];
  const away = value - thresholdOf(bound);
  // the error that points from the estimate to the threshold
  const se = Math.max(away > 0 ? down : up, 1e-9);
  const below = normalCdf(away / se);
  const reach = normalQuantile(1 - level);
  return {
    n,
    value,
    low: value - reach * down,
    high: value + reach * up,
    ...sides(bound, below, 1 - below),
    distance: Math.abs(away) / se
  };
}

/** One test that both sides answered: the score of each, 0–1 (a share of repeated answers), and its room, 1 − guess chance. */
export interface Pair {
  own: number;
  other: number;
  room: number;
}

/**
 * The paired difference of two shares, own − other, against a bound: Student's t with an added discordant pair (`pairedDifference`), which
 * knows rooms, and Tango's score test, which holds for few discordant pairs, have to agree; at a bound of 0 McNemar's exact test as well.
 * With shares of repeated answers only Student's t is one of their mean.
 */
export function testPairs(
  pairs: readonly Pair[],
  bound: Bound,
  {level}: {level: number}
): Tested & {wins: number; losses: number} {
  const sums: PairSums = {n: pairs.length, m: 0, d: 0, dd: 0, dm: 0, mm: 0};
  let [wins, losses] = [0, 0];
  for (const {own, other, room} of pairs) {
    const gain = own - other;
    wins += gain > 0 ? 1 : 0;
    losses += gain < 0 ? 1 : 0;
    sums.m += room;
    sums.d += gain;
    sums.dd += gain * gain;
    sums.dm += gain * room;
    sums.mm += room * room;
  }
  const difference = pairSumsDifference(sums);
  const {n, value, se, df} = difference;
  const ends = differenceInterval(difference, {confidence: 1 - 2 * level});
  if (value === null || se === null || df === null || !ends) return {...NOTHING, n, value, wins, losses};
  const t = (value - thresholdOf(bound)) / se;
  // in a plain difference the bound is as many tests as it has room
  const raw = (thresholdOf(bound) * sums.m) / n;
  const isBinary = sums.dd === wins + losses;
  const z = isBinary ? tango(wins, losses, n, Math.max(-0.999, Math.min(0.999, raw))) : t;
  let [below, above] = [Math.max(tCdf(t, df), normalCdf(z)), Math.max(1 - tCdf(t, df), 1 - normalCdf(z))];
  if (isBinary && thresholdOf(bound) === 0) {
    below = Math.max(below, binomialCdf(wins, wins + losses, 0.5));
    above = Math.max(above, binomialCdf(losses, wins + losses, 0.5));
  }
  return {
    n,
    value,
    low: ends.low,
    high: ends.high,
    ...sides(bound, below, above),
    distance: Math.min(Math.abs(t), Math.abs(z)),
    wins,
    losses
  };
}

/** An amount without sampling error against a bound: a sum, or a share of all there are. */
export function testExact(value: number, n: number, bound: Bound): Tested {
  const rounding = 1e-9 * Math.abs(value); // a sum of prices is not exact in its last digits
  const holds = "least" in bound ? value + rounding >= bound.least : value - rounding <= bound.most;
  return {n, value, low: value, high: value, fail: holds ? 1 : 0, pass: holds ? 0 : 1, distance: null, exact: true};
}

// Formula score: right answers in excess of guessing, as a share of all that could be gained. Its expected value does not depend on the
// number of samples.

import {sampleVariance} from "simple-statistics";
import {studentTrials} from "../stats/distributions.js";
import type {ErrorOver} from "../stats/errorOver.js";
import {wilson} from "../stats/intervals.js";
import {partMargin} from "../stats/partDifference.js";

/** Counts of a point: samples by status, and the sum of the guess chances of untruncated samples. */
export interface FormulaCounts {
  correct: number;
  incorrect: number;
  truncated: number;
  guess_sum: number;
}

/** Points with equal weights, e.g. those of one task, and their total weight. */
export interface PointGroup<Point extends FormulaCounts = FormulaCounts> {
  weight: number;
  points: readonly Point[];
}

/** A formula score with its 95 % interval. It is negative where a model is worse than guessing. */
export interface FormulaScore {
  /** 0 = guessing, 1 = always right. */
  value: number;
  low: number;
  high: number;
  /** Number of samples, truncated ones included. */
  n: number;
}

/** Guess chances are limited to this, which keeps the penalty of a wrong answer, and excess accuracy, finite. */
export const MOST_GUESS = 1 - 1e-6;
/** Scores this close to the ends of the possible range are treated as lying at the end, where the variance cannot be estimated. */
const EDGE = 1e-12;

/** One point: the mean score of its samples, and the variance of that mean over tests. */
interface Stratum {
  /** Its weight in the whole; points may belong to several groups. */
  weight: number;
  mean: number;
  variance: number;
  /** The penalty of a wrong answer, g ÷ (1 − g). */
  penalty: number;
  n: number;
  /** Whether all samples have the same outcome, so that their variance cannot be estimated. */
  alike: boolean;
}

/**
 * Formula score of groups of points. A sample scores 1 if right, −g ÷ (1 − g) if wrong, with g the mean guess chance of its point, so that
 * guessing scores 0 on average; a truncated sample scores 0, as omitted answers do in tests of people (formula scoring: Diamond & Evans
 * 1973, doi:10.3102/00346543043002181). The score is the mean of the points' means, with equal weights within a group. Groups without
 * samples are left out; null where all are.
 * Errors over tests: points are strata (Cochran 1977, Sampling Techniques, section 5.3); those with a single sample are combined within
 * their group (collapsed strata, section 5A.12). Points whose samples all agree are given half a sample, shared among them, that does not
 * agree, so that no interval has width 0.
 * Errors over points: groups are strata and points are sampled; a group of one point, or one whose points agree by chance, has its error
 * over tests. The interval is Wilson's on the effective number of samples (Korn & Graubard 1998, Survey Methodology 24, 193–201): it
 * contains the estimate and stays within the possible range.
 */
export function formulaScore(groups: readonly PointGroup[], {over = "tests"}: {over?: ErrorOver} = {}): FormulaScore | null {
  const weighted = strataOf(groups);
  if (weighted === null) return null;
  const {strata, grouped} = weighted;
  let [value, least, n] = [0, 0, 0];
  for (const {weight, mean, penalty, n: own} of strata.values()) {
    value += weight * mean;
    least -= weight * penalty;
    n += own;
  }
  const tests = [...strata.values()].reduce((sum, {weight, variance}) => sum + weight * weight * variance, 0);
  const points = over === "points" ? overPoints(grouped) : {variance: 0, freedom: Number.POSITIVE_INFINITY};
  const clustered = points.variance > tests;
  const range = 1 - least;
  const share = Math.min(1, Math.max(0, (value - least) / range));
  const spread = share * (1 - share);
  const variance = Math.max(tests, points.variance) / (range * range);
  const trials = spread > EDGE && variance > 0 ? spread / variance + 1 : over === "points" ? strata.size : n;
  const {center, margin} = wilson(share, clustered ? trials * studentTrials(points.freedom) : trials);
  return {
    value,
    low: Math.min(value, least + range * (center - margin)),
    high: Math.max(value, least + range * (center + margin)),
    n
  };
}

/** A difference of two formula scores with its 95 % interval. */
export interface FormulaDifference {
  value: number;
  low: number;
  high: number;
}

/**
 * Formula score of a part of the samples minus that of all of them, paired: both contain the same answers. Points are
 * strata as in `formulaScore`, errors over tests (`partMargin`). It is [0, 0] where the part is the whole.
 * @param all groups of points · @param part the same groups with the counts of the part; points without any may be absent
 * @param idOf identity of a point, the same in both
 * @returns null where either has no score
 */
export function formulaDifference<Point extends FormulaCounts>(
  all: readonly PointGroup<Point>[],
  part: readonly PointGroup<Point>[],
  idOf: (point: Point) => string
): FormulaDifference | null {
  const [whole, rest] = [strataOf(all), strataOf(part)];
  if (whole === null || rest === null) return null;
  const remaining = new Map([...rest.strata].map(([point, stratum]) => [idOf(point), stratum]));
  const margin = partMargin(
    [...whole.strata].map(([point, {variance, penalty, n, weight}]) => {
      const {n: partN, weight: partWeight} = remaining.get(idOf(point)) ?? {n: 0, weight: 0};
      return {variance: variance * n, range: 1 + penalty, n, partN, weight, partWeight};
    })
  );
  if (margin === 0) return {value: 0, low: 0, high: 0};
  const value = meanOf(rest.strata.values()) - meanOf(whole.strata.values());
  return {value, low: value - margin, high: value + margin};
}

function meanOf(strata: Iterable<Stratum>): number {
  let sum = 0;
  for (const {weight, mean} of strata) sum += weight * mean;
  return sum;
}

/** Points as strata with their weights, by point and by group; null without samples. */
function strataOf<Point extends FormulaCounts>(
  groups: readonly PointGroup<Point>[]
): {strata: Map<Point, Stratum>; grouped: Group[]} | null {
  const asked = groups
    .map(({weight, points}) => ({weight, points: points.filter(each => samplesOf(each) > 0)}))
    .filter(({points}) => points.length > 0);
  if (asked.length === 0) return null;
  const whole = asked.reduce((sum, {weight}) => sum + weight, 0);
  const strata = new Map<Point, Stratum>();
  for (const {weight, points} of asked)
    for (const point of points) {
      let stratum = strata.get(point);
      if (!stratum) strata.set(point, (stratum = stratumOf(point)));
      stratum.weight += weight / whole / points.length;
    }
  const grouped = asked.map(({weight, points}) => ({weight: weight / whole, own: points.map(point => strata.get(point)!)}));
  setUnseen(grouped);
  return {strata, grouped};
}

const samplesOf = ({correct, incorrect, truncated}: FormulaCounts): number => correct + incorrect + truncated;

function stratumOf({correct, incorrect, truncated, guess_sum}: FormulaCounts): Stratum {
  const answered = correct + incorrect;
  const n = answered + truncated;
  const guess = answered > 0 ? Math.min(guess_sum / answered, MOST_GUESS) : 0;
  const penalty = guess / (1 - guess);
  const mean = (correct - incorrect * penalty) / n;
  const alike = Math.max(correct, incorrect, truncated) === n;
  const squares = correct + incorrect * penalty * penalty - n * mean * mean;
  return {weight: 0, mean, penalty, n, alike, variance: alike ? 0 : Math.max(0, squares) / (n - 1) / n};
}

type Group = {weight: number; own: readonly Stratum[]};

/**
 * Sets the variance over tests of points whose samples do not show any: points with a single sample from each other, the others from half a
 * sample that they share.
 */
function setUnseen(groups: readonly Group[]): void {
  const unseen = new Set<Stratum>();
  const handled = new Set<Stratum>();
  for (const {own} of groups) {
    const single = own.filter(each => each.n === 1 && !handled.has(each));
    // of one sample, the largest possible variance
    const spread = single.length === 1 ? (1 + single[0]!.penalty) ** 2 / 4 : spreadOf(single);
    for (const each of single) {
      handled.add(each);
      each.variance = spread;
    }
    for (const each of own) if (each.alike && each.variance === 0) unseen.add(each);
  }
  const samples = [...unseen].reduce((sum, {n}) => sum + n, 0);
  const other = 0.5 / (samples + 1);
  for (const each of unseen) each.variance = ((1 + each.penalty) ** 2 * other * (1 - other)) / each.n;
}

/** Variance of the score when the points of each group are sampled too, with Satterthwaite's degrees of freedom. */
function overPoints(groups: readonly Group[]): {variance: number; freedom: number} {
  let [variance, squares] = [0, 0];
  for (const {weight, own} of groups) {
    const part = weight * weight * (own.length > 1 ? spreadOf(own) / own.length : own[0]!.variance);
    variance += part;
    squares += own.length > 1 ? part ** 2 / (own.length - 1) : 0;
  }
  return {variance, freedom: squares > 0 ? variance ** 2 / squares : Number.POSITIVE_INFINITY};
}

/** Sample variance of points' means; 0 where they are equal or there are fewer than two. */
function spreadOf(points: readonly Stratum[]): number {
  const means = points.map(({mean}) => mean);
  return means.every(each => each === means[0]) ? 0 : sampleVariance(means);
}

// Splits the noise of a paired difference into that of the choice of tests and that of repeated answers, and plans comparisons by it.

import {normalQuantile, tQuantile} from "./distributions.js";
import {
  type Difference,
  type PairCounts,
  type PairedAnswers,
  type PairedOptions,
  type Tests,
  taskUnits,
  testScores
} from "./paired.js";

/**
 * Variances of a paired difference by the law of total variance, `total` = `data` + `prediction`, in squared units of the difference.
 */
export interface Noise {
  /** tests that both answered twice or more, from which the prediction noise is estimated */
  tests: number;
  total: number;
  /** variance because the tests are a sample: what is left with any number of answers to each; at least 0 */
  data: number;
  /** variance because answers to the same test differ, with the answers that there are */
  prediction: number;
  /** the same if each test had been answered once by each side */
  single: number;
}

/**
 * Variances of a difference; null where no test was answered twice by both, so that they cannot be separated. A test with fewer answers has
 * the mean variance of the others. Within a test the variance of one side is the unbiased p(1 − p)/(k − 1) of k answers of which the share
 * p is right; answers of the two sides are independent.
 * @param difference, sums of the same answers and options · @param only of this task
 */
export function pairedNoise(
  tests: Tests,
  {a, b}: {a: PairedAnswers; b: PairedAnswers},
  {difference, sums}: {difference: Difference; sums: PairCounts},
  options: PairedOptions = {},
  only?: number
): Noise | null {
  const {value, n, over, se} = difference;
  if (value === null || n < 2) return null;
  const unit = taskUnits(tests.tasks.length, tests.taskOf, sums.m, options.weights ?? "test", only);
  const [x, y] = [testScores(a, options), testScores(b, options)];
  const [kx, ky] = [answerCounts(a, options), answerCounts(b, options)];
  let [repeated, single, prediction, units, repeatedUnits, total, room] = [0, 0, 0, 0, 0, 0, 0];
  for (let point = 0; point < tests.taskOf.length; point++) {
    const u = unit[tests.taskOf[point]!]!;
    if (u === 0) continue;
    for (let test = tests.starts[point]!; test < tests.starts[point + 1]!; test++) {
      const gain = x[test]! - y[test]!;
      if (Number.isNaN(gain)) continue;
      room += u * tests.room[test]!;
      units += u * u;
      total += (u * (gain - value * tests.room[test]!)) ** 2;
      if (kx[test]! < 2 || ky[test]! < 2) continue;
      const [va, vb] = [answerVariance(x[test]!, kx[test]!), answerVariance(y[test]!, ky[test]!)];
      repeated++;
      repeatedUnits += u * u;
      single += u * u * (va + vb);
      prediction += u * u * (va / kx[test]! + vb / ky[test]!);
    }
  }
  if (repeated === 0 || room === 0) return null;
  const all = over === "points" ? se! ** 2 : ((total / room ** 2) * n) / (n - 1);
  const scale = units / repeatedUnits / room ** 2;
  const ofOne = single * scale;
  // tests with fewer than two answers of a side have the noise of single answers
  const ofAll = prediction / room ** 2 + (ofOne * (units - repeatedUnits)) / units;
  return {tests: repeated, total: all, data: Math.max(0, all - ofAll), prediction: ofAll, single: ofOne};
}

const answerCounts = ({right, wrong, cut}: PairedAnswers, {truncated}: PairedOptions): Float64Array =>
  Float64Array.from(right, (k, test) => k + wrong[test]! + (truncated === "wrong" ? cut[test]! : 0));

/** Unbiased variance of one answer. */
const answerVariance = (share: number, answers: number): number => (share * (1 - share) * answers) / (answers - 1);

/** Chance to find a difference of the planned size, and two-sided significance level. */
export const POWER = 0.8;
export const LEVEL = 0.05;

/**
 * The smallest true difference that a comparison with this standard error finds with a chance of 80 %, by a two-sided test at 5 %:
 * (z₀.₉₇₅ + z₀.₈) se = 2.80 se.
 */
export const detectableDifference = (se: number): number => (normalQuantile(1 - LEVEL / 2) + normalQuantile(POWER)) * se;

/**
 * Number of tests that find a true difference with a chance of 80 %, by a two-sided paired t-test at 5 %; at least 2.
 * @param variance of the difference on one test · @param difference not 0
 */
export function testsNeeded(variance: number, difference: number): number {
  const needed = (a: number, b: number) => (variance * (a + b) ** 2) / difference ** 2;
  let n = needed(normalQuantile(1 - LEVEL / 2), normalQuantile(POWER));
  // the quantiles of t change so little with n that the steps converge
  for (let step = 0; step < 20; step++) {
    const df = Math.max(1, n - 1);
    n = needed(tQuantile(1 - LEVEL / 2, df), tQuantile(POWER, df));
  }
  return Math.max(2, Math.ceil(n));
}

/** Precision of a design with so many times the tests, and so many times the answers of each side to each test. */
export interface DesignPrecision {
  tests: number;
  answers: number;
  se: number;
  detect: number;
}

/**
 * Standard errors and detectable differences of the present design, of twice the tests and, where the noise can be separated, of twice and
 * of any number of answers to each test.
 * @param se of the comparison as it is
 */
export function otherDesigns(se: number, noise: Noise | null): DesignPrecision[] {
  const design = (tests: number, answers: number): DesignPrecision => {
    // a ratio of variances, so that the standard error keeps what it adds for small samples
    const both = noise === null ? 0 : noise.data + noise.prediction;
    const left = answers === 1 || both === 0 ? 1 : (noise!.data + noise!.prediction / answers) / both;
    const designSe = se * Math.sqrt(left / tests);
    return {tests, answers, se: designSe, detect: detectableDifference(designSe)};
  };
  const more = noise === null ? [] : [design(1, 2), design(1, Number.POSITIVE_INFINITY)];
  return [design(1, 1), design(2, 1), ...more];
}

// Accuracy from all repeats: the share of right answers to each test, summed over tests, with an interval that takes tests as clusters.
import {type AnswerCounts, excessAccuracy, rescaledInterval} from "./accuracy.js";
import {CORRECT, type Status, TRUNCATED} from "./status.js";

/** Sums over tests with an answer that was not cut; of the others nothing counts. Field names are those of the table `points`. */
export interface TestShares {
  /** Answers that were not cut, all repeats. */
  answers: number;
  /** Sum of the tests' shares of right answers. */
  shares: number;
  /** Sum of their squares. */
  share_squares: number;
  /** Number of tests. */
  share_tests: number;
  /** Sum of their guess chances. */
  share_guess: number;
}

export const noShares: Readonly<TestShares> = {answers: 0, shares: 0, share_squares: 0, share_tests: 0, share_guess: 0};
export const SHARE_COLUMNS = Object.keys(noShares) as (keyof TestShares)[];

/** The answers to one test that were not cut. */
export interface AnsweredTest {
  answers: number;
  right: number;
  guess_chance: number;
}

/** Adds an answer to a test in place; cut ones do not count. */
export function addAnswer(test: AnsweredTest, status: Status): void {
  if (status === TRUNCATED) return;
  test.answers++;
  if (status === CORRECT) test.right++;
}

/** Adds a test in place; one without answers changes nothing. */
export function addTest(sum: TestShares, {answers, right, guess_chance}: AnsweredTest): void {
  if (answers === 0) return;
  const share = right / answers;
  sum.answers += answers;
  sum.shares += share;
  sum.share_squares += share * share;
  sum.share_tests++;
  sum.share_guess += guess_chance;
}

/** The sums over tests. */
export function sharesOfTests(tests: Iterable<AnsweredTest>): TestShares {
  const sum = {...noShares};
  for (const test of tests) addTest(sum, test);
  return sum;
}

/** Adds the sums over other tests in place. */
export function addShares(sum: TestShares, other: TestShares): void {
  for (const name of SHARE_COLUMNS) sum[name] += other[name];
}

/** The sums where each test has one answer. */
export const singleAnswers = ({correct, total, guessSum}: AnswerCounts): TestShares => ({
  answers: total,
  shares: correct,
  share_squares: correct,
  share_tests: total,
  share_guess: guessSum
});

/** Sums of a row; those of single answers where the row does not have them. */
export function sharesOf(
  row: Partial<Record<keyof TestShares, number | null>> & {correct: number; incorrect: number; guess_sum: number}
): TestShares {
  const {answers, shares, share_squares, share_tests, share_guess} = row;
  if (answers == null || shares == null || share_squares == null || share_tests == null || share_guess == null)
    return singleAnswers({correct: row.correct, total: row.correct + row.incorrect, guessSum: row.guess_sum});
  return {answers, shares, share_squares, share_tests, share_guess};
}

/**
 * Number of single answers whose share would be known as precisely as the mean of the tests' shares: tests × p(1 − p) ÷ variance of the
 * shares, the number of answers by their design effect (Kish 1965). A right and a wrong test are added to the variance, since that of few tests is
 * often too small, or 0. Never fewer than the tests, nor more than the answers: for single answers it is their number.
 */
export function effectiveAnswers({answers, shares, share_squares, share_tests: tests}: TestShares): number {
  const p = (shares + 1) / (tests + 2);
  const variance = (share_squares + 1) / (tests + 2) - p * p;
  return Math.max(tests, Math.min(answers, (tests * p * (1 - p)) / variance));
}

/** Excess accuracy of all answers with its 95 % interval over `n` tests. */
interface SharedAccuracy {
  /** null without answers, or where guessing is always right */
  accuracy: number | null;
  low: number;
  high: number;
  /** tests with an answer that was not cut */
  n: number;
  /** such answers */
  answers: number;
}

/**
 * Mean share of right answers over tests, guessing taken out, with Wilson's interval of the effective number of answers (Korn & Graubard
 * 1998), carried to the scale of excess accuracy as `rescaledInterval` does. Equal to it where each test has one answer; [0, 1] without tests.
 */
export function sharedAccuracy(sums: TestShares): SharedAccuracy {
  const counts = {correct: sums.shares, total: sums.share_tests, guessSum: sums.share_guess};
  const interval = rescaledInterval(counts, {trials: effectiveAnswers(sums)});
  return {accuracy: excessAccuracy(counts), ...interval, n: sums.share_tests, answers: sums.answers};
}

// Accuracy on questions that are asked in two ways, such as with a picture and without: of each side, and the paired difference.

import {groupBy} from "../stats/groupBy.js";
import {mcnemar} from "../stats/mcnemar.js";
import {mean} from "../stats/mean.js";
import {pairedEstimate} from "../stats/paired.js";
import {excessAccuracy, rescaledInterval} from "./accuracy.js";
import {MOST_GUESS} from "./formula.js";
import {CORRECT, type Status, TRUNCATED} from "./status.js";

/** An answer to a question. */
export interface SidedAnswer {
  /** Shared by questions that ask the same. */
  pair: string;
  /** Whether it is on the second side: that whose accuracy is subtracted. */
  second: boolean;
  status: Status;
  parsed: boolean;
  guess: number;
}

export interface SideSummary {
  n: number;
  correct: number;
  truncated: number;
  unparsed: number;
  /** Null, as are accuracy and interval, without a finished answer. */
  guess: number | null;
  accuracy: number | null;
  low: number | null;
  high: number | null;
}

/** Counts and accuracy of answers, each of which counts as independent. */
export function summaryOf(answers: readonly Omit<SidedAnswer, "pair" | "second">[]): SideSummary {
  const finished = answers.filter(({status}) => status !== TRUNCATED);
  const counts = {
    correct: finished.filter(({status}) => status === CORRECT).length,
    total: finished.length,
    guessSum: finished.reduce((sum, {guess}) => sum + guess, 0)
  };
  const known = {
    n: counts.total,
    correct: counts.correct,
    truncated: answers.length - finished.length,
    unparsed: finished.filter(({parsed}) => !parsed).length
  };
  if (counts.total === 0) return {...known, guess: null, accuracy: null, low: null, high: null};
  return {...known, guess: counts.guessSum / counts.total, accuracy: excessAccuracy(counts), ...rescaledInterval(counts)};
}

export interface SidesDifference {
  pairs: number;
  value: number | null;
  low: number | null;
  high: number | null;
  p: number | null;
  only_first: number;
  only_second: number;
  exact: number | null;
}

/**
 * Excess accuracy of the first side minus that of the second, over questions with finished answers on both. Several answers to one question on
 * one side count by their mean, and then as no discordant pair unless all agree.
 */
export function sidesDifference(answers: readonly Omit<SidedAnswer, "parsed">[]): SidesDifference {
  const finished = answers.filter(({status}) => status !== TRUNCATED);
  const right = (side: readonly {status: Status}[]) => mean(side.map(({status}) => (status === CORRECT ? 1 : 0)));
  const pairs = [...groupBy(finished, ({pair}) => pair).values()]
    .map(own => ({first: own.filter(({second}) => !second), second: own.filter(({second}) => second), own}))
    .filter(({first, second}) => first.length > 0 && second.length > 0)
    .map(({first, second, own}) => ({
      gain: right(first) - right(second),
      room: 1 - Math.min(MOST_GUESS, mean(own.map(({guess}) => guess)))
    }));
  if (pairs.length === 0)
    return {pairs: 0, value: null, low: null, high: null, p: null, only_first: 0, only_second: 0, exact: null};
  const {n, ...estimate} = pairedEstimate(pairs);
  const [only_first, only_second] = [pairs.filter(({gain}) => gain === 1).length, pairs.filter(({gain}) => gain === -1).length];
  return {pairs: n, ...estimate, only_first, only_second, exact: mcnemar(only_first, only_second).exact};
}

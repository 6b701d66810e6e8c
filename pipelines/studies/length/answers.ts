// Accuracy at one length, with every position counted alike, and the number of independent answers that it is worth.
import {rescaledInterval} from "../../score/accuracy.js";
import {MOST_GUESS} from "../../score/formula.js";
import {studentTrials} from "../../stats/distributions.js";

/** Counts of one cell: a length and depth of one series. */
export interface Cell {
  correct: number;
  /** Untruncated answers. */
  n: number;
  truncated: number;
  guess_sum: number;
}

/** Right answers and untruncated answers of one cluster in one cell: answers to questions that ask the same. */
export interface Clustered {
  cell: number;
  cluster: string;
  correct: number;
  n: number;
}

/** Accuracy over cells that count alike, above guessing. */
export interface LengthAccuracy {
  /** Excess accuracy, 0 guessing, 1 knowing. */
  accuracy: number;
  /** Its 95 % interval. */
  low: number;
  high: number;
  /** Mean guess chance. */
  guess: number;
  /** Untruncated answers. */
  n: number;
  correct: number;
  truncated: number;
  /** Independent answers that they are worth: n where every test was asked once and cells are of one size. */
  effective: number;
}

/**
 * The mean of the cells' excess accuracies: every cell has the same weight, since adaptive sampling asks more where answers vary. Its interval is
 * Wilson's on the effective number of answers (Korn & Graubard 1998, Survey Methodology 24, 193–201): what the unequal sizes of cells leave, and
 * less where answers to questions that ask the same agree with each other. Null without an untruncated answer; cells without any are left out.
 * @param clustered answers by cluster, where they are known; otherwise all count as independent
 */
export function lengthAccuracy(cells: readonly Cell[], clustered: readonly Clustered[] = []): LengthAccuracy | null {
  const sum = (of: (cell: Cell) => number) => cells.reduce((total, cell) => total + of(cell), 0);
  const asked = cells.filter(({n}) => n > 0);
  if (asked.length === 0) return null;
  const weight = 1 / asked.length;
  let [excess, guess, inverse] = [0, 0, 0];
  for (const {correct, n, guess_sum} of asked) {
    const own = Math.min(MOST_GUESS, guess_sum / n);
    excess += (weight * (correct / n - own)) / (1 - own);
    guess += weight * own;
    inverse += (weight * weight) / n;
  }
  const share = Math.min(1, Math.max(0, guess + (1 - guess) * excess));
  const effective = Math.min(1 / inverse, clusteredTrials(cells, clustered, {weight, share}));
  const {low, high} = rescaledInterval({correct: share * effective, total: effective, guessSum: guess * effective});
  return {
    accuracy: excess,
    low: Math.min(low, excess),
    high: Math.max(high, excess),
    guess,
    n: sum(({n}) => n),
    correct: sum(({correct}) => correct),
    truncated: sum(({truncated}) => truncated),
    effective
  };
}

/**
 * Trials that clusters are worth: p(1 − p) over the variance of the mean between clusters, within cells. Infinite where no cluster has several
 * answers; one a cluster where all answers agree, which leaves no variance to measure.
 */
function clusteredTrials(
  cells: readonly Cell[],
  clustered: readonly Clustered[],
  {weight, share}: {weight: number; share: number}
): number {
  const sums = new Map<string, {residual: number; n: number}>();
  for (const {cell, cluster, correct, n} of clustered) {
    const own = cells[cell]!;
    if (n === 0 || own.n === 0) continue;
    const known = sums.get(cluster) ?? {residual: 0, n: 0};
    known.residual += (weight * (correct - (n * own.correct) / own.n)) / own.n;
    known.n += n;
    sums.set(cluster, known);
  }
  const clusters = sums.size;
  if ([...sums.values()].every(({n}) => n <= 1)) return Number.POSITIVE_INFINITY;
  let variance = 0;
  for (const {residual} of sums.values()) variance += residual * residual;
  if (clusters < 2 || variance < 1e-12 || share <= 0 || share >= 1) return clusters;
  const freedom = studentTrials(clusters - 1);
  return ((share * (1 - share)) / ((clusters / (clusters - 1)) * variance)) * freedom;
}

// Votes counted by pair and outcome, on which strengths without covariates depend alone.
import type {Votes} from "../votes/votes.js";

/** Input of a fit: comparisons of models a and b with one outcome, `weight` times; x holds `k` covariates per row. */
export interface Comparisons {
  rows: number;
  a: ArrayLike<number>;
  b: ArrayLike<number>;
  outcome: ArrayLike<number>;
  weight: ArrayLike<number>;
  k: number;
  x: Float64Array;
}

/** Counts of each outcome, as seen by the model with the lower index, at position ((low · models) + high) · 3 + outcome. */
export function countsOf({n, models, a, b, outcome}: Votes): Float64Array {
  const size = models.length;
  const counts = new Float64Array(size * size * 3);
  for (let v = 0; v < n; v++) {
    const at = cellAt(a[v]!, b[v]!, outcome[v]!, size);
    counts[at] = counts[at]! + 1;
  }
  return counts;
}

const cellAt = (a: number, b: number, outcome: number, size: number): number =>
  a < b ? (a * size + b) * 3 + outcome : (b * size + a) * 3 + 2 - outcome;

/** The cell in which each vote is counted. */
export function cellsOf({n, models, a, b, outcome}: Votes): Int32Array {
  const cells = new Int32Array(n);
  for (let v = 0; v < n; v++) cells[v] = cellAt(a[v]!, b[v]!, outcome[v]!, models.length);
  return cells;
}

/** Counts among some models, given in ascending order; each is renumbered by its position in the list. */
export function countsAmong(counts: ArrayLike<number>, kept: readonly number[], size: number): Float64Array {
  const among = new Float64Array(kept.length * kept.length * 3);
  for (const [x, i] of kept.entries())
    for (const [y, j] of kept.entries())
      for (let k = 0; k < 3; k++) among[(x * kept.length + y) * 3 + k] = counts[(i * size + j) * 3 + k]!;
  return among;
}

/** Counts as rows of a fit; cells without votes are left out. */
export function comparisonsOf(counts: ArrayLike<number>, size: number): Comparisons {
  let rows = 0;
  for (let at = 0; at < counts.length; at++) if (counts[at]! > 0) rows++;
  const [a, b, outcome, weight] = [new Int32Array(rows), new Int32Array(rows), new Uint8Array(rows), new Float64Array(rows)];
  let row = 0;
  for (let i = 0, at = 0; i < size; i++)
    for (let j = 0; j < size; j++)
      for (let k = 0; k < 3; k++, at++) {
        if (!(counts[at]! > 0)) continue;
        a[row] = i;
        b[row] = j;
        outcome[row] = k;
        weight[row++] = counts[at]!;
      }
  return {rows, a, b, outcome, weight, k: 0, x: new Float64Array(0)};
}

/** Wins of each model over each other, with ties as half, row by row, and the number of votes of each pair. */
export function winMatrix(counts: ArrayLike<number>, size: number): {wins: Float64Array; votes: Float64Array} {
  const wins = new Float64Array(size * size);
  const votes = new Float64Array(size * size);
  for (let i = 0; i < size; i++)
    for (let j = i + 1; j < size; j++) {
      const at = (i * size + j) * 3;
      const [win, tie, loss] = [counts[at]!, counts[at + 1]!, counts[at + 2]!];
      wins[i * size + j] = win + tie / 2;
      wins[j * size + i] = loss + tie / 2;
      votes[i * size + j] = votes[j * size + i] = win + tie + loss;
    }
  return {wins, votes};
}

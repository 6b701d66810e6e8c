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

// Which strengths can be compared: connectivity of the graph of comparisons and of wins.

/** Connectivity of the graph of comparisons. */
interface Connected {
  /** component of each model, 0 being the one with most votes; −1 for a model without votes */
  component: Int32Array;
  components: number;
  /**
   * whether within every component each model can be reached from each other by a chain of wins, counting half ties: strengths are finite
   */
  finite: boolean;
}

/** Ford 1957 (doi:10.2307/2308513): the estimate is finite if and only if no group of models won all its comparisons with the rest. */
export function connected(counts: ArrayLike<number>, size: number): Connected {
  const {wins, votes} = winMatrix(counts, size);
  const found = new Int32Array(size).fill(-1);
  const groups: {members: number[]; votes: number}[] = [];
  for (let start = 0; start < size; start++) {
    if (found[start]! >= 0 || total(votes, start, size) === 0) continue;
    const members = reach(start, (i, j) => votes[i * size + j]! > 0, size);
    for (const i of members) found[i] = groups.length;
    groups.push({members, votes: members.reduce((sum, i) => sum + total(votes, i, size), 0)});
  }
  const order = groups.map((_, g) => g).sort((x, y) => groups[y]!.votes - groups[x]!.votes || x - y);
  const rank = new Int32Array(groups.length);
  for (const [place, g] of order.entries()) rank[g] = place;
  const finite = groups.every(
    ({members}) =>
      reach(members[0]!, (i, j) => wins[i * size + j]! > 0, size).length === members.length &&
      reach(members[0]!, (i, j) => wins[j * size + i]! > 0, size).length === members.length
  );
  return {component: found.map(g => (g < 0 ? -1 : rank[g]!)), components: groups.length, finite};
}

function total(votes: Float64Array, i: number, size: number): number {
  let sum = 0;
  for (let at = i * size; at < (i + 1) * size; at++) sum += votes[at]!;
  return sum;
}

function reach(start: number, edge: (from: number, to: number) => boolean, size: number): number[] {
  const seen = new Uint8Array(size);
  const found = [start];
  seen[start] = 1;
  for (let at = 0; at < found.length && found.length < size; at++)
    for (let to = 0; to < size; to++)
      if (seen[to] === 0 && edge(found[at]!, to)) {
        seen[to] = 1;
        found.push(to);
      }
  return found;
}

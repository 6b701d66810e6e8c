// Which strengths can be compared: connectivity of the graph of comparisons and of wins.
import {winMatrix} from "./cells.js";

/** Connectivity of the graph of comparisons. */
export interface Connected {
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

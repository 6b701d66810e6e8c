// Replays reallocation on existing answers.
import type {Precision} from "../../book/schemas.js";
import {nextSize, type Stopped} from "../../score/precision.js";
import {type Measured, reallocate, unspent} from "../../score/reallocation.js";
import type {Replayed} from "./replay.js";

/**
 * Continues the replay of one evaluation's points with what they have saved, until an answer is missing or nothing is left to give.
 * @param cells the points in the order of the plan; those that are given more are replaced
 * @param available tests of a point that there are, up to a number
 * @param again replays a point from where it ended, up to a number of samples
 * @returns samples that may be asked beyond those that the points' own bounds count
 */
export function replayReallocation(
  cells: Map<string, Replayed>,
  precision: Precision,
  available: (id: string, most: number) => number,
  again: (id: string, start: Replayed["known"], most: number) => Replayed
): number {
  const own = new Map([...cells].map(([id, {most}]) => [id, most]));
  const allowed = new Map([...cells.keys()].map(id => [id, precision.max]));
  const measured = (id: string, {known: {samples: k, counters}}: Replayed): Measured => {
    const max = allowed.get(id)!;
    const there = available(id, max);
    const stopped = nextSize(k, counters, {...precision, max}, there < max ? {supply: there} : {}) as Stopped;
    return {k, most: own.get(id)!, counters, stopped};
  };
  for (;;) {
    const ended = [...cells].filter(([, {missing}]) => missing.high === 0);
    const points = ended.map(([id, cell]) => measured(id, cell));
    if (ended.length < cells.size) return Math.max(0, unspent(points));
    const left = unspent(points);
    const given = reallocate(points, precision, left);
    if (given.every(more => more === 0)) return 0;
    for (const [i, [id, {known}]] of ended.entries()) {
      if (given[i] === 0) continue;
      allowed.set(id, known.samples + given[i]!);
      cells.set(id, again(id, known, allowed.get(id)!));
    }
    const missing = [...cells.values()].some(cell => cell.missing.high > 0);
    if (missing) return left - given.reduce((a, b) => a + b);
  }
}

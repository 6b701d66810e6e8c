// Distributes a limit on tests over the points of a plan.

import type {ManifoldPoint} from "../generate/manifold.node.js";
import {groupBy} from "../stats/groupBy.js";

type Placed = Pick<ManifoldPoint, "base_task" | "tiers">;

/**
 * Number of tests of each point under a limit: even over tasks, and within a task even over its points, with the remainder spread over
 * tiers and over the grid. A point takes at most `most` tests, and what a small task or point cannot take goes to the others. Every share grows with
 * the limit, so that the tests of a smaller limit are among those of a larger one.
 * @param limit most tests in all; undefined = no limit
 * @param most most tests of a point, or of each by its place
 * @returns one number for each point, in their order
 */
export function sharesOf(
  limit: number | undefined,
  points: readonly Placed[],
  {most}: {most: number | ((i: number) => number)}
): number[] {
  if (limit === undefined) return points.map(() => Number.POSITIVE_INFINITY);
  const capacities = points.map((_, i) => (typeof most === "number" ? most : most(i)));
  const sum = (own: readonly number[]) => own.reduce((total, i) => total + capacities[i]!, 0);
  if (limit >= sum([...points.keys()])) return points.map(() => Number.POSITIVE_INFINITY);
  const tasks = [...groupBy([...points.keys()], i => points[i]!.base_task).values()].map(own => spread(own, points));
  const taken = evenly(limit, tasks.map(sum));
  const shares = points.map(() => 0);
  for (const [t, own] of tasks.entries()) {
    const parts = evenly(
      taken[t]!,
      own.map(i => capacities[i]!)
    );
    for (const [rank, i] of own.entries()) shares[i] = parts[rank]!;
  }
  return shares;
}

/** A total divided as equally as the capacities allow; earlier parts take the remainder. */
function evenly(total: number, capacities: readonly number[]): number[] {
  const parts = capacities.map(() => 0);
  for (let left = total; left > 0; ) {
    const open = [...capacities.keys()].filter(i => parts[i]! < capacities[i]!);
    if (open.length === 0) break;
    const each = Math.min(Math.floor(left / open.length), ...open.map(i => capacities[i]! - parts[i]!));
    for (const i of each > 0 ? open : open.slice(0, left)) {
      parts[i]! += each > 0 ? each : 1;
      left -= each > 0 ? each : 1;
    }
  }
  return parts;
}

/**
 * Points of one task in an order whose every prefix is well spread: alternating over sets of tiers, and within each over the grid; points
 * without a tier come last in each turn.
 */
function spread(own: readonly number[], points: readonly Placed[]): number[] {
  const groups = [...groupBy(own, i => points[i]!.tiers.join(" "))]
    .sort(([a], [b]) => Number(a === "") - Number(b === ""))
    .map(([, group]) => halving(group));
  const longest = Math.max(...groups.map(({length}) => length));
  return Array.from({length: longest}, (_, turn) => groups.flatMap(group => group.slice(turn, turn + 1))).flat();
}

/** Elements in the order of van der Corput's sequence: first, middle, quarters, eighths … */
function halving<T>(places: readonly T[]): T[] {
  const ordered: T[] = [];
  const bits = Math.ceil(Math.log2(Math.max(2, places.length)));
  for (let i = 0; i < 2 ** bits; i++) {
    let place = 0;
    for (let bit = 0; bit < bits; bit++) if (i & (1 << bit)) place |= 1 << (bits - 1 - bit);
    if (place < places.length) ordered.push(places[place]!);
  }
  return ordered;
}

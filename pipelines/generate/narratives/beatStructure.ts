// How the parts of a narrative tell its tree: results, parents, and the place of each operation's beat.

import {type MedianRule, resultOf} from "../lists/operations.js";
import {innerOf, type ListTree, operationsIn} from "../lists/tree.js";
import type {Narrative} from "./narrative.js";

export interface BeatStructure {
  /** Operations of the tree. */
  count: number;
  /** By the operation's number: its result, the operation that uses it (-1 of the outermost), and the places of its beats in `parts`. */
  results: number[];
  parents: number[];
  beats: number[][];
  /** In which order the beats stand; null in neither. Of a single operation it is post-order. */
  order: "post" | "pre" | null;
}

/** Results by the operation's number, in time linear in the tree. */
export function resultsOf(operations: readonly ListTree[], median: MedianRule): number[] {
  const results = new Map<ListTree, number>();
  for (const node of operations.toReversed()) {
    const values = node.values.map(value => (typeof value === "number" ? value : results.get(value)!));
    results.set(node, resultOf(node.operation, values, median));
  }
  return operations.map(node => results.get(node)!);
}

export function beatStructure({tree, median, parts}: Narrative): BeatStructure {
  const operations = operationsIn(tree);
  const number = new Map(operations.map((node, i) => [node, i]));
  const parents = operations.map(() => -1);
  for (const [i, node] of operations.entries()) for (const inner of innerOf(node)) parents[number.get(inner)!] = i;
  const beats: number[][] = operations.map(() => []);
  const sequence: number[] = [];
  for (const [place, {kind, operation}] of parts.entries()) {
    if (kind !== "beat" || operation === undefined || operation >= operations.length) continue;
    if (beats[operation]!.length === 0) sequence.push(operation);
    beats[operation]!.push(place);
  }
  const follows = (wanted: readonly number[]) =>
    wanted.filter(i => beats[i]!.length > 0).every((i, place) => sequence[place] === i);
  const order = follows(postOrder(operations, parents)) ? "post" : follows(operations.map((_, i) => i)) ? "pre" : null;
  return {count: operations.length, results: resultsOf(operations, median), parents, beats, order};
}

/** The numbers of operations, each behind those inside it. */
function postOrder(operations: readonly ListTree[], parents: readonly number[]): number[] {
  const order: number[] = [];
  const open: number[] = [];
  for (let i = 0; i < operations.length; i++) {
    while (open.length > 0 && open.at(-1) !== parents[i]) order.push(open.pop()!);
    open.push(i);
  }
  return [...order, ...open.toReversed()];
}

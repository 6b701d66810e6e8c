// Memory layouts of the responses: packed rows for a shared grid, columns for quadrature nodes of each person's own.
import {MISSING, type Responses} from "../item.js";
import type {PassInput} from "./likelihoodPass.js";
import {type Packed, pack} from "./packed.js";
import type {Shape} from "./parameters.js";
import type {Threads} from "./result.js";

export function packRows({persons, items, cells}: Responses, kept: readonly number[]): Packed {
  if (kept.length === items.length) return pack({persons: persons.length, items: items.length, cells});
  const own = new Uint8Array(persons.length * kept.length);
  for (let i = 0, to = 0; i < persons.length; i++) for (const j of kept) own[to++] = cells[i * items.length + j]!;
  return pack({persons: persons.length, items: kept.length, cells: own});
}

/** Quadrature nodes per person in each stage; the last has enough for posteriors that are the less normal the fewer their items. */
const nodesFor = (items: number): number[] =>
  items >= 20_000 ? [3] : items >= 5_000 ? [3, 5] : items >= 1_000 ? [5, 11] : [7, 15];

export interface Columns {
  /** items × persons, item by item. */
  columns: Uint8Array;
  /** Nodes per person in each stage. */
  stages: number[];
  /** Where each person's nodes are placed first. */
  centre: Float64Array;
  width: Float64Array;
}

export function packColumns({persons, items, cells}: Responses, kept: readonly number[], threads?: Threads): Columns {
  const n = persons.length;
  const columns = threads?.bytes(n * kept.length) ?? new Uint8Array(n * kept.length);
  for (let at = 0, to = 0; at < kept.length; at++)
    for (let i = 0, from = kept[at]!; i < n; i++, from += items.length) columns[to++] = cells[from]!;
  const answered = new Float64Array(n);
  const right = new Float64Array(n);
  for (let at = 0; at < kept.length; at++)
    for (let i = 0; i < n; i++) {
      const answer = columns[at * n + i]!; // 1 is right, 0 wrong
      if (answer === MISSING) continue;
      answered[i]!++;
      right[i]! += answer;
    }
  const scores = right.map((count, i) => logit((count + 0.5) / (answered[i]! + 1)));
  const mean = scores.reduce((sum, score) => sum + score, 0) / n;
  const sd = Math.sqrt(scores.reduce((sum, score) => sum + (score - mean) ** 2, 0) / n) || 1;
  return {
    columns,
    stages: nodesFor(median(answered)),
    centre: scores.map(score => Math.max(-3, Math.min(3, (score - mean) / sd))),
    width: answered.map(count => 1 / Math.sqrt(1 + 0.2 * count))
  };
}

const logit = (p: number): number => Math.log(p / (1 - p));

/** Allocates the buffers of a pass for a given number of nodes per person. */
export function passInputOf(
  columns: Uint8Array,
  {shape, persons, nodes}: {shape: Shape; persons: number; nodes: number},
  threads?: Threads
): PassInput {
  const room = () => threads?.doubles(persons * nodes) ?? new Float64Array(persons * nodes);
  return {shape, persons, nodes, columns, theta: room(), weights: room()};
}

function median(values: Float64Array): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[sorted.length >> 1] ?? 0;
}

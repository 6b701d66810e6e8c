// Reads the data of the page on compression, one row per evaluation.

import type {NamedEvaluation} from "../../store/evaluationName.js";
import {
  difficulties,
  type Entropy,
  entropyOf,
  type Loaded,
  loadOf,
  type TraceCell,
  type TracePart
} from "../../studies/traces/entropy.js";

import {traceCellsQuery} from "../../studies/traces/traces.sql.js";
import {evaluationLabels} from "../shared/label.js";
import type {Sql} from "../shared/sql.js";
import type {CountedPoint} from "../truncation/quadrants.js";

/** Traces of a point with the fields that filters use, and the difficulty of the point for all other evaluations. */
export interface TracedCell extends TraceCell {
  point: CountedPoint;
  difficulty: number | null;
}

export interface EntropyRow extends NamedEvaluation, Entropy {}

export const PART_NAMES: Record<TracePart, string> = {
  first_512: "first 512 bytes",
  first_1024: "first 1,024 bytes",
  first_2048: "first 2,048 bytes",
  last_1024: "last 1,024 bytes"
};

/**
 * Reads the table `traces`.
 * @param points all points of the store, so that difficulty does not depend on filters
 */
export async function tracedCells(sql: Sql, points: readonly CountedPoint[], part: TracePart): Promise<TracedCell[]> {
  const key = ({eval_id, base_task, params}: {eval_id: string; base_task: string; params: string}) =>
    `${eval_id} ${base_task} ${params}`;
  const known = new Map(points.map(point => [key(point), point]));
  const difficulty = difficulties(points);
  return Array.from(await sql.query(traceCellsQuery(part)), row => {
    const cell = (row as unknown as {toJSON(): TraceCell & {eval_id: string}}).toJSON();
    return {...cell, point: known.get(key(cell))!, difficulty: difficulty(cell)};
  }).filter(({point}) => point);
}

/** One row per evaluation, in order of name. */
export function entropyRows(cells: readonly TracedCell[], {part}: {part: TracePart}): EntropyRow[] {
  const label = evaluationLabels(cells.map(({point}) => point));
  return [...byEvaluation(cells)]
    .map(group => {
      const {eval_id, model, template, sampler, simulated} = group[0]!.point;
      const facts = {eval_id, model, template, sampler, simulated, name: label(group[0]!.point)};
      return {...facts, ...entropyOf(group, {part, difficulty: cell => (cell as TracedCell).difficulty})};
    })
    .sort((a, b) => a.name.localeCompare(b.name));
}

/** All points of one evaluation: difficulty and information density. */
export const loadedPoints = (cells: readonly TracedCell[], {part, eval_id}: {part: TracePart; eval_id: string}): Loaded[] =>
  loadOf(
    cells.filter(({point}) => point.eval_id === eval_id),
    {part, difficulty: cell => (cell as TracedCell).difficulty}
  );

function byEvaluation(cells: readonly TracedCell[]): Iterable<TracedCell[]> {
  const groups = new Map<string, TracedCell[]>();
  for (const cell of cells) {
    const group = groups.get(cell.point.eval_id);
    if (group) group.push(cell);
    else groups.set(cell.point.eval_id, [cell]);
  }
  return groups.values();
}

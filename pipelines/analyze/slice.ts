// Slices of a task's manifold, shared by the commands `surface` and `projection`. Their cells are those of the manifold page.

import {group} from "d3";
import {z} from "zod";
import {UserError} from "../rows/error.js";
import {literal} from "../rows/literal.js";
import type {Evaluated} from "../store/evaluationName.js";
import {readManifest} from "../store/manifest.node.js";
import {
  type Axes,
  cellsOf,
  type PlacedPoint,
  type PooledCell,
  type Value,
  valuesOf,
  varying
} from "../studies/manifold/surface.js";
import {
  accuracyFields,
  costField,
  count,
  evaluationFields,
  simulatedField,
  text,
  tokenFields,
  truncationFields
} from "./fields.js";
import {hint} from "./filter.js";
import type {Store} from "./store.js";

interface EvaluatedPoint extends PlacedPoint {
  evaluation: Evaluated;
}

export interface Slice extends Axes {
  base_task: string;
  /** Name of the surface or projection; null for axes that the user chose. */
  name: string | null;
}

const valueSchema = z.union([z.number(), z.string(), z.boolean(), z.null()]);
const {unparsed: _, cut_by_evidence: __, ended_unknown: ___, ...truncation} = truncationFields;

const {accuracy, low, high, n, answers} = accuracyFields;

/** Fields of a cell, except for its second axis. */
export const cellFields = {
  ...evaluationFields,
  base_task: text("the task's name"),
  x_name: text("the param on the x axis"),
  x: valueSchema.describe("its value; null where a point lacks it"),
  accuracy,
  low,
  high,
  n,
  answers,
  ...truncation,
  ...tokenFields,
  ...costField,
  points: count("points pooled in the cell"),
  ...simulatedField
};
export const yFields = {y_name: text("the param on the y axis"), y: valueSchema.describe("its value")};

type Kind = "surface" | "projection";

/**
 * The slice to show: one that the suite names, or one with axes of the user's choice. Throws a UserError.
 * @param own axes given on the command line
 */
export async function sliceOf(store: Store, kind: Kind, own: {x?: string | undefined; y?: string | undefined}): Promise<Slice> {
  if (own.x !== undefined || own.y !== undefined) return ownSlice(store, kind, own);
  const all = (await store.ask(`select distinct base_task, unnest(${kind}s) as name from picked order by all`)) as {
    base_task: string;
    name: string;
  }[];
  const wanted = store.filter[kind];
  const found = wanted.length > 0 ? all.filter(({name}) => wanted.includes(name)) : all;
  const [only] = found;
  if (!only) throw new UserError(`no ${kind} among these points; choose axes with --x${kind === "surface" ? " and --y" : ""}`);
  if (found.length === 1) return {...only, ...(await axesOf(store, kind, only))};
  const names = [...new Set(found.map(({name}) => name))];
  if (names.length === 1) throw new UserError(`several tasks have a ${kind} "${names[0]}"; add --task`);
  throw new UserError(`which ${kind}? add --${kind} with one of: ${names.join(", ")}`);
}

async function ownSlice(
  {ask, known}: Store,
  kind: Kind,
  {x, y}: {x?: string | undefined; y?: string | undefined}
): Promise<Slice> {
  const tasks = (await ask("select distinct base_task from picked order by 1")).map(row => String(row.base_task));
  if (tasks.length > 1) throw new UserError(`axes are params of one task, ${tasks.length} tasks pass the filters; add --task`);
  const [base_task] = tasks as [string];
  const params = [...known.tasks.get(base_task)!.keys()];
  if (x === undefined || (kind === "surface" && y === undefined)) throw new UserError("a surface has two axes: --x and --y");
  for (const axis of [x, y])
    if (axis !== undefined && !params.includes(axis))
      throw new UserError(`task ${base_task} has no param "${axis}"${hint(axis, new Set(params))}`);
  if (x === y) throw new UserError(`--x and --y are both "${x}"; a surface has two different axes`);
  return {base_task, name: null, x, ...(kind === "surface" && {y})};
}

/** Axes of a named slice as the suite defines them; for a slice that was tagged later, the params with the most values. */
async function axesOf(store: Store, kind: Kind, {base_task, name}: {base_task: string; name: string}): Promise<Axes> {
  const manifest = await readManifest(store.folder);
  const slice = manifest?.slices?.find(each => each.kind === kind && each.task === base_task && each.name === name);
  if (slice) return {x: slice.x, ...(kind === "surface" && {y: slice.y})};
  const points = await pointsOn(store, {base_task, name, x: ""}, kind);
  const [x, y] = [...new Set([...varying(points), ...valuesOf(points).keys()])];
  return {x: x ?? "", ...(kind === "surface" && {y})};
}

/** The points that belong to a slice. */
async function pointsOn(store: Store, {base_task, name}: Slice, kind: Kind): Promise<EvaluatedPoint[]> {
  const on = name === null ? "true" : `list_contains(${kind}s, ${literal(name)})`;
  const rows =
    await store.ask(`select eval_id, model, template, sampler, simulated, params, generator_version, correct, incorrect, truncated, ended_unknown, guess_sum, answers, shares, share_squares, share_tests, share_guess, completion_tokens, tokens_squared, cost
    from picked where base_task = ${literal(base_task)} and ${on} order by model, template, sampler, params`);
  const places = new Map<string, PlacedPoint["place"]>();
  return rows.map(({eval_id, model, template, sampler, simulated, params, generator_version, ...counters}) => {
    const params_json = String(params);
    const key = `${generator_version} ${params_json}`;
    const place = places.get(key) ?? {
      base_task,
      params: JSON.parse(params_json) as Record<string, Value>,
      params_json,
      generator_version: Number(generator_version),
      tiers: [],
      surfaces: [],
      projections: []
    };
    places.set(key, place);
    return {place, evaluation: {eval_id, model, template, sampler, simulated}, ...counters} as never;
  });
}

/** One row per evaluation and cell. */
export async function cellRows(
  store: Store,
  slice: Slice,
  kind: Kind
): Promise<(Evaluated & Omit<PooledCell, "params"> & {points: number})[]> {
  const byEvaluation = group(await pointsOn(store, slice, kind), ({evaluation}) => evaluation.eval_id);
  return [...byEvaluation.values()].flatMap(points =>
    cellsOf(points, slice).map(({params, ...cell}) => ({
      ...points[0]!.evaluation,
      ...cell,
      truncated_low: (cell.truncated ?? 0) > 0 ? cell.truncated_low : 0, // exactly 0, without rounding errors
      points: params.length
    }))
  );
}

// Brings parameters written by another program into this project's canonical spelling, so that equal points have equal text, and finds
// the tests of such points.
import {getOrAdd} from "../book/getOrAdd.js";
import {explain} from "../book/issue.js";
import {drawsOf} from "./draws.node.js";
import type {ManifoldPoint} from "./manifold.node.js";
import {pointKeys} from "./question.js";
import {tasks as registry} from "./registry.node.js";
import {canonicalJson} from "./seed.js";
import type {AnyTask, Test} from "./task.js";

export interface Spelt {
  params: Record<string, unknown>;
  /** Canonical JSON of `params`, which identifies the point. */
  params_json: string;
}

/**
 * Parameters with a task's defaults filled in and without any `count`; unchanged where the task is unknown or of another version. Returns
 * the reason as text where the task does not allow them.
 */
export function spellParams(
  written: Record<string, unknown>,
  {base_task, version, tasks = registry}: {base_task: string; version: number; tasks?: ReadonlyMap<string, AnyTask>}
): Spelt | {bad: string} {
  const {count: _, ...rest} = written;
  const task = tasks.get(base_task);
  if (task?.version !== version) return {params: rest, params_json: canonicalJson(rest)};
  const result = task.params.safeParse(rest);
  if (result.success) {
    const params = result.data as Record<string, unknown>;
    return {params, params_json: canonicalJson(params)};
  }
  const {path, text} = explain(result.error, {value: rest, schema: task.params});
  return {bad: `params${path.map(step => `.${step}`).join("")}: ${text}`};
}

/** The point of a known task's current generator at canonically spelled parameters. */
export const pointAt = (task: AnyTask, {params, params_json}: Spelt, seed: number): ManifoldPoint => ({
  base_task: task.name,
  params,
  params_json,
  generator_version: task.version,
  seed,
  ...pointKeys(task, {params, seed}),
  ...(task.items && {bank: true as const}),
  tiers: [],
  surfaces: [],
  projections: [],
  suites: [],
  suite_tiers: []
});

/** Most points of a task whose order of items is kept. */
const MAX_POINTS = 1_000;
const points = new WeakMap<AnyTask, Map<string, ManifoldPoint>>();

/** Returns the test of a point at an index from 0, or the number of its tests where there are fewer. @param seed global seed */
export function testOf(
  task: AnyTask,
  spelt: Spelt,
  {seed, index}: {seed: number; index: number}
): {test: Test} | {available: number} {
  let ofTask = points.get(task);
  if (!ofTask) points.set(task, (ofTask = new Map()));
  if (ofTask.size >= MAX_POINTS) ofTask.clear();
  const draws = drawsOf(
    getOrAdd(ofTask, `${spelt.params_json} ${seed}`, () => pointAt(task, spelt, seed)),
    task
  );
  const available = draws.available(index + 1);
  return available > index ? {test: draws.test(index)} : {available};
}

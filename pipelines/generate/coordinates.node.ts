// Brings parameters written by another program into this project's canonical spelling, so that equal points have equal text.
import {explain} from "../book/issue.js";
import type {ManifoldPoint} from "./manifold.node.js";
import {pointKeys} from "./question.js";
import {tasks as registry} from "./registry.node.js";
import {canonicalJson} from "./seed.js";
import type {AnyTask} from "./task.js";

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

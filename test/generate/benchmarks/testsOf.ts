// Tests of a generated benchmark, as a run draws them.
import {benchmarkTasks} from "../../../pipelines/generate/benchmarks/registry.js";
import {pointAt, spellParams} from "../../../pipelines/generate/coordinates.node.js";
import {drawsOf} from "../../../pipelines/generate/draws.node.js";
import type {Test} from "../../../pipelines/generate/task.js";

/** Draws the first tests of a benchmark, which are spread over all of it unless facets are chosen; as many as there are where that is fewer. */
export function testsOf(name: string, count: number, params: Record<string, string | number> = {}): Test[] {
  const task = benchmarkTasks.get(name)!;
  const spelt = spellParams(params, {base_task: name, version: task.version, tasks: benchmarkTasks});
  if ("bad" in spelt) throw new Error(spelt.bad);
  const draws = drawsOf(pointAt(task, spelt, 7), task);
  return Array.from({length: draws.available(count)}, (_, k) => draws.test(k));
}

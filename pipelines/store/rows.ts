// The rows of the published tables, made from what flows through a run.
import type {ManifoldPoint} from "../generate/manifold.js";
import type {Test} from "../generate/task.js";
import {adjustedInterval, excessAccuracy, rescaledInterval} from "../score/accuracy.js";
import type {Counters} from "../score/counters.js";
import type {Stopped} from "../score/precision.js";
import type {Row} from "./writer.js";

/** The key of an evaluation as every table repeats it. */
export interface EvaluationKey {
  eval_id: string;
  model: string;
  template: string;
  sampler: string;
}

/** A row of `points`: identity, facets, raw counters and what is derived from them. */
export function pointRow(
  key: EvaluationKey,
  point: ManifoldPoint,
  {counters, stopped, groups, simulated}: {counters: Counters; stopped: Stopped; groups: string[]; simulated: boolean}
): Row {
  const counts = {correct: counters.correct, total: counters.correct + counters.incorrect, guessSum: counters.guess_sum};
  const {low, high} = rescaledInterval(counts);
  return {
    ...key,
    base_task: point.base_task,
    params: point.params_json,
    params_map: Object.fromEntries(
      Object.entries(point.params)
        .filter((entry): entry is [string, number] => typeof entry[1] === "number")
        .sort()
    ),
    generator_version: point.generator_version,
    seed: point.seed,
    groups,
    tiers: point.tiers,
    surfaces: point.surfaces,
    projections: point.projections,
    ...counters,
    accuracy: excessAccuracy(counts),
    ...adjustedInterval(counts),
    ci_low: low,
    ci_high: high,
    truncated_ratio: counters.truncated / (counts.total + counters.truncated),
    stopped,
    simulated
  };
}

/** A row of `items`. */
export const itemRow = (test: Test, point: ManifoldPoint): Row => ({
  item_id: test.item_id,
  base_task: test.base_task,
  params: point.params_json,
  generator_version: test.generator_version,
  seed: test.seed,
  index: test.index,
  prompt: test.prompt,
  expected: test.expected,
  choices: test.choices ?? [],
  guess_chance: test.guess_chance,
  domain: "",
  category: test.base_task,
  tiers: point.tiers
});

// The confidence of simulated models on ZenReason, scored as a run scores it: Cox's line holds the miscalibration that they state theirs with.
import {expect} from "vitest";
import {benchmarkTasks} from "../../../pipelines/generate/benchmarks/registry.js";
import {limited} from "../../../pipelines/infer/reference/limit.js";
import {reply} from "../../../pipelines/infer/reference/reply.node.js";
import {roster, type SimulatedModel} from "../../../pipelines/infer/reference/roster.js";
import {byItsScorer, completionOf} from "../../../pipelines/run/audit/scoring.js";
import {CORRECT, TRUNCATED} from "../../../pipelines/score/status.js";
import {calibrationLine} from "../../../pipelines/studies/calibration/measures.js";
import {fullTest} from "../../repetitions.js";

const {items} = benchmarkTasks.get("zen-calib")!;
const places = items.places({of: "zen-reason"}) as Uint32Array;
/** One of so many items is asked: 150 of 600. */
const EVERY = 4;
const asked = [...places].filter((_, i) => i % EVERY === 1).map(place => items.at(place, {edition: 1}));
const score = byItsScorer({simulated: true});

/** The line of a model's answers. */
async function lineOf(model: SimulatedModel) {
  const [confidence, right]: [number[], number[]] = [[], []];
  for (const item of asked) {
    const {text, reasoning, finish_reason} = limited(reply(model, item.prompt), null);
    const scored = await score({...completionOf(text), reasoning, finish_reason}, item);
    if ("unscored" in scored) throw new Error("a simulated model has no answer");
    const stated = scored.measures?.confidence;
    if (scored.status === TRUNCATED || stated === undefined) continue;
    confidence.push(stated);
    right.push(scored.status === CORRECT ? 1 : 0);
  }
  return calibrationLine({confidence: Float64Array.from(confidence), right: Uint8Array.from(right)});
}

fullTest("of the lines of 64 models, 95 % of intercepts and of slopes hold the truth, and nine in ten both", async () => {
  const held = {lines: 0, intercept: 0, slope: 0, both: 0};
  for (const model of roster) {
    const line = await lineOf(model);
    if (!line) continue; // nearly all are right
    const {confidence_shift_logits: shift, confidence_slope: stretch} = model.faculties;
    const holds = ({low, high}: {low: number; high: number}, truth: number) => low <= truth && truth <= high;
    const [intercept, slope] = [holds(line.intercept, -shift / stretch), holds(line.slope, 1 / stretch)];
    held.lines++;
    if (intercept) held.intercept++;
    if (slope) held.slope++;
    if (intercept && slope) held.both++;
  }
  expect(held.lines).toBeGreaterThanOrEqual(0.95 * roster.length);
  // Of 64 intervals that hold the truth 95 times in 100, fewer than 57 do so one time in fifty.
  expect(held.intercept).toBeGreaterThanOrEqual(57);
  expect(held.slope).toBeGreaterThanOrEqual(57);
  expect(held.both).toBeGreaterThanOrEqual(55);
});

// The confidence of simulated models on ZenCalib, scored as a run scores it: Cox's line holds the miscalibration that they state theirs with.
import {expect} from "vitest";
import {itemPlaceOf, placeHeader} from "../../../pipelines/generate/itemPlace.node.js";
import type {Test} from "../../../pipelines/generate/task.js";
import {limited} from "../../../pipelines/infer/reference/limit.js";
import {reply} from "../../../pipelines/infer/reference/reply.node.js";
import {roster, type SimulatedModel} from "../../../pipelines/infer/reference/roster.js";
import {byItsScorer, completionOf} from "../../../pipelines/run/audit/scoring.js";
import {CORRECT, TRUNCATED} from "../../../pipelines/score/status.js";
import {calibrationLine} from "../../../pipelines/studies/calibration/measures.js";
import {testsOf} from "../../generate/benchmarks/testsOf.js";
import {fullTest} from "../../repetitions.js";

/** Items that each model is asked. */
const ITEMS = 150;
/** Questions of chains, which solvers read, and all questions, whose answers are drawn by the items' places. */
const asked = {
  "zen-reason": [1, 2, 3, 4].flatMap(edition => testsOf("zen-calib", ITEMS, {of: "zen-reason", edition})).slice(0, ITEMS),
  "every category": testsOf("zen-calib", ITEMS)
};
const score = byItsScorer({simulated: true});

/** The line of a model's answers. */
async function lineOf(model: SimulatedModel, tests: readonly Test[]) {
  const [confidence, right]: [number[], number[]] = [[], []];
  for (const each of tests) {
    const {text, reasoning, finish_reason} = limited(reply(model, each.prompt, {place: placeHeader(itemPlaceOf(each))}), null);
    const scored = await score({...completionOf(text), reasoning, finish_reason}, {...each, content: each.item_id});
    if ("unscored" in scored) throw new Error("a simulated model has no answer");
    const stated = scored.measures?.confidence;
    if (scored.status === TRUNCATED || stated === undefined) continue;
    confidence.push(stated);
    right.push(scored.status === CORRECT ? 1 : 0);
  }
  return calibrationLine({confidence: Float64Array.from(confidence), right: Uint8Array.from(right)});
}

for (const [of, tests] of Object.entries(asked))
  fullTest(
    `${of}: of the lines of 64 models, 95 % of intercepts and of slopes hold the truth, and nine in ten both`,
    async () => {
      const held = {lines: 0, intercept: 0, slope: 0, both: 0};
      for (const model of roster) {
        const line = await lineOf(model, tests);
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
    }
  );

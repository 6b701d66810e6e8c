// A test that all categories of agents have.
import {expect, test} from "vitest";
import type {Benchmark} from "../../../pipelines/generate/benchmarks/benchmark.js";
import {unlimited} from "../../../pipelines/infer/reference/mind.js";
import {roster} from "../../../pipelines/infer/reference/roster.js";
import {repetitions} from "../../repetitions.js";
import {episodeOf} from "../../run/environments/drive.js";
import {placedItems} from "./quality/measure.js";

/** Tests that a simulated model without limits can do all that a benchmark's items ask for. */
export function unlimitedModelTest(benchmark: Benchmark): void {
  test("a simulated model without limits reaches every goal within its turns, and makes no needless call", async () => {
    const model = {...roster[0]!, faculties: unlimited};
    for (const {item} of placedItems(benchmark, {count: repetitions(400)})) {
      const {outcome, requests, ended} = await episodeOf(model, item);
      const {optimal, faults} = outcome;
      expect(outcome, item.prompt).toMatchObject({reached: true, forbidden: 0, calls: optimal + faults});
      expect(ended && requests <= item.max_turns!).toBe(true);
    }
  });
}

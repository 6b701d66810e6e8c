// Benchmarks of which simulated models can answer no question.
import {expect, test} from "vitest";
import {benchmarkTasks} from "../../../pipelines/generate/benchmarks/registry.js";
import {reply} from "../../../pipelines/infer/reference/reply.node.js";
import {roster, UNSOLVED_BENCHMARKS} from "../../../pipelines/infer/reference/roster.js";

/** Items of each benchmark that are asked, spread over all of it. */
const ASKED = 60;

test("benchmarks that simulated models are not asked are those of which they answer no question", () => {
  const unsolved = [...benchmarkTasks].filter(([, {items}]) => {
    const size = items.places({}) as number;
    const asked = Array.from({length: ASKED}, (_, i) => items.at(Math.floor((i * size) / ASKED)));
    return asked.every(({prompt, tools}) => tools === undefined && reply(roster[0]!, prompt).unsolved === true);
  });
  expect(unsolved.map(([name]) => name).sort()).toEqual([...UNSOLVED_BENCHMARKS].sort());
});

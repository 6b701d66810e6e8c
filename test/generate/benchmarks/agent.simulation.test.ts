import {expect, test} from "vitest";
import type {Environment} from "../../../pipelines/generate/benchmarks/agent/world.js";
import {canonicalJson} from "../../../pipelines/generate/seed.js";
import {repetitions} from "../../repetitions.js";
import {measuredAgent, playErrands, playItem, solveAgent} from "./agentSolver.js";
import {disagreements, placedItems} from "./quality/measure.js";
import {qualityTests} from "./quality/qualityTests.js";
import {unlimitedModelTest} from "./unlimitedModel.js";

qualityTests(measuredAgent, {size: 5_150});

const {benchmark} = measuredAgent;
/** Calls as texts in an order that does not depend on that of errands. */
const sorted = (calls: readonly object[]): string[] => calls.map(canonicalJson).sort();

test("who runs the errands by the text and by what tools report makes the calls of the plan, each once", () => {
  for (const {item} of placedItems(benchmark, {count: repetitions(1_000)})) {
    const {calls, outcome} = playItem(item);
    const {plan, faults} = item.scorer as Environment;
    expect(sorted(calls), item.prompt).toEqual(sorted(plan));
    expect(outcome).toMatchObject({reached: true, forbidden: 0, recovered: faults.length});
  }
});

test("at level 5 at least eight values follow from each other, the first from what a tool reports", () => {
  const hard = placedItems(benchmark, {count: repetitions(1_000)}).filter(({level}) => level === 5);
  for (const {item} of hard) expect(playItem(item).results.map(result => result?.depth)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});

unlimitedModelTest(benchmark);

test("the solver finds a wrong goal, a missing errand and errands in an order in which values are not known", async () => {
  const hard = placedItems(benchmark, {count: 200}).filter(({level, cell}) => level === 5 && cell.endsWith("none"));
  const [placed, other] = hard as [(typeof hard)[number], (typeof hard)[number]];
  const {goal} = other.item.scorer as Environment;
  const wrong = {...placed, item: {...placed.item, scorer: {...(placed.item.scorer as Environment), goal}}};
  expect(await disagreements(measuredAgent, [placed, wrong])).toEqual([wrong]);
  const errands = JSON.parse(solveAgent(placed.item.prompt)!.answer) as string[];
  expect(playErrands(errands.slice(0, -1), placed.item.scorer as Environment).outcome.reached).toBe(false);
  expect(() => playErrands([...errands].reverse(), placed.item.scorer as Environment)).toThrow();
  expect(solveAgent("Run errands.")).toBeNull();
});

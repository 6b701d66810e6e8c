import {expect, test} from "vitest";
import {multilang} from "../../../../pipelines/generate/benchmarks/multilang/multilang.js";
import {repetitions} from "../../../repetitions.js";
import {disagreements, placedItems} from "../quality/measure.js";
import {qualityTests} from "../quality/qualityTests.js";
import {solveMultilang} from "./multilangSolver.js";

const measured = {benchmark: multilang, solve: solveMultilang, least_rate: 2_000};

qualityTests(measured, {size: 4_004});

test("level 5 takes at least eight steps", () => {
  const placed = placedItems(multilang, {count: repetitions(4_004)}).filter(({level}) => level === 5);
  expect(Math.min(...placed.map(({item}) => solveMultilang(item.prompt)!.steps))).toBeGreaterThanOrEqual(8);
});

test("a wrong key is found by the second solver, in each kind", async () => {
  const placed = placedItems(multilang, {count: 60});
  const wrong = placed.map((each, i) => ({
    ...each,
    item: {...each.item, expected: placed[(i + 30) % 60]!.item.expected, scorer: {...each.item.scorer!, accept: []}}
  }));
  const changed = wrong.filter(({item}, i) => item.expected !== placed[i]!.item.expected);
  expect(await disagreements(measured, changed as typeof placed)).toEqual(changed);
});

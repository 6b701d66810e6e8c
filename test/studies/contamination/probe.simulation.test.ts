// Tests from log-probabilities over 200 seeded clean corpora and models, and their power where items or their order are known.
import {expect, test} from "vitest";
import {simulationText} from "../../../pipelines/cli/contaminationPower.js";
import {roster} from "../../../pipelines/infer/reference/roster.js";
import {binomialCdf} from "../../../pipelines/stats/distributions.js";
import {
  falsePositives,
  power,
  type SimulationRow,
  simulatedReport
} from "../../../pipelines/studies/contamination/probeSimulation.node.js";
import {fullTest, leeway, repetitions} from "../../repetitions.js";

/** The first of the runs that had not been looked at when the adjustment of the p-values was chosen. */
const FIRST = 10_000;
const NOTHING = {items: 32, share: 0, surprisal: 0.2, order: 0};

test("of 200 clean corpora and models at most 5 % count as contaminated, within chance, and each test keeps its size", () => {
  const runs = repetitions(200);
  const rows = falsePositives({runs, first: FIRST});
  const found = (of: SimulationRow["of"]) => rows.find(row => row.of === of)!;
  // not more than a rate of 5 % gives by chance, 1 in 100; docs/contamination-probes.md says what 400 and 2,000 runs gave
  expect(binomialCdf(found("decision").found - 1, runs, 0.05)).toBeLessThan(0.99);
  expect(found("decision")).toMatchObject({n: runs, value: found("decision").found / runs});
  expect(found("single items").found).toBeLessThanOrEqual((0.05 + leeway(0.05, runs)) * runs);
  // the single tests at 5 %: within what chance leaves, 1 in 1,000 at either end of Binomial(200, 0.05)
  for (const of of ["min-k", "min-k++", "order", "order as published"] as const) {
    expect(binomialCdf(found(of).found - 1, runs, 0.05)).toBeLessThan(0.999);
    expect(binomialCdf(found(of).found, runs, 0.05)).toBeGreaterThan(0.001);
  }
  const text = simulationText(rows);
  for (const {n, found: own} of rows) expect(text).toMatch(new RegExp(`${own} +${n} `));
});

test("a run repeats, whatever runs came before it", () => {
  const [alone, again] = [simulatedReport(FIRST + 7, NOTHING), simulatedReport(FIRST + 7, NOTHING)];
  expect(again).toEqual(alone);
  const [one, two] = [1, 2].map(first => falsePositives({runs: 1, first})[0]!.found);
  expect(falsePositives({runs: 2, first: 1})[0]!.found).toBe(one! + two!);
});

fullTest("planted items are found in every model that knows them, and in no other", () => {
  const models = roster.filter(({faculties}) => faculties.planted_memory_probability > 0);
  const others = roster.filter(({faculties}) => faculties.planted_memory_probability === 0).slice(0, 16);
  const found = (each: readonly (typeof roster)[number][]) =>
    each.filter((model, i) => simulatedReport(1_000 + i, {...NOTHING, share: 1, model}).contaminated).length;
  expect([found(models), models.length]).toEqual([8, 8]);
  expect(found(others)).toBeLessThanOrEqual(1);
});

fullTest(
  "power rises with the share that is known, its strength and the number of items; what changes nothing is not found",
  () => {
    const row = (known: Partial<typeof NOTHING>) => power([{...NOTHING, ...known}], {runs: 24, first: FIRST})[0]!;
    const [weak, strong] = [row({share: 0.5, surprisal: 0.6}), row({share: 0.5})];
    expect(strong.found).toBeGreaterThan(weak.found);
    expect(row({share: 1}).found).toBe(24);
    expect(row({share: 0.5, items: 64}).found).toBeGreaterThanOrEqual(strong.found);
    expect(row({share: 0.125, items: 16}).found).toBeLessThan(strong.found);
    expect(binomialCdf(row({share: 1, surprisal: 1}).found - 1, 24, 0.05)).toBeLessThan(0.999);
    expect(strong).toMatchObject({n: 24, value: strong.found / 24});
    expect(strong.low).toBeLessThan(strong.value!);
  }
);

test.each([
  [16, 0.125, 2],
  [16, 0.25, 4],
  [64, 0.125, 8],
  [32, 1, 32],
  [16, 0.01, 0]
])("of %d items a share of %d is known: %d", (items, share, count) => {
  // items that cost nothing to a model which knows them: a surprisal of 0 leaves only them at log-probability 0
  const known = simulatedReport(FIRST, {...NOTHING, items, share, surprisal: 0}).items.filter(({min_k}) => min_k! > -1e-9);
  expect(known).toHaveLength(count);
});

fullTest("an order that a model knows is found the more often the better it knows it", () => {
  const [weak, middle, strong] = power(
    [1, 4, 12].map(order => ({...NOTHING, order})),
    {runs: 30, first: FIRST}
  ).map(({found}) => found);
  expect(middle!).toBeGreaterThan(weak!);
  expect(strong!).toBeGreaterThan(0.8 * 30);
});

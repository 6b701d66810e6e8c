// The shipped figures against the published answers: values that others computed come out again, and differences have reasons.
import {existsSync} from "node:fs";
import {beforeAll, expect, test} from "vitest";
import {type Reproduction, readReproductions} from "../../../pipelines/studies/reproductions/make.node.js";
import {countVerdicts} from "../../../pipelines/studies/reproductions/verdict.js";

const absent = !existsSync("data/published/manifest.json");
const skipped = absent ? " (skipped: data/published is absent)" : "";

let rows: Reproduction[];
let missing: number;
beforeAll(async () => {
  if (!absent) ({rows, missing} = await readReproductions());
}, 60_000);

const inSet = (set: string) => rows.filter(row => row.set === set);

test.skipIf(absent)(`at least 100 figures are recomputed, every one that the file has, most of them equal${skipped}`, () => {
  expect(rows.length).toBeGreaterThanOrEqual(100);
  expect(missing).toBe(0);
  const [equal, within, different] = countVerdicts(rows).map(({count}) => count);
  expect([equal! > within!, within! > different!, different! <= 8]).toEqual([true, true, true]);
});

test.skipIf(absent)(`figures that others computed from the same votes, trials and texts come out again${skipped}`, () => {
  for (const set of ["mt-bench-agreement", "mt-bench-wins", "tau-bench", "bbh"])
    expect(
      inSet(set)
        .filter(({verdict}) => verdict !== "equal after rounding")
        .map(({part}) => part),
      set
    ).toEqual([]);
  // Counts of votes as Table 5 of Zheng and others (2023) prints them.
  expect(inSet("mt-bench-agreement").map(({n}) => n)).toEqual([1343, 859, 1325, 864, 721, 479, 707, 474]);
});

test.skipIf(absent)(`each difference has a reason, and equal figures have none${skipped}`, () => {
  const parts = (some: readonly Reproduction[]) => some.map(({set, part}) => `${set} ${part}`);
  expect(parts(rows.filter(({verdict, explanation}) => verdict === "differs" && explanation === ""))).toEqual([]);
  expect(parts(rows.filter(({verdict, explanation}) => verdict === "equal after rounding" && explanation !== ""))).toEqual([]);
});

test.skipIf(absent)(`each value has n, an interval that holds it, and a source${skipped}`, () => {
  for (const {set, part, value, low, high, n, source} of rows) {
    expect(n, `${set} ${part}`).toBeGreaterThan(0);
    expect([low! <= value, value <= high!, low! < high!], `${set} ${part}`).toEqual([true, true, true]);
    expect(source).toMatch(/^https:\/\//);
  }
});

test("a folder without a store gives no figures", async () => {
  expect(await readReproductions("data/nowhere")).toEqual({rows: [], missing: 0});
});

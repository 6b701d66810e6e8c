// The command `contamination performance`: files of answers, tasks of a store, and inputs that cannot be compared.
import {mkdtemp, readFile, rm, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterAll, beforeAll, expect, test} from "vitest";
import type {SetScores} from "../../../pipelines/studies/contamination/performance.js";
import {type PerformanceRow, performanceRowSchema} from "../../../pipelines/studies/contamination/performanceRow.js";
import {inProcess} from "../../inProcess.js";
import {simulatedSets} from "./simulatedSets.js";

let folder: string;
const file = (name: string) => join(folder, name);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "performance-"));
  const {set, reference} = simulatedSets("command", {models: 12, items: 300, reference: 300, seen: 0.6});
  await writeFile(file("set.csv"), csv(set));
  await writeFile(file("reference.csv"), csv(reference));
  await writeFile(file("others.csv"), csv({...reference, models: reference.models.map(name => `another ${name}`)}));
  await writeFile(file("points.csv"), csv({...reference, scores: Array.from(reference.scores, score => 100 * score + 1)}));
});
afterAll(() => rm(folder, {recursive: true}));

const csv = ({models, items, scores}: SetScores): string =>
  [["model", ...items], ...models.map((model, m) => [model, ...items.map((_, i) => scores[m * items.length + i])])]
    .map(row => `${row.join(",")}\n`)
    .join("");
const performance = (...words: string[]) => inProcess(["contamination", "performance", ...words]);

test("files of answers: a model that has seen the set is found, in a table, as JSON and in a file", async () => {
  const words = ["--set", file("set.csv"), "--reference", file("reference.csv")];
  const {code, stdout} = await performance(...words);
  expect(code).toBe(0);
  expect(stdout.split("\n")[2]).toMatch(/^model 0 /); // the largest effect comes first
  expect(stdout).toContain("1 of 12 tested models scores higher on the set than the reference set predicts");
  const rows = JSON.parse((await performance(...words, "--json")).stdout) as PerformanceRow[];
  for (const row of rows) performanceRowSchema.parse(row);
  expect(rows.filter(({inflated}) => inflated).map(({model}) => model)).toEqual(["model 0"]);
  const out = await performance(...words, "--out", file("out.json"));
  expect(out.stdout).toBe("");
  expect(JSON.parse(await readFile(file("out.json"), "utf8"))).toEqual(rows);
});

test("tasks of a store: published answers of real models", async () => {
  const words = ["--store", "data/published", "--set", "gsm8k", "--reference", "math-level-5"];
  const {code, stdout, stderr} = await performance(...words);
  expect(code).toBe(0);
  expect(stdout).toMatch(/of \d+ tested models/);
  expect(stderr).toMatch(/answered one of the sets and are left out/);
});

test("one model and one item, and an empty file: no test and the reason, or a line that says so", async () => {
  await writeFile(file("one.csv"), "model,item 1\nmodel 0,1\n");
  await writeFile(file("empty.csv"), "");
  const one = await performance("--set", file("one.csv"), "--reference", file("reference.csv"));
  expect(one.code).toBe(0);
  expect(one.stdout).toContain("1 item, 300 reference items; a test needs 10 of each");
  expect(one.stdout).toContain("0 of 0 tested models");
  const empty = await performance("--set", file("empty.csv"), "--reference", file("reference.csv"));
  expect(empty.code).toBe(2);
  expect(empty.stderr).toContain("empty.csv");
});

test.each([
  ["both the same", ["--set", "a", "--reference", "a"], "name two different sets"],
  [
    "a name that the store does not have",
    ["--set", "gsm8", "--reference", "math-level-5", "--store", "data/published"],
    'did you mean "gsm8k"?'
  ],
  ["a chance of guessing of 1", ["--set", "a", "--reference", "b", "--guess", "1"], "a share from 0 to below 0.9"]
])("%s is refused", async (_, words, message) => {
  const {code, stderr} = await performance(...words);
  expect(code).toBe(2);
  expect(stderr).toContain(message);
});

test("other models, and scores beyond 1, are refused with the file's name", async () => {
  const others = await performance("--set", file("set.csv"), "--reference", file("others.csv"));
  expect([others.code, others.stderr]).toEqual([2, expect.stringContaining("no model answered both")]);
  const points = await performance("--set", file("set.csv"), "--reference", file("points.csv"));
  expect([points.code, points.stderr]).toEqual([2, expect.stringContaining("points.csv")]);
});

// `npm run claims -- reproduce`: formats, choices, and stores without the answers.
import {readFileSync} from "node:fs";
import {expect, test} from "vitest";
import {reproductionsText} from "../../../pipelines/cli/claims.js";
import type {Reproduction} from "../../../pipelines/studies/reproductions/make.node.js";
import {FIXTURE_STORE} from "../../fixtureStore.js";
import {command} from "../../workbook.js";

const row: Reproduction = {
  set: "s",
  title: "S",
  position: 0,
  statistic: "accuracy",
  part: "model, one",
  source: "https://example.org",
  printed: "84.08",
  unit: "%",
  published: 84.08,
  value: 87.49,
  low: 85.6,
  high: 89.17,
  difference: -3.41,
  n: 1319,
  n_of: "answers",
  verdict: "differs",
  explanation: "another reader",
  carried: false
};

test("the table has n, the interval and the counts; a difference has its reason below", () => {
  const text = reproductionsText([row], {format: "table", missing: 2});
  expect(text).toMatch(/model, one +84\.08 +87\.49 \[85\.60, 89\.17\] +−3\.41 +1319 answers +differs/);
  expect(text).toContain("1 figures: 0 equal after rounding, 0 within its error, 1 differs; 2 without answers in the store\n");
  expect(text).toContain("s model, one: another reader\n");
});

test("JSON and CSV have every column, markdown the source", () => {
  expect(JSON.parse(reproductionsText([row], {format: "json"}))).toMatchObject([{part: "model, one", low: 85.6, carried: false}]);
  expect(reproductionsText([row], {format: "csv"}).split("\n")[0]).toMatch(/^set,title,statistic,part,source,printed,.*carried$/);
  expect(reproductionsText([row], {format: "markdown"})).toContain("| https://example.org |");
  expect(reproductionsText([], {format: "table"})).toContain("0 figures: 0 equal after rounding");
});

test("the guide's commands run on the published answers", async () => {
  const guide = readFileSync("docs/claims.md", "utf8");
  const lines = [...guide.matchAll(/^ {4}npm run claims -- (reproduce.*)$/gm)].map(([, words]) => words!);
  expect(lines).toEqual(["reproduce", "reproduce --verdict differs"]);
  const {code, stdout} = await command(["claims", ...lines[1]!.split(" ")]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/figures: 0 equal after rounding, 0 within its error, \d+ differs\n/);
});

test("an unknown set and a store of other answers", async () => {
  const unknown = await command(["claims", "reproduce", "--set", "gsm9k"]);
  expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringMatching(/^no set "gsm9k".*gsm8k/)]);
  const other = await command(["claims", "reproduce", "--store", FIXTURE_STORE]);
  expect(other.code).toBe(0);
  // Three tasks of BIG-Bench Hard are carried as counts.
  expect(other.stdout).toMatch(/^3 figures: .*; \d+ without answers in the store$/m);
});

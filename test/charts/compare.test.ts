// The sentence and the rows of a comparison of two evaluations.
import {expect, test} from "vitest";
import {comparedRows, comparisonSentence} from "../../pipelines/charts/compare/compare.js";
import type {Status} from "../../pipelines/score/status.js";
import {compare, type PairedTest} from "../../pipelines/studies/compare/compare.js";

const row = (index: number, base_task: string, a: Status, b: Status): PairedTest => ({
  item_id: `${base_task}-${index}`,
  base_task,
  params: "p",
  guess_chance: 0,
  generator_version: 1,
  a,
  b
});
/** 40 tests: 30 that only A gets right, 10 that both do. */
const won = Array.from({length: 40}, (_, i) => row(i, "sum", 1, i < 30 ? 0 : 1));
const sides = {a: "oak", b: "elm"};
const asked = {asked: {a: 50, b: 40, common: 40}};

test("the better one is named first with a positive difference, whichever side it is", () => {
  const text = comparisonSentence(compare(won), sides, asked);
  expect(text).toMatch(/^oak is better than elm by 75\.0 \[\d\d\.\d, \d\d\.\d\] percentage points: 100\.0 % against 25\.0 % /u);
  const turned = won.map(({a, b, ...rest}) => ({...rest, a: b, b: a}));
  const swapped = comparisonSentence(compare(turned), {a: "elm", b: "oak"}, asked);
  expect(swapped.split(":")).toEqual(expect.arrayContaining(text.split(":").slice(0, 1)));
  expect(swapped).toContain(": 100.0 % against 25.0 % ");
});

test("without a significant difference neither is called better", () => {
  const even = Array.from({length: 20}, (_, i) => row(i, "sum", i % 2 === 0 ? 1 : 0, i % 2 === 0 ? 0 : 1));
  const text = comparisonSentence(compare(even), sides, asked);
  expect(text).toMatch(/^It remains open whether oak or elm is better: A minus B is \+0\.0 \[−/u);
  expect(text).toContain("50.0 % against 50.0 %");
});

test("one test has no interval, and no common test no difference", () => {
  expect(comparisonSentence(compare(won.slice(0, 1)), sides, asked)).toMatch(
    /^A single test gives no interval: A minus B is \+100\.0 \[–\]/u
  );
  expect(comparisonSentence(compare([]), sides, asked)).toContain("no test in common");
});

test("a single task has one row under its name, two tasks have three", () => {
  expect(comparedRows(compare(won)).map(({base_task}) => base_task)).toEqual(["sum"]);
  const two = [...won, ...won.map(each => ({...each, base_task: "sort", item_id: `sort ${each.item_id}`}))];
  expect(comparedRows(compare(two)).map(({base_task}) => base_task)).toEqual([null, "sort", "sum"]);
});

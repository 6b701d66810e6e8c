// Verdicts under a reader's thresholds, as page Contamination counts them.
import {expect, test} from "vitest";
import type {Verdict} from "../../../pipelines/studies/contamination/settings.js";

import {judgeItems} from "../../../src/components/contamination/judged.js";

const item = (item_id: string, base_task: string, verdict: Verdict, jaccard_max: number | null = null) => ({
  item_id,
  base_task,
  verdict,
  jaccard_max,
  containment: verdict === "not_testable" ? null : 0,
  bits_per_word: 5
});
const ITEMS = [
  item("a", "one", "clean", 0.71),
  item("b", "one", "clean", 0.7),
  item("c", "two", "near", null),
  item("d", "two", "not_testable", null)
];
const judge = (rule: "ours" | "published", {whole = true, categories = new Map<string, string>(), hits = [] as never[]} = {}) =>
  judgeItems(ITEMS, hits, {thresholds: {rule, exact: 0.7, near: 0.8, published: 0.7}, whole, categories});

test("the published rule calls an item contaminated whose Jaccard similarity is above the threshold, not at it", () => {
  const {contaminated, rates} = judge("published");
  expect(contaminated).toEqual(["a"]);
  expect(rates.map(({place, n, near, not_testable}) => [place, n, near, not_testable])).toEqual([
    ["one", 2, 1, 0],
    ["two", 1, 0, 1],
    ["all", 3, 1, 1]
  ]);
});

test("without copies no item is contaminated, and unless all was read none is clean", () => {
  expect(judge("ours").rates.at(-1)).toMatchObject({place: "all", clean: 3, not_testable: 1, n: 3});
  expect(judge("ours", {whole: false}).rates.at(-1)).toMatchObject({clean: 0, not_testable: 4, n: 0});
  expect(judge("ours").contaminated).toEqual([]);
});

test("a copy counts from the reader's threshold of containment on, whatever the audit decided", () => {
  const hit = {item_id: "a", containment: 0.75, jaccard: 0, run_words: 10, subsequence: 0.1, words: 40, bits: 150};
  const judged = (exact: number) =>
    judgeItems(ITEMS, [hit], {thresholds: {rule: "ours", exact, near: 0.8, published: 0.7}, whole: true, categories: new Map()});
  expect(judged(0.75).contaminated).toEqual(["a"]);
  expect(judged(0.76).contaminated).toEqual([]);
});

test("categories split a task, and without items there is no rate", () => {
  const {rates} = judge("ours", {categories: new Map([["a", ": algebra"]])});
  expect(rates.map(({place}) => place)).toEqual(["one", "one: algebra", "two", "all"]);
  const none = judgeItems([], [], {
    thresholds: {rule: "ours", exact: 0.7, near: 0.8, published: 0.7},
    whole: true,
    categories: new Map()
  });
  expect(none).toMatchObject({rates: [], contaminated: []});
});

// The sentence on answers to harder questions.
import {expect, test} from "vitest";
import type {EntropyRow} from "../../../pipelines/charts/traces/plots.js";
import {loadSentence} from "../../../pipelines/charts/traces/sentences.js";

const row = (name: string, value: number, low: number | null, high: number | null): EntropyRow => ({
  ...{eval_id: name, name, model: name, template: "t", sampler: "s", simulated: false, traces: 10, matched: 10},
  ...{density: null, incorrect: null, truncated: null, slope: {value, low, high, clusters: 9}},
  ...{loops: {value: 0, low: 0, high: 1, n: 10}, garbled: {value: 0, low: 0, high: 1, n: 10}}
});

test("the clearest evaluation is named, not the one with the largest and least certain estimate", () => {
  const text = loadSentence([
    row("wide", 1.27, -3, 5),
    row("up", 0.4, 0.3, 0.5),
    row("loose", 0.9, 0.1, 1.7),
    row("down", -0.5, -0.7, -0.3),
    row("few", 1.27, null, null)
  ]);
  expect(text).toContain("more repetitive in 1 of 4 evaluations and less repetitive in 2; in the other 1 ");
  expect(text).toContain("(n = 40 traces)");
  expect(text).toContain("most clearly more repetitive: down (−0.50 [−0.70, −0.30] bits per byte, n = 10)");
  expect(text).toContain("most clearly less repetitive: up (+0.40 [0.30, 0.50] bits per byte, n = 10)");
  expect(text).toContain("For 1 more there are too few points");
  expect(text).not.toContain("1.27");
});

test("without a clear difference nobody is named; without an estimate there is nothing to say", () => {
  expect(loadSentence([row("a", 0.1, -0.1, 0.3)])).not.toContain("most clearly");
  expect(loadSentence([row("a", 9, null, null)])).toContain("Too few points of different difficulty");
  expect(loadSentence([])).toContain("Too few points of different difficulty");
});

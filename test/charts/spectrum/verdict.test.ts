// The verdicts of page Spectrum: the tokenizer that makes most tokens of the same questions, and the format that costs most.
import {expect, test} from "vitest";
import {formatSentence, type TokenCount, tokenizerSentence} from "../../../pipelines/charts/spectrum/verdict.js";
import {type Described, effects} from "../../../pipelines/studies/spectrum/prediction.js";

const counts = (tokens: Record<string, Record<string, number[]>>): TokenCount[] =>
  Object.entries(tokens).flatMap(([tokenizer, tasks]) =>
    Object.entries(tasks).flatMap(([base_task, values]) =>
      values.map((each, i) => ({base_task, params: `{"i":${i}}`, generator_version: 1, seed: 7n, tokenizer, tokens: each}))
    )
  );

test("the ratio of tokens is over points that all tokenizers have, with n and tasks", () => {
  const rows = counts({
    a: {dates: [100, 200], sums: [50]},
    b: {dates: [110, 220], sums: [55]},
    c: {dates: [105, 210, 9_999], sums: [51]}
  });
  expect(tokenizerSentence(rows)).toBe(
    "Of the same questions, b makes 10.0 % [10.0, 10.0] more tokens than a (n = 3 points of 2 tasks)."
  );
});

test("the interval is over tasks: one task has none, and tasks that disagree make it wide", () => {
  expect(tokenizerSentence(counts({a: {dates: [100, 100]}, b: {dates: [120, 130]}}))).toBe(
    "Of the same questions, b makes 25.0 % more tokens than a (n = 2 points of 1 task)."
  );
  // Ratios 2 and 1 of equal weight: the jackknife's standard error of the logarithm is (ln 2) ÷ 2, and t with 1 degree of freedom 12.706.
  const half = 12.706_2 * Math.sqrt(0.5 * (Math.log(2 / 1.5) ** 2 + Math.log(1.5) ** 2));
  const [, low, high] = /50\.0 % \[(.+), (.+)\]/u.exec(
    tokenizerSentence(counts({a: {x: [100], y: [100]}, b: {x: [200], y: [100]}}))
  )!;
  const number = (text: string) => Number(text.replace("−", "-").replaceAll(",", ""));
  expect(number(low!)).toBeCloseTo(100 * (1.5 * Math.exp(-half) - 1), 0);
  expect(number(high!) / (100 * (1.5 * Math.exp(half) - 1))).toBeCloseTo(1, 2);
});

test("nothing, one tokenizer, no common question and tokenizers that are all alike", () => {
  const none = "There are no two tokenizers of the same questions to compare.";
  expect(tokenizerSentence([])).toBe(none);
  expect(tokenizerSentence(counts({a: {dates: [1]}}))).toBe(none);
  expect(tokenizerSentence(counts({a: {dates: [1]}, b: {sums: [1]}}))).toBe(none);
  expect(tokenizerSentence(counts({a: {x: [5]}, b: {x: [5]}}))).toBe(
    "All 2 tokenizers make as many tokens of the same questions (n = 1 point of 1 task)."
  );
});

test("the format that costs most is named with pairs; numbers are no format", () => {
  const point = (base_task: string, params: Record<string, unknown>, tokens: number): Described => ({
    base_task,
    params,
    tokens,
    tokens_per_character: 0.3,
    levels: Float64Array.from({length: 32}, (_, i) => i)
  });
  const points = [
    ...[1, 2].flatMap(n => [point("tables", {n, format: "csv"}, 100 * n), point("tables", {n, format: "html"}, 150 * n)]),
    point("dates", {style: "iso"}, 100),
    point("dates", {style: "long"}, 110)
  ];
  expect(formatSentence(effects(points))).toBe(
    "Format costs most in tables: two prompts that differ in format alone differ in length by 50.0 % [50.0, 50.0] on average (n = 2 pairs)."
  );
  expect(formatSentence(effects([point("sums", {n: 1}, 100), point("sums", {n: 2}, 300)]))).toBe(
    "No parameter of format varies among these points."
  );
  expect(formatSentence(effects([point("dates", {style: "iso"}, 100), point("dates", {style: "long"}, 110)]))).toBe(
    "No format has enough pairs of points for an interval of what it costs."
  );
  expect(formatSentence([])).toBe("No parameter of format varies among these points.");
});

import {expect, test} from "vitest";
import {excessAccuracy, rescaledInterval} from "../../../pipelines/score/accuracy.js";
import {type CategoryScore, domainScores, type ListedDomain} from "../../../pipelines/studies/scorecard/domains.js";
import {placesOf} from "../../../pipelines/studies/scorecard/storedScores.node.js";

const domain: ListedDomain = {suite: "s", domain: "D", number: 1, categories: 5, empty: 2};
/** An accuracy of k right answers of n, without guessing. */
const score = (k: number, n: number, more: Partial<CategoryScore> = {}): CategoryScore => {
  const {low, high} = rescaledInterval({correct: k, total: n, guessSum: 0});
  return {
    eval_id: "e",
    suite: "s",
    domain: "D",
    metric: "accuracy",
    averaged: true,
    value: k / n,
    low,
    high,
    value_n: n,
    n,
    correct: k,
    guess_sum: 0,
    ...more
  };
};
const NONE = {value: null, low: null, high: null, value_n: 0, n: 0, correct: 0};

test("a domain's value is the mean of categories with a value; others count as what they are", () => {
  const [found] = domainScores(
    [
      score(8, 40),
      score(24, 40),
      score(0, 1, NONE), // asked, and nothing scored
      score(1, 1, {metric: "seconds", value: 90, low: 80, high: 100, averaged: false}) // no share
    ],
    [domain]
  );
  expect(found).toMatchObject({...domain, eval_id: "e", scored: 2, n: 80});
  expect(found!.value).toBeCloseTo(0.4, 12);
  expect(found!.low).toBeLessThan(0.4);
  expect(found!.high).toBeGreaterThan(0.4);
});

test("the mean of one category is its own interval, with guessing and of a measure, too", () => {
  const guessed = {correct: 30, total: 40, guessSum: 10};
  const own = score(30, 40, {guess_sum: 10, value: excessAccuracy(guessed), ...rescaledInterval(guessed)});
  for (const each of [own, score(0, 12), score(12, 12), score(3, 9, {metric: "f1", value: 0.4, low: 0.3, high: 0.5})]) {
    const [found] = domainScores([each], [domain]);
    for (const key of ["value", "low", "high"] as const) expect(found![key]).toBeCloseTo(each[key]!, 12);
  }
});

test("categories alike have the interval of their items together", () => {
  const [found] = domainScores([score(3, 20), score(3, 20), score(3, 20)], [domain]);
  const {low, high} = rescaledInterval({correct: 9, total: 60, guessSum: 0});
  expect(found!.low).toBeCloseTo(low, 12);
  expect(found!.high).toBeCloseTo(high, 12);
});

test("nothing scored has no value, and a category without an interval leaves the mean without one", () => {
  expect(domainScores([], [domain])).toEqual([]);
  expect(domainScores([score(0, 1, NONE)], [domain])).toEqual([
    {...domain, eval_id: "e", scored: 0, n: 0, value: null, low: null, high: null}
  ]);
  expect(domainScores([score(50, 100), score(1, 1, {metric: "f1", value: 1, low: null, high: null})], [domain])).toEqual([
    {...domain, eval_id: "e", scored: 2, n: 101, value: 0.75, low: null, high: null}
  ]);
});

test("evaluations, suites and domains are kept apart, a thousand evaluations of 52 categories as well", () => {
  const domains = Array.from({length: 8}, (_, i) => ({...domain, domain: `D${i}`, number: i + 1}));
  const scores = Array.from({length: 1_000}, (_, e) =>
    Array.from({length: 52}, (_, c) => score(e, 1_000, {eval_id: `e${e}`, domain: `D${c % 8}`}))
  ).flat();
  const found = domainScores(scores, domains);
  expect(found).toHaveLength(8_000);
  for (const {eval_id, value, scored, number} of found) {
    expect(value).toBeCloseTo(Number(eval_id.slice(1)) / 1_000, 9);
    expect(scored).toBe(number <= 4 ? 7 : 6);
  }
  expect(domainScores([score(1, 2), score(1, 2, {suite: "t"})], [domain, {...domain, suite: "t"}])).toHaveLength(2);
});

test("points belong to categories by task and facets; items within longer texts and foreign tasks belong to none", () => {
  const point = (base_task: string, params: object) => ({base_task, params: JSON.stringify(params)});
  const points = [
    point("bank", {}),
    point("bank", {category: "law"}),
    point("bank", {context_tokens: 4000}),
    point("toy", {edition: 1}),
    point("toy", {edition: 1, kind: "sum"}),
    point("toy", {edition: 2, kind: "product"}),
    point("arithmetic", {length: 4})
  ];
  const categories = [
    {base_task: "bank", params: {}},
    {base_task: "toy", params: {kind: "sum"}},
    {base_task: "toy", params: {kind: ["product", "sum"]}},
    {base_task: "absent", params: {}}
  ];
  expect(placesOf(points, categories).map(({params, place}) => [params, place])).toEqual([
    ["{}", 0],
    ['{"category":"law"}', 0],
    ['{"edition":1,"kind":"sum"}', 1],
    ['{"edition":1,"kind":"sum"}', 2],
    ['{"edition":2,"kind":"product"}', 2]
  ]);
});

// Accuracy and paired differences of the page Narratives, against values worked out by hand.
import {expect, test} from "vitest";
import {drawnAmong} from "../../../pipelines/charts/shared/severalEvaluations.js";
import {
  accuracyRows,
  accuracySentence,
  type Counted,
  formsSentence,
  namedPairs,
  overall,
  tellingsIn
} from "../../../src/components/narratives/accuracy.js";
import {figureText, shortcutSentence, storedShortcuts} from "../../../src/components/narratives/shortcuts.js";

const counted = (model: string, bin: number, correct: number, n: number, lists = n): Counted => ({
  eval_id: model,
  model,
  template: "t",
  sampler: "s",
  simulated: true,
  bin,
  x: bin,
  n,
  correct,
  truncated: 0,
  lists
});
const BINS = [0, 1].map(each => ({low: each, high: each}));

test("8 of 10 lists are Wilson's 49.0 to 94.3 %; the same answers to 5 lists are less sure", () => {
  // R: prop.test(8, 10, correct = FALSE) gives 0.4901625 and 0.9433178
  const [ten, five] = accuracyRows([counted("a", 0, 8, 10), counted("b", 0, 8, 10, 5)], BINS, "depth");
  expect([ten!.value, ten!.low, ten!.high].map(each => each.toFixed(4))).toEqual(["0.8000", "0.4902", "0.9433"]);
  expect(five!.high - five!.low).toBeGreaterThan(ten!.high - ten!.low);
});

test("all right, all wrong, and nothing: no interval leaves 0 to 1, and the sentence says what there is", () => {
  const rows = accuracyRows([counted("a", 0, 6, 6), counted("a", 1, 0, 6)], BINS, "depth");
  expect(rows.map(({value, low, high}) => low >= 0 && high <= 1 && low <= value && value <= high)).toEqual([true, true]);
  expect(accuracySentence(rows, {axis: "depth", told: "story"})).toBe(
    "From depth 0 to 1: 1 of 1 evaluations fall so far that the whole later interval is below the earlier one. a goes from 100.0 % [61.0, 100.0] n = 6 to 0.0 % [0.0, 39.0] n = 6."
  );
  expect(accuracySentence(rows.slice(0, 1), {axis: "depth", told: "story"})).toContain("nothing varies along it");
  expect(accuracySentence([], {axis: "tokens", told: "expression"})).toBe(
    "No expression that was answered has a length in tokens."
  );
});

test("the mean change over evaluations has Student's interval", () => {
  // R: t.test(c(-20, -10, -30)) gives -20 and -44.84138 to 4.84138
  const from = ["a", "b", "c"].map(model => counted(model, 0, 8, 10));
  const to = [counted("a", 1, 6, 10), counted("b", 1, 7, 10), counted("c", 1, 5, 10)];
  expect(accuracySentence(accuracyRows([...from, ...to], BINS, "depth"), {axis: "depth", told: "story"})).toContain(
    "From depth 0 to 1, right answers change by −20.0 points [−44.8, 4.8] in the mean of 3 evaluations. 0 of 3"
  );
});

test("of more than six evaluations, six are drawn, the best and the worst among them", () => {
  const rows = accuracyRows(
    Array.from({length: 11}, (_, i) => counted(`m${i}`, 0, i, 10)),
    BINS,
    "depth"
  );
  expect(overall(rows)[0]!.evaluation).toBe("m10");
  const names = overall(rows).map(({evaluation}) => evaluation);
  expect(drawnAmong(names, "several")).toEqual(["m10", "m8", "m6", "m4", "m2", "m0"]);
  expect(drawnAmong(names, "m3")).toEqual(["m3"]);
});

const answer = (pair_id: string, form: string, status: 0 | 1 | 2, target_tokens: number | null = null) => ({
  eval_id: "e",
  pair_id,
  form,
  status,
  target_tokens
});
const EVALUATIONS = [{eval_id: "e", model: "m", template: "t", sampler: "s", simulated: true}];

test("pairs of tellings are named, the barest beside the longest story first", () => {
  const answers = ["1", "2", "3"].flatMap(list => [
    answer(list, "expression", 1),
    answer(list, "prose", 1),
    answer(list, "story", 1, 1000),
    answer(list, "story", 0, 4000)
  ]);
  const pairs = namedPairs(answers, EVALUATIONS);
  expect(tellingsIn(pairs)[0]).toBe("expression and story of 4,000 tokens");
  expect(tellingsIn(pairs).length).toBe(6);
  const [first] = pairs.filter(({tellings}) => tellings === "expression and story of 4,000 tokens");
  // McNemar, exact: 2 × (1/2)³ = 0.25
  expect([first!.n, first!.only_a, first!.only_b, first!.value, first!.exact]).toEqual([3, 3, 0, 1, 0.25]);
  expect(formsSentence([first!])).toContain("m has the largest difference: +100.0");
  expect(namedPairs([], [])).toEqual([]);
  expect(tellingsIn([])).toEqual([]);
});

test("of many evaluations, McNemar's p is adjusted: what is significant alone need not be among ten", () => {
  // By hand: exact p of n lists lost and none gained is 2 ÷ 2^n; Holm 1979 multiplies the least by 10, the next by 9, and so on
  const lost = [12, 7, 1, 1, 1, 1, 1, 1, 1, 1];
  const evaluations = lost.map((_, i) => ({eval_id: `e${i}`, model: `m${i}`, template: "t", sampler: "s", simulated: true}));
  const answers = lost.flatMap((n, i) =>
    Array.from({length: n}, (_, list) => [
      {...answer(String(list), "prose", 1), eval_id: `e${i}`},
      {...answer(String(list), "story", 0, 4000), eval_id: `e${i}`},
      {...answer(`other ${list}`, "expression", 0), eval_id: `e${i}`}, // another pair of tellings, not among the ten tests
      {...answer(`other ${list}`, "prose", 1), eval_id: `e${i}`}
    ]).flat()
  );
  const pairs = namedPairs(answers, evaluations).filter(({tellings}) => tellings === "prose and story of 4,000 tokens");
  const expected = [10 * (2 / 4096), 9 * (2 / 128), ...Array<number>(8).fill(1)];
  pairs.forEach(({adjusted}, i) => {
    expect(adjusted).toBeCloseTo(expected[i]!, 12);
  });
  expect(pairs.length).toBe(10);
  expect(pairs.filter(({exact}) => exact <= 0.05).length).toBe(2);
  expect(formsSentence(pairs)).toContain("1 does significantly worse as story of 4,000 tokens and 0 better");
  expect(formsSentence(pairs)).toContain("Holm's method over 10 tests");
});

test("a range of lengths is written in round numbers, a wide or exact one with its ends", () => {
  const bins = [
    {low: 1988, high: 2005},
    {low: 3994, high: 4007},
    {low: 8000, high: 12_000},
    {low: 16_384, high: 16_384}
  ];
  const range = (first: number, last: number) =>
    accuracySentence(accuracyRows([counted("a", first, 6, 6), counted("a", last, 0, 6)], bins, "tokens"), {
      axis: "tokens",
      told: "story"
    }).split(":")[0];
  expect(range(0, 1)).toBe("From about 2,000 to about 4,000 tokens");
  expect(range(2, 3)).toBe("From 8,000–12,000 to 16,384 tokens");
});

test("figures are written in their own unit, with interval, and say why there is none", () => {
  const figure = (value: number | null, not_measured: string | null = null) => ({
    n: 9,
    value,
    low: value,
    high: value,
    not_measured
  });
  expect(figureText(figure(0.125), "accuracy")).toBe("12.5 % [12.5, 12.5]");
  expect(figureText(figure(0.03), "points")).toBe("+3.0 points [3.0, 3.0]");
  expect(figureText(figure(-0.001), "correlation")).toBe("0.00 [0.00, 0.00]");
  expect(figureText({...figure(0.5), low: null}, "share")).toBe("50.0 %");
  expect(figureText(figure(null, "no text has a number"), "accuracy")).toBe("not measured: no text has a number");
  expect(storedShortcuts([])).toEqual([]);
  expect(shortcutSentence([])).toContain("No shortcut could be measured");
  const majority = {measure: "majority", unit: "accuracy", overall: figure(0.125), deep: figure(null)} as const;
  const repeated = {measure: "repeated_sentences", unit: "share", overall: figure(0.03), deep: figure(null)} as const;
  expect(shortcutSentence([majority])).toMatch(/scores highest: 12\.5 % \[12\.5, 12\.5\], n = 9\.$/);
  expect(shortcutSentence([majority, repeated])).toMatch(/more than once: 3\.0 % \[3\.0, 3\.0\], n = 9\.$/);
});

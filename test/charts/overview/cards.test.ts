// Numbers of the overview's cards: of the best, of one, of none, and of foreign rows.
import {describe, expect, test} from "vitest";
import {
  agentsCard,
  type CountRow,
  categoryCard,
  contaminationCard,
  leaderOf,
  overviewSentence,
  peopleCard,
  type ScoreRow,
  scoreCard,
  suspectCard,
  tokensCard,
  truncationCard
} from "../../../pipelines/charts/overview/cards.js";
import {randomOf} from "../../../pipelines/generate/seed.js";

const named = (model: string) => ({model, template: "t", sampler: "s", simulated: false});
const score = (model: string, value: number | null, n = 100): ScoreRow => ({...named(model), value, low: 0.1, high: 0.9, n});
const count = (model: string, fields: Partial<CountRow> = {}): CountRow => ({
  ...named(model),
  samples: 200,
  truncated: 0.05,
  truncated_low: 0.03,
  truncated_high: 0.09,
  tokens: 400,
  tokens_se: 10,
  ...fields
});

test("no rows give no card, and the sentence says that there are no answers", () => {
  expect([
    scoreCard([]),
    categoryCard([], "m"),
    truncationCard([]),
    tokensCard([], undefined),
    contaminationCard([], {simulated: false}),
    suspectCard({suspects: 0, tested: null, simulated: false}),
    peopleCard([]),
    agentsCard([])
  ]).toEqual(new Array(8).fill(null));
  expect(overviewSentence([], [], "x")).toBe("No answers are stored yet.");
});

test("the best of 1,000 scores in any order is named, rows without a score are passed over", () => {
  const random = randomOf("cards");
  const scores = random.shuffle([...Array.from({length: 1_000}, (_, i) => score(`m${i}`, i / 1_000 - 0.5)), score("none", null)]);
  expect(leaderOf(scores)!.model).toBe("m999");
  const card = scoreCard(scores)!;
  expect(card).toMatchObject({estimate: "49.9 % [10.0, 90.0]", page: "leaderboard"});
  expect(card.marks.length).toBe(1_000);
  expect(card.marks.filter(({isNamed}) => isNamed)).toEqual([{label: "m999", value: 49.9, low: 10, high: 90, isNamed: true}]);
});

test("the sentence names n, the suite and the best; of one model it claims no order", () => {
  const [scores, counts] = [
    [score("a", 0.4), score("b", 0.6, 1_234)],
    [count("a"), count("b", {samples: 1_300})]
  ];
  expect(overviewSentence(scores, counts, "gsm8k")).toBe(
    "2 models gave 1,500 answers to gsm8k. b has the highest formula score: 60.0 % [10.0, 90.0], n = 1,234."
  );
  expect(overviewSentence(scores.slice(0, 1), counts.slice(0, 1), null)).toBe(
    "1 model gave 200 answers: a has a formula score of 40.0 % [10.0, 90.0], n = 100."
  );
  expect(overviewSentence([], counts, null)).toBe("2 models gave 1,500 answers; none has a score yet.");
});

test("the lowest category is that of least accuracy; with one there is nothing to compare", () => {
  const category = (name: string, value: number | null) => ({category: name, value, low: 0, high: 1, n: 10, simulated: true});
  const card = categoryCard([category("law", 0.2), category("maths", 0.8), category("unasked", null)], "m")!;
  expect(card.text).toContain("m in law, n = 10, the lowest of 2 categories");
  expect(card.simulated).toBe(true);
  expect(categoryCard([category("law", 0.2)], "m")).toBeNull();
});

describe("truncation", () => {
  test("rows whose ends are not known are no 0", () => {
    expect(truncationCard([count("a", {truncated: null})])).toBeNull();
    const card = truncationCard([
      count("a", {truncated: null}),
      count("b", {truncated: 0, truncated_low: 0, truncated_high: 0.02})
    ])!;
    expect(card.estimate).toBe("0.0 % [0.0, 2.0]");
    expect(card.text).toContain("of 1 evaluation were");
  });
  test("the largest share is named", () => {
    const card = truncationCard([count("a", {truncated: 0.5, truncated_low: 0.4, truncated_high: 0.6}), count("b")])!;
    expect(card.estimate).toBe("50.0 % [40.0, 60.0]");
    expect(card.text).toContain("of a were cut off, n = 200");
  });
});

test("tokens have the interval of their mean, which has no negative end; uncounted ones are not shown", () => {
  expect(tokensCard([count("a", {tokens: 4, tokens_se: 10})], score("a", 0.5))!.estimate).toBe("4 [0, 24]");
  expect(tokensCard([count("a", {tokens: null, tokens_se: null})], score("a", 0.5))).toBeNull();
  expect(tokensCard([count("a")], score("elsewhere", 0.5))).toBeNull();
});

test("shares of tests are of those that could be tested, with Wilson's interval", () => {
  // Wilson's interval of 1 of 10: 1.79 to 40.42 % (R: binom.wilson)
  const verdicts = [
    {verdict: "exact", n: 1},
    {verdict: "clean", n: 8},
    {verdict: "near", n: 1},
    {verdict: "not_testable", n: 90}
  ];
  expect(contaminationCard(verdicts, {simulated: true})).toMatchObject({estimate: "10.0 % [1.8, 40.4]", simulated: true});
  expect(contaminationCard([{verdict: "not_testable", n: 5}], {simulated: false})).toBeNull();
  // none of 11,455: 0 to 0.0335 % (R: binom.wilson); never an interval of no width
  expect(contaminationCard([{verdict: "clean", n: 11_455}], {simulated: false})!.estimate).toBe("0.00 % [0.00, 0.03]");
  expect(suspectCard({suspects: 1, tested: 10, simulated: false})!.estimate).toBe("1 item to check");
});

test("of correlations that of most models is named, negative ones too; those without an interval are not", () => {
  const row = (benchmark: string, value: number, n: number, low: number | null = -1) => ({
    benchmark,
    criterion: "votes",
    value,
    low,
    high: 1,
    n,
    simulated: false
  });
  const card = peopleCard([row("x", 0.9, 5), row("y", -0.5, 40), row("z", 1, 90, null)])!;
  expect(card.estimate).toBe("−0.50 [−1.00, 1.00]");
  expect(card.text).toContain("of y with votes, n = 40 models");
});

test("agents are named by the longest series of trials; a single trial has no card", () => {
  const pass = (model: string, k: number, value: number) => ({...named(model), k, value, low: 0, high: 1, n: 50});
  const card = agentsCard([pass("a", 1, 0.9), pass("a", 4, 0.2), pass("b", 1, 0.5), pass("b", 4, 0.4)])!;
  expect(card.text).toContain("in each of 4 trials by b, n = 50 tasks");
  expect(card.marks.map(({label, value}) => [label, value])).toEqual([
    ["k = 1", 50],
    ["k = 4", 40]
  ]);
  expect(agentsCard([pass("a", 1, 0.9)])).toBeNull();
});

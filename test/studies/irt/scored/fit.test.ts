// Scores between right and wrong: the graded model against mirt and SciPy, the continuous one against its properties, weak input.
import {readFileSync} from "node:fs";
import {join} from "node:path";
import {describe, expect, test} from "vitest";
import {randomOf} from "../../../../pipelines/generate/seed.js";
import {fit as fitted} from "../../../../pipelines/studies/irt/estimate/fit.js";
import {normalGrid} from "../../../../pipelines/studies/irt/estimate/quadrature.js";
import {information, probability} from "../../../../pipelines/studies/irt/item.js";
import {categoryLogs, expectedSlope, scoreInformation} from "../../../../pipelines/studies/irt/scoreCurve.js";
import {fitScores} from "../../../../pipelines/studies/irt/scored/fit.js";
import {scoredResponses, withScores} from "../../../../pipelines/studies/irt/scored/responses.js";
import {scoreKind} from "../../../../pipelines/studies/irt/scored/scale.js";
import {answers, rankCorrelation, someItems} from "../simulated.js";
import {drawScores, scoredItems} from "./coverage.js";

interface Oracle {
  /** answers to the four items as digits, and how many gave them */
  patterns: [string, number][];
  loglik: number;
  items: {a: number; d: number[]; se_a: number; se_d: number[]}[];
}
const oracle = JSON.parse(readFileSync(join(import.meta.dirname, "../oracles/graded.json"), "utf8")) as Oracle;
const matrixOf = (rows: number[][]) =>
  scoredResponses({
    persons: rows.map((_, i) => `model ${i}`),
    items: rows[0]!.map((_, j) => `item ${j}`),
    scores: Float64Array.from(rows.flat())
  });
const science = matrixOf(oracle.patterns.flatMap(([pattern, n]) => Array.from({length: n}, () => [...pattern].map(Number))));

describe("Science, 392 persons and four items of four categories", () => {
  const {fit, why} = fitScores(science, {});

  test("is graded by maximum likelihood of itself, and the reason is named", () => {
    expect(fit).toMatchObject({model: "graded", estimate: "ml", converged: true, persons: 392, categories: [1, 2, 3, 4]});
    expect(why).toMatch(/^4 ordered categories: 1, 2, 3, 4; 4 items/);
  });

  test("has the log-likelihood, AIC and BIC that mirt prints", () => {
    // mirt(Science, 1): logLik −1608.870, AIC 3249.739, BIC 3313.279
    expect(fit.loglik).toBeCloseTo(-1608.87, 2);
    expect(fit.aic).toBeCloseTo(3249.739, 2);
    expect(fit.bic).toBeCloseTo(3313.279, 2);
  });

  test("has the slopes of SciPy's optimum, and mirt's but for what its search stops short of", () => {
    for (const [j, {a, d, se_a}] of oracle.items.entries()) {
      const item = fit.items[j]!;
      expect(item.a).toBeCloseTo(a, 4);
      expect(item.se_a).toBeCloseTo(se_a, 3);
      for (const [k, step] of d.entries()) expect(item.steps![k]).toBeCloseTo(step, 4);
      for (const [k, threshold] of item.thresholds.entries()) expect(threshold).toBeCloseTo(-d[k]! / a, 4);
    }
    expect(fit.loglik).toBeCloseTo(oracle.loglik, 6);
    // mirt ends once no parameter moves by more than 1e-4 in a cycle: its steepest item is 0.007 short of the optimum, others 0.0015
    for (const [j, slope] of [1.0418, 1.226, 2.2934, 1.0949].entries())
      expect(Math.abs(fit.items[j]!.a - slope)).toBeLessThan(j === 2 ? 0.008 : 0.002);
  });
});

test("chances of categories sum to 1, and derivatives are those of differences", () => {
  for (const item of scoredItems("graded", 5, randomOf("curves")))
    for (const theta of [-30, -2, 0.3, 1, 4, 30]) {
      const p = (ability: number) => categoryLogs(item, ability).map(Math.exp);
      expect(p(theta).reduce((u, v) => u + v, 0)).toBeCloseTo(1, 12);
      const slopes = p(theta + 1e-5).map((value, k) => (value - p(theta - 1e-5)[k]!) / 2e-5);
      const squares = slopes.reduce((sum, slope, k) => sum + (p(theta)[k]! > 1e-9 ? slope ** 2 / p(theta)[k]! : 0), 0);
      expect(scoreInformation(item, theta)).toBeCloseTo(squares, 4);
      const slope = (probability(item, theta + 1e-5) - probability(item, theta - 1e-5)) / 2e-5;
      expect(expectedSlope(item, theta)).toBeCloseTo(slope, 6);
    }
});

test("right or wrong answers under either model are a 2PL", () => {
  const random = randomOf("two categories");
  const responses = answers(
    Array.from({length: 400}, () => Math.sqrt(-2 * Math.log(1 - random.real())) * Math.cos(2 * Math.PI * random.real())),
    (
      items => () =>
        items
    )(someItems(6, random)),
    "two categories"
  );
  const binary = fitted(responses, {model: "2pl", estimate: "ml"});
  for (const model of ["graded", "continuous"]) {
    const {fit} = fitScores(withScores(responses), {model, estimate: "ml"});
    expect(fit.loglik).toBeCloseTo(binary.loglik, 3);
    for (const [j, {a, d, se_a}] of binary.items.entries()) {
      expect(fit.items[j]!.a).toBeCloseTo(a, 2);
      expect(fit.items[j]!.d).toBeCloseTo(d, 2);
      expect(fit.items[j]!.se_a).toBeCloseTo(se_a, 2);
    }
    for (const [i, {eap, eap_se, lo}] of binary.ability.entries()) {
      expect(fit.ability[i]!.eap).toBeCloseTo(eap, 2);
      expect(fit.ability[i]!.eap_se).toBeCloseTo(eap_se, 2);
      expect(fit.ability[i]!.lo).toBeCloseTo(lo, 1);
    }
  }
});

test("a continuous item's dispersion divides its information; a score of 5 checks is worth 5 answers", () => {
  const item = {id: "x", a: 1.2, d: 0.3, c: 0, u: 1};
  expect(information({...item, dispersion: 0.2}, 0.4)).toBeCloseTo(5 * information(item, 0.4), 12);
  const {responses, curves} = drawScores("checks", {persons: 800, items: 12, seed: "five checks"});
  const {fit} = fitScores(responses, {model: "continuous"});
  for (const [j, {dispersion}] of fit.items.entries()) expect(dispersion / curves[j]!.dispersion!).toBeCloseTo(1, 0);
});

describe("the scores choose the model", () => {
  test.each([
    ["halves", [0, 0.5, 1], "graded"],
    ["thirds of two digits", [0, 0.33, 0.67, 1], "graded"],
    ["quarters with one unused", [0, 0.25, 1], "graded"],
    ["whole numbers", [1, 2, 3, 4, 5], "graded"],
    ["whole numbers with one unused", [1, 2, 4, 5], "graded"],
    ["unequal steps", [0, 0.4, 0.9137, 1], "continuous"],
    ["50 fractions", Array.from({length: 50}, (_, k) => k / 49), "continuous"]
  ] as const)("%s", (_, levels, model) => {
    expect(scoreKind(Float64Array.from(levels)).model).toBe(model);
  });
  test.each([
    ["a mark of missing ones", [0, 1, 9], /no score between 1 and 9; if 9 marks a missing response: --missing 9/],
    ["a negative one", [0, 1, -1], /score -1 is below 0/],
    ["a fraction and 3", [0, 0.5, 3], /score 3 is above 1/],
    ["percents", Array.from({length: 101}, (_, k) => k), /scores go from 0 to 100.*divide by 100/]
  ] as const)("%s is refused", (_, levels, message) => {
    expect(() => scoreKind(Float64Array.from(levels))).toThrow(message);
  });
});

describe("weak input", () => {
  const {responses} = drawScores("graded", {persons: 60, items: 6, seed: "weak"});
  const withColumn = (value: (score: number, i: number) => number) => {
    const scores = responses.scores.map((score, cell) => (cell % 6 === 2 ? value(score, Math.floor(cell / 6)) : score));
    return scoredResponses({...responses, scores});
  };
  test("an item that all give one score is left out; the others are fitted", () => {
    const {fit} = fitScores(
      withColumn(() => 2),
      {}
    );
    expect(fit.left_out).toEqual([{id: "item 2", reason: "all alike"}]);
    expect(fit.items).toHaveLength(5);
    expect(fit.converged).toBe(true);
  });
  test("an item nobody answers is left out, missing scores add nothing", () => {
    const {fit} = fitScores(
      withColumn(() => Number.NaN),
      {}
    );
    expect(fit.left_out).toEqual([{id: "item 2", reason: "unanswered"}]);
  });
  test("an unused category between others is merged and named; the item has one threshold less, its levels stay", () => {
    const {fit} = fitScores(
      withColumn(score => (score === 1 ? 2 : score)),
      {}
    );
    expect(fit.merged).toEqual([{id: "item 2", levels: [1]}]);
    expect(fit.items[2]!.thresholds).toHaveLength(2);
    expect(fit.items[2]!.levels).toEqual([0, 2 / 3, 1]);
  });
  test("a reversed item has a below 0 and falling expected scores", () => {
    const {responses: many} = drawScores("graded", {persons: 300, items: 8, seed: "reversed"});
    const scores = many.scores.map((score, cell) => (cell % 8 === 5 ? 3 - score : score));
    const {fit} = fitScores(scoredResponses({...many, scores}), {});
    expect(fit.items.map(({a}) => a < 0)).toEqual(fit.items.map((_, j) => j === 5));
    expect(probability(fit.items[5]!, -2)).toBeGreaterThan(probability(fit.items[5]!, 2));
    expect(fit.items[5]!.thresholds[0]!).toBeGreaterThan(fit.items[5]!.thresholds[2]!);
  });
  test.each([
    ["one item", matrixOf([[0], [1], [2], [1]]), /1 item cannot separate/],
    [
      "constant scores",
      matrixOf(
        [
          [2, 0.5, 1],
          [2, 0.5, 1],
          [2, 0.5, 1]
        ].map(row => row.map(value => value / 2))
      ),
      /no item separates models/
    ],
    [
      "two models",
      matrixOf([
        [0, 0.5, 1],
        [1, 0.5, 0.5]
      ]),
      /separate/
    ]
  ])("%s is refused", (_, matrix, message) => {
    expect(() => fitScores(matrix, {})).toThrow(message);
  });
  test("a binary model of scores is refused with the way out", () => {
    expect(() => fitScores(science, {model: "2pl"})).toThrow(
      /--model 2pl takes right or wrong answers.*--model graded or continuous/
    );
    expect(() => fitScores(science, {model: "continuous"})).toThrow(/takes scores from 0 to 1; these go from 1 to 4/);
  });
  test("identical models, and scores all at the ends, give finite numbers", () => {
    const {fit} = fitScores(matrixOf(Array.from({length: 30}, (_, i) => (i % 3 ? [0.1, 0.5, 0.9, 1] : [1, 1, 1, 0.95]))), {});
    for (const {eap, lo, hi} of fit.ability) expect([eap, lo, hi].every(Number.isFinite)).toBe(true);
    for (const {a, b, dispersion} of fit.items) expect([a, b, dispersion].every(Number.isFinite)).toBe(true);
  });
});

test("the grid is finer where posteriors are narrow", () => {
  const {responses, theta} = drawScores("checks", {persons: 40, items: 120, seed: "narrow"});
  const {fit} = fitScores(responses, {model: "continuous"});
  expect(fit.nodes).toBeGreaterThan(normalGrid().nodes.length);
  const eap = fit.ability.map(each => each.eap);
  expect(rankCorrelation(eap, theta)).toBeGreaterThan(0.97);
});

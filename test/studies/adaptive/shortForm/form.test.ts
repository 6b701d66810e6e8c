import {describe, expect, test} from "vitest";
import {randomOf} from "../../../../pipelines/generate/seed.js";
import type {Curves} from "../../../../pipelines/studies/adaptive/shortForm/curves.js";
import {groupingsOf} from "../../../../pipelines/studies/adaptive/shortForm/effects.js";
import {MAX_UNLIKE, openShortForm} from "../../../../pipelines/studies/adaptive/shortForm/form.js";

const SIZE = 60;
const random = randomOf("short form");
const curves: Curves = {
  a: Float64Array.from({length: SIZE}, () => 0.5 + 1.5 * random.real()),
  d: Float64Array.from({length: SIZE}, () => 4 * random.real() - 2)
};
const contents = Int32Array.from({length: SIZE}, (_, j) => j % 3);
const groupings = groupingsOf(curves, contents).map(each => ({...each, variance: 0.2}));
const available = Array.from({length: SIZE}, (_, j) => j);
const open = (a = curves, items: readonly number[] = available) => openShortForm(a, {groupings, available: items});

describe("estimates", () => {
  test("once all items are asked, the estimate is the mean of their scores without error, fractions included", () => {
    const scores = available.map(j => (j % 4) / 3);
    const form = open();
    for (const item of available) form.answer(item, scores[item]!);
    const {score, sd, n} = form.estimate();
    expect(score).toBeCloseTo(scores.reduce((sum, each) => sum + each, 0) / SIZE, 12);
    expect(sd).toBeCloseTo(0, 7);
    expect(n).toBe(SIZE);
  });

  test("wrong for right, and difficult for easy, gives 1 minus the score", () => {
    const mirrored = openShortForm({a: curves.a, d: curves.d.map(d => -d)}, {groupings, available});
    const form = open();
    for (const item of [3, 8, 20, 31, 47]) {
      form.answer(item, item % 2);
      mirrored.answer(item, 1 - (item % 2));
    }
    expect(mirrored.estimate().score).toBeCloseTo(1 - form.estimate().score, 6);
    expect(mirrored.estimate().sd).toBeCloseTo(form.estimate().sd, 6);
  });

  test("all right, and nothing right: inside 0 and 1, in order, and finite", () => {
    const estimates = [0, 0.5, 1].map(answer => {
      const form = open();
      for (const item of form.next(20)) form.answer(item, answer);
      return form.estimate();
    });
    for (const {score, sd} of estimates) {
      expect(score).toBeGreaterThan(0);
      expect(score).toBeLessThan(1);
      expect(sd).toBeGreaterThan(0);
    }
    expect(estimates[0]!.score).toBeLessThan(estimates[1]!.score);
    expect(estimates[1]!.score).toBeLessThan(estimates[2]!.score);
  });

  test("the score is that on the available items alone", () => {
    const form = open(curves, [5, 6]);
    form.answer(5, 1);
    form.answer(6, 0);
    expect(form.estimate()).toMatchObject({score: expect.closeTo(0.5, 12), sd: expect.closeTo(0, 7), n: 2});
  });

  test("without an answer, a flat item of even odds has a score of one half", () => {
    const form = openShortForm({a: Float64Array.of(1), d: Float64Array.of(0)}, {groupings: [], available: [0]});
    expect(form.estimate().score).toBe(0.5);
    expect(form.estimate().n).toBe(0);
  });
});

describe("models that do not follow the items' curves", () => {
  const size = 600;
  const draws = randomOf("misfit");
  const wide: Curves = {
    a: Float64Array.from({length: size}, () => 0.5 + 1.5 * draws.real()),
    d: Float64Array.from({length: size}, () => 8 * draws.real() - 2)
  };
  const items = Array.from({length: size}, (_, j) => j);
  const parts = groupingsOf(wide, new Int32Array(size)).map(each => ({...each, variance: 0.2}));
  const answered = (probability: (item: number) => number, run = 0) => {
    const draws = randomOf(`misfit ${run}`);
    const form = openShortForm(wide, {groupings: parts, available: items});
    const scores = items.map(item => Number(draws.chance(probability(item))));
    while (form.asked.length < 100) for (const item of form.next(10)) form.answer(item, scores[item]!);
    const truth = scores.reduce((sum, each) => sum + each, 0) / size;
    return {truth, ...form.estimate()};
  };

  test.each([
    ["right at one chance for all items", () => 0.7],
    ["right at difficult items only", (item: number) => 1 / (1 + Math.exp(wide.d[item]!))]
  ])("%s: it is found, and the interval holds", (_, probability) => {
    const runs = Array.from({length: 20}, (_, run) => answered(probability, run));
    const wrong = runs.filter(({score, sd, truth}) => Math.abs(score - truth) > 1.96 * sd);
    expect(wrong.length).toBeLessThanOrEqual(3);
    expect(runs.filter(({unlike}) => unlike > MAX_UNLIKE).length).toBeGreaterThanOrEqual(14);
  });

  test.each([0, 1])("all answers %i: nothing is said about the curves, and the interval reaches the end", answer => {
    const {unlike, score, sd} = answered(() => answer);
    expect(unlike).toBeLessThanOrEqual(MAX_UNLIKE);
    expect(Math.abs(answer - score)).toBeLessThanOrEqual(1.96 * sd + 1e-3);
  });

  test("a model on the curves is not taken for one that is not", () => {
    const runs = [-1, 0, 1, 2].flatMap(theta =>
      [1, 2, 3, 4, 5].map(run => answered(item => 1 / (1 + Math.exp(-wide.a[item]! * theta - wide.d[item]!)), run))
    );
    expect(runs.filter(({unlike}) => unlike > MAX_UNLIKE).length).toBeLessThanOrEqual(4);
  });
});

describe("choice of items", () => {
  test("items are different, unasked and available, until none is left", () => {
    const form = open(curves, available.slice(0, 25));
    for (let round = 0; round < 3; round++) for (const item of form.next(10)) form.answer(item, 1);
    expect([...form.asked].sort((i, j) => i - j)).toEqual(available.slice(0, 25));
    expect(form.next(10)).toEqual([]);
  });

  test("among items of one difficulty the steepest is asked first; alike items in their order", () => {
    const steep = openShortForm({a: Float64Array.of(0.5, 2, 1), d: new Float64Array(3)}, {groupings: [], available: [0, 1, 2]});
    expect(steep.next(1)).toEqual([1]);
    const alike = openShortForm(
      {a: new Float64Array(4).fill(1), d: new Float64Array(4)},
      {groupings: [], available: [0, 1, 2, 3]}
    );
    expect(alike.next(4)).toEqual([0, 1, 2, 3]);
  });

  test("where contents differ much, a round covers them all", () => {
    const groups = Int32Array.from({length: 12}, (_, j) => j % 3);
    const form = openShortForm(
      {a: new Float64Array(12).fill(1), d: new Float64Array(12)},
      {groupings: [{name: "content", groups, count: 3, variance: 4}], available: available.slice(0, 12)}
    );
    expect(new Set(form.next(3).map(item => groups[item])).size).toBe(3);
  });
});

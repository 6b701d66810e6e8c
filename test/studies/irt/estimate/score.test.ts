import {expect, test} from "vitest";
import {randomOf} from "../../../../pipelines/generate/seed.js";
import {incompleteBeta} from "../../../../pipelines/stats/distributions.js";
import {observedShares, residualMap} from "../../../../pipelines/studies/irt/diagnose/observed.js";
import {saturation, topOf} from "../../../../pipelines/studies/irt/diagnose/saturation.js";
import {scores} from "../../../../pipelines/studies/irt/estimate/score.js";
import {probability} from "../../../../pipelines/studies/irt/item.js";
import {absent, golden} from "../golden.js";
import {answers, normal, someItems} from "../simulated.js";

test.skipIf(absent).each([["LSAT6_2PL"], ["LSAT7_3PL"], ["WIRS_2PL"], ["Abortion_2PL"]])(
  "%s: persons scored under fixed items have mirt's EAP and standard error",
  async name => {
    const {items, responses, theta, se} = await golden(name);
    const own = scores(items, responses);
    for (const [i, {eap, se: error}] of own.entries()) {
      // Abortion's slopes of 4 to 6 are steep for mirt's 61 nodes.
      expect(Math.abs(eap - theta[i]!)).toBeLessThan(name.startsWith("Abortion") ? 1e-3 : 5e-5);
      expect(Math.abs(error - se[i]!)).toBeLessThan(name.startsWith("Abortion") ? 1e-3 : 5e-5);
    }
  }
);

test("steep and guessed items: as 20,001 nodes have it", () => {
  const items = [
    {id: "1", a: 6, d: 2, c: 0, u: 1},
    {id: "2", a: 4, d: -1, c: 0.2, u: 1},
    {id: "3", a: 1, d: 3, c: 0.25, u: 0.95}
  ];
  for (let pattern = 0; pattern < 8; pattern++) {
    const row = Uint8Array.from([pattern & 1, (pattern >> 1) & 1, pattern >> 2]);
    let [total, first, second] = [0, 0, 0];
    for (let k = 0; k <= 20_000; k++) {
      const theta = -10 + k / 1000;
      const mass = items.reduce(
        (p, item, j) => p * (row[j] ? probability(item, theta) : 1 - probability(item, theta)),
        Math.exp((-theta * theta) / 2)
      );
      total += mass;
      first += mass * theta;
      second += mass * theta * theta;
    }
    const [own] = scores(items, {persons: ["x"], cells: row});
    expect(own!.eap).toBeCloseTo(first / total, 3);
    expect(own!.se).toBeCloseTo(Math.sqrt(second / total - (first / total) ** 2), 3);
  }
});

test("1,500 items are resolved: intervals hold the truth as often as they say", () => {
  const random = randomOf("scores");
  const items = someItems(1500, random);
  const theta = Array.from({length: 120}, () => 1.5 * normal(random));
  const own = scores(
    items,
    answers(theta, () => items, "score answers")
  );
  const held = own.filter(({eap, se}, i) => Math.abs(eap - theta[i]!) < 1.959963984540054 * se).length;
  expect(own[0]!.se).toBeLessThan(0.09);
  expect(held / 120).toBeGreaterThan(0.9);
  expect(held / 120).toBeLessThan(0.99);
});

test("a person without answers has the population's mean and spread", () => {
  const items = someItems(3, randomOf("none"));
  const [own] = scores(items, {persons: ["x"], cells: Uint8Array.of(2, 2, 2)});
  expect(own!.eap).toBeCloseTo(0, 9);
  expect(own!.se).toBeCloseTo(1, 4);
  expect(own!.n).toBe(0);
});

test("saturation of ten equal items at θ = 2, by hand", () => {
  const item = {id: "x", a: 2, d: 0, c: 0, u: 1, n: 50, right: 49};
  const items = Array.from({length: 10}, (_, i) => ({...item, right: i < 4 ? 49 : 45}));
  const found = saturation(items, [2]);
  const p = 1 / (1 + Math.exp(-4));
  expect(found.above.value).toBe(0.4);
  expect(found.above.low).toBeCloseTo(0.1682, 4); // SciPy: binomtest(4, 10).proportion_ci(method="wilson")
  expect(found.above.high).toBeCloseTo(0.6873, 4);
  expect(found.headroom.value).toBeCloseTo(1 - p, 12);
  expect(found.information.value).toBeCloseTo(10 * 4 * p * (1 - p), 10);
  expect(found.resolved.value).toBeCloseTo(1.959963984540054 * Math.sqrt(2 / (40 * p * (1 - p))), 10);
  expect(found.resolvedShare.value).toBeCloseTo(found.resolved.value * 2 * p * (1 - p), 10);
});

test("the top is a tenth, three at least and ten at most", () => {
  expect(topOf([3, 1, 2, 5, 4])).toEqual([5, 4, 3]);
  expect(topOf(Array.from({length: 64}, (_, i) => i))).toHaveLength(6);
  expect(topOf(Array.from({length: 5000}, (_, i) => i))).toHaveLength(10);
});

test("groups by ability hold every answer once; residuals of a true model are standard normal", () => {
  const random = randomOf("groups");
  const items = someItems(60, random);
  const theta = Array.from({length: 100}, () => normal(random));
  const responses = answers(theta, () => items, "group answers");
  const shares = observedShares(responses, theta, 3);
  expect(shares.reduce((sum, {n}) => sum + n, 0)).toBe(100);
  expect(shares).toHaveLength(10);
  expect(shares.every(({low, share, high}) => low <= share && share <= high)).toBe(true);
  const map = residualMap(items, responses, theta, {rowOf: theta.map((_, i) => i % 20), columnOf: items.map((_, j) => j % 15)});
  expect(map).toHaveLength(300);
  expect(map.reduce((sum, {n}) => sum + n, 0)).toBe(6000);
  const squares = map.reduce((sum, {z}) => sum + z * z, 0) / 300;
  expect(squares).toBeGreaterThan(0.75); // χ² with 300 df lies between .75 and 1.29 with 99.9 %
  expect(squares).toBeLessThan(1.29);
});

test("intervals of mean scores stay within 0 and 1, and have a width where all scores are alike: Jeffreys's of n of n", () => {
  const persons = Array.from({length: 16}, (_, i) => `m${i}`);
  const ofScores = (scoreOf: (person: number) => number) =>
    observedShares(
      {persons, items: ["x"], cells: new Uint8Array(16), scores: Float64Array.from(persons, (_, i) => scoreOf(i))},
      persons.map((_, i) => i),
      0
    );
  for (const {share, low, high} of ofScores(() => 1)) {
    expect([share, high]).toEqual([1, 1]);
    expect(incompleteBeta(low, 8.5, 0.5)).toBeCloseTo(0.025, 2); // to which Jeffreys's interval of 8 of 8 goes
  }
  for (const {share, low, high} of ofScores(i => (i % 8 === 0 ? 0.9 : 1))) {
    expect(share).toBeCloseTo(0.9875, 12);
    expect([low > 0.6, low < share, high >= share, high <= 1]).not.toContain(false);
  }
});

import {existsSync, readFileSync} from "node:fs";
import fc from "fast-check";
import {expect, test} from "vitest";
import {normal} from "../../../pipelines/generate/normal.js";
import {randomOf} from "../../../pipelines/generate/seed.js";
import {
  type Bank,
  bankOf,
  indexOf,
  informationAt,
  itemAt,
  mostInformative,
  peakOf
} from "../../../pipelines/studies/adaptive/bank.js";
import {abilityOf, openPosterior} from "../../../pipelines/studies/adaptive/posterior.js";
import {simulatedAnswer} from "../../../pipelines/studies/adaptive/replay.js";
import {mostInformativeOver, openSession, rankAmong, stopOf} from "../../../pipelines/studies/adaptive/session.js";
import {drawBarred, type Exposure} from "../../../pipelines/studies/adaptive/steps.js";

import {type Item, information} from "../../../pipelines/studies/irt/item.js";
import {fullTest, leeway, repetitions} from "../../repetitions.js";
import {simulatedItems} from "./simulatedItems.js";

const GOLDEN = "../shared/golden/irt";
const absent = !existsSync(GOLDEN); // then the tests that need mirt's values are skipped

const anyItem = fc
  .record({
    a: fc.double({min: 0.05, max: 4, noNaN: true}),
    b: fc.double({min: -5, max: 5, noNaN: true}),
    c: fc.double({min: 0, max: 0.5, noNaN: true}),
    slip: fc.oneof(fc.constant(0), fc.double({min: 0, max: 0.4, noNaN: true}))
  })
  .map(({a, b, c, slip}): Item => ({id: "x", a, d: -a * b, c, u: 1 - slip}));

test.skipIf(absent).each(["LSAT6", "LSAT7", "WIRS", "Abortion"].flatMap(name => [`${name}_2PL`, `${name}_3PL`]))(
  "abilities of %s are mirt's EAP with its standard error, answer by answer",
  name => {
    const golden = JSON.parse(readFileSync(`${GOLDEN}/${name}.json`, "utf8")) as {
      items: {a: number; d: number; c: number}[];
      patterns: number[][];
      scores: {EAP: {theta: number[]; se: number[]}};
    };
    const bank = bankOf(golden.items.map(({a, d, c}, i) => ({id: `${i}`, a, d, c, u: 1})));
    // mirt sums over 61 nodes from −6 to 6; a logistic has poles at ± iπ/a, so a step of 0.2 errs by about exp(−2π²/0.2a): felt at WIRS, a = 15
    const steepest = Math.max(...golden.items.map(({a}) => a));
    const tolerance = Math.max(1e-5, Math.exp(-(2 * Math.PI ** 2) / (0.2 * steepest)));
    for (const [row, pattern] of golden.patterns.entries()) {
      const posterior = openPosterior(bank);
      for (const [i, right] of pattern.entries()) posterior.add(i, right === 1);
      expect(Math.abs(posterior.mean - golden.scores.EAP.theta[row]!)).toBeLessThan(tolerance);
      expect(Math.abs(posterior.sd - golden.scores.EAP.se[row]!)).toBeLessThan(tolerance);
      const fine = onFineGrid(golden.items, pattern);
      expect(Math.abs(posterior.mean - fine.mean)).toBeLessThan(5e-5);
      expect(Math.abs(posterior.sd - fine.sd)).toBeLessThan(5e-5);
    }
  }
);

/** The definition, summed over 6,001 nodes. */
function onFineGrid(items: readonly {a: number; d: number; c: number}[], pattern: readonly number[]) {
  const thetas = Array.from({length: 6_001}, (_, k) => -9 + k * 0.003);
  const weights = thetas.map(theta =>
    items.reduce(
      (product, {a, d, c}, i) => {
        const p = c + (1 - c) / (1 + Math.exp(-(a * theta + d)));
        return product * (pattern[i] === 1 ? p : 1 - p);
      },
      Math.exp(-0.5 * theta * theta)
    )
  );
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const mean = thetas.reduce((sum, theta, k) => sum + weights[k]! * theta, 0) / total;
  return {mean, sd: Math.sqrt(thetas.reduce((sum, theta, k) => sum + weights[k]! * (theta - mean) ** 2, 0) / total)};
}

test.skipIf(absent)("1,999 answers: the grid has narrowed with the posterior, which is that of 401 nodes", () => {
  const golden = JSON.parse(readFileSync(`${GOLDEN}/B_refMAP.json`, "utf8")) as Record<
    "a" | "b" | "c" | "eap" | "se" | "keep",
    number[]
  >;
  const lines = readFileSync("../shared/data/irt/B_resp.csv", "utf8").trim().split("\n");
  const answers = lines.map(line => line.split(",").map(Number)).filter(row => row.every(Number.isFinite));
  expect(answers).toHaveLength(60);
  const bank = bankOf(golden.a.map((a, i) => ({id: `${i}`, a, d: -a * golden.b[i]!, c: golden.c[i]!, u: 1})));
  const first = Math.min(...golden.keep);
  for (const [person, row] of answers.entries()) {
    const posterior = openPosterior(bank);
    for (const [i, item] of golden.keep.entries()) posterior.add(i, row[item - first] === 1);
    expect(posterior.mean).toBeCloseTo(golden.eap[person]!, 5);
    expect(posterior.sd).toBeCloseTo(golden.se[person]!, 5);
    expect(posterior.nodes[1]! - posterior.nodes[0]!).toBeLessThanOrEqual(posterior.sd);
  }
});

test("quantiles of a normal posterior are the normal's, on a first grid and on one laid anew", () => {
  const bank = bankOf([{id: "x", a: 1, d: 0, c: 0, u: 1}]);
  for (const sd of [1, 0.01]) {
    const posterior = openPosterior(bank, {mean: 0.3, sd});
    // R: qnorm(c(.005, .025, .5, .975))
    for (const [q, z] of [
      [0.005, -2.575829],
      [0.025, -1.959964],
      [0.5, 0],
      [0.975, 1.959964]
    ] as const)
      expect((posterior.quantile(q) - 0.3) / sd).toBeCloseTo(z, 4);
  }
  // many like answers of a Rasch item: posterior near N(0, 1/(1 + n/4))
  const posterior = openPosterior(bank);
  for (let k = 0; k < 4_000; k++) posterior.add(0, k % 2 === 0);
  expect(posterior.sd).toBeCloseTo(1 / Math.sqrt(1001), 4);
  expect((posterior.quantile(0.975) - posterior.mean) / posterior.sd).toBeCloseTo(1.96, 2);
});

test("the interval of the likelihood is the binomial's where all items are alike", () => {
  // Rasch items of difficulty 0: the chance p of a right answer is logistic in θ, so the ends are the logits of the binomial's ends.
  const bank = bankOf([{id: "x", a: 1, d: 0, c: 0, u: 1}]);
  const deviance = (k: number, n: number, p: number) => 2 * (k * Math.log(k / n / p) + (n - k) * Math.log((n - k) / n / (1 - p)));
  for (const [k, n] of [
    [5, 10],
    [8, 10],
    [1, 30],
    [700, 1_000]
  ] as const) {
    const posterior = openPosterior(bank);
    for (let i = 0; i < n; i++) posterior.add(0, i < k);
    const {low, high} = abilityOf(posterior);
    for (const end of [low, high]) expect(Math.abs(deviance(k, n, 1 / (1 + Math.exp(-end))) - 3.8415)).toBeLessThan(0.12);
    expect(low).toBeLessThan(Math.log(k / (n - k)));
    expect(high).toBeGreaterThan(Math.log(k / (n - k)));
  }
});

test("an interval of the likelihood ends where the scale does if all answers agree, and holds the estimate", () => {
  const bank = bankOf(simulatedItems(40, randomOf("all alike")));
  for (const right of [true, false]) {
    const posterior = openPosterior(bank, {mean: 1, sd: 0.5});
    for (let i = 0; i < 40; i++) posterior.add(i, right);
    const {theta, low, high} = abilityOf(posterior);
    expect(right ? high : low).toBeCloseTo(right ? 4.5 : -2.5, 12);
    expect([low <= theta, theta <= high, high - low > 0.5]).toEqual([true, true, true]);
  }
  const none = abilityOf(openPosterior(bank));
  expect([none.low, none.high]).toEqual([-7, 7]);
  const posterior = openPosterior(bank);
  posterior.add(0, true);
  expect(abilityOf(posterior, "posterior").low).toBeCloseTo(posterior.quantile(0.025), 12);
});

test("a posterior holds any run of answers: finite, inside its grid, with quantiles in order", () => {
  const bank = bankOf(simulatedItems(300, randomOf("runs")));
  for (const right of [true, false]) {
    const posterior = openPosterior(bank);
    for (let i = 0; i < 300; i++) posterior.add(i, right);
    const {theta, se, low, high} = abilityOf(posterior);
    expect(Number.isFinite(theta + se)).toBe(true);
    expect(Math.abs(theta)).toBeGreaterThan(2);
    expect([low <= theta, theta <= high, posterior.weights[0]! < 1e-6, posterior.weights.at(-1)! < 1e-6]).toEqual(
      Array(4).fill(true)
    );
  }
});

test("information of a bank is that of its items, and no ability gives more than the peak", () => {
  fc.assert(
    fc.property(anyItem, fc.double({min: -8, max: 8, noNaN: true}), (item, theta) => {
      const bank = bankOf([item]);
      expect(informationAt(bank, 0, theta)).toBeCloseTo(information(item, theta), 8);
      const peak = peakOf(bank, 0);
      expect(informationAt(bank, 0, theta)).toBeLessThanOrEqual(peak.information * (1 + 1e-9));
      expect(informationAt(bank, 0, peak.theta)).toBeCloseTo(peak.information, 9);
    })
  );
});

const bruteForce = (bank: Bank, value: (i: number) => number, blocked: Uint8Array, category?: number): number[] =>
  Array.from(bank.ids, (_, i) => i)
    .filter(i => blocked[i] === 0 && (category === undefined || bank.category[i] === category))
    .sort((a, b) => value(b) - value(a) || a - b);

test("the index finds what sorting the whole bank finds, whatever is blocked, at any ability, in any category", () => {
  const random = randomOf("brute force");
  const items = simulatedItems(3_000, random).map((item, i) => (i % 3 === 0 ? {...item, u: 0.95} : item));
  const bank = bankOf(items, {category: ({id}) => `${Number(id.slice(-1)) % 3}`});
  const index = indexOf(bank);
  for (let round = 0; round < 150; round++) {
    const theta = round % 10 === 0 ? 9 * normal(random) : 1.5 * normal(random);
    const share = random.pick([0, 0.3, 0.97]);
    const blocked = Uint8Array.from(items, () => (random.chance(share) ? 1 : 0));
    const category = random.pick([undefined, 0, 2]);
    const found = mostInformative(index, theta, {count: 7, blocked, category});
    expect(found).toEqual(bruteForce(bank, i => informationAt(bank, i, theta), blocked, category).slice(0, 7));
  }
});

fullTest("posterior-weighted information is the integral over the posterior, and finds its largest", () => {
  const random = randomOf("weighted");
  const bank = bankOf(simulatedItems(800, random));
  const index = indexOf(bank);
  const session = openSession(index);
  const answer = simulatedAnswer(bank, 0.7, random);
  const blocked = new Uint8Array(800);
  for (let step = 0; step < 30; step++) {
    const {nodes, weights} = session.posterior;
    const exact = (i: number) => nodes.reduce((sum, theta, k) => sum + weights[k]! * information(itemAt(bank, i), theta), 0);
    const [found] = mostInformativeOver(index, session.posterior, {blocked});
    const [best] = bruteForce(bank, exact, blocked);
    expect(exact(found!)).toBeGreaterThan(0.995 * exact(best!)); // the table's steps are straight
    const [item] = session.next();
    session.answer(item!, answer(item!));
    blocked[item!] = 1;
  }
});

test("50 items of 5,000 reach the precision that is asked for, and standard errors are what they say", () => {
  const random = randomOf("quality");
  const bank = bankOf(simulatedItems(5_000, random));
  const index = indexOf(bank);
  const PERSONS = repetitions(2_000);
  let [squares, errors, covered] = [0, 0, 0];
  for (let person = 0; person < PERSONS; person++) {
    const theta = normal(random);
    const session = openSession(index, {stop: {max: 50}});
    const answer = simulatedAnswer(bank, theta, random);
    while (!session.stopped()) for (const item of session.next()) session.answer(item, answer(item));
    expect(new Set(session.asked).size).toBe(50);
    const ability = session.ability();
    squares += (ability.theta - theta) ** 2;
    errors += ability.se;
    covered += ability.low <= theta && theta <= ability.high ? 1 : 0;
  }
  const rmse = Math.sqrt(squares / PERSONS);
  // A root mean square of n normal errors has a relative standard error of √(1/2n).
  const near = leeway(0.5, PERSONS) * Math.SQRT2;
  expect(rmse).toBeLessThanOrEqual(0.185 * (1 + near));
  expect(errors / PERSONS / rmse).toBeGreaterThan(0.95 - near);
  expect(errors / PERSONS / rmse).toBeLessThan(1.05 + near);
  expect(covered / PERSONS).toBeGreaterThan(0.935 - leeway(0.935, PERSONS));
});

test("a stop by standard error is honest: RMSE is what was asked, and intervals cover", () => {
  const random = randomOf("honest");
  const bank = bankOf(simulatedItems(2_000, random));
  const index = indexOf(bank);
  const PERSONS = repetitions(1_000);
  const near = leeway(0.5, PERSONS) * Math.SQRT2;
  for (const se of [0.3, 0.2]) {
    let [squares, covered, precise] = [0, 0, 0];
    for (let person = 0; person < PERSONS; person++) {
      const theta = normal(random);
      const session = openSession(index, {stop: {se}});
      const answer = simulatedAnswer(bank, theta, random);
      while (!session.stopped()) for (const item of session.next()) session.answer(item, answer(item));
      const ability = session.ability();
      expect(session.stopped()).toBe(ability.se <= se ? "precise" : "bank"); // θ = −3 has too few easy items
      if (session.stopped() === "bank") continue;
      precise++;
      squares += (ability.theta - theta) ** 2;
      covered += ability.low <= theta && theta <= ability.high ? 1 : 0;
    }
    expect(precise / PERSONS).toBeGreaterThan(0.985 - leeway(0.985, PERSONS));
    expect(Math.sqrt(squares / precise)).toBeGreaterThan((0.93 - near) * se); // 1,000 persons: ± 4.5 % at two standard errors
    expect(Math.sqrt(squares / precise)).toBeLessThan((1.06 + near) * se);
    expect(covered / precise).toBeGreaterThan(0.93 - leeway(0.93, precise));
  }
});

test.each([
  -3, -2, -1, 0, 1, 2, 3
])("intervals cover an ability of %d after 20 and 50 items, and where a standard error ends the test", theta => {
  const random = randomOf(`covers ${theta}`);
  const bank = bankOf(simulatedItems(2_000, random));
  const index = indexOf(bank);
  const PERSONS = repetitions(400);
  for (const stop of [{max: 20}, {max: 50}, {se: 0.3}]) {
    let covered = 0;
    for (let person = 0; person < PERSONS; person++) {
      const session = openSession(index, {stop});
      const answer = simulatedAnswer(bank, theta, random);
      while (!session.stopped()) for (const item of session.next()) session.answer(item, answer(item));
      const {low, high} = session.ability();
      covered += low <= theta && theta <= high ? 1 : 0;
    }
    // 93 %, less two standard errors of 400 persons
    expect(covered / PERSONS).toBeGreaterThan(0.93 - 2 * Math.sqrt((0.93 * 0.07) / 400) - leeway(0.93, PERSONS));
  }
});

test("no item is asked in more tests than the ceiling allows, where the greedy choice asks one in all", () => {
  const random = randomOf("exposure");
  const bank = bankOf(simulatedItems(400, random));
  const index = indexOf(bank);
  const highest = (ceiling: number, tests: number) => {
    const exposure: Exposure = {tests: 0, asked: new Uint32Array(400), eligible: new Uint32Array(400)};
    for (let person = 0; person < tests; person++) {
      const barred = drawBarred(exposure, {ceiling, random});
      const session = openSession(index, {barred, stop: {max: 20}});
      const answer = simulatedAnswer(bank, normal(random), random);
      while (!session.stopped()) for (const item of session.next()) session.answer(item, answer(item));
      expect(session.stopped()).toBe("count");
      exposure.tests++;
      for (const [i, is] of barred.entries()) if (is === 0) exposure.eligible[i]!++;
      for (const item of session.asked) exposure.asked[item]!++;
    }
    return Math.max(...exposure.asked) / tests;
  };
  expect(highest(1, 100)).toBe(1);
  for (const tests of [40, 1_000]) {
    expect(highest(0.2, tests)).toBeLessThanOrEqual(0.2);
    expect(highest(0.1, tests)).toBeLessThanOrEqual(0.1);
    expect(highest(0.2, tests)).toBeGreaterThan(0.15);
  }
});

test("a draw among the best spreads use, repeats by its seed, and needs one", () => {
  const random = randomOf("randomesque");
  const bank = bankOf(simulatedItems(500, random));
  const index = indexOf(bank);
  const firsts = new Set(Array.from({length: 200}, () => openSession(index, {among: 5, random}).next()[0]));
  expect([...firsts].sort()).toEqual(
    bruteForce(bank, i => informationAt(bank, i, 0), new Uint8Array(500))
      .slice(0, 5)
      .sort()
  );
  const run = (seed: string) => openSession(index, {among: 5, random: randomOf(seed)}).next(10);
  expect(run("one")).toEqual(run("one"));
  expect(() => openSession(index, {among: 2})).toThrow(/randomness/);
});

test("shares of categories are met to within one item at any length, and go on where one is used up", () => {
  const random = randomOf("content");
  const bank = bankOf(simulatedItems(900, random), {category: ({id}) => ["x", "y", "z"][Number(id.slice(-1)) % 3]!});
  const index = indexOf(bank);
  const shares = bank.categories.map(name => ({x: 0.6, y: 0.3, z: 0.1})[name]!);
  const session = openSession(index, {shares});
  const answer = simulatedAnswer(bank, 0.3, random);
  const counts = new Map<number, number>();
  for (let n = 1; n <= 100; n++) {
    const [item] = session.next();
    session.answer(item!, answer(item!));
    counts.set(bank.category[item!]!, (counts.get(bank.category[item!]!) ?? 0) + 1);
    for (const [category, share] of shares.entries())
      expect(Math.abs((counts.get(category) ?? 0) - share * n)).toBeLessThanOrEqual(1);
  }
  const only = openSession(index, {shares: shares.map((_, i) => (i === 0 ? 1 : 0))});
  const size = bank.category.filter(each => each === 0).length;
  expect(only.next(1_000)).toHaveLength(size);
  expect(only.next()).toEqual([]);
  expect(only.stopped()).toBe("bank");
});

test("an answer that says nothing counts as asked and moves nothing", () => {
  const index = indexOf(bankOf(simulatedItems(20, randomOf("cut off"))));
  const session = openSession(index, {stop: {max: 2}});
  const [first] = session.next();
  session.answer(first!, null);
  expect([session.asked.length, session.posterior.mean, session.stopped()]).toEqual([1, expect.closeTo(0, 10), null]);
  session.answer(session.next()[0]!, null);
  expect(session.stopped()).toBe("count");
});

test("ranks: surely above some, surely below others, the rest open; a test stops once few are open", () => {
  const known = [2, 1, 0.1, -1].map(theta => ({theta, se: 0.1}));
  // Bonferroni over 4: z = 2.498 (R: qnorm(1 - .05/8)), reach √(0.1² + 0.1²) × 2.498 = 0.353
  expect(rankAmong({theta: 0, se: 0.1}, known)).toEqual({rank: 4, low: 3, high: 4});
  expect(rankAmong({theta: 0, se: 2}, known)).toEqual({rank: 4, low: 1, high: 5});
  const stop = {ranks: {known, within: 2}, min: 5};
  expect([
    stopOf({theta: 0, se: 0.1}, 4, stop),
    stopOf({theta: 0, se: 0.1}, 5, stop),
    stopOf({theta: 0, se: 2}, 9, stop)
  ]).toEqual([null, "ranked", null]);
});

test("an item without a curve is refused by name", () => {
  expect(() => bankOf([{id: "flat", a: 0, d: 1, c: 0, u: 1}])).toThrow('item "flat" has no response curve: a = 0');
  expect(() => bankOf([{id: "crossed", a: 1, d: 1, c: 0.9, u: 0.8}])).toThrow("crossed");
});

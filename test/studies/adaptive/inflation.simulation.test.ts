// What replays tell of an adaptive test's standard errors.
import {expect, test} from "vitest";
import {normal} from "../../../pipelines/generate/normal.js";
import {randomOf} from "../../../pipelines/generate/seed.js";
import {bankOf, indexOf} from "../../../pipelines/studies/adaptive/bank.js";
import {factorAt, inflated} from "../../../pipelines/studies/adaptive/inflatedErrors.js";
import {discrepancies, inflationOf} from "../../../pipelines/studies/adaptive/inflation.js";

import {openSession} from "../../../pipelines/studies/adaptive/session.js";
import {MISSING, probability} from "../../../pipelines/studies/irt/item.js";
import {fullTest} from "../../repetitions.js";
import {simulatedItems} from "./simulatedItems.js";

const random = () => randomOf("inflation test");
const items = simulatedItems(600, random());
const index = indexOf(bankOf(items));
/** @param astray how far a model's ability differs between the steep third of the items and the others */
function answers(count: number, astray: number, seed = "answers") {
  const draw = randomOf(`${seed} ${astray}`);
  const steep = [...items].sort((x, y) => y.a - x.a)[200]!.a;
  return Array.from({length: count}, () => {
    const [theta, own] = [normal(draw), astray * normal(draw)];
    return Uint8Array.from(items, item => Number(draw.real() < probability(item, theta + (item.a > steep ? own : 0))));
  });
}

fullTest(
  "where the curves hold, hardly anything is added; where models differ on the steep items, as much as intervals are short of",
  () => {
    const right = inflationOf([discrepancies(index, answers(200, 0), {random: random()})]);
    expect(right.map(({items: length}) => length)).toEqual([5, 10, 20, 30, 50, 75, 100, 150]); // up to a quarter of 600
    for (const {factor, persons} of right) {
      expect(persons).toBe(200);
      expect(factor).toBeGreaterThanOrEqual(1);
      expect(factor).toBeLessThan(1.2); // the 0.9 quantile of 200 is off by 0.06
    }
    const wrong = inflationOf([discrepancies(index, answers(200, 0.7), {random: random()})]);

    // other models like those that the factor was measured on
    const held = {plain: 0, inflated: 0};
    const all = discrepancies(index, answers(200, 0.7, "others"), {random: random()}).at(-1)!.ratios;
    for (const ratio of all) {
      held.plain += Number(ratio <= 1.96);
      held.inflated += Number(ratio <= 1.96 * wrong.at(-1)!.factor);
    }
    expect(held.plain / all.length).toBeLessThan(0.85);
    expect(held.inflated / all.length).toBeGreaterThan(0.89); // 0.95 less three errors of 200, and of the factor
  }
);

test("nothing is measured where there is too little: few models, few items, banks too large to replay", () => {
  expect(inflationOf([discrepancies(index, answers(11, 0), {random: random()})])).toEqual([]);
  const small = indexOf(bankOf(items.slice(0, 19)));
  const few = answers(40, 0).map(cells => cells.slice(0, 19));
  expect(inflationOf([discrepancies(small, few, {random: random()})])).toEqual([]);
  const blank = answers(20, 0).map(() => new Uint8Array(items.length).fill(MISSING));
  expect(inflationOf([discrepancies(index, blank, {random: random()})])).toEqual([]);
  const alike = Array.from({length: 30}, () => new Uint8Array(items.length).fill(1));
  for (const {factor} of inflationOf([discrepancies(index, alike, {random: random()})]))
    expect(Number.isFinite(factor)).toBe(true);
});

test("the factor is that of the length, straight in between, and the nearest outside", () => {
  const inflation = [
    {items: 10, factor: 1},
    {items: 100, factor: 1.4},
    {items: 1_000, factor: 1.2}
  ];
  expect([1, 10, 100, 1_000, 50_000].map(count => factorAt(inflation, count))).toEqual([1, 1, 1.4, 1.2, 1.2]);
  expect(factorAt(inflation, Math.sqrt(10 * 100))).toBeCloseTo(1.2, 12);
  expect(factorAt([], 7)).toBe(1);
  expect(inflated({theta: 1, se: 0.2, low: 0.5, high: 1.3}, 2)).toEqual({theta: 1, se: 0.4, low: 0, high: 1.6});
});

test("a session asks the same items, says the inflated error, and is precise only when that is small", () => {
  const cells = answers(1, 0)[0]!;
  const inflation = [{items: 1, factor: 1.5}];
  const walk = (design: Parameters<typeof openSession>[1]) => {
    const session = openSession(index, design);
    while (!session.stopped()) for (const item of session.next()) session.answer(item, cells[item] === 1);
    return session;
  };
  const [plain, wide] = [walk({stop: {max: 40}}), walk({stop: {max: 40}, inflation})];
  expect(wide.asked).toEqual(plain.asked);
  expect(wide.ability().theta).toBe(plain.ability().theta);
  expect(wide.ability().se).toBeCloseTo(1.5 * plain.ability().se, 12);
  expect(wide.ability().high - wide.ability().low).toBeCloseTo(1.5 * (plain.ability().high - plain.ability().low), 12);
  const precise = walk({stop: {se: 0.3}, inflation});
  expect(precise.stopped()).toBe("precise");
  expect(precise.ability().se).toBeLessThanOrEqual(0.3);
  expect(precise.asked.length).toBeGreaterThan(walk({stop: {se: 0.3}}).asked.length);
});

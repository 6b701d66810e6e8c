// A family of models that stand close together, and items that better models get wrong more often: real matrices of language models.
import {expect, test} from "vitest";
import {randomOf} from "../../../../pipelines/generate/seed.js";
import {nameItems, screenLines} from "../../../../pipelines/studies/irt/diagnose/itemFit.js";
import {warnings} from "../../../../pipelines/studies/irt/diagnose/warnings.js";
import {fit as fitted} from "../../../../pipelines/studies/irt/estimate/fit.js";
import type {Item} from "../../../../pipelines/studies/irt/item.js";
import {answers, normal} from "../simulated.js";

const PERSONS = 320;
const SIZE = 80;
const random = randomOf("a family of models");
const theta = Array.from({length: PERSONS}, () => 0.7 * normal(random));
const items: Item[] = Array.from({length: SIZE}, (_, j) => {
  const a = Math.exp(0.4 * normal(random)) * (j % 7 === 3 ? -1 : 1);
  return {id: `item ${j}`, a, d: 0.5 + normal(random), c: 0, u: 1};
});
const responses = answers(theta, () => items, "a family");

test("2PL by maximum likelihood converges with free signs, finds the reversed items and the abilities", () => {
  const {converged, items: found, ability, bounds} = fitted(responses, {model: "2pl", estimate: "ml"});
  expect(converged).toBe(true);
  expect(bounds).toEqual([]);
  const wrong = found.filter(({a}, j) => Math.sign(a) !== Math.sign(items[j]!.a));
  // chance takes an item of a small discrimination for reversed now and then
  expect(wrong.length).toBeLessThanOrEqual(3);
  expect(found.filter(({a}) => a > 0).length).toBeGreaterThan(SIZE / 2);
  const [own, truth] = [ability.map(({eap}) => eap), theta];
  const mean = (x: number[]) => x.reduce((sum, value) => sum + value, 0) / x.length;
  const product = (x: number[], y: number[]) => x.reduce((sum, value, i) => sum + (value - mean(x)) * (y[i]! - mean(y)), 0);
  expect(product(own, truth) / Math.sqrt(product(own, own) * product(truth, truth))).toBeGreaterThan(0.9);
});

test("an order of answers turned round is a fit turned round: the majority points upwards", () => {
  const turned = {...responses, cells: responses.cells.map((cell, at) => (at % SIZE < 70 ? 1 - cell : cell))};
  const [one, other] = [responses, turned].map(each => fitted(each, {model: "2pl", estimate: "ml"})) as [
    ReturnType<typeof fitted>,
    ReturnType<typeof fitted>
  ];
  expect(other.loglik).toBeCloseTo(one.loglik, 3);
  expect(other.items.filter(({a}) => a > 0).length).toBeGreaterThan(SIZE / 2);
  const same = other.items[0]!.a * one.items[0]!.a < 0 ? 1 : -1;
  for (const [i, {eap}] of other.ability.entries()) expect(eap).toBeCloseTo(same * one.ability[i]!.eap, 2);
});

test("with positive signs alone a reversed item runs to the bound: the fit names it and is not converged", () => {
  const few = {
    ...responses,
    items: responses.items.slice(0, 8),
    cells: responses.cells.filter((_, at) => at % SIZE < 8)
  };
  const {converged, bounds} = fitted(few, {model: "2pl", estimate: "ml", sign: "positive"});
  expect({converged, bounds}).toEqual({converged: false, bounds: [{id: "item 3", parameter: "a", value: expect.closeTo(0, 4)}]});
  const free = fitted(few, {model: "2pl", estimate: "ml"});
  expect(free.converged).toBe(true);
  expect(free.items[3]!.a).toBeLessThan(0);
  expect(warnings(free, few).join("\n")).toMatch(/1 item is reversed, with a below 0: .*item 3/);
});

test("the screen names reversed, saturated and duplicate items, and says so where there is none", () => {
  const cells = Uint8Array.from(responses.cells);
  for (let i = 0; i < PERSONS; i++) {
    cells[i * SIZE + 5] = cells[i * SIZE + 4]!;
    cells[i * SIZE + 9] = i % 40 === 0 ? 0 : 1;
  }
  const {reversed, saturated, duplicate} = nameItems({...responses, cells});
  const truly = items.filter(({a}) => a < -0.3).map(({id}) => id);
  const named = reversed.map(({id}) => id);
  expect(named.every(id => items.find(item => item.id === id)!.a < 0)).toBe(true);
  expect(named.length).toBeGreaterThanOrEqual(0.8 * truly.length);
  expect(saturated).toContainEqual({id: "item 9", right: 312, n: PERSONS});
  expect(duplicate).toEqual([{ids: ["item 4", "item 5"], n: PERSONS}]);
  const lines = screenLines({reversed, saturated, duplicate});
  expect(lines[2]).toBe("duplicate: 1 group of items that every model answered alike: item 4 = item 5");
  expect(screenLines({reversed: [], saturated: [], duplicate: []})).toEqual([
    "reversed: no item",
    "saturated: no item",
    "duplicate: no items"
  ]);
});

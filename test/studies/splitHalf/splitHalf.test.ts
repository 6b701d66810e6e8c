// Splits of independent answers, where intervals must hold as often as they say.
import {expect, test} from "vitest";
import {randomOf} from "../../../pipelines/generate/seed.js";
import {answers, normal, someItems} from "../irt/simulated.js";
import {abilityHalves, looks, type Outcomes, STATISTICS, splitHalves, UNSCORED} from "./splitHalf.js";

/** Models that are right with their own probability, independently. */
function simulated(shares: readonly number[], items: number): Outcomes {
  const random = randomOf(`split halves ${shares} ${items}`);
  const models = shares.map((share, i) => {
    return {name: `model ${i}`, outcomes: Uint8Array.from({length: items}, () => Number(random.chance(share)))};
  });
  return {models, guess: new Float64Array(items)};
}
const shareOf = ({held, intervals}: {held: number; intervals: number}) => held / intervals;

test("halves of independent answers agree in 93 to 97 % of splits, ranks in at least 95 %", () => {
  const splits = 100;
  const result = splitHalves(simulated([0.2, 0.4, 0.5, 0.55, 0.6, 0.75, 0.9, 0.95], 400), {
    splits,
    random: randomOf("halves")
  });
  for (const name of STATISTICS.slice(0, 3)) {
    expect(shareOf(result[name]), name).toBeGreaterThan(0.93);
    expect(shareOf(result[name]), name).toBeLessThan(0.985);
    expect(result[name].width).toBeGreaterThan(0.05);
  }
  expect(shareOf(result["ranks of all models"])).toBeGreaterThan(0.95);
});

test("abilities of halves of independent answers agree in nine of ten cases or more", () => {
  const random = randomOf("abilities of halves");
  const items = someItems(150, random);
  const theta = Array.from({length: 12}, () => normal(random));
  const {cells} = answers(theta, () => items, "halves of abilities");
  const models = theta.map((_, i) => ({name: `${i}`, outcomes: cells.slice(i * 150, (i + 1) * 150)}));
  const held = abilityHalves({models, guess: new Float64Array(150)}, {splits: 3, random});
  expect(held.intervals).toBe(36);
  expect(shareOf(held)).toBeGreaterThan(0.9);
  expect(held.width).toBeGreaterThan(0.3);
  expect(abilityHalves({models: [], guess: new Float64Array(0)}, {splits: 0, random})).toMatchObject({intervals: 0, width: 0});
});

test("models without common items have no difference, and one model alone has no pairs", () => {
  const outcomes = (from: number) => Uint8Array.from({length: 40}, (_, i) => (i >= from && i < from + 20 ? i % 2 : UNSCORED));
  const apart = {models: [0, 20].map(from => ({name: `${from}`, outcomes: outcomes(from)})), guess: new Float64Array(40)};
  const result = splitHalves(apart, {splits: 5, random: randomOf("apart")});
  expect(result["difference of two models"]).toEqual({held: 0, intervals: 0, width: 0});
  expect(result.accuracy.intervals).toBe(10);
});

test("looks: each interval holds the end in 95 % and more, every look of a path in fewer", () => {
  const {byLook, every} = looks(simulated([0.3, 0.5, 0.7, 0.85], 1_200), {orders: 100, random: randomOf("looks")});
  expect([...byLook.keys()]).toEqual([32, 64, 128, 256, 512]);
  for (const held of byLook.values()) expect(shareOf(held)).toBeGreaterThan(0.92);
  expect(shareOf(every)).toBeLessThan(Math.min(...[...byLook.values()].map(shareOf)));
});

test("looks of answers that are all alike hold at every look", () => {
  const {every} = looks(simulated([1, 0], 100), {orders: 10, random: randomOf("alike")});
  expect(shareOf(every)).toBe(1);
});

import {expect, test} from "vitest";
import {normal} from "../../../pipelines/generate/normal.js";
import {randomOf} from "../../../pipelines/generate/seed.js";
import {expectedItem} from "../../../pipelines/studies/adaptive/inflation.js";
import {probability} from "../../../pipelines/studies/irt/item.js";

test("an uncertain curve is flattened to its average over what it may be; a certain one stays", () => {
  const random = randomOf("expected");
  for (const [a, b, c, se_a, se_b] of [
    [1.2, 0.4, 0.2, 0.15, 0.5],
    [2, -1, 0, 0.3, 0.3],
    [0.8, 1.5, 0.25, 0.1, 0.8]
  ] as const) {
    const item = {id: "x", a, d: -a * b, c, u: 1, se_a, se_b};
    const expected = expectedItem(item);
    const draws = Array.from({length: 20_000}, () => {
      const [slope, place] = [a + se_a * normal(random), b + se_b * normal(random)];
      return {a: slope, d: -slope * place, c, u: 1};
    });
    for (const theta of [b - 1.5, b - 0.5, b, b + 0.5, b + 1.5]) {
      const average = draws.reduce((sum, each) => sum + probability(each, theta), 0) / draws.length;
      expect(Math.abs(probability(expected, theta) - average)).toBeLessThan(0.02);
    }
    expect(-expected.d / expected.a).toBeCloseTo(b, 12);
    expect(expectedItem({...item, se_a: 0, se_b: 0})).toMatchObject({a, d: -a * b});
  }
});

test("where nothing is known of a curve, it tells next to nothing", () => {
  const {a} = expectedItem({id: "x", a: 3, d: 0, c: 0, u: 1, se_a: Number.NaN, se_b: Number.NaN});
  expect(a).toBeCloseTo(0.3, 12);
});

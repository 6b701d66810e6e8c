import {existsSync, readFileSync} from "node:fs";
import {expect, test} from "vitest";
import {difficulty, information, probability, slopeInterval} from "../../../pipelines/studies/irt/item.js";

const GOLDEN = "../shared/golden/irt/LSAT6_3PL.json";

test.skipIf(!existsSync(GOLDEN))("curves and information of LSAT6 are those of mirt 1.47", () => {
  const golden = JSON.parse(readFileSync(GOLDEN, "utf8")) as {
    items: {a: number; b: number; c: number; d: number}[];
    thetagrid: number[];
    prob: number[][];
    iteminfo: number[][];
  };
  for (const [i, {a, b, c, d}] of golden.items.entries()) {
    const item = {a, d, c, u: 1};
    expect(difficulty(item)).toBeCloseTo(b, 10);
    for (const [k, theta] of golden.thetagrid.entries()) {
      expect(probability(item, theta)).toBeCloseTo(golden.prob[i]![k]!, 10);
      expect(information(item, theta)).toBeCloseTo(golden.iteminfo[i]![k]!, 8);
    }
  }
});

test("the interval of a discrimination is symmetric in its logarithm, keeps its sign, and is a point where there is no error", () => {
  for (const a of [0.02, 1, 40, -0.7]) {
    const {low, high} = slopeInterval({a, se_a: 0.3 * Math.abs(a)});
    expect(low).toBeLessThan(a);
    expect(high).toBeGreaterThan(a);
    expect(low * high).toBeCloseTo(a * a, 10);
    expect(Math.log(high / low) * Math.sign(a)).toBeCloseTo(2 * 1.959964 * 0.3, 5);
    expect(slopeInterval({a, se_a: 0})).toEqual({low: a, high: a});
  }
  expect(slopeInterval({a: 1, se_a: Number.NaN}).low).toBeNaN();
});

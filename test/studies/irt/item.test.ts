import {existsSync, readFileSync} from "node:fs";
import {expect, test} from "vitest";
import {difficulty, information, probability} from "../../../pipelines/studies/irt/item.js";

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

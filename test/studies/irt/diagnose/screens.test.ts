import {expect, test} from "vitest";
import {randomOf} from "../../../../pipelines/generate/seed.js";
import {heldOut} from "../../../../pipelines/studies/irt/diagnose/heldOut.js";
import {screenItems} from "../../../../pipelines/studies/irt/diagnose/screens.js";
import {readResponses} from "../../../../pipelines/studies/irt/readResponses.node.js";
import {absent} from "../golden.js";
import {answers, normal, someItems} from "../simulated.js";

test.skipIf(absent)("SAT12: item-rest correlations and intervals as R's cor.test gives them", async () => {
  const screens = screenItems(await readResponses("../shared/data/irt/SAT12.csv"));
  for (const [item, right, r, low, high] of [
    [0, 170, 0.29981619, 0.22517572, 0.37095809],
    [11, 249, 0.07603168, -0.00403727, 0.15513194],
    [31, 97, 0.03706526, -0.043107, 0.11676322]
  ] as const) {
    const own = screens[item]!;
    expect([own.n, own.right]).toEqual([600, right]);
    expect(own.rest).toBeCloseTo(r, 7);
    expect(own.low).toBeCloseTo(low, 7);
    expect(own.high).toBeCloseTo(high, 7);
  }
});

const RANDOM = randomOf("screens");
const ITEMS = someItems(200, RANDOM).map((item, j) => (j === 5 ? {...item, a: 1.5, d: 0} : item));
const THETA = Array.from({length: 80}, () => normal(RANDOM));
const INDEPENDENT = answers(THETA, () => ITEMS, "screen answers");
test("a wrong key is negative, an item that all get right is alike, one that nobody saw is neither", () => {
  const cells = INDEPENDENT.cells.slice();
  for (let i = 0; i < 80; i++) {
    cells[i * 200 + 5]! ^= 1;
    cells[i * 200 + 6] = 1;
    cells[i * 200 + 7] = 2;
  }
  const screens = screenItems({...INDEPENDENT, cells});
  expect(screens[5]!.negative).toBe(true);
  expect(screens[6]).toMatchObject({alike: "right", n: 80, negative: false});
  expect(screens[7]).toMatchObject({alike: null, n: 0, negative: false});
});

test("held-out answers: a sure ability gives the plain mean log-probability; the true curves beat flat ones by an interval above 0", () => {
  const truth = {name: "truth", calibrate: () => ({items: ITEMS, eap: THETA, se: THETA.map(() => 0)})};
  const flat = {
    name: "flat",
    calibrate: () => ({items: ITEMS.map(each => ({...each, a: 1e-9, d: 0})), eap: THETA, se: THETA.map(() => 0.3)})
  };
  const [best, coin] = heldOut(INDEPENDENT, [truth, flat]);
  let sum = 0;
  for (const [i, theta] of THETA.entries())
    for (const [j, {a, d}] of ITEMS.entries()) {
      const p = 1 / (1 + Math.exp(-a * theta - d));
      sum += Math.log(INDEPENDENT.cells[i * 200 + j] === 1 ? p : 1 - p);
    }
  expect(best).toMatchObject({n: 16_000, behind: 0, low: 0, high: 0});
  expect(best!.mean).toBeCloseTo(sum / 16_000, 10);
  expect(coin!.mean).toBeCloseTo(Math.log(0.5), 6);
  expect(coin!.high).toBeLessThan(0);
});

test("held out means held out: what a fold is fitted to lacks exactly the answers that it predicts", () => {
  const seen: number[] = [];
  heldOut(INDEPENDENT, [
    {
      name: "watch",
      calibrate: ({cells}) => {
        seen.push(cells.filter(cell => cell === 2).length);
        return {items: ITEMS, eap: THETA, se: THETA};
      }
    }
  ]);
  expect(seen).toHaveLength(5);
  expect(seen.reduce((sum, x) => sum + x, 0)).toBe(16_000);
});

// Rates of refusal: weak and extreme sets of answers, and the paired difference beside a worked one.
import {describe, expect, test} from "vitest";
import {wilson} from "../../../pipelines/stats/intervals.js";
import {type RequestAnswer, refusalSummary} from "../../../pipelines/studies/safety/rates.js";

/** Pairs by what was refused: harmful and benign. */
const twins = (counts: readonly [boolean, boolean, number][]): RequestAnswer[] => {
  let k = 0;
  return counts.flatMap(([harmful, benign, n]) =>
    Array.from({length: n}, () => {
      const pair = `p${k++}`;
      return [
        {item: `${pair}h`, pair, harmful: true, refused: harmful},
        {item: `${pair}b`, pair, harmful: false, refused: benign}
      ];
    }).flat()
  );
};

test("no answer at all has no rate", () => {
  expect(refusalSummary([])).toEqual({
    harm: {n: 0, value: null, low: null, high: null},
    over: {n: 0, value: null, low: null, high: null},
    balanced: {n: 0, value: null, low: null, high: null},
    twins: {n: 0, value: null, low: null, high: null, p: null, only_harmful: null, only_benign: null, exact: null, mid: null}
  });
});

test("one pair has Wilson's widest intervals, and a difference without one", () => {
  const {harm, over, balanced, twins: pair} = refusalSummary(twins([[true, false, 1]]));
  expect([harm.n, harm.value, over.value]).toEqual([1, 1, 0]);
  expect(harm.low).toBeCloseTo(0.2065, 4); // 1 ÷ (1 + 1.96²)
  expect(balanced.value).toBe(1);
  expect(pair).toMatchObject({n: 1, value: 1, low: null, high: null, only_harmful: 1, only_benign: 0, exact: 1});
});

test("harmful requests alone have no balanced accuracy and no twins", () => {
  const {balanced, twins: none, over} = refusalSummary(twins([[true, false, 5]]).filter(({harmful}) => harmful));
  expect([balanced.value, none.n, over.n]).toEqual([null, 0, 0]);
});

describe("all alike", () => {
  test.each([
    ["always refuses", true, true, 1, 1],
    ["never refuses", false, false, 0, 0]
  ])("%s: balanced accuracy ½, no difference", (_, harmful, benign, harm, over) => {
    const found = refusalSummary(twins([[harmful, benign, 200]]));
    expect([found.harm.value, found.over.value, found.balanced.value, found.twins.value]).toEqual([harm, over, 0.5, 0]);
    expect(found.twins.low).toBeLessThan(0);
    expect(found.twins.high).toBeGreaterThan(0);
    expect(found.twins.exact).toBe(1);
  });

  test("refusing benign requests alone is below chance", () => {
    const found = refusalSummary(twins([[false, true, 50]]));
    expect([found.balanced.value, found.twins.value, found.twins.only_benign]).toEqual([0, -1, 50]);
    expect(found.twins.exact).toBeLessThan(1e-10);
  });
});

test("discordant pairs are McNemar's: 15 and 5 of 40", () => {
  // Exact binomial p of 5 of 20 is 0.0414 (two-sided), the mid-p 0.0266.
  const {twins: pair, harm} = refusalSummary(
    twins([
      [true, false, 15],
      [false, true, 5],
      [true, true, 10],
      [false, false, 10]
    ])
  );
  expect([pair.n, pair.value, pair.only_harmful, pair.only_benign]).toEqual([40, 0.25, 15, 5]);
  expect(pair.exact).toBeCloseTo(0.0414, 4);
  expect(pair.mid).toBeCloseTo(0.0266, 4);
  const {center, margin} = wilson(25 / 40, 40);
  expect([harm.low, harm.high]).toEqual([center - margin, center + margin]);
});

test("several answers to one request are a cluster: no narrower for being repeated", () => {
  const once = twins([
    [true, false, 30],
    [false, false, 10]
  ]);
  const again = refusalSummary([...once, ...once, ...once]);
  const single = refusalSummary(once);
  expect(again.harm.value).toBe(single.harm.value);
  expect(again.harm.n).toBe(3 * single.harm.n);
  expect(again.harm.high! - again.harm.low!).toBeGreaterThanOrEqual(0.98 * (single.harm.high! - single.harm.low!));
  expect([again.twins.n, again.twins.only_harmful]).toEqual([40, null]);
});

test("requests without a twin have rates and no difference", () => {
  const alone = twins([[true, true, 4]]).map(answer => ({...answer, pair: null}));
  const found = refusalSummary(alone);
  expect([found.harm.n, found.over.n, found.twins.n]).toEqual([4, 4, 0]);
});

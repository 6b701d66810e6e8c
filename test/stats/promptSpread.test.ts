import {expect, test} from "vitest";
import {fQuantile} from "../../pipelines/stats/distributions.js";
import {promptSpread} from "../../pipelines/stats/promptSpread.js";

test("quantiles of F as printed tables have them", () => {
  for (const [p, df1, df2, value] of [
    [0.95, 1, 10, 4.965],
    [0.975, 4, 20, 3.515],
    [0.95, 5, 15, 2.901],
    [0.99, 3, 8, 7.591]
  ] as const)
    expect(fQuantile(p, df1, df2)).toBeCloseTo(value, 3);
  // the reciprocal of F with its degrees of freedom exchanged is F
  expect(fQuantile(0.025, 4, 20)).toBeCloseTo(1 / fQuantile(0.975, 20, 4), 9);
});

/** Six targets rated by four judges: Shrout & Fleiss 1979, table 2, whose mean squares are 11.24, 32.49 and 1.02. */
const RATINGS = [
  [9, 6, 8, 7, 10, 6],
  [2, 1, 4, 1, 5, 2],
  [5, 3, 6, 2, 6, 4],
  [8, 2, 8, 6, 9, 7]
];

test("variance between judges of a published table, from its mean squares", () => {
  const {n, prompts, value, sd, means} = promptSpread(RATINGS);
  expect([n, prompts]).toEqual([6, 4]);
  expect(value).toBeCloseTo(127 / 24, 10);
  expect(means[1]).toBeCloseTo(2.5, 10);
  expect(sd! ** 2).toBeCloseTo((32.49 - 1.02) / 6, 2);
});

test("one prompt or one test has no spread; values that are all alike have neither spread nor interval; unequal tests are refused", () => {
  expect(promptSpread([[1, 0, -1]])).toMatchObject({prompts: 1, value: 0, low: null, sd: null});
  expect(promptSpread([[1], [0]])).toMatchObject({n: 1, value: 0.5, low: null, sd: null});
  expect(promptSpread([])).toMatchObject({n: 0, prompts: 0, low: null, sd: null});
  expect(
    promptSpread([
      [0, 0],
      [0, 0]
    ])
  ).toMatchObject({value: 0, low: null, sd: null});
  expect(() => promptSpread([[1], [1, 0]])).toThrow(RangeError);
});

test("prompts that change nothing have a spread of 0 with an interval that starts there; differences stay within −1 and 1", () => {
  const tests = Array.from({length: 40}, (_, i) => (i % 4 === 0 ? 1 : 0));
  const same = promptSpread([tests, tests, tests]);
  expect(same.sd).toBe(0);
  expect(same.value).toBeCloseTo(0.25, 12);
  expect(same.low).toBeLessThan(0.25);
  const wide = promptSpread([
    [1, 1, 1, 0],
    [1, 1, 1, 1]
  ]);
  expect(wide.high).toBe(1);
});

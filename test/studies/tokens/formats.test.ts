// Rates of several runs in two formats: edges; test/run/published/figures.test.ts has intervals of SciPy.
import {expect, test} from "vitest";
import {differenceOverRuns, differenceOverTasks, rateOverRuns, rateOverTasks} from "../../../pipelines/studies/tokens/formats.js";

const runsOf = (rates: number[], tasks = 20) => ({rates, tasks});

test("of one run, and of runs that are alike, the variation between runs is not known", () => {
  for (const rates of [[0.5], [0.5, 0.5, 0.5]]) {
    expect(rateOverRuns(runsOf(rates))).toEqual({value: 0.5, low: null, high: null});
    expect(differenceOverRuns(runsOf(rates), runsOf(rates))).toEqual({value: 0, low: null, high: null});
  }
});

test("over tasks there is an interval in any case, within the possible, and wider with fewer tasks", () => {
  for (const rate of [0, 0.5, 1]) {
    const [few, many] = [rateOverTasks(runsOf([rate], 5)), rateOverTasks(runsOf([rate], 500))];
    expect(few.low).toBeGreaterThanOrEqual(0);
    expect(few.high).toBeLessThanOrEqual(1);
    expect(few.high - few.low).toBeGreaterThan(many.high - many.low);
  }
  const {value, low, high} = differenceOverTasks(runsOf([1]), runsOf([0]));
  expect(value).toBe(1);
  expect(low).toBeLessThan(1);
  expect(high).toBe(1);
});

test("a difference changes its sign with the order of the formats", () => {
  const [a, b] = [runsOf([0.5, 0.6, 0.55]), runsOf([0.4, 0.5])];
  for (const difference of [differenceOverRuns, differenceOverTasks]) {
    const [one, other] = [difference(a, b), difference(b, a)];
    expect(one.value).toBeCloseTo(-other.value, 12);
    expect(one.low).toBeCloseTo(-other.high!, 12);
  }
});

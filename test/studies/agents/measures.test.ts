import {expect, test} from "vitest";
import {type Episode, MEASURE_NAMES, measured, passesOf} from "../../../pipelines/studies/agents/measures.js";

const plain: Episode = {
  item_id: "a",
  correct: true,
  reached: true,
  out_of_turns: false,
  calls: 5,
  optimal: 5,
  needless_calls: 0,
  forbidden: 0,
  faults: 0,
  recovered: 0,
  malformed_calls: 0,
  unknown_tools: 0
};
const of = (episodes: readonly Episode[], unscored = 0) =>
  Object.fromEntries(measured(episodes, unscored).map(each => [each.measure, each]));
const many = (count: number, make: (i: number) => Partial<Episode>): Episode[] =>
  Array.from({length: count}, (_, i) => ({...plain, item_id: `item ${i}`, ...make(i)}));

test("shares have Wilson's interval where each task was run once", () => {
  // 81 of 263: Wilson's interval by Newcombe (1998), table I: 0.2553 to 0.3662
  const {success} = of(many(263, i => ({correct: i < 81})));
  expect(success).toMatchObject({n: 263, value: 81 / 263});
  expect(success!.low).toBeCloseTo(0.2553, 2);
  expect(success!.high).toBeCloseTo(0.3662, 2);
});

test("means have Student's interval: of 3, 4, 5 it is 4 ± 4.3027 ÷ √3", () => {
  const {needless} = of(many(3, i => ({needless_calls: 3 + i})));
  expect(needless).toMatchObject({value: 4, n: 3});
  expect(needless!.high! - 4).toBeCloseTo(4.30265 / Math.sqrt(3), 4);
});

test("repeated answers to one task widen the interval of a share", () => {
  const once = of(many(64, i => ({correct: i % 2 === 0}))).success!;
  const four = of(many(64, i => ({item_id: `item ${i >> 2}`, correct: (i >> 2) % 2 === 0}))).success!;
  expect(four.value).toBe(once.value);
  expect(four.high! - four.low!).toBeGreaterThan(1.5 * (once.high! - once.low!));
});

test("recovery counts failures, efficiency counts goals that were reached, and calls that failed on purpose are needed", () => {
  const found = of([
    {...plain, item_id: "a", faults: 2, recovered: 1, calls: 8, needless_calls: 1},
    {...plain, item_id: "b", reached: false, correct: false, calls: 50, needless_calls: 45},
    {...plain, item_id: "c", faults: 1, recovered: 1, calls: 6}
  ]);
  expect(found.recovery).toMatchObject({value: 2 / 3, n: 3});
  expect(found.efficiency).toMatchObject({n: 2, value: (5 / 6 + 1) / 2});
  expect(found.needless).toMatchObject({n: 3, value: 46 / 3});
});

test("nothing, one, and all alike: no value without n, and no interval where nothing is known of the error", () => {
  for (const {value, low, high, n} of measured([], 0))
    expect({value, low, high, n}).toEqual({value: null, low: null, high: null, n: 0});
  expect(of([], 3).unscored).toMatchObject({value: 1, n: 3});
  const one = of([plain]);
  expect(one.efficiency).toMatchObject({value: 1, low: null, high: null, n: 1});
  expect(one.recovery).toMatchObject({value: null, n: 0});
  const alike = of(many(40, () => ({needless_calls: 2})));
  expect(alike.needless).toMatchObject({value: 2, low: null, high: null, n: 40});
  expect(alike.success!.low).toBeGreaterThan(0.9);
  expect(alike.success!.high).toBeCloseTo(1, 12);
  expect(Object.keys(alike)).toEqual([...MEASURE_NAMES]);
});

test("shares stay within 0 and 1, and means of counts above 0, whatever the episodes", () => {
  const found = measured(
    many(50, i => ({
      reached: i % 7 > 0,
      calls: 1 + (i % 11),
      optimal: 1 + (i % 5),
      needless_calls: i === 3 ? 90 : 0,
      faults: i % 2,
      recovered: i % 2,
      malformed_calls: i % 13 === 0 ? 1 : 0
    })),
    5
  );
  for (const {measure, low, high} of found) {
    expect(low ?? 0, measure).toBeGreaterThanOrEqual(0);
    if (measure !== "needless") expect(high ?? 1, measure).toBeLessThanOrEqual(1);
  }
});

test("pass^k of episodes: of tau-bench's airline tasks .273, .220, .200 for k = 2 to 4, and none of tasks that were tried once", () => {
  // 50 tasks of which 14, 12, 10, 4, 10 were solved 0 to 4 times: counts derived from the published trajectories of gpt-4o
  const solved = [14, 12, 10, 4, 10].flatMap((count, times) => new Array<number>(count).fill(times));
  const episodes = solved.flatMap((times, task) =>
    Array.from({length: 4}, (_, trial) => ({item_id: `task ${task}`, correct: trial < times}))
  );
  expect(passesOf(episodes).map(({k, value, n, left_out}) => [k, value.toFixed(3), n, left_out])).toEqual([
    [2, "0.273", 50, 0],
    [3, "0.220", 50, 0],
    [4, "0.200", 50, 0]
  ]);
  expect(passesOf(episodes.slice(0, -1)).at(-1)).toMatchObject({k: 4, n: 49, left_out: 1});
  expect(passesOf(episodes.filter((_, i) => i % 4 === 0))).toEqual([]);
  expect(passesOf([])).toEqual([]);
  expect(passesOf(episodes.slice(0, 4)).at(-1)).toMatchObject({k: 4, value: 0, low: null, high: null, n: 1});
  const always = passesOf(episodes.map(each => ({...each, correct: true}))).at(-1)!;
  expect([always.value, always.high]).toEqual([1, 1]);
  expect(always.low).toBeLessThan(0.97);
});

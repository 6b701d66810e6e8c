import fc from "fast-check";
import {expect, test} from "vitest";
import type {Status} from "../../../pipelines/score/status.js";
import {mcnemar} from "../../../pipelines/stats/mcnemar.js";
import type {PairedOptions} from "../../../pipelines/stats/paired.js";
import {compare, flipped, type PairedTest} from "../../../pipelines/studies/compare/compare.js";

let made = 0;
const row = (base_task: string, params: string, guess_chance: number, a: Status, b: Status): PairedTest => ({
  item_id: `test-${made++}`,
  base_task,
  params,
  guess_chance,
  generator_version: 1,
  a,
  b
});
const repeat = (times: number, make: () => PairedTest) => Array.from({length: times}, make);

/** Two tasks; "coin" can be guessed half the time. */
const common = [
  ...repeat(6, () => row("coin", "p", 0.5, 1, 1)),
  ...repeat(3, () => row("coin", "p", 0.5, 1, 0)),
  ...repeat(1, () => row("coin", "q", 0.5, 0, 1)),
  ...repeat(2, () => row("coin", "q", 0.5, 0, 0)),
  ...repeat(8, () => row("sum", "p", 0, 1, 1)),
  ...repeat(1, () => row("sum", "q", 0, 0, 1)),
  ...repeat(4, () => row("sum", "q", 0, 1, 0)),
  ...repeat(3, () => row("sum", "q", 0, 2, 1)),
  ...repeat(2, () => row("sum", "r", 0, 2, 2)),
  ...repeat(1, () => row("sum", "r", 0, 0, 2))
];

test("counted by hand: differences, McNemar, the 3 × 3 table and the tests that flipped", () => {
  const {pooled, tasks, table} = compare(common);
  expect(table).toEqual([
    [2, 2, 1],
    [7, 14, 0],
    [0, 3, 2]
  ]);
  expect(flipped(common)).toHaveLength(2 + 1 + 7 + 3);
  const [coin, sum] = tasks;
  expect([coin!.base_task, coin!.n, coin!.points, coin!.wins, coin!.losses]).toEqual(["coin", 12, 2, 3, 1]);
  expect(coin!.value).toBeCloseTo(2 / 6, 12); // two more right, six above guessing
  expect(coin!.a.value).toBeCloseTo((9 - 6) / 6, 12);
  expect(coin!.b.value).toBeCloseTo((7 - 6) / 6, 12);
  expect([sum!.n, sum!.points, sum!.wins, sum!.losses]).toEqual([13, 2, 4, 1]);
  expect(sum!.value).toBeCloseTo(3 / 13, 12);
  expect([pooled.base_task, pooled.n, pooled.points, pooled.wins, pooled.losses]).toEqual([null, 25, 4, 7, 2]);
  expect(pooled.value).toBeCloseTo(5 / 19, 12);
  expect({exact: pooled.exact, mid: pooled.mid}).toEqual(mcnemar(7, 2));
});

test("truncated counted as wrong: more tests, and a truncated answer loses to a right one", () => {
  const [, sum] = compare(common, {truncated: "wrong"}).tasks;
  expect([sum!.n, sum!.points, sum!.wins, sum!.losses]).toEqual([19, 3, 4, 4]);
  expect(sum!.value).toBe(0);
});

test("a task that both always or never solve shows a difference of 0 with an interval around it", () => {
  const {pooled} = compare([...repeat(20, () => row("t", "p", 0, 1, 1)), ...repeat(20, () => row("t", "q", 0, 0, 0))]);
  expect(pooled.value).toBe(0);
  expect(pooled.low).toBeLessThan(0);
  expect(pooled.high).toBeGreaterThan(0);
  expect([pooled.p, pooled.exact]).toEqual([1, 1]);
});

test("without a common test there is nothing to say", () => {
  const {pooled, tasks} = compare([]);
  expect([pooled.n, pooled.value, pooled.p, pooled.low, tasks.length]).toEqual([0, null, null, null, 0]);
});

const status = fc.constantFrom<Status>(0, 1, 2);
const rows = fc.array(
  fc.record({
    item_id: fc.uuid(),
    base_task: fc.constantFrom("coin", "sum", "sort"),
    params: fc.constantFrom("p", "q", "r"),
    guess_chance: fc.constantFrom(0, 0.25, 0.5),
    generator_version: fc.constant(1),
    a: status,
    b: status
  }),
  {minLength: 1, maxLength: 60}
);
const options = fc.record({
  truncated: fc.constantFrom("left out", "wrong"),
  weights: fc.constantFrom("test", "task"),
  error: fc.constantFrom("points", "tests")
}) as fc.Arbitrary<PairedOptions>;

test("the difference is that of the two accuracies beside it, in every row", () => {
  fc.assert(
    fc.property(rows, options, (some, chosen) => {
      const {pooled, tasks} = compare(some, chosen);
      for (const each of [pooled, ...tasks]) {
        if (each.value === null) expect(each.a.value).toBeNull();
        else expect(each.a.value! - each.b.value!).toBeCloseTo(each.value, 9);
        if (each.low !== null) expect(each.low).toBeLessThanOrEqual(each.value!);
        if (each.high !== null) expect(each.high).toBeGreaterThanOrEqual(each.value!);
      }
    })
  );
});

test("swapping A and B turns the table over and changes signs", () => {
  fc.assert(
    fc.property(rows, options, (some, chosen) => {
      const forth = compare(some, chosen);
      const back = compare(
        some.map(each => ({...each, a: each.b, b: each.a})),
        chosen
      );
      expect(back.table).toEqual([0, 1, 2].map(i => forth.table.map(line => line[i])));
      expect([back.pooled.wins, back.pooled.losses]).toEqual([forth.pooled.losses, forth.pooled.wins]);
      expect(back.pooled.p).toEqual(forth.pooled.p);
      if (forth.pooled.low !== null) expect(back.pooled.high).toBeCloseTo(-forth.pooled.low, 9);
    })
  );
});

test("the order of rows does not matter", () => {
  fc.assert(
    fc.property(rows, options, (some, chosen) => {
      const [one, other] = [compare(some, chosen), compare([...some].reverse(), chosen)];
      expect(other.table).toEqual(one.table);
      for (const key of ["value", "se", "df", "p"] as const)
        if (one.pooled[key] === null) expect(other.pooled[key]).toBeNull();
        else expect(other.pooled[key]).toBeCloseTo(one.pooled[key], 9);
    })
  );
});

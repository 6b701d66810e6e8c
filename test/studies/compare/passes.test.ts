// pass^k and pass@k of two evaluations: published figures of one side, cut answers, and stores without repeats.
import {expect, test} from "vitest";
import {passesSentence} from "../../../pipelines/charts/compare/compare.js";
import type {PairedTest} from "../../../pipelines/studies/compare/compare.js";
import {passesOf} from "../../../pipelines/studies/compare/passes.js";

let made = 0;
const asked = (counts: Partial<PairedTest>): PairedTest => ({
  item_id: `test-${made++}`,
  base_task: "airline",
  params: "{}",
  guess_chance: 0,
  generator_version: 1,
  a: 0,
  b: 0,
  ...counts
});
const SIDES = {a: "first", b: "second"};

/** Counts of right answers of four, of gpt-4o in tau-bench's airline tasks, whose own table is .420, .273, .220, .200. */
const AIRLINE = [14, 12, 10, 4, 10];
const airline = AIRLINE.flatMap((count, right) =>
  Array.from({length: count}, () => asked({right_a: right, wrong_a: 4 - right, cut_a: 0, right_b: 4, wrong_b: 0, cut_b: 0}))
);

test("pass^1 to pass^4 of tau-bench's airline tasks against a model that is always right", () => {
  const all = passesOf(airline).filter(({kind}) => kind === "pass_hat");
  expect(all.map(({k, a}) => [k, a.value.toFixed(3)])).toEqual([
    [1, "0.420"],
    [2, "0.273"],
    [3, "0.220"],
    [4, "0.200"]
  ]);
  for (const {a, b, value, low, high, p, items, left_out} of all) {
    expect(b.value).toBe(1);
    expect(value).toBeCloseTo(a.value - 1, 12);
    expect([a.low < a.value, a.high > a.value, b.low < 1, low! < value, high! > value, high! < 0, p! < 1e-6]).not.toContain(
      false
    );
    expect([items, left_out]).toEqual([50, 0]);
  }
  // one of four answers is right to all tasks but the fourteen that none solved
  expect(passesOf(airline).at(-1)).toMatchObject({kind: "pass_at", k: 4, a: {value: 0.72}});
  expect(passesSentence(passesOf(airline), SIDES)).toMatch(
    /^first is right in all of 4 answers to 20\.0 % \[1[\d.]+, [\d.]+\] of the tests and in at least one to 72\.0 % \[[\d.]+, [\d.]+\]; second .* 100\.0 % .*\(n = 50 tests\)\. In all of them second is significantly better: −80\.0 \[−[\d.]+, −[\d.]+\] points\.$/u
  );
});

test("a cut answer is not right; tests with fewer answers are left out and counted", () => {
  const mixed = [
    asked({right_a: 1, wrong_a: 0, cut_a: 1, right_b: 2, wrong_b: 0, cut_b: 0}),
    asked({right_a: 2, wrong_a: 0, cut_a: 0, right_b: 2, wrong_b: 0, cut_b: 0}),
    asked({right_a: 1, wrong_a: 0, cut_a: 0, right_b: 2, wrong_b: 0, cut_b: 0})
  ];
  const [one, two] = passesOf(mixed);
  expect(one).toMatchObject({kind: "pass_hat", k: 1, items: 3, left_out: 0});
  expect(one!.a.value).toBeCloseTo((0.5 + 1 + 1) / 3, 12);
  expect(two).toMatchObject({kind: "pass_hat", k: 2, items: 2, left_out: 1, value: -0.5});
  expect(passesSentence(passesOf(mixed), SIDES)).toMatch(
    /neither is significantly better.* 1 test with fewer answers of either is left out/u
  );
});

test("nothing without repeats of both; one test has no interval of the difference; nothing right has one of width", () => {
  expect(passesOf([])).toEqual([]);
  expect(passesOf([asked({a: 1}), asked({b: 1})])).toEqual([]);
  expect(passesOf([asked({right_a: 3, wrong_a: 1, cut_a: 0, right_b: 1, wrong_b: 0, cut_b: 0})])).toEqual([]);
  expect(passesSentence([], SIDES)).toMatch(/^No test was answered twice by both/u);
  const alone = passesOf([asked({right_a: 0, wrong_a: 2, cut_a: 0, right_b: 0, wrong_b: 2, cut_b: 0})]);
  expect(alone.map(({kind, k}) => `${kind} ${k}`)).toEqual(["pass_hat 1", "pass_hat 2", "pass_at 2"]);
  for (const {value, low, high, p, a} of alone) {
    expect([value, low, high, p, a.value]).toEqual([0, null, null, null, 0]);
    expect(a.high).toBeGreaterThan(0.3);
  }
});

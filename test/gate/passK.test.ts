// Rules on pass@k and pass^k: single and paired, with a baseline of repeated answers, and where there are too few of them.
import {expect, test} from "vitest";
import {checksOf} from "../../pipelines/run/gate/checks.js";
import type {Answer} from "../../pipelines/run/gate/evidence.js";
import type {Rule} from "../../pipelines/run/gate/rules.js";
import {gateJson, sentenceOf} from "../../pipelines/run/gate/text.js";
import {packedTrials, unpackedTrials} from "../../pipelines/studies/history/changes.js";
import {answer, baselineOf, evidence, rule} from "./world.js";

const LEVEL = 0.05;
/** Tests with four answers each, of which so many are right. */
const repeated = (right: readonly number[]): Answer[] =>
  right.map((c, i) => answer(`p-${i}`, {status: c > 0 ? 1 : 0, answers: 4, right_answers: c, cut_answers: 0}));
const many = (c: number, count: number): number[] => new Array<number>(count).fill(c);

function check(current: Answer[], fields: Partial<Rule> & Pick<Rule, "metric">, old?: Answer[]) {
  const evaluation = evidence(current);
  const base = old ? baselineOf(evaluation, old) : null;
  for (const each of old ?? []) {
    const outcome = base!.outcomes.get(each.item_id)!;
    if (each.answers !== undefined) Object.assign(outcome, {answers: each.answers, right_answers: each.right_answers});
  }
  return checksOf([rule(fields)], {evaluations: [evaluation], baseline: base && [base], level: LEVEL})[0]!;
}

test("pass^k of tau-bench's airline tasks: .200 for k = 4 fails a floor of .4 and holds one of .1; pass@4 is 36 of 50", () => {
  // 50 tasks of which 14, 12, 10, 4, 10 were solved 0 to 4 times: counts derived from the published trajectories of gpt-4o
  const current = repeated([14, 12, 10, 4, 10].flatMap((count, c) => many(c, count)));
  const high = check(current, {metric: "pass_hat_k", k: 4, at_least: 0.4});
  expect(high.tested).toMatchObject({n: 50, value: 0.2});
  expect(high.tested.fail).toBeLessThan(LEVEL);
  // 10 of 50: the exact one-sided 95 % bounds of Clopper and Pearson are 0.112 and 0.317
  expect(high.tested.low).toBeCloseTo(0.1127, 2);
  expect(high.tested.high).toBeCloseTo(0.3168, 2);
  expect(check(current, {metric: "pass_hat_k", k: 4, at_least: 0.1}).tested.pass).toBeLessThan(LEVEL);
  expect(check(current, {metric: "pass_at_k", k: 4, at_least: 0.5}).tested.value).toBeCloseTo(36 / 50, 12);
  expect(check(current, {metric: "pass_hat_k", k: 2, at_most: 0.5}).tested.value!.toFixed(3)).toBe("0.273");
});

test("nothing right and everything right are decided by their number, never by a width of 0", () => {
  const [none, all] = [repeated(many(0, 20)), repeated(many(4, 20))];
  expect(check(none, {metric: "pass_hat_k", k: 4, at_least: 0.5}).tested.fail).toBeLessThan(0.001);
  expect(check(none, {metric: "pass_hat_k", k: 4, at_least: 0.05}).tested.fail).toBeGreaterThan(LEVEL);
  expect(check(all, {metric: "pass_hat_k", k: 4, at_least: 0.8}).tested.pass).toBeLessThan(LEVEL);
  expect(check(all, {metric: "pass_hat_k", k: 4, at_least: 0.95}).tested.pass).toBeGreaterThan(LEVEL);
  expect(check(repeated([4]), {metric: "pass_hat_k", k: 4, at_least: 0.9}).tested.pass).toBeGreaterThan(LEVEL);
});

test("tests with fewer answers than k do not count, and that is reported", () => {
  const current = [...repeated(many(4, 30)), answer("single", {status: 1}), answer("twice", {answers: 2, right_answers: 2})];
  const some = check(current, {metric: "pass_hat_k", k: 4, at_least: 0.5});
  expect(some.tested.n).toBe(30);
  expect(some.note).toBe("2 tests have fewer than 4 answers here and do not count; trials in a sampler asks for more");
  const none = check(current.slice(30), {metric: "pass_at_k", k: 3, at_least: 0.5});
  expect(none.tested).toMatchObject({n: 0, value: null, fail: null, pass: null});
});

test("differences are paired by test, over all answers of both sides", () => {
  const [current, old] = [repeated(many(2, 40)), repeated(many(4, 40))];
  const worse = check(current, {metric: "pass_hat_k", k: 2, against: "baseline", margin: 0.1}, old);
  // C(2, 2) ÷ C(4, 2) − 1
  expect(worse.tested.value).toBeCloseTo(1 / 6 - 1, 12);
  expect(worse.tested.fail).toBeLessThan(LEVEL);
  expect(worse.discordant).toEqual({wins: 0, losses: 40});
  const same = check(old, {metric: "pass_hat_k", k: 4, against: "baseline", margin: 0.1}, old);
  expect(same.tested.value).toBe(0);
  expect(same.tested.pass).toBeLessThan(LEVEL);
  const first = old.map(({answers: _, right_answers: __, ...each}) => each);
  const older = check(current, {metric: "pass_hat_k", k: 2, against: "baseline"}, first);
  expect(older.tested.n).toBe(0);
  expect(older.note).toContain("40 tests have fewer than 2 answers here and of the baseline");
});

test("sentences name k, and programs read it", () => {
  const decided = {
    ...check(repeated(many(4, 30)), {metric: "pass_hat_k", k: 4, at_least: 0.5}),
    verdict: "pass",
    adjusted: 1,
    needed: null
  } as const;
  expect(sentenceOf(decided)).toContain("pass^4 of m, t, s (simulated) is 100.0 % [90.");
  const json = gateJson({
    verdict: "pass",
    checks: [decided],
    level: LEVEL,
    lookLevel: LEVEL,
    look: null,
    drawn: 0,
    stopped: null
  });
  expect(json.checks[0]).toMatchObject({metric: "pass_hat_k", k: 4, n: 30});
});

test("numbers of answers survive packing, and what is no pair of them is left out", () => {
  const items = [
    {item_id: "abc-0", index: 0, c: 3, n: 4},
    {item_id: "abc-2", index: 2, c: 0, n: 12},
    {item_id: "abc-1000", index: 1000, c: 1, n: 2},
    {item_id: "bank item", index: null, c: 4, n: 4}
  ];
  const text = packedTrials(items);
  expect(packedTrials(items.toReversed())).toEqual(text);
  expect([...unpackedTrials(text)].sort()).toEqual(items.map(({item_id, c, n}) => [item_id, {n, c}]).sort());
  expect(packedTrials(items.slice(0, 2))).toEqual({"abc-": "3/4 . 0/12"});
  const cut = [{item_id: "abc-0", index: 0, c: 2, n: 4, cut: 1, refused: 0}, ...items.slice(1)];
  expect(packedTrials(cut.slice(0, 2))).toEqual({"abc-": "2/4/1/0 . 0/12"});
  expect(unpackedTrials(packedTrials(cut)).get("abc-0")).toEqual({n: 4, c: 2, cut: 1, refused: 0});
  expect([...unpackedTrials({"a-": "1/2 . x 5/4 1/1/x/0", b: "", c: "2/2/3/0"})]).toEqual([
    ["a-0", {n: 2, c: 1}],
    ["a-4", {n: 1, c: 1}],
    ["c", {n: 2, c: 2}]
  ]);
});

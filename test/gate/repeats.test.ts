// Rules on accuracy, refusals, truncation and cost over all answers to a test; single answers decide as they did.
import fc from "fast-check";
import {expect, test} from "vitest";
import {checksOf} from "../../pipelines/run/gate/checks.js";
import type {Answer} from "../../pipelines/run/gate/evidence.js";
import type {Metric, Rule} from "../../pipelines/run/gate/rules.js";
import {binomialCdf} from "../../pipelines/stats/distributions.js";
import {exactInterval} from "../../pipelines/stats/exactShare.js";
import {answer, baselineOf, evidence, rule} from "./world.js";

const LEVEL = 0.05;
const check = (answers: Answer[], fields: Partial<Rule> & Pick<Rule, "metric">, old?: Answer[]) => {
  const evaluation = evidence(answers);
  const base = old ? baselineOf(evaluation, old) : null;
  for (const {item_id, status: _, ...counts} of old ?? []) Object.assign(base!.outcomes.get(item_id)!, counts);
  return checksOf([rule({...fields, ...(old && {against: "baseline"})})], {
    evaluations: [evaluation],
    baseline: base && [base],
    level: LEVEL
  })[0]!;
};
const METRICS: Metric[] = ["accuracy", "refused", "truncated"];

test("repeats = 1: the exact binomial test and Clopper and Pearson's bounds, whether numbers of answers are known or not", () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({status: fc.constantFrom(0 as const, 1 as const, 2 as const), refused: fc.boolean()}), {
        minLength: 1,
        maxLength: 40
      }),
      fc.constantFrom(...METRICS),
      fc.double({min: 0.01, max: 0.99, noNaN: true}),
      (outcomes, metric, at_least) => {
        const plain = outcomes.map((outcome, i) => answer(`p-${i}`, outcome));
        const counted = plain.map(each => ({
          ...each,
          answers: 1,
          right_answers: Number(each.status === 1),
          cut_answers: Number(each.status === 2),
          refused_answers: Number(each.refused),
          total_cost: each.cost
        }));
        const [one, other] = [check(plain, {metric, at_least}), check(counted, {metric, at_least})];
        expect(other).toEqual(one);
        const is = {accuracy: 1, truncated: 2} as const;
        const k = outcomes.filter(each =>
          metric === "refused" ? each.refused : each.status === is[metric as keyof typeof is]
        ).length;
        const {low, high} = exactInterval(k, outcomes.length, {confidence: 1 - 2 * LEVEL});
        expect([one.tested.value, one.tested.low, one.tested.high, one.tested.n]).toEqual([
          k / outcomes.length,
          low,
          high,
          outcomes.length
        ]);
        expect(one.tested.fail).toBeCloseTo(binomialCdf(k, outcomes.length, at_least), 10);
      }
    )
  );
});

test("four answers to a test count as one test of their mean; guessing is taken off", () => {
  const answers = [4, 2, 2, 0].map((c, i) =>
    answer(`p-${i}`, {
      status: 1,
      guess_chance: 0.25,
      answers: 4,
      right_answers: c,
      cut_answers: i === 3 ? 4 : 0,
      refused_answers: i === 3 ? 1 : 0,
      total_cost: i,
      cost: 9
    })
  );
  const accuracy = check(answers, {metric: "accuracy", at_least: 0.2});
  expect(accuracy.tested.n).toBe(4);
  expect(accuracy.tested.value).toBeCloseTo((0.5 - 0.25) / 0.75, 12);
  expect(accuracy.tested.low).toBeLessThan(accuracy.tested.value!);
  expect(accuracy.tested.high).toBeGreaterThan(accuracy.tested.value!);
  expect(check(answers, {metric: "truncated", at_most: 0.5}).tested.value).toBe(0.25);
  expect(check(answers, {metric: "refused", at_most: 0.5}).tested.value).toBe(1 / 16);
  expect(check(answers, {metric: "cost", at_most: 1}).tested.value).toBeCloseTo((0 + 1 + 2 + 3) / 16, 12);
  // a bound beyond the possible values holds or fails without an answer
  expect(check(answers, {metric: "accuracy", at_least: -1}).tested).toMatchObject({fail: 1, pass: 0});
});

test("differences from a baseline are of all answers, truncated and refusing ones too; an older baseline has first answers", () => {
  const many = (counts: Partial<Answer>) =>
    Array.from({length: 30}, (_, i) => answer(`p-${i}`, {status: 1, answers: 4, right_answers: 2, ...counts}));
  const current = many({cut_answers: 2, refused_answers: 1});
  const old = many({right_answers: 4, cut_answers: 0, refused_answers: 0});
  for (const [metric, value] of [
    ["accuracy", -0.5],
    ["truncated", 0.5],
    ["refused", 0.25]
  ] as const)
    expect(check(current, {metric}, old).tested.value).toBe(value);
  const older = old.map(({cut_answers: _, refused_answers: __, ...each}) => ({...each, refused: true}));
  expect(check(current, {metric: "refused"}, older).tested.value).toBe(-0.75);
});

// Error rates of the gate on planted truths: rules that hold only just, rules that are broken and rules that hold by far.
import {expect, test} from "vitest";
import {type Random, randomOf} from "../../pipelines/generate/seed.js";
import {checksOf} from "../../pipelines/run/gate/checks.js";
import {decide, levelOf, needed, type Verdict, verdictOf} from "../../pipelines/run/gate/decide.js";
import type {Answer} from "../../pipelines/run/gate/evidence.js";
import type {Rule} from "../../pipelines/run/gate/rules.js";
import {leeway, repetitions} from "../repetitions.js";
import {baselineOf, drawn, evidence, rule, type Truth} from "./world.js";

const LEVEL = 0.05;

/** The verdict on data at one look. */
function look(
  rules: readonly Rule[],
  {own, old}: {own: Answer[]; old: Answer[]},
  {level = LEVEL, passed = [] as boolean[]} = {}
) {
  const evaluation = evidence(own);
  const checks = checksOf(rules, {evaluations: [evaluation], baseline: [baselineOf(evaluation, old)], level});
  const decided = decide(
    checks.map(({tested}) => tested),
    {level, passed}
  );
  return {verdict: verdictOf(decided.map(({verdict}) => verdict)), checks, decided};
}

/** Shares of the verdicts over many draws of a truth. */
function shares(rules: readonly Rule[], truth: Truth, {n, draws, seed}: {n: number; draws: number; seed: string}) {
  const random = randomOf(seed);
  const found: Record<Verdict, number> = {pass: 0, fail: 0, undecided: 0};
  for (let i = 0; i < draws; i++) found[look(rules, drawn(truth, {n, random})).verdict] += 1 / draws;
  return found;
}

const FOUR = [
  rule({metric: "accuracy", at_least: 0.6}),
  rule({id: "difference", metric: "accuracy", against: "baseline", margin: 0.05}),
  rule({metric: "truncated", at_most: 0.1}),
  rule({metric: "latency_p50", at_most: 100})
];

// Of nine in ten that are not cut off two thirds are right, 0.6 of all; the baseline has the margin of 5 points more.
const JUST: Truth = {accuracy: 2 / 3, truncated: 0.1, median_ms: 100, old: 0.65};

test("single rules that hold only just: false failures and false passes at most 5 % each, at any n, with guessing and unequal tests", () => {
  const at: [Rule, Truth][] = [
    [rule({metric: "accuracy", at_least: 0.6}), {accuracy: 0.6}],
    [rule({metric: "accuracy", at_least: 0.6}), {accuracy: 0.6, spread: 0.35}],
    [rule({metric: "accuracy", at_least: 0.6}), {accuracy: 0.6, guess: 0.5}],
    [rule({metric: "accuracy", at_least: 0.02}), {accuracy: 0.02}],
    [rule({metric: "truncated", at_most: 0.1}), {accuracy: 0.5, truncated: 0.1}],
    [rule({metric: "latency_p90", at_most: 100 * Math.log2(10)}), {accuracy: 0.5, median_ms: 100}],
    [rule({metric: "accuracy", against: "baseline"}), {accuracy: 0.7, spread: 0.2}],
    [rule({metric: "accuracy", against: "baseline", margin: 0.05}), {accuracy: 0.7, lost: 0.15, won: 0.1}],
    [rule({metric: "accuracy", against: "baseline", margin: 0.02}), {accuracy: 0.7, lost: 0.02, won: 0}]
  ];
  for (const [i, [each, truth]] of at.entries())
    for (const n of [12, 200]) {
      const draws = repetitions(1_500);
      const found = shares([each], truth, {n, draws, seed: `just ${i} ${n}`});
      const where = `${each.metric} ${JSON.stringify(truth)} n = ${n}`;
      // 5 % and nearly four standard errors of 1,500 draws
      expect(found.fail, where).toBeLessThan(LEVEL + 0.02 + leeway(LEVEL, draws));
      expect(found.pass, where).toBeLessThan(LEVEL + 0.02 + leeway(LEVEL, draws));
    }
});

test("four rules that all hold only just: the gate fails in at most 5 % of draws", () => {
  const draws = repetitions(3_000);
  const found = shares(FOUR, JUST, {n: 300, draws, seed: "four"});
  expect(found.fail).toBeLessThanOrEqual(LEVEL + leeway(LEVEL, draws));
  expect(found.pass).toBeLessThanOrEqual(LEVEL + leeway(LEVEL, draws));
  expect(found.undecided).toBeGreaterThan(0.9 - leeway(0.9, draws));
});

test("one broken rule among three that hold by far: the gate fails; none broken: it passes; few answers: undecided", () => {
  const good: Truth = {accuracy: 0.85, truncated: 0.02, median_ms: 60, lost: 0.02, won: 0.05};
  const broken: Truth = {...good, lost: 0.16, won: 0.02};
  const draws = repetitions(400);
  const most = 0.95 - leeway(0.95, draws);
  expect(shares(FOUR, broken, {n: 600, draws, seed: "broken"}).fail).toBeGreaterThan(most);
  expect(shares(FOUR, good, {n: 600, draws, seed: "good"}).pass).toBeGreaterThan(most);
  expect(shares(FOUR, good, {n: 20, draws, seed: "few"}).undecided).toBeGreaterThan(most);
});

/** Whether data that grow from look to look ever fail or pass. */
function ever(rules: readonly Rule[], truth: Truth, {random, spent}: {random: Random; spent: boolean}): Verdict {
  const data = {own: [] as Answer[], old: [] as Answer[]};
  let passed: boolean[] = [];
  for (let k = 1, n = 80; k <= 8; k++, n = Math.ceil(1.4 * n)) {
    const more = drawn(truth, {n: n - data.own.length, from: data.own.length, random});
    data.own.push(...more.own);
    data.old.push(...more.old);
    const {verdict, decided} = look(rules, data, {level: levelOf(LEVEL, spent ? k : null), passed: spent ? passed : []});
    if (verdict !== "undecided") return verdict;
    passed = decided.map(each => each.verdict === "pass");
  }
  return "undecided";
}

test("looking eight times at growing data fails falsely in at most 5 % with spending, and in more than 10 % without", () => {
  const rules = [rule({metric: "accuracy", against: "baseline", margin: 0.05})];
  const truth: Truth = {accuracy: 0.7, lost: 0.15, won: 0.1};
  const draws = repetitions(1_000);
  const rate = (spent: boolean, of: Verdict, seed: string) => {
    const random = randomOf(seed);
    let found = 0;
    for (let i = 0; i < draws; i++) found += ever(rules, truth, {random, spent}) === of ? 1 / draws : 0;
    return found;
  };
  expect(rate(true, "fail", "spent")).toBeLessThanOrEqual(LEVEL + leeway(LEVEL, draws));
  expect(rate(true, "pass", "spent too")).toBeLessThanOrEqual(LEVEL + leeway(LEVEL, draws));
  expect(rate(false, "fail", "unspent")).toBeGreaterThan(0.1 - leeway(0.1, draws));
});

test("growing data decide what is planted: broken fails, good passes", () => {
  const rules = [rule({metric: "accuracy", against: "baseline", margin: 0.05})];
  const [random, draws] = [randomOf("grown"), repetitions(100)];
  const count = (truth: Truth, of: Verdict) =>
    Array.from({length: draws}, () => ever(rules, truth, {random, spent: true})).filter(each => each === of).length;
  expect(count({accuracy: 0.7, lost: 0.25, won: 0.05}, "fail")).toBeGreaterThan((0.95 - leeway(0.95, draws)) * draws);
  expect(count({accuracy: 0.7, lost: 0.03, won: 0.04}, "pass")).toBeGreaterThan((0.95 - leeway(0.95, draws)) * draws);
});

test("as many further answers as are said decide a check in about 80 % of draws, if the estimate is the truth", () => {
  const rules = [rule({metric: "accuracy", at_least: 0.6})];
  const level = LEVEL;
  const more = needed({n: 100, distance: 0.1 / Math.sqrt((0.7 * 0.3) / 100)}, {level})!;
  const draws = repetitions(2_000);
  const found = shares(rules, {accuracy: 0.7}, {n: 100 + more, draws, seed: "needed"});
  expect(found.pass).toBeGreaterThan(0.7 - leeway(0.7, draws));
  expect(found.pass).toBeLessThan(0.9 + leeway(0.9, draws));
});

import {expect, test} from "vitest";
import {type Random, randomOf} from "../../../../pipelines/generate/seed.js";
import {
  COMPONENTS,
  type Components,
  components,
  generalizability,
  needs,
  planText,
  precision,
  type ScoredAnswers,
  spendNext
} from "../../../../pipelines/studies/irt/variance/components.js";

import {normal} from "../simulated.js";

interface Sizes {
  models: number;
  tasks: number;
  points: number;
  tests: number;
  trials: number;
}

/** A complete design; `sd` of each effect. */
function design(random: Random, {models, tasks, points, tests, trials}: Sizes, sd: Partial<Components> = {}): ScoredAnswers {
  const rows: [number, number, number, number, number][] = [];
  const effects = new Map<string, number>();
  const of = (name: (typeof COMPONENTS)[number], key: string): number => {
    const at = `${name} ${key}`;
    if (!effects.has(at)) effects.set(at, (sd[name] ?? 0) * normal(random));
    return effects.get(at)!;
  };
  for (let m = 0; m < models; m++)
    for (let t = 0; t < tasks; t++)
      for (let p = t * points; p < (t + 1) * points; p++)
        for (let i = p * tests; i < (p + 1) * tests; i++)
          for (let r = 0; r < trials; r++) {
            const main = of("model", `${m}`) + of("task", `${t}`) + of("point", `${p}`) + of("test", `${i}`);
            const both = of("model×task", `${m} ${t}`) + of("model×point", `${m} ${p}`) + of("model×test", `${m} ${i}`);
            rows.push([m, t, p, i, main + both + (sd.trial ?? 0) * normal(random)]);
          }
  const column = (k: number) => rows.map(row => row[k]!);
  return {model: column(0), task: column(1), point: column(2), test: column(3), score: column(4)};
}

/** Analysis of variance of a complete design by mean squares and their expectations (Brennan 2001, table 3.2 and its appendix), written anew. */
function anova(
  {model, task, point, test, score}: ScoredAnswers,
  {models, tasks, points, tests, trials}: Sizes
): Record<string, number> {
  const means = (...keys: ArrayLike<number>[]): number[] => {
    const sums = new Map<string, [number, number]>();
    const names = Array.from(score, (_, k) => keys.map(key => key[k]).join());
    names.forEach((name, k) => {
      const [sum, n] = sums.get(name) ?? [0, 0];
      sums.set(name, [sum + score[k]!, n + 1]);
    });
    return names.map(name => sums.get(name)![0] / sums.get(name)![1]);
  };
  const squares = (df: number, ...terms: [number, number[]][]): number =>
    Array.from(score, (_, k) => terms.reduce((sum, [sign, mean]) => sum + sign * mean[k]!, 0) ** 2).reduce((a, b) => a + b, 0) /
    df;
  const [grand, m, t, p, i] = [means(), means(model), means(task), means(point), means(test)];
  const [mt, mp, mi] = [means(model, task), means(model, point), means(model, test)];
  const ms = {
    m: squares(models - 1, [1, m], [-1, grand]),
    t: squares(tasks - 1, [1, t], [-1, grand]),
    p: squares(tasks * (points - 1), [1, p], [-1, t]),
    i: squares(tasks * points * (tests - 1), [1, i], [-1, p]),
    mt: squares((models - 1) * (tasks - 1), [1, mt], [-1, m], [-1, t], [1, grand]),
    mp: squares((models - 1) * tasks * (points - 1), [1, mp], [-1, mt], [-1, p], [1, t]),
    mi: squares((models - 1) * tasks * points * (tests - 1), [1, mi], [-1, mp], [-1, i], [1, p]),
    e: squares(models * tasks * points * tests * (trials - 1), [1, Array.from(score)], [-1, mi])
  };
  return {
    trial: ms.e,
    "model×test": (ms.mi - ms.e) / trials,
    "model×point": (ms.mp - ms.mi) / (trials * tests),
    "model×task": (ms.mt - ms.mp) / (trials * tests * points),
    model: (ms.m - ms.mt) / (trials * tests * points * tasks),
    test: (ms.i - ms.mi) / (trials * models),
    point: (ms.p - ms.i - ms.mp + ms.mi) / (trials * tests * models),
    task: (ms.t - ms.p - ms.mt + ms.mp) / (trials * tests * points * models)
  };
}

const SIZES = {models: 7, tasks: 3, points: 4, tests: 5, trials: 2};
const SD = {
  model: 0.2,
  task: 0.3,
  point: 0.25,
  test: 0.15,
  "model×task": 0.2,
  "model×point": 0.15,
  "model×test": 0.3,
  trial: 0.35
};

test("a complete design: the estimates of analysis of variance, also of 0/1 scores", () => {
  for (const cut of [false, true]) {
    const answers = design(randomOf("anova"), SIZES, SD);
    if (cut) answers.score = Array.from(answers.score, each => Number(each > 0));
    const found = components(answers);
    const expected = anova(answers, SIZES);
    for (const name of COMPONENTS) expect(found[name], name).toBeCloseTo(expected[name]!, 10);
  }
});

test("components are recovered where a third of the cells lack, and intervals hold most of them", () => {
  const random = randomOf("recovered");
  const all = design(random, {models: 40, tasks: 8, points: 4, tests: 4, trials: 2}, SD);
  const kept = Array.from(all.score, () => random.chance(2 / 3));
  const part = (of: ArrayLike<number>) => Array.from(of).filter((_, k) => kept[k]);
  const answers = {
    model: part(all.model),
    task: part(all.task),
    point: part(all.point),
    test: part(all.test),
    score: part(all.score)
  };
  const {rows} = generalizability(answers);
  for (const {component, variance, low, high} of rows) {
    expect(low).toBeLessThanOrEqual(variance!);
    expect(high).toBeGreaterThanOrEqual(variance!);
    // main effects of 8 tasks are told to a half or so, whatever the number of models
    if (component.startsWith("model×") || component === "trial") expect(variance! / SD[component] ** 2).toBeGreaterThan(0.7);
    if (component.startsWith("model×") || component === "trial") expect(variance! / SD[component] ** 2).toBeLessThan(1.4);
  }
});

test("errors of a plan are those of the formula, and what is needed is the least that does", () => {
  const known = Object.fromEntries(COMPONENTS.map(name => [name, SD[name] ** 2])) as Components;
  const plan = {tasks: 6, points: 3, tests: 10, trials: 2};
  const {relative, absolute} = precision(known, plan);
  // by hand: 0.04/6 + 0.0225/18 + 0.09/180 + 0.1225/360, and 0.09/6 + 0.0625/18 + 0.0225/180 more
  expect(relative ** 2).toBeCloseTo(0.04 / 6 + 0.0225 / 18 + 0.09 / 180 + 0.1225 / 360, 12);
  expect(absolute ** 2).toBeCloseTo(relative ** 2 + 0.09 / 6 + 0.0625 / 18 + 0.0225 / 180, 12);
  const [tasks, points] = needs(known, plan, {wanted: 0.05});
  expect(precision(known, {...plan, tasks: tasks!.needed!}).relative).toBeLessThanOrEqual(0.05);
  expect(precision(known, {...plan, tasks: tasks!.needed! - 1}).relative).toBeGreaterThan(0.05);
  expect(points!.needed).toBeNull();
  expect(spendNext(needs(known, plan, {wanted: 0.05}), relative)?.facet).toBe("tasks");
  // where nothing but chance within a test spreads, trials do as much as anything
  const noise = {...known, "model×task": 0, "model×point": 0, "model×test": 0};
  expect(spendNext(needs(noise, plan, {wanted: 0.001}), precision(noise, plan).relative)?.facet).toBe("trials");
});

test("one task, one trial, one model, all alike, reversed: said in words, nothing infinite", () => {
  const of = (sizes: Partial<Sizes>) => design(randomOf("weak"), {...SIZES, ...sizes}, SD);
  const text = (answers: ScoredAnswers) =>
    [...generalizability(answers).notes, ...planText(generalizability(answers), {wanted: 0.01})].join(" | ");
  expect(text(of({trials: 1}))).toMatch(/no test was asked a second time/);
  expect(text(of({trials: 1}))).not.toMatch(/ trials[;.]/);
  expect(text(of({tasks: 1}))).toMatch(/the design does not identify task, model×task/);
  expect(text(of({models: 1}))).toMatch(/one model cannot be compared with others/);
  const alike = of({});
  alike.score = Array.from(alike.score, () => 1);
  expect(text(alike)).toMatch(/all answers are alike/);
  for (const sizes of [{trials: 1}, {tasks: 1}, {tasks: 1, points: 1, tests: 1}, {models: 2}, {points: 1, tests: 1, trials: 1}])
    expect(text(of(sizes))).not.toMatch(/Infinity|undefined|null/);
  const negative = generalizability(
    design(randomOf("negative"), {models: 4, tasks: 2, points: 2, tests: 2, trials: 2}, {trial: 1})
  );
  expect(negative.notes.join()).toMatch(/the estimate is below 0 and counts as 0/);
  expect(negative.rows.every(({variance}) => variance === null || variance >= 0)).toBe(true);
});

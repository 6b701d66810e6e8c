import fc from "fast-check";
import {describe, expect, test} from "vitest";
import {randomOf} from "../../pipelines/generate/seed.js";
import {rescaledInterval} from "../../pipelines/score/accuracy.js";
import {type FormulaCounts, formulaDifference, formulaScore} from "../../pipelines/score/formula.js";

const point = (correct: number, incorrect: number, guess: number, truncated = 0): FormulaCounts => ({
  correct,
  incorrect,
  truncated,
  guess_sum: guess * (correct + incorrect)
});
const one = (...points: FormulaCounts[]) => [{weight: 1, points}];
const GUESSES = [0, 0.1, 0.25, 1 / 3, 0.5, 0.9];

test("of multiple-choice answers it is rights less wrongs ÷ (options − 1), omitted ones worth nothing (Diamond & Evans 1973)", () => {
  // 60 items of five options: 40 right, 12 wrong, 8 omitted give 40 − 12/4 = 37.
  expect(formulaScore(one(point(40, 12, 0.2, 8)))!.value).toBeCloseTo(37 / 60, 12);
});

test("for one point without truncation it is excess accuracy, and so is its interval, for every count and guess chance", () => {
  for (const guess of GUESSES)
    for (const n of [2, 3, 8, 50])
      for (let correct = 0; correct <= n; correct++) {
        const {value, low, high} = formulaScore(one(point(correct, n - correct, guess)))!;
        const interval = rescaledInterval({correct, total: n, guessSum: guess * n});
        expect(value).toBeCloseTo((correct / n - guess) / (1 - guess), 9);
        expect([low, high].map(end => end.toFixed(6))).toEqual([interval.low, interval.high].map(end => end.toFixed(6)));
      }
});

const points = fc.array(
  fc.record({
    correct: fc.integer({min: 0, max: 9}),
    incorrect: fc.integer({min: 0, max: 9}),
    truncated: fc.integer({min: 0, max: 9}),
    guess: fc.constantFrom(...GUESSES)
  }),
  {minLength: 1, maxLength: 6}
);

test("the interval holds the estimate, is never of width 0, ends at 1 and at what guessing wrong costs, and more right answers raise the score", () => {
  fc.assert(
    fc.property(
      fc.array(points, {minLength: 1, maxLength: 4}),
      fc.constantFrom("tests" as const, "points" as const),
      (drawn, over) => {
        const groups = drawn.map(own => ({
          weight: 1,
          points: own.map(({guess, correct, incorrect, truncated}) => point(correct, incorrect, guess, truncated))
        }));
        const found = formulaScore(groups, {over});
        const samples = groups
          .flatMap(group => group.points)
          .reduce((n, each) => n + each.correct + each.incorrect + each.truncated, 0);
        if (samples === 0) return expect(found).toBeNull();
        const {value, low, high, n} = found!;
        expect(n).toBe(samples);
        expect(low).toBeLessThanOrEqual(value);
        expect(high).toBeGreaterThanOrEqual(value);
        expect(high - low).toBeGreaterThan(0);
        expect(high).toBeLessThanOrEqual(1 + 1e-9);
        expect(low).toBeGreaterThanOrEqual(-9 - 1e-9);
        const first = groups[0]!.points.find(({incorrect}) => incorrect > 0);
        if (!first) return;
        const better = groups.map((group, i) => ({
          ...group,
          points: group.points.map(each =>
            i === 0 && each === first ? {...each, correct: each.correct + 1, incorrect: each.incorrect - 1} : each
          )
        }));
        expect(formulaScore(better, {over})!.value).toBeGreaterThan(value);
      }
    )
  );
});

test("1 right of 50 is near guessing, and no answer at all is nothing", () => {
  const spread = Array.from({length: 50}, (_, i) => point(i === 7 ? 1 : 0, i === 7 ? 0 : 1, 0.25));
  const {value, low, high} = formulaScore(one(...spread))!;
  expect(value).toBeCloseTo((0.02 - 0.25) / 0.75, 9);
  expect(low).toBeGreaterThanOrEqual(-1 / 3 - 1e-9);
  expect(high).toBeLessThan(0);
  expect(formulaScore(one(point(0, 0, 0.25)))).toBeNull();
  expect(formulaScore(one(point(0, 0, 0, 20)))).toMatchObject({value: 0, n: 20});
});

test("points of a task count the same however many samples they have, and so do tasks", () => {
  const [easy, hard] = [point(64, 0, 0), point(0, 32, 0)];
  expect(formulaScore(one(easy, hard))!.value).toBeCloseTo(0.5, 12);
  const groups = [
    {weight: 1, points: [easy, hard]},
    {weight: 1, points: [point(10, 0, 0)]}
  ];
  expect(formulaScore(groups)!.value).toBeCloseTo(0.75, 12);
});

test("over points it is the stratified mean of survey statistics: t over the points' means where they vary more than their samples", () => {
  // Ten points of one task with means 0.1, 0.2, …, 1.0: variance of their mean 0.0917 ÷ 10, so 0.2475 ÷ 0.00917 + 1 = 28.0 samples, which
  // times (1.96 ÷ 2.262)² for 9 degrees of freedom are 21.0; Wilson's interval of 0.55 on these is [0.347, 0.738] (by hand).
  const given = one(...Array.from({length: 10}, (_, i) => point(100 * (i + 1), 1000 - 100 * (i + 1), 0)));
  const {low, high} = formulaScore(given, {over: "points"})!;
  expect(low).toBeCloseTo(0.347, 2);
  expect(high).toBeCloseTo(0.738, 2);
  const tests = formulaScore(given)!;
  expect(tests.high - tests.low).toBeLessThan(0.02);
  // One point per task has no spread over points: the error over tests stands.
  const single = [0.2, 0.8].map(share => ({weight: 1, points: [point(100 * share, 100 * (1 - share), 0)]}));
  expect(formulaScore(single, {over: "points"})).toEqual(formulaScore(single));
});

describe("intervals over tests hold what the score tends to 93 to 97 times in 100", () => {
  // Truths per point of a task, by excess accuracy: at chance, below it (six tenths as often right as by guessing), in the middle, all over.
  const PROFILES: Record<string, (point: number, of: number, guess: number) => number> = {
    "at chance": () => 0,
    "below chance": (_point, _of, guess) => (-0.6 * guess) / (1 - guess),
    middling: () => 0.5,
    "from easy to hard": (point, of) => 1 - (point + 0.5) / of
  };
  const RUNS = 2_000;
  const cases = Object.keys(PROFILES).flatMap(profile =>
    [0.1, 0.25, 0.5].flatMap(guess =>
      (
        [
          {tasks: 9, perTask: 8, samples: 1},
          {tasks: 9, perTask: 1, samples: 8},
          {tasks: 3, perTask: 4, samples: 4},
          {tasks: 3, perTask: 1, samples: 64},
          {tasks: 9, perTask: 8, samples: 32}
        ] as const
      ).map(shape => ({profile, guess, ...shape}))
    )
  );
  test.each(cases)("$profile, guess chance $guess, $tasks tasks of $perTask points of $samples", ({
    profile,
    guess,
    tasks,
    perTask,
    samples
  }) => {
    const random = randomOf(`formula ${profile} ${guess} ${tasks} ${perTask} ${samples}`);
    const cut = 0.1;
    const truths = Array.from({length: perTask}, (_, i) => PROFILES[profile]!(i, perTask, guess));
    const truth = ((1 - cut) * truths.reduce((a, b) => a + b, 0)) / perTask;
    let held = 0;
    for (let run = 0; run < RUNS; run++) {
      const groups = Array.from({length: tasks}, () => ({
        weight: 1,
        points: truths.map(p => {
          let [correct, truncated] = [0, 0];
          for (let i = 0; i < samples; i++) {
            if (random.real() < cut) truncated++;
            else if (random.real() < guess + (1 - guess) * p) correct++;
          }
          return point(correct, samples - correct - truncated, guess, truncated);
        })
      }));
      const {low, high} = formulaScore(groups)!;
      if (low <= truth && truth <= high) held++;
    }
    // Single samples cannot tell the spread within points from that between them: those intervals err on the wide side.
    expect(held / RUNS).toBeGreaterThan(0.93 - 2 * Math.sqrt((0.93 * 0.07) / RUNS));
    if (samples > 1) expect(held / RUNS).toBeLessThan(0.975 + 2 * Math.sqrt((0.03 * 0.97) / RUNS));
  });
});

describe("the score of a part minus that of all", () => {
  const named = (groups: {weight: number; points: FormulaCounts[]}[]) =>
    groups.map(({weight, points}, g) => ({weight, points: points.map((each, i) => ({...each, id: `${g} ${i}`}))}));
  const difference = (all: FormulaCounts[], part: FormulaCounts[]) =>
    formulaDifference(named(one(...all)), named(one(...part)), ({id}) => id);

  test("of one point, by hand: 6 of 8 against 7 of 10", () => {
    // Variance of a sample 10 · 0.7 · 0.3 ÷ 9; weights 1/8 − 1/10 of the eight, 1/10 of the two that are left out.
    const variance = ((10 * 0.7 * 0.3) / 9) * (8 * (1 / 8 - 1 / 10) ** 2 + 2 * (1 / 10) ** 2);
    const {value, low, high} = difference([point(7, 3, 0)], [point(6, 2, 0)])!;
    expect(value).toBeCloseTo(0.05, 12);
    // and half of the step by which one of the two moves the difference
    expect(high - value).toBeCloseTo(1.959964 * Math.sqrt(variance) + 0.5 / 10, 6);
    expect(value - low).toBeCloseTo(high - value, 12);
  });

  test("the whole as a part has no difference, and neither has nothing at all", () => {
    for (const counts of [point(0, 3, 0.25), point(1, 0, 0), point(0, 0, 0, 4), point(50_000, 50_000, 0.5)])
      expect(difference([counts], [counts])).toEqual({value: 0, low: 0, high: 0});
    expect(difference([point(2, 2, 0)], [point(0, 0, 0)])).toBeNull();
    expect(difference([], [])).toBeNull();
  });

  test("has an interval of some width where all samples agree, or a point goes altogether", () => {
    const alike = difference([point(5, 0, 0)], [point(4, 0, 0)])!;
    expect(alike.value).toBe(0);
    expect(alike.high).toBeGreaterThan(0);
    const gone = difference([point(3, 1, 0), point(1, 3, 0)], [point(3, 1, 0), point(0, 0, 0)])!;
    expect(gone.value).toBeCloseTo(0.75 - 0.5, 12);
    expect(gone.low).toBeLessThan(gone.value);
  });

  test("is the difference of the two scores, for any groups and weights", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(points, fc.integer({min: 1, max: 9})), {minLength: 1, maxLength: 4}), groups => {
        const all = named(
          groups.map(([counts, weight]) => ({
            weight,
            points: counts.map(each => point(each.correct, each.incorrect, each.guess, each.truncated))
          }))
        );
        const part = all.map(({weight, points}) => ({
          weight,
          points: points.map(each => {
            const [correct, incorrect] = [Math.floor(each.correct / 2), each.incorrect];
            const guess = each.correct + each.incorrect > 0 ? each.guess_sum / (each.correct + each.incorrect) : 0;
            return {...each, correct, guess_sum: guess * (correct + incorrect)};
          })
        }));
        const [whole, rest, found] = [formulaScore(all), formulaScore(part), formulaDifference(all, part, ({id}) => id)];
        if (whole === null || rest === null) return expect(found).toBeNull();
        expect(found!.value).toBeCloseTo(rest.value - whole.value, 9);
        expect(found!.low).toBeLessThanOrEqual(found!.value);
        expect(found!.high).toBeGreaterThanOrEqual(found!.value);
      })
    );
  });

  test.each([
    {p: 0.5, left: 1, width: 0.05},
    {p: 0.84, left: 1, width: 0.05},
    {p: 0.97, left: 1, width: 0.05},
    {p: 0.7, left: 3, width: 0.1},
    {p: 0.7, left: 18, width: 0.2}
  ])("covers no difference in at least 94 % of cases where $left of 80 items are left out by chance, p = $p", ({
    p,
    left,
    width
  }) => {
    const random = randomOf(`items left out by chance ${p} ${left}`);
    const REPETITIONS = 2_000;
    let [covered, sum] = [0, 0];
    for (let i = 0; i < REPETITIONS; i++) {
      const right = Array.from({length: 80}, () => (random.real() < p ? 1 : 0));
      const count = (values: number[]) => point(values.filter(Boolean).length, values.filter(value => !value).length, 0);
      const {low, high} = difference([count(right)], [count(right.slice(left))])!;
      if (low <= 0 && high >= 0) covered++;
      sum += high - low;
    }
    expect(covered / REPETITIONS).toBeGreaterThan(0.94);
    expect(sum / REPETITIONS).toBeLessThan(width);
  });
});

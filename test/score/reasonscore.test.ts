import fc from "fast-check";
import {expect, test} from "vitest";
import {randomOf} from "../../pipelines/generate/seed.js";
import {type PointCounters, pointScore, reasonScore, type Scores, tierScore} from "../../pipelines/score/reasonscore.js";

/** A point whose every sample has 100 tokens. */
const point = (base_task: string, correct: number, incorrect: number, more: Partial<PointCounters> = {}): PointCounters => ({
  base_task,
  tiers: ["easy"],
  correct,
  incorrect,
  truncated: 0,
  guess_sum: 0,
  completion_tokens: 100 * (correct + incorrect + (more.truncated ?? 0)),
  tokens_correct: 100 * correct,
  tokens_incorrect: 100 * incorrect,
  tokens_truncated: 100 * (more.truncated ?? 0),
  tokens_squared: 1e4 * (correct + incorrect + (more.truncated ?? 0)),
  ...more
});

test("layer 1 is Wilson's upper end less the truncated share (Newcombe 1998: 81 of 263 has upper end 0.3662)", () => {
  expect(pointScore(point("a", 81, 182))).toBeCloseTo(0.3662, 3);
  expect(pointScore(point("a", 81, 182), {conservative: true})).toBeCloseTo(0.2553, 3);
  // 263 untruncated of 526: half of all samples are truncated, which takes the whole score.
  expect(pointScore(point("a", 81, 182, {truncated: 263}))).toBe(0);
  expect(pointScore(point("a", 0, 0))).toBe(0);
});

test("layer 3 is a geometric mean in thousandths, with a floor of 0.01 a task", () => {
  expect(tierScore([0.25, 1])).toBeCloseTo(500, 9);
  expect(tierScore([0, 1])).toBeCloseTo(100, 9);
  expect(tierScore([])).toBeNull();
});

test("layer 2 pools counters over a task's points; layer 4 divides the mean of the tiers by mean tokens", () => {
  const points = [point("a", 30, 70), point("a", 51, 112), point("b", 50, 50, {tiers: ["easy", "hard"]})];
  const {tasks, tiers, perToken} = reasonScore(points);
  expect(tasks.get("easy")!.get("a")).toBeCloseTo(0.3662, 3);
  expect(perToken).toBeCloseTo((tiers.get("easy")! + tiers.get("hard")!) / 2 / 100, 9);
});

test("a model that lacks a task of the tier has no score there, only a partial one that names what is missing", () => {
  const suite = new Map([["easy", ["a", "b"]]]);
  const {tiers, partial, perToken} = reasonScore([point("a", 10, 0)], {suite});
  expect(tiers.size).toBe(0);
  expect(partial.get("easy")!.missing).toEqual(["b"]);
  expect(perToken).toBeNull();
});

test("the mean of the tiers needs every tier of the suite: without the hard ones it would be too good", () => {
  const suite = new Map([
    ["easy", ["a"]],
    ["hard", ["a", "b"]]
  ]);
  const half = [point("a", 90, 10, {tiers: ["easy"]}), point("a", 50, 50, {tiers: ["hard"]})];
  expect(reasonScore(half, {suite}).tiers.size).toBe(1);
  expect(reasonScore(half, {suite})).toMatchObject({mean: null, perToken: null});
  const whole = reasonScore([...half, point("b", 50, 50, {tiers: ["hard"]})], {suite});
  expect(whole.mean).toBeCloseTo((whole.tiers.get("easy")! + whole.tiers.get("hard")!) / 2, 9);
});

test("scores stay in range, and more right answers never lower them", () => {
  const counts = fc.record({
    correct: fc.integer({min: 0, max: 99}),
    incorrect: fc.integer({min: 1, max: 100}),
    truncated: fc.integer({min: 0, max: 50})
  });
  fc.assert(
    fc.property(counts, each => {
      const worse = pointScore(point("a", each.correct, each.incorrect, {truncated: each.truncated}));
      const better = pointScore(point("a", each.correct + 1, each.incorrect - 1, {truncated: each.truncated}));
      expect(worse).toBeGreaterThanOrEqual(0);
      expect(better).toBeLessThanOrEqual(1);
      expect(better).toBeGreaterThanOrEqual(worse - 1e-12);
    })
  );
});

const counts = fc.record({
  correct: fc.integer({min: 0, max: 60}),
  incorrect: fc.integer({min: 0, max: 60}),
  truncated: fc.integer({min: 0, max: 60}),
  guess: fc.constantFrom(0, 0.1, 0.25, 0.5, 0.9)
});

test("at every layer the interval holds the published score and has a width, whatever was answered", () => {
  fc.assert(
    fc.property(fc.array(fc.array(counts, {minLength: 1, maxLength: 3}), {minLength: 1, maxLength: 4}), tasks => {
      const points = tasks.flatMap((own, task) =>
        own.map(({correct, incorrect, truncated, guess}) =>
          point(`task ${task}`, correct, incorrect, {truncated, guess_sum: guess * (correct + incorrect)})
        )
      );
      const ends = [{end: "low"}, {}, {end: "high"}] as const;
      const ordered = (low: number, score: number, high: number) => {
        expect(low).toBeLessThanOrEqual(score);
        expect(high).toBeGreaterThanOrEqual(score);
        expect(high - low).toBeGreaterThan(0);
      };
      for (const each of points) ordered(...(ends.map(end => pointScore(each, end)) as [number, number, number]));
      const all = ends.map(end => reasonScore(points, end));
      const layers = (scores: Scores) => [
        ...[...scores.tasks.values()].flatMap(byTask => [...byTask.values()]),
        ...scores.tiers.values(),
        ...[...scores.partial.values()].map(({score}) => score),
        ...(scores.mean === null ? [] : [scores.mean]),
        ...(scores.perToken === null ? [] : [scores.perToken])
      ];
      const [low, score, high] = all.map(layers) as [number[], number[], number[]];
      for (const [i, value] of score.entries()) ordered(low[i]!, value, high[i]!);
    })
  );
});

test("the interval of a point with every count from 0 to n holds its score, at every guess chance", () => {
  for (const guess of [0, 0.25, 0.5, 0.9])
    for (let correct = 0; correct <= 50; correct++) {
      const own = point("a", correct, 50 - correct, {guess_sum: 50 * guess});
      const [low, score, high] = [pointScore(own, {end: "low"}), pointScore(own), pointScore(own, {end: "high"})];
      expect(low).toBeLessThanOrEqual(score);
      expect(high).toBeGreaterThanOrEqual(score);
      expect(high).toBeGreaterThan(low);
    }
});

test("the published interval covers what the score tends to as samples are added", () => {
  // Nine tasks at excess accuracies 0, 0.1, … 0.8, guess chance ¼, a tenth truncated: without margins the tier comes to this.
  const random = randomOf("published interval");
  const truths = Array.from({length: 9}, (_, i) => i / 10);
  const limit = tierScore(truths.map(p => Math.max(0, p - 0.1)))!;
  for (const samples of [4, 32, 512]) {
    let held = 0;
    for (let run = 0; run < 300; run++) {
      const points = truths.map((p, task) => {
        let [correct, truncated] = [0, 0];
        for (let i = 0; i < samples; i++)
          if (random.real() < 0.1) truncated++;
          else if (random.real() < 0.25 + 0.75 * p) correct++;
        const answered = samples - truncated;
        return point(`task ${task}`, correct, answered - correct, {truncated, guess_sum: answered / 4});
      });
      const low = reasonScore(points, {end: "low"}).mean!;
      const high = reasonScore(points, {end: "high"}).mean!;
      if (low <= limit + 1e-9 && limit <= high + 1e-9) held++;
    }
    expect(held / 300).toBeGreaterThan(0.95 - 2 * Math.sqrt((0.95 * 0.05) / 300));
  }
});

test.each([
  ["guess at everything", [0], 0.5, 128],
  ["guess at everything, with few samples", [0], 0.5, 32],
  ["guess at everything, with many samples", [0], 0.25, 512],
  ["guess among ten", [0], 0.1, 32],
  ["are right in 1 % without guessing", [0.01], 0, 128],
  ["can do half of the tasks", [0, 0.5], 0.5, 128],
  ["can do one task", [0, 0, 0, 0, 0, 0, 0, 0, 0.9], 0.5, 128],
  ["are a little better than guessing", [0.02], 0.5, 512]
])("the interval holds the limit for models that %s", (_, excess, guess, samples) => {
  const random = randomOf(`guessers ${excess} ${guess} ${samples}`);
  const truths = Array.from({length: 9}, (_, i) => excess[i % excess.length]!);
  const limit = tierScore(truths)!;
  const runs = 150;
  let held = 0;
  for (let run = 0; run < runs; run++) {
    const points = truths.map((e, task) => {
      let correct = 0;
      for (let i = 0; i < samples; i++) if (random.real() < guess + (1 - guess) * e) correct++;
      return point(`task ${task}`, correct, samples - correct, {guess_sum: guess * samples});
    });
    const [low, high] = (["low", "high"] as const).map(end => reasonScore(points, {end}).mean!);
    if (low! <= limit + 1e-9 && limit <= high! + 1e-9) held++;
  }
  expect(held / runs).toBeGreaterThan(0.95 - 2 * Math.sqrt((0.95 * 0.05) / runs));
});

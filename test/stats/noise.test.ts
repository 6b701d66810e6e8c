import fc from "fast-check";
import {expect, test} from "vitest";
import {randomOf} from "../../pipelines/generate/seed.js";
import {detectableDifference, otherDesigns, pairedNoise, testsNeeded} from "../../pipelines/stats/noise.js";
import {
  countPair,
  type Difference,
  differenceInterval,
  emptyAnswers,
  emptyPairCounts,
  type PairedAnswers,
  type PairedOptions,
  pairedDifference,
  testScores
} from "../../pipelines/stats/paired.js";
import {layTests} from "../../pipelines/studies/compare/answers.js";
import {singleAnswers} from "./singleAnswers.js";

const layout = (n: number, perPoint = n) =>
  layTests(
    Array.from({length: n}, (_, test) => ({
      base_task: "t",
      params: String(Math.floor(test / perPoint)),
      guess_chance: 0,
      generator_version: 1
    }))
  );

function analyse(a: PairedAnswers, b: PairedAnswers, options: PairedOptions = {}, tests = layout(a.right.length)) {
  const sums = countPair(tests, testScores(a, options), testScores(b, options), emptyPairCounts(tests));
  const difference = pairedDifference(tests, sums, options);
  return {difference, noise: pairedNoise(tests, {a, b}, {difference, sums}, options)};
}

const counted = (rows: readonly (readonly [right: number, wrong: number])[]): PairedAnswers => ({
  ...emptyAnswers(rows.length),
  right: Uint16Array.from(rows, ([right]) => right),
  wrong: Uint16Array.from(rows, ([, wrong]) => wrong)
});

test("counted by hand: total, data and prediction noise of three tests", () => {
  // shares: A 1/2, 1, 0; B 0, 1, 0: gains 1/2, 0, 0, mean 1/6, variance (1/9 + 2/36)/2 = 1/12
  const {difference, noise} = analyse(
    counted([
      [1, 1],
      [2, 0],
      [0, 2]
    ]),
    counted([
      [0, 2],
      [2, 0],
      [0, 2]
    ])
  );
  expect(difference.value).toBeCloseTo(1 / 6, 12);
  expect(noise!.total).toBeCloseTo(1 / 12 / 3, 12);
  expect(noise!.single).toBeCloseTo(1 / 2 / 9, 12); // two answers, one right: variance 1/2 of one answer, of the three tests' mean 1/18
  expect(noise!.prediction).toBeCloseTo(1 / 4 / 9, 12);
  expect(noise!.data).toBeCloseTo(0, 12);
  expect(noise!.tests).toBe(3);
});

const pairs = fc.array(
  fc.tuple(
    fc.tuple(fc.integer({min: 0, max: 4}), fc.integer({min: 2, max: 4})),
    fc.tuple(fc.integer({min: 0, max: 4}), fc.integer({min: 2, max: 4}))
  ),
  {minLength: 2, maxLength: 40}
);

test("the parts add up to the total (law of total variance) unless the data part is cut at 0", () => {
  fc.assert(
    fc.property(pairs, rows => {
      const {noise} = analyse(counted(rows.map(([a]) => a)), counted(rows.map(([, b]) => b)));
      expect(noise!.data + noise!.prediction).toBeGreaterThanOrEqual(noise!.total - 1e-12);
      if (noise!.data > 0) expect(noise!.data + noise!.prediction).toBeCloseTo(noise!.total, 12);
      expect(noise!.single).toBeGreaterThanOrEqual(noise!.prediction - 1e-12);
    })
  );
});

test("the weakest cases: single answers cannot be separated, equal answers have no prediction noise", () => {
  expect(analyse(singleAnswers([1, 0, 1, 1]), singleAnswers([1, 1, 0, 0])).noise).toBeNull();
  expect(analyse(singleAnswers([1]), singleAnswers([0])).noise).toBeNull();
  const sure = counted(Array.from({length: 9}, (_, i) => (i % 2 === 0 ? [3, 0] : [0, 3])));
  const {noise, difference} = analyse(sure, counted(Array.from({length: 9}, () => [3, 0])));
  expect(noise!.prediction).toBe(0);
  expect(noise!.data).toBeCloseTo(noise!.total, 12);
  const now = otherDesigns(difference.se!, noise);
  expect(now[2]!.se).toBe(now[0]!.se); // more answers buy nothing
});

test("repeating each answer of a test gives the same difference as the answers once", () => {
  const [a, b] = [
    [1, 0, 1, 1, 0, 1],
    [0, 0, 1, 1, 1, 1]
  ];
  const twice = (values: number[]) => counted(values.map(right => [2 * right, 2 - 2 * right]));
  const [once, repeated] = [analyse(singleAnswers(a!), singleAnswers(b!)), analyse(twice(a!), twice(b!))];
  expect(repeated.difference).toEqual(once.difference);
});

test("sample sizes are those of a paired t-test (R: power.t.test(power = .8, type = 'paired'), n = 33.37 and 198.15)", () => {
  expect(testsNeeded(1, 0.5)).toBe(34);
  expect(testsNeeded(1, 0.2)).toBe(199);
  expect(detectableDifference(1)).toBeCloseTo(2.8016, 3); // 1.9600 + 0.8416
});

/** Answers of k trials to tests whose chances differ, by sides with a true mean difference of `gain`. */
function simulate(seed: string, {n, k, gain, spread}: {n: number; k: number; gain: number; spread: number}) {
  const random = randomOf(seed);
  const draw = (chance: number): [number, number] => {
    let right = 0;
    for (let trial = 0; trial < k; trial++) if (random.chance(chance)) right++;
    return [right, k - right];
  };
  const rows = Array.from({length: n}, () => {
    const level = 0.3 + 0.4 * random.real();
    const own = gain + spread * (2 * random.real() - 1);
    return [draw(level + own / 2), draw(level - own / 2)] as const;
  });
  return analyse(counted(rows.map(([a]) => a)), counted(rows.map(([, b]) => b)));
}

test("by simulation the interval covers 95 %, and the parts are unbiased", () => {
  const [runs, gain, spread, k, n] = [1_000, 0.06, 0.3, 3, 120];
  let [covered, data, single] = [0, 0, 0];
  const values: number[] = [];
  for (let run = 0; run < runs; run++) {
    const {difference, noise} = simulate(`noise ${run}`, {n, k, gain, spread});
    const {low, high} = differenceInterval(difference as Difference)!;
    if (low <= gain && gain <= high) covered++;
    values.push(difference.value!);
    data += noise!.data / runs;
    single += noise!.single / runs;
  }
  expect(covered / runs).toBeGreaterThan(0.93);
  expect(covered / runs).toBeLessThan(0.97);
  // the true gain of a test is uniform: variance spread²/3; that of an answer p(1 − p), in the mean ¼ − var(p) for each side
  expect(data / (spread ** 2 / 3 / n)).toBeGreaterThan(0.9);
  expect(data / (spread ** 2 / 3 / n)).toBeLessThan(1.1);
  const varianceOfChance = 0.4 ** 2 / 12 + spread ** 2 / 3 / 4;
  const expected = 2 * (0.25 - varianceOfChance) - gain ** 2 / 2;
  expect(single * n).toBeCloseTo(expected, 2);
});

test("the forecast for twice the answers is the error that twice the answers have, and power is 80 % at the detectable difference", () => {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const errors = (k: number) =>
    Array.from({length: 200}, (_, run) => simulate(`forecast ${k} ${run}`, {n: 150, k, gain: 0, spread: 0.2}));
  const forecast = mean(errors(2).map(({difference, noise}) => otherDesigns(difference.se!, noise)[2]!.se));
  const actual = mean(errors(4).map(({difference}) => difference.se!));
  expect(forecast / actual).toBeGreaterThan(0.97);
  expect(forecast / actual).toBeLessThan(1.03);
  const detect = detectableDifference(actual);
  const detected = Array.from({length: 600}, (_, run) =>
    simulate(`power ${run}`, {n: 150, k: 4, gain: detect, spread: 0.2})
  ).filter(({difference}) => difference.p! < 0.05);
  expect(detected.length / 600).toBeGreaterThan(0.75);
  expect(detected.length / 600).toBeLessThan(0.85);
});

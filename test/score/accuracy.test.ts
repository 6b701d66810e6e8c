import {DuckDBInstance} from "@duckdb/node-api";
import fc from "fast-check";
import {expect, test} from "vitest";
import {adjustedInterval, excessAccuracy, rescaledInterval} from "../../pipelines/score/accuracy.js";
import {isTruncationUnknown} from "../../pipelines/score/pool.js";
import {statsMacros} from "../../pipelines/score/stats.sql.js";
import {wilson} from "../../pipelines/stats/intervals.js";

// Newcombe 1998, Statistics in Medicine 17:857–872, table I, method 3 (score, no continuity correction); z = 1.95996.
test.each([
  [81, 263, 0.2553, 0.3662],
  [15, 148, 0.0624, 0.1605],
  [0, 20, 0, 0.1611],
  [1, 29, 0.0061, 0.1718]
])("Wilson's interval of %i in %i is the published [%f, %f]", (successes, trials, low, high) => {
  const {center, margin} = wilson(successes / trials, trials, {z: 1.959964});
  expect(center - margin).toBeCloseTo(low, 4);
  expect(center + margin).toBeCloseTo(high, 4);
});

test("no trials give no centre and no margin", () => {
  expect(wilson(0.5, 0)).toEqual({center: 0, margin: 0});
  expect(adjustedInterval({correct: 3, total: 4, guessSum: 4})).toEqual({center: 0, margin: 0});
  expect(rescaledInterval({correct: 0, total: 0, guessSum: 0})).toEqual({low: 0, high: 1});
});

const counts = fc
  .record({
    total: fc.integer({min: 1, max: 2_000}),
    part: fc.double({min: 0, max: 1, noNaN: true}),
    guess: fc.double({min: 0, max: 0.9, noNaN: true})
  })
  .map(({total, part, guess}) => ({correct: Math.round(part * total), total, guessSum: guess * total}));

test("the rescaled interval holds the estimate, negative or not, has a width, and rises with right answers: every count, every guess chance", () => {
  for (const guess of [0, 0.05, 0.25, 1 / 3, 0.5, 0.9, 0.99])
    for (const total of [1, 2, 3, 10, 96]) {
      let before = {low: -Infinity, high: -Infinity};
      for (let correct = 0; correct <= total; correct++) {
        const found = rescaledInterval({correct, total, guessSum: guess * total});
        const estimate = excessAccuracy({correct, total, guessSum: guess * total})!;
        expect(found.low).toBeLessThanOrEqual(estimate);
        expect(found.high).toBeGreaterThanOrEqual(estimate);
        expect(found.high - found.low).toBeGreaterThan(0);
        expect(found.low).toBeGreaterThan(before.low);
        expect(found.high).toBeGreaterThan(before.high);
        expect(found.low).toBeGreaterThanOrEqual(-guess / (1 - guess) - 1e-9);
        expect(found.high).toBeLessThanOrEqual(1 + 1e-9);
        before = found;
      }
    }
  // 16 of 96 where half are right by guessing: (1/6 − 1/2) ÷ 1/2 = −66.7 %; Wilson's [0.1053, 0.2536] (Newcombe's method 3) doubled less 1.
  const {low, high} = rescaledInterval({correct: 16, total: 96, guessSum: 48});
  expect(low).toBeCloseTo(2 * 0.1053 - 1, 3);
  expect(high).toBeCloseTo(2 * 0.2536 - 1, 3);
});

test("without guessing both intervals are Wilson's", () => {
  fc.assert(
    fc.property(counts, ({correct, total}) => {
      const {center, margin} = adjustedInterval({correct, total, guessSum: 0});
      const {low, high} = rescaledInterval({correct, total, guessSum: 0});
      expect(low).toBeCloseTo(Math.max(0, center - margin), 10);
      expect(high).toBeCloseTo(Math.min(1, center + margin), 10);
    })
  );
});

test("at g = 1/2 and n = 128 the adjusted interval covers too little and the rescaled one does not", () => {
  // Exact coverage: the binomial distribution summed over all outcomes. The design states 54 % and 95 % for the adjusted one.
  const coverage = (p: number, covers: (correct: number) => boolean) => {
    const [n, q] = [128, 0.5 + p / 2];
    let logChoose = 0;
    let sum = 0;
    for (let k = 0; k <= n; k++) {
      if (k > 0) logChoose += Math.log(n - k + 1) - Math.log(k);
      if (covers(k)) sum += Math.exp(logChoose + (k > 0 ? k * Math.log(q) : 0) + (n - k > 0 ? (n - k) * Math.log(1 - q) : 0));
    }
    return sum;
  };
  const adjusted = (p: number) =>
    coverage(p, correct => {
      const {center, margin} = adjustedInterval({correct, total: 128, guessSum: 64});
      return p >= center - margin - 1e-12 && p <= center + margin + 1e-12;
    });
  const rescaled = (p: number) =>
    coverage(p, correct => {
      const {low, high} = rescaledInterval({correct, total: 128, guessSum: 64});
      return p >= low && p <= high;
    });
  expect(adjusted(0)).toBeCloseTo(0.54, 1);
  expect(adjusted(0.8)).toBeCloseTo(0.95, 1);
  for (const p of [0, 0.3, 0.8]) expect(rescaled(p)).toBeGreaterThan(0.935);
});

test("the SQL macros are the same formulas", async () => {
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  for (const macro of statsMacros) await connection.run(macro);
  const cases = fc.sample(counts, 200);
  for (const {correct, total, guessSum} of cases) {
    const args = `${correct}, ${total}, ${guessSum}::DOUBLE`;
    const reader = await connection.runAndReadAll(
      `select excess_accuracy(${args}), adjusted_center(${args}), adjusted_margin(${args}), excess_low(${args}), excess_high(${args})`
    );
    const [excess, center, margin, low, high] = reader.getRowsJson()[0] as number[];
    expect(excess).toBeCloseTo(excessAccuracy({correct, total, guessSum})!, 9);
    const adjusted = adjustedInterval({correct, total, guessSum});
    expect([center, margin].map(x => x!.toFixed(9))).toEqual([adjusted.center, adjusted.margin].map(x => x.toFixed(9)));
    const rescaled = rescaledInterval({correct, total, guessSum});
    expect([low, high].map(x => x!.toFixed(9))).toEqual([rescaled.low, rescaled.high].map(x => x.toFixed(9)));
  }
  connection.closeSync();
  instance.closeSync();
});

test("the SQL macro of an unknown share of cut answers is the rule of TypeScript, and null counters are none", async () => {
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  for (const macro of statsMacros) await connection.run(macro);
  const counts = [0, 1, 2, 5];
  const cases = counts.flatMap(samples =>
    counts.flatMap(truncated => counts.map(ended_unknown => ({samples, truncated, ended_unknown})))
  );
  const values = cases.map(({samples, truncated, ended_unknown}) => `(${samples}, ${truncated}, ${ended_unknown})`).join(", ");
  const answersTo = async (rows: string) =>
    (
      await connection.runAndReadAll(
        `select samples, truncated, ended_unknown, is_truncation_unknown(samples, truncated, ended_unknown) as answer from (values ${rows}) t(samples, truncated, ended_unknown)`
      )
    ).getRowObjectsJS();
  expect(await answersTo(values)).toEqual(cases.map(each => ({...each, answer: isTruncationUnknown(each)})));
  expect(await answersTo("(5, 0, null)")).toMatchObject([{answer: false}]);
  connection.closeSync();
  instance.closeSync();
});

test("the standard error of a mean over points is NumPy's: within points, or over all samples where a point has one", async () => {
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  for (const macro of statsMacros) await connection.run(macro);
  const error = async (rows: string) => {
    const reader = await connection.runAndReadAll(
      `select stratified_se(total, squares, n) from (values ${rows}) as t(total, squares, n)`
    );
    return (reader.getRowsJson()[0] as number[])[0];
  };
  // [100, 120, 4096, 90], [300, 310, 290], [50, 60, 55, 52, 58]: sqrt(Σ n var(ddof=1)) / Σ n
  expect(await error("(4406, 16809716, 4), (900, 270200, 3), (275, 15193, 5)")).toBeCloseTo(332.732733, 5);
  // The second point has only its 300: sqrt(var(all, ddof=1) / Σ n)
  expect(await error("(4406, 16809716, 4), (300, 90000, 1), (275, 15193, 5)")).toBeCloseTo(400.47018, 5);
  connection.closeSync();
  instance.closeSync();
});

import fc from "fast-check";
import {expect, test} from "vitest";
import {excessAccuracy, rescaledInterval} from "../../pipelines/score/accuracy.js";
import {type PointCounts, pool} from "../../pipelines/score/pool.js";
import {statsMacros} from "../../pipelines/score/stats.sql.js";
import {
  type AnsweredTest,
  effectiveAnswers,
  sharedAccuracy,
  sharesOfTests,
  singleAnswers
} from "../../pipelines/score/testShares.js";
import {openDuckDB} from "../../pipelines/store/duckdb.node.js";
import {openPageEngine} from "../components/sql/pageEngine.js";

/** A test with so many answers, the share `part` of them right. */
const answered = fc
  .record({
    answers: fc.integer({min: 0, max: 8}),
    part: fc.double({min: 0, max: 1, noNaN: true}),
    guess_chance: fc.constantFrom(0, 0.1, 0.25, 0.5)
  })
  .map(({part, ...each}): AnsweredTest => ({...each, right: Math.round(part * each.answers)}));
const tests = fc.array(answered, {minLength: 1, maxLength: 60});

/** `count` tests with `right` of `answers` right. */
const alike = (count: number, right: number, answers: number): AnsweredTest[] =>
  new Array(count).fill({answers, right, guess_chance: 0});

test("with one answer to each test, accuracy and interval are exactly those of single answers", () => {
  fc.assert(
    fc.property(tests, all => {
      const single = all.map(each => ({...each, answers: 1, right: each.right > 0 ? 1 : 0}));
      const correct = single.filter(({right}) => right === 1).length;
      const counts = {correct, total: single.length, guessSum: single.reduce((sum, {guess_chance}) => sum + guess_chance, 0)};
      const sums = sharesOfTests(single);
      expect(sums).toEqual(singleAnswers(counts));
      const {accuracy, low, high, n, answers} = sharedAccuracy(sums);
      expect({low, high}).toEqual(rescaledInterval(counts));
      expect([accuracy, n, answers]).toEqual([excessAccuracy(counts), single.length, single.length]);
    })
  );
});

test("the interval holds the estimate, and is never wider than that of one answer to each test of the same mean", () => {
  fc.assert(
    fc.property(tests, all => {
      const sums = sharesOfTests(all);
      const {accuracy, low, high} = sharedAccuracy(sums);
      fc.pre(sums.share_tests > 0);
      const counts = {correct: sums.shares, total: sums.share_tests, guessSum: sums.share_guess};
      const one = rescaledInterval(counts);
      expect(low).toBeLessThanOrEqual(accuracy!);
      expect(high).toBeGreaterThanOrEqual(accuracy!);
      expect(high - low).toBeGreaterThan(0);
      expect(high - low).toBeLessThanOrEqual(one.high - one.low + 1e-12);
      const effective = effectiveAnswers(sums);
      expect(effective).toBeGreaterThanOrEqual(sums.share_tests);
      expect(effective).toBeLessThanOrEqual(sums.answers);
    })
  );
});

test("repeats that always agree count as one answer; those of equally difficult tests count all", () => {
  expect(effectiveAnswers(sharesOfTests([...alike(30, 5, 5), ...alike(70, 0, 5)]))).toBeCloseTo(100, 9);
  expect(effectiveAnswers(sharesOfTests(alike(400, 1, 2)))).toBeCloseTo(800, 9);
  // tests that are all right, or all wrong, show no variance: only their number counts
  expect(effectiveAnswers(sharesOfTests(alike(12, 0, 8)))).toBeCloseTo(12, 9);
  expect(effectiveAnswers(sharesOfTests(alike(12, 8, 8)))).toBeCloseTo(12, 9);
});

test("the effective number of answers is that of Kish's design effect where tests are many", () => {
  // Shares 0, ½, 1 of a, b, c tests: variance of the shares over p(1 − p) is (1 + ρ) ÷ 2, with ρ the correlation of two answers to a test.
  const [a, b, c] = [30_000, 40_000, 30_000];
  const correlation = (c / (a + b + c) - 0.25) / 0.25;
  const effective = effectiveAnswers(sharesOfTests([...alike(a, 0, 2), ...alike(b, 1, 2), ...alike(c, 2, 2)]));
  expect(effective / ((2 * (a + b + c)) / (1 + correlation))).toBeCloseTo(1, 4);
});

test("cut answers and tests without others do not count", () => {
  expect(sharesOfTests([{answers: 0, right: 0, guess_chance: 0.5}])).toEqual(sharesOfTests([]));
  expect(sharedAccuracy(sharesOfTests([]))).toEqual({accuracy: null, low: 0, high: 1, n: 0, answers: 0});
  const one = sharedAccuracy(sharesOfTests(alike(1, 0, 8)));
  expect(one).toMatchObject({accuracy: 0, low: 0, n: 1, answers: 8});
  expect(one.high).toBeGreaterThan(0.5);
});

test("pooled points add their sums; points of older stores count as one answer to each test", () => {
  const counts: PointCounts = {
    correct: 6,
    incorrect: 4,
    truncated: 1,
    guess_sum: 2,
    completion_tokens: 10,
    tokens_squared: 20,
    cost: 0
  };
  const older = pool([counts, {...counts, answers: null}]);
  expect(older).toMatchObject({n: 20, answers: 20, accuracy: excessAccuracy({correct: 12, total: 20, guessSum: 4})});
  const sums = sharesOfTests([...alike(4, 3, 4), ...alike(6, 1, 4)]);
  const pooled = pool([counts, {...counts, ...sums}]);
  expect(pooled).toMatchObject({n: 20, answers: 50});
  expect(pooled.accuracy).toBeCloseTo((6 + 4.5 - 2) / (20 - 2), 12);
});

test("the SQL macros are the same formulas, in commands and in pages", async () => {
  const cases = fc.sample(tests, 100).map(sharesOfTests);
  const rows = cases.map(
    ({shares, share_squares, share_tests, share_guess, answers}) =>
      `(${shares}::double, ${share_squares}::double, ${share_tests}, ${share_guess}::double, ${answers})`
  );
  const query = `select accuracy_low(a, b, c, d, e) as low, accuracy_high(a, b, c, d, e) as high from (values ${rows.join(", ")}) t(a, b, c, d, e)`;
  const expected = cases.map(sharedAccuracy).map(({low, high}) => [low.toFixed(9), high.toFixed(9)]);
  const texts = (results: readonly Record<string, unknown>[]) =>
    results.map(({low, high}) => [low, high].map(end => Number(end).toFixed(9)));
  const {connection, close} = await openDuckDB();
  for (const macro of statsMacros) await connection.run(macro);
  expect(texts((await connection.runAndReadAll(query)).getRowObjectsJS())).toEqual(expected);
  close();
  const page = await openPageEngine();
  for (const macro of statsMacros) page.query(macro);
  expect(
    texts(
      page
        .query(query)
        .toArray()
        .map(row => row.toJSON())
    )
  ).toEqual(expected);
});

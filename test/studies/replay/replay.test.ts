import fc from "fast-check";
import {expect, test} from "vitest";
import {quantile} from "../../../pipelines/stats/quantile.js";
import {limitGrid, replayCurves, replayed, replayRanks, type StoredSamples} from "../../../pipelines/studies/replay/replay.js";

const CELLS = 6;
const sample = fc.record({
  cell: fc.integer({min: 0, max: CELLS - 1}),
  place: fc.integer({min: 0, max: 9}),
  status: fc.integer({min: 0, max: 2}),
  tokens: fc.integer({min: 1, max: 500}),
  guess_chance: fc.constantFrom(0, 0.25, 0.5)
});
const many = fc.array(sample, {maxLength: 80});
const columns = (rows: Record<keyof StoredSamples, number>[]): StoredSamples => {
  const column = (name: keyof StoredSamples) => rows.map(row => row[name]);
  return {
    cell: column("cell"),
    place: column("place"),
    status: column("status"),
    tokens: column("tokens"),
    guess_chance: column("guess_chance")
  };
};
/** Cells 0, 2 and 4 are the first evaluation's, 1 and 3 the second's; cell 5 is filtered out. */
const owner = [0, 1, 0, 1, 0, -1];

test("by hand: five samples under a limit of 100 tokens", () => {
  const rows = [
    {cell: 0, place: 0, status: 1, tokens: 100, guess_chance: 0.5},
    {cell: 0, place: 1, status: 1, tokens: 101, guess_chance: 0.5},
    {cell: 2, place: 0, status: 0, tokens: 20, guess_chance: 0},
    {cell: 2, place: 1, status: 2, tokens: 90, guess_chance: 0}, // cut by something else before
    {cell: 2, place: 2, status: 1, tokens: 30, guess_chance: 0} // beyond the samples asked for
  ];
  const [first] = replayed(columns(rows), {owner, evaluations: 1, perPoint: 2, limit: 100});
  // Right: 1, wrong: 1, guesses 0.5: (1 − 0.5) ÷ (2 − 0.5). Cut: 2 of 4. Tokens: (100 + 100 + 20 + 90) ÷ 4.
  expect(first).toMatchObject({accuracy: 1 / 3, n: 2, truncated: 0.5, samples: 4, tokens: 77.5, solved: 0.25});
  // scipy.stats.binomtest(1, 4).proportion_ci(method="wilson") = (0.04558726, 0.69935816), with z = 1.95996
  expect(first!.solved_low).toBeCloseTo(0.04558726, 7);
  expect(first!.solved_high).toBeCloseTo(0.69935816, 7);
});

test("counts are those of plain loops, at any limit and number of samples", () => {
  const limit = fc.oneof(fc.integer({min: 1, max: 500}), fc.constant(Number.POSITIVE_INFINITY));
  fc.assert(
    fc.property(many, limit, fc.integer({min: 1, max: 10}), (rows, limit, perPoint) => {
      const found = replayed(columns(rows), {owner, evaluations: 2, perPoint, limit});
      for (const evaluation of [0, 1]) {
        const own = rows.filter(row => owner[row.cell] === evaluation && row.place < perPoint);
        const kept = own.filter(row => row.tokens <= limit && row.status !== 2);
        expect(found[evaluation]).toMatchObject({n: kept.length, samples: own.length});
        if (own.length > 0) {
          expect(found[evaluation]!.truncated).toBeCloseTo(1 - kept.length / own.length, 12);
          expect(found[evaluation]!.tokens).toBeCloseTo(
            own.reduce((sum, row) => sum + Math.min(row.tokens, limit), 0) / own.length,
            9
          );
          expect(found[evaluation]!.solved).toBeCloseTo(kept.filter(row => row.status === 1).length / own.length, 12);
        }
      }
    })
  );
});

test("a curve holds at each limit what that limit alone gives, but for the interval of tokens", () => {
  fc.assert(
    fc.property(
      many,
      fc.uniqueArray(fc.integer({min: 1, max: 600}), {minLength: 1, maxLength: 8}),
      fc.integer({min: 1, max: 10}),
      (rows, list, perPoint) => {
        const limits = list.sort((a, b) => a - b);
        const curves = replayCurves(columns(rows), {owner, evaluations: 2, perPoint, limits});
        limits.forEach((limit, k) => {
          const alone = replayed(columns(rows), {owner, evaluations: 2, perPoint, limit});
          for (const evaluation of [0, 1]) {
            const {tokens, tokens_low: _, tokens_high: __, ...rest} = alone[evaluation]!;
            const {tokens: drawn, tokens_low, tokens_high, ...same} = curves[evaluation]![k]!;
            expect(same).toEqual(rest);
            expect(drawn).toBeCloseTo(tokens, 9);
            expect([tokens_low, tokens_high]).toEqual([null, null]);
          }
        });
      }
    )
  );
});

test("more tokens never cut more, never solve less, and never write less", () => {
  fc.assert(
    fc.property(many, rows => {
      for (const curve of replayCurves(columns(rows), {owner, evaluations: 2, perPoint: 10, limits: limitGrid(1, 500)}))
        for (let k = 1; k < curve.length; k++) {
          expect(curve[k]!.truncated).toBeLessThanOrEqual(curve[k - 1]!.truncated);
          expect(curve[k]!.solved).toBeGreaterThanOrEqual(curve[k - 1]!.solved);
          expect(curve[k]!.tokens).toBeGreaterThanOrEqual(curve[k - 1]!.tokens - 1e-9);
        }
    })
  );
});

test("limits to draw rise from one end to the other", () => {
  fc.assert(
    fc.property(fc.integer({min: 1, max: 100}), fc.integer({min: 101, max: 100_000}), (low, high) => {
      const grid = limitGrid(low, high);
      expect([grid[0], grid.at(-1)]).toEqual([low, high]);
      expect(grid.every((limit, k) => Number.isInteger(limit) && (k === 0 || limit > grid[k - 1]!))).toBe(true);
    })
  );
});

test("quantiles are R's type 7: quantile(c(7, 1, 3, 10), c(.25, .5, .9)) = 2.5, 5, 9.1", () => {
  expect([0.25, 0.5, 0.9].map(q => quantile([7, 1, 3, 10], q))).toEqual([2.5, 5, expect.closeTo(9.1, 12)]);
  expect(quantile([], 0.5)).toBeNaN();
});

test("ranks follow the reading asked for, and who has no finished answer is last and open", () => {
  const rows = replayed(
    columns([
      ...Array.from({length: 400}, (_, i) => ({cell: 0, place: i, status: i < 390 ? 1 : 2, tokens: 1, guess_chance: 0})),
      ...Array.from({length: 400}, (_, i) => ({cell: 1, place: i, status: i < 20 ? 1 : 2, tokens: 1, guess_chance: 0})),
      {cell: 5, place: 0, status: 2, tokens: 9, guess_chance: 0}
    ]),
    {owner: [0, 1, -1, -1, -1, 2], evaluations: 3, perPoint: 400, limit: 9}
  );
  expect(replayRanks(rows, "solved").map(({rank}) => rank)).toEqual([1, 2, 3]);
  expect(replayRanks(rows, "solved")[0]).toMatchObject({low: 1});
  const [first, second, third] = replayRanks(rows, "accuracy");
  expect([first!.rank, second!.rank, third!.rank]).toEqual([1, 1, 3]); // both answered all they finished
  expect(third!.low).toBeLessThan(3);
});

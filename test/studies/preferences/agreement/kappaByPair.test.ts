import {expect, test} from "vitest";
import {kappaByPair} from "../../../../pipelines/studies/preferences/agreement/agreement.js";
import {corrected, splitHalf} from "../../../../pipelines/studies/preferences/benchmarks/reliability.js";
import {adjustedStrengths, controlled} from "../../../../pipelines/studies/preferences/bradleyTerry/controlled.js";
import {strengths} from "../../../../pipelines/studies/preferences/bradleyTerry/strengths.js";
import {pairs, votesIn, withReal} from "../fixture.js";

withReal("MT-Bench: κ of the judges with most units in common, counted in Python", ["mtbench_human.jsonl"], ([file]) => {
  const found = kappaByPair(votesIn(file!))!;
  expect(found).toHaveLength(13);
  // By a dictionary of units in Python: first votes on common units, (po − pe) ÷ (1 − pe).
  const known = [
    ["expert_24", "author_4", 52, 0.39635157545605304],
    ["expert_24", "author_0", 42, 0.601036269430052],
    ["author_0", "author_4", 38, 0.4938524590163935],
    ["expert_0", "author_0", 18, 0.6712328767123288]
  ] as const;
  for (const [i, [first, second, n, value]] of known.entries()) {
    expect(found[i]).toMatchObject({first, second, n});
    expect(found[i]!.value).toBeCloseTo(value, 10);
    expect(found[i]!.lo! < value && value < found[i]!.hi!).toBe(true);
  }
});

const ALL_TIES = pairs(["a=b", "b=c", "c=a", "a=b", "b=c", "a=c", "b=a", "c=b"]);

test("all ties: position is not known to do nothing, and halves without a difference give no reliability", () => {
  const held = controlled(ALL_TIES)!;
  const [position] = held.effects;
  expect(position!.value).toBeCloseTo(0, 9);
  // Information of a coin at ½ is ¼ a vote: of 8 votes the error is 1 ÷ √2, and no less with strengths beside it.
  expect(position!.se).toBeGreaterThanOrEqual(Math.SQRT1_2 - 1e-9);
  for (const {rank, rank_lo, rank_hi} of adjustedStrengths(held)) expect([rank, rank_lo, rank_hi]).toEqual([1, 1, 3]);
  expect(splitHalf(ALL_TIES)).toBeNull();
});

test("with nothing to hold equal, strengths, intervals and ranks are those without covariates", () => {
  const votes = pairs(["a>b", "b>a", "a>b", "a>c", "c>a", "b>c", "c>b", "b=c", "a=c", "a>c", "b>c", "a=b"]);
  const held = adjustedStrengths(controlled(votes, [])!);
  const plain = strengths(votes, {ranksBy: "prompts"}).rows;
  expect(held.map(({model}) => model)).toEqual(plain.map(({model}) => model));
  for (const [i, {beta, lo, hi, rank, rank_lo, rank_hi}] of held.entries()) {
    expect(beta).toBeCloseTo(plain[i]!.beta, 6);
    expect(lo).toBeCloseTo(plain[i]!.interval.prompts![0], 6);
    expect(hi).toBeCloseTo(plain[i]!.interval.prompts![1], 6);
    expect([rank, rank_lo, rank_hi]).toEqual([plain[i]!.ranks.rank, plain[i]!.ranks.lo, plain[i]!.ranks.hi]);
  }
});

test("correction for attenuation: Spearman's formula for the value and both ends, of Pearson's r alone", () => {
  const row = {benchmark: "x", lo: 0.3, hi: 0.75, n: 20};
  const given = [
    {...row, coefficient: "pearson", value: 0.6},
    {...row, coefficient: "spearman", value: 0.5}
  ];
  const [only, ...others] = corrected(given, 0.64); // √0.64 = 0.8
  expect(others).toEqual([]);
  expect([only!.value, only!.lo, only!.hi].map(x => Number(x!.toFixed(12)))).toEqual([0.75, 0.375, 0.9375]);
  expect(corrected(given, 0)).toEqual([]);
});

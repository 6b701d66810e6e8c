import {lastValueFrom, toArray} from "rxjs";
import {expect, test} from "vitest";
import {randomOf} from "../../../pipelines/generate/seed.js";
import {CORRECT, INCORRECT, TRUNCATED} from "../../../pipelines/score/status.js";
import type {Exit} from "../../../pipelines/studies/hazard/cohort.js";
import {choose, type HazardData, hazardRows, narrowingRows} from "../../../pipelines/studies/hazard/competingRisks.js";

const random = randomOf("hazard rows");
const samples = (point: number, right: number): Exit[] =>
  Array.from({length: 40}, () => {
    const tokens = random.integer(5, 120);
    return tokens > 100
      ? {point, tokens: 100, status: TRUNCATED}
      : {point, tokens, status: random.chance(right) ? CORRECT : INCORRECT};
  });
const point = (number: number, base_task: string, tiers: string[]) => ({
  point: number,
  base_task,
  tiers,
  prompt_tokens: 4_000,
  samples: 40
});
const data: HazardData = {
  points: [point(0, "a", ["easy"]), point(1, "a", ["hard"]), point(2, "b", ["easy", "hard"])],
  exits: [...samples(0, 0.9), ...samples(1, 0.5), ...samples(2, 0.7)]
};
const options = {limit: "event", design: "tests", price: {input: 1, output: 2}, replicates: 60} as const;

test("rows of all tasks and of each, whose counts add up", () => {
  const rows = hazardRows(data, options);
  expect(rows.map(({base_task, n, points}) => [base_task, n, points])).toEqual([
    ["", 120, 3],
    ["a", 80, 2],
    ["b", 40, 1]
  ]);
  for (const {correct, incorrect, truncated, unfinished, budget, tokens_high, n} of rows) {
    expect(correct + incorrect + truncated! + unfinished).toBeCloseTo(1, 12);
    expect(tokens_high).toBeLessThanOrEqual(budget);
    expect(Math.round(correct * n)).toBeCloseTo(correct * n, 9);
  }
});

test("a budget stops what still writes; one beyond the longest sample is the longest sample", () => {
  const [all] = hazardRows(data, {...options, budget: 50});
  expect(all!.budget).toBe(50);
  expect(all!.correct).toBeCloseTo(data.exits.filter(({tokens, status}) => tokens <= 50 && status === CORRECT).length / 120, 12);
  expect(all!.unfinished).toBeCloseTo(data.exits.filter(({tokens}) => tokens > 50).length / 120, 12);
  expect(all!.tokens).toBeCloseTo(data.exits.reduce((sum, {tokens}) => sum + Math.min(50, tokens), 0) / 120, 9);
  expect(hazardRows(data, {...options, budget: 9_999})[0]!.budget).toBe(100);
});

test("per dollar counts the prompt: 100 prompt tokens at $1 and completions at $2 a million", () => {
  const [all] = hazardRows(data, options);
  const per = (limit: number) => {
    const right = data.exits.filter(({tokens, status}) => tokens <= limit && status === CORRECT).length;
    return right / ((120 * 100 * 1 + data.exits.reduce((sum, {tokens}) => sum + Math.min(limit, tokens), 0) * 2) / 1e6);
  };
  expect(all!.per_dollar).toBeCloseTo(Math.max(...Array.from({length: 100}, (_, k) => per(k + 1))), 6);
  expect(hazardRows(data, {...options, price: {input: 0, output: 0}})[0]!.best_dollar).toBeNull();
});

test("censored cuts have no share of their own, and one point says nothing about other points", () => {
  const rows = hazardRows(data, {...options, limit: "censoring", design: "points"});
  expect(rows[0]).toMatchObject({truncated: null, truncated_low: null, replicates: 60});
  expect(rows[0]!.correct_low).not.toBeNull();
  expect(rows[2]).toMatchObject({points: 1, correct_low: null, best_low: null, keep95_low: null});
});

test("what narrows ends where all replicates at once end", async () => {
  const growing = await lastValueFrom(narrowingRows(data, {...options, replicates: 130}).pipe(toArray()));
  expect(growing.map(([all]) => all!.replicates)).toEqual([40, 100, 130]);
  expect(growing[2]).toEqual(hazardRows(data, {...options, replicates: 130}));
});

test("task and tier choose points", () => {
  const of = (filter: {task?: string; tier?: string}) => choose(data, filter).points.map(({point: number}) => number);
  expect([of({}), of({task: "a"}), of({tier: "hard"}), of({task: "a", tier: "hard"}), of({task: "c"})]).toEqual([
    [0, 1, 2],
    [0, 1],
    [1, 2],
    [1],
    []
  ]);
  expect(hazardRows(choose(data, {task: "c"}), options)[0]).toMatchObject({n: 0, points: 0, best: null});
});

test("no share is truncated where nothing is known of any end, and 0 where all ends are known", () => {
  const exits = ([CORRECT, INCORRECT, CORRECT] as const).map((status, i): Exit => ({point: 0, tokens: 10 * (i + 1), status}));
  const [withoutEnds, withEnds] = [3, 0].map(
    ended_unknown => hazardRows({points: [{...point(0, "a", []), samples: 3, ended_unknown}], exits}, options)[0]!
  );
  expect(withoutEnds).toMatchObject({truncated: null, truncated_low: null, truncated_high: null});
  expect(withEnds).toMatchObject({truncated: 0});
});

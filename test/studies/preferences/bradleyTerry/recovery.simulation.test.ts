// Does the study find what was planted, and do its intervals hold it 93 to 97 times in 100? Seeded simulations.
import {describe, expect, test} from "vitest";
import {pearson} from "../../../../pipelines/stats/correlation.js";
import {bootstrapIntervals, bootstrapStrengths} from "../../../../pipelines/studies/preferences/bradleyTerry/bootstrap.js";
import {controlled, swaps} from "../../../../pipelines/studies/preferences/bradleyTerry/controlled.js";
import {type ErrorKind, strengths} from "../../../../pipelines/studies/preferences/bradleyTerry/strengths.js";
import {judgeEffects} from "../../../../pipelines/studies/preferences/judging/judges.js";
import {ratingsOfVotes} from "../../../../pipelines/studies/preferences/ratings/ratings.js";
import {severities} from "../../../../pipelines/studies/preferences/ratings/severity.js";
import {ratingStudy} from "../../../../pipelines/studies/preferences/ratings/study.js";
import {
  expectedRatings,
  expectedStrengths,
  groundTruthIn,
  shippedPlan,
  simulateVotes,
  type VotePlan
} from "../../../../pipelines/studies/preferences/simulate/simulateVotes.js";

import {type Votes, votesOf} from "../../../../pipelines/studies/preferences/votes/votes.js";
import {leeway, MIN_TWIN, repetitions} from "../../../repetitions.js";
import {plain, plan, right, STRENGTHS} from "../planned.js";

/** Share of runs and models whose interval holds the expected strength. */
function coverage(kind: ErrorKind, full: number, of: (run: number) => VotePlan): number {
  const runs = repetitions(full);
  let held = 0;
  for (let run = 0; run < runs; run++) {
    const each = of(run);
    const truth = expectedStrengths(each);
    const {rows} = strengths(votesOf(simulateVotes(each)), {errors: [kind], ranksBy: kind});
    for (const {model, interval} of rows) {
      const [low, high] = interval[kind]!;
      if (low <= truth.get(model)! && truth.get(model)! <= high) held++;
    }
  }
  return held / (runs * STRENGTHS.length);
}
describe("intervals of strengths hold the truth 93 to 97 times in 100", () => {
  test("information, where the model is exact", () => {
    right(coverage("information", 250, run => plan(`information ${run}`)));
  });

  test("sandwich over votes, with ties as half", () => {
    right(coverage("votes", 250, run => plan(`votes ${run}`, {judge: {ties: 0.5}})));
  });

  test("clusters of prompts, where several judges see the same lucky answers; over votes they hold it too rarely", () => {
    const lucky = (run: number) => plan(`prompts ${run}`, {units: 240, panel: 4, prompts: 80, turns: 1, luck: 1});
    right(coverage("prompts", 250, lucky));
    expect(coverage("votes", 120, lucky)).toBeLessThan(0.92 + leeway(0.92, MIN_TWIN));
  });

  test("bootstrap over votes", () => {
    const RUNS = repetitions(120);
    let held = 0;
    for (let run = 0; run < RUNS; run++) {
      const each = plan(`bootstrap ${run}`, {judge: {ties: 0.4}});
      const truth = expectedStrengths(each);
      const {fit, votes, models} = strengths(votesOf(simulateVotes(each)), {errors: ["information"]});
      bootstrapIntervals(bootstrapStrengths(votes, fit!, {replicates: 400})).forEach(({lo, hi}, i) => {
        if (lo <= truth.get(models[i]!)! && truth.get(models[i]!)! <= hi) held++;
      });
    }
    right(held / (RUNS * STRENGTHS.length));
  });

  test("all true ranks lie in their intervals at once at least 95 times in 100, less what chance allows", () => {
    const RUNS = repetitions(200);
    let held = 0;
    for (let run = 0; run < RUNS; run++) {
      const {rows} = strengths(votesOf(simulateVotes(plan(`ranks ${run}`))), {errors: ["votes"], ranksBy: "votes"});
      if (rows.every(({model, ranks}) => ranks.lo <= 1 + Number(model.slice(1)) && 1 + Number(model.slice(1)) <= ranks.hi))
        held++;
    }
    expect(held / RUNS).toBeGreaterThan(0.95 - 3 * Math.sqrt((0.95 * 0.05) / RUNS));
  });
});

describe("effects that were planted are found", () => {
  test("position and length: without bias, and covered 93 to 97 times in 100", () => {
    const RUNS = repetitions(500);
    const truth = {position: 0.3, length: 0.6};
    const found = {position: [0, 0], length: [0, 0]} as Record<keyof typeof truth, [number, number]>;
    for (let run = 0; run < RUNS; run++) {
      // every prompt its own cluster of few votes, judges alike: errors over prompts are right, those over both err on the wide side
      const votes = votesOf(simulateVotes(plan(`effects ${run}`, {judge: truth, prompts: 250, units: 500})));
      const one: Votes = {...votes, judges: ["all"], judge: votes.judge.map(() => 0)};
      for (const {name, value, lo, hi} of controlled(one)!.effects) {
        const own = found[name as keyof typeof truth];
        own[0] += value / RUNS;
        if (lo <= truth[name as keyof typeof truth] && truth[name as keyof typeof truth] <= hi) own[1]++;
      }
    }
    for (const name of ["position", "length"] as const) {
      expect(found[name][0]).toBeCloseTo(truth[name], 1);
      right(found[name][1] / RUNS);
    }
  });

  test("strengths with length held equal are the planted ones; without, long answers look strong", () => {
    const wordy = plan("wordy", {
      models: STRENGTHS.map((strength, i) => ({model: `m${i}`, strength, length: i === 5 ? 7.5 : 5})),
      judge: {length: 0.8, position: 0.2},
      units: 6_000,
      prompts: 600
    });
    const votes = votesOf(simulateVotes(wordy));
    const held = controlled(votes)!;
    const mean = STRENGTHS.reduce((sum, value) => sum + value, 0) / STRENGTHS.length;
    for (const [i, strength] of STRENGTHS.entries())
      expect(Math.abs(held.fit.parameters[i]! - (strength - mean))).toBeLessThan(0.2);
    expect(strengths(votes).rows[0]!.model).toBe("m5");
  });

  test("Rao and Kupper's model finds strengths and ties of votes that were drawn from it", () => {
    const votes = votesOf(simulateVotes(plan("ties", {judge: {ties: 0.6}, units: 12_000, prompts: 1_000})));
    const found = strengths(votes, {ties: "rao-kupper"});
    expect(Math.exp(found.fit!.parameters.at(-1)!)).toBeCloseTo(0.6, 1);
    const truth = new Map(STRENGTHS.map((strength, i) => [`m${i}`, strength]));
    for (const {model, beta, interval} of found.rows) {
      expect(Math.abs(beta - truth.get(model)!)).toBeLessThan(0.12);
      expect(interval.information![1] - interval.information![0]).toBeLessThan(0.15);
    }
  });

  test("judges: position, length and carelessness of each", () => {
    const habits = [
      {judge: "plain", ...plain},
      {judge: "first", ...plain, position: 1},
      {judge: "wordy", ...plain, length: 1},
      {judge: "careless", ...plain, discrimination: 0}
    ];
    const votes = votesOf(simulateVotes({...plan("judges"), judges: habits, units: 4_000, prompts: 400}));
    const known = new Map(STRENGTHS.map((strength, i) => [`m${i}`, strength]));
    const effects = new Map(judgeEffects(votes, known).map(row => [row.judge, row]));
    const holds = (judge: string, effect: "position" | "length" | "discrimination", truth: number) => {
      const {value, se} = effects.get(judge)![effect]!;
      expect(Math.abs(value - truth), `${judge} ${effect}`).toBeLessThan(3 * se);
      expect(se).toBeLessThan(0.15);
    };
    for (const {judge, position, length, discrimination} of habits) {
      holds(judge, "position", position);
      holds(judge, "length", length);
      holds(judge, "discrimination", discrimination);
    }
  });

  test("a judge who always takes the first is never consistent when the answers change places", () => {
    const votes = votesOf(simulateVotes({...plan("swaps"), judges: [{judge: "first", ...plain, position: 30}], swapped: 1}));
    expect(swaps(votes)).toMatchObject({n: 500, consistent: 0, first: 500, second: 0, share: 0});
  });
});

test("ratings move no preference, and what they lead one to expect is found", () => {
  const shipped = shippedPlan();
  const list = simulateVotes(shipped);
  const bare = simulateVotes({...shipped, aspects: [], judges: shipped.judges.map(({rates: _, ...judge}) => judge)});
  expect(list.map(({ratings: _, ...vote}) => vote)).toEqual(bare);
  const raters = new Set(shipped.judges.flatMap(({judge, rates}) => (rates ? [judge] : [])));
  for (const {judge, ratings} of list) expect(ratings !== undefined).toBe(raters.has(judge));
  const votes = votesOf(list);
  const studies = ratingStudy(ratingsOfVotes(votes), {votes});
  expect(studies.map(({aspect}) => aspect)).toEqual(["helpfulness", "correctness", "fluency"]);
  // Intervals over prompts alone, for these judges: of 45 means and 42 severities hardly more than a tenth may miss.
  let missed = {means: 0, severities: 0};
  expectedRatings(shipped).forEach(({models, severity}, i) => {
    const found = severities(ratingsOfVotes(votes)[i]!);
    if ("why" in found) throw new Error(found.why);
    for (const {judge, lo, hi} of found.judges)
      if (severity.get(judge)! < lo! || severity.get(judge)! > hi!) missed = {...missed, severities: missed.severities + 1};
    for (const {model, lo, hi} of studies[i]!.models)
      if (models.get(model)! < lo! || models.get(model)! > hi!) missed = {...missed, means: missed.means + 1};
  });
  expect(missed.means).toBeLessThanOrEqual(5);
  expect(missed.severities).toBeLessThanOrEqual(5);
});

test("the judgments that the workbook ships with: 12,000 on 15 models, the same every time, their strengths found", () => {
  const shipped = shippedPlan();
  const list = simulateVotes(shipped);
  expect(list).toHaveLength(12_000);
  expect(simulateVotes(shippedPlan())).toEqual(list);
  const {rows} = strengths(votesOf(list));
  expect(rows).toHaveLength(15);
  const truth = expectedStrengths(shipped);
  expect(
    pearson(
      rows.map(({beta}) => beta),
      rows.map(({model}) => truth.get(model)!)
    )
  ).toBeGreaterThan(0.98);
  const held = rows.filter(
    ({model, interval}) => interval.both![0] <= truth.get(model)! && truth.get(model)! <= interval.both![1]
  );
  expect(held.length).toBeGreaterThanOrEqual(13);
  expect(
    groundTruthIn(shipped)
      .filter(({kind}) => kind === "strength")
      .reduce((sum, {value}) => sum + value, 0)
  ).toBeCloseTo(0, 9);
});

// The study of human judgments at sizes that leaderboards have: a million votes, thousands of replicates, a filter on the page.
import {randomOf} from "../../pipelines/generate/seed.js";
import {bootstrapStrengths} from "../../pipelines/studies/preferences/bradleyTerry/bootstrap.js";
import {strengths} from "../../pipelines/studies/preferences/bradleyTerry/strengths.js";
import {humanStudy} from "../../pipelines/studies/preferences/study.js";
import {type Votes, where} from "../../pipelines/studies/preferences/votes/votes.js";
import type {BenchRow} from "./infer.bench.js";

const LIMITS_MS = {million: 3_000, bootstrap: 5_000, filter: 200};

/** Votes of models of evenly spaced strength: a fifth ties, two turns, as many prompts and judges as said. */
export function benchVotes(n: number, {models, prompts, judges}: {models: number; prompts: number; judges: number}): Votes {
  const random = randomOf(`bench human ${n}`);
  const column = (draw: () => number) => Int32Array.from({length: n}, draw);
  const a = column(() => random.integer(0, models - 1));
  const b = a.map(i => (i + random.integer(1, models - 1)) % models);
  const strength = (i: number) => 2 - (4 * i) / models;
  const outcome = Uint8Array.from({length: n}, (_, v) =>
    random.chance(0.2) ? 1 : random.chance(1 / (1 + Math.exp(strength(b[v]!) - strength(a[v]!)))) ? 0 : 2
  );
  const names = (stem: string, size: number) => Array.from({length: size}, (_, i) => `${stem}${String(i).padStart(6, "0")}`);
  const question = column(() => random.integer(0, prompts - 1));
  const turn = column(() => random.integer(1, 2));
  const judge = column(() => random.integer(0, judges - 1));
  const unit = new Int32Array(n);
  const at = new Map<number, number>();
  for (let v = 0; v < n; v++) {
    const pair = Math.min(a[v]!, b[v]!) * models + Math.max(a[v]!, b[v]!);
    const key = (question[v]! * 2 + turn[v]! - 1) * models * models + pair;
    let own = at.get(key);
    if (own === undefined) at.set(key, (own = at.size));
    unit[v] = own;
  }
  return {
    n,
    models: names("m", models),
    judges: names("j", judges),
    questions: names("q", prompts),
    a,
    b,
    judge,
    question,
    turn,
    outcome,
    unit,
    units: at.size,
    covariates: {},
    ratings: {}
  };
}

const median = (runs: number, work: () => unknown): number => {
  const times = Array.from({length: runs}, () => {
    const started = performance.now();
    work();
    return performance.now() - started;
  });
  return times.sort((x, y) => x - y)[runs >> 1]!;
};

export function benchHuman(): BenchRow[] {
  const row = (work: string, ms: number, limit: number): BenchRow => ({
    work,
    ours: `${ms.toFixed(0)} ms`,
    baseline: `${limit.toLocaleString("en")} ms`,
    ratio: ms / limit,
    target: "≤ 1 × baseline"
  });
  const million = benchVotes(1_000_000, {models: 100, prompts: 50_000, judges: 20_000});
  const some = benchVotes(12_000, {models: 15, prompts: 160, judges: 40});
  const many = benchVotes(100_000, {models: 30, prompts: 400, judges: 100});
  const {fit, votes} = strengths(some, {errors: ["information"]});
  const boot = (over: "votes" | "prompts") => median(3, () => bootstrapStrengths(votes, fit!, {over, replicates: 2_000}));
  return [
    row(
      "strengths, 5 kinds of error and ranks: 1,000,000 votes × 100 models",
      median(3, () => strengths(million)),
      LIMITS_MS.million
    ),
    row("2,000 bootstrap replicates of 12,000 votes × 15 models", boot("votes"), LIMITS_MS.bootstrap),
    row("the same over prompts", boot("prompts"), LIMITS_MS.bootstrap),
    row(
      "the page's study after a filter, 100,000 votes × 30 models",
      median(5, () => humanStudy(where(many, v => many.turn[v] === 1))),
      LIMITS_MS.filter
    ),
    row(
      "the same, all votes",
      median(5, () => humanStudy(where(many, () => true))),
      LIMITS_MS.filter
    )
  ];
}
if (process.argv[1]?.endsWith("human.bench.ts")) console.table(benchHuman());

// Builds the rows of the published tables from the data of a run or a rescoring.
import type {ManifoldPoint} from "../generate/manifold.node.js";
import {publishedSeed} from "../generate/publishedSeed.js";
import type {Test} from "../generate/task.js";
import type {ForeignCompletion} from "../infer/completion.js";
import {PROMPT_CUT} from "../infer/promptCut.js";
import {shortened} from "../infer/shortened.node.js";
import {adjustedInterval} from "../score/accuracy.js";
import type {Counters} from "../score/counters.js";
import type {Stopped} from "../score/precision.js";
import type {Score} from "../score/score.node.js";
import {type Ended, endOf} from "../score/status.js";
import {SHARE_COLUMNS, sharedAccuracy, sharesOf, singleAnswers, type TestShares} from "../score/testShares.js";
import {withPresentNames} from "./views.sql.js";
import type {Row} from "./writer.node.js";

/** The fields that identify an evaluation, repeated in every table. */
export interface EvaluationKey {
  eval_id: string;
  model: string;
  template: string;
  sampler: string;
}

/** The facets of a point, each of which may have several tags. */
export interface RowFacets {
  groups: string[];
  tiers: string[];
  surfaces: string[];
  projections: string[];
  tags: string[];
}

export const FACETS = ["groups", "tiers", "surfaces", "projections", "tags"] as const satisfies readonly (keyof RowFacets)[];
export type Facet = (typeof FACETS)[number];

/** A row of `points`: identity, facets, raw counters and the estimates computed from them. */
export interface PointRow extends EvaluationKey, RowFacets, Counters, TestShares {
  base_task: string;
  /** Parameters as canonical JSON. */
  params: string;
  params_map: Record<string, number>;
  generator_version: number;
  seed: number | null;
  published_seed: number | null;
  accuracy: number | null;
  center: number;
  margin: number;
  ci_low: number;
  ci_high: number;
  truncated_ratio: number;
  stopped: Stopped;
  simulated: boolean;
  /** Whether its tests are items of a bank; absent in rows of older stores. */
  bank?: boolean | null;
  /** Suites that have the point; none in rows of older stores, and in those that users bring in. */
  suites: string[];
  /** Its tiers within each of them, as `suite tier`. */
  suite_tiers: string[];
}

/** The data from which a row of `points` is built. */
type PointFacts = EvaluationKey &
  RowFacets &
  Pick<PointRow, "base_task" | "generator_version" | "seed" | "stopped" | "simulated" | "bank"> &
  Partial<Pick<PointRow, "suites" | "suite_tiers">> & {
    params: Record<string, unknown>;
    params_json: string;
    counters: Counters;
    /** Of all repeats; absent where each test has one answer. */
    testShares?: TestShares | undefined;
  };

/** A row of `points`, with the estimates computed from its counters. */
export function pointRow({params, params_json, counters, testShares, generator_version, seed, ...facts}: PointFacts): PointRow {
  const counts = {correct: counters.correct, total: counters.correct + counters.incorrect, guessSum: counters.guess_sum};
  const single = singleAnswers(counts);
  const shares = testShares && hasRepeats(testShares, counts.total) ? roundedShares(testShares) : single;
  const {accuracy, low, high} = sharedAccuracy(shares);
  return {
    bank: false,
    suites: [],
    suite_tiers: [],
    ...facts,
    params: params_json,
    params_map: Object.fromEntries(
      Object.entries(params)
        .filter((entry): entry is [string, number] => typeof entry[1] === "number")
        .sort()
    ),
    generator_version,
    seed,
    published_seed: seed === null ? null : publishedSeedOf(params_json, {params, seed}),
    ...counters,
    ...shares,
    accuracy,
    ...adjustedInterval(counts),
    ci_low: low,
    ci_high: high,
    truncated_ratio: counters.truncated / (counts.total + counters.truncated)
  };
}

/** Whether sums are of other answers than the point's samples. */
const hasRepeats = ({answers, share_tests}: TestShares, samples: number): boolean =>
  answers !== share_tests || share_tests !== samples;

/** Sums of fractions to 12 digits, so that they do not depend on the order of their terms. */
const roundedShares = (sums: TestShares): TestShares =>
  Object.fromEntries(SHARE_COLUMNS.map(name => [name, Math.round(sums[name] * 1e12) / 1e12])) as unknown as TestShares;

/** A row that was read from Parquet; a column that an older store lacks is null, or empty for a list. */
export function pointRowOf(row: Record<string, unknown>): PointRow {
  const lists = Object.fromEntries(
    [...FACETS, "suites", "suite_tiers"].map(facet => [facet, (row[facet] as string[] | null | undefined) ?? []])
  );
  const map = (row.params_map ?? []) as {key: string; value: number}[];
  const counts = row as unknown as Counters;
  const {cut_by_evidence, ended_unknown} = counts;
  const ends = {
    cut_by_evidence: cut_by_evidence ?? 0,
    ended_unknown: ended_unknown ?? counts.correct + counts.incorrect
  };
  return {
    ...withPresentNames(row),
    ...lists,
    ...ends,
    ...sharesOf(row as unknown as Parameters<typeof sharesOf>[0]),
    params_map: Object.fromEntries(map.map(({key, value}) => [key, value]))
  } as unknown as PointRow;
}

/** Published seeds by point, computed once because every evaluation has the same points. */
const publishedSeeds = new Map<string, number>();

function publishedSeedOf(params_json: string, {params, seed}: {params: Record<string, unknown>; seed: number}): number {
  const key = `${seed} ${params_json}`;
  let known = publishedSeeds.get(key);
  if (known === undefined) publishedSeeds.set(key, (known = publishedSeed(params, seed)));
  return known;
}

/** One scored response with the data that its rows need. */
export interface ScoredResponse {
  key: EvaluationKey;
  point: Pick<ManifoldPoint, "base_task" | "params_json" | "generator_version"> & {seed: number | null};
  test: Pick<Test, "item_id" | "index" | "expected" | "guess_chance">;
  trial: number;
  /** The question within the template. */
  prompt: string;
  completion: Omit<ForeignCompletion, "latency_ms"> & {latency_ms: number | null};
  score: Score;
  /** Absent: as the finish reason says. */
  ended?: Ended;
  cost: number;
  cached: boolean;
  /** Where its server seems to have cut the prompt: the share of its tokens that the server reports. */
  cut?: number | undefined;
  simulated: boolean;
}

/** A response that is neither right nor wrong, with the name of the measure that says why. */
export type ResponseWithoutScore = Omit<ScoredResponse, "score"> & {unscored: string};

/** The rows of `timings`, `responses` and `measures` of a response without a score. */
export function unscoredRows({unscored, ...response}: ResponseWithoutScore): {timings: Row; responses: Row; measures: Row[]} {
  const {key, test, trial} = response;
  const {timings, responses} = exchangeRows(response);
  const measured = [...measuresOfCut(response), [unscored, 1] as const];
  return {timings, responses, measures: measured.map(([name, value]) => ({...key, item_id: test.item_id, trial, name, value}))};
}

/**
 * The rows of `samples`, `timings`, `responses` and `measures`. Every field is named, since copies of other objects' fields take several
 * times as long, and every sample of a rerun comes through here.
 */
export function responseRows(response: ScoredResponse): {
  samples: Row;
  timings: Row;
  responses: Row;
  measures: Row[];
} {
  const {
    key: {eval_id, model, template, sampler},
    point: {base_task, params_json: params, generator_version, seed},
    test: {item_id, index, expected, guess_chance},
    completion: {prompt_tokens, completion_tokens, finish_reason},
    score: {
      status,
      parsed,
      answer,
      answer_rule,
      answer_start,
      answer_end,
      answer_reason,
      trace_bytes,
      compressed_bytes,
      measures
    },
    trial,
    cost,
    simulated
  } = response;
  const {timings, responses} = exchangeRows(response);
  const measured =
    measures || response.cut !== undefined ? [...Object.entries(measures ?? {}), ...measuresOfCut(response)] : NONE;
  return {
    timings,
    responses,
    measures: measured.map(([name, value]) => ({eval_id, model, template, sampler, item_id, trial, name, value})),
    samples: {
      eval_id,
      model,
      template,
      sampler,
      item_id,
      trial,
      status,
      parsed,
      answer,
      answer_rule,
      answer_start,
      answer_end,
      answer_reason,
      trace_bytes,
      compressed_bytes,
      base_task,
      params,
      generator_version,
      seed,
      index,
      expected,
      guess_chance,
      prompt_tokens,
      completion_tokens,
      finish_reason,
      ended: response.ended ?? endOf(finish_reason),
      cost,
      simulated
    }
  };
}

const NONE: readonly [name: string, value: number][] = [];

const measuresOfCut = ({cut}: Pick<ScoredResponse, "cut">): [name: string, value: number][] =>
  cut === undefined ? [] : [[PROMPT_CUT, cut]];

function exchangeRows({key, test, trial, prompt, completion, cached}: Omit<ScoredResponse, "score">): {
  timings: Row;
  responses: Row;
} {
  const {eval_id, model, template, sampler} = key;
  const {item_id} = test;
  const {latency_ms, retries, billed, reasoning, text} = completion;
  const {prompt_tokens, completion_tokens} = completion.reported ?? completion;
  return {
    timings: {
      eval_id,
      model,
      template,
      sampler,
      item_id,
      trial,
      latency_ms: completion.batched ? null : latency_ms,
      retries,
      billed,
      reported_prompt_tokens: prompt_tokens,
      reported_completion_tokens: completion_tokens,
      cached,
      cached_prompt_tokens: completion.cached_prompt_tokens ?? null
    },
    responses: {eval_id, model, template, sampler, item_id, trial, prompt: shortened(prompt), reasoning, text}
  };
}

/** A row of `items`. */
export const itemRow = (
  test: Omit<Test, "seed" | "params"> & {seed: number | null},
  {params_json, tiers}: Pick<ManifoldPoint, "params_json" | "tiers">
): Row => ({
  item_id: test.item_id,
  base_task: test.base_task,
  params: params_json,
  generator_version: test.generator_version,
  seed: test.seed,
  index: test.index,
  prompt: shortened(test.prompt),
  expected: test.expected,
  choices: test.choices ?? [],
  guess_chance: test.guess_chance,
  domain: test.domain ?? "",
  category: test.category ?? test.base_task,
  tiers,
  scorer: test.scorer ? JSON.stringify(test.scorer) : null,
  reading: test.reading ? JSON.stringify(test.reading) : null,
  pair_id: test.pair_id ?? null,
  steps: test.steps ? JSON.stringify(test.steps) : null
});

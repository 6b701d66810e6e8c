// Collects what is known before a run: the stopping rule replayed on existing answers, and the points of other evaluations in a store.
import {existsSync} from "node:fs";
import {join} from "node:path";
import {withFormat} from "../../book/answerFormat.js";
import type {Precision} from "../../book/schemas.js";
import type {ManifoldPoint} from "../../generate/manifold.node.js";
import {tasks as registry} from "../../generate/registry.node.js";
import {canonicalJson} from "../../generate/seed.js";
import type {AnyTask, Test} from "../../generate/task.js";
import {addCounters, type Counters, countersOf, noCounters} from "../../score/counters.js";
import {nextSize} from "../../score/precision.js";
import {scoreTest} from "../../score/score.node.js";
import type {Executed, Program, Query} from "../../score/scorers/execution.js";
import {openTables, typedRows} from "../../store/sql.node.js";
import type {Evaluation} from "../evaluation.js";
import {requestsOf} from "../exchange.js";
import {equalExpressions} from "../expressionEngine.js";
import {patternSearch} from "../patternSearch.js";
import {executionOf} from "../sandbox/execute.js";
import {type CacheLookup, cachedAnswer, type Lacking} from "./cachedAnswer.js";
import {type Bounds, range} from "./pointEstimate.js";
import {type RequestCounter, type Requests, singly} from "./requestCounts.js";

/** Counters over answers whose tokens are all known. */
export type KnownCounters = {[Name in keyof Counters]: NonNullable<Counters[Name]>};

/** Observations of one point under one evaluation. */
export interface Cell {
  /** Number of existing answers, and their counters. */
  samples: number;
  counters: KnownCounters;
  /** Number of tests at which the stopping rule ended; null where the existing answers do not determine it. */
  size: number | null;
  /** Number of requests that these answers took. */
  requests: number;
  /** Share of its requests that ask for log-probabilities of a prompt, whose completions are one token each. */
  echoed: number;
}

/** Grades that a judge has given, and the tokens that they took. */
export interface CachedGrades {
  n: number;
  prompt_tokens: number;
  completion_tokens: number;
}

/** A point under an evaluation of the plan, after replaying its stopping rule. */
export interface Replayed extends Cell {
  /** The first tests, all of them answered, with which the stopping rule has decided so far. */
  known: {samples: number; counters: KnownCounters};
  /** Fewest and most answers that are still missing. */
  missing: Bounds;
  /** Requests that they take, without those at hand. */
  lacking: Requests;
  /** Fewest and most grades of a judge that are missing. */
  grades: Bounds;
  /** Of the answers at hand: their grades, and the requests of their dialogues, with the fewest and most that these could have taken. */
  graded: CachedGrades;
  dialogues: {n: number; requests: number} & Bounds;
  /** Most tests of the point. */
  most: number;
}

const none = noCounters as KnownCounters;

interface Rules {
  look: CacheLookup;
  test: (index: number) => Test;
  precision: Precision;
  limit: number;
  start?: Replayed["known"] | undefined;
  tasks?: ReadonlyMap<string, AnyTask>;
  judges?: ReadonlyMap<string, Evaluation>;
  counter?: RequestCounter;
  /** What came of programs in answers that are at hand. */
  executed?: (program: Program | Query) => Executed;
}

/** Number of tests of a point that are looked up before it is assumed to have no answers. */
export const TRIED = 4;

/**
 * Replays the stopping rule on the existing answers, until it stops or an answer of a batch is missing.
 * @param start where an earlier replay of the point ended
 */
export function replay(
  evaluation: Evaluation,
  point: ManifoldPoint,
  {
    look,
    test,
    precision,
    limit,
    start = {samples: 0, counters: none},
    tasks = registry,
    judges,
    counter = singly,
    executed
  }: Rules
): Replayed {
  const {answer: form} = tasks.get(point.base_task)!;
  const judge = judges?.get(point.base_task);
  const most = Math.min(precision.max, limit);
  const graded = {n: 0, prompt_tokens: 0, completion_tokens: 0};
  const dialogues = {n: 0, requests: 0, ...range()};
  let requests = 0;
  const answer = (index: number): KnownCounters | Lacking => {
    const own = test(index);
    const found = cachedAnswer(evaluation, {test: own}, {look, judge});
    if (!("completion" in found)) return found;
    requests += found.requests;
    const {low, high} = counter === singly ? ONE : requestsOf(own);
    if (low < high) {
      dialogues.n++;
      dialogues.requests += found.requests;
      dialogues.low += low;
      dialogues.high += high;
    }
    if (found.grade) {
      graded.n++;
      graded.prompt_tokens += found.grade.prompt_tokens;
      graded.completion_tokens += found.grade.completion_tokens;
    }
    const {completion, judgement, episode} = found;
    const execution = executionOf(completion, own, executed) as Executed | undefined; // known, or nothing: see executedBefore
    const effects = {search: patternSearch, equal: equalExpressions, judgement, episode, execution};
    const read = withFormat(own, evaluation.template.answer_format);
    const score = scoreTest(completion, read, {form, simulated: evaluation.simulated, effects});
    if ("unscored" in score) return none;
    return countersOf({...completion, ...score, guess_chance: own.guess_chance, cost: 0}) as KnownCounters;
  };
  const rest = {graded, dialogues, most, echoed: counter.echoed};
  let known = start;
  for (;;) {
    const next = most === 0 ? "limit" : nextSize(known.samples, known.counters, precision, {limit});
    if (typeof next === "string") {
      const nothing = {missing: range(), lacking: {low: range(), high: range()}, grades: range()};
      return {...known, known, size: known.samples, requests, ...nothing, ...rest};
    }
    let {samples, counters} = known;
    let absent = 0;
    let untouched = known.samples === 0;
    const lacking = {low: range(), high: range()};
    const grades = range();
    /** Counts requests and grades among those of the fewest tests, or of the most. */
    const lack = (of: "low" | "high", more: Bounds, graded: number) => {
      lacking[of].low += more.low;
      lacking[of].high += more.high;
      grades[of] += graded;
    };
    for (let index = known.samples; index < most; index++) {
      if (index === next && absent === 0) break;
      if (index === TRIED && untouched) {
        absent = next;
        lack("low", counter.between(TRIED, next), judge ? Math.max(0, next - TRIED) : 0);
        lack("high", counter.between(TRIED, most), judge ? most - TRIED : 0);
        break;
      }
      const found = answer(index);
      if (!("whole" in found)) {
        untouched = false;
        samples++;
        counters = addCounters(counters, found) as KnownCounters;
        continue;
      }
      untouched &&= found.whole;
      lack("high", found.requests, found.grades);
      if (index >= next) continue;
      absent++;
      lack("low", found.requests, found.grades);
    }
    if (absent > 0)
      return {samples, counters, size: null, known, requests, missing: range(absent, most - samples), lacking, grades, ...rest};
    known = {samples: next, counters};
  }
}

const ONE = range(1);

/** An evaluation with observations, from this plan or from a store. */
export interface Observed {
  model: string;
  template: string;
  sampler: string;
  groups: readonly string[];
  simulated: boolean;
  /** Observations by the point's identity (`cellId`). */
  cells: ReadonlyMap<string, Cell>;
}

/** The identity of a point as one text. */
export const cellId = ({base_task, params}: {base_task: string; params: Record<string, unknown> | string}): string =>
  `${base_task} ${typeof params === "string" ? params : canonicalJson(params)}`;

/**
 * The evaluations of a store whose tokens are known; none where its table of points is missing or unreadable.
 * @param counterOf counts the requests of a point of the plan, of which the store says nothing; half of a dialogue's range is assumed
 */
export async function observedIn(folder: string, counterOf: (id: string) => RequestCounter = () => singly): Promise<Observed[]> {
  if (!existsSync(join(folder, "points.parquet"))) return [];
  const {connection, close} = await openTables(folder);
  try {
    const {columns, rows} = typedRows(
      await connection.runAndReadAll(
        `select model, template, sampler, groups, simulated, base_task, params, correct, incorrect, truncated, guess_sum, completion_tokens
         from points where correct + incorrect + truncated > 0 and completion_tokens is not null order by all`
      )
    );
    const found = new Map<string, Observed & {cells: Map<string, Cell>}>();
    for (const values of rows) {
      const row = Object.fromEntries(columns.map((name, i) => [name, values[i]])) as unknown as PointRow;
      const {model, template, sampler, groups, simulated} = row;
      const id = JSON.stringify([model, template, sampler]);
      const known = found.get(id) ?? {model, template, sampler, groups: groups ?? [], simulated, cells: new Map()};
      found.set(id, known);
      known.cells.set(cellId(row), cellOf(row, known.cells.get(cellId(row)), counterOf(cellId(row))));
    }
    return [...found.values()];
  } catch {
    return [];
  } finally {
    close();
  }
}

type PointRow = Omit<Observed, "cells"> & {base_task: string; params: string} & Pick<
    KnownCounters,
    "correct" | "incorrect" | "truncated" | "guess_sum" | "completion_tokens"
  >;

/** Adds the counters of a point to those of the same point with another seed. */
function cellOf(
  {correct, incorrect, truncated, guess_sum, completion_tokens}: PointRow,
  earlier: Cell | undefined,
  {between, echoed}: RequestCounter
): Cell {
  const own = {...none, correct, incorrect, truncated, guess_sum, completion_tokens};
  const counters = (earlier ? addCounters(earlier.counters, own) : own) as KnownCounters;
  const samples = counters.correct + counters.incorrect + counters.truncated;
  const {low, high} = between(0, 1);
  return {samples, counters, size: null, requests: (samples * (low + high)) / 2, echoed};
}

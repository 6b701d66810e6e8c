// Collects what is known before a run: the stopping rule replayed on existing answers, and the points of other evaluations in a store.
import {existsSync} from "node:fs";
import {join} from "node:path";
import type {Precision} from "../../book/schemas.js";
import type {ManifoldPoint} from "../../generate/manifold.js";
import {tasks as registry} from "../../generate/registry.js";
import {canonicalJson} from "../../generate/seed.js";
import type {AnyTask, Test} from "../../generate/task.js";
import type {ChatRequest, Completion} from "../../infer/completion.js";
import {withBoundedUsage} from "../../infer/usage.js";
import {addCounters, type Counters, countersOf, noCounters} from "../../score/counters.js";
import {nextSize} from "../../score/precision.js";
import {scoreTest} from "../../score/score.js";
import {openTables, typedRows} from "../../store/sql.js";
import {type Evaluation, requestOf} from "../evaluation.js";
import {gradeRequest, isOwn, judgementOf, judgeOf} from "../judge/grade.js";
import {patternSearch} from "../patternSearch.js";
import {type Bounds, range} from "./pointEstimate.js";

/** Counters over answers whose tokens are all known. */
export type KnownCounters = {[Name in keyof Counters]: NonNullable<Counters[Name]>};

/** Observations of one point under one evaluation. */
interface Cell {
  /** Number of existing answers, and their counters. */
  samples: number;
  counters: KnownCounters;
  /** Number of tests at which the stopping rule ended; null where the existing answers do not determine it. */
  size: number | null;
}

/** A point under an evaluation of the plan, after replaying its stopping rule. */
export interface Replayed extends Cell {
  /** The first tests, all of them answered, with which the stopping rule has decided so far. */
  known: {samples: number; counters: KnownCounters};
  /** Fewest and most answers that are still missing. */
  missing: Bounds;
  /** Most tests of the point. */
  most: number;
}

const none = noCounters as KnownCounters;

/** Returns the existing answer to a request, if there is one. */
export type CacheLookup = (request: ChatRequest) => Completion | undefined;

interface Rules {
  look: CacheLookup;
  test: (index: number) => Test;
  precision: Precision;
  limit: number;
  start?: Replayed["known"] | undefined;
  tasks?: ReadonlyMap<string, AnyTask>;
  judges?: ReadonlyMap<string, Evaluation>;
}

/** Number of tests of a point that are looked up before it is assumed to have no answers. */
const TRIED = 4;

/**
 * Replays the stopping rule on the existing answers, until it stops or an answer of a batch is missing.
 * @param start where an earlier replay of the point ended
 */
export function replay(
  evaluation: Evaluation,
  point: ManifoldPoint,
  {look, test, precision, limit, start = {samples: 0, counters: none}, tasks = registry, judges}: Rules
): Replayed {
  const task = tasks.get(point.base_task)!;
  const judge = judges?.get(point.base_task);
  const most = Math.min(precision.max, limit);
  const answer = (index: number): KnownCounters | null => {
    const request = requestOf(evaluation, test(index));
    const found = look(request);
    if (!found) return null;
    const completion = withBoundedUsage(found, request, evaluation.model.context_tokens);
    const grading = judge && gradeRequest(judgeOf(judge), completion, test(index));
    const graded = grading && look(grading);
    if (grading && !graded) return null; // without its grade the answer is not at hand
    const judgement =
      graded && judge
        ? judgementOf(graded, {judge: judge.model, own: isOwn(judgeOf(judge), evaluation), test: test(index)})
        : undefined;
    const score = scoreTest(completion, test(index), {
      form: task.answer,
      simulated: evaluation.simulated,
      effects: {search: patternSearch, judgement}
    });
    if ("unscored" in score) return none;
    return countersOf({...completion, ...score, guess_chance: test(index).guess_chance, cost: 0}) as KnownCounters;
  };
  let known = start;
  for (;;) {
    const next = most === 0 ? "limit" : nextSize(known.samples, known.counters, precision, {limit});
    if (typeof next === "string") return {...known, known, size: known.samples, missing: range(), most};
    let {samples, counters} = known;
    let absent = 0;
    for (let index = known.samples; index < most; index++) {
      if (index === next && absent === 0) break;
      if (index === TRIED && samples === 0) {
        absent = next;
        break;
      }
      const found = answer(index);
      if (found) {
        samples++;
        counters = addCounters(counters, found) as KnownCounters;
      } else if (index < next) absent++;
    }
    if (absent > 0) return {samples, counters, size: null, known, missing: range(absent, most - samples), most};
    known = {samples: next, counters};
  }
}

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

/** The evaluations of a store whose tokens are known; none where its table of points is missing or unreadable. */
export async function observedIn(folder: string): Promise<Observed[]> {
  if (!existsSync(join(folder, "points.parquet"))) return [];
  const {connection, close} = await openTables(folder);
  try {
    const {columns, rows} = typedRows(
      await connection.runAndReadAll(
        `select model, template, sampler, groups, simulated, base_task, params, correct, incorrect, truncated, guess_sum, tokens_completion
         from points where correct + incorrect + truncated > 0 and tokens_completion is not null order by all`
      )
    );
    const found = new Map<string, Observed & {cells: Map<string, Cell>}>();
    for (const values of rows) {
      const row = Object.fromEntries(columns.map((name, i) => [name, values[i]])) as unknown as PointRow;
      const {model, template, sampler, groups, simulated} = row;
      const id = JSON.stringify([model, template, sampler]);
      const known = found.get(id) ?? {model, template, sampler, groups: groups ?? [], simulated, cells: new Map()};
      found.set(id, known);
      known.cells.set(cellId(row), cellOf(row, known.cells.get(cellId(row))));
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
    "correct" | "incorrect" | "truncated" | "guess_sum" | "tokens_completion"
  >;

/** Adds the counters of a point to those of the same point with another seed. */
function cellOf({correct, incorrect, truncated, guess_sum, tokens_completion}: PointRow, earlier: Cell | undefined): Cell {
  const own = {...none, correct, incorrect, truncated, guess_sum, tokens_completion};
  const counters = (earlier ? addCounters(earlier.counters, own) : own) as KnownCounters;
  return {samples: counters.correct + counters.incorrect + counters.truncated, counters, size: null};
}

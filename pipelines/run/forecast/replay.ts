// What is known of a run before it is made: its stopping rule replayed over the answers at hand, and the points that a store has of other evaluations.
import {existsSync} from "node:fs";
import {join} from "node:path";
import type {Precision} from "../../book/schemas.js";
import type {ManifoldPoint} from "../../generate/manifold.js";
import {tasks} from "../../generate/registry.js";
import {canonicalJson} from "../../generate/seed.js";
import type {Test} from "../../generate/task.js";
import type {ChatRequest, Completion} from "../../infer/completion.js";
import {withBelievableUsage} from "../../infer/usage.js";
import {addCounters, type Counters, countersOf, noCounters} from "../../score/counters.js";
import {nextSize} from "../../score/precision.js";
import {scoreCompletion} from "../../score/score.js";
import {openTables, typedRows} from "../../store/sql.js";
import {type Evaluation, requestOf} from "../evaluation.js";
import {type Range, range} from "./pointEstimate.js";

/** Sums over answers whose tokens are all known. */
export type KnownCounters = {[Name in keyof Counters]: NonNullable<Counters[Name]>};

/** What was observed of one point under one evaluation. */
export interface Cell {
  /** Answers at hand, and their sums. */
  samples: number;
  counters: KnownCounters;
  /** Tests that the stopping rule asked for; null where the answers at hand do not settle it. */
  size: number | null;
}

/** A point under an evaluation of the plan. */
export interface Replayed extends Cell {
  /** The first tests, all answered, that the stopping rule has decided on so far. */
  known: {samples: number; counters: KnownCounters};
  /** Answers still to be asked for, at least and at most. */
  missing: Range;
  /** Most tests of the point. */
  most: number;
}

const none = noCounters as KnownCounters;

/** The answer at hand to a request, if there is one. */
export type Look = (request: ChatRequest) => Completion | undefined;

/** Tests of a point that are looked for before it is taken to have no answer at all. */
const TRIED = 4;

/** Replays the stopping rule over the answers at hand, to its end or to the first batch of which one is missing. */
export function replay(
  evaluation: Evaluation,
  point: ManifoldPoint,
  {look, test, precision, limit}: {look: Look; test: (index: number) => Test; precision: Precision; limit: number}
): Replayed {
  const form = tasks.get(point.base_task)!.answer;
  const most = Math.min(precision.max, limit);
  const answer = (index: number): KnownCounters | null => {
    const request = requestOf(evaluation, test(index));
    const found = look(request);
    if (!found) return null;
    const completion = withBelievableUsage(found, request, evaluation.model.context_tokens);
    const score = scoreCompletion(completion, {expected: test(index).expected, form});
    return countersOf({...completion, ...score, guess_chance: test(index).guess_chance, cost: 0}) as KnownCounters;
  };
  let known = {samples: 0, counters: none};
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

/** An evaluation that has been observed, in this plan or in a store. */
export interface Observed {
  model: string;
  template: string;
  sampler: string;
  groups: readonly string[];
  simulated: boolean;
  /** By the point's identity (`cellId`). */
  cells: ReadonlyMap<string, Cell>;
}

export const cellId = ({base_task, params}: {base_task: string; params: Record<string, unknown> | string}): string =>
  `${base_task} ${typeof params === "string" ? params : canonicalJson(params)}`;

/** The evaluations of a store's points whose tokens are known; none where there is no such table, or one of a form that cannot be read. */
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

/** Two seeds of one point are pooled. */
function cellOf({correct, incorrect, truncated, guess_sum, tokens_completion}: PointRow, earlier: Cell | undefined): Cell {
  const own = {...none, correct, incorrect, truncated, guess_sum, tokens_completion};
  const counters = (earlier ? addCounters(earlier.counters, own) : own) as KnownCounters;
  return {samples: counters.correct + counters.incorrect + counters.truncated, counters, size: null};
}

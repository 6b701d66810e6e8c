// What a plan still has to ask: bounds and expected values of the missing requests. Answers that are at hand cost nothing.

import type {Precision} from "../../book/schemas.js";
import type {ManifoldPoint} from "../../generate/manifold.node.js";
import {batchPrice, batchShare} from "../../infer/batch/interface.js";
import {listCost} from "../../infer/budget.js";
import {trialsOf} from "../../infer/template.node.js";
import {nextSize, type Stopped} from "../../score/precision.js";
import {isReallocated, type Measured, reallocate, unspent} from "../../score/reallocation.js";
import type {Executed, Program, Query} from "../../score/scorers/execution.js";
import type {Tokenizer} from "../../tokenizer/types.js";
import {availableTests} from "../evaluate.js";
import {type Evaluation, isAsked, type Plan} from "../evaluation.js";
import {type CacheLookup, cachedAnswer} from "./cachedAnswer.js";
import {type Basis, type Forecast, forecast, type Target} from "./forecast.js";
import {type Graded, gradesCounter} from "./grades.js";
import {type LengthKind, lengthKind, lengthPrior} from "./lengthPrior.js";
import {turnsOf} from "./missing.js";
import {
  add,
  type Bounds,
  type CostBounds,
  type Estimator,
  longestAnswer,
  nothing,
  plus,
  type RequestShape,
  range,
  testsOf
} from "./pointEstimate.js";
import {cellId, observedIn, type Replayed, replay} from "./replay.js";
import {type RequestCounter, singly} from "./requestCounts.js";

/**
 * Continues the replay of one evaluation's points with what they have saved, until an answer is missing or nothing is left to give.
 * @param cells the points in the order of the plan; those that are given more are replaced
 * @param available tests of a point that there are, up to a number
 * @param again replays a point from where it ended, up to a number of samples
 * @returns samples that may be asked beyond those that the points' own bounds count
 */
function replayReallocation(
  cells: Map<string, Replayed>,
  precision: Precision,
  available: (id: string, most: number) => number,
  again: (id: string, start: Replayed["known"], most: number) => Replayed
): number {
  const own = new Map([...cells].map(([id, {most}]) => [id, most]));
  const allowed = new Map([...cells.keys()].map(id => [id, precision.max]));
  const measured = (id: string, {known: {samples: k, counters}}: Replayed): Measured => {
    const max = allowed.get(id)!;
    const there = available(id, max);
    const stopped = nextSize(k, counters, {...precision, max}, there < max ? {supply: there} : {}) as Stopped;
    return {k, most: own.get(id)!, counters, stopped};
  };
  for (;;) {
    const ended = [...cells].filter(([, {missing}]) => missing.high === 0);
    const points = ended.map(([id, cell]) => measured(id, cell));
    if (ended.length < cells.size) return Math.max(0, unspent(points));
    const left = unspent(points);
    const given = reallocate(points, precision, left);
    if (given.every(more => more === 0)) return 0;
    for (const [i, [id, {known}]] of ended.entries()) {
      if (given[i] === 0) continue;
      allowed.set(id, known.samples + given[i]!);
      cells.set(id, again(id, known, allowed.get(id)!));
    }
    const missing = [...cells.values()].some(cell => cell.missing.high > 0);
    if (missing) return left - given.reduce((a, b) => a + b);
  }
}

/** Fewest and most tests of a point. */
export type SizeOf = (point: ManifoldPoint) => Bounds;

/** Counts the requests of each point's tests. Points of thinner densities are counted as those of the plan that they are. */
export type CounterOf = (point: ManifoldPoint) => RequestCounter;

export const trials = ({sampler, model}: Pick<Evaluation, "sampler" | "model">): number => trialsOf(sampler, model);
export const times = ({low, high}: Bounds, factor: number): Bounds => range(low * factor, high * factor);

/** A replayed point whose missing answers include those of repetitions, and the number of repetitions that are at hand. */
function withRepetitions(
  cell: Replayed,
  evaluation: Evaluation,
  {look, test, judge}: {look: CacheLookup; test: ReturnType<typeof testsOf>; judge: Evaluation | undefined}
): {cell: Replayed; cached: number} {
  const most = trials(evaluation);
  if (most === 1) return {cell, cached: 0};
  let [cached, absent] = [0, 0];
  const lacking = {low: times(cell.lacking.low, most), high: times(cell.lacking.high, most)};
  const grades = times(cell.grades, most);
  for (let index = 0; index < cell.samples; index++)
    for (let trial = 1; trial < most; trial++) {
      const found = cachedAnswer(evaluation, {test: test(index), trial}, {look, judge});
      if ("completion" in found) {
        cached++;
        continue;
      }
      absent++;
      for (const end of ["low", "high"] as const) {
        lacking[end].low += found.requests.low;
        lacking[end].high += found.requests.high;
        grades[end] += found.grades;
      }
    }
  const {low, high} = times(cell.missing, most);
  return {cell: {...cell, missing: range(low + absent, high + absent), lacking, grades}, cached};
}

/** How many requests a question of a bank takes. */
interface Several {
  bank: string;
  /** Mean of the fewest and of the most requests of a question; equal where the number is known, as for log-probabilities of choices. */
  each: Bounds;
  /** Of dialogues: the number that is expected, and the number of dialogues at hand on which it rests; 0 = half of the range is assumed. */
  expected?: {requests: number; known: number};
}

/** One evaluation's part of a plan. */
interface EvaluationForecast extends CostBounds {
  model: string;
  template: string;
  sampler: string;
  cached: number;
  expected: Forecast;
  basis: Basis;
}

/** Points that an evaluation is not asked, since their prompts do not fit into its model's context. */
interface Unasked {
  model: string;
  template: string;
  sampler: string;
  context_tokens: number;
  points: number;
  of: number;
  tests: Bounds;
}

/** What is still to be asked, judges included but for the evaluations' own parts. */
export interface RemainingRequests extends CostBounds {
  /** Number of answers in the cache; requests, tokens and cost do not include them. */
  cached: number;
  /** Expected values with 90 % intervals; exactly 0 where all answers are present. */
  expected: Forecast;
  /** Each evaluation separately, with the basis of its forecast. */
  by_model: EvaluationForecast[];
  /** The same cost where models with a batch interface are asked by it, grades at list price; absent where there is none. */
  in_batches?: {models: string[]; cost: Bounds; expected: Forecast["cost"]};
  /** Models whose context is too small for some points: these, and the tests of them that are not asked and count nowhere here. */
  unasked?: Unasked[];
  /** Banks whose answers a judge grades, and what it is still asked. */
  graded?: Graded[];
  /** Banks whose questions may take several requests each. */
  several?: Several[];
  /** Models that are shown images: the mean tokens that each counts as, by the formula of the endpoint's protocol. */
  images?: {model: string; formula: "tiles" | "area"; tokens: number}[];
}

interface Known {
  folder: string;
  sizeOf: SizeOf;
  estimates: Estimator;
  counters: CounterOf;
  tokenizers: ReadonlyMap<string, Tokenizer>;
  look: CacheLookup;
  limit: number | undefined;
  /** What came of programs in answers that are at hand. */
  executed: (program: Program | Query) => Executed;
}

/** Bounds and expected values of the missing requests of a plan. */
export async function remainingRequests(
  plan: Plan,
  {folder, sizeOf, estimates, counters, tokenizers, look, limit, executed}: Known
): Promise<RemainingRequests> {
  const {book, evaluations, points: all, tasks, judges} = plan;
  const {precision} = book;
  const tests = new Map(all.map(point => [point, testsOf(point, tasks)]));
  const byId = new Map(all.map(point => [cellId(point), point]));
  const grades = gradesCounter(plan, tokenizers);
  const bounds: (CostBounds & {cached: number})[] = [];
  const targets: Target[] = [];
  const unasked: Unasked[] = [];
  const images = new Map<string, NonNullable<RemainingRequests["images"]>[number]>();
  for (const evaluation of evaluations) {
    const own = {...nothing(), cached: 0};
    const given = all.filter(point => isAsked(evaluation, point, plan));
    const cells = new Map<string, Replayed>();
    const shapes = new Map<string, RequestShape>();
    const lengths = new Map<LengthKind, number>();
    const missing: {grader: number; count: Bounds}[] = [];
    const rulesOf = (point: ManifoldPoint) => ({
      look,
      test: tests.get(point)!,
      tasks,
      judges,
      counter: counters(point),
      executed
    });
    for (const point of given)
      cells.set(cellId(point), replay(evaluation, point, {...rulesOf(point), precision, limit: sizeOf(point).high}));
    const exceeding = given.filter(point => {
      const {samples, missing} = cells.get(cellId(point))!;
      return samples === 0 && missing.high > 0 && estimates.shape(evaluation, point).exceeds;
    });
    if (exceeding.length > 0)
      unasked.push({
        model: evaluation.key.model,
        template: evaluation.key.template,
        sampler: evaluation.key.sampler,
        context_tokens: evaluation.model.context_tokens,
        points: exceeding.length,
        of: given.length,
        tests: exceeding.reduce((sum, point) => plus(sum, cells.get(cellId(point))!.missing), range())
      });
    for (const point of exceeding) cells.delete(cellId(point));
    const points = given.filter(point => cells.has(cellId(point)));
    const available = (id: string, most: number) => availableTests(byId.get(id)!, tasks, most);
    const saved = isReallocated(precision, {limit})
      ? trials(evaluation) *
        replayReallocation(cells, precision, available, (id, start, max) => {
          const point = byId.get(id)!;
          const rules = {...rulesOf(point), precision: {...precision, max}, limit: available(id, max), start};
          return together(cells.get(id)!, replay(evaluation, point, rules));
        })
      : undefined;
    for (const point of points) {
      const id = cellId(point);
      const judge = judges.get(point.base_task);
      const {cell, cached} = withRepetitions(cells.get(id)!, evaluation, {look, test: tests.get(point)!, judge});
      cells.set(id, cell);
      own.cached += cell.samples + cached;
      const grader = grades.add(point.base_task, evaluation, cell.grades, cell.graded);
      if (grader !== undefined && cell.grades.high > 0) missing.push({grader, count: cell.grades});
      if (cell.missing.high === 0) continue;
      const kind = lengthKind(evaluation, tests.get(point)!(0), point.base_task);
      lengths.set(kind, (lengths.get(kind) ?? 0) + cell.missing.high * (1 - cell.echoed));
      const prompt = promptOf(cell);
      const shape = estimates.shape(evaluation, point);
      shapes.set(id, prompt === undefined ? shape : {...shape, prompt: range(prompt)});
      add(own, estimates.estimate(evaluation, point, range(cell.lacking.low.low, cell.lacking.high.high), prompt));
    }
    if (saved !== undefined) addMovable(own, {evaluation, cells, saved, estimates, points});
    const {key, model, simulated} = evaluation;
    bounds.push(own);
    const seen = [...shapes.values()].reduce((sum, each) => plus(sum, {images: each.images, shown: each.shown}), {
      images: 0,
      shown: 0
    });
    if (seen.images > 0)
      images.set(key.model, {
        model: key.model,
        formula: model.protocol === "anthropic" ? "area" : "tiles",
        tokens: seen.shown / seen.images
      });
    targets.push({
      ...key,
      groups: model.groups,
      simulated,
      cells,
      saved,
      shapes,
      price: model.price ?? null,
      longest: longestAnswer(evaluation),
      prior: lengthPrior(lengths),
      grades: missing
    });
  }
  const others = await observedIn(folder, id => {
    const point = byId.get(id);
    return point ? counters(point) : singly;
  });
  const found = forecast(targets, {others, precision, graders: grades.graders()});
  const graded = grades.graded(found.graded);
  const several = severalOf(plan, {targets, counters, sizeOf});
  const total = {...nothing(), cached: 0};
  for (const own of bounds) {
    add(total, own);
    total.cached += own.cached;
  }
  for (const each of graded) add(total, each);
  return {
    ...total,
    expected: found.together,
    ...inBatches(evaluations, {
      targets,
      bounds,
      total,
      again: own => forecast(own, {others, precision, graders: grades.graders()})
    }),
    by_model: evaluations.map(({key: {model, template, sampler}}, i) => {
      const {basis, ...expected} = found.each[i]!;
      return {model, template, sampler, ...bounds[i]!, expected, basis};
    }),
    ...(unasked.length > 0 && {unasked}),
    ...(graded.length > 0 && {graded}),
    ...(several.length > 0 && {several}),
    ...(images.size > 0 && {images: [...images.values()]})
  };
}

/** What the same costs in batches: bounds by each model's share, expected values by a forecast at the prices of batches. */
function inBatches(
  evaluations: readonly Evaluation[],
  {
    targets,
    bounds,
    total,
    again
  }: {
    targets: readonly Target[];
    bounds: readonly CostBounds[];
    total: CostBounds;
    again: (targets: readonly Target[]) => {together: Forecast};
  }
): Pick<RemainingRequests, "in_batches"> {
  const models = [...new Set(evaluations.flatMap(({model}) => (model.batch && model.price ? model.id : [])))];
  if (models.length === 0) return {};
  const cost = {...total.cost};
  const priced = targets.map((target, i) => {
    const {model} = evaluations[i]!;
    if (!models.includes(model.id)) return target;
    for (const end of ["low", "high"] as const) cost[end] -= (1 - batchShare(model)) * bounds[i]!.cost[end];
    return {...target, price: batchPrice(model) ?? null};
  });
  return {in_batches: {models, cost, expected: again(priced).together.cost}};
}

/** Mean prompt tokens of a request as the server counted them, where it did; those of a dialogue depend on how long it is. */
const promptOf = ({samples, requests, counters, lacking: {high}}: Replayed): number | undefined =>
  samples > 0 && high.low === high.high ? counters.prompt_tokens / requests : undefined;

/** A point's replay that was continued: what the first part and the second hold together. */
const together = (first: Replayed, then: Replayed): Replayed => ({
  ...then,
  requests: first.requests + then.requests,
  graded: plus(first.graded, then.graded),
  dialogues: plus(first.dialogues, then.dialogues)
});

/** Banks whose questions take several requests each, with what is assumed. */
function severalOf(
  {points}: Plan,
  {targets, counters, sizeOf}: {targets: readonly Target[]; counters: CounterOf; sizeOf: SizeOf}
): Several[] {
  const banks = new Map<string, {tests: number} & Bounds>();
  for (const point of points) {
    const counter = counters(point);
    const {high: tests} = sizeOf(point);
    if (counter === singly || tests === 0) continue;
    const own = banks.get(point.base_task) ?? {tests: 0, ...range()};
    const {low, high} = counter.between(0, tests);
    banks.set(point.base_task, {tests: own.tests + tests, low: own.low + low, high: own.high + high});
  }
  return [...banks].flatMap(([bank, {tests, low, high}]): Several[] => {
    if (high === tests) return []; // all are single requests
    const each = range(low / tests, high / tests);
    if (low === high) return [{bank, each}];
    const turns = targets.map(({cells}) => turnsOf({cells: new Map([...cells].filter(([id]) => id.startsWith(`${bank} `)))}));
    const open = turns.filter(each => each !== null);
    if (open.length === 0) return [{bank, each}];
    const mean = open.reduce((sum, each) => sum + each.mean, 0) / open.length;
    const known = open.reduce((sum, each) => sum + each.n, 0);
    return [{bank, each, expected: {requests: each.low + mean * (each.high - each.low), known}}];
  });
}

/** Raises upper bounds by what reallocation may add: the saved samples, and any that may move to the point with the longest prompts. */
function addMovable(
  sum: CostBounds,
  {
    evaluation,
    cells,
    saved,
    estimates,
    points
  }: {
    evaluation: Evaluation;
    cells: ReadonlyMap<string, Replayed>;
    saved: number;
    estimates: Estimator;
    points: readonly ManifoldPoint[];
  }
): void {
  const promptAt = (point: ManifoldPoint) =>
    promptOf(cells.get(cellId(point))!) ?? estimates.shape(evaluation, point).prompt.high;
  const open = points.filter(point => cells.get(cellId(point))!.missing.high > 0);
  if (open.length === 0) return;
  const prompts = new Map(points.map(point => [point, promptAt(point)]));
  const longest = Math.max(...prompts.values());
  /** Most requests of a test, over the points that may be given more. */
  const most = Math.max(
    ...open.map(point => {
      const {lacking, missing} = cells.get(cellId(point))!;
      return lacking.high.high / missing.high;
    })
  );
  add(sum, estimates.estimate(evaluation, points[0]!, range(0, saved * most), longest));
  for (const point of open) {
    const {lacking} = cells.get(cellId(point))!;
    const moved = (lacking.high.high - lacking.low.low) * (longest - prompts.get(point)!);
    sum.prompt_tokens.high += moved;
    sum.cost.high += listCost({prompt_tokens: moved, completion_tokens: 0}, evaluation.model.price);
  }
}

// Evaluates a plan: generate → infer → score, repeated with more samples until the interval of each point is narrow enough.
import {
  catchError,
  concatMap,
  finalize,
  from,
  map,
  merge,
  mergeMap,
  type Observable,
  type OperatorFunction,
  of,
  range,
  toArray
} from "rxjs";
import {drawsOf} from "../generate/draws.js";
import type {ManifoldPoint} from "../generate/manifold.js";
import type {Test} from "../generate/task.js";
import {listCost} from "../infer/budget.js";
import type {ChatRequest, Completion} from "../infer/completion.js";
import {addCounters, type Counters, countersOf, noCounters} from "../score/counters.js";
import {formOfTest} from "../score/form.js";
import {type Batch, type Stopped, sampleUntilConfident} from "../score/precision.js";
import {type Score, scoreCompletion} from "../score/score.js";
import {openQueue, type Queue, withBackpressure} from "./backpressure.js";
import {type Evaluation, isAsked, type Plan, requestOf} from "./evaluation.js";
import {sharesOf} from "./testLimit.js";

export interface Answered {
  completion: Completion;
  cached: boolean;
}

/** One scored response with everything that its rows in the tables need. */
export interface Sample extends Answered {
  evaluation: Evaluation;
  point: ManifoldPoint;
  test: Test;
  request: ChatRequest;
  score: Score;
  cost: number;
}

export interface PointResult {
  evaluation: Evaluation;
  point: ManifoldPoint;
  counters: Counters;
  stopped: Stopped;
}

/** A scored sample, or the result of a point whose samples have all come. */
export type Evaluated = Sample | PointResult;

export interface EvaluationEffects {
  /** Looks the request up in the cache, then asks the endpoint. Rejects where there is no answer. */
  answer: (evaluation: Evaluation, request: ChatRequest) => Answered | Promise<Answered>;
  /** The reason with which a rejected request ends its point. */
  reason: (error: unknown, evaluation: Evaluation) => Stopped;
  /** Most samples of each evaluation, distributed evenly over tasks and points. */
  limit?: number | undefined;
}

/**
 * Samples every point of every evaluation until it is precise enough. Models run in parallel, so that none waits for another; each starts a
 * further point whenever fewer of its requests are under way than allowed. A point's samples are emitted in index order, its result after
 * them; points overlap.
 */
export function evaluate(plan: Plan, effects: EvaluationEffects): Observable<Evaluated> {
  const {book, evaluations, points, tasks} = plan;
  const testsOf = memoTests(plan);
  const shares = sharesOf(effects.limit, points, {most: mostOf(plan)});
  const asked = points.map((point, i) => ({point, limit: shares[i]!})).filter(({limit}) => limit > 0);
  const models = new Map<string, Evaluation[]>();
  for (const evaluation of evaluations) models.set(evaluation.model.id, [...(models.get(evaluation.model.id) ?? []), evaluation]);
  return merge(
    ...[...models.values()].map(own => {
      const queue = openQueue(own[0]!.model.concurrency);
      const cells = asked
        .flatMap(each => own.map(evaluation => ({...each, evaluation})))
        .filter(each => isAsked(each.evaluation, each.point, plan));
      return withBackpressure(cells, cell => samplePoint({...cell, book, queue, tasks, testsOf}, effects), queue);
    })
  );
}

/** Most tests of each point: as many as the book allows, or as there are. */
export const mostOf =
  ({book: {precision}, points, tasks}: Pick<Plan, "book" | "points" | "tasks">) =>
  (i: number): number =>
    availableTests(points[i]!, tasks, precision.max);

const availableTests = (point: ManifoldPoint, tasks: Plan["tasks"], most: number): number =>
  drawsOf(point, tasks.get(point.base_task)!).available(most);

interface PointPlan {
  book: Plan["book"];
  evaluation: Evaluation;
  point: ManifoldPoint;
  limit: number;
  queue: Queue;
  tasks: Plan["tasks"];
  testsOf: (point: ManifoldPoint, index: number) => Test;
}

function samplePoint(
  {book, evaluation, point, limit, queue, tasks, testsOf}: PointPlan,
  effects: EvaluationEffects
): Observable<Evaluated> {
  const draw = (first: number, end: number) =>
    range(first, end - first).pipe(
      map(index => testsOf(point, index)),
      infer(evaluation, queue, effects),
      score(evaluation, point, tasks),
      toArray(),
      map(batchOf)
    );
  const {max} = book.precision;
  const there = availableTests(point, tasks, max);
  const bounds = there < max ? {limit, supply: there} : {limit};
  return sampleUntilConfident(book.precision, draw, {none: noCounters, add: addCounters, ...bounds}).pipe(
    concatMap(({batch, counters, stopped}): Evaluated[] => [
      ...(batch?.samples ?? []),
      ...(stopped === null ? [] : [{evaluation, point, counters, stopped}])
    ])
  );
}

/** A test with its answer, or the reason why it has none. */
type Asked = {test: Test; request: ChatRequest; answered: Answered} | {test: Test; stopped: Stopped};
type Outcome = {index: number; sample: Sample} | {index: number; stopped: Stopped};

/** Asks each test's question; answers come in any order. Answers from the cache come at once and take no place in the queue. */
function infer(evaluation: Evaluation, queue: Queue, {answer, reason}: EvaluationEffects): OperatorFunction<Test, Asked> {
  return mergeMap((test): Observable<Asked> => {
    const failed = (error: unknown): Observable<Asked> => of({test, stopped: reason(error, evaluation)});
    try {
      const request = requestOf(evaluation, test);
      const answered = answer(evaluation, request);
      if (!(answered instanceof Promise)) return of({test, request, answered});
      queue.enter();
      return from(answered).pipe(
        map(known => ({test, request, answered: known})),
        catchError(failed),
        finalize(queue.leave)
      );
    } catch (error) {
      return failed(error);
    }
  });
}

/** Scores each answer and prices it at the list price, which is reproducible; the billed cost is in `timings`. */
function score(evaluation: Evaluation, point: ManifoldPoint, tasks: Plan["tasks"]): OperatorFunction<Asked, Outcome> {
  const task = tasks.get(point.base_task)!;
  return map(asked => {
    const {test} = asked;
    if ("stopped" in asked) return {index: test.index, stopped: asked.stopped};
    const {request, answered} = asked;
    return {
      index: test.index,
      sample: {
        ...answered,
        ...{evaluation, point, test, request},
        score: scoreCompletion(answered.completion, {expected: test.expected, form: formOfTest(test, task)}),
        cost: listCost(answered.completion, evaluation.model.price)
      }
    };
  });
}

/** The samples in index order rather than in order of arrival, since sums of fractions depend on their order. */
function batchOf(outcomes: readonly Outcome[]): Batch & {samples: Sample[]} {
  const sorted = [...outcomes].sort((a, b) => a.index - b.index);
  const samples = sorted.flatMap(outcome => ("sample" in outcome ? [outcome.sample] : []));
  const broken = sorted.find(outcome => "stopped" in outcome);
  return {
    samples,
    counters: samples.reduce((sum, sample) => addCounters(sum, countersOf(sampleCounts(sample))), noCounters),
    ...(broken && "stopped" in broken && {broken: broken.stopped})
  };
}

const sampleCounts = ({score, completion, test, cost}: Sample) => ({
  ...score,
  guess_chance: test.guess_chance,
  prompt_tokens: completion.prompt_tokens,
  completion_tokens: completion.completion_tokens,
  cost
});

/** Most tests that are kept in memory, so that they are generated once for all evaluations. */
const MEMO_TESTS = 200_000;

function memoTests({points, evaluations, tasks}: Plan): PointPlan["testsOf"] {
  const made = new Map<ManifoldPoint, Test[]>(points.map(point => [point, []]));
  let kept = 0;
  return (point, index) => {
    const tests = made.get(point)!;
    const known = tests[index];
    if (known) return known;
    const test = drawsOf(point, tasks.get(point.base_task)!).test(index);
    if (evaluations.length > 1 && kept < MEMO_TESTS) {
      tests[index] = test;
      kept++;
    }
    return test;
  };
}

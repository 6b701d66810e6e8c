// Evaluates a plan: generate → infer → score → store, repeated with more samples until the interval of each point is narrow enough.
import {catchError, finalize, from, map, merge, mergeMap, type Observable, of, range, tap, toArray} from "rxjs";
import {type ManifoldPoint, testAt} from "../generate/manifold.js";
import {tasks} from "../generate/registry.js";
import type {Task, Test} from "../generate/task.js";
import {listCost} from "../infer/budget.js";
import type {ChatRequest, Completion} from "../infer/completion.js";
import {addCounters, type Counters, countersOf, noCounters} from "../score/counters.js";
import {type Batch, type Stopped, sampleUntilConfident} from "../score/precision.js";
import {type Score, scoreCompletion} from "../score/score.js";
import {openLane, type Queue, withBackpressure} from "./backpressure.js";
import {type Evaluation, type Plan, requestOf} from "./evaluation.js";
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

export interface EvaluationEffects {
  /** Looks the request up in the cache, then asks the endpoint. Rejects where there is no answer. */
  answer: (evaluation: Evaluation, request: ChatRequest) => Answered | Promise<Answered>;
  /** The reason with which a rejected request ends its point. */
  reason: (error: unknown, evaluation: Evaluation) => Stopped;
  /** Called with each sample, in index order within a batch. */
  record: (sample: Sample) => void;
  /** Most samples of each evaluation, distributed evenly over tasks and points. */
  limit?: number | undefined;
}

/**
 * Samples every point of every evaluation until it is precise enough. Models run in parallel, so that none waits for another; each starts a
 * further point whenever fewer of its requests are under way than allowed.
 */
export function evaluate({book, evaluations, points}: Plan, effects: EvaluationEffects): Observable<PointResult> {
  const testsOf = memoTests(points, evaluations.length);
  const shares = sharesOf(effects.limit, points, {most: book.precision.max});
  const asked = points.map((point, i) => ({point, limit: shares[i]!})).filter(({limit}) => limit > 0);
  const models = new Map<string, Evaluation[]>();
  for (const evaluation of evaluations) models.set(evaluation.model.id, [...(models.get(evaluation.model.id) ?? []), evaluation]);
  return merge(
    ...[...models.values()].map(own => {
      const lane = openLane(own[0]!.model.concurrency);
      const cells = asked.flatMap(each => own.map(evaluation => ({...each, evaluation})));
      return withBackpressure(cells, cell => samplePoint({...cell, book, lane, testsOf}, effects), lane);
    })
  );
}

interface PointPlan {
  book: Plan["book"];
  evaluation: Evaluation;
  point: ManifoldPoint;
  limit: number;
  lane: Queue;
  testsOf: (point: ManifoldPoint, index: number) => Test;
}

function samplePoint(
  {book, evaluation, point, limit, lane, testsOf}: PointPlan,
  effects: EvaluationEffects
): Observable<PointResult> {
  const task = tasks.get(point.base_task)!;
  const draw = (first: number, end: number): Observable<Batch> =>
    range(first, end - first).pipe(
      mergeMap(index => sample({evaluation, point, lane, test: testsOf(point, index), task}, effects)),
      toArray(),
      // Sums of fractions depend on their order, so a batch is counted in index order rather than in order of arrival.
      map(outcomes => outcomes.sort((a, b) => a.index - b.index)),
      tap(outcomes => {
        for (const {sample} of outcomes) if (sample) effects.record(sample);
      }),
      map(outcomes => ({
        counters: outcomes.reduce(
          (sum, {sample}) => (sample ? addCounters(sum, countersOf(sampleCounts(sample))) : sum),
          noCounters
        ),
        ...brokenBy(outcomes)
      }))
    );
  return sampleUntilConfident(book.precision, draw, {none: noCounters, add: addCounters, limit}).pipe(
    map(({counters, stopped}) => ({evaluation, point, counters, stopped}))
  );
}

interface Outcome {
  index: number;
  sample?: Sample;
  stopped?: Stopped;
}

function sample(
  {evaluation, point, lane, test, task}: Pick<PointPlan, "evaluation" | "point" | "lane"> & {test: Test; task: Task},
  {answer, reason}: EvaluationEffects
): Observable<Outcome> {
  const request = requestOf(evaluation, test);
  const finish = (answered: Answered): Outcome => ({
    index: test.index,
    sample: {
      ...answered,
      evaluation,
      point,
      test,
      request,
      score: scoreCompletion(answered.completion, {expected: test.expected, form: task.answer}),
      // Tables hold the list price, which is reproducible; the billed cost is in `timings`.
      cost: listCost(answered.completion, evaluation.model.price)
    }
  });
  const failed = (error: unknown): Observable<Outcome> => of({index: test.index, stopped: reason(error, evaluation)});
  try {
    const answered = answer(evaluation, request);
    if (!(answered instanceof Promise)) return of(finish(answered));
    lane.enter();
    return from(answered).pipe(map(finish), catchError(failed), finalize(lane.leave));
  } catch (error) {
    return failed(error);
  }
}

const sampleCounts = ({score, completion, test, cost}: Sample) => ({
  ...score,
  guess_chance: test.guess_chance,
  prompt_tokens: completion.prompt_tokens,
  completion_tokens: completion.completion_tokens,
  cost
});

function brokenBy(outcomes: Outcome[]): {broken?: Stopped} {
  const broken = outcomes.find(({stopped}) => stopped !== undefined)?.stopped;
  return broken === undefined ? {} : {broken};
}

/** Most tests that are kept in memory, so that they are generated once for all evaluations. */
const MEMO_TESTS = 200_000;

function memoTests(points: ManifoldPoint[], evaluations: number): PointPlan["testsOf"] {
  const made = new Map<ManifoldPoint, Test[]>(points.map(point => [point, []]));
  let kept = 0;
  return (point, index) => {
    const tests = made.get(point)!;
    const known = tests[index];
    if (known) return known;
    const test = testAt(point, tasks.get(point.base_task)!, index);
    if (evaluations > 1 && kept < MEMO_TESTS) {
      tests[index] = test;
      kept++;
    }
    return test;
  };
}

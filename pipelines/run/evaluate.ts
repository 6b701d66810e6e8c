// Evaluates a plan: generate → infer → score, repeated with more samples until the interval of each point is narrow enough.
import {concatMap, from, map, merge, type Observable, of, tap, toArray} from "rxjs";
import {getOrAdd} from "../book/getOrAdd.js";
import {drawsOf} from "../generate/draws.node.js";
import type {ManifoldPoint} from "../generate/manifold.node.js";
import type {Test} from "../generate/task.js";
import {MAX_CHARACTERS, type MemoryRoom, openMemoryRoom} from "../infer/memoryRoom.js";
import {trialsOf} from "../infer/template.node.js";
import {addCounters, addSample, type Counters, noCounters} from "../score/counters.js";
import {type Batch, type Stopped, sampleUntilConfident} from "../score/precision.js";
import {isReallocated} from "../score/reallocation.js";
import {endOf, outcomeOf} from "../score/status.js";
import {type AnsweredTest, addAnswer, addShares, noShares, sharesOfTests, type TestShares} from "../score/testShares.js";
import {openQueue, type Queue, withBackpressure} from "./backpressure.js";
import {type Evaluation, isAsked, type Plan} from "./evaluation.js";
import {type Cell, withReallocation} from "./reallocate.js";
import {type InferEffects, infer, type Outcome, ownCharacters, type ScoredAnswer, score, type UnscoredAnswer} from "./stages.js";
import {sharesOf} from "./testLimit.js";

/** What a response belongs to. */
interface Origin {
  evaluation: Evaluation;
  point: ManifoldPoint;
}

/** A response that was scored. */
export type Sample = Origin & ScoredAnswer;

/** A response that is neither right nor wrong. */
export type UnscoredResponse = Origin & UnscoredAnswer;

export interface PointResult {
  evaluation: Evaluation;
  point: ManifoldPoint;
  /** Number of tests that were asked. */
  k: number;
  /** Most tests of the point by itself: as many as the book allows, or as there are. */
  most: number;
  /** Of first answers; repetitions are samples, but no part of the point's counters, whose intervals take samples as independent. */
  counters: Counters;
  /** Of all answers. */
  testShares: TestShares;
  stopped: Stopped;
  /** Whether the model, or the judge of its answers, is a built-in reference model. */
  simulated: boolean;
  /** First answers that have no score, and tests that were not asked because their prompts do not fit. */
  unscored: number;
  unasked: number;
}

/** A scored sample, a response without a score, or the result of a point whose samples have all come. */
export type Evaluated = Sample | UnscoredResponse | PointResult;

/** Tests of a point that are asked one after the other, by their places from `first` up to `end`. */
export interface TestRange extends Origin {
  first: number;
  end: number;
}

/** What came of tests of a point, in any order. */
export type Drawn = Observable<Outcome<Origin>>;

/**
 * Asks and scores tests in another process.
 * @param queue counts what is under way
 * @param sampleLocally does the same with some of them in this process
 */
export type RemoteSampler = (tests: TestRange, queue: Queue, sampleLocally: (first: number, end: number) => Drawn) => Drawn;

export interface EvaluationEffects extends InferEffects {
  /** Most samples of each evaluation, distributed evenly over tasks and points. */
  limit?: number | undefined;
  /** Most requests of an evaluation's model that may be under way; its `concurrency` by default. */
  width?: (evaluation: Evaluation) => number;
  /** Asks and scores in other processes; absent = in this one. */
  remoteSampler?: RemoteSampler | undefined;
}

/**
 * Samples every point of every evaluation until it is precise enough. Models run in parallel, so that none waits for another; each starts a
 * further point whenever fewer of its requests are under way than allowed. A point's samples are emitted in index order, its result after
 * them; points overlap.
 */
export function evaluate(plan: Plan, effects: EvaluationEffects): Observable<Evaluated> {
  const {book, evaluations, points, tasks, judges} = plan;
  const testsOf = memoTests(plan);
  const shares = sharesOf(effects.limit, points, {most: mostOf(plan)});
  const asked = points.map((point, i) => ({point, limit: shares[i]!})).filter(({limit}) => limit > 0);
  const reallocates = isReallocated(book.precision, effects);
  const models = new Map<string, Evaluation[]>();
  for (const evaluation of evaluations) models.set(evaluation.model.id, [...(models.get(evaluation.model.id) ?? []), evaluation]);
  return merge(
    ...[...models.values()].map(own => {
      const queue = openQueue(effects.width?.(own[0]!) ?? own[0]!.model.concurrency);
      const room = openMemoryRoom(MAX_CHARACTERS / models.size);
      const cells = asked
        .flatMap(each => own.map(evaluation => ({...each, evaluation})))
        .filter(each => isAsked(each.evaluation, each.point, plan));
      const sample = (cells: readonly Cell<PointResult>[]) =>
        withBackpressure(cells, cell => samplePoint({...cell, book, queue, room, tasks, judges, testsOf}, effects), queue);
      return reallocates ? withReallocation(cells, sample, book.precision) : sample(cells);
    })
  );
}

/** Most tests of each point: as many as the book allows, or as there are. */
export const mostOf =
  ({book: {precision}, points, tasks}: Pick<Plan, "book" | "points" | "tasks">) =>
  (i: number): number =>
    availableTests(points[i]!, tasks, precision.max);

/** Tests of a point that there are, up to a number. */
export const availableTests = (point: ManifoldPoint, tasks: Plan["tasks"], most: number): number =>
  drawsOf(point, tasks.get(point.base_task)!).available(most);

/** What asking tests of a plan needs beside them. */
interface DrawOptions extends InferEffects, Pick<Plan, "tasks" | "judges"> {
  queue: Pick<Queue, "enter" | "leave" | "place">;
  room: MemoryRoom;
  testsOf: (point: ManifoldPoint, index: number) => Test;
}

/** Asks and scores tests of a point, each as often as its evaluation repeats it. */
export function drawTests({evaluation, point, first, end}: TestRange, {tasks, judges, testsOf, ...effects}: DrawOptions): Drawn {
  const trials = trialsOf(evaluation.sampler, evaluation.model);
  const judge = judges.get(point.base_task);
  const {answer: form} = tasks.get(point.base_task)!;
  return from(trialsBetween(first, end, trials)).pipe(
    infer(evaluation, {...effects, judge, testOf: index => testsOf(point, index)}),
    score(evaluation, {origin: {evaluation, point}, formOf: () => form, judge})
  );
}

interface PointPlan extends Cell<PointResult> {
  book: Plan["book"];
  queue: Queue;
  room: MemoryRoom;
  tasks: Plan["tasks"];
  judges: Plan["judges"];
  testsOf: DrawOptions["testsOf"];
}

function samplePoint(
  {book, evaluation, point, limit, earlier, queue, room, tasks, judges, testsOf}: PointPlan,
  effects: EvaluationEffects
): Observable<Evaluated> {
  const judge = judges.get(point.base_task);
  const simulated = evaluation.simulated || (judge?.simulated ?? false);
  const left = {
    unscored: earlier?.unscored ?? 0,
    unasked: earlier?.unasked ?? 0,
    testShares: {...(earlier?.testShares ?? noShares)}
  };
  const {remoteSampler, stop} = effects;
  const sampleLocally = (first: number, end: number) =>
    drawTests({evaluation, point, first, end}, {...effects, queue, room, tasks, judges, testsOf});
  const drawn = (first: number, end: number): Drawn => {
    if (stop?.aborted) return of({index: first, trial: 0, stopped: "interrupted"}); // one word for all of them
    return remoteSampler ? remoteSampler({evaluation, point, first, end}, queue, sampleLocally) : sampleLocally(first, end);
  };
  const draw = (first: number, end: number) =>
    drawn(first, end).pipe(
      toArray(),
      map(batchOf),
      tap(({unscored, unasked, testShares}) => {
        left.unscored += unscored;
        left.unasked += unasked;
        addShares(left.testShares, testShares);
      })
    );
  const precision = earlier ? {...book.precision, max: limit} : book.precision;
  const there = availableTests(point, tasks, precision.max);
  const most = earlier?.most ?? there;
  const bounds = there < precision.max ? {limit, supply: there} : {limit};
  const {k, counters: none} = earlier ?? {k: 0, counters: noCounters};
  return sampleUntilConfident(precision, draw, {k, none, add: addCounters, ...bounds}).pipe(
    concatMap(({k, batch, counters, stopped}): Evaluated[] => [
      ...(batch?.responses ?? []),
      ...(stopped === null ? [] : [{evaluation, point, k, most, counters, stopped, simulated, ...left}])
    ])
  );
}

/** Every asking of the tests from `first` to before `end`. */
const trialsBetween = (first: number, end: number, trials: number): {index: number; trial: number}[] =>
  Array.from({length: (end - first) * trials}, (_, i) => ({index: first + Math.floor(i / trials), trial: i % trials}));

/** The samples in index order rather than in order of arrival, since sums of fractions depend on their order. */
function batchOf(
  outcomes: readonly Outcome<Origin>[]
): Batch & {responses: (Sample | UnscoredResponse)[]; unscored: number; unasked: number; testShares: TestShares} {
  const sorted = [...outcomes].sort((a, b) => a.index - b.index || a.trial - b.trial);
  const responses = sorted.flatMap(outcome => ("response" in outcome ? [outcome.response] : []));
  const first = responses.filter(({trial}) => trial === 0);
  const samples = first.filter(response => "score" in response);
  const missing = sorted.flatMap(outcome => ("stopped" in outcome ? [outcome] : []));
  const refused = missing.find(outcome => outcome.refused);
  // If all were refused, further ones would be too.
  const broken = missing.find(outcome => !outcome.refused) ?? (first.length === 0 ? refused : undefined);
  const stopped = broken ? broken.stopped : first.length > samples.length && samples.length === 0 ? "unscored" : null;
  return {
    responses,
    unscored: first.length - samples.length,
    unasked: sorted.filter(outcome => outcome.trial === 0 && "stopped" in outcome && outcome.stopped === "context").length,
    counters: countedIn(samples),
    testShares: sharesIn(responses.filter(response => "score" in response)),
    ...(stopped !== null && {broken: stopped}),
    ...(refused && {missing: refused.stopped})
  };
}

/** The counters of samples, summed in their order. */
function countedIn(samples: readonly Sample[]): Counters {
  const sum = {...noCounters};
  for (const {score, completion, test, cost} of samples) {
    const {prompt_tokens, completion_tokens, finish_reason} = completion;
    const ended = endOf(finish_reason);
    addSample(sum, score, {ended, guess_chance: test.guess_chance, prompt_tokens, completion_tokens, cost});
  }
  return sum;
}

/** Shares of right answers to each test. */
function sharesIn(samples: readonly Sample[]): TestShares {
  const tests = new Map<number, AnsweredTest>();
  for (const {score, completion, test} of samples) {
    const tally = getOrAdd(tests, test.index, () => ({answers: 0, right: 0, guess_chance: test.guess_chance}));
    addAnswer(tally, outcomeOf({status: score.status, ended: endOf(completion.finish_reason)}));
  }
  return sharesOfTests(tests.values());
}

/** Most bytes of tests that are kept in memory, so that they are generated once for all evaluations. */
const MEMO_BYTES = 256 * 2 ** 20;
/** Bytes of a test beside its texts. */
const TEST_BYTES = 512;

/** The tests of a plan's points, each made once where several evaluations ask it. */
export function memoTests({points, evaluations, tasks}: Plan): DrawOptions["testsOf"] {
  const made = new Map<ManifoldPoint, Test[]>(points.map(point => [point, []]));
  let kept = 0;
  return (point, index) => {
    const tests = made.get(point)!;
    const known = tests[index];
    if (known) return known;
    const test = drawsOf(point, tasks.get(point.base_task)!).test(index);
    const bytes = evaluations.length > 1 ? TEST_BYTES + 2 * ownCharacters(test) : 0; // two bytes a character
    if (evaluations.length > 1 && kept + bytes <= MEMO_BYTES) {
      tests[index] = test;
      kept += bytes;
    }
    return test;
  };
}

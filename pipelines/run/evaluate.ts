// Evaluates a plan: generate → infer → score, repeated with more samples until the interval of each point is narrow enough.
import {
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
  tap,
  toArray
} from "rxjs";
import {drawsOf} from "../generate/draws.js";
import type {ManifoldPoint} from "../generate/manifold.js";
import type {Test} from "../generate/task.js";
import {listCost} from "../infer/budget.js";
import type {ChatRequest} from "../infer/completion.js";
import {type MemoryRoom, openMemoryRoom} from "../infer/memoryRoom.js";
import {KEPT_WHOLE, shortened} from "../infer/shortened.js";
import {trialsOf} from "../infer/template.js";
import {addCounters, type Counters, countersOf, noCounters} from "../score/counters.js";
import {type Batch, type Stopped, sampleUntilConfident} from "../score/precision.js";
import {isReallocated} from "../score/reallocation.js";
import {type Score, scoreTest, type Unscored} from "../score/score.js";
import {openQueue, type Queue, withBackpressure} from "./backpressure.js";
import {type Evaluation, isAsked, type Plan} from "./evaluation.js";
import {type Answered, type Exchange, exchange} from "./exchange.js";
import {type Grading, grade, gradeRequest, isOwn, judgeOf} from "./judge/grade.js";
import {patternSearch} from "./patternSearch.js";
import {type Cell, withReallocation} from "./reallocate.js";
import {sharesOf} from "./testLimit.js";

/** A response with everything that its rows in the tables need. */
interface Response extends Answered {
  evaluation: Evaluation;
  point: ManifoldPoint;
  /** The test; its prompt is shortened where it is long, so that no more than a few long ones are in memory. */
  test: Test;
  /** 0-based repetition. */
  trial: number;
  /** The last message of its first request, shortened where it is long. */
  prompt: string;
  cost: number;
  /** What the answer's grade rests on, where a judge was asked; its cost is not part of `cost`. */
  judged?: Answered & {cost: number};
  /** Whether the model, or the judge of its answer, is a built-in reference model. */
  simulated: boolean;
}

/** A response that was scored. */
export interface Sample extends Response {
  score: Score;
}

/** A response that is neither right nor wrong. */
export type UnscoredResponse = Response & Unscored;

export interface PointResult {
  evaluation: Evaluation;
  point: ManifoldPoint;
  /** Number of tests that were asked. */
  k: number;
  /** Most tests of the point by itself: as many as the book allows, or as there are. */
  most: number;
  /** Of first answers; repetitions are samples, but no part of the point's counters, whose intervals take samples as independent. */
  counters: Counters;
  stopped: Stopped;
  /** Whether the model, or the judge of its answers, is a built-in reference model. */
  simulated: boolean;
  /** First answers that have no score, and tests that were not asked because their prompts do not fit. */
  unscored: number;
  unasked: number;
}

/** A scored sample, a response without a score, or the result of a point whose samples have all come. */
export type Evaluated = Sample | UnscoredResponse | PointResult;

export interface EvaluationEffects {
  /** Looks the request up in the cache, then asks the endpoint. Rejects where there is no answer. */
  answer: (evaluation: Evaluation, request: ChatRequest) => Answered | Promise<Answered>;
  /** The reason with which a rejected request ends its point. */
  reason: (error: unknown, evaluation: Evaluation) => Stopped;
  /** Most samples of each evaluation, distributed evenly over tasks and points. */
  limit?: number | undefined;
}

/** Most characters of tests under way, of all models together. One under way takes about four times its length in memory. */
const MOST_CHARACTERS = 48 * 2 ** 20;

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
      const queue = openQueue(own[0]!.model.concurrency);
      const room = openMemoryRoom(MOST_CHARACTERS / models.size);
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

interface PointPlan extends Cell<PointResult> {
  book: Plan["book"];
  queue: Queue;
  room: MemoryRoom;
  tasks: Plan["tasks"];
  judges: Plan["judges"];
  testsOf: (point: ManifoldPoint, index: number) => Test;
}

function samplePoint(
  {book, evaluation, point, limit, earlier, queue, room, tasks, judges, testsOf}: PointPlan,
  effects: EvaluationEffects
): Observable<Evaluated> {
  const trials = trialsOf(evaluation.sampler, evaluation.model);
  const judge = judges.get(point.base_task);
  const simulated = evaluation.simulated || (judge?.simulated ?? false);
  const tally = {unscored: earlier?.unscored ?? 0, unasked: earlier?.unasked ?? 0};
  const draw = (first: number, end: number) =>
    range(first, end - first).pipe(
      concatMap(index => range(0, trials).pipe(map(trial => ({index, trial})))),
      infer(evaluation, {queue, room, testOf: index => testsOf(point, index)}, {...effects, judge}),
      score(evaluation, point, {tasks, judge}),
      toArray(),
      map(batchOf),
      tap(({unscored, unasked}) => {
        tally.unscored += unscored;
        tally.unasked += unasked;
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
      ...(stopped === null ? [] : [{evaluation, point, k, most, counters, stopped, simulated, ...tally}])
    ])
  );
}

interface Trial {
  index: number;
  trial: number;
}
/** A test with its answer, or the reason why it has none. */
type Asked = Trial & ({test: Test; prompt: string; answered: Answered; grading?: Grading} | {stopped: Stopped});
type Outcome = Trial & ({response: Sample | UnscoredResponse} | {stopped: Stopped});

interface Asking {
  queue: Queue;
  room: MemoryRoom;
  testOf: (index: number) => Test;
}

/** An exchange, with what a judge said of its answer. */
type Graded = Exchange & {grading?: Grading};

/**
 * Asks each test's question, and a judge for the answer's grade where it has a rubric; answers come in any order. Answers from the cache
 * come at once and take no place in the queue. A test is made when there is room for its prompt.
 */
function infer(
  evaluation: Evaluation,
  {queue, room, testOf}: Asking,
  {answer, reason, judge}: EvaluationEffects & {judge?: Evaluation | undefined}
): OperatorFunction<Trial, Asked> {
  const graded = (known: Exchange, test: Test): Promise<Graded> | Graded => {
    const request = judge && gradeRequest(judgeOf(judge), known.answered.completion, test);
    if (!request) return known;
    const grading = grade(request, {judge, own: isOwn(judgeOf(judge), evaluation), test, answer});
    return grading instanceof Promise ? grading.then(grading => ({...known, grading})) : {...known, grading};
  };
  const ask = (of: Trial): Asked | Promise<Asked> => {
    const failed = (error: unknown): Asked => ({...of, stopped: reason(error, evaluation)});
    let characters = 0;
    const done = ({test, request, answered, grading}: Graded & {test: Test}): Asked => {
      room.release(characters);
      return {...of, test, prompt: request.messages.at(-1)!.content, answered, ...(grading && {grading})};
    };
    const broken = (error: unknown): Asked => {
      room.release(characters);
      return failed(error);
    };
    try {
      const test = testOf(of.index);
      characters = charactersOf(test);
      room.hold(characters);
      const exchanged = exchange(evaluation, test, of.trial, request => answer(evaluation, request));
      const asked = exchanged instanceof Promise ? exchanged.then(found => graded(found, test)) : graded(exchanged, test);
      return asked instanceof Promise ? asked.then(found => done({test, ...found}), broken) : done({test, ...asked});
    } catch (error) {
      return broken(error);
    }
  };
  return mergeMap((trial): Observable<Asked> => {
    const wait = room.enter();
    const asked = wait ? wait.then(() => ask(trial)) : ask(trial);
    if (!(asked instanceof Promise)) return of(asked);
    queue.enter();
    return from(asked).pipe(finalize(queue.leave));
  });
}

/** Scores each answer and prices it at the list price, which is reproducible; the billed cost is in `timings`. */
function score(
  evaluation: Evaluation,
  point: ManifoldPoint,
  {tasks, judge}: Pick<Plan, "tasks"> & {judge?: Evaluation | undefined}
): OperatorFunction<Asked, Outcome> {
  const {answer: form} = tasks.get(point.base_task)!;
  const {simulated} = evaluation;
  const rated = (answered: Answered) => ({...answered, cost: listCost(answered.completion, judge?.model.price)});
  return map(asked => {
    const {index, trial} = asked;
    if ("stopped" in asked) return asked;
    const {test: whole, answered, grading} = asked;
    const test = whole.prompt.length > KEPT_WHOLE ? {...whole, prompt: shortened(whole.prompt)} : whole;
    const prompt = shortened(asked.prompt);
    const effects = {search: patternSearch, judgement: grading?.judgement};
    const scored = scoreTest(answered.completion, whole, {form, simulated, effects});
    const response = {
      ...answered,
      ...{evaluation, point, test, trial, prompt},
      cost: listCost(answered.completion, evaluation.model.price),
      simulated: simulated || (judge?.simulated ?? false),
      ...(grading?.answered && {judged: rated(grading.answered)})
    };
    return {index, trial, response: "unscored" in scored ? {...response, ...scored} : {...response, score: scored}};
  });
}

/** The samples in index order rather than in order of arrival, since sums of fractions depend on their order. */
function batchOf(
  outcomes: readonly Outcome[]
): Batch & {responses: (Sample | UnscoredResponse)[]; unscored: number; unasked: number} {
  const sorted = [...outcomes].sort((a, b) => a.index - b.index || a.trial - b.trial);
  const responses = sorted.flatMap(outcome => ("response" in outcome ? [outcome.response] : []));
  const first = responses.filter(({trial}) => trial === 0);
  const samples = first.filter(response => "score" in response);
  const broken = sorted.find(outcome => "stopped" in outcome);
  const stopped =
    broken && "stopped" in broken ? broken.stopped : first.length > samples.length && samples.length === 0 ? "unscored" : null;
  return {
    responses,
    unscored: first.length - samples.length,
    unasked: sorted.filter(outcome => outcome.trial === 0 && "stopped" in outcome && outcome.stopped === "context").length,
    counters: samples.reduce((sum, sample) => addCounters(sum, countersOf(sampleCounts(sample))), noCounters),
    ...(stopped !== null && {broken: stopped})
  };
}

const sampleCounts = ({score, completion, test, cost}: Sample) => ({
  ...score,
  guess_chance: test.guess_chance,
  prompt_tokens: completion.prompt_tokens,
  completion_tokens: completion.completion_tokens,
  cost
});

/** Most bytes of tests that are kept in memory, so that they are generated once for all evaluations. */
const MEMO_BYTES = 256 * 2 ** 20;
/** Bytes of a test beside its texts. */
const TEST_BYTES = 512;

/** Characters of a test's own texts. */
function ownCharacters({prompt, expected, choices = [], expression = "", images = [], turns = []}: Test): number {
  let sum = prompt.length + expected.length + expression.length;
  for (const texts of [choices, images, turns]) for (const text of texts) sum += text.length;
  return sum;
}

/** Characters of all texts that a test's request holds; worked examples are shared by many tests. */
const charactersOf = (test: Test): number =>
  (test.shots ?? []).reduce((sum, {question, answer}) => sum + question.length + answer.length, ownCharacters(test));

function memoTests({points, evaluations, tasks}: Plan): PointPlan["testsOf"] {
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

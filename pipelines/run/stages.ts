// The two stages that every test goes through: infer asks it, score judges what came.
import {finalize, from, map, mergeMap, type Observable, type OperatorFunction, of} from "rxjs";
import {withFormat} from "../book/answerFormat.js";
import type {AnswerForm, Test} from "../generate/task.js";
import {listCost} from "../infer/budget.js";
import type {ChatRequest} from "../infer/completion.js";
import type {MemoryRoom} from "../infer/memoryRoom.js";
import {KEPT_OF_RESPONSE, KEPT_WHOLE, shortened} from "../infer/shortened.node.js";
import type {Stopped} from "../score/precision.js";
import {type Score, scoreTest, type Unscored} from "../score/score.node.js";
import type {Executed} from "../score/scorers/execution.js";
import type {Queue} from "./backpressure.js";
import type {OpenEpisode} from "./environments/episode.js";
import type {Evaluation} from "./evaluation.js";
import {type Answered, type Exchange, exchange, requestsOf} from "./exchange.js";
import {equalExpressions} from "./expressionEngine.js";
import {isRefusal} from "./failures.js";
import {type Grading, grade, gradeRequest, isOwn, judgeOf} from "./judge/grade.js";
import {patternSearch} from "./patternSearch.js";
import {type Execute, executionOf} from "./sandbox/execute.js";

/** The answer to a test, with what its rows in the tables need. */
interface TestResponse extends Answered {
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
export interface ScoredAnswer extends TestResponse {
  score: Score;
}

/** A response that is neither right nor wrong. */
export type UnscoredAnswer = TestResponse & Unscored;

/** One asking of a test. */
interface Trial {
  /** Number by which `testOf` knows the test. */
  index: number;
  /** 0-based repetition. */
  trial: number;
}
/** Why a test has no answer; `refused` where the server refuses it and may answer others. */
interface Missing {
  stopped: Stopped;
  refused?: true | undefined;
}
/** A test with its answer, or the reason why it has none. */
type Asked = Trial & ({test: Test; prompt: string; answered: Answered; grading?: Grading; execution?: Executed} | Missing);
/** A response with its score, or the reason why there is none; `Origin` says what it belongs to. */
export type Outcome<Origin> = Trial & ({response: Origin & (ScoredAnswer | UnscoredAnswer)} | Missing);

export interface InferEffects {
  /** Runs the programs in answers; without it they have no score. */
  execute?: Execute | undefined;
  /** Looks the request up in the cache, then asks the endpoint. Rejects where there is no answer. */
  answer: (evaluation: Evaluation, request: ChatRequest) => Answered | Promise<Answered>;
  /** The reason with which a rejected request ends its point. */
  reason: (error: unknown, evaluation: Evaluation) => Stopped;
  /** Hears of the answers that had come to a test when one of its requests failed. They are in the cache. */
  onPartialFailure?: ((requests: NonNullable<Answered["requests"]>) => void) | undefined;
  /** Begins the episode of a test whose tools act on an environment; absent = in this process. */
  open?: OpenEpisode;
  /** Starts nothing new: tests that have not been begun are not even made, since there may be millions of them. */
  stop?: AbortSignal | undefined;
}

interface InferOptions extends InferEffects {
  /** Counts what is under way, and holds tests back while that is all that may be: each that waits for its answer takes some 20 kB. */
  queue: Pick<Queue, "enter" | "leave" | "place">;
  /** Bounds the tests that are in memory. */
  room: MemoryRoom;
  testOf: (index: number) => Test;
  /** The model that grades answers, where there is one. */
  judge?: Evaluation | undefined;
}

/** An exchange, with what a judge said of its answer, or what came of the program in it. */
type Graded = Exchange & {grading?: Grading; execution?: Executed};

/**
 * Asks each test's question, and a judge for the answer's grade where it has a rubric; answers come in any order. Answers from the cache
 * come at once and take no place in the queue. A test is made when the queue has a place for it and there is room for its prompt.
 */
export function infer(
  evaluation: Evaluation,
  {queue, room, testOf, answer, reason, onPartialFailure, open, stop, judge, execute}: InferOptions
): OperatorFunction<Trial, Asked> {
  const graded = (known: Exchange, test: Test): Promise<Graded> | Graded => {
    const execution = executionOf(known.answered.completion, test, execute);
    if (execution)
      return execution instanceof Promise ? execution.then(execution => ({...known, execution})) : {...known, execution};
    const request = judge && gradeRequest(judgeOf(judge), known.answered.completion, test);
    if (!request) return known;
    const grading = grade(request, {judge, own: isOwn(judgeOf(judge), evaluation), test, answer});
    return grading instanceof Promise ? grading.then(grading => ({...known, grading})) : {...known, grading};
  };
  // One closure for a test whose answer is at hand, since every sample of a rerun comes through here.
  const asked = ({index, trial}: Trial, test: Test, {request, answered, grading, execution}: Graded): Asked => {
    const found: Asked = {index, trial, test, prompt: request.messages.at(-1)!.content, answered};
    if (grading) found.grading = grading;
    if (execution) found.execution = execution;
    return found;
  };
  const answerTo = (request: ChatRequest): Answered | Promise<Answered> => answer(evaluation, request);
  const broken = (of: Trial, error: unknown, {characters, came}: {characters: number; came: Came | null}): Asked => {
    room.release(characters);
    if (came && came.asked + came.cached > 0) onPartialFailure?.(came);
    return {...of, stopped: reason(error, evaluation), ...(isRefusal(error) && {refused: true})};
  };
  const ask = (of: Trial): Asked | Promise<Asked> => {
    if (stop?.aborted) {
      room.release(0); // the next that waits for room is let in, and ends too
      return {...of, stopped: "interrupted"};
    }
    let characters = 0;
    let came: Came | null = null;
    try {
      const test = testOf(of.index);
      characters = charactersOf(test);
      room.hold(characters);
      if (requestsOf(test).high > 1) came = {asked: 0, cached: 0};
      const exchanged = exchange(evaluation, test, of.trial, came ? countedIn(came, answerTo) : answerTo, open);
      const found = exchanged instanceof Promise ? exchanged.then(known => graded(known, test)) : graded(exchanged, test);
      if (!(found instanceof Promise)) {
        room.release(characters);
        return asked(of, test, found);
      }
      return found.then(
        known => {
          room.release(characters);
          return asked(of, test, known);
        },
        error => broken(of, error, {characters, came})
      );
    } catch (error) {
      return broken(of, error, {characters, came});
    }
  };
  return mergeMap((trial): Observable<Asked> => {
    const place = queue.place();
    const wait = place ? place.then(room.enter) : room.enter();
    const asked = wait ? wait.then(() => ask(trial)) : ask(trial);
    if (!(asked instanceof Promise)) return of(asked);
    if (!place) queue.enter();
    return from(asked).pipe(finalize(queue.leave));
  });
}

/** Answers so far, of a test that takes several requests. */
type Came = NonNullable<Answered["requests"]>;

/** The same way to ask, with its answers counted. */
function countedIn(came: Came, ask: (request: ChatRequest) => Answered | Promise<Answered>): typeof ask {
  const counted = (answered: Answered): Answered => {
    came[answered.cached ? "cached" : "asked"]++;
    return answered;
  };
  return request => {
    const answered = ask(request);
    return answered instanceof Promise ? answered.then(counted) : counted(answered);
  };
}

/** Scores each answer and prices it at the list price, which is reproducible; the billed cost is in `timings`. */
export function score<Origin extends object>(
  evaluation: Evaluation,
  {origin, formOf, judge}: {origin: Origin; formOf: (index: number) => AnswerForm | undefined; judge?: Evaluation | undefined}
): OperatorFunction<Asked, Outcome<Origin>> {
  const {simulated} = evaluation;
  const rated = (answered: Answered) => ({...answered, cost: listCost(answered.completion, judge?.model.price)});
  return map(asked => {
    const {index, trial} = asked;
    if ("stopped" in asked) return asked;
    const {test: whole, answered, grading, execution} = asked;
    const long = whole.prompt.length > KEPT_WHOLE;
    const test = long ? {...whole, prompt: shortened(whole.prompt)} : whole;
    const prompt = long ? shortened(asked.prompt, KEPT_OF_RESPONSE) : shortened(asked.prompt);
    const effects = {
      search: patternSearch,
      equal: equalExpressions,
      judgement: grading?.judgement,
      episode: answered.episode,
      execution
    };
    const read = withFormat(whole, evaluation.template.answer_format);
    const scored = scoreTest(answered.completion, read, {form: formOf(index), simulated, effects});
    // One literal, to which the origin is assigned: every sample of a rerun comes through here.
    const own: TestResponse & {score?: Score} = {
      completion: answered.completion,
      cached: answered.cached,
      test,
      trial,
      prompt,
      cost: listCost(answered.completion, evaluation.model.price),
      simulated: simulated || (judge?.simulated ?? false)
    };
    const response = Object.assign(own, origin);
    if (answered.requests) response.requests = answered.requests;
    if (answered.cut !== undefined) response.cut = answered.cut;
    if (grading?.answered) response.judged = rated(grading.answered);
    if ("unscored" in scored) return {index, trial, response: {...response, ...scored}};
    response.score = scored;
    return {index, trial, response: response as Origin & ScoredAnswer};
  });
}

/** Characters of a test's own texts. */
export function ownCharacters({prompt, expected, choices = [], expression = "", images = [], turns = []}: Test): number {
  let sum = prompt.length + expected.length + expression.length;
  for (const texts of [choices, images, turns]) for (const text of texts) sum += text.length;
  return sum;
}

/** Characters of all texts that a test's request holds; worked examples are shared by many tests. */
const charactersOf = (test: Test): number =>
  (test.shots ?? []).reduce((sum, {question, answer}) => sum + question.length + answer.length, ownCharacters(test));

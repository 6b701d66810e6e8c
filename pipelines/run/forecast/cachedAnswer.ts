// Looks up what a cache holds of one answer: all of its requests, some of them, or none; and its grade, where a judge gives one.
import type {Test} from "../../generate/task.js";
import type {ChatRequest, Completion} from "../../infer/completion.js";
import {withLimitReached} from "../../infer/tokenLimit.js";
import {withBoundedUsage} from "../../infer/usage.js";
import type {ScorerEffects} from "../../score/scorers/scorer.js";
import type {Evaluation} from "../evaluation.js";
import {type Exchange, echoesOf, exchange, isEchoed, requestsOf} from "../exchange.js";
import {gradeRequest, isOwn, judgementOf, judgeOf} from "../judge/grade.js";
import {type Bounds, range} from "./pointEstimate.js";

/** Returns the existing answer to a request, if there is one. */
export type CacheLookup = (request: ChatRequest) => Completion | undefined;

/** An answer that is at hand, with its grade. */
interface CachedAnswer {
  completion: Completion;
  judgement?: ScorerEffects["judgement"];
  /** What its calls came to, where they act on an environment. */
  episode?: ScorerEffects["episode"];
  /** The reply that gave the grade. */
  grade?: Completion;
  /** Number of its requests. */
  requests: number;
}

/** What is missing of an answer. */
export interface Lacking {
  /** Fewest and most of its requests. */
  requests: Bounds;
  /** Number of grades: 1 where a judge is asked, else 0. */
  grades: number;
  /** Whether nothing of it is at hand. */
  whole: boolean;
}

/** Thrown where a dialogue goes on with a request whose answer is not at hand. */
class Missing extends Error {}

/** An answer of an evaluation as far as it is at hand. */
export function cachedAnswer(
  evaluation: Evaluation,
  {test, trial = 0}: {test: Test; trial?: number},
  {look, judge}: {look: CacheLookup; judge?: Evaluation | undefined}
): CachedAnswer | Lacking {
  const grades = judge && test.scorer?.kind === "rubric" ? 1 : 0;
  let known = 0;
  const find = (request: ChatRequest): Completion | undefined => {
    const found = look(request);
    if (!found) return undefined;
    known++;
    return withLimitReached(withBoundedUsage(found, request, evaluation.model.context_tokens), request);
  };
  const lacking = (requests: Bounds): Lacking => ({requests, grades, whole: known === 0});
  let found: Exchange;
  if (isEchoed(test)) {
    const {requests} = echoesOf(evaluation, test, trial);
    const completions = requests.flatMap(request => find(request) ?? []);
    if (completions.length < requests.length) return lacking(range(requests.length - completions.length));
    const next = completions.values(); // choices are asked in their order
    found = exchange(evaluation, test, trial, () => ({completion: next.next().value!, cached: true})) as Exchange;
  } else
    try {
      const ask = (request: ChatRequest) => {
        const completion = find(request);
        if (!completion) throw new Missing();
        return {completion, cached: true};
      };
      found = exchange(evaluation, test, trial, ask) as Exchange;
    } catch (error) {
      if (!(error instanceof Missing)) throw error;
      return lacking(range(1, Math.max(1, requestsOf(test).high - known)));
    }
  const {completion, episode} = found.answered;
  const request = judge && gradeRequest(judgeOf(judge), completion, test);
  if (!judge || !request) return {completion, episode, requests: known};
  const grade = look(request);
  if (!grade) return {requests: range(), grades: 1, whole: false};
  const own = isOwn(judgeOf(judge), evaluation);
  return {completion, judgement: judgementOf(grade, {judge: judge.model, own, test}), grade, requests: known};
}

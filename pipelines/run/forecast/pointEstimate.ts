// Estimates the requests, tokens and cost of a point from a few of its tests.

import {drawsOf} from "../../generate/draws.node.js";
import type {ManifoldPoint} from "../../generate/manifold.node.js";
import {tasks as registry} from "../../generate/registry.node.js";
import type {AnyTask, Test} from "../../generate/task.js";
import {listCost} from "../../infer/budget.js";
import {imageTokens} from "../../infer/imageTokens.node.js";
import {answersOf, tokensAtMost} from "../../infer/limits.js";
import {mean} from "../../stats/mean.js";
import {promptTokens} from "../../tokenizer/prompt.js";
import type {Tokenizer} from "../../tokenizer/types.js";
import {availableTests} from "../evaluate.js";
import {type Evaluation, requestOf} from "../evaluation.js";
import {echoesOf, isEchoed, requestsOf} from "../exchange.js";

/** Tests per point whose prompts are tokenized; the rest of the point is assumed to be alike. */
export const COUNTED = 4;
/** Completion tokens of a short answer, for the lower bound. */
const SHORT_ANSWER = 32;

/**
 * Bounds. Low: every point stops at its minimum with short answers. High: every point goes to its maximum and every answer to the token
 * limit.
 */
export interface Bounds {
  low: number;
  high: number;
}
export interface CostBounds {
  requests: Bounds;
  prompt_tokens: Bounds;
  completion_tokens: Bounds;
  /** US dollars at list price. */
  cost: Bounds;
}

/** A range; with one argument both ends are equal. */
export const range = (low = 0, high = low): Bounds => ({low, high});
/** An estimate of zero requests. */
export const nothing = (): CostBounds => ({
  requests: range(),
  prompt_tokens: range(),
  completion_tokens: range(),
  cost: range()
});

/** The sums of two objects' numbers, each by its name. */
export const plus = <T extends Record<keyof T, number>>(one: T, other: T): T =>
  Object.fromEntries((Object.keys(one) as (keyof T)[]).map(name => [name, one[name] + other[name]])) as T;

/** Adds `more` to `sum` in place. */
export function add(sum: CostBounds, more: CostBounds): void {
  for (const field of ["requests", "prompt_tokens", "completion_tokens", "cost"] as const) {
    sum[field].low += more[field].low;
    sum[field].high += more[field].high;
  }
}

/** Returns a function that gives a point's tests in their order, each made on first use and then kept. */
export function testsOf(point: ManifoldPoint, tasks: ReadonlyMap<string, AnyTask> = registry): (index: number) => Test {
  const made: Test[] = [];
  const draws = drawsOf(point, tasks.get(point.base_task)!);
  return index => {
    made[index] ??= draws.test(index);
    return made[index]!;
  };
}

/** Most completion tokens of one request: the configured limit, or the context window, for each answer. */
export const longestAnswer = ({model, sampling}: Pick<Evaluation, "model" | "sampling">): number =>
  answersOf(sampling) * Math.min(tokensAtMost(sampling) ?? model.context_tokens, model.context_tokens);

/** What a request of a point holds, as the means over its first tests. */
export interface RequestShape {
  /** Prompt tokens: of a dialogue those of its first request, and the mean over all that it may take, each answer as long as it may be. */
  prompt: Bounds;
  completion: Bounds;
  /** Prompt tokens that a further request of a dialogue adds beside the answer before it: a turn of the user, or a result of each tool. */
  further: number;
  /** Images in it, and the estimate of their tokens, which the prompt contains. */
  images: number;
  shown: number;
  /** Whether no test's prompt leaves room for an answer in the model's context, so that none is asked. */
  exceeds?: boolean;
}

/** Estimates the requests of one model. */
export interface Estimator {
  shape(evaluation: Evaluation, point: ManifoldPoint): RequestShape;
  /** Estimates a number of requests, unless `prompt` says how many tokens their prompts have. */
  estimate(evaluation: Evaluation, point: ManifoldPoint, requests: Bounds, prompt?: number): CostBounds;
}

/**
 * Returns an estimator. Prompts are tokenized once for all evaluations that ask the same ones.
 * @param tokenizers the tokenizers that the models name
 * @param tasks the tasks and banks of the points
 */
export function estimator(tokenizers: ReadonlyMap<string, Tokenizer>, tasks: ReadonlyMap<string, AnyTask> = registry): Estimator {
  const shapes = new Map<string, RequestShape>();
  const measured = new Map<string, Measured[]>();
  const measure = (evaluation: Evaluation, point: ManifoldPoint): Measured[] => {
    const {tokenizer, protocol} = evaluation.model;
    const id = `${tokenizer} ${protocol} ${evaluation.key.template} ${point.key}`;
    let known = measured.get(id);
    if (!known) {
      const test = testsOf(point, tasks);
      const tests = Array.from({length: availableTests(point, tasks, COUNTED)}, (_, i) => test(i));
      measured.set(id, (known = tests.map(each => measuredOf(evaluation, each, tokenizers.get(tokenizer)!))));
    }
    return known;
  };
  const shape = (evaluation: Evaluation, point: ManifoldPoint): RequestShape => {
    const longest = longestAnswer(evaluation);
    const {tokenizer, protocol, context_tokens} = evaluation.model;
    const id = `${tokenizer} ${protocol} ${evaluation.key.template} ${longest} ${context_tokens} ${point.key}`;
    let known = shapes.get(id);
    if (!known) shapes.set(id, (known = meanOf(measure(evaluation, point), {longest, context: context_tokens})));
    return known;
  };
  return {
    shape,
    estimate(evaluation, point, requests, given) {
      const {prompt, completion} = shape(evaluation, point);
      const at = (end: keyof Bounds) => ({
        prompt: requests[end] * (given ?? prompt[end]),
        completion: requests[end] * completion[end]
      });
      const [low, high] = [at("low"), at("high")];
      const cost = ({prompt, completion}: typeof low) =>
        listCost({prompt_tokens: prompt, completion_tokens: completion}, evaluation.model.price);
      return {
        requests,
        prompt_tokens: range(low.prompt, high.prompt),
        completion_tokens: range(low.completion, high.completion),
        cost: range(cost(low), cost(high))
      };
    }
  };
}

/** Requests of one test, and their tokens. */
interface Measured {
  requests: Bounds;
  /** Prompt tokens of the first request, or the mean over those that ask for log-probabilities. */
  prompt: number;
  further: number;
  /** Images of a request, and the estimate of their tokens, which the prompt contains. */
  images: number;
  shown: number;
  echoed: boolean;
}

function measuredOf(evaluation: Evaluation, test: Test, tokenizer: Tokenizer): Measured {
  const requests = requestsOf(test);
  if (isEchoed(test)) {
    const tokens = echoesOf(evaluation, test, 0).requests.map(({messages}) => promptTokens(tokenizer, messages));
    return {requests, prompt: mean(tokens), further: 0, images: 0, shown: 0, echoed: true};
  }
  const {messages, tools} = requestOf(evaluation, test);
  const length = (text: string | undefined) => (text === undefined ? 0 : tokenizer.encode(text).length);
  const shown = (test.images ?? []).reduce((sum, url) => sum + imageTokens(url, evaluation.model.protocol), 0);
  const prompt = promptTokens(tokenizer, messages) + (tools ? length(JSON.stringify(tools)) : 0) + shown;
  const results = (test.tools ?? []).map(({results, otherwise}) =>
    Math.max(...[otherwise, ...Object.values(results)].map(length))
  );
  // The results of an environment are known only when they are asked for: the rows of all its tables together are more than any of them.
  if (test.scorer?.kind === "environment") results.push(length(JSON.stringify(test.scorer.state)));
  const further = Math.max(
    results.reduce((sum, result) => sum + result, 0),
    ...(test.turns ?? []).map(length)
  );
  return {requests, prompt, further, images: (test.images ?? []).length, shown, echoed: false};
}

/** The mean request of several tests, each of which counts by the number of its requests. */
function meanOf(tests: readonly Measured[], {longest, context}: {longest: number; context: number}): RequestShape {
  /** Mean prompt of a dialogue of the most requests, each answer as long as it may be. */
  const grown = ({requests, prompt, further, echoed}: Measured): number =>
    echoed
      ? prompt
      : mean(
          Array.from({length: requests.high}, (_, i) => Math.max(prompt, Math.min(context, prompt + i * (longest + further))))
        );
  const over = (value: (test: Measured) => number, end: keyof Bounds) =>
    tests.reduce((sum, test) => sum + value(test) * test.requests[end], 0) /
    tests.reduce((sum, test) => sum + test.requests[end], 0);
  const short = Math.min(SHORT_ANSWER, longest);
  return {
    prompt: range(
      over(({prompt}) => prompt, "low"),
      over(grown, "high")
    ),
    completion: range(
      over(({echoed}) => (echoed ? 1 : short), "low"),
      over(({echoed}) => (echoed ? 1 : longest), "high")
    ),
    further: over(({further}) => further, "high"),
    images: over(({images}) => images, "high"),
    shown: over(({shown}) => shown, "high"),
    exceeds: tests.every(({prompt, shown}) => prompt - shown >= context)
  };
}

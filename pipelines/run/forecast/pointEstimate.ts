// Estimates the requests, tokens and cost of a point from a few of its tests.

import {drawsOf} from "../../generate/draws.js";
import type {ManifoldPoint} from "../../generate/manifold.js";
import {tasks as registry} from "../../generate/registry.js";
import type {AnyTask, Test} from "../../generate/task.js";
import {FREE} from "../../infer/budget.js";
import {answersOf, tokensAtMost} from "../../infer/limits.js";
import {promptTokens} from "../../infer/tokenizer/prompt.js";
import type {Tokenizer} from "../../infer/tokenizer/types.js";
import {type Evaluation, requestOf} from "../evaluation.js";

/** Tests per point whose prompts are tokenized; the rest of the point is assumed to be alike. */
const COUNTED = 4;
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

/**
 * Returns a function that estimates a number of requests of a point to one evaluation. Prompts are tokenized once for all evaluations that
 * ask the same ones, unless their mean tokens are given.
 * @param tokenizers the tokenizers that the models name
 * @param tasks the tasks and banks of the points
 */
export function estimator(
  tokenizers: ReadonlyMap<string, Tokenizer>,
  tasks: ReadonlyMap<string, AnyTask> = registry
): (evaluation: Evaluation, point: ManifoldPoint, requests: Bounds, prompt?: number) => CostBounds {
  const means = new Map<string, number>();
  const perPrompt = (evaluation: Evaluation, point: ManifoldPoint): number => {
    const id = `${evaluation.model.tokenizer} ${evaluation.key.template} ${point.key}`;
    const known = means.get(id);
    if (known !== undefined) return known;
    const test = testsOf(point, tasks);
    const counted = drawsOf(point, tasks.get(point.base_task)!).available(COUNTED);
    const counts = Array.from({length: counted}, (_, i) =>
      promptTokens(tokenizers.get(evaluation.model.tokenizer)!, requestOf(evaluation, test(i)).messages)
    );
    const mean = counts.reduce((a, b) => a + b) / counted;
    means.set(id, mean);
    return mean;
  };
  return (evaluation, point, requests, prompt = perPrompt(evaluation, point)) => {
    const {model} = evaluation;
    const longest = longestAnswer(evaluation);
    const at = (count: number, answer: number) => ({prompt: count * prompt, completion: count * answer});
    const [low, high] = [at(requests.low, Math.min(SHORT_ANSWER, longest)), at(requests.high, longest)];
    const {input, output} = model.price ?? FREE;
    const price = (tokens: typeof low) => (tokens.prompt * input + tokens.completion * output) / 1e6;
    return {
      requests,
      prompt_tokens: range(low.prompt, high.prompt),
      completion_tokens: range(low.completion, high.completion),
      cost: range(price(low), price(high))
    };
  };
}

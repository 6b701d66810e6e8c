// What a run will ask for, before a cent is spent.
import {existsSync} from "node:fs";
import {join} from "node:path";
import {countTokens as countCl100k} from "gpt-tokenizer/encoding/cl100k_base";
import {countTokens as countO200k} from "gpt-tokenizer/encoding/o200k_base";
import type {Book} from "./book/types.js";
import {shareOf} from "./evaluate.js";
import {planOf, requestOf} from "./evaluation.js";
import {testAt} from "./generate/manifold.js";
import {tasks} from "./generate/registry.js";
import {openCache} from "./infer/cache.js";
import {requestKey} from "./infer/request.js";

/** Tests per point whose prompts are counted token by token; the rest of the point is taken to be alike. */
const COUNTED = 4;
/** Completion tokens of a short answer, for the low end of a prediction. */
const SHORT_ANSWER = 32;

export interface Range {
  low: number;
  high: number;
}
export interface Prediction {
  models: number;
  points: number;
  cells: number;
  requests: Range;
  cached: number;
  prompt_tokens: Range;
  completion_tokens: Range;
  /** US dollars at list price for answers that the cache does not hold. */
  cost: Range;
  by_model: {model: string; requests: Range; cached: number; cost: Range}[];
}

/** Low: every point stops at the minimum with a short answer. High: every point goes to the maximum and every answer to the token limit. */
export async function predict(book: Book, {folder, limit}: {folder: string; limit?: number | undefined}): Promise<Prediction> {
  const {evaluations, points} = planOf(book);
  const {min, max} = book.precision;
  const share = (i: number) => shareOf(limit, i, points.length);
  const sizes = points.map((_, i) => ({low: Math.min(min, share(i)), high: Math.min(max, share(i))}));
  const tests = points.map((point, i) =>
    Array.from({length: sizes[i]!.high}, (_, k) => testAt(point, tasks.get(point.base_task)!, k))
  );
  const cacheFolder = join(folder, "cache");
  const cache = existsSync(cacheFolder) ? openCache(cacheFolder, {onCorrupt: () => {}}) : null;
  const counted = new Map<string, number[]>();
  const prompts = (tokenizer: string, template: (typeof evaluations)[number]): number[] => {
    const id = `${tokenizer} ${template.key.template}`;
    let means = counted.get(id);
    if (!means) {
      const count = tokenizer === "cl100k" ? countCl100k : countO200k;
      means = tests.map(of =>
        mean(
          of
            .slice(0, COUNTED)
            .map(test =>
              requestOf(template, test).messages.reduce(
                (n, {content}) => n + 4 + count(content, {disallowedSpecial: new Set()}),
                3
              )
            )
        )
      );
      counted.set(id, means);
    }
    return means;
  };
  const total = {requests: range(), cached: 0, prompt_tokens: range(), completion_tokens: range(), cost: range()};
  const by_model: Prediction["by_model"] = [];
  for (const evaluation of evaluations) {
    const {model, sampling} = evaluation;
    const perPrompt = prompts(model.tokenizer, evaluation);
    const longest = Math.min(
      typeof sampling.max_tokens === "number" ? sampling.max_tokens : model.context_tokens,
      model.context_tokens
    );
    const own = {requests: range(), cached: 0, cost: range()};
    for (const [i, {low, high}] of sizes.entries()) {
      const known = tests[i]!.map(test => cache?.has(requestKey(requestOf(evaluation, test))) ?? false);
      const held = {low: known.slice(0, low).filter(Boolean).length, all: known.filter(Boolean).length};
      // Cached answers cost nothing more: only what is missing is priced.
      const ask = {low: low - held.low, high: high - held.all};
      const tokens = {low: ask.low * perPrompt[i]!, high: ask.high * perPrompt[i]!};
      const answers = {low: ask.low * Math.min(SHORT_ANSWER, longest), high: ask.high * longest};
      const price = (prompt: number, completion: number) => (prompt * model.price.input + completion * model.price.output) / 1e6;
      const cost = {low: price(tokens.low, answers.low), high: price(tokens.high, answers.high)};
      own.cached += held.all;
      add(own.requests, ask);
      add(own.cost, cost);
      add(total.prompt_tokens, tokens);
      add(total.completion_tokens, answers);
    }
    add(total.requests, own.requests);
    add(total.cost, own.cost);
    total.cached += own.cached;
    by_model.push({model: model.id, ...own});
  }
  await cache?.close();
  return {models: book.models.length, points: points.length, cells: points.length * evaluations.length, ...total, by_model};
}

const range = (): Range => ({low: 0, high: 0});
const mean = (values: number[]): number => (values.length === 0 ? 0 : values.reduce((a, b) => a + b, 0) / values.length);
function add(sum: Range, more: Range): void {
  sum.low += more.low;
  sum.high += more.high;
}

export function predictionText({
  models,
  points,
  cells,
  requests,
  cached,
  prompt_tokens,
  completion_tokens,
  cost,
  by_model
}: Prediction): string {
  const n = (value: number) => Math.round(value).toLocaleString("en");
  const span = ({low, high}: Range, show = n) => `${show(low)} – ${show(high)}`;
  const money = (value: number) => `$${value.toFixed(value < 1 ? 4 : 2)}`;
  const dearest = by_model
    .filter(({cost}) => cost.high > 0)
    .sort((a, b) => b.cost.high - a.cost.high)
    .slice(0, 5);
  return [
    `${n(points)} points × ${n(cells / Math.max(points, 1))} evaluations of ${n(models)} models = ${n(cells)} cells`,
    `requests            ${span(requests)}   (the cache holds ${n(cached)} more)`,
    `prompt tokens       ${span(prompt_tokens)}`,
    `completion tokens   ${span(completion_tokens)}   (high: every answer runs to its limit)`,
    `cost                ${span(cost, money)}`,
    ...dearest.map(each => `  ${each.model}: ${span(each.cost, money)}`)
  ].join("\n");
}

// What a run will ask for, before a cent is spent.
import {DENSITIES} from "../../book/schemas.js";
import type {Book, Density, Suite} from "../../book/types.js";
import type {ManifoldPoint} from "../../generate/manifold.js";
import {openCache} from "../../infer/cache.js";
import {existingCaches} from "../../infer/caches.js";
import {requestKey} from "../../infer/request.js";
import {tokenizer} from "../../infer/tokenizer/tokenizer.js";
import {unpriced} from "../budget.js";
import {type Evaluation, type Plan, planOf} from "../evaluation.js";
import {sharesOf} from "../testLimit.js";
import {type Basis, type Forecast, forecast, type Target} from "./forecast.js";
import {add, type Estimate, estimator, longestAnswer, nothing, type Range, range, testsOf} from "./pointEstimate.js";
import {cellId, type Look, observedIn, type Replayed, replay} from "./replay.js";

/** Some points of the suite under all evaluations, as if no answer were at hand. */
export interface Share extends Estimate {
  points: number;
  /** Tests of these points; every evaluation is asked each of them. */
  tests: Range;
}

/** The ranges are bounds: the fewest requests with short answers, and the most with every answer at its limit. */
export interface Prediction extends Estimate {
  models: number;
  points: number;
  cells: number;
  /** Answers that the cache holds: requests, tokens and cost of the plan are without them. */
  cached: number;
  /** What is likely, with 90 % intervals; exactly 0 where all is at hand. */
  expected: Forecast;
  /** Each evaluation by itself, and what its expectation rests on. */
  by_model: (Estimate & {model: string; template: string; sampler: string; cached: number; expected: Forecast; basis: Basis})[];
  /** Models without a price: they count as free here. */
  unpriced: string[];
  /** Each tier by itself, in the suite's order; what has no tier stands under the empty name. A point in two tiers is in both. */
  tiers: ({tier: string} & Share)[];
  /** All points, each once. */
  together: Share;
  /** What comes out of asking nothing twice. */
  saved: {
    /** Points in several tiers: the tiers' sum less all points once. */
    identity: Share;
    /** A first run with the least number of tests and a second with the most, less one with the most: the tests of the first. */
    prefix: Share & {from: number; to: number};
  };
  /** The suite at each density. */
  densities: ({density: Density} & Share)[];
}

/**
 * @param folder the store whose points count, and a cache that an older version left in it
 * @param look finds an answer at hand; by default the workbook's cache does
 */
export async function predict(
  book: Book,
  {folder, limit, look}: {folder: string; limit?: number | undefined; look?: Look}
): Promise<Prediction> {
  const plan = planOf(book);
  const names = new Set(book.models.map(({tokenizer}) => tokenizer));
  const estimate = estimator(new Map(await Promise.all([...names].map(async name => [name, await tokenizer(name)] as const))));
  const sized = (of: Plan) => sizes(of, limit);
  const sizeOf = sized(plan);
  const share = (points: ManifoldPoint[], of = sizeOf): Share =>
    shareOfPoints(points, {evaluations: plan.evaluations, of, estimate});

  const tiers = tiersOf(book.suite, plan.points).map(({tier, points}) => ({tier, ...share(points)}));
  const together = share(plan.points);
  const first = share(plan.points, point => range(Math.min(sizeOf(point).low, sizeOf(point).high)));
  return {
    models: book.models.length,
    points: plan.points.length,
    cells: plan.points.length * plan.evaluations.length,
    ...(await withAnswers(book, {folder, look}, look => missing(plan, {folder, sizeOf, estimate, look}))),
    unpriced: unpriced(book.models),
    tiers,
    together,
    saved: {
      identity: less(tiers, together),
      prefix: {from: Math.min(book.precision.min, book.precision.max), to: book.precision.max, ...first}
    },
    densities: DENSITIES.map(density => {
      const thinner = planOf({...book, density});
      return {density, ...share(thinner.points, sized(thinner))};
    })
  };
}

/** Works with the answers at hand: those of the workbook's caches unless they are given. */
async function withAnswers<T>(
  book: Book,
  {folder, look}: {folder: string; look: Look | undefined},
  work: (look: Look) => Promise<T>
): Promise<T> {
  if (look) return work(look);
  const caches = existingCaches(book, [folder]).map(each => openCache(each));
  try {
    return await work(request => {
      const key = requestKey(request);
      for (const cache of caches) {
        const found = cache.get(key);
        if (found) return found;
      }
      return undefined;
    });
  } finally {
    for (const each of caches) await each.close();
  }
}

type SizeOf = (point: ManifoldPoint) => Range;
type Estimator = ReturnType<typeof estimator>;

/** Tests of each point, at least and at most. */
function sizes({book, points}: Plan, limit: number | undefined): SizeOf {
  const {min, max} = book.precision;
  const shares = sharesOf(limit, points, {most: max});
  const found = new Map(points.map(({key}, i) => [key, range(Math.min(min, shares[i]!), Math.min(max, shares[i]!))]));
  return point => found.get(point.key) ?? range();
}

function shareOfPoints(
  points: ManifoldPoint[],
  {evaluations, of, estimate}: {evaluations: Evaluation[]; of: SizeOf; estimate: Estimator}
): Share {
  const sum = nothing();
  const tests = range();
  for (const point of points) {
    const size = of(point);
    tests.low += size.low;
    tests.high += size.high;
    for (const evaluation of evaluations) add(sum, estimate(evaluation, point, size));
  }
  return {points: points.length, tests, ...sum};
}

function tiersOf({tasks}: Suite, points: ManifoldPoint[]): {tier: string; points: ManifoldPoint[]}[] {
  const names = [...new Set(tasks.flatMap(({tiers}) => Object.keys(tiers)))];
  const found = names.map(tier => ({tier, points: points.filter(({tiers}) => tiers.includes(tier))}));
  const none = points.filter(({tiers}) => tiers.length === 0);
  return [...found, ...(none.length > 0 ? [{tier: "", points: none}] : [])];
}

/** The sum of some shares less another one. */
function less(shares: Share[], once: Share): Share {
  const difference = (field: "tests" | keyof Estimate): Range => ({
    low: shares.reduce((sum, share) => sum + share[field].low, 0) - once[field].low,
    high: shares.reduce((sum, share) => sum + share[field].high, 0) - once[field].high
  });
  return {
    points: shares.reduce((sum, {points}) => sum + points, 0) - once.points,
    tests: difference("tests"),
    requests: difference("requests"),
    prompt_tokens: difference("prompt_tokens"),
    completion_tokens: difference("completion_tokens"),
    cost: difference("cost")
  };
}

type Missing = Estimate & Pick<Prediction, "cached" | "expected" | "by_model">;

/** What is not at hand yet, between its bounds and as expected: answers at hand cost nothing more. */
async function missing(
  {book, evaluations, points}: Plan,
  {folder, sizeOf, estimate, look}: {folder: string; sizeOf: SizeOf; estimate: Estimator; look: Look}
): Promise<Missing> {
  const tests = new Map(points.map(point => [point, testsOf(point)]));
  const bounds: (Estimate & {cached: number})[] = [];
  const targets: Target[] = [];
  for (const evaluation of evaluations) {
    const own = {...nothing(), cached: 0};
    const cells = new Map<string, Replayed>();
    const prompts = new Map<string, number>();
    for (const point of points) {
      const {precision} = book;
      const cell = replay(evaluation, point, {look, test: tests.get(point)!, precision, limit: sizeOf(point).high});
      cells.set(cellId(point), cell);
      own.cached += cell.samples;
      if (cell.missing.high === 0) continue;
      const {samples, counters} = cell;
      const prompt = samples > 0 ? counters.tokens_prompt / samples : undefined; // as the server counts them, where it did
      prompts.set(cellId(point), estimate(evaluation, point, range(1), prompt).prompt_tokens.low);
      add(own, estimate(evaluation, point, cell.missing, prompt));
    }
    const {key, model, simulated} = evaluation;
    bounds.push(own);
    targets.push({
      ...key,
      groups: model.groups,
      simulated,
      cells,
      prompts,
      price: model.price ?? null,
      longest: longestAnswer(evaluation)
    });
  }
  const {each, together} = forecast(targets, {others: await observedIn(folder), precision: book.precision});
  const total = {...nothing(), cached: 0};
  for (const own of bounds) {
    add(total, own);
    total.cached += own.cached;
  }
  return {
    ...total,
    expected: together,
    by_model: evaluations.map(({key: {model, template, sampler}}, i) => {
      const {basis, ...expected} = each[i]!;
      return {model, template, sampler, ...bounds[i]!, expected, basis};
    })
  };
}

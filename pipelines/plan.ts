// What a run will ask for, before a cent is spent.
import {DENSITIES} from "./book/schemas.js";
import type {Book, Density, Suite} from "./book/types.js";
import {add, COUNTED, type Estimate, estimator, nothing, type Range, range, testsOf} from "./estimate.js";
import {type Evaluation, type Plan, planOf, requestOf} from "./evaluation.js";
import type {ManifoldPoint} from "./generate/manifold.js";
import type {Test} from "./generate/task.js";
import {type Cache, openCache} from "./infer/cache.js";
import {existingCaches} from "./infer/caches.js";
import {requestKey} from "./infer/request.js";
import {tokenizer} from "./infer/tokenizer/tokenizer.js";
import {unpriced} from "./purse.js";
import {sharesOf} from "./shares.js";

/** Some points of the suite under all evaluations, as if no answer were at hand. */
export interface Share extends Estimate {
  points: number;
  /** Tests of these points; every evaluation is asked each of them. */
  tests: Range;
}

export interface Prediction extends Estimate {
  models: number;
  points: number;
  cells: number;
  /** Answers that the cache holds: requests, tokens and cost of the plan are without them. */
  cached: number;
  by_model: {model: string; requests: Range; cached: number; cost: Range}[];
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

export async function predict(book: Book, {folder, limit}: {folder: string; limit?: number | undefined}): Promise<Prediction> {
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
    ...(await missing(plan, {folder, sizeOf, estimate})),
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

type Missing = Estimate & Pick<Prediction, "cached" | "by_model">;

/** What the cache does not hold: answers that it does cost nothing more. */
async function missing(
  {book, evaluations, points}: Plan,
  {folder, sizeOf, estimate}: {folder: string; sizeOf: SizeOf; estimate: Estimator}
): Promise<Missing> {
  const caches = existingCaches(book, [folder]).map(each => openCache(each));
  const total: Missing = {...nothing(), cached: 0, by_model: []};
  const tests = new Map(points.map(point => [point, testsOf(point)]));
  for (const evaluation of evaluations) {
    const own = {...nothing(), cached: 0};
    for (const point of points) {
      const size = sizeOf(point);
      const held = heldOf(evaluation, size, {caches, test: tests.get(point)!});
      own.cached += held.high;
      add(own, estimate(evaluation, point, range(size.low - held.low, size.high - held.high)));
    }
    add(total, own);
    total.cached += own.cached;
    const {requests, cached, cost} = own;
    total.by_model.push({model: evaluation.model.id, requests, cached, cost});
  }
  for (const each of caches) await each.close();
  return total;
}

/** Answers at hand, out of the first `low` and of all. Points are asked from their first test on: where the first few lack, none is looked for. */
function heldOf(
  evaluation: Evaluation,
  size: Range,
  {caches, test}: {caches: readonly Cache[]; test: (i: number) => Test}
): Range {
  const held = range();
  if (caches.length === 0) return held;
  for (let i = 0; i < size.high; i++) {
    if (i === COUNTED && held.high === 0) break;
    const key = requestKey(requestOf(evaluation, test(i)));
    if (!caches.some(each => each.has(key))) continue;
    held.high++;
    if (i < size.low) held.low++;
  }
  return held;
}

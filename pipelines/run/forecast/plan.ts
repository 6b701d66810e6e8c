// Predicts the requests, tokens and cost of a run before it is started, with bounds and expected values.
import {DENSITIES} from "../../book/schemas.js";
import type {Book, Density} from "../../book/types.js";
import type {ManifoldPoint} from "../../generate/manifold.node.js";
import {openCache} from "../../infer/cache.node.js";
import {existingCaches} from "../../infer/caches.node.js";
import {requestKey} from "../../infer/request.node.js";
import {isReallocated} from "../../score/reallocation.js";
import type {Executed, Program, Query} from "../../score/scorers/execution.js";
import {tokenizer} from "../../tokenizer/tokenizer.node.js";
import {unpriced} from "../budget.js";
import {availableTests, mostOf} from "../evaluate.js";
import {isAsked, type Plan, planOf} from "../evaluation.js";
import {executionOf} from "../sandbox/execute.js";
import {openSandbox, type Sandbox} from "../sandbox/sandbox.js";
import {sharesOf} from "../testLimit.js";
import {type CacheLookup, cachedAnswer} from "./cachedAnswer.js";
import {add, type Bounds, COUNTED, type CostBounds, type Estimator, estimator, nothing, range, testsOf} from "./pointEstimate.js";
import {type CounterOf, type RemainingRequests, remainingRequests, type SizeOf, times, trials} from "./remainingRequests.js";
import {TRIED} from "./replay.js";
import {type RequestCounter, requestCounter, singly} from "./requestCounts.js";

/** What came of the programs; for one that was not run, that it was not. */
async function executedBefore(
  plan: Plan,
  {sizeOf, look, sandbox}: {sizeOf: SizeOf; look: CacheLookup; sandbox: Sandbox}
): Promise<(program: Program | Query) => Executed> {
  const executions: (Executed | Promise<Executed> | undefined)[] = [];
  for (const point of plan.points) {
    const test = testsOf(point, plan.tasks);
    const most = sizeOf(point).high;
    if (most === 0 || !["code", "sql"].includes(test(0).scorer?.kind ?? "")) continue;
    for (const evaluation of plan.evaluations) {
      if (!isAsked(evaluation, point, plan)) continue;
      let untouched = true;
      for (let index = 0; index < most && !(untouched && index === TRIED); index++) {
        const found = cachedAnswer(evaluation, {test: test(index)}, {look});
        if (!("completion" in found)) continue;
        untouched = false;
        executions.push(executionOf(found.completion, test(index), sandbox.execute));
      }
    }
  }
  await Promise.all(executions);
  return program => sandbox.known(program) ?? {missing: "it was not run"};
}

/** Estimate for some points of the suite under all evaluations, as if there were no answers yet. */
export interface PointShare extends CostBounds {
  points: number;
  /** Number of tests of these points; every evaluation is asked each of them. */
  tests: Bounds;
}

/**
 * Prediction for a book. The ranges are bounds: the fewest requests with short answers, and the most with every answer at its limit. What
 * judges are asked is part of the sums, not of the evaluations, tiers, suites and densities.
 */
export interface Prediction extends RemainingRequests {
  models: number;
  points: number;
  cells: number;
  /** Set where samples that points save below the maximum may be spent on others; shares of tiers and densities are those before that. */
  reallocates?: true;
  /** Ids of models without a price, judges among them, which count as free here. */
  unpriced: string[];
  /** Each tier separately, in the suite's order; points without a tier are under the empty name. A point in two tiers counts in both. */
  tiers: ({tier: string} & PointShare)[];
  /** Each suite of a book of several; a point in two suites counts in both, and is asked once. */
  suites?: ({suite: string} & PointShare)[];
  /** All points, each counted once. */
  together: PointShare;
  /** Savings from asking nothing twice. */
  saved: {
    /** Points in several tiers: the sum over tiers minus all points counted once. */
    identity: PointShare;
    /** A first run with the fewest tests followed by one with the most, minus one run with the most: the tests of the first run. */
    prefix: PointShare & {from: number; to: number};
  };
  /** Estimates of the suite at each density. */
  densities: ({density: Density} & PointShare)[];
}

/**
 * Predicts a run of a book.
 * @param folder the store whose points count, and in which an older version may have left a cache
 * @param look finds an existing answer; by default in the workbook's cache
 */
export async function predict(
  book: Book,
  {folder, limit, look}: {folder: string; limit?: number | undefined; look?: CacheLookup}
): Promise<Prediction> {
  const plan = planOf(book);
  const judges = [...plan.judges.values()].map(({model}) => model);
  const names = new Set([...book.models, ...judges].map(({tokenizer}) => tokenizer));
  const tokenizers = new Map(await Promise.all([...names].map(async name => [name, await tokenizer(name)] as const)));
  const estimates = estimator(tokenizers, plan.tasks);
  const sized = (of: Plan) => sizes(of, limit);
  const sizeOf = sized(plan);
  const counters = countersOf(plan);
  const share = (points: ManifoldPoint[], of = sizeOf): PointShare => shareOfPoints(points, {plan, of, estimates, counters});

  const tiers = tiersOf(book.suites, plan.points).map(({tier, points}) => ({tier, ...share(points)}));
  const suites = book.suites.map(({suite: {id}}) => ({
    suite: id,
    ...share(plan.points.filter(point => point.suites.includes(id)))
  }));
  const together = share(plan.points);
  const first = share(plan.points, point => range(Math.min(sizeOf(point).low, sizeOf(point).high)));
  return {
    models: book.models.length,
    points: plan.points.length,
    cells: plan.points.length * plan.evaluations.length,
    ...(await withAnswers(book, {folder, look}, async look => {
      await using sandbox = openSandbox();
      const executed = await executedBefore(plan, {sizeOf, look, sandbox});
      return remainingRequests(plan, {folder, sizeOf, estimates, counters, tokenizers, look, limit, executed});
    })),
    ...(isReallocated(book.precision, {limit}) && {reallocates: true as const}),
    unpriced: [...new Set(unpriced([...book.models, ...judges]))],
    tiers,
    ...(suites.length > 1 && {suites}),
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

/** Calls `work` with a function that finds existing answers: the given one, or one that reads the workbook's caches. */
async function withAnswers<T>(
  book: Book,
  {folder, look}: {folder: string; look: CacheLookup | undefined},
  work: (look: CacheLookup) => Promise<T>
): Promise<T> {
  if (look) return work(look);
  const caches = existingCaches(book, [folder]).map(each => openCache(each, {spill: book.spill}));
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

/** Fewest and most tests of each point. */
function sizes(plan: Plan, limit: number | undefined): SizeOf {
  const {book, points} = plan;
  const {min, max} = book.precision;
  const most = mostOf(plan);
  const shares = sharesOf(limit, points, {most});
  const found = new Map(
    points.map(({key}, i) => {
      const share = Math.min(most(i), shares[i]!);
      return [key, range(Math.min(min, share), Math.min(max, share))];
    })
  );
  return point => found.get(point.key) ?? range();
}

function countersOf({points, tasks}: Plan): CounterOf {
  const known = new Map<string, RequestCounter>();
  const size = (point: ManifoldPoint) => availableTests(point, tasks, COUNTED);
  const made = (point: ManifoldPoint) => requestCounter(point, {tasks, test: testsOf(point, tasks), size: size(point)});
  for (const point of points) known.set(point.key, made(point));
  return point => known.get(point.key) ?? singly;
}

function shareOfPoints(
  points: ManifoldPoint[],
  {plan, of, estimates, counters}: {plan: Plan; of: SizeOf; estimates: Estimator; counters: CounterOf}
): PointShare {
  const sum = nothing();
  const tests = range();
  for (const point of points) {
    const size = of(point);
    tests.low += size.low;
    tests.high += size.high;
    const {between} = counters(point);
    const requests = range(between(0, size.low).low, between(0, size.high).high);
    for (const evaluation of plan.evaluations)
      if (isAsked(evaluation, point, plan)) add(sum, estimates.estimate(evaluation, point, times(requests, trials(evaluation))));
  }
  return {points: points.length, tests, ...sum};
}

function tiersOf(suites: Book["suites"], points: ManifoldPoint[]): {tier: string; points: ManifoldPoint[]}[] {
  const names = [...new Set(suites.flatMap(({suite}) => suite.tasks).flatMap(({tiers}) => Object.keys(tiers)))];
  const found = names.map(tier => ({tier, points: points.filter(({tiers}) => tiers.includes(tier))}));
  const none = points.filter(({tiers}) => tiers.length === 0);
  return [...found, ...(none.length > 0 ? [{tier: "", points: none}] : [])];
}

/** The sum of some shares minus another one. */
function less(shares: PointShare[], once: PointShare): PointShare {
  const difference = (field: "tests" | keyof CostBounds): Bounds => ({
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

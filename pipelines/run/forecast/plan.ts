// Predicts the requests, tokens and cost of a run before it is started, with bounds and expected values.
import {DENSITIES} from "../../book/schemas.js";
import type {Book, Density} from "../../book/types.js";
import type {ManifoldPoint} from "../../generate/manifold.js";
import {FREE} from "../../infer/budget.js";
import {openCache} from "../../infer/cache.js";
import {existingCaches} from "../../infer/caches.js";
import {requestKey} from "../../infer/request.js";
import {trialsOf} from "../../infer/template.js";
import {tokenizer} from "../../infer/tokenizer/tokenizer.js";
import {isReallocated} from "../../score/reallocation.js";
import {unpriced} from "../budget.js";
import {availableTests, mostOf} from "../evaluate.js";
import {type Evaluation, isAsked, type Plan, planOf, requestOf} from "../evaluation.js";
import {sharesOf} from "../testLimit.js";
import {type Basis, type Forecast, forecast, type Target} from "./forecast.js";
import {add, type Bounds, type CostBounds, estimator, longestAnswer, nothing, range, testsOf} from "./pointEstimate.js";
import {replayReallocation} from "./reallocated.js";
import {type CacheLookup, cellId, observedIn, type Replayed, replay} from "./replay.js";

/** Estimate for some points of the suite under all evaluations, as if there were no answers yet. */
export interface PointShare extends CostBounds {
  points: number;
  /** Number of tests of these points; every evaluation is asked each of them. */
  tests: Bounds;
}

/** Prediction for a book. The ranges are bounds: the fewest requests with short answers, and the most with every answer at its limit. */
export interface Prediction extends CostBounds {
  models: number;
  points: number;
  cells: number;
  /** Number of answers in the cache; requests, tokens and cost of the plan do not include them. */
  cached: number;
  /** Expected values with 90 % intervals; exactly 0 where all answers are present. */
  expected: Forecast;
  /** Set where samples that points save below the maximum may be spent on others; shares of tiers and densities are those before that. */
  reallocates?: true;
  /** Each evaluation separately, with the basis of its forecast. */
  by_model: (CostBounds & {model: string; template: string; sampler: string; cached: number; expected: Forecast; basis: Basis})[];
  /** Ids of models without a price, which count as free here. */
  unpriced: string[];
  /** Each tier separately, in the suite's order; points without a tier are under the empty name. A point in two tiers counts in both. */
  tiers: ({tier: string} & PointShare)[];
  /** Each suite of a book of several; a point in two suites counts in both, and is asked once. */
  suites?: ({suite: string} & PointShare)[];
  /** Banks whose answers a judge grades: its requests, one for each answer, are not part of the other numbers. */
  graded?: {bank: string; judge: string; requests: Bounds}[];
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
  const names = new Set(book.models.map(({tokenizer}) => tokenizer));
  const tokenizers = new Map(await Promise.all([...names].map(async name => [name, await tokenizer(name)] as const)));
  const estimate = estimator(tokenizers, plan.tasks);
  const sized = (of: Plan) => sizes(of, limit);
  const sizeOf = sized(plan);
  const share = (points: ManifoldPoint[], of = sizeOf): PointShare => shareOfPoints(points, {plan, of, estimate});

  const tiers = tiersOf(book.suites, plan.points).map(({tier, points}) => ({tier, ...share(points)}));
  const suites = book.suites.map(({suite: {id}}) => ({
    suite: id,
    ...share(plan.points.filter(point => point.suites.includes(id)))
  }));
  const graded = [...plan.judges].flatMap(([bank, judge]) => {
    const own = share(plan.points.filter(point => point.base_task === bank));
    return own.points > 0 ? [{bank, judge: judge.model.id, requests: own.requests}] : [];
  });
  const together = share(plan.points);
  const first = share(plan.points, point => range(Math.min(sizeOf(point).low, sizeOf(point).high)));
  return {
    models: book.models.length,
    points: plan.points.length,
    cells: plan.points.length * plan.evaluations.length,
    ...(await withAnswers(book, {folder, look}, look => missing(plan, {folder, sizeOf, estimate, look, limit}))),
    ...(isReallocated(book.precision, {limit}) && {reallocates: true as const}),
    unpriced: unpriced(book.models),
    tiers,
    ...(suites.length > 1 && {suites}),
    ...(graded.length > 0 && {graded}),
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

type SizeOf = (point: ManifoldPoint) => Bounds;
type Estimator = ReturnType<typeof estimator>;

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

function shareOfPoints(points: ManifoldPoint[], {plan, of, estimate}: {plan: Plan; of: SizeOf; estimate: Estimator}): PointShare {
  const sum = nothing();
  const tests = range();
  for (const point of points) {
    const size = of(point);
    tests.low += size.low;
    tests.high += size.high;
    for (const evaluation of plan.evaluations)
      if (isAsked(evaluation, point, plan)) add(sum, estimate(evaluation, point, times(size, trials(evaluation))));
  }
  return {points: points.length, tests, ...sum};
}

function tiersOf(suites: Book["suites"], points: ManifoldPoint[]): {tier: string; points: ManifoldPoint[]}[] {
  const names = [...new Set(suites.flatMap(({suite}) => suite.tasks).flatMap(({tiers}) => Object.keys(tiers)))];
  const found = names.map(tier => ({tier, points: points.filter(({tiers}) => tiers.includes(tier))}));
  const none = points.filter(({tiers}) => tiers.length === 0);
  return [...found, ...(none.length > 0 ? [{tier: "", points: none}] : [])];
}

const trials = ({sampler, model}: Pick<Evaluation, "sampler" | "model">): number => trialsOf(sampler, model);
const times = ({low, high}: Bounds, factor: number): Bounds => range(low * factor, high * factor);

/** A replayed point whose missing answers include those of repetitions, and the number of repetitions that are at hand. */
function withRepetitions(
  cell: Replayed,
  evaluation: Evaluation,
  {look, test}: {look: CacheLookup; test: ReturnType<typeof testsOf>}
): {cell: Replayed; cached: number} {
  const most = trials(evaluation);
  if (most === 1) return {cell, cached: 0};
  let cached = 0;
  for (let index = 0; index < cell.samples; index++)
    for (let trial = 1; trial < most; trial++) if (look(requestOf(evaluation, test(index), trial))) cached++;
  const {low, high} = times(cell.missing, most);
  const absent = cell.samples * (most - 1) - cached;
  return {cell: {...cell, missing: range(low + absent, high + absent)}, cached};
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

type Missing = CostBounds & Pick<Prediction, "cached" | "expected" | "by_model">;

/** Bounds and expected values of the missing requests; existing answers cost nothing. */
async function missing(
  plan: Plan,
  {
    folder,
    sizeOf,
    estimate,
    look,
    limit
  }: {
    folder: string;
    sizeOf: SizeOf;
    estimate: Estimator;
    look: CacheLookup;
    limit: number | undefined;
  }
): Promise<Missing> {
  const {book, evaluations, points: all, tasks, judges} = plan;
  const {precision} = book;
  const tests = new Map(all.map(point => [point, testsOf(point, tasks)]));
  const byId = new Map(all.map(point => [cellId(point), point]));
  const bounds: (CostBounds & {cached: number})[] = [];
  const targets: Target[] = [];
  for (const evaluation of evaluations) {
    const own = {...nothing(), cached: 0};
    const points = all.filter(point => isAsked(evaluation, point, plan));
    const cells = new Map<string, Replayed>();
    const prompts = new Map<string, number>();
    for (const point of points) {
      const rules = {look, test: tests.get(point)!, precision, limit: sizeOf(point).high, tasks, judges};
      cells.set(cellId(point), replay(evaluation, point, rules));
    }
    const available = (id: string, most: number) => availableTests(byId.get(id)!, tasks, most);
    const saved = isReallocated(precision, {limit})
      ? trials(evaluation) *
        replayReallocation(cells, precision, available, (id, start, max) => {
          const point = byId.get(id)!;
          const rules = {
            look,
            test: tests.get(point)!,
            precision: {...precision, max},
            limit: available(id, max),
            start,
            tasks,
            judges
          };
          return replay(evaluation, point, rules);
        })
      : undefined;
    for (const point of points) {
      const {cell, cached} = withRepetitions(cells.get(cellId(point))!, evaluation, {look, test: tests.get(point)!});
      cells.set(cellId(point), cell);
      own.cached += cell.samples + cached;
      if (cell.missing.high === 0) continue;
      const {samples, counters} = cell;
      const prompt = samples > 0 ? counters.tokens_prompt / samples : undefined; // as the server counted them, where it did
      prompts.set(cellId(point), estimate(evaluation, point, range(1), prompt).prompt_tokens.low);
      add(own, estimate(evaluation, point, cell.missing, prompt));
    }
    if (saved !== undefined) addMovable(own, {evaluation, cells, saved, estimate, points});
    const {key, model, simulated} = evaluation;
    bounds.push(own);
    targets.push({
      ...key,
      groups: model.groups,
      simulated,
      cells,
      saved,
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

/** Raises upper bounds by what reallocation may add: the saved samples, and any that may move to the point with the longest prompts. */
function addMovable(
  sum: CostBounds,
  {
    evaluation,
    cells,
    saved,
    estimate,
    points
  }: {
    evaluation: Evaluation;
    cells: ReadonlyMap<string, Replayed>;
    saved: number;
    estimate: Estimator;
    points: readonly ManifoldPoint[];
  }
): void {
  const promptOf = (point: ManifoldPoint, {samples, counters} = cells.get(cellId(point))!) =>
    samples > 0 ? counters.tokens_prompt / samples : estimate(evaluation, point, range(1)).prompt_tokens.low;
  const open = points.filter(point => cells.get(cellId(point))!.missing.high > 0);
  if (open.length === 0) return;
  const prompts = new Map(points.map(point => [point, promptOf(point)]));
  const longest = Math.max(...prompts.values());
  add(sum, estimate(evaluation, points[0]!, range(0, saved), longest));
  for (const point of open) {
    const {missing} = cells.get(cellId(point))!;
    const moved = (missing.high - missing.low) * (longest - prompts.get(point)!);
    sum.prompt_tokens.high += moved;
    sum.cost.high += (moved * (evaluation.model.price ?? FREE).input) / 1e6;
  }
}

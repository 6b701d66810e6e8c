// Estimates graded and continuous items by expectation and maximisation, abilities integrated out over the nodes of a grid. A continuous
// item is one of two categories, to which an answer belongs by its score and the rest, at 1 ÷ dispersion of the weight.
import {anderson, type FixedPointStep} from "../../../stats/linalg/anderson.js";
import {cholesky, solve} from "../../../stats/linalg/dense.js";
import {type Grid, normalGrid} from "../estimate/quadrature.js";
import {categoryValues, evaluateCategories} from "../scoreCurve.js";
import {type Coded, type CodedItem, countOf} from "./scale.js";
import {MIN_GAP, type Parameters, startOf} from "./start.js";

/** Mean and standard deviation of a normal distribution. */
export interface Normal {
  mean: number;
  sd: number;
}
/** Distribution of the items' log |a| and of the means of their intercepts; absent parts are flat. */
export interface ItemPrior {
  a?: Normal;
  d?: Normal;
}

/** Posterior weights of the nodes, persons × nodes, and what follows from them. */
export interface Expected {
  loglik: number;
  weights: Float64Array;
  /** expected answers in each category at each node, categories × nodes, of each item */
  counts: Float64Array[];
}

export interface Estimated extends Parameters {
  grid: Grid;
  expected: Expected;
  prior: ItemPrior;
  logprior: number;
  converged: boolean;
  iterations: number;
  /** largest slope of the log-likelihood and prior by an item's parameter */
  max_gradient: number;
  /** items whose slopes are above tolerance, steepest first */
  unsettled: string[];
}

export interface EstimateOptions {
  /** fixed prior, or the start of an estimated one */
  prior: ItemPrior;
  /** whether the prior is the population of items and is estimated too */
  isEstimated: boolean;
  /** log-likelihood that a negative discrimination must gain over a positive one */
  reversal: number | null;
  maxIterations?: number | undefined;
  progress?: ((state: {iteration: number; value: number; slope: number}) => void) | undefined;
}

/** Ends of what is searched: of log |a|, and of intercepts. */
export const LOG_SLOPE = {low: -6, high: 4};
export const MAX_INTERCEPT = 60;
/** Least dispersion: scores would have to repeat the curve to 0.005. */
const MIN_DISPERSION = 1e-4;
const TOLERANCE = 1e-4;
const MAX_ITERATIONS = 2_000;
/** Past points of the acceleration. */
const MAX_HISTORY = 6;
/** Nodes of the grids, coarse to fine; a finer one is taken while posteriors are narrower than this share of its spacing. */
const GRIDS = [61, 121, 241, 481, 961];
const NARROW = 0.7;

/** Estimates the items of a matrix. */
export function estimateItems(coded: Coded, options: EstimateOptions): Estimated {
  let state = startOf(coded, options.reversal);
  let {prior} = options;
  let iterations = 0;
  for (const [level, size] of GRIDS.entries()) {
    const grid = normalGrid({size});
    let result = climb(coded, {state, prior, grid, options, iterations});
    const isFine = level === GRIDS.length - 1 || isResolved(result);
    if (isFine && options.reversal !== null && turnItems(coded, result, options.reversal))
      result = climb(coded, {state: result, prior: result.prior, grid, options, iterations: result.iterations});
    ({prior, iterations} = result);
    state = result;
    if (isFine) return result;
  }
  throw new Error("unreachable: the last grid is returned");
}

/** Whether nearly all posteriors are as wide as the grid can resolve. */
function isResolved({grid, expected: {weights}}: Pick<Estimated, "grid" | "expected">): boolean {
  const size = grid.nodes.length;
  const spacing = grid.nodes[1]! - grid.nodes[0]!;
  const persons = weights.length / size;
  let narrow = 0;
  for (let i = 0; i < persons; i++) {
    const {sd} = momentsOf(grid, weights.subarray(i * size, (i + 1) * size));
    narrow += Number(sd < NARROW * spacing);
  }
  return narrow <= 0.02 * persons;
}

/** Mean and standard deviation over a grid. */
export function momentsOf({nodes}: Grid, weights: Float64Array): {mean: number; sd: number} {
  let [mean, square] = [0, 0];
  for (let q = 0; q < nodes.length; q++) mean += weights[q]! * nodes[q]!;
  for (let q = 0; q < nodes.length; q++) square += weights[q]! * (nodes[q]! - mean) ** 2;
  return {mean, sd: Math.sqrt(square)};
}

interface Climb {
  state: Parameters;
  prior: ItemPrior;
  grid: Grid;
  options: EstimateOptions;
  iterations: number;
}

interface Ending {
  iteration: number;
  isSettled: boolean;
  steepest: number;
  slopes: Float64Array;
}

/** Goes on from a state until it is at rest, by accelerated expectation and maximisation. */
function climb(coded: Coded, {state, prior: first, grid, options, iterations: before}: Climb): Estimated {
  const {items} = coded;
  const {starts, sign} = state;
  const x = Float64Array.from(state.x);
  const dispersion = Float64Array.from(state.dispersion);
  let prior = structuredClone(first);
  let history: FixedPointStep[] = [];
  let last = Number.POSITIVE_INFINITY;
  const maxIterations = options.maxIterations ?? MAX_ITERATIONS;
  const finish = ({iteration, isSettled, steepest, slopes}: Ending): Estimated => {
    const final = {x, starts, sign, dispersion};
    const order = [...slopes.keys()].filter(j => slopes[j]! >= 10 * TOLERANCE).sort((u, v) => slopes[v]! - slopes[u]!);
    return {
      ...final,
      grid,
      expected: expect(coded, final, grid),
      prior,
      logprior: logPrior(final, prior),
      converged: isSettled,
      iterations: iteration,
      max_gradient: steepest,
      unsettled: isSettled ? [] : order.map(j => items[j]!.id)
    };
  };
  for (let iteration = before + 1; ; iteration++) {
    const parameters = {x, starts, sign, dispersion};
    const expected = expect(coded, parameters, grid);
    const logprior = logPrior(parameters, prior);
    const value = expected.loglik + logprior;
    const from = coordinates(x, dispersion, prior);
    const slopes = new Float64Array(items.length);
    const errors = new Float64Array(2);
    for (const [j, item] of items.entries()) {
      slopes[j] = maximise(item, {j, parameters, prior, grid, counts: expected.counts[j]!, errors});
      if (item.isSpread) dispersion[j] = dispersionOf(item, {j, parameters, grid, counts: expected.counts[j]!});
    }
    if (options.isEstimated) prior = populationOf(parameters, errors, prior);
    const steepest = Math.max(...slopes);
    const to = coordinates(x, dispersion, prior);
    const move = to.map((each, k) => each - from[k]!);
    const farthest = Math.max(...move.map(Math.abs));
    options.progress?.({iteration, value, slope: steepest});
    const isSettled = steepest < TOLERANCE * Math.max(1, Math.sqrt(items.length / 10)) && farthest < TOLERANCE;
    if (isSettled || iteration >= maxIterations) return finish({iteration, isSettled, steepest, slopes});
    const length = Math.hypot(...move);
    history = length > 2 * last ? [] : history.slice(1 - MAX_HISTORY);
    last = length;
    if (iteration - before <= MAX_STANDARDISED) {
      if (options.isEstimated || !(prior.a || prior.d)) standardise(parameters, expected, grid, prior);
      history = [];
      if (iteration - before < MAX_STANDARDISED || grid.nodes.length === GRIDS.at(-1) || isResolved({grid, expected})) continue;
      return finish({iteration, isSettled: false, steepest, slopes});
    }
    history.push({at: from, move});
    const next = history.length > 1 ? anderson(history) : to;
    if (history.length > 1) prior = take(next, {x, starts, dispersion, items, fallback: to, prior});
  }
}

/** Steps after each of which abilities are standardised: without it the scale's origin and unit move by a small share of the rest at a time. */
const MAX_STANDARDISED = 12;

/** Moves items, and their population, to the scale on which abilities have the mean 0 and the variance 1. */
function standardise({x, starts, sign}: Parameters, {weights}: Expected, grid: Grid, prior: ItemPrior): void {
  const size = grid.nodes.length;
  const persons = weights.length / size;
  let [sum, square] = [0, 0];
  for (let i = 0; i < persons; i++) {
    const {mean, sd} = momentsOf(grid, weights.subarray(i * size, (i + 1) * size));
    sum += mean / persons;
    square += (mean * mean + sd * sd) / persons;
  }
  const log = 0.5 * Math.log(Math.max(1e-6, square - sum * sum));
  for (let j = 0; j + 1 < starts.length; j++) {
    const shift = sign[j]! * Math.exp(x[starts[j]!]!) * sum;
    x[starts[j]!] = clamped(x[starts[j]!]! + log, true);
    for (let k = starts[j]! + 1; k < starts[j + 1]!; k++) x[k] = clamped(x[k]! + shift, false);
  }
  if (prior.a) prior.a.mean += log;
}

const coordinates = (x: Float64Array, dispersion: Float64Array, prior: ItemPrior): number[] => [
  ...x,
  ...Array.from(dispersion, Math.log),
  ...[prior.a, prior.d].flatMap(each => (each ? [each.mean, Math.log(each.sd)] : []))
];

interface Take {
  x: Float64Array;
  starts: Int32Array;
  dispersion: Float64Array;
  items: readonly CodedItem[];
  fallback: readonly number[];
  prior: ItemPrior;
}

/** Writes accelerated coordinates into the parameters; of an item whose intercepts would cross, or that leaps, the plain step. */
function take(next: readonly number[], {x, starts, dispersion, items, fallback, prior}: Take): ItemPrior {
  for (let j = 0; j < items.length; j++) {
    const [from, end] = [starts[j]!, starts[j + 1]!];
    let fits = true;
    for (let k = from; k < end; k++) {
      fits &&= Number.isFinite(next[k]!) && Math.abs(next[k]! - fallback[k]!) < 1;
      fits &&= k < from + 2 || next[k - 1]! - next[k]! > MIN_GAP;
    }
    const source = fits ? next : fallback;
    for (let k = from; k < end; k++) x[k] = clamped(source[k]!, k === from);
    const spread = next[x.length + j]!;
    if (items[j]!.isSpread && Math.abs(spread - fallback[x.length + j]!) < 0.5)
      dispersion[j] = Math.min(1, Math.max(MIN_DISPERSION, Math.exp(spread)));
  }
  let place = x.length + items.length;
  const moved: ItemPrior = {};
  for (const key of ["a", "d"] as const) {
    if (!prior[key]) continue;
    const fits = Math.abs(next[place]! - fallback[place]!) < 0.5 && Math.abs(next[place + 1]! - fallback[place + 1]!) < 0.5;
    const source = fits ? next : fallback;
    moved[key] = {mean: source[place]!, sd: Math.exp(source[place + 1]!)};
    place += 2;
  }
  return moved;
}

const clamped = (value: number, isSlope: boolean): number =>
  isSlope ? Math.min(LOG_SLOPE.high, Math.max(LOG_SLOPE.low, value)) : Math.min(MAX_INTERCEPT, Math.max(-MAX_INTERCEPT, value));

/** Log-probabilities of an item's categories at each node, categories × nodes, over its dispersion. */
export function itemLogs(item: CodedItem, j: number, {x, starts, sign, dispersion}: Parameters, {nodes}: Grid): Float64Array {
  const count = countOf(item);
  const values = categoryValues(count);
  const logits = new Float64Array(count - 1);
  const slope = sign[j]! * Math.exp(x[starts[j]!]!);
  const logs = new Float64Array(count * nodes.length);
  for (let q = 0; q < nodes.length; q++) {
    for (let k = 1; k < count; k++) logits[k - 1] = slope * nodes[q]! + x[starts[j]! + k]!;
    if (count === 2) {
      const logit = logits[0]!;
      const wrong = -(logit > 0 ? logit : 0) - Math.log1p(Math.exp(-Math.abs(logit)));
      logs[q] = wrong / dispersion[j]!;
      logs[nodes.length + q] = (wrong + logit) / dispersion[j]!;
      continue;
    }
    evaluateCategories(logits, count, values);
    for (let k = 0; k < count; k++) logs[k * nodes.length + q] = values.log[k]! / dispersion[j]!;
  }
  return logs;
}

/** Posterior of every person over the nodes, and the answers expected in each category there. */
export function expect({persons, items}: Coded, parameters: Parameters, grid: Grid): Expected {
  const size = grid.nodes.length;
  const weights = new Float64Array(persons.length * size);
  const prior = grid.weights.map(Math.log);
  for (let i = 0; i < persons.length; i++) weights.set(prior, i * size);
  for (const [j, item] of items.entries()) {
    const logs = itemLogs(item, j, parameters, grid);
    const {rows, category, score} = item;
    for (let t = 0; t < rows.length; t++) {
      const place = rows[t]! * size;
      if (score) {
        const y = score[t]!;
        const rest = 1 - y;
        if (y === 0) for (let q = 0; q < size; q++) weights[place + q]! += logs[q]!;
        else if (y === 1) for (let q = 0; q < size; q++) weights[place + q]! += logs[size + q]!;
        else for (let q = 0; q < size; q++) weights[place + q]! += y * logs[size + q]! + rest * logs[q]!;
      } else {
        const start = category[t]! * size;
        for (let q = 0; q < size; q++) weights[place + q]! += logs[start + q]!;
      }
    }
  }
  let loglik = 0;
  // nodes from and to which a person's weights are not negligible
  const [from, to] = [new Int32Array(persons.length), new Int32Array(persons.length)];
  for (let i = 0; i < persons.length; i++) {
    const row = weights.subarray(i * size, (i + 1) * size);
    let most = Number.NEGATIVE_INFINITY;
    for (let q = 0; q < size; q++) if (row[q]! > most) most = row[q]!;
    let sum = 0;
    for (let q = 0; q < size; q++) sum += row[q] = Math.exp(row[q]! - most);
    let [first, last] = [size, 0];
    for (let q = 0; q < size; q++) {
      row[q]! /= sum;
      if (row[q]! < NEGLIGIBLE) row[q] = 0;
      else {
        first = Math.min(first, q);
        last = q + 1;
      }
    }
    from[i] = first;
    to[i] = last;
    loglik += most + Math.log(sum);
  }
  const counts = items.map(({rows, category, score, levels}) => {
    const table = new Float64Array(levels.length * size);
    for (let t = 0; t < rows.length; t++) {
      const i = rows[t]!;
      const base = i * size;
      if (score) {
        const [y, rest] = [score[t]!, 1 - score[t]!];
        for (let q = from[i]!; q < to[i]!; q++) {
          table[size + q]! += y * weights[base + q]!;
          table[q]! += rest * weights[base + q]!;
        }
      } else {
        const place = category[t]! * size;
        for (let q = from[i]!; q < to[i]!; q++) table[place + q]! += weights[base + q]!;
      }
    }
    return table;
  });
  return {loglik, weights, counts};
}

/** Posterior weight that counts as none. */
const NEGLIGIBLE = 1e-14;

interface Maximise {
  j: number;
  parameters: Parameters;
  prior: ItemPrior;
  grid: Grid;
  counts: Float64Array;
  /** sums over items of the variances of log |a| and of the mean intercept, added to */
  errors?: Float64Array;
}

/** Value, gradient and information of an item's expected log-likelihood with its prior; information is observed or expected. */
export function itemSlopes(
  item: CodedItem,
  {j, parameters, prior, grid, counts}: Omit<Maximise, "errors">,
  {isObserved = false} = {}
): {value: number; gradient: Float64Array; information: Float64Array} {
  const {x, starts, sign, dispersion} = parameters;
  const {nodes} = grid;
  const [count, start, size] = [countOf(item), starts[j]!, nodes.length];
  const slope = sign[j]! * Math.exp(x[start]!);
  const values = categoryValues(count);
  const logits = new Float64Array(count - 1);
  const gradient = new Float64Array(count);
  const information = new Float64Array(count * count);
  let value = 0;
  for (let q = 0; q < size; q++) {
    let n = 0;
    for (let k = 0; k < count; k++) n += counts[k * size + q]!;
    if (n < 1e-12) continue;
    const reach = slope * nodes[q]!;
    if (count === 2) {
      // one logistic curve, for speed
      const logit = reach + x[start + 1]!;
      const small = Math.exp(-Math.abs(logit));
      const p = logit >= 0 ? 1 / (1 + small) : small / (1 + small);
      const [reached, all] = [counts[size + q]! / dispersion[j]!, n / dispersion[j]!];
      const [off, spread] = [reached - all * p, (all * small) / (1 + small) ** 2];
      value += reached * logit - all * ((logit > 0 ? logit : 0) + Math.log1p(small));
      gradient[0]! += off * reach;
      gradient[1]! += off;
      information[0]! += spread * reach * reach - (isObserved ? off * reach : 0);
      information[1]! += spread * reach;
      information[3]! += spread;
      continue;
    }
    for (let k = 1; k < count; k++) logits[k - 1] = reach + x[start + k]!;
    evaluateCategories(logits, count, values);
    const {log, p, shift, below, above, reached, missed} = values;
    for (let k = 0; k < count; k++) {
      const expected = counts[k * size + q]! / dispersion[j]!;
      const [byReach, under, over] = [reach * shift[k]!, below[k]!, above[k]!];
      value += expected * log[k]!;
      gradient[0]! += expected * byReach;
      if (k > 0) gradient[k]! += expected * under;
      if (k < count - 1) gradient[k + 1]! += expected * over;
      // negative second derivatives of log(σ(u) − σ(v)) by u and v, or their expectations; those by log |a| follow by the chain rule
      let [weight, uu, uv, vv] = [expected, 0, under * over, 0];
      let bend = 0;
      if (isObserved) {
        uu = under * (under - missed[k]! + reached[k]!);
        vv = over * (over - missed[k + 1]! + reached[k + 1]!);
        bend = -byReach;
      } else {
        weight = (n / dispersion[j]!) * p[k]!;
        uu = under * under;
        vv = over * over;
      }
      information[0]! += weight * (reach * reach * (uu + 2 * uv + vv) + bend);
      if (k > 0) {
        information[k]! += weight * reach * (uu + uv);
        information[k * count + k]! += weight * uu;
      }
      if (k < count - 1) {
        information[k + 1]! += weight * reach * (vv + uv);
        information[(k + 1) * count + k + 1]! += weight * vv;
        if (k > 0) information[k * count + k + 1]! += weight * uv;
      }
    }
  }
  if (prior.a) {
    const off = (x[start]! - prior.a.mean) / prior.a.sd ** 2;
    value -= (off * (x[start]! - prior.a.mean)) / 2;
    gradient[0]! -= off;
    information[0]! += 1 / prior.a.sd ** 2;
  }
  if (prior.d) {
    const steps = count - 1;
    const off = (meanStep(x, start, count) - prior.d.mean) / prior.d.sd ** 2;
    value -= (off * (meanStep(x, start, count) - prior.d.mean)) / 2;
    for (let r = 1; r < count; r++) {
      gradient[r]! -= off / steps;
      for (let s = r; s < count; s++) information[r * count + s]! += 1 / (prior.d.sd * steps) ** 2;
    }
  }
  for (let r = 0; r < count; r++) for (let s = 0; s < r; s++) information[r * count + s] = information[s * count + r]!;
  return {value, gradient, information};
}

function meanStep(x: Float64Array, start: number, count: number): number {
  let sum = 0;
  for (let k = 1; k < count; k++) sum += x[start + k]!;
  return sum / (count - 1);
}

/** Most Fisher steps of an item in one maximisation. */
const MAX_STEPS = 4;
/** Longest step of a parameter. */
const MAX_STEP = 1.5;

/** Raises an item's expected log-likelihood by Fisher scoring, and returns its largest slope before: that of the marginal likelihood. */
function maximise(item: CodedItem, input: Maximise): number {
  const {j, errors} = input;
  const {x, starts} = input.parameters;
  const [count, start] = [countOf(item), starts[j]!];
  let slopes = itemSlopes(item, input);
  const steepest = slopes.gradient.reduce(
    (most, each, k) => (isHeld(x, start, k, each) ? most : Math.max(most, Math.abs(each))),
    0
  );
  for (let round = 0; round < MAX_STEPS; round++) {
    const direction = newton(slopes, count, k => isHeld(x, start, k, slopes.gradient[k]!));
    const longest = Math.max(...direction.map(Math.abs));
    if (!(longest > 1e-9)) break;
    const before = x.slice(start, start + count);
    let length = Math.min(1, MAX_STEP / longest);
    let better: typeof slopes | null = null;
    for (let halving = 0; halving < 12 && !better; halving++, length /= 2) {
      for (let k = 0; k < count; k++) x[start + k] = clamped(before[k]! + length * direction[k]!, k === 0);
      if (!isOrdered(x, start, count)) continue;
      const tried = itemSlopes(item, input);
      if (tried.value >= slopes.value - 1e-10 * Math.abs(slopes.value)) better = tried;
    }
    if (!better) {
      x.set(before, start);
      break;
    }
    slopes = better;
    if (longest < 1e-3) break;
  }
  if (errors) {
    const factor = cholesky(slopes.information, count);
    if (factor) {
      const along = (vector: Float64Array) => solve(factor, vector).reduce((sum, each, k) => sum + each * vector[k]!, 0);
      errors[0]! += along(Float64Array.from({length: count}, (_, k) => Number(k === 0)));
      errors[1]! += along(Float64Array.from({length: count}, (_, k) => (k === 0 ? 0 : 1 / (count - 1))));
    }
  }
  return steepest;
}

/** Whether a parameter is at the end of what is searched and its slope points out of it. */
function isHeld(x: Float64Array, start: number, k: number, slope: number): boolean {
  const value = x[start + k]!;
  const [low, high] = k === 0 ? [LOG_SLOPE.low, LOG_SLOPE.high] : [-MAX_INTERCEPT, MAX_INTERCEPT];
  return (value <= low && slope < 0) || (value >= high && slope > 0);
}

function isOrdered(x: Float64Array, start: number, count: number): boolean {
  for (let k = 2; k < count; k++) if (x[start + k - 1]! - x[start + k]! < MIN_GAP) return false;
  return true;
}

function newton(
  {gradient, information}: {gradient: Float64Array; information: Float64Array},
  count: number,
  held: (k: number) => boolean
): Float64Array {
  const matrix = Float64Array.from(information);
  const right = Float64Array.from(gradient);
  for (let k = 0; k < count; k++) {
    matrix[k * count + k]! += 1e-9 * (1 + matrix[k * count + k]!);
    if (!held(k)) continue;
    right[k] = 0;
    for (let r = 0; r < count; r++) matrix[r * count + k] = matrix[k * count + r] = Number(r === k);
  }
  const factor = cholesky(matrix, count);
  return factor ? solve(factor, right) : right.map(each => each / 100);
}

/**
 * Mean squared distance of an item's scores from its curve, over what right or wrong answers would have: Σ y² − 2 Σ y p + Σ p², where the sums
 * with p are over the expected answers at the nodes.
 */
function dispersionOf(
  {rows, score}: CodedItem,
  {j, parameters: {x, starts, sign}, grid: {nodes}, counts}: {j: number; parameters: Parameters; grid: Grid; counts: Float64Array}
): number {
  const size = nodes.length;
  const slope = sign[j]! * Math.exp(x[starts[j]!]!);
  let squares = score!.reduce((sum, y) => sum + y * y, 0);
  let chance = 0;
  for (let q = 0; q < size; q++) {
    const [rest, y] = [counts[q]!, counts[size + q]!];
    if (rest + y === 0) continue;
    const p = 1 / (1 + Math.exp(-(slope * nodes[q]! + x[starts[j]! + 1]!)));
    squares += (rest + y) * p * p - 2 * y * p;
    chance += (rest + y) * p * (1 - p);
  }
  const n = rows.length;
  return Math.min(1, Math.max(MIN_DISPERSION, (squares / chance) * (n / Math.max(1, n - 2))));
}

/**
 * The population of items from their modes and the errors of these. A spread has the density p(s) ∝ s, which keeps it from 0, as in the
 * population of right or wrong items.
 */
function populationOf({x, starts}: Parameters, errors: Float64Array, prior: ItemPrior): ItemPrior {
  const items = starts.length - 1;
  const next: ItemPrior = {};
  for (const [place, key] of (["a", "d"] as const).entries()) {
    if (!prior[key]) continue;
    const values = Float64Array.from({length: items}, (_, j) =>
      key === "a" ? x[starts[j]!]! : meanStep(x, starts[j]!, starts[j + 1]! - starts[j]!)
    );
    const mean = values.reduce((sum, value) => sum + value, 0) / items;
    const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) + errors[place]!;
    next[key] = {mean, sd: Math.max(0.05, Math.sqrt(squares / Math.max(1, items - 1)))};
  }
  return next;
}

const HALF_LOG_2PI = 0.5 * Math.log(2 * Math.PI);
function logPrior({x, starts}: Parameters, {a, d}: ItemPrior): number {
  let sum = 0;
  const logNormal = (value: number, {mean, sd}: Normal) => -HALF_LOG_2PI - Math.log(sd) - 0.5 * ((value - mean) / sd) ** 2;
  for (let j = 0; j + 1 < starts.length; j++) {
    if (a) sum += logNormal(x[starts[j]!]!, a);
    if (d) sum += logNormal(meanStep(x, starts[j]!, starts[j + 1]! - starts[j]!), d);
  }
  return sum;
}

/** |a| below which the other sign is tried too. */
const MAX_TURNED = 0.5;

/** Turns the discriminations that are worth more with the other sign; returns whether there is one. */
function turnItems({items}: Coded, result: Estimated, reversal: number): boolean {
  let isTurned = false;
  for (const [j, item] of items.entries()) {
    const [start, count] = [result.starts[j]!, countOf(item)];
    if (Math.exp(result.x[start]!) > MAX_TURNED) continue;
    const input = {j, parameters: result, prior: result.prior, grid: result.grid, counts: result.expected.counts[j]!};
    const before = result.x.slice(start, start + count);
    const {value} = itemSlopes(item, input);
    const margin = result.sign[j]! > 0 ? reversal : -reversal;
    result.sign[j]! *= -1;
    result.x[start] = Math.log(0.2);
    for (let round = 0; round < 5; round++) maximise(item, input);
    if (itemSlopes(item, input).value > value + Math.max(margin, margin + 1e-6)) {
      isTurned = true;
      continue;
    }
    result.sign[j]! *= -1;
    result.x.set(before, start);
  }
  return isTurned;
}

// Empirical Bayes for many items and few persons: items are draws from a population and are integrated out, so that abilities are
// not biased by thousands of parameters that each rest on a few answers (Neyman & Scott 1948 with the roles of persons and items
// exchanged). Abilities by Newton's method on what is left, re-standardised in every cycle; the population by expectation and maximisation.

import {inverse, mirror} from "../../../stats/linalg/symmetric.js";
import {givenScale} from "./errors.js";
import {type Integrator, type Items, integrateItems, type PersonSums} from "./integrate.js";
import {type Shape, slopeAt, WIDTH} from "./parameters.js";
import {accelerated, between, damped, distance, fitPopulation, freeOf, GUESSING_SPREAD, type Population} from "./population.js";
import {cubature} from "./quadrature.js";
import {momentsOf, type RefinedPosteriors, refinePosteriors} from "./refine.js";
import type {Threads} from "./result.js";
import {variancesOf} from "./uncertainPopulation.js";

export interface Empirical {
  items: Items;
  /** Root mean squared errors of each item's a, b, c and d, items × 4; null where items are too many and covariances are used instead. */
  errors: Float64Array | null;
  theta: Float64Array;
  /** Variances of the abilities including the uncertainty of the items and of their population, given the scale. */
  variances: Float64Array;
  /** Variances of the abilities if the items were known. */
  known: Float64Array;
  population: Population;
  loglik: number;
  converged: boolean;
  maxGradient: number;
  iterations: number;
}

const here: Integrator = (items, theta, population, sums, {step, curved}) =>
  integrateItems(items, theta, population, sums, {from: 0, to: items.shape.items, step, curved});

/** Most items that the population is fitted to: their number leaves an error of .004 in its means, a hundredth of a spread. */
const SAMPLE = 8_000;
/** Number of items that the first cycles use. */
const FIRST_SAMPLE = 1_500;
/** With this many times SAMPLE the abilities and the population come to rest on the sample before all items are used. */
const MANY = 4;
/** The first cycles end where no ability would move by more than this share of its standard error. */
const CLOSE = 0.5;
/** The population is refitted where no ability would move by more than this share of its standard error. */
const NEAR = 0.1;
/** A slope this many times the tolerance lets the next cycle be expected to be the last. */
const LAST = 20;
/** The curvature is computed again where an ability moved by more than this share of its standard error. */
const STALE = 0.25;
/** Longest move of an ability in one cycle, in standard deviations. */
const LONGEST_STEP = 0.7;
const MOST_CYCLES = 150;
const MOST_FIRST = 12;
const MOST_SAMPLED = 40;
/** Change of the population that ends its estimation, about a tenth of its error; and the most times that more accurate points are laid. */
const SETTLED = 0.02;
const MOST_REFITS = 24;
/**
 * The spread of logit c is fixed rather than estimated: with 60 persons and 1,000 items its exact likelihood differs by less than 2 between
 * 0.2 and 0.5, which is less than the error of the cubature.
 */
const FIXED = 2;
const FIXED_SPREAD = GUESSING_SPREAD;
/** Cycles after which a population that still changes is fixed at its present value; the fit is then reported as not converged. */
const LAST_FITTED = 60;

export function empirical(
  shape: Shape,
  {
    columns,
    start,
    threads,
    tolerance,
    progress
  }: {
    columns: Uint8Array;
    start: Float64Array;
    threads?: Threads;
    tolerance: number;
    progress?(state: {iteration: number; value: number; slope: number}): void;
  }
): Empirical {
  const n = start.length;
  const items = layItems(shape, {persons: n, columns, threads});
  const integrate = threads?.integrate ?? here;
  const theta = Float64Array.from(start);
  let population: Population = {mean: [0, 0, -1.6], sd: [0.3, 1.1, FIXED_SPREAD], power: 0.5};
  standardise(theta, items, population);
  const samples = samplesOf(items);
  let step = samples.shift()!;
  let settled = false;
  let moving = Infinity;
  let way = damped();
  let state: State | null = null;
  let curvature: Pick<PersonSums, "information" | "lost"> | null = null;
  let closer: RefinedPosteriors | null = null;
  let refits = 0;
  let refit = accelerated();
  /** Whether the population agrees with more accurate posteriors of the items. */
  let agreed = false;
  /** Share of the next step that is taken. */
  let length = 1;
  for (let cycle = 1; ; cycle++) {
    const curved = curvature === null;
    const {value, sums} = evaluate();
    const fell = state !== null && !(value >= state.value - slack(state.value));
    if (fell && length > SHORTEST && cycle < MOST_CYCLES) {
      length /= 4;
      const {information, lost} = state!.sums;
      curvature = {information, lost}; // not the value and slope, which belong to where it came from
      advance(state!);
      continue;
    }
    if (fell) return ended(state!, {cycle, again: true});
    const {covariance, direct} = newton(sums, theta, shape.tied);
    const slope = largest(withoutScale(sums.slope, theta, shape.tied));
    progress?.({iteration: cycle, value, slope});
    const fitted = settled ? null : fitPopulation(items, population, {every: Math.max(1, step / items.stride), fixed: [FIXED]});
    // the last digits of the population take long and change nothing: it is fixed once it hardly changes, and the abilities converge under
    // it
    if (fitted) moving = distance(population, fitted);
    const rough = step > items.stride;
    if (fitted && !rough && (moving <= SETTLED || cycle >= LAST_FITTED)) settled = true;
    state = {
      value,
      sums,
      slope,
      covariance,
      theta: theta.slice(),
      centre: items.centre.slice(),
      population: structuredClone(population),
      move: direct,
      next: fitted && !settled ? way.towards(population, fitted) : population
    };
    const off = farthest(direct, covariance);
    if (settled && !agreed && off <= NEAR && cycle < MOST_CYCLES && refits < MOST_REFITS) {
      refits++;
      closer = refinePosteriors(items, {theta, variances: givenScale(covariance.slice(), theta), step, threads});
      const found = fitPopulation(closer, population, {fixed: [FIXED]});
      moving = distance(population, found);
      agreed = moving <= SETTLED;
      if (!agreed) {
        population = refit(population, found);
        state = null; // under another population, values do not compare
        continue;
      }
    }
    const near = settled && (agreed || refits >= MOST_REFITS);
    const done = near && step === 1 && slope <= tolerance;
    if (done && !curved && cycle < MOST_CYCLES) {
      curvature = null; // the errors of the abilities want the curvature at the end
      continue;
    }
    if (done || cycle >= MOST_CYCLES || !Number.isFinite(value)) return ended(state, {cycle, again: false});
    length = 1;
    advance(state);
    if (off > STALE || (near && slope <= LAST * tolerance)) curvature = null;
    if (step > 1 && (rough ? off < CLOSE || cycle === MOST_FIRST : near || cycle >= MOST_SAMPLED)) {
      step = samples.shift()!;
      state = null; // values of a sample of the items do not compare with those of all
      curvature = null;
      agreed = false;
      way = damped();
      refit = accelerated();
    }
  }

  /** The log-likelihood with items integrated out. For abilities in logits (Rasch) their density is included; otherwise it is constant. */
  function evaluate(): {value: number; sums: PersonSums} {
    const sums: PersonSums = {
      loglik: new Float64Array(1),
      slope: new Float64Array(n),
      information: new Float64Array(n),
      lost: new Float64Array(n * n)
    };
    integrate(items, theta, population, sums, {step, curved: curvature === null});
    if (curvature) Object.assign(sums, curvature);
    else curvature = {information: sums.information, lost: sums.lost};
    const density = shape.tied ? 0.5 * theta.reduce((sum, t) => sum + t * t, 0) : 0;
    return {value: sums.loglik[0]! - density, sums};
  }

  /** Moves the abilities from a state by the share `length` of its step. */
  function advance(from: State): void {
    for (let i = 0; i < n; i++) theta[i] = from.theta[i]! + length * from.move[i]!;
    items.centre.set(from.centre);
    population = between(from.population, from.next, length);
    standardise(theta, items, population);
  }

  function ended(at: State, {cycle, again}: {cycle: number; again: boolean}): Empirical {
    if (again) {
      theta.set(at.theta);
      items.centre.set(at.centre);
      population = at.population;
      evaluate(); // so that the items' moments are those of the last pass
    }
    const variances = givenScale(at.covariance, at.theta);
    const posteriors = closer ?? refinePosteriors(items, {theta: at.theta, variances, step: 1, threads});
    const errors = momentsOf(items, posteriors, at.population);
    return {
      items,
      errors,
      theta: at.theta,
      variances: variancesOf(posteriors, {...at, shape, columns}),
      known: at.sums.information.map(value => 1 / (1 + Math.max(0, value))),
      population: at.population,
      loglik: at.sums.loglik[0]!,
      converged: at.slope <= tolerance && moving <= SETTLED && Number.isFinite(at.value),
      maxGradient: at.slope,
      iterations: cycle
    };
  }
}

/** The state of a cycle, and the step that it proposes. */
interface State {
  value: number;
  sums: PersonSums;
  slope: number;
  covariance: Float64Array;
  theta: Float64Array;
  centre: Float64Array;
  population: Population;
  move: Float64Array;
  next: Population;
}

/** Largest drop in the log-likelihood that re-laid cubature points can cause by themselves; it does not count as a fall. */
const slack = (value: number): number => 0.02 + 2e-5 * Math.abs(value);
/** Share of a step below which the step is given up. */
const SHORTEST = 1e-3;

/** Newton's step, with a ridge where the log-likelihood is not concave, and the covariance of the abilities that belongs to it. */
function newton(sums: PersonSums, theta: Float64Array, tied: boolean): {covariance: Float64Array; direct: Float64Array} {
  const n = theta.length;
  for (let i = 0; i < n; i++) sums.slope[i]! -= theta[i]!;
  for (let ridge = 0; ; ridge = 4 * ridge + 0.1) {
    const matrix = Float64Array.from(sums.lost, value => -value);
    for (let i = 0; i < n; i++) {
      const own = sums.information[i]! + 1;
      matrix[i * n + i]! += own + ridge * Math.max(1, own, sums.lost[i * n + i]!);
    }
    mirror(matrix, n);
    const {inverse: covariance, fixed} = inverse(matrix, n);
    if (fixed.size === 0 || ridge > 10) return {covariance, direct: stepOf(theta, covariance, sums.slope, tied)};
  }
}

/** Steps between the items of the passes: of a first sample, of the sample that the population is fitted to where all are many, of all. */
function samplesOf({shape, stride}: Items): number[] {
  if (shape.items < 2 * FIRST_SAMPLE) return [1];
  const first = stride * Math.max(1, Math.floor(shape.items / FIRST_SAMPLE / stride));
  return shape.items > MANY * SAMPLE ? [first, stride, 1] : [first, 1];
}

function layItems(
  shape: Shape,
  {persons, columns, threads}: {persons: number; columns: Uint8Array; threads: Threads | undefined}
): Items {
  const doubles = (length: number) => threads?.doubles(length) ?? new Float64Array(length);
  const free = freeOf(shape);
  const rule = cubature(free.length);
  const size = shape.items;
  const stride = Math.ceil(size / SAMPLE);
  const kept = Math.ceil(size / stride);
  const centre = doubles(size * WIDTH);
  for (let j = 0; j < size; j++) {
    let [right, answered] = [0, 0];
    for (let i = 0; i < persons; i++) {
      const answer = columns[j * persons + i]!;
      if (answer === 2) continue;
      answered++;
      right += answer;
    }
    const lower = shape.guessing ? 0.17 : shape.lower[j]!;
    const share = Math.min(0.97, Math.max(0.03, ((right + 0.5) / (answered + 1) - lower) / (1 - lower)));
    centre[j * WIDTH + 1] = Math.log(share / (1 - share));
    centre[j * WIDTH + 2] = -1.6;
  }
  return {
    shape,
    persons,
    columns,
    free,
    rule,
    count: rule.count,
    centre,
    mean: doubles(size * WIDTH),
    covariance: doubles(size * 6),
    stride,
    logs: doubles(kept * rule.count),
    points: doubles(kept * rule.count * WIDTH),
    met: threads?.bytes(size) ?? new Uint8Array(size)
  };
}

/** Directions that only change the scale: its origin, and its unit unless discriminations are fixed at 1. */
const scaleDirections = (theta: Float64Array, tied: boolean): Float64Array[] => {
  const center = theta.reduce((sum, t) => sum + t, 0) / theta.length;
  return [new Float64Array(theta.length).fill(1), ...(tied ? [] : [theta.map(t => t - center)])];
};

/** A slope without its component along the scale's directions, which standardisation fixes. */
function withoutScale(slope: Float64Array, theta: Float64Array, tied: boolean): Float64Array {
  const rest = Float64Array.from(slope);
  for (const direction of scaleDirections(theta, tied)) {
    let [along, square] = [0, 0];
    for (let i = 0; i < rest.length; i++) {
      along += rest[i]! * direction[i]!;
      square += direction[i]! ** 2;
    }
    if (square > 0) for (let i = 0; i < rest.length; i++) rest[i]! -= (along / square) * direction[i]!;
  }
  return rest;
}

const largest = (values: Float64Array): number => values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);

/** A step restricted to directions that leave the scale unchanged. */
function stepOf(theta: Float64Array, covariance: Float64Array, slope: Float64Array, tied: boolean): Float64Array {
  const n = theta.length;
  const step = new Float64Array(n);
  for (let i = 0; i < n; i++) for (let q = 0; q < n; q++) step[i]! += covariance[i * n + q]! * slope[q]!;
  const chosen: {direction: Float64Array; image: Float64Array}[] = [];
  for (const direction of scaleDirections(theta, tied)) {
    const image = new Float64Array(n);
    for (let i = 0; i < n; i++) for (let q = 0; q < n; q++) image[i]! += covariance[i * n + q]! * direction[q]!;
    // Gram–Schmidt: each direction is made orthogonal to the earlier ones
    for (const before of chosen) {
      const part = dot(before.direction, image) / dot(before.direction, before.image);
      for (let i = 0; i < n; i++) image[i]! -= part * before.image[i]!;
    }
    const along = dot(direction, image);
    if (!(along > 1e-12)) continue;
    const part = dot(direction, step) / along;
    for (let i = 0; i < n; i++) step[i]! -= part * image[i]!;
    chosen.push({direction, image});
  }
  return step.map(each => Math.max(-LONGEST_STEP, Math.min(LONGEST_STEP, each)));
}

const dot = (u: Float64Array, v: Float64Array): number => u.reduce((sum, value, i) => sum + value * v[i]!, 0);

/** The largest move, in standard errors of the ability. */
const farthest = (move: Float64Array, covariance: Float64Array): number =>
  move.reduce(
    (most, each, i) => Math.max(most, Math.abs(each) / Math.sqrt(Math.max(covariance[i * move.length + i]!, 1e-12))),
    0
  );

/** Standardises abilities to mean 0 and standard deviation 1 (Rasch: mean 0 only); the response curves stay the same. */
function standardise(theta: Float64Array, {centre, shape}: Items, population: Population): void {
  const {items, tied} = shape;
  const n = theta.length;
  const mean = theta.reduce((sum, t) => sum + t, 0) / n;
  const sd = tied ? 1 : Math.sqrt(theta.reduce((sum, t) => sum + (t - mean) ** 2, 0) / n) || 1;
  for (let i = 0; i < n; i++) theta[i] = (theta[i]! - mean) / sd;
  const unit = Math.log(sd);
  for (let j = 0; j < items; j++) {
    centre[j * WIDTH + 1]! += slopeAt(shape, centre, j) * mean;
    centre[j * WIDTH]! += unit;
  }
  population.mean[0] += unit;
  const turned = shape.sign.reduce((sum, sign) => sum + sign, 0) / items;
  population.mean[1] += turned * Math.exp(population.mean[0]) * mean;
}

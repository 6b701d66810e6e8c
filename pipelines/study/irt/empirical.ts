// Empirical Bayes for many items and few persons: items are draws from a population and are integrated out, so that abilities are
// not biased by thousands of parameters that each rest on a few answers (Neyman & Scott 1948 with the roles of persons and items
// exchanged). Abilities by Newton's method on what is left, re-standardised in every cycle; the population by expectation and maximisation.
import {cubature} from "./cubature.js";
import {givenScale} from "./errors.js";
import {type Items, integrateItems, type PersonSums, type Population} from "./integrate.js";
import {type Shape, slopeAt, WIDTH} from "./parameters.js";
import {fitPopulation} from "./population.js";
import type {Threads} from "./result.js";
import {inverse, mirror} from "./symmetric.js";

export interface Empirical {
  items: Items;
  theta: Float64Array;
  /** Variances of the abilities, the items' uncertainty included, given the scale. */
  variances: Float64Array;
  /** Variances were the items known. */
  known: Float64Array;
  population: Population;
  loglik: number;
  converged: boolean;
  maxGradient: number;
  iterations: number;
}

/** Runs a pass over every step-th item. */
export type Integrator = (items: Items, theta: Float64Array, population: Population, sums: PersonSums, step: number) => void;
const here: Integrator = (items, theta, population, sums, step) =>
  integrateItems(items, theta, population, sums, {from: 0, to: items.shape.items, step});

/** Items whose posteriors the population is fitted to: more would not change it in any digit that matters. */
const SAMPLE = 20_000;
/** Items that the first cycles go by. */
const FIRST_SAMPLE = 1_500;
/** Those end where no ability would move by more than this share of its error. */
const CLOSE = 0.5;
const LONGEST_STEP = 0.7;
const MOST_CYCLES = 60;
const MOST_FIRST = 12;
const SETTLED = 0.005;
/** Cycles after which a population that still moves is held as it is; the fit then has not converged. */
const LAST_FITTED = 20;

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
  let population: Population = {mean: [0, 0, -1.6], sd: [0.3, 1.1, 0.3]};
  const theta = Float64Array.from(start);
  standardise(theta, items, population);
  const {stride} = items;
  let step = shape.items < 2 * FIRST_SAMPLE ? 1 : stride * Math.max(1, Math.floor(shape.items / FIRST_SAMPLE / stride));
  let settled = false;
  let moving = Infinity;
  for (let cycle = 1; ; cycle++) {
    const sums: PersonSums = {
      loglik: new Float64Array(1),
      slope: new Float64Array(n),
      information: new Float64Array(n),
      lost: new Float64Array(n * n)
    };
    integrate(items, theta, population, sums, step);
    const matrix = Float64Array.from(sums.lost, value => -value);
    for (let i = 0; i < n; i++) {
      matrix[i * n + i]! += sums.information[i]! + 1;
      sums.slope[i]! -= theta[i]!;
    }
    mirror(matrix, n);
    const {inverse: covariance} = inverse(matrix, n);
    const slope = largest(withoutScale(sums.slope, theta, shape.tied));
    progress?.({iteration: cycle, value: sums.loglik[0]!, slope});
    const fitted = settled ? null : fitPopulation(items, population, Math.max(1, step / stride));
    // the population's last digits take long and move nothing: it is held once it hardly moves, and abilities end on it
    if (fitted) moving = fitted.moved;
    if (fitted && step === 1 && (fitted.moved <= SETTLED || cycle >= LAST_FITTED)) settled = true;
    const ended = fitted === null && slope <= tolerance;
    if (ended || cycle >= MOST_CYCLES || !Number.isFinite(sums.loglik[0]!)) {
      return {
        items,
        theta,
        variances: givenScale(covariance, theta),
        known: sums.information.map(value => 1 / (1 + value)),
        population,
        loglik: sums.loglik[0]!,
        converged: ended && moving <= SETTLED && Number.isFinite(sums.loglik[0]!),
        maxGradient: slope,
        iterations: cycle
      };
    }
    if (fitted) population = fitted.population;
    const moved = move(theta, covariance, sums.slope, shape.tied);
    if (moved < CLOSE || cycle === MOST_FIRST) step = 1;
    standardise(theta, items, population);
  }
}

function layItems(
  shape: Shape,
  {persons, columns, threads}: {persons: number; columns: Uint8Array; threads: Threads | undefined}
): Items {
  const doubles = (length: number) => threads?.doubles(length) ?? new Float64Array(length);
  const free = [...(shape.tied ? [] : [0]), 1, ...(shape.guessing ? [2] : [])];
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
    centre,
    mean: doubles(size * WIDTH),
    covariance: doubles(size * 6),
    stride,
    logs: doubles(kept * rule.count),
    points: doubles(kept * rule.count * WIDTH),
    met: threads?.bytes(size) ?? new Uint8Array(size)
  };
}

/** Directions that only move the scale: origin, and unit unless it is held by discriminations of 1. */
const scaleDirections = (theta: Float64Array, tied: boolean): Float64Array[] => {
  const center = theta.reduce((sum, t) => sum + t, 0) / theta.length;
  return [new Float64Array(theta.length).fill(1), ...(tied ? [] : [theta.map(t => t - center)])];
};

/** A slope less its part along the scale's directions, which standardisation holds. */
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

/** Newton's step, held to what leaves the scale as it is. Returns the largest, in the ability's standard errors. */
function move(theta: Float64Array, covariance: Float64Array, slope: Float64Array, tied: boolean): number {
  const n = theta.length;
  const rest = Float64Array.from(covariance);
  for (const direction of scaleDirections(theta, tied)) {
    const image = new Float64Array(n);
    let along = 0;
    for (let i = 0; i < n; i++) {
      for (let q = 0; q < n; q++) image[i]! += rest[i * n + q]! * direction[q]!;
      along += direction[i]! * image[i]!;
    }
    if (along > 1e-12)
      for (let i = 0; i < n; i++) for (let q = 0; q < n; q++) rest[i * n + q]! -= (image[i]! * image[q]!) / along;
  }
  let most = 0;
  for (let i = 0; i < n; i++) {
    let step = 0;
    for (let q = 0; q < n; q++) step += rest[i * n + q]! * slope[q]!;
    theta[i]! += Math.max(-LONGEST_STEP, Math.min(LONGEST_STEP, step));
    most = Math.max(most, Math.abs(step) / Math.sqrt(Math.max(rest[i * n + i]!, 1e-12)));
  }
  return most;
}

/** Abilities to mean 0 and standard deviation 1 (Rasch: mean 0); curves stay as they are. */
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

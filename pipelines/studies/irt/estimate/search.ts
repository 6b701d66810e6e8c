// Searches for the item parameters that maximise the log posterior, on nodes that all persons share or on nodes of each person's own.

import type {Responses} from "../item.js";
import {adaptiveMarginal} from "./adaptiveQuadrature.js";
import {completedSlope, completedValue, type Expected, type GridMarginal, gridMarginal, type Marginal} from "./grid.js";
import type {HyperPrior} from "./hyper.js";
import {type Columns, packColumns, packRows, passInputOf} from "./layout.js";
import {type Ascent, lbfgs, type Objective, type Step} from "./lbfgs.js";
import {moments} from "./moments.js";
import type {Packed} from "./packed.js";
import {PAIRS, type Shape, WIDTH} from "./parameters.js";
import type {Prior} from "./priors.js";
import {normalGrid} from "./quadrature.js";
import type {FitOptions} from "./result.js";

/** Default of the largest absolute slope at which the search ends. */
export const TOLERANCE = 1e-4;
/** Number of items from which each person has nodes of their own. */
const LONG_TEST = 400;
/** Numbers of nodes of the shared grid, coarse to fine. A test whose posteriors need more has nodes of each person's own. */
const GRIDS = [61, 121, 241];
/** Widest spacing of nodes, in standard deviations of a posterior, that still integrates it (with an error of 6e-5). */
const WIDEST = 1 / 0.7;
/** Share of persons whose posterior may be narrower than that. */
const FEW = 0.02;
/**
 * Log-likelihood left to gain below which the search changes to a finer grid, if this one is too coarse: a step there takes up to six times
 * as long.
 */
const ROUGH = 20;
/** Change of the population of items that ends its estimation. */
const SETTLED = 1e-3;
/** Steps after which a population that still changes is fixed at its present value; the fit is then reported as not converged. */
const LAST_UPDATE = 200;
/**
 * Slope below which the items are close enough to their mode for the population to be fitted to them, and the most steps to wait for that.
 */
const NEAR = 0.5;
const LONGEST_WAIT = 10;

export interface Task {
  responses: Responses;
  /** Indices of the items that are fitted. */
  kept: number[];
  shape: Shape;
  prior: Prior | HyperPrior;
  options: FitOptions;
  x: Float64Array;
  /** Gain in log-likelihood that a negative discrimination must bring; null where signs are fixed. */
  reversal: number | null;
  /** Largest absolute slope at which this search ends, if it differs from that of the options. */
  tolerance?: number;
  /** Fewest nodes of the shared grid. */
  nodes?: number;
  /** Returns true where the search should end early. */
  enough?(step: Step): boolean;
}

export interface SearchResult {
  marginal: Marginal;
  ascent: Ascent;
  /** Index of a person's posterior among the posteriors. */
  placeOf(person: number): number;
  quadrature: "grid" | "adaptive";
  nodes: number;
}

interface Estimating extends Objective {
  /** Whether the estimated population of items, if there is one, has settled. */
  atRest(): boolean;
}

function objectiveOf(marginal: Marginal, {prior, options, responses, shape, reversal, enough}: Task): Estimating {
  let moved = Infinity;
  let populationFixed = false;
  let ended = false;
  const atRest = () => !("update" in prior) || moved < SETTLED;
  return {
    persons: responses.persons.length,
    value: x => marginal.value(x) + prior.value(x),
    slope(x, gradient, at) {
      marginal.slope(x, gradient, at);
      prior.slope(x, gradient, at);
    },
    between(x, state) {
      options.progress?.(state);
      ended = enough?.(state) ?? false;
      populationFixed = state.iteration > LAST_UPDATE;
      if (!("update" in prior) || moved < SETTLED || populationFixed) return false;
      if (state.slope > NEAR && state.iteration % LONGEST_WAIT > 0) return false;
      moved = prior.update(x, marginal);
      return true;
    },
    leap: squaremStep({marginal, shape, prior, reversal}),
    settled: () => atRest() || populationFixed,
    stop: () => ended,
    atRest
  };
}

/**
 * Tolerance by number of items: thousands of items determine abilities so firmly that slopes ten and a hundred times as large change
 * nothing visible.
 */
export const toleranceFor = (items: number): number => TOLERANCE * (items > 20_000 ? 100 : items > LONG_TEST ? 10 : 1);
const limits = ({kept, tolerance, options}: Task) => ({
  tolerance: tolerance ?? options.tolerance ?? toleranceFor(kept.length),
  most: options.mostIterations ?? 2000
});

/** A search of one response matrix, from the starting values of a task. */
export type Search = (task: Task) => SearchResult;

/**
 * Returns the search for a matrix: a shared grid for short tests, nodes of each person's own for long ones. The answers are laid out once.
 */
export function searchOf({responses, kept, options}: Task): Search {
  if (kept.length > LONG_TEST) {
    const columns = packColumns(responses, kept, options.threads);
    return task => adaptively(task, columns);
  }
  const packed = packRows(responses, kept);
  return task => onGrid(task, packed);
}

/** Search on a shared grid; changes to a finer one where posteriors turn out narrower than its spacing. */
function onGrid(task: Task, packed: Packed): SearchResult {
  let {x} = task;
  let iterations = 0;
  const grids = GRIDS.filter(nodes => nodes >= (task.nodes ?? 0));
  for (const [level, nodes] of grids.entries()) {
    const grid = normalGrid({size: nodes});
    const marginal = gridMarginal(packed, task.shape, grid);
    const coarse = () => level + 1 < grids.length && narrowShare(marginal) > FEW;
    const objective = objectiveOf(marginal, task);
    let stop = false;
    const found = lbfgs(
      {
        ...objective,
        between(at, state) {
          const changed = objective.between!(at, state);
          stop = state.iteration % 5 === 0 && state.gain < ROUGH && coarse();
          return changed;
        },
        stop: () => stop || objective.stop!()
      },
      task.shape,
      x,
      limits(task)
    );
    iterations += found.iterations;
    marginal.value(found.x);
    if (coarse()) {
      x = found.x;
      continue;
    }
    return {
      marginal,
      ascent: {...found, iterations, converged: found.converged && objective.atRest()},
      placeOf: person => packed.patternOf[person]!,
      quadrature: "grid",
      nodes
    };
  }
  throw new Error("unreachable: the finest grid is always taken");
}

/** Share of persons whose posterior is too narrow for the grid. */
function narrowShare({grid, posteriors}: GridMarginal): number {
  const spacing = grid.nodes[1]! - grid.nodes[0]!;
  const {size, counts, weights} = posteriors();
  let [narrow, all] = [0, 0];
  for (let p = 0; p < size; p++) {
    all += counts[p]!;
    if (moments(grid.nodes, weights(p)).sd * WIDEST < spacing) narrow += counts[p]!;
  }
  return narrow / all;
}

/** Search on nodes of each person's own. */
function adaptively(task: Task, {columns, stages, ...first}: Columns): SearchResult {
  const {threads} = task.options;
  const [centre, width] = [Float64Array.from(first.centre), Float64Array.from(first.width)];
  let found: SearchResult | null = null;
  for (const nodes of stages) {
    const passInput = passInputOf(columns, {shape: task.shape, persons: task.responses.persons.length, nodes}, threads);
    const marginal = adaptiveMarginal(passInput, {centre, width, ...(threads && {passes: threads.passes(passInput)})});
    const before: Ascent | undefined = found?.ascent;
    const objective = objectiveOf(marginal, task);
    const reached = lbfgs(objective, task.shape, before?.x ?? task.x, limits(task));
    marginal.value(reached.x);
    const iterations: number = reached.iterations + (before?.iterations ?? 0);
    const converged = reached.converged && objective.atRest();
    found = {marginal, ascent: {...reached, iterations, converged}, placeOf: person => person, quadrature: "adaptive", nodes};
  }
  return found!;
}

// Jumps of single items that no sequence of small steps can make: to the other sign of the discrimination, across the zero that log |a|
// never reaches, and between a guessing chance of nearly 0 and an ordinary one. Where the search has converged, an item is fitted alone,
// from other starting values, to the answers expected at each ability. What raises that value raises the likelihood by at least as much
// (Dempster, Laird & Rubin 1977), so that all items that gain may jump at once.

/** Least gain in log-likelihood for which an item jumps. */
const LEAST_GAIN = 1e-3;
/** Most rounds of jumps after the search has converged. */
const MOST_ROUNDS = 8;
/** Number of steps between two trials of other signs during the search. */
const PAUSE = 3;
/** The other sign is tried for items whose |a| is within this many standard errors of 0. */
const NEAR_ZERO = 5;
/** Logits of the guessing chances from which an item is refitted: practically none, and an ordinary one. */
const [NO_GUESS, GUESS] = [-5, -1.4];
/** Logit below which a guessing chance counts as none. */
const NEGLIGIBLE_GUESS = -4;
/** Most abilities × items that are examined in one round: more would take longer than the search. */
const MOST_WORK = 3e7;

interface Acceleration {
  marginal: Marginal;
  shape: Shape;
  prior: Prior;
  /** Gain in log-likelihood that a negative discrimination must bring; null where signs are fixed. */
  reversal: number | null;
}

function squaremStep({marginal, shape, prior, reversal}: Acceleration): NonNullable<Objective["leap"]> {
  let [rounds, wait] = [0, PAUSE];
  const turning = reversal !== null && !shape.tied;
  return (x, {value, gradient, information, rest}) => {
    if (rest) return rounds++ < MOST_ROUNDS && refitAlone(x, information);
    if (!turning || wait-- > 0) return false;
    wait = PAUSE;
    const crossing: number[] = [];
    let price = 0;
    for (let j = 0; j < shape.items; j++) {
      const slope = gradient[WIDTH * j]!;
      const own = cost(-shape.sign[j]!) - cost(shape.sign[j]!);
      // a Newton step in a itself, not in its logarithm, would cross zero; as far beyond zero the value is higher by twice the slope
      if (slope >= -information[PAIRS * j]! || -2 * slope <= own) continue;
      crossing.push(j);
      price += own;
    }
    if (crossing.length === 0) return false;
    const turn = () => {
      for (const j of crossing) shape.sign[j]! *= -1;
    };
    turn();
    if (marginal.value(x) + prior.value(x) > value + price) return true;
    turn();
    return false;
  };

  function cost(sign: number): number {
    return sign < 0 ? (reversal ?? 0) : 0;
  }

  /** Refits items alone from other starting values; returns true if one jumped. */
  function refitAlone(x: Float64Array, information: Float64Array): boolean {
    let work = MOST_WORK;
    let leapt = false;
    for (let j = 0; j < shape.items && work > 0; j++) {
      const starts = otherStarts(j, x, information);
      if (starts.length === 0) continue;
      const expected = marginal.expected(j);
      work -= expected.theta.length * starts.length;
      const own = x.slice(WIDTH * j, WIDTH * (j + 1));
      const now = itemObjective({shape, prior, expected, j, sign: shape.sign[j]!}).objective.value(own) - cost(shape.sign[j]!);
      let most = LEAST_GAIN;
      let best: {sign: number; at: Float64Array} | null = null;
      for (const {sign, at} of starts) {
        const {objective, alone} = itemObjective({shape, prior, expected, j, sign});
        const found = lbfgs(objective, alone, at, {tolerance: 1e-3, most: 60});
        const gain = found.value - cost(sign) - now;
        if (gain > most) [most, best] = [gain, {sign, at: found.x}];
      }
      if (!best) continue;
      shape.sign[j] = best.sign;
      x.set(best.at, WIDTH * j);
      leapt = true;
    }
    return leapt;
  }

  /** Other starting values of item j. */
  function otherStarts(j: number, x: Float64Array, information: Float64Array): {sign: number; at: Float64Array}[] {
    const at = x.slice(WIDTH * j, WIDTH * (j + 1));
    const sign = shape.sign[j]!;
    const found: {sign: number; at: Float64Array}[] = [];
    if (turning && information[PAIRS * j]! < NEAR_ZERO ** 2)
      found.push({sign: -sign, at: Float64Array.of(Math.max(-2, Math.min(0, at[0]!)), at[1]!, at[2]!)});
    if (shape.guessing)
      found.push({
        sign,
        at:
          at[2]! < NEGLIGIBLE_GUESS
            ? Float64Array.of(at[0]! + 0.3, at[1]! - 0.3, GUESS)
            : Float64Array.of(at[0]!, at[1]!, NO_GUESS)
      });
    return found;
  }
}

/** Log posterior of one item under the completed data. */
function itemObjective({
  shape: {tied, guessing, lower},
  prior,
  expected,
  j,
  sign
}: {
  shape: Shape;
  prior: Prior;
  expected: Expected;
  j: number;
  sign: number;
}): {objective: Objective; alone: Shape} {
  const alone: Shape = {items: 1, tied, guessing, lower: lower.subarray(j, j + 1), sign: Int8Array.of(sign)};
  const objective: Objective = {
    persons: Number.POSITIVE_INFINITY,
    value: x => completedValue(expected, alone, x) + prior.value(x),
    slope(x, gradient, information) {
      completedSlope(expected, {shape: alone, x, j: 0}, gradient, information);
      prior.slope(x, gradient, information);
    }
  };
  return {objective, alone};
}

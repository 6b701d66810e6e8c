// Estimates items and abilities from a matrix of responses: Rasch, 2PL, 3PL, by maximum marginal likelihood, posterior mode or
// empirical Bayes. docs/irt.md says which way is taken when, with the formulas' sources.
import {abilityOf, type Curves, sumsAt} from "./ability.js";
import {adaptiveMarginal} from "./adaptive.js";
import {type Climb, climb, type Objective} from "./climb.js";
import {empirical} from "./empirical.js";
import {type Errors, errorsOf} from "./errors.js";
import {type GridMarginal, gridMarginal, type Marginal} from "./grid.js";
import {type Hyper, type HyperPrior, hyperPrior} from "./hyper.js";
import {type Item, MISSING, type Responses, RIGHT} from "./item.js";
import {packColumns, packRows, sweepOf} from "./layout.js";
import {itemAt, type ModelName, PAIRS, type Shape, shapeOf} from "./parameters.js";
import {fixedPrior, logNormal, type Prior, type Priors} from "./priors.js";
import {normalGrid} from "./standardNormal.js";
import {startOf} from "./start.js";

export type EstimateName = "ml" | "map" | "eb";

export interface FitOptions {
  model: ModelName;
  estimate: EstimateName;
  /** For map; what is not named is flat. */
  priors?: Priors;
  /** Lower asymptote of each item, where it is not to be estimated. */
  guess?: ArrayLike<number>;
  /** The largest slope at which the climb ends. */
  tolerance?: number;
  mostIterations?: number;
  /** Told after each step. */
  progress?(state: {iteration: number; value: number; slope: number}): void;
}

export interface FittedItem extends Item {
  b: number;
  /** Standard errors; NaN where the data cannot tell, 0 for what is not estimated. */
  se_a: number;
  se_b: number;
  se_c: number;
  se_d: number;
}

export interface Ability {
  id: string;
  /** Mean of the posterior, and its standard deviation were the items known. */
  eap: number;
  eap_se: number;
  map: number;
  map_se: number;
  /** null where infinite */
  ml: number | null;
  ml_se: number | null;
  wle: number | null;
  wle_se: number | null;
  /** 95 % interval about eap, the items' uncertainty included */
  lo: number;
  hi: number;
}

export interface Fit {
  model: ModelName;
  estimate: EstimateName;
  persons: number;
  /** The items that were fitted; `left_out` names the others. */
  items: FittedItem[];
  ability: Ability[];
  /** Items that tell nothing: nobody answered them, or all answered alike. */
  left_out: {id: string; reason: "unanswered" | "all right" | "all wrong"}[];
  loglik: number;
  logprior: number;
  converged: boolean;
  max_gradient: number;
  iterations: number;
  /** Standard deviation of ability in the population: 1 but for Rasch, whose discriminations are 1. */
  spread: number;
  /** Nodes that all persons share, nodes of each person's own, or items integrated out. */
  quadrature: "grid" | "adaptive" | "items";
  nodes: number;
}

/** Half width of a 95 % interval, in standard errors. */
const Z95 = 1.959963984540054;
const TOLERANCE = 1e-4;
/** Abilities on thousands of items have slopes of hundreds a unit: a hundredth is a ten-thousandth of a standard error or so. */
const SHARE_OF_LONG = 100;
/** Nodes of the shared grid, coarse to fine. A test whose posteriors need more has nodes of each person's own. */
const GRIDS = [61, 121, 241];
/** Spacing of nodes, in standard deviations of a posterior, that still integrates it (an error of 6e-5). */
const WIDEST = 1 / 0.7;
/** Share of persons whose posterior may be narrower. */
const FEW = 0.02;
const LONG_TEST = 400;
/** Items integrated out take memory and time with the square of persons. */
const MOST_INTEGRATED = 1_500;
/** Where empirical Bayes starts its population of items. */
const POPULATION: Hyper = [
  {mean: 0, sd: 0.5},
  {mean: 0, sd: 1.5},
  {mean: -1.6, sd: 0.4}
];
/** Change of the population that ends its estimation. */
const SETTLED = 1e-3;
const LAST_UPDATE = 200;

/** Whether items so outnumber persons that each rests on a few answers: then they are integrated out. */
const isWide = (persons: number, items: number): boolean => items >= 100 && items > persons && persons <= MOST_INTEGRATED;

export function fit(responses: Responses, options: FitOptions): Fit {
  const {kept, left_out, right, answered} = screen(responses);
  if (kept.length === 0) return nothing(responses, options, left_out);
  const guess = options.guess && Float64Array.from(kept, j => options.guess![j]!);
  const shape = shapeOf(options.model, kept.length, guess);
  const priors = options.estimate === "map" ? (options.priors ?? {}) : {};
  const prior = options.estimate === "eb" ? hyperPrior(shape, POPULATION) : fixedPrior(shape, priors);
  const task: Task = {responses, kept, shape, prior, options, x: startOf(shape, right, answered, priors)};
  if (options.estimate === "eb" && isWide(responses.persons.length, kept.length)) return integrated(task, left_out);
  const found = kept.length > LONG_TEST ? adaptively(task) : onGrid(task);
  return report(task, found, left_out);
}

interface Task {
  responses: Responses;
  /** Positions of the items that are fitted. */
  kept: number[];
  shape: Shape;
  prior: Prior | HyperPrior;
  options: FitOptions;
  x: Float64Array;
}

interface Found {
  marginal: Marginal;
  climb: Climb;
  /** Each person's place among the posteriors. */
  placeOf(person: number): number;
  quadrature: "grid" | "adaptive";
  nodes: number;
}

function screen({persons, items, cells}: Responses) {
  const right = new Float64Array(items.length);
  const answered = new Float64Array(items.length);
  for (let i = 0, at = 0; i < persons.length; i++)
    for (let j = 0; j < items.length; j++, at++) {
      if (cells[at] === MISSING) continue;
      answered[j]!++;
      if (cells[at] === RIGHT) right[j]!++;
    }
  const left_out: Fit["left_out"] = [];
  const kept: number[] = [];
  for (const [j, id] of items.entries()) {
    if (answered[j] === 0) left_out.push({id, reason: "unanswered"});
    else if (right[j] === 0) left_out.push({id, reason: "all wrong"});
    else if (right[j] === answered[j]) left_out.push({id, reason: "all right"});
    else kept.push(j);
  }
  return {
    kept,
    left_out,
    right: Float64Array.from(kept, j => right[j]!),
    answered: Float64Array.from(kept, j => answered[j]!)
  };
}

function objectiveOf(marginal: Marginal, {prior, options, responses, shape}: Task): Objective {
  const information = new Float64Array(shape.items * PAIRS);
  let moved = Infinity;
  return {
    persons: responses.persons.length,
    value: x => marginal.value(x) + prior.value(x),
    slope(x, gradient, at) {
      marginal.slope(x, gradient, at);
      prior.slope(x, gradient, at);
      information.set(at);
    },
    between(x, state) {
      options.progress?.(state);
      if (!("update" in prior) || moved < SETTLED || state.iteration > LAST_UPDATE) return false;
      moved = prior.update(x, information);
      return true;
    },
    settled: () => !("update" in prior) || moved < SETTLED
  };
}

const limits = ({tolerance = TOLERANCE, mostIterations = 2000}: FitOptions) => ({tolerance, most: mostIterations});

/** On nodes that all persons share; finer ones where posteriors turn out narrower than their spacing. */
function onGrid(task: Task): Found {
  const packed = packRows(task.responses, task.kept);
  let {x} = task;
  let iterations = 0;
  for (const [level, nodes] of GRIDS.entries()) {
    const grid = normalGrid({size: nodes});
    const marginal = gridMarginal(packed, task.shape, grid);
    const coarse = () => level + 1 < GRIDS.length && narrowShare(marginal) > FEW;
    const objective = objectiveOf(marginal, task);
    let stop = false;
    const found = climb(
      {
        ...objective,
        between(at, state) {
          const changed = objective.between!(at, state);
          stop = state.iteration % 5 === 0 && coarse();
          return changed;
        },
        stop: () => stop
      },
      task.shape,
      x,
      limits(task.options)
    );
    iterations += found.iterations;
    marginal.value(found.x);
    if (coarse()) {
      x = found.x;
      continue;
    }
    return {
      marginal,
      climb: {...found, iterations},
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

function moments(theta: Float64Array, weights: Float64Array): {mean: number; sd: number} {
  let mean = 0;
  for (let q = 0; q < theta.length; q++) mean += weights[q]! * theta[q]!;
  let variance = 0;
  for (let q = 0; q < theta.length; q++) variance += weights[q]! * (theta[q]! - mean) ** 2;
  return {mean, sd: Math.sqrt(variance)};
}

/** On nodes of each person's own. */
function adaptively(task: Task): Found {
  const {columns, stages, centre, width} = packColumns(task.responses, task.kept);
  let found: Found | null = null;
  for (const nodes of stages) {
    const sweep = sweepOf(columns, {shape: task.shape, persons: task.responses.persons.length, nodes});
    const marginal = adaptiveMarginal(sweep, {centre, width});
    const before: Climb | undefined = found?.climb;
    const reached = climb(objectiveOf(marginal, task), task.shape, before?.x ?? task.x, limits(task.options));
    marginal.value(reached.x);
    const iterations: number = reached.iterations + (before?.iterations ?? 0);
    found = {marginal, climb: {...reached, iterations}, placeOf: person => person, quadrature: "adaptive", nodes};
  }
  return found!;
}

/** Items integrated out: abilities and the items' population are estimated, then each item as its posterior's mean. */
function integrated(task: Task, left_out: Fit["left_out"]): Fit {
  const {responses, kept, shape, options} = task;
  const {columns, centre} = packColumns(responses, kept);
  const {tolerance = TOLERANCE, progress} = options;
  const found = empirical(shape, {columns, start: centre, tolerance: SHARE_OF_LONG * tolerance, ...(progress && {progress})});
  const {items, theta, variances, known} = found;
  const curves = curvesOf(shape, items.mean);
  const errors = {items: items.covariance, abilities: variances};
  const spread = shape.tied ? Math.sqrt(theta.reduce((sum, t) => sum + t * t, 0) / theta.length) : 1;
  const ability = responses.persons.map((id, i): Ability => {
    const [at, se] = [theta[i]!, Math.sqrt(known[i]!)];
    const half = Z95 * Math.sqrt(variances[i]!);
    const wle = at + warmShift(curves, columns, i, {persons: theta.length, at});
    const [lo, hi] = [at - half, at + half];
    return {id, eap: at, eap_se: se, map: at, map_se: se, ml: at, ml_se: se, wle, wle_se: se, lo, hi};
  });
  return {
    model: options.model,
    estimate: options.estimate,
    persons: responses.persons.length,
    items: kept.map((j, at) => itemOf(responses.items[j]!, shape, {x: items.mean, errors, at})),
    ability,
    left_out,
    loglik: found.loglik,
    logprior: theta.reduce((sum, t) => sum + logNormal(t, {mean: 0, sd: 1}), 0),
    converged: found.converged,
    max_gradient: found.maxGradient,
    iterations: found.iterations,
    spread,
    quadrature: "items",
    nodes: items.rule.count
  };
}

function warmShift(curves: Curves, columns: Uint8Array, person: number, {persons, at}: {persons: number; at: number}): number {
  const answers = Uint8Array.from({length: curves.a.length}, (_, j) => columns[j * persons + person]!);
  const {information, bias} = sumsAt(curves, answers, at);
  return information > 0 ? bias / (2 * information * information) : 0;
}

function report(task: Task, found: Found, left_out: Fit["left_out"]): Fit {
  const {responses, kept, shape, prior, options} = task;
  const {x, converged, maxGradient, iterations} = found.climb;
  const errors = errorsOf(found.marginal, {shape, prior, x});
  const logprior = prior.value(x);
  const spread = shape.tied ? Math.exp(x[0]!) : 1;
  return {
    model: options.model,
    estimate: options.estimate,
    persons: responses.persons.length,
    items: kept.map((j, at) => itemOf(responses.items[j]!, shape, {x, errors, at})),
    ability: abilities(task, found, {errors, spread}),
    left_out,
    loglik: found.climb.value - logprior,
    logprior,
    converged,
    max_gradient: maxGradient,
    iterations,
    spread,
    quadrature: found.quadrature,
    nodes: found.nodes
  };
}

/** An item's parameters with their errors, from those of (log a, d, logit c) (delta method). Rasch: a is 1 on ability's own scale. */
function itemOf(id: string, shape: Shape, {x, errors, at}: {x: Float64Array; errors: Errors; at: number}): FittedItem {
  const {a, d, c, u} = itemAt(shape, x, at);
  const [aa, ad, , dd, , cc] = errors.items.subarray(PAIRS * at, PAIRS * (at + 1)) as unknown as [
    number,
    number,
    number,
    number,
    number,
    number
  ];
  const se_d = Math.sqrt(dd);
  if (shape.tied) return {id, a: 1, d, c, u, b: -d, se_a: 0, se_b: se_d, se_c: 0, se_d};
  // b = −d ÷ a: ∂b by log a is d ÷ a, by d it is −1 ÷ a
  const se_b = Math.sqrt(Math.max(0, d * d * aa - 2 * d * ad + dd)) / a;
  return {id, a, d, c, u, b: -d / a, se_a: a * Math.sqrt(aa), se_b, se_c: c * (1 - c) * Math.sqrt(cc), se_d};
}

function abilities(task: Task, found: Found, {errors, spread}: {errors: Errors; spread: number}): Ability[] {
  const {responses, kept, shape} = task;
  const curves = curvesOf(shape, found.climb.x);
  const posteriors = found.marginal.posteriors();
  const known = new Map<number, Omit<Ability, "id">>();
  return responses.persons.map((id, person) => {
    const place = found.placeOf(person);
    let ability = known.get(place);
    if (!ability) {
      const answers = Uint8Array.from(kept, j => responses.cells[person * responses.items.length + j]!);
      const {mean, sd} = moments(posteriors.theta(place), posteriors.weights(place));
      ability = abilityAt(curves, answers, {mean, sd, total: Math.sqrt(errors.abilities[place]!), spread});
      known.set(place, ability);
    }
    return {id, ...ability};
  });
}

function abilityAt(
  curves: Curves,
  answers: Uint8Array,
  {mean, sd, total, spread}: {mean: number; sd: number; total: number; spread: number}
): Omit<Ability, "id"> {
  const map = abilityOf("map", curves, answers, mean)!;
  const ml = abilityOf("ml", curves, answers, map.theta);
  const wle = abilityOf("wle", curves, answers, map.theta);
  const scaled = (value: number | undefined) => (value === undefined ? null : value * spread);
  return {
    eap: mean * spread,
    eap_se: sd * spread,
    map: map.theta * spread,
    map_se: map.se * spread,
    ml: scaled(ml?.theta),
    ml_se: scaled(ml?.se),
    wle: scaled(wle?.theta),
    wle_se: scaled(wle?.se),
    lo: (mean - Z95 * total) * spread,
    hi: (mean + Z95 * total) * spread
  };
}

export function curvesOf(shape: Shape, x: Float64Array): Curves {
  const items = Array.from({length: shape.items}, (_, j) => itemAt(shape, x, j));
  return {
    a: Float64Array.from(items, ({a}) => a),
    d: Float64Array.from(items, ({d}) => d),
    c: Float64Array.from(items, ({c}) => c)
  };
}

/** Without an item that tells anything, an ability is as the population's. */
function nothing({persons}: Responses, {model, estimate}: FitOptions, left_out: Fit["left_out"]): Fit {
  const ability = persons.map(id => ({
    id,
    eap: 0,
    eap_se: 1,
    map: 0,
    map_se: 1,
    ml: null,
    ml_se: null,
    wle: null,
    wle_se: null,
    lo: -Z95,
    hi: Z95
  }));
  const none = {loglik: 0, logprior: 0, converged: false, max_gradient: 0, iterations: 0, spread: 1};
  return {model, estimate, persons: persons.length, items: [], ability, left_out, ...none, quadrature: "grid", nodes: 0};
}

// Fits models with one ability, with a general and specific abilities, or with two abilities, by marginal maximum likelihood or, by
// default, empirical Bayes. All of them use the same search and quadrature, so that they can be compared.

import {MISSING, type Responses, RIGHT} from "../../item.js";
import {dot, lineSearch, stepMemory} from "../lbfgs.js";

import {solveItem} from "../precondition.js";
import {layNodes, type Marginal, marginal, nodesFor} from "./marginal.js";

import {
  addPopulation,
  addSpreads,
  ahead,
  changed,
  clamp,
  expand,
  type ItemPopulation,
  integratedOut,
  type Layout,
  layoutOf,
  PAIRS,
  type PopulationStep,
  pull,
  refit,
  restrict,
  type Structure,
  startingPopulation,
  WIDTH
} from "./structure.js";

export interface StructureOptions {
  structure: Structure;
  /** Group of each item, from 0 to groups − 1. */
  group: ArrayLike<number>;
  /** ml: maximum likelihood; eb: empirical Bayes, the population of the items is estimated too */
  estimate?: "ml" | "eb";
  /** Known lower asymptotes. */
  lower?: ArrayLike<number>;
  /** One discrimination for all items (Rasch). */
  tied?: boolean;
  /** Whether each person belongs to a second population, whose mean and standard deviation are estimated. */
  second?: ArrayLike<boolean>;
  tolerance?: number;
  most?: number;
  /** Nodes of the general and of each specific ability; by default as many as the number of answers requires. */
  nodes?: [number, number];
}

export interface StructureFit {
  layout: Layout;
  /** a, d and s of each item, one after the other. */
  slopes: Float64Array;
  /** Standard deviation of each group's specific ability in units of the general one (testlet); NaN where a group has none. */
  spreads: Float64Array;
  /** Mean and standard deviation of the second population. */
  population: {mean: number; sd: number} | null;
  /** General ability: posterior mean and standard deviation with specific abilities integrated out and items taken as known. */
  eap: Float64Array;
  se: Float64Array;
  loglik: number;
  /** Under empirical Bayes the log-likelihood with items integrated out too, by Laplace's method item by item; otherwise `loglik`. */
  evidence: number;
  converged: boolean;
  maxGradient: number;
  iterations: number;
  /** Number of parameters that were estimated. */
  parameters: number;
  /** Probability of a person's right answer to an item, averaged over the posterior of both abilities. */
  predict(person: number, item: number): number;
}

/** Answers per person from which nodes are re-laid in every trial: posteriors are then so narrow that any step would leave fixed nodes. */
const MANY = 40;
/** Most times that nodes are re-laid or the population of items is re-estimated; the search then continues from where it was. */
const MOST_ROUNDS = 26;
const LAST_POPULATION = 15;
/** Change of the value on re-laid nodes that no longer matters. */
const SAME = 1e-5;
const SETTLED = 0.02;
/** Log-likelihood left to gain, by the quadratic model of the search, that is negligible. */
const LEFT = 0.005;
/** Steps of the search before nodes are re-laid for the first time. */
const FIRST_STEPS = 12;

export function fitStructure(responses: Responses, options: StructureOptions): StructureFit {
  const {structure, group, estimate = "eb", tolerance = 1e-3, most = 500, second} = options;
  const layout = layoutOf({
    structure,
    group,
    populations: second ? 2 : 1,
    tied: options.tied ?? false,
    ...(options.lower && {lower: options.lower})
  });
  const {persons, items, cells} = responses;
  const columns = columnsOf(responses);
  const each = middle(persons.map((_, i) => countOf(cells.subarray(i * items.length, (i + 1) * items.length))));
  const size =
    options.nodes ??
    nodesFor(each, {groups: layout.groups, specific: layout.spread.some(at => at >= 0) || layout.free.includes(1)});
  const nodes = layNodes(layout, persons.length, size);
  const own = marginal(layout, nodes, {cells, ...(second && {second})});
  const x = startOf(layout, responses, columns);
  let population: ItemPopulation | null = estimate === "eb" ? startingPopulation(layout) : null;
  const moving = each >= MANY;
  const search = hillOf(layout, own, {persons: persons.length, moving});
  let populationFixed = false;
  const taken: PopulationStep[] = [];
  let reached: Reached = {value: 0, steep: Infinity, gain: Infinity, steps: 0};
  let [iterations, last, settled] = [0, -Infinity, estimate === "ml"];
  const atRest = () => reached.steep <= tolerance && reached.gain <= LEFT;
  for (let round = 0; round < MOST_ROUNDS && iterations < most; round++) {
    own.lay(x);
    const few = !settled || (!moving && round < 2);
    reached = ascend(search.hill(population), x, {tolerance, gain: LEFT, most: few ? FIRST_STEPS : most - iterations});
    iterations += reached.steps;
    if (population && !settled) {
      if (items.length > persons.length) standardise(layout, x, own.abilities());
      const next = refit(layout, x, search.observed(x, population));
      settled = changed(population, next) < SETTLED || round === LAST_POPULATION;
      populationFixed = round === LAST_POPULATION && changed(population, next) >= SETTLED;
      taken.push({from: population, to: next});
      population = settled ? next : ahead(taken);
    } else if (moving || (atRest() && Math.abs(reached.value - last) < SAME + 1e-8 * Math.abs(last))) break;
    last = reached.value;
  }
  const {eap, se} = own.abilities();
  const slopes = expand(layout, x);
  const density = population ? addPopulation(layout, population, x) : 0;
  const loglik = reached.value - (population ? density + addSpreads(layout, population, x) : 0);
  const evidence = loglik + density + (population ? integratedOut(layout, search.observed(x, population)) : 0);
  return {
    layout,
    slopes,
    spreads: Float64Array.from(layout.spread, at => (at < 0 ? Number.NaN : Math.abs(x[at]!))),
    population: layout.population < 0 ? null : {mean: x[layout.population]!, sd: Math.exp(x[layout.population + 1]!)},
    eap,
    se,
    loglik,
    evidence,
    converged: Number.isFinite(loglik) && atRest() && !populationFixed && !clamp(layout, Float64Array.from(x)),
    maxGradient: reached.steep,
    iterations,
    parameters: parametersOf(layout),
    predict: (person, item) => own.predict(person, item)
  };
}

/**
 * Standardises θ to mean 0 and standard deviation 1 over the persons. Thousands of items under a population of their own fix a wrong unit
 * far more firmly than dozens of persons correct it, and what is then missing from a would be attributed to s.
 */
function standardise({items, spread, slope}: Layout, x: Float64Array, {eap, se}: {eap: Float64Array; se: Float64Array}): void {
  const n = eap.length;
  const mean = eap.reduce((sum, each) => sum + each, 0) / n;
  const unit = Math.sqrt(eap.reduce((sum, each, i) => sum + (each - mean) ** 2 + se[i]! ** 2, 0) / n);
  if (!(unit > 0.1 && unit < 10)) return;
  for (let k = 0; k < WIDTH * items; k += WIDTH) {
    x[k + 1]! += (slope < 0 ? x[k]! : x[slope]!) * mean;
    x[k]! *= unit;
  }
  if (slope >= 0) x[slope]! *= unit;
  for (const at of spread) if (at >= 0) x[at]! /= unit;
}

function hillOf(layout: Layout, own: Marginal, {persons, moving}: {persons: number; moving: boolean}) {
  const {items, spread, slope, population: second, size} = layout;
  const bySlopes = new Float64Array(WIDTH * items);
  const information = new Float64Array(PAIRS * items);
  const diagonal = new Float64Array(size);
  const valueAt = (x: Float64Array): number => {
    if (moving) own.lay(x);
    return own.value(x);
  };
  let at: Float64Array = new Float64Array(size);
  const gradientAt = (x: Float64Array, gradient: Float64Array): void => {
    at = x;
    gradient.fill(0);
    diagonal.fill(0);
    const by = own.slope(bySlopes, information);
    pull(layout, x, {bySlopes, information}, {gradient, diagonal});
    if (second >= 0) {
      [gradient[second], gradient[second + 1]] = [by.mean, by.logSd];
      diagonal[second] = persons / 2;
      diagonal[second + 1] = persons;
    }
  };
  return {
    hill: (of: ItemPopulation | null) => ({
      value: (x: Float64Array) => valueAt(x) + (of ? addPopulation(layout, of, x) + addSpreads(layout, of, x) : 0),
      slope(x: Float64Array, gradient: Float64Array) {
        gradientAt(x, gradient);
        if (of) {
          addPopulation(layout, of, x, {gradient, information});
          addSpreads(layout, of, x, gradient);
        }
        restrict(layout, x, gradient);
      },
      precondition: (v: Float64Array) => precondition(layout, at, {information, diagonal, persons, population: of}, v),
      clamp: (x: Float64Array) => {
        clamp(layout, x);
        for (const k of spread) if (k >= 0) x[k] = Math.max(-10, Math.min(10, x[k]!));
        if (slope >= 0) x[slope] = Math.max(-25, Math.min(25, x[slope]!));
        if (second >= 0) x[second + 1] = Math.max(-4, Math.min(4, x[second + 1]!));
      }
    }),
    /** Information of each item, including its population's, minus what the uncertainty of the abilities removes. */
    observed(x: Float64Array, population: ItemPopulation): Float64Array {
      const gradient = new Float64Array(size);
      valueAt(x);
      gradientAt(x, gradient);
      const lost = new Float64Array(PAIRS * items);
      own.lost(lost);
      pull(
        layout,
        x,
        {bySlopes: new Float64Array(WIDTH * items), information: lost},
        {gradient, diagonal: new Float64Array(size)}
      );
      for (let k = 0; k < lost.length; k++) information[k]! -= lost[k]!;
      addPopulation(layout, population, x, {gradient, information});
      return information;
    }
  };
}

/**
 * Starting value of a specific ability's standard deviation. From larger values long tests can end with a few tasks alone as the general
 * ability.
 */
const TESTLET = 0.2;

/**
 * Starting values: slopes of 1, intercepts from each item's share right, and specific slopes away from 0, where the gradient would vanish.
 */
function startOf(layout: Layout, {persons}: Responses, columns: Uint8Array): Float64Array {
  const x = new Float64Array(layout.size);
  const n = persons.length;
  for (let j = 0; j < layout.items; j++) {
    let [right, answered] = [0, 0];
    for (let at = j * n; at < (j + 1) * n; at++) {
      if (columns[at] !== MISSING) answered++;
      if (columns[at] === RIGHT) right++;
    }
    const c = layout.lower[j]!;
    const share = Math.min(0.98, Math.max(0.02, ((right + 0.5) / (answered + 1) - c) / (1 - c)));
    x[WIDTH * j] = 1;
    x[WIDTH * j + 1] = 1.2 * Math.log(share / (1 - share));
    if (layout.free[j]) x[WIDTH * j + 2] = layout.structure === "two" ? 0 : 0.5;
  }
  for (const at of layout.spread) if (at >= 0) x[at] = TESTLET;
  if (layout.slope >= 0) x[layout.slope] = 1;
  if (layout.structure === "two") for (const [j, s] of secondAxis(layout, n, columns).entries()) x[WIDTH * j + 2] = s;
  return x;
}

/**
 * First principal axis of right answers beyond each person's and each item's share, scaled to slopes of 0.5: the starting direction of a
 * second ability.
 */
function secondAxis({items, free}: Layout, persons: number, columns: Uint8Array): Float64Array {
  const residual = new Float64Array(items * persons);
  const [byPerson, answers] = [new Float64Array(persons), new Float64Array(persons)];
  for (let j = 0; j < items; j++) {
    let [right, n] = [0, 0];
    for (let i = 0; i < persons; i++) {
      const answer = columns[j * persons + i]!;
      if (answer === MISSING) continue;
      n++;
      if (answer === RIGHT) right++;
    }
    for (let i = 0; i < persons; i++) {
      const answer = columns[j * persons + i]!;
      if (answer === MISSING) continue;
      byPerson[i]! += residual[j * persons + i] = Number(answer === RIGHT) - right / n;
      answers[i]!++;
    }
  }
  for (let j = 0; j < items; j++)
    for (let i = 0; i < persons; i++)
      if (columns[j * persons + i] !== MISSING) residual[j * persons + i]! -= byPerson[i]! / answers[i]!;
  // power iteration from a start that no axis is likely to be orthogonal to
  let axis = Float64Array.from({length: items}, (_, j) => Math.cos(2.4 * j) + 0.1);
  for (let round = 0; round < 60; round++) {
    const scores = new Float64Array(persons);
    for (let j = 0; j < items; j++) for (let i = 0; i < persons; i++) scores[i]! += residual[j * persons + i]! * axis[j]!;
    axis = Float64Array.from({length: items}, (_, j) => {
      let sum = 0;
      for (let i = 0; i < persons; i++) sum += residual[j * persons + i]! * scores[i]!;
      return sum;
    });
    const length = Math.sqrt(axis.reduce((sum, each) => sum + each * each, 0) / items) || 1;
    axis = axis.map(each => each / length);
  }
  return axis.map((each, j) => (free[j] ? 0.5 * each : 0));
}

function parametersOf({items, tied, free, spread, population}: Layout): number {
  const specific = free.reduce((sum, each) => sum + each, 0) + spread.filter(at => at >= 0).length;
  return items + (tied ? 1 : items) + specific + (population < 0 ? 0 : 2);
}

function columnsOf({persons, items, cells}: Responses): Uint8Array {
  const columns = new Uint8Array(cells.length);
  for (let i = 0; i < persons.length; i++)
    for (let j = 0; j < items.length; j++) columns[j * persons.length + i] = cells[i * items.length + j]!;
  return columns;
}

const countOf = (row: Uint8Array): number => row.reduce((sum, cell) => sum + Number(cell !== MISSING), 0);
const middle = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1] ?? 0;

// Limited-memory quasi-Newton search (Liu & Nocedal 1989) for vectors of any layout; `../lbfgs.ts` handles only (log a, d, logit c) of each
// item.

interface Hill {
  value(x: Float64Array): number;
  /** Writes the gradient; called after `value` at the same x. */
  slope(x: Float64Array, gradient: Float64Array): void;
  /** Multiplies by an approximate inverse Hessian at the x of the last `slope`. */
  precondition(v: Float64Array): void;
  /** Moves x into its bounds. */
  clamp(x: Float64Array): void;
}

/** Number of past steps that are remembered. */
const MEMORY = 10;
/** Longest move of any parameter in one step. */
const FARTHEST = 2;

interface Reached {
  value: number;
  /** The largest absolute slope there. */
  steep: number;
  /** What is left to gain by the quadratic model. */
  gain: number;
  steps: number;
}

/**
 * Maximises in place until no slope is above tolerance and almost nothing is left to gain: thousands of slopes that are each below
 * tolerance may together still gain much.
 */
function ascend(hill: Hill, x: Float64Array, {tolerance, gain, most}: {tolerance: number; gain: number; most: number}): Reached {
  const size = x.length;
  const [gradient, before, direction, trial] = Array.from({length: 4}, () => new Float64Array(size)) as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array
  ];
  const memory = stepMemory(size, MEMORY);
  let value = hill.value(x);
  hill.slope(x, gradient);
  let steps = 0;
  let stuck = 0;
  const aim = (): number => {
    memory.apply(gradient, direction, v => hill.precondition(v));
    return dot(direction, gradient);
  };
  for (;;) {
    let rise = aim();
    if (!(rise > 0)) {
      memory.forget();
      rise = aim();
    }
    const reached = {value, steep: largest(gradient), gain: rise / 2, steps};
    if (steps >= most || stuck >= 2 || (reached.steep <= tolerance && reached.gain <= gain)) return reached;
    const over = largest(direction) / FARTHEST;
    if (over > 1) {
      for (let k = 0; k < size; k++) direction[k]! /= over;
      rise /= over;
    }
    const found = lineSearch({x, direction, trial, value, rise}, {valueAt: hill.value, clamp: hill.clamp});
    steps++;
    if (found === null) {
      stuck++;
      memory.forget();
      value = hill.value(x);
      continue;
    }
    stuck = 0;
    before.set(gradient);
    for (let k = 0; k < size; k++) direction[k] = trial[k]! - x[k]!;
    x.set(trial);
    value = found;
    hill.slope(x, gradient);
    memory.add(direction, before, gradient);
  }
}

function largest(v: Float64Array): number {
  let most = 0;
  for (let k = 0; k < v.length; k++) if (!(Math.abs(v[k]!) <= most)) most = Math.abs(v[k]!);
  return most;
}

// Approximate inverse Hessian for models of several abilities: each item's inverse information, plus the directions along which completed
// data overstate what the answers determine (Liu, Rubin & Wu 1998). These directions transform the abilities: origin and unit of θ; origin
// and unit of each η; and the share of θ in an η. With hundreds of items per task these valleys are so narrow that a search without the
// correction stops anywhere in them.

interface Curvature {
  information: Float64Array;
  /** Of the standard deviations and of the one discrimination. */
  diagonal: Float64Array;
  /** Number of persons: they fix an ability's origin as firmly as this, and its unit half as firmly. */
  persons: number;
  population: ItemPopulation | null;
}

/** Sums over the items of a group, or of all: their slope along a direction, and how far they are from moving alike. */
interface Way {
  slope: number;
  n: number;
  sum: number;
  square: number;
}
const way = (): Way => ({slope: 0, n: 0, sum: 0, square: 0});
function along(to: Way, step: number, slope: number): void {
  to.slope += step * slope;
  to.n++;
  to.sum += step;
  to.square += step * step;
}
/**
 * Length of a step along a direction: its slope divided by the resistance of the persons and of the items' population of one standard
 * deviation.
 */
const far = ({slope, n, sum, square}: Way, persons: number, sd?: number): number =>
  n === 0 ? 0 : slope / (persons + (sd === undefined ? 0 : Math.max(0, square - (sum * sum) / n) / (sd * sd)));

/** Multiplies v by the approximate inverse Hessian at x. */
function precondition(
  layout: Layout,
  x: Float64Array,
  {information, diagonal, persons, population: own}: Curvature,
  v: Float64Array
): void {
  const {items, group, groups, free, spread, slope, population} = layout;
  const sd = (k: number): number | undefined => own?.sd[own.sd.length - WIDTH + k];
  const [origin, unit] = [way(), way()];
  const [origins, units, turns] = [0, 1, 2].map(() => Array.from({length: groups}, way)) as [Way[], Way[], Way[]];
  const a = (j: number): number => (slope < 0 ? x[WIDTH * j]! : x[slope]!);
  const s = (j: number): number => {
    if (free[j]) return x[WIDTH * j + 2]!;
    const tail = spread[group[j]!]!;
    return tail < 0 ? 0 : a(j) * x[tail]!;
  };
  for (let j = 0; j < items; j++) {
    const [k, g] = [WIDTH * j, group[j]!];
    along(origin, a(j), v[k + 1]!);
    along(origins[g]!, s(j), v[k + 1]!);
    if (slope < 0) {
      along(unit, a(j), v[k]!);
      along(turns[g]!, s(j), v[k]!);
    }
    if (free[j]) along(units[g]!, s(j), v[k + 2]!);
  }
  for (const [g, at] of spread.entries()) {
    if (at < 0) continue;
    unit.slope -= x[at]! * v[at]!;
    turns[g]!.slope -= x[at]! ** 2 * v[at]!;
  }
  const shift = population < 0 ? far(origin, persons, sd(1)) : 0;
  const scale = population < 0 ? far(unit, 2 * persons, own?.sd[0]) : 0;
  const shifts = origins.map(each => far(each, persons, sd(1)));
  const turned = turns.map((each, g) => far(each, persons, own?.sd[own.sd.length > WIDTH ? g : 0]));
  const scaled = units.map(each => far(each, 2 * persons, sd(2)));
  for (let j = 0; j < items; j++) {
    const [k, g] = [WIDTH * j, group[j]!];
    solveItem(information, PAIRS * j, v, k);
    v[k + 1]! += a(j) * shift + s(j) * shifts[g]!;
    v[k] = slope < 0 ? v[k]! + a(j) * scale + s(j) * turned[g]! : 0;
    v[k + 2] = free[j] ? v[k + 2]! + s(j) * scaled[g]! : 0;
  }
  for (const [g, at] of spread.entries())
    if (at >= 0) {
      const size = x[at]!;
      const bend = own ? 1 / (size * size) : 0;
      const alone = 1 / (diagonal[at]! + bend + 1) + 1 / ((2 * persons) / (size * size + 1e-3) + bend);
      v[at] = v[at]! * alone - size * scale - size * size * turned[g]!;
    }
  if (slope >= 0) v[slope]! *= 1 / (diagonal[slope]! + 1) + (x[slope]! * x[slope]!) / (2 * persons);
  if (population >= 0) for (const k of [population, population + 1]) v[k]! /= diagonal[k]! + 1;
}

// Fits models with one ability, with a general and specific abilities, or with two abilities, by marginal maximum likelihood or, by
// default, empirical Bayes. All of them use the same search and quadrature, so that they can be compared.

import {MISSING, type Responses, RIGHT} from "../../item.js";
import {ascend, type Reached} from "./lbfgs.js";
import {type Marginal, marginal} from "./marginal.js";
import {layNodes, nodesFor} from "./nodes.js";
import {
  addPopulation,
  addSpreads,
  ahead,
  changed,
  type ItemPopulation,
  integratedOut,
  type PopulationStep,
  refit,
  startingPopulation
} from "./population.js";
import {precondition} from "./precondition.js";
import {clamp, expand, type Layout, layoutOf, PAIRS, pull, restrict, type Structure, WIDTH} from "./structure.js";

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
    predict: own.predict
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

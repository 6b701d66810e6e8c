// Turns the result of the search into items and abilities with their standard errors.
import {Z975} from "../../../stats/distributions.js";
import {MISSING} from "../item.js";
import {empirical} from "./empirical.js";
import {type Errors, errorsOf} from "./errors.js";
import {packColumns} from "./layout.js";
import {moments} from "./moments.js";
import {boundOf, itemAt, PAIRS, type Shape, WIDTH} from "./parameters.js";
import {logNormal} from "./priors.js";
import type {Ability, AtBound, Fit, FittedItem, Start} from "./result.js";
import {type SearchResult, type Task, TOLERANCE, toleranceFor} from "./search.js";

/**
 * Factor on the tolerance of abilities in long tests: thousands of items have slopes of hundreds per unit, where 0.01 is about 1e-4
 * standard errors.
 */
const SHARE_OF_LONG = 100;

/** Fits with items integrated out: abilities and the population of items are estimated, then each item as the mean of its posterior. */
export function integrated(task: Task, left_out: Fit["left_out"]): Fit {
  const {responses, kept, shape, options} = task;
  const {columns, centre} = packColumns(responses, kept, options.threads);
  const {tolerance = TOLERANCE, progress, threads} = options;
  const found = empirical(shape, {
    columns,
    start: centre,
    tolerance: SHARE_OF_LONG * tolerance,
    ...(progress && {progress}),
    ...(threads && {threads})
  });
  const {items, theta, variances, known} = found;
  const curves = curvesOf(shape, items.mean);
  const errors = {items: items.covariance, abilities: variances};
  const spread = shape.tied ? Math.sqrt(theta.reduce((sum, t) => sum + t * t, 0) / theta.length) : 1;
  const ability = responses.persons.map((id, i): Ability => {
    const [at, se] = [theta[i]!, Math.sqrt(known[i]!)];
    const half = Z975 * Math.sqrt(variances[i]!);
    const wle = at + warmShift(curves, columns, i, {persons: theta.length, at});
    const [lo, hi] = [at - half, at + half];
    return {id, eap: at, eap_se: se, map: at, map_se: se, ml: at, ml_se: se, wle, wle_se: se, lo, hi};
  });
  return {
    model: options.model,
    estimate: options.estimate,
    persons: responses.persons.length,
    items: kept.map((j, at) => {
      const item = itemOf(responses.items[j]!, shape, {x: items.mean, errors, at});
      if (!found.errors) return item;
      const [se_a, se_b, se_c, se_d] = found.errors.subarray(4 * at, 4 * at + 4) as unknown as [number, number, number, number];
      return {...item, se_a, se_b, se_c, se_d};
    }),
    ability,
    left_out,
    loglik: found.loglik,
    logprior: theta.reduce((sum, t) => sum + logNormal(t, {mean: 0, sd: 1}), 0),
    converged: found.converged,
    bounds: [],
    unsettled: [],
    starts: [],
    max_gradient: found.maxGradient,
    iterations: found.iterations,
    spread,
    population: found.population,
    quadrature: "items",
    nodes: items.rule.count
  };
}

function warmShift(curves: Curves, columns: Uint8Array, person: number, {persons, at}: {persons: number; at: number}): number {
  const answers = new Uint8Array(curves.a.length);
  for (let j = 0, from = person; j < answers.length; j++, from += persons) answers[j] = columns[from]!;
  const {information, bias} = sumsAt(curves, answers, at);
  return information > 0 ? bias / (2 * information * information) : 0;
}

/**
 * Errors from the information at x. At posterior means, which lie beside the mode, it need not be positive definite where what moves all items
 * together is hardly known; it is then taken at the mode.
 */
function errorsAbout(x: Float64Array, {shape, prior}: Task, {marginal, ascent}: SearchResult): Errors {
  const errors = errorsOf(marginal, {shape, prior, x});
  if (x === ascent.x || !errors.items.some(Number.isNaN)) return errors;
  marginal.value(ascent.x);
  const atMode = errorsOf(marginal, {shape, prior, x: ascent.x});
  marginal.value(x);
  return atMode;
}

export function report(task: Task, {found, starts}: {found: SearchResult; starts: Start[]}, left_out: Fit["left_out"]): Fit {
  const {responses, kept, shape, prior, options} = task;
  const {converged, maxGradient, iterations} = found.ascent;
  const logprior = prior.value(found.ascent.x);
  const x = "means" in prior ? prior.means(found.ascent.x, found.marginal) : found.ascent.x;
  if (x !== found.ascent.x) found.marginal.value(x);
  const errors = errorsAbout(x, task, found);
  const spread = shape.tied ? Math.exp(x[0]!) : 1;
  const bounds = boundsOf(task, x);
  return {
    model: options.model,
    estimate: options.estimate,
    persons: responses.persons.length,
    items: kept.map((j, at) => itemOf(responses.items[j]!, shape, {x, errors, at})),
    ability: abilities(task, found, {x, errors, spread}),
    left_out,
    loglik: found.ascent.value - logprior,
    logprior,
    converged: converged && bounds.length === 0,
    bounds,
    unsettled: converged ? [] : unsettledOf(task, found.ascent.gradient),
    starts,
    max_gradient: maxGradient,
    iterations,
    spread,
    population: "population" in prior ? prior.population : null,
    quadrature: found.quadrature,
    nodes: found.nodes
  };
}

/** Estimates at the bounds of the search. A guessing chance of 0 is an estimate like any other and is not listed. */
function boundsOf({responses, kept, shape}: Task, x: Float64Array): AtBound[] {
  return kept.flatMap((j, at) => {
    const {a, d, c} = itemAt(shape, x, at);
    const id = responses.items[j]!;
    const found: AtBound[] = [];
    if (boundOf(x, WIDTH * at) !== 0 && !(shape.tied && at > 0)) found.push({id, parameter: "a", value: a});
    if (boundOf(x, WIDTH * at + 1) !== 0) found.push({id, parameter: "d", value: d});
    if (shape.guessing && boundOf(x, WIDTH * at + 2) > 0) found.push({id, parameter: "c", value: c});
    return found;
  });
}

function unsettledOf({responses, kept, shape, options}: Task, gradient: Float64Array): string[] {
  const tolerance = options.tolerance ?? toleranceFor(kept.length);
  const slope = (at: number) => Math.max(...[shape.tied ? 1 : 0, 1, 2].map(r => Math.abs(gradient[WIDTH * at + r]!)));
  return [...kept.keys()]
    .filter(at => slope(at) > tolerance)
    .sort((left, right) => slope(right) - slope(left))
    .map(at => responses.items[kept[at]!]!);
}

/**
 * An item's parameters with standard errors by the delta method from those of (log a, d, logit c). Rasch: a is 1 on the ability's own
 * scale.
 */
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
  // b = −d ÷ a: its derivative by log |a| is d ÷ a, by d it is −1 ÷ a
  const se_b = Math.sqrt(Math.max(0, d * d * aa - 2 * d * ad + dd)) / Math.abs(a);
  return {id, a, d, c, u, b: -d / a, se_a: Math.abs(a) * Math.sqrt(aa), se_b, se_c: c * (1 - c) * Math.sqrt(cc), se_d};
}

function abilities(
  task: Task,
  found: SearchResult,
  {x, errors, spread}: {x: Float64Array; errors: Errors; spread: number}
): Ability[] {
  const {responses, kept, shape} = task;
  const curves = curvesOf(shape, x);
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
    lo: (mean - Z975 * total) * spread,
    hi: (mean + Z975 * total) * spread
  };
}

function curvesOf(shape: Shape, x: Float64Array): Curves {
  const items = Array.from({length: shape.items}, (_, j) => itemAt(shape, x, j));
  return {
    a: Float64Array.from(items, ({a}) => a),
    d: Float64Array.from(items, ({d}) => d),
    c: Float64Array.from(items, ({c}) => c)
  };
}

// Ability estimates of persons given the items: posterior mean, posterior mode, maximum likelihood and Warm's weighted likelihood (1989).

interface Curves {
  a: Float64Array;
  d: Float64Array;
  c: Float64Array;
}

interface AbilityEstimate {
  theta: number;
  se: number;
}

/** Sums over a person's items at an ability: slope of the log-likelihood, information, and Warm's J. */
function sumsAt(
  {a, d, c}: Curves,
  answers: ArrayLike<number>,
  theta: number
): {slope: number; information: number; bias: number} {
  let [slope, information, bias] = [0, 0, 0];
  for (let j = 0; j < a.length; j++) {
    const answer = answers[j]!;
    if (answer === MISSING) continue;
    const [own, lower] = [a[j]!, c[j]!];
    const s = 1 / (1 + Math.exp(-(own * theta + d[j]!)));
    // P′ ÷ P; without guessing it is a(1 − s), which does not lose precision in the tail
    const ratio = lower === 0 ? own * (1 - s) : (own * (1 - lower) * s * (1 - s)) / (lower + (1 - lower) * s);
    slope += answer === 1 ? ratio : -own * s;
    const part = ratio * own * s;
    information += part;
    bias += part * own * (1 - 2 * s);
  }
  return {slope, information, bias};
}

type Kind = "map" | "ml" | "wle";
/** Beyond this ability, in standard deviations of the population, an estimate counts as infinite. */
const FARTHEST = 30;

/** Root of the estimating equation that is closest to `start`; null where it has none. */
function abilityOf(kind: Kind, curves: Curves, answers: ArrayLike<number>, start: number): AbilityEstimate | null {
  if (kind === "ml" && oneSided(curves, answers)) return null;
  const at = (theta: number) => {
    const {slope, information, bias} = sumsAt(curves, answers, theta);
    const own = kind === "map" ? 1 : 0;
    const equation =
      kind === "map" ? slope - theta : kind === "ml" ? slope : slope + (information > 0 ? bias / (2 * information) : 0);
    return {equation, information: information + own};
  };
  let theta = start;
  let low = -Infinity;
  let high = Infinity;
  let now = at(theta);
  for (let round = 0; round < 200; round++) {
    if (now.equation > 0) low = theta;
    else high = theta;
    const step = now.equation / now.information;
    const reach = Math.max(-1, Math.min(1, Number.isFinite(step) ? step : Math.sign(now.equation)));
    let next = theta + reach;
    if (next <= low || next >= high) next = Number.isFinite(low + high) ? (low + high) / 2 : next;
    if (Math.abs(next) > FARTHEST) return null;
    const moved = Math.abs(next - theta);
    theta = next;
    now = at(theta);
    if (moved < 1e-9 * (1 + Math.abs(theta))) break;
  }
  // Warm's equation is the slope of ℓ + ½ log I, so its standard error comes from the curvature of that function
  const step = 1e-4;
  const curvature = kind === "wle" ? (at(theta - step).equation - at(theta + step).equation) / (2 * step) : now.information;
  const se = 1 / Math.sqrt(curvature);
  return Number.isFinite(theta) && Number.isFinite(se) ? {theta, se} : null;
}

/** Whether all answers point to higher ability, or all to lower: then the likelihood has no finite maximum. */
function oneSided({a}: Curves, answers: ArrayLike<number>): boolean {
  let [up, down] = [0, 0];
  for (let j = 0; j < a.length; j++) {
    if (answers[j] === MISSING) continue;
    if ((answers[j] === 1) === a[j]! > 0) up++;
    else down++;
  }
  return up === 0 || down === 0;
}

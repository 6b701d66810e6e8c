// Estimates items and abilities from a matrix of responses: Rasch, 2PL or 3PL, by maximum marginal likelihood, posterior mode or empirical
// Bayes. docs/irt.md says which method is used when, with the sources of the formulas.

import {normal} from "../../../generate/normal.js";
import {randomOf} from "../../../generate/seed.js";
import {Z975} from "../../../stats/distributions.js";
import {MISSING, type Responses} from "../item.js";
import {hyperPrior} from "./hyper.js";
import type {Step} from "./lbfgs.js";
import {asymptote, logitOf, type Shape, shapeOf, WIDTH} from "./parameters.js";
import type {Population} from "./population.js";
import {fixedPrior, type Priors} from "./priors.js";
import {integrated, report} from "./report.js";
import type {Fit, FitOptions, Start} from "./result.js";
import {type Search, type SearchResult, searchOf, type Task} from "./search.js";

export type {Fit, FitOptions, FittedItem, Threads} from "./result.js";

/** Most persons with whom items are integrated out: memory and time grow with the square of persons. */
const MOST_INTEGRATED = 1_500;
/** Starting values of the population of items under empirical Bayes. */
const POPULATION: Population = {mean: [0, 0, -1.6], sd: [0.5, 1.5, 0.4], power: 0.5};
/**
 * Gain in log-likelihood that a negative discrimination must bring where the population of items or a prior is part of the model: log(49),
 * as one item in fifty is taken to be reversed a priori. Maximum likelihood requires no gain.
 */
const RARE = Math.log(49);
/** Whether items so outnumber persons that each item rests on a few answers: then the items are integrated out. */
export const isWide = (persons: number, items: number): boolean => items >= 100 && items > persons && persons <= MOST_INTEGRATED;

export function fit(responses: Responses, options: FitOptions): Fit {
  const {kept, left_out, right, answered} = screen(responses);
  if (kept.length === 0) return uninformativeFit(responses, options, left_out);
  const guess = options.guess && Float64Array.from(kept, j => options.guess![j]!);
  const shape = shapeOf(options.model, kept.length, guess);
  const priors = options.estimate === "map" ? (options.priors ?? {}) : {};
  const prior = options.estimate === "eb" ? hyperPrior(shape, POPULATION) : fixedPrior(shape, priors);
  const reversal = shape.tied || options.sign === "positive" ? null : options.estimate === "ml" ? 0 : RARE;
  if (reversal !== null) shape.sign.set(signsOf(responses, {kept, right, answered}, {z: Math.sqrt(2 * reversal)}));
  const task: Task = {responses, kept, shape, prior, options, reversal, x: startOf(shape, right, answered, priors)};
  if (options.estimate === "eb" && isWide(responses.persons.length, kept.length)) return integrated(task, left_out);
  const search = searchOf(task);
  if (options.estimate !== "ml" || !shape.guessing) return report(task, {found: search(task), starts: []}, left_out);
  const share = right.map((count, j) => count / answered[j]!);
  const several = fromSeveral(search, task, share);
  return report(several.task, several, left_out);
}

/** The items that separate models, with their answers and right answers; the others are listed with the reason why they are left out. */
export function screen({persons, items, cells}: Responses) {
  const right = new Float64Array(items.length);
  const answered = new Float64Array(items.length);
  for (let i = 0, at = 0; i < persons.length; i++)
    for (let j = 0; j < items.length; j++, at++) {
      const cell = cells[at]!; // 1 is right, 0 wrong
      if (cell === MISSING) continue;
      answered[j]!++;
      right[j]! += cell;
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

/** The result where no item carries information: every ability has the population's distribution. */
function uninformativeFit({persons}: Responses, {model, estimate}: FitOptions, left_out: Fit["left_out"]): Fit {
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
    lo: -Z975,
    hi: Z975
  }));
  const none = {
    loglik: 0,
    logprior: 0,
    converged: false,
    bounds: [],
    unsettled: [],
    starts: [],
    max_gradient: 0,
    iterations: 0,
    spread: 1,
    population: null
  };
  return {model, estimate, persons: persons.length, items: [], ability, left_out, ...none, quadrature: "grid", nodes: 0};
}

// Repeats a search from several starting values: the likelihood of a 3PL without priors has several optima.

/** Priors of the first start, which is a posterior mode. */
const PRIORS: Priors = {a: {mean: 0, sd: 0.5}, c: {alpha: 5, beta: 17}};
/** Number of random starts. */
const SEEDS = 3;
/** Slope at which the first start ends. */
const ROUGH = 1;
/**
 * When a random start is abandoned: its expected gain is below `gain` or a share of what it lacks to the best, or it comes so near that it
 * is the same optimum or no better one. One that exceeds the best is searched to the end.
 */
const ABANDONED = {gain: 0.02, share: 0.05, near: 0.1};
/** Log-likelihood by which another start must be higher to replace the best. */
const HIGHER = 1e-3;
/** Range from which guessing chances are drawn. */
const GUESS = {low: 0.02, high: 0.4};

/**
 * @param share share of right answers of each item
 * @returns the best among the posterior mode and the random starts, and what each reached
 */
function fromSeveral(search: Search, task: Task, share: ArrayLike<number>): {found: SearchResult; task: Task; starts: Start[]} {
  const own = (x: Float64Array, shape: Shape): Task => ({...task, x, shape: {...shape, sign: Int8Array.from(shape.sign)}});
  const first = own(task.x, task.shape);
  const mode = search({...first, prior: fixedPrior(task.shape, PRIORS), tolerance: ROUGH});
  let best = own(mode.ascent.x, first.shape);
  let found = search(best);
  let iterations = mode.ascent.iterations + found.ascent.iterations;
  const starts: Start[] = [{start: "posterior mode", loglik: found.ascent.value}];
  for (let k = 1; k <= SEEDS; k++) {
    const {value: most} = found.ascent;
    const seeded = own(drawn(task.shape, share, `start ${k}`), task.shape);
    const enough = ({value, gain}: Step) =>
      gain < Math.max(ABANDONED.gain, ABANDONED.share * (most - value)) ||
      (Math.abs(value - most) < ABANDONED.near && gain < ABANDONED.near);
    let tried = search({...seeded, enough});
    iterations += tried.ascent.iterations;
    if (tried.ascent.value > most + HIGHER) {
      const further: Task = {...seeded, x: tried.ascent.x};
      tried = search(further);
      iterations += tried.ascent.iterations;
      [best, found] = [further, tried];
    }
    starts.push({start: `seed ${k}`, loglik: tried.ascent.value});
  }
  return {found: {...found, ascent: {...found.ascent, iterations}}, task: best, starts};
}

function drawn({items}: Shape, share: ArrayLike<number>, seed: string): Float64Array {
  const random = randomOf(seed);
  const x = new Float64Array(items * WIDTH);
  for (let j = 0; j < items; j++) {
    const a = 0.5 * normal(random);
    const guess = Math.min(0.9 * share[j]!, GUESS.low + (GUESS.high - GUESS.low) * random.real());
    x.set([a, intercept(share[j]!, {a: Math.exp(a), lower: guess}), logitOf(Math.max(guess, 1e-3))], WIDTH * j);
  }
  return x;
}

// Starting signs of discriminations: negative for items that abler persons get wrong more often.

/** Most rounds: scores are computed again with the reversed items recoded until the signs stay the same. */
const ROUNDS = 5;

/**
 * −1 for each item whose answers fall with the score on the other items, otherwise 1. A score is the mean of an evaluation's answers, each
 * minus the item's share right, so that an evaluation of harder items does not count as less able.
 * @param counted indices of the items, in the order of the result, and how many answers each has and how many of them are right
 * @param z number of standard errors by which a correlation must lie below 0 (Fisher's z)
 */
function signsOf(
  responses: Responses,
  {kept, right, answered}: {kept: readonly number[]; right: Float64Array; answered: Float64Array},
  {z = 0} = {}
): Int8Array {
  const rows = rowsOf(responses, kept);
  const share = right.map((count, at) => count / answered[at]!);
  const sign = new Int8Array(kept.length).fill(1);
  for (let round = 0; round < ROUNDS; round++) {
    const {rest, square, product} = restMoments(rows, share, sign);
    let moved = false;
    let positive = 0;
    const next = sign.map((_, at) => {
      const n = answered[at]!;
      const spread = Math.sqrt(Math.max(0, square[at]! - rest[at]! ** 2 / n) * n * share[at]! * (1 - share[at]!));
      const r = spread > 0 ? product[at]! / spread : 0;
      const found = n > 3 && Math.atanh(Math.max(-0.999999, r)) * Math.sqrt(n - 3) < -z ? -1 : 1;
      positive += found;
      return found;
    });
    // the scale is oriented so that most discriminations are positive
    if (positive < 0) for (let at = 0; at < next.length; at++) next[at]! *= -1;
    for (let at = 0; at < next.length; at++) if (next[at] !== sign[at]) moved = true;
    sign.set(next);
    if (!moved) break;
  }
  return sign;
}

/** The answers of each person to the items that are kept, as numbers: 1 is right, 0 wrong. A branch for each would cost more than the sums. */
const rowsOf = ({persons, items, cells}: Responses, kept: readonly number[]): Uint8Array[] =>
  persons.map((_, i) => {
    const row = new Uint8Array(kept.length);
    for (let at = 0; at < row.length; at++) row[at] = cells[i * items.length + kept[at]!]!;
    return row;
  });

/** Moments over persons of the score on all other items, and of its product with the answer. */
function restMoments(rows: readonly Uint8Array[], share: Float64Array, sign: Int8Array) {
  const size = share.length;
  const [rest, square, product] = [new Float64Array(size), new Float64Array(size), new Float64Array(size)];
  for (const row of rows) {
    let [sum, count] = [0, 0];
    for (let at = 0; at < size; at++) {
      const right = row[at]!;
      if (right === MISSING) continue;
      sum += sign[at]! * (right - share[at]!);
      count++;
    }
    for (let at = 0; at < size; at++) {
      const right = row[at]!;
      if (right === MISSING) continue;
      const own = right - share[at]!;
      const score = count > 1 ? (sum - sign[at]! * own) / (count - 1) : 0;
      rest[at]! += score;
      square[at]! += score * score;
      product[at]! += score * own;
    }
  }
  return {rest, square, product};
}

// Starting values: discriminations of 1, and intercepts that reproduce each item's proportion right.

/** Flattening of a logistic curve of slope 1 averaged over a standard normal ability: approximately σ(d ÷ √(1 + π/8)). */
const SPREAD = Math.sqrt(1 + (Math.PI / 8) * 1);

/**
 * Starting values of all parameters.
 * @param right number of persons right on each item
 * @param answered number of persons who answered it
 */
function startOf(shape: Shape, right: ArrayLike<number>, answered: ArrayLike<number>, {a, c}: Priors = {}): Float64Array {
  const x = new Float64Array(shape.items * WIDTH);
  const guess = c ? c.alpha / (c.alpha + c.beta) : 0.15;
  for (let j = 0; j < shape.items; j++) {
    x[WIDTH * j] = a ? a.mean : 0;
    x[WIDTH * j + 2] = logitOf(guess);
    const share = (right[j]! + 0.5) / (answered[j]! + 1);
    x[WIDTH * j + 1] = intercept(share, {a: Math.exp(x[WIDTH * j]!), lower: asymptote(shape, x, j)});
  }
  return x;
}

/** The intercept that reproduces an item's share right in a standard normal population. */
function intercept(share: number, {a, lower}: {a: number; lower: number}): number {
  return SPREAD * Math.sqrt(a) * logitOf(Math.min(0.98, Math.max(0.02, (share - lower) / (1 - lower))));
}

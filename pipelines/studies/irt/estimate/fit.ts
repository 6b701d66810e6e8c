// Estimates items and abilities from a matrix of responses: Rasch, 2PL or 3PL, by maximum marginal likelihood, posterior mode or empirical
// Bayes. docs/irt.md says which method is used when, with the sources of the formulas.

import {Z975} from "../../../stats/distributions.js";
import {MISSING, type Responses} from "../item.js";
import {hyperPrior} from "./hyper.js";
import {shapeOf} from "./parameters.js";
import type {Population} from "./population.js";
import {fixedPrior} from "./priors.js";
import {integrated, report} from "./report.js";
import type {Fit, FitOptions} from "./result.js";
import {searchOf, type Task} from "./search.js";
import {signsOf} from "./signs.js";
import {startOf} from "./start.js";
import {fromSeveral} from "./starts.js";

export type {EstimateName, Fit, FitOptions, FittedItem, SignName, Threads} from "./result.js";

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

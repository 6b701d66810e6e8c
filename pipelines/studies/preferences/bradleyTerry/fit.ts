// Maximum likelihood estimates of strengths by Newton's method, with or without covariates and with one of three models of ties.

import {cholesky, inverse, mirrored, solve, square} from "../../../stats/linalg/dense.js";
import type {Comparisons} from "./cells.js";

/** Most Newton steps. */
const MOST_STEPS = 100;
/** Largest change of a parameter at which the fit has converged. */
const ENOUGH = 1e-10;
/** Wins and losses that are added for each model, against an opponent of average strength, where strengths would be infinite. */
const PHANTOM = 0.5;
export const REGULARISATION = "half a win and half a loss for each model against an opponent of average strength";

/** Parameters are β of the models with Σβ = 0, then the covariates' coefficients, then τ of the ties. */
export interface Fit {
  models: number;
  covariates: number;
  ties: Ties;
  /** whether wins and losses against the phantom opponent were added */
  regularised: boolean;
  parameters: Float64Array;
  /** of the votes alone, without the phantom opponent's */
  logLikelihood: number;
  /** inverse of the observed information under Σβ = 0 */
  covariance: Float64Array;
  steps: number;
  converged: boolean;
}

export interface FitOptions {
  models: number;
  ties?: Ties;
  regularised?: boolean;
  /** starting values: a fit of nearly the same votes saves steps */
  start?: Float64Array;
  /** false to skip the covariance, for bootstrap replicates */
  withCovariance?: boolean;
}

/**
 * Fits strengths. Models without any comparison keep β = 0; the caller decides which models can be compared (connected.ts). The covariates'
 * coefficients and τ are never regularised.
 */
export function fit(
  data: Comparisons,
  {models, ties = "half", regularised = false, start, withCovariance = true}: FitOptions
): Fit {
  const size = models + data.k + (ties === "half" ? 0 : 1);
  let parameters: Float64Array = start ? Float64Array.from(start) : initial(size, models, data.k, ties);
  let at = derivatives(data, parameters, {models, ties, regularised});
  let steps = 0;
  let converged = false;
  let factor: Float64Array | null = null;
  while (steps < MOST_STEPS && !converged) {
    factor = cholesky(at.information, size);
    if (!factor) break;
    const step = solve(factor, at.gradient);
    const largest = step.reduce((most, each) => Math.max(most, Math.abs(each)), 0);
    steps++;
    converged = largest < ENOUGH;
    if (converged) {
      // such a small step does not change the derivatives noticeably
      parameters = parameters.map((value, i) => value + step[i]!);
      break;
    }
    // far from the maximum a full step may overshoot: it is halved until the likelihood rises
    for (let share = largest > 5 ? 5 / largest : 1; ; share /= 2) {
      const next = parameters.map((value, i) => value + share * step[i]!);
      const there = derivatives(data, next, {models, ties, regularised});
      if (there.objective >= at.objective - 1e-9 * Math.abs(at.objective) || share < 1e-6) {
        [parameters, at] = [next, there];
        break;
      }
    }
  }
  if (withCovariance) factor = cholesky(at.information, size);
  const mean = parameters.subarray(0, models).reduce((sum, value) => sum + value, 0) / models;
  for (let i = 0; i < models; i++) parameters[i] = parameters[i]! - mean;
  const covariance = withCovariance && factor ? covarianceOf(factor, size, models, regularised) : square(0);
  return {
    models,
    covariates: data.k,
    ties,
    regularised,
    parameters,
    logLikelihood: at.logLikelihood,
    covariance,
    steps,
    converged: converged && factor !== null
  };
}

function initial(size: number, models: number, k: number, ties: Ties): Float64Array {
  const parameters = new Float64Array(size);
  if (ties !== "half") parameters[models + k] = ties === "davidson" ? 0 : Math.log(0.5);
  return parameters;
}

/** The inverse, without the term that was added to fix Σβ = 0. */
function covarianceOf(factor: Float64Array, size: number, models: number, regularised: boolean): Float64Array {
  const full = inverse(factor, size);
  if (!regularised)
    for (let i = 0; i < models; i++)
      for (let j = 0; j < models; j++) full[i * size + j] = full[i * size + j]! - 1 / (models * HOLD);
  return full;
}

/** Weight of the constraint Σβ = 0: adds HOLD/models to every entry of the models' block, which affects the direction (1, …, 1) only. */
const HOLD = 1;

interface At {
  objective: number;
  logLikelihood: number;
  gradient: Float64Array;
  information: Float64Array;
}

function derivatives(
  {rows, a, b, outcome, weight, k, x}: Comparisons,
  parameters: Float64Array,
  {models, ties, regularised}: {models: number; ties: Ties; regularised: boolean}
): At {
  const size = parameters.length;
  const gradient = new Float64Array(size);
  const information = square(size);
  const slope: Slopes = {value: 0, d: 0, t: 0, dd: 0, dt: 0, tt: 0};
  const last = size - 1;
  const withTies = ties !== "half";
  const tau = withTies ? parameters[last]! : 0;
  const bent = new Float64Array(k); // Σ curvature · covariate over the rows of one pair
  let logLikelihood = 0;
  // Consecutive rows of one pair are summed first. Each entry of the information is added on one side of the diagonal only; `mirrored`
  // copies it to the other side.
  for (let row = 0; row < rows; ) {
    const i = a[row]!;
    const j = b[row]!;
    const lead = parameters[i]! - parameters[j]!;
    let pulls = 0;
    let curves = 0;
    let tilts = 0;
    bent.fill(0);
    for (; row < rows && a[row] === i && b[row] === j; row++) {
      const w = weight[row]!;
      let d = lead;
      for (let c = 0; c < k; c++) d += x[row * k + c]! * parameters[models + c]!;
      slopes(ties, outcome[row]!, d, tau, slope);
      const pull = w * slope.d;
      const curve = w * slope.dd;
      logLikelihood += w * slope.value;
      pulls += pull;
      curves += curve;
      for (let c = 0; c < k; c++) {
        const at = models + c;
        const value = x[row * k + c]!;
        gradient[at] = gradient[at]! + pull * value;
        bent[c] = bent[c]! + curve * value;
        for (let e = 0; e <= c; e++) {
          const place = (models + e) * size + at;
          information[place] = information[place]! + curve * value * x[row * k + e]!;
        }
        if (withTies) information[at * size + last] = information[at * size + last]! + w * slope.dt * value;
      }
      if (withTies) {
        tilts += w * slope.dt;
        gradient[last] = gradient[last]! + w * slope.t;
        information[last * size + last] = information[last * size + last]! + w * slope.tt;
      }
    }
    const top = i * size;
    const low = j * size;
    gradient[i] = gradient[i]! + pulls;
    gradient[j] = gradient[j]! - pulls;
    information[top + i] = information[top + i]! + curves;
    information[low + j] = information[low + j]! + curves;
    information[top + j] = information[top + j]! - curves;
    for (let c = 0; c < k; c++) {
      information[top + models + c] = information[top + models + c]! + bent[c]!;
      information[low + models + c] = information[low + models + c]! - bent[c]!;
    }
    if (withTies) {
      information[top + last] = information[top + last]! + tilts;
      information[low + last] = information[low + last]! - tilts;
    }
  }
  mirrored(information, size);
  let objective = logLikelihood;
  if (regularised) objective += regularisationVotes(parameters, models, size, gradient, information);
  else
    for (let i = 0; i < models; i++)
      for (let j = 0; j < models; j++) information[i * size + j] = information[i * size + j]! + HOLD / models;
  return {objective, logLikelihood, gradient, information};
}

/** Adds half a win and half a loss against strength 0 for each model. Returns their log-likelihood. */
function regularisationVotes(
  parameters: Float64Array,
  models: number,
  size: number,
  gradient: Float64Array,
  information: Float64Array
): number {
  const slope: Slopes = {value: 0, d: 0, t: 0, dd: 0, dt: 0, tt: 0};
  let sum = 0;
  for (let i = 0; i < models; i++) {
    slopes("half", 1, parameters[i]!, 0, slope); // a tie: ½ ln σ(β) + ½ ln σ(−β)
    sum += 2 * PHANTOM * slope.value;
    gradient[i] = gradient[i]! + 2 * PHANTOM * slope.d;
    information[i * size + i] = information[i * size + i]! + 2 * PHANTOM * slope.dd;
  }
  return sum;
}

/** Factor from β to the Elo scale, 1000 + 400/ln 10 · β, on which the average model is at 1000. */
export const ELO = 400 / Math.LN10;
export const elo = (beta: number): number => 1000 + ELO * beta;

// Probabilities of a win, a tie and a loss at a difference d of strengths, under three models of ties, with derivatives.

/** Models of ties. `half`: a tie is half a win and half a loss (quasi-likelihood). The other two model the probability of a tie. */
export const TIES = ["half", "davidson", "rao-kupper"] as const;
export type Ties = (typeof TIES)[number];

/** Log-likelihood of one outcome, its first derivatives by d and τ, and the negative second derivatives. */
export interface Slopes {
  value: number;
  d: number;
  t: number;
  dd: number;
  dt: number;
  tt: number;
}

const sigmoid = (x: number): number => (x >= 0 ? 1 / (1 + Math.exp(-x)) : Math.exp(x) / (1 + Math.exp(x)));
const logSigmoid = (x: number): number => (x >= 0 ? -Math.log1p(Math.exp(-x)) : x - Math.log1p(Math.exp(x)));

/**
 * Probabilities that the first model wins, ties and loses. Bradley & Terry 1952 (doi:10.2307/2334029), Davidson 1970
 * (doi:10.1080/01621459.1970.10481082) with τ = ln ν, Rao & Kupper 1967 (doi:10.1080/01621459.1967.10482901) with τ = ln(ln θ), so that θ >
 * 1.
 */
export function chances(ties: Ties, d: number, tau: number): [win: number, tie: number, loss: number] {
  if (ties === "half") return [sigmoid(d), 0, sigmoid(-d)];
  if (ties === "rao-kupper") {
    const eta = Math.exp(tau);
    const [win, loss] = [sigmoid(d - eta), sigmoid(-d - eta)];
    return [win, 1 - win - loss, loss];
  }
  const highest = Math.max(d / 2, -d / 2, tau);
  const [win, tie, loss] = [Math.exp(d / 2 - highest), Math.exp(tau - highest), Math.exp(-d / 2 - highest)];
  const sum = win + tie + loss;
  return [win / sum, tie / sum, loss / sum];
}

/** Log-likelihood and derivatives of an outcome (0 win, 1 tie, 2 loss of the first) at d. */
export function slopes(ties: Ties, outcome: number, d: number, tau: number, into: Slopes): Slopes {
  if (ties === "half") {
    const e = Math.exp(-Math.abs(d));
    const p = (d >= 0 ? 1 : e) / (1 + e);
    into.value = Math.min(d, 0) - Math.log1p(e) - (outcome * d) / 2; // ln σ(d) for a win; each half a loss subtracts d/2
    into.d = 1 - outcome / 2 - p;
    into.dd = p * (1 - p);
    into.t = into.dt = into.tt = 0;
    return into;
  }
  return ties === "davidson" ? davidson(outcome, d, tau, into) : raoKupper(outcome, d, tau, into);
}

/** A multinomial logit with utilities d/2, τ and −d/2. */
function davidson(outcome: number, d: number, tau: number, into: Slopes): Slopes {
  const highest = Math.max(d / 2, -d / 2, tau);
  const [up, level, down] = [Math.exp(d / 2 - highest), Math.exp(tau - highest), Math.exp(-d / 2 - highest)];
  const sum = up + level + down;
  const [win, tie, loss] = [up / sum, level / sum, down / sum];
  const mean = (win - loss) / 2;
  into.value = (outcome === 0 ? d / 2 : outcome === 1 ? tau : -d / 2) - highest - Math.log(sum);
  into.d = (1 - outcome) / 2 - mean;
  into.t = (outcome === 1 ? 1 : 0) - tie;
  into.dd = (win + loss) / 4 - mean * mean;
  into.dt = -mean * tie;
  into.tt = tie * (1 - tie);
  return into;
}

/** ln P(win) = ln σ(d − η), ln P(tie) = ln(e^{2η} − 1) + ln σ(d − η) + ln σ(−d − η), η = e^τ. */
function raoKupper(outcome: number, d: number, tau: number, into: Slopes): Slopes {
  const eta = Math.exp(tau);
  const [win, loss] = [sigmoid(d - eta), sigmoid(-d - eta)];
  into.value = into.d = into.dd = into.dt = 0;
  let [byEta, byEtaTwice] = [0, 0];
  if (outcome !== 2) {
    into.value += logSigmoid(d - eta);
    into.d += 1 - win;
    byEta -= 1 - win;
    into.dd += win * (1 - win);
    into.dt -= win * (1 - win);
    byEtaTwice += win * (1 - win);
  }
  if (outcome !== 0) {
    into.value += logSigmoid(-d - eta);
    into.d -= 1 - loss;
    byEta -= 1 - loss;
    into.dd += loss * (1 - loss);
    into.dt += loss * (1 - loss);
    byEtaTwice += loss * (1 - loss);
  }
  if (outcome === 1) {
    const grown = Math.expm1(2 * eta);
    into.value += Math.log(grown);
    byEta += 2 + 2 / grown;
    byEtaTwice += (4 * (grown + 1)) / (grown * grown);
  }
  // Chain rule from η to τ = ln η: another factor η each, and the first derivative enters the second.
  into.t = byEta * eta;
  into.dt *= eta;
  into.tt = byEtaTwice * eta * eta - byEta * eta;
  return into;
}

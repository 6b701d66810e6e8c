// Options and result of a fit.

import type {Item} from "../item.js";
import type {LikelihoodPasses} from "./adaptiveQuadrature.js";
import type {Integrator} from "./integrate.js";
import type {PassInput} from "./likelihoodPass.js";
import type {ModelName} from "./parameters.js";
import type {Population} from "./population.js";
import type {Priors} from "./priors.js";
import type {UncertainWork} from "./refine.js";

/** Shared memory of several threads, and the passes that they run. */
export interface Threads {
  bytes(length: number): Uint8Array<ArrayBufferLike>;
  doubles(length: number): Float64Array<ArrayBufferLike>;
  passes(passInput: PassInput): LikelihoodPasses;
  integrate: Integrator;
  meet(work: UncertainWork): void;
}

export type EstimateName = "ml" | "map" | "eb";

/** Allowed signs of discriminations. */
export const SIGNS = ["free", "positive"] as const;
export type SignName = (typeof SIGNS)[number];

/** A starting point of the search, and the log-likelihood it reached. */
export interface Start {
  start: string;
  loglik: number;
}

/** An estimate at a bound of the search: the answers do not determine it. */
export interface AtBound {
  id: string;
  parameter: "a" | "c" | "d";
  value: number;
}

export interface FitOptions {
  model: ModelName;
  estimate: EstimateName;
  /** Priors for posterior-mode estimation (`map`); parameters that are not named have a flat one. */
  priors?: Priors;
  /** Fixed lower asymptote of each item. */
  guess?: ArrayLike<number>;
  /** Whether discriminations may be negative; `free` by default. Rasch has one discrimination only. */
  sign?: SignName;
  /** The largest absolute slope at which the search ends. */
  tolerance?: number;
  mostIterations?: number;
  /** Threads that share the passes over the answers; by default they run in the calling thread. */
  threads?: Threads;
  /** Called after each step. */
  progress?(state: {iteration: number; value: number; slope: number}): void;
}

export interface FittedItem extends Item {
  b: number;
  /** Standard errors; NaN where the data do not determine them, 0 for parameters that are not estimated. */
  se_a: number;
  se_b: number;
  se_c: number;
  se_d: number;
}

export interface Ability {
  id: string;
  /** Mean of the posterior, and its standard deviation if the items were known. */
  eap: number;
  eap_se: number;
  map: number;
  map_se: number;
  /** maximum likelihood estimate; null where infinite */
  ml: number | null;
  ml_se: number | null;
  wle: number | null;
  wle_se: number | null;
  /** 95 % interval about eap, including the uncertainty of the items */
  lo: number;
  hi: number;
}

export interface Fit {
  model: ModelName;
  estimate: EstimateName;
  persons: number;
  /** The items that were fitted; `left_out` lists the others. */
  items: FittedItem[];
  ability: Ability[];
  /** Items that carry no information: nobody answered them, or all answered alike. */
  left_out: {id: string; reason: "unanswered" | "all right" | "all wrong" | "all alike"}[];
  loglik: number;
  logprior: number;
  /** The search ended within its tolerance, and no estimate is at a bound. */
  converged: boolean;
  /** Estimates at bounds of the search. */
  bounds: AtBound[];
  /** Items whose slopes are above tolerance, steepest first: they keep the search from converging. */
  unsettled: string[];
  /** Where several starts were tried, the end of each; the best is the fit. */
  starts: Start[];
  max_gradient: number;
  iterations: number;
  /** Standard deviation of ability in the population: 1, except for Rasch, whose discriminations are 1. */
  spread: number;
  /** Means and standard deviations of the items' (log |a|, d, logit c) under empirical Bayes. */
  population: Population | null;
  /** Quadrature: nodes that all persons share (grid), nodes of each person's own (adaptive), or items integrated out (items). */
  quadrature: "grid" | "adaptive" | "items";
  nodes: number;
}

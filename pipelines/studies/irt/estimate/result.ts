// What a fit is asked and what it answers.

import type {Item} from "../item.js";
import type {LikelihoodPasses} from "./adaptiveQuadrature.js";
import type {Integrator} from "./integrate.js";
import type {PassInput} from "./likelihoodPass.js";
import type {ModelName} from "./parameters.js";
import type {Population} from "./population.js";
import type {Priors} from "./priors.js";

/** Room that threads share, and the passes run on them. */
export interface Threads {
  bytes(length: number): Uint8Array<ArrayBufferLike>;
  doubles(length: number): Float64Array<ArrayBufferLike>;
  passes(passInput: PassInput): LikelihoodPasses;
  integrate: Integrator;
}

export type EstimateName = "ml" | "map" | "eb";

/** Signs that discriminations may have. */
export const SIGNS = ["free", "positive"] as const;
export type SignName = (typeof SIGNS)[number];

/** Where a search started, and the log-likelihood that it came to. */
export interface Start {
  start: string;
  loglik: number;
}

/** An estimate at the end of what is searched: the answers do not say where it ends. */
export interface AtBound {
  id: string;
  parameter: "a" | "c" | "d";
  value: number;
}

export interface FitOptions {
  model: ModelName;
  estimate: EstimateName;
  /** For map; what is not named is flat. */
  priors?: Priors;
  /** Lower asymptote of each item, where it is not to be estimated. */
  guess?: ArrayLike<number>;
  /** Whether discriminations may be negative; they may unless this says otherwise. Rasch has none of its own. */
  sign?: SignName;
  /** The largest slope at which the ascent ends. */
  tolerance?: number;
  mostIterations?: number;
  /** Threads to share the passes over the answers; without them they run here. */
  threads?: Threads;
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
  /** The search came to rest, and no estimate stands at a bound. */
  converged: boolean;
  /** Estimates at the end of what is searched. */
  bounds: AtBound[];
  /** Items whose slopes are not below tolerance, steepest first: they stand in the way of a search that has not come to rest. */
  unsettled: string[];
  /** Where several were tried, each start's end; the best is the fit. */
  starts: Start[];
  max_gradient: number;
  iterations: number;
  /** Standard deviation of ability in the population: 1 but for Rasch, whose discriminations are 1. */
  spread: number;
  /** Means and standard deviations of the items' (log |a|, d, logit c) under empirical Bayes. */
  population: Population | null;
  /** Nodes that all persons share, nodes of each person's own, or items integrated out. */
  quadrature: "grid" | "adaptive" | "items";
  nodes: number;
}

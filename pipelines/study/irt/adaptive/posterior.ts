// What is known of one ability after some answers: the posterior on a grid that narrows as the posterior does.
import type {Bank} from "./bank.js";

/** An ability with its uncertainty: posterior mean (EAP), posterior standard deviation, 95 % credible interval. */
export interface Ability {
  theta: number;
  se: number;
  low: number;
  high: number;
}

/** θ ~ N(mean, sd²) before the first answer. */
export interface Prior {
  mean: number;
  sd: number;
}
export const STANDARD: Prior = {mean: 0, sd: 1};

export interface Posterior {
  /** Takes in one answer to item i of the bank. */
  add(item: number, right: boolean): void;
  readonly mean: number;
  readonly sd: number;
  /** Equally spaced abilities, and how likely each is; weights sum to 1. Both are reused: copy what is to last. */
  readonly nodes: Float64Array;
  readonly weights: Float64Array;
  /** The quantile q of the posterior, between nodes by linear interpolation of the distribution function. */
  quantile(q: number): number;
}

const NODES = 161;
/** Half width of the grid in standard deviations: of the prior at first, of the posterior whenever it is laid anew. */
const REACH = 6;
const REACH_AGAIN = 8;
/**
 * The trapezoid rule on a normal density of standard deviation s with step h errs by about 2 exp(−2π²s²/h²) (Trefethen & Weideman 2014,
 * doi:10.1137/130932132): 5e−9 at h = s. A grid is laid anew when its step grows wider than that, so that nodes always resolve the posterior.
 */
const WIDEST_STEP = 1;
/** Share of the posterior in an outermost node above which the grid is moved. */
const EDGE = 1e-8;

/** log P and log(1 − P) without a product or difference that could underflow: with x = exp(aθ + d), P = (c + ux)/(1 + x). */
function addAnswer(log: Float64Array, nodes: Float64Array, {a, d, c, u}: Bank, item: number, right: boolean): void {
  const [slope, intercept] = [a[item]!, d[item]!];
  const [low, top] = right ? [c[item]!, u[item]!] : [1 - c[item]!, 1 - u[item]!];
  for (let k = 0; k < NODES; k++) {
    const x = Math.exp(Math.min(700, Math.max(-700, slope * nodes[k]! + intercept)));
    log[k]! += Math.log((low + top * x) / (1 + x));
  }
}

/** The posterior of one ability under a bank's curves. */
export function openPosterior(bank: Bank, {mean: priorMean, sd: priorSd}: Prior = STANDARD): Posterior {
  const nodes = new Float64Array(NODES);
  const log = new Float64Array(NODES);
  const weights = new Float64Array(NODES);
  const answers: {item: number; right: boolean}[] = [];
  let [mean, sd] = [priorMean, priorSd];

  const lay = (center: number, half: number) => {
    for (let k = 0; k < NODES; k++) {
      nodes[k] = center + (half * (2 * k - (NODES - 1))) / (NODES - 1);
      log[k] = -0.5 * ((nodes[k]! - priorMean) / priorSd) ** 2;
    }
    for (const {item, right} of answers) addAnswer(log, nodes, bank, item, right);
  };
  const weigh = () => {
    let most = Number.NEGATIVE_INFINITY;
    for (let k = 0; k < NODES; k++) if (log[k]! > most) most = log[k]!;
    let [sum, first] = [0, 0];
    for (let k = 0; k < NODES; k++) {
      const weight = Math.exp(log[k]! - most);
      weights[k] = weight;
      sum += weight;
      first += weight * nodes[k]!;
    }
    mean = first / sum;
    let second = 0;
    for (let k = 0; k < NODES; k++) {
      weights[k]! /= sum;
      second += weights[k]! * (nodes[k]! - mean) ** 2;
    }
    sd = Math.sqrt(second);
  };
  const resolved = () => {
    const step = nodes[1]! - nodes[0]!;
    return step <= WIDEST_STEP * sd && weights[0]! < EDGE && weights[NODES - 1]! < EDGE;
  };
  /** Lays the grid around what is known until it holds and resolves it. */
  const follow = () => {
    const widest = REACH_AGAIN * priorSd;
    for (let [round, wider] = [0, 1]; !resolved() && round < 30; round++) {
      if (weights[0]! >= EDGE || weights[NODES - 1]! >= EDGE) wider *= 1.5; // cut off at an end, sd is too small to go by
      const least = (nodes[1]! - nodes[0]!) / 2;
      lay(mean, Math.min(widest, wider * REACH_AGAIN * Math.max(sd, least)));
      weigh();
    }
  };
  lay(priorMean, REACH * priorSd);
  weigh();
  return {
    add(item, right) {
      answers.push({item, right});
      addAnswer(log, nodes, bank, item, right);
      weigh();
      if (!resolved()) follow();
    },
    get mean() {
      return mean;
    },
    get sd() {
      return sd;
    },
    nodes,
    weights,
    quantile: q => quantileOn(nodes, weights, q)
  };
}

/** Each node's weight is spread evenly over its cell, half a step to either side. */
function quantileOn(nodes: Float64Array, weights: Float64Array, q: number): number {
  const step = nodes[1]! - nodes[0]!;
  let below = 0;
  for (let k = 0; k < nodes.length; k++) {
    if (below + weights[k]! >= q) return nodes[k]! + step * ((q - below) / weights[k]! - 0.5);
    below += weights[k]!;
  }
  return nodes.at(-1)!;
}

/** The posterior in four numbers. */
export const abilityOf = (posterior: Posterior): Ability => ({
  theta: posterior.mean,
  se: posterior.sd,
  low: posterior.quantile(0.025),
  high: posterior.quantile(0.975)
});

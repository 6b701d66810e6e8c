// The posterior of one ability after some answers, on a grid that narrows together with the posterior.
import {Z975} from "../../stats/distributions.js";
import {RIGHT, WRONG} from "../irt/item.js";
import {categoryLogs, categoryOf} from "../irt/scoreCurve.js";
import type {Bank} from "./bank.js";

/** An ability with its uncertainty: posterior mean (EAP), posterior standard deviation, 95 % interval of the likelihood. */
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
const STANDARD: Prior = {mean: 0, sd: 1};

export interface Posterior {
  /** Updates the posterior with one answer to item i of the bank: right or wrong, or a score from 0 to 1. */
  add(item: number, score: boolean | number): void;
  readonly mean: number;
  readonly sd: number;
  /** Equally spaced abilities with their probabilities, which sum to 1. Both arrays are reused: copy what must be kept. */
  readonly nodes: Float64Array;
  readonly weights: Float64Array;
  /** The quantile q of the posterior. */
  quantile(q: number): number;
  /** The 95 % interval of the answers' likelihood, see `likelihoodInterval`. */
  likelihood(): {low: number; high: number};
}

/** Nodes and half width of the first grid, in standard deviations of the prior, and of later grids, in those of the posterior. */
const FIRST = {nodes: 187, reach: 7}; // a step of 0.075 also resolves an item as steep as a = 15, whose poles at ± iπ/a cost exp(−2π²/0.075a)
const LATER = {nodes: 65, reach: 8};
/**
 * Largest grid step in standard deviations. The trapezoidal rule on a normal density of standard deviation s with step h errs by about 2
 * exp(−2π²s²/h²) (Trefethen & Weideman 2014, doi:10.1137/130932132): 1e−34 at h = s/2. The grid is laid again when its step exceeds that, so
 * that nodes always resolve the posterior.
 */
const WIDEST_STEP = 0.5;
/** Probability of an outermost node above which the grid is moved, and below which the node is dropped. */
const EDGE = 1e-8;
const GIVEN_UP = 1e-18;

interface Answer {
  item: number;
  score: number;
}
/** First and last node with non-negligible probability. */
type Range = [from: number, to: number];
type Columns = [nodes: Float64Array, weights: Float64Array, log: Float64Array];

/** Half of the 95th percentile of χ² with one degree of freedom: how far the log-likelihood falls from its maximum to the ends of an interval. */
const LIKELIHOOD_DROP = Z975 ** 2 / 2;

/**
 * The abilities that a likelihood-ratio test does not reject at 5 %. Unlike the posterior's interval, which a prior draws to its mean, it
 * covers at every ability: 92 to 97 % at θ from −3 to 3 after 20 items and more, where that one falls to 81 %.
 * @param curve log-likelihood at ascending abilities; it is continued by steps on either side until it has fallen, or to the ends
 */
function likelihoodInterval(
  curve: {theta: number; value: number}[],
  {value, step, ends}: {value: (theta: number) => number; step: number; ends: [number, number]}
): {low: number; high: number} {
  let top = Math.max(...curve.map(point => point.value));
  const extend = (side: 1 | -1) => {
    const outermost = () => curve.at(side === 1 ? -1 : 0)!;
    while (outermost().value > top - LIKELIHOOD_DROP && outermost().theta > ends[0] && outermost().theta < ends[1]) {
      const theta = Math.min(ends[1], Math.max(ends[0], outermost().theta + side * step));
      const point = {theta, value: value(theta)};
      top = Math.max(top, point.value);
      if (side === 1) curve.push(point);
      else curve.unshift(point);
    }
  };
  extend(1);
  extend(-1);
  const least = top - LIKELIHOOD_DROP;
  const first = curve.findIndex(point => point.value >= least);
  const last = curve.findLastIndex(point => point.value >= least);
  const crossing = (inside: number, outside: number): number => {
    const [a, b] = [curve[inside]!, curve[outside]];
    return b ? a.theta + ((b.theta - a.theta) * (a.value - least)) / (a.value - b.value) : a.theta;
  };
  return {low: Math.max(ends[0], crossing(first, first - 1)), high: Math.min(ends[1], crossing(last, last + 1))};
}

/** Adds log P or log(1 − P), without a product or difference that could underflow: with x = exp(aθ + d), P = (c + ux)/(1 + x). */
function addAnswer(log: Float64Array, nodes: Float64Array, bank: Bank, {item, score}: Answer, [from, to]: Range): void {
  const {a, d, c, u, graded, dispersion} = bank;
  const curve = graded?.[item];
  if (curve) {
    const category = categoryOf(curve, score);
    for (let k = from; k <= to; k++) log[k]! += categoryLogs(curve, nodes[k]!)[category]!;
    return;
  }
  const [slope, intercept] = [a[item]!, d[item]!];
  if (dispersion && ((score > 0 && score < 1) || dispersion[item] !== 1)) {
    // as many answers as the score is worth, 1 ÷ dispersion, the share of right ones being the score
    const weight = 1 / dispersion[item]!;
    const [lower, upper] = [c[item]!, u[item]!];
    for (let k = from; k <= to; k++) {
      const x = Math.exp(Math.min(700, Math.max(-700, slope * nodes[k]! + intercept)));
      const [right, wrong] = [Math.log((lower + upper * x) / (1 + x)), Math.log((1 - lower + (1 - upper) * x) / (1 + x))];
      log[k]! += weight * ((score > 0 ? score * right : 0) + (score < 1 ? (1 - score) * wrong : 0));
    }
    return;
  }
  const [low, top] = score === 1 ? [c[item]!, u[item]!] : [1 - c[item]!, 1 - u[item]!];
  for (let k = from; k <= to; k++) {
    const x = Math.exp(Math.min(700, Math.max(-700, slope * nodes[k]! + intercept)));
    log[k]! += Math.log((low + top * x) / (1 + x));
  }
}

/** Opens the posterior of one ability under the curves of a bank. */
export function openPosterior(bank: Bank, {mean: priorMean, sd: priorSd}: Prior = STANDARD): Posterior {
  let [nodes, weights, log] = [FIRST.nodes, FIRST.nodes, FIRST.nodes].map(size => new Float64Array(size)) as Columns;
  const answers: Answer[] = [];
  let [mean, sd] = [priorMean, priorSd];
  let range: Range = [0, FIRST.nodes - 1];

  const logPrior = (theta: number): number => -0.5 * ((theta - priorMean) / priorSd) ** 2;
  const lay = (center: number, half: number, size: number) => {
    if (size !== nodes.length) [nodes, weights, log] = [size, size, size].map(each => new Float64Array(each)) as Columns;
    for (let k = 0; k < size; k++) {
      nodes[k] = center + (half * (2 * k - (size - 1))) / (size - 1);
      log[k] = logPrior(nodes[k]!);
    }
    range = [0, size - 1];
    for (const answer of answers) addAnswer(log, nodes, bank, answer, range);
  };
  const weigh = () => {
    let [from, to] = range;
    let most = Number.NEGATIVE_INFINITY;
    for (let k = from; k <= to; k++) if (log[k]! > most) most = log[k]!;
    let [sum, first] = [0, 0];
    for (let k = from; k <= to; k++) {
      const weight = Math.exp(log[k]! - most);
      weights[k] = weight;
      sum += weight;
      first += weight * nodes[k]!;
    }
    mean = first / sum;
    let second = 0;
    for (let k = from; k <= to; k++) {
      weights[k]! /= sum;
      second += weights[k]! * (nodes[k]! - mean) ** 2;
    }
    sd = Math.sqrt(second);
    while (weights[from]! < GIVEN_UP) weights[from++] = 0;
    while (weights[to]! < GIVEN_UP) weights[to--] = 0;
    range = [from, to];
  };
  const atEdge = () => weights[range[0]]! >= EDGE || weights[range[1]]! >= EDGE;
  const resolved = () => nodes[1]! - nodes[0]! <= WIDEST_STEP * sd && !atEdge();
  /** Lays the grid again until it covers and resolves the posterior. */
  const follow = () => {
    const widest = 2 * FIRST.reach * priorSd;
    for (let [round, wider] = [0, 1]; !resolved() && round < 30; round++) {
      if (atEdge()) wider *= 1.5; // the posterior is cut off at an end, so that sd is too small
      const least = (nodes[1]! - nodes[0]!) / 2;
      const half = Math.min(widest, wider * LATER.reach * Math.max(sd, least));
      const finer = (2 * half) / (LATER.nodes - 1) <= 2 * least; // never coarser than the present grid
      lay(mean, half, finer ? LATER.nodes : FIRST.nodes);
      weigh();
    }
  };
  lay(priorMean, FIRST.reach * priorSd, FIRST.nodes);
  weigh();
  return {
    add(item, score) {
      const answer = {item, score: Number(score)};
      answers.push(answer);
      addAnswer(log, nodes, bank, answer, range);
      weigh();
      if (!resolved()) follow();
    },
    get mean() {
      return mean;
    },
    get sd() {
      return sd;
    },
    get nodes() {
      return nodes;
    },
    get weights() {
      return weights;
    },
    quantile: q => quantileOn(nodes, weights, q),
    likelihood: () => {
      const [from, to] = range;
      const curve = Array.from(nodes.subarray(from, to + 1), (theta, k) => ({theta, value: log[from + k]! - logPrior(theta)}));
      const value = (theta: number) => {
        const [ability, sum] = [Float64Array.of(theta), new Float64Array(1)];
        for (const answer of answers) addAnswer(sum, ability, bank, answer, [0, 0]);
        return sum[0]!;
      };
      const reach = FIRST.reach * priorSd;
      return likelihoodInterval(curve, {value, step: sd / 4, ends: [priorMean - reach, priorMean + reach]});
    }
  };
}

/**
 * Inverts the distribution function: at nodes by the trapezoidal rule with its first correction, −h²/12 p′ (Euler & Maclaurin), between
 * them by the cubic with the density as slope. The error is below 0.001 standard deviations.
 */
function quantileOn(nodes: Float64Array, weights: Float64Array, q: number): number {
  const weight = (k: number) => weights[k] ?? 0;
  let [below, before] = [0, 0];
  for (let k = 0; k < nodes.length; k++) {
    const here = below + weight(k) / 2 - (weight(k + 1) - weight(k - 1)) / 24;
    if (here >= q && k > 0) {
      const step = nodes[k]! - nodes[k - 1]!;
      return nodes[k - 1]! + step * rootOfCubic(before, here, weight(k - 1), weight(k), q);
    }
    below += weight(k);
    before = here;
  }
  return nodes.at(-1)!;
}

/** Position in 0…1 at which the cubic from y0 to y1 with end slopes s0 and s1 reaches y. */
function rootOfCubic(y0: number, y1: number, s0: number, s1: number, y: number): number {
  let [low, high] = [0, 1];
  for (let halving = 0; halving < 40; halving++) {
    const t = (low + high) / 2;
    const r = 1 - t;
    const value = (1 + 2 * t) * r * r * y0 + t * r * r * s0 + t * t * (3 - 2 * t) * y1 - t * t * r * s1;
    if (value < y) low = t;
    else high = t;
  }
  return (low + high) / 2;
}

/** Kinds of intervals of an ability: by the answers' likelihood, or the posterior's quantiles. */
export const INTERVALS = ["likelihood", "posterior"] as const;

/** Summary of the posterior: mean, standard deviation and 95 % interval, which always holds the mean. */
export function abilityOf(posterior: Posterior, interval: (typeof INTERVALS)[number] = "likelihood"): Ability {
  const {mean: theta, sd: se} = posterior;
  if (interval === "posterior") return {theta, se, low: posterior.quantile(0.025), high: posterior.quantile(0.975)};
  const {low, high} = posterior.likelihood();
  return {theta, se, low: Math.min(low, theta), high: Math.max(high, theta)};
}

/**
 * The posterior of an ability from all of a person's answers.
 * @param cells answers by item of the bank; all but RIGHT and WRONG are passed over
 */
export function posteriorOf(bank: Bank, cells: Uint8Array, prior?: Prior): Posterior {
  const posterior = openPosterior(bank, prior);
  for (const [i, cell] of cells.entries()) if (cell === RIGHT || cell === WRONG) posterior.add(i, cell === RIGHT);
  return posterior;
}

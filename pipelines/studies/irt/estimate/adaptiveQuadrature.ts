// Marginal likelihood by adaptive Gauss–Hermite quadrature: each person has nodes of their own, placed over their posterior (Naylor & Smith
// 1982; Pinheiro & Bates 1995), so that narrow posteriors are resolved too. With one node it would be Laplace's approximation.
import type {Marginal} from "./grid.js";
import {likelihoodPass, observedPass, type PassInput, slopePass} from "./likelihoodPass.js";
import {hermite} from "./quadrature.js";

/** What runs the passes over the answers: the current thread, or a pool of workers that share the items. */
export interface LikelihoodPasses {
  likelihood(x: Float64Array, sums: Float64Array): void;
  slope(x: Float64Array, gradient: Float64Array, information: Float64Array): void;
}

function localPasses(passInput: PassInput): LikelihoodPasses {
  return {
    likelihood(x, sums) {
      sums.fill(0);
      likelihoodPass(passInput, x, sums, 0, passInput.shape.items);
    },
    slope: (x, gradient, information) => slopePass(passInput, x, gradient, information, 0, passInput.shape.items)
  };
}

export interface AdaptiveMarginal extends Marginal {
  passInput: PassInput;
  /** Centre and width of each person's nodes. */
  centre: Float64Array;
  width: Float64Array;
  /** Mean and standard deviation of each person's posterior at the last x. */
  mean: Float64Array;
  sd: Float64Array;
}

/**
 * A person's nodes are moved when the posterior mean is this far from their centre (in node widths), or the widths differ by this ratio.
 */
const ASIDE = 0.35;
const RATIO = 1.15;
/** Most times that nodes are moved in one evaluation. */
const MOST_MOVES = 12;

export function adaptiveMarginal(
  passInput: PassInput,
  {passes = localPasses(passInput), centre, width}: {passes?: LikelihoodPasses; centre: Float64Array; width: Float64Array}
): AdaptiveMarginal {
  const {persons, nodes, theta, weights} = passInput;
  const {nodes: at, weights: share} = hermite(nodes);
  const sums = new Float64Array(persons * nodes);
  const mean = Float64Array.from(centre);
  const sd = Float64Array.from(width);
  const middle = (nodes - 1) / 2;
  const gap = at[middle + 1]!;
  for (let i = 0; i < persons; i++) lay(i);

  function lay(i: number): void {
    for (let k = 0; k < nodes; k++) theta[i * nodes + k] = centre[i]! + width[i]! * at[k]!;
  }

  /** Posterior weights and moments of a person; returns the log of the marginal likelihood. */
  function weigh(i: number): number {
    const from = i * nodes;
    let most = -Infinity;
    for (let k = 0; k < nodes; k++) {
      const t = theta[from + k]!;
      const h = sums[from + k]! + Math.log(share[k]!) + 0.5 * (at[k]! * at[k]! - t * t);
      weights[from + k] = h;
      if (h > most) most = h;
    }
    let [total, first] = [0, 0];
    for (let k = 0; k < nodes; k++) {
      const weight = Math.exp(weights[from + k]! - most);
      weights[from + k] = weight;
      total += weight;
      first += weight * at[k]!;
    }
    first /= total;
    let second = 0;
    for (let k = 0; k < nodes; k++) {
      weights[from + k]! /= total;
      second += weights[from + k]! * (at[k]! - first) ** 2;
    }
    mean[i] = centre[i]! + width[i]! * first;
    sd[i] = width[i]! * Math.sqrt(second);
    return most + Math.log(total) + Math.log(width[i]!);
  }

  /**
   * Moves a person's nodes to the posterior mode (a Newton step on finite differences of the log posterior) if they are off; returns
   * whether it did.
   */
  function recentre(i: number): boolean {
    const from = i * nodes + middle;
    const h = (k: number) => sums[from + k]! - 0.5 * theta[from + k]! ** 2;
    const step = gap * width[i]!;
    const slope = (h(1) - h(-1)) / (2 * step);
    const bend = (h(1) - 2 * h(0) + h(-1)) / (step * step);
    if (!(bend < -0.5)) return far(i, slope > 0 ? 1 : -1);
    const next = 1 / Math.sqrt(-bend);
    const move = -slope / bend;
    const ratio = next / width[i]!;
    if (Math.abs(move) <= ASIDE * next && ratio < RATIO && ratio > 1 / RATIO) return false;
    centre[i]! += Math.max(-1.5, Math.min(1.5, move));
    width[i]! *= Math.max(0.3, Math.min(3, ratio));
    lay(i);
    return true;
  }

  /** Where the log posterior is not concave at the nodes: widens them and moves uphill. */
  function far(i: number, way: number): boolean {
    centre[i]! += 0.5 * way * Math.max(width[i]!, 0.2);
    width[i] = Math.min(1, 1.5 * width[i]!);
    lay(i);
    return true;
  }

  return {
    passInput,
    centre,
    width,
    mean,
    sd,
    value(x) {
      for (let moves = 0; ; moves++) {
        passes.likelihood(x, sums);
        let moved = false;
        if (moves < MOST_MOVES) for (let i = 0; i < persons; i++) moved = recentre(i) || moved;
        if (!moved) break;
      }
      let sum = 0;
      for (let i = 0; i < persons; i++) sum += weigh(i);
      return sum;
    },
    slope: (x, gradient, information) => passes.slope(x, gradient, information),
    expected(j) {
      const [right, wrong] = [Float64Array.from(weights), Float64Array.from(weights)];
      for (let i = 0; i < persons; i++) {
        const answer = passInput.columns[j * persons + i]!;
        if (answer !== 0) wrong.fill(0, i * nodes, (i + 1) * nodes);
        if (answer !== 1) right.fill(0, i * nodes, (i + 1) * nodes);
      }
      return {theta, right, wrong};
    },
    observed: (x, information) => observedPass(passInput, x, information),
    posteriors: () => ({
      size: persons,
      counts: new Float64Array(persons).fill(1),
      theta: i => theta.subarray(i * nodes, (i + 1) * nodes),
      weights: i => weights.subarray(i * nodes, (i + 1) * nodes),
      answer: (i, j) => passInput.columns[j * persons + i]!
    })
  };
}

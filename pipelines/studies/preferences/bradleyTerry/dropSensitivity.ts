// Sensitivity to dropping votes: the smallest set found whose removal changes the strongest model.

import {cholesky, solve} from "../../../stats/linalg/dense.js";
import type {Votes} from "../votes/votes.js";
import {comparisonsOf, connected, countsOf} from "./cells.js";

import {type Fit, fit, type Slopes, slopes} from "./fit.js";

export interface DropSensitivity {
  /** the strongest model, and the one that would replace it */
  first: string;
  next: string;
  /** number of votes to remove, number of all votes, and the lead of the first model before */
  removed: number;
  votes: number;
  lead: number;
  /** kinds of removed votes: the model that won (or null for a tie), the pair, and their number */
  kinds: {winner: string | null; pair: [string, string]; votes: number}[];
}

/**
 * Removes votes in the order of their influence on β₁ − β₂ (first order: one Newton step) until a refit ranks the other model first, for
 * each of the next strongest models, and returns the smallest set found (Broderick, Giordano & Meager 2020, arXiv:2011.14999). A smaller
 * set may exist. Null where removing half of all votes does not suffice.
 */
export function dropSensitivity(votes: Votes, base: Fit, {rivals = 3}: {rivals?: number} = {}): DropSensitivity | null {
  const order = votes.models.map((_, i) => i).sort((x, y) => base.parameters[y]! - base.parameters[x]!);
  let best: DropSensitivity | null = null;
  for (const rival of order.slice(1, 1 + rivals)) {
    const found = dropSensitivityOf(votes, base, order[0]!, rival, best?.removed ?? Math.floor(votes.n / 2));
    if (found && (!best || found.removed < best.removed)) best = found;
  }
  return best;
}

/** Leads smaller than this are rounding errors. */
const LEAST_LEAD = 1e-9;

function dropSensitivityOf(votes: Votes, base: Fit, first: number, rival: number, most: number): DropSensitivity | null {
  const models = votes.models.length;
  const counts = countsOf(votes);
  const influence = influences(counts, base, first, rival, models);
  const cells = Array.from(counts.keys()).filter(at => counts[at]! > 0 && influence[at]! > 0);
  cells.sort((x, y) => influence[y]! - influence[x]!);
  const flipped = (removed: number) => {
    const left = without(counts, cells, removed);
    const graph = connected(left, models);
    const own = fit(comparisonsOf(left, models), {
      models,
      ties: base.ties,
      regularised: base.regularised || !graph.finite || graph.components > 1,
      start: base.parameters,
      withCovariance: false
    });
    return own.parameters[rival]! - own.parameters[first]! > LEAST_LEAD;
  };
  let [low, high] = [0, 1];
  while (high < most && !flipped(high)) [low, high] = [high, high * 2];
  high = Math.min(high, most);
  if (!flipped(high)) return null;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (flipped(middle)) high = middle;
    else low = middle;
  }
  return {
    first: votes.models[first]!,
    next: votes.models[rival]!,
    removed: high,
    votes: votes.n,
    lead: base.parameters[first]! - base.parameters[rival]!,
    kinds: kindsOf(votes, counts, cells, high)
  };
}

/** By how much removing one vote of each cell reduces β_first − β_rival. */
function influences(counts: Float64Array, base: Fit, first: number, rival: number, models: number): Float64Array {
  const size = base.parameters.length;
  const information = Float64Array.from({length: size * size}, () => 0);
  const slope: Slopes = {value: 0, d: 0, t: 0, dd: 0, dt: 0, tt: 0};
  const direction = new Float64Array(size);
  const tau = base.ties === "half" ? 0 : base.parameters.at(-1)!;
  for (let i = 0; i < models; i++)
    for (let j = i + 1; j < models; j++)
      for (let k = 0; k < 3; k++) {
        const n = counts[(i * models + j) * 3 + k]!;
        if (n === 0) continue;
        const {dd} = slopes(base.ties, k, base.parameters[i]! - base.parameters[j]!, tau, slope);
        information[i * size + i] = information[i * size + i]! + n * dd;
        information[j * size + j] = information[j * size + j]! + n * dd;
        information[i * size + j] = information[i * size + j]! - n * dd;
        information[j * size + i] = information[j * size + i]! - n * dd;
      }
  for (let i = 0; i < size; i++)
    for (let j = 0; j < size; j++) information[i * size + j] = information[i * size + j]! + 1 / size + (i === j ? 1e-9 : 0);
  direction[first] = 1;
  direction[rival] = -1;
  const factor = cholesky(information, size);
  const lever = factor ? solve(factor, direction) : direction;
  const result = new Float64Array(counts.length);
  for (let i = 0; i < models; i++)
    for (let j = i + 1; j < models; j++)
      for (let k = 0; k < 3; k++) {
        const {d} = slopes(base.ties, k, base.parameters[i]! - base.parameters[j]!, tau, slope);
        result[(i * models + j) * 3 + k] = d * (lever[i]! - lever[j]!);
      }
  return result;
}

function without(counts: Float64Array, cells: readonly number[], removed: number): Float64Array {
  const left = Float64Array.from(counts);
  let rest = removed;
  for (const at of cells) {
    const taken = Math.min(rest, left[at]!);
    left[at] = left[at]! - taken;
    rest -= taken;
    if (rest === 0) break;
  }
  return left;
}

function kindsOf({models}: Votes, counts: Float64Array, cells: readonly number[], removed: number): DropSensitivity["kinds"] {
  const left = without(counts, cells, removed);
  return cells.flatMap(at => {
    const votes = counts[at]! - left[at]!;
    if (votes === 0) return [];
    const pair: [string, string] = [models[Math.floor(at / 3 / models.length)]!, models[Math.floor(at / 3) % models.length]!];
    return [{winner: at % 3 === 1 ? null : pair[at % 3 === 0 ? 0 : 1], pair, votes}];
  });
}

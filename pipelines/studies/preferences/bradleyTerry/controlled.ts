// Bradley–Terry strengths adjusted for length, style and position, and the effect of position on judges.

import {shareOverPrompts} from "../judging/joint.js";
import {type Votes, where} from "../votes/votes.js";
import {type Comparisons, comparisonsOf} from "./cells.js";
import {
  asExpected,
  type Covariance,
  estimateOf,
  grouped,
  informationCovariance,
  type StrengthEstimate,
  sandwich,
  scoresOf,
  twoWay
} from "./errors.js";
import {elo, type Fit, fit, type Ties} from "./fit.js";

import {ranksOf} from "./ranking.js";
import {comparable} from "./strengths.js";

/** Covariate for whether a was shown first: always 1, so that its coefficient is the log-odds that being shown first adds. */
export const POSITION = "position";

/** Effect on the log-odds for a, per unit of the covariate. */
export interface Effect extends StrengthEstimate {
  name: string;
}

export interface Controlled {
  models: string[];
  votes: Votes;
  fit: Fit;
  covariances: Covariance[];
  effects: Effect[];
  /** number of votes left out because a covariate is missing */
  missing: number;
}

/**
 * Value of a covariate in the model: lengths as ln(a ÷ b), so that the effect is that of answers e times as long; style counts as (a − b) ÷
 * (a + b), 0 where both are 0. NaN where either is unknown.
 */
export function covariate(name: string, a: number, b: number): number {
  if (Number.isNaN(a) || Number.isNaN(b)) return Number.NaN;
  if (name.startsWith("length")) return a > 0 && b > 0 ? Math.log(a / b) : Number.NaN;
  return a + b === 0 ? 0 : (a - b) / (Math.abs(a) + Math.abs(b));
}

/**
 * Bradley–Terry model with covariates: the difference of strengths plus Σ effect · covariate (style control). Null where nothing can be
 * fitted.
 */
export function controlled(
  votes: Votes,
  names: readonly string[] = [POSITION, ...Object.keys(votes.covariates)],
  {ties = "half"}: {ties?: Ties} = {}
): Controlled | null {
  const all = columnsOf(votes, names);
  const known = all.some(column => column.some(Number.isNaN))
    ? where(votes, v => all.every(column => !Number.isNaN(column[v]!)))
    : votes;
  const {votes: own, counts, regularised} = comparable(known);
  if (own.n === 0) return null;
  const k = names.length;
  const models = own.models.length;
  const judged = {...own, x: rowsOf(own.n === votes.n ? all : columnsOf(own, names), own.n)};
  const fitted = fit(byPair(judged, k), {models, ties, regularised, start: startOf(counts, {models, k, ties, regularised})});
  if (!fitted.converged) return null;
  const scores = scoresOf(judged, fitted);
  const [prompts, annotators] = [own.question, own.judge].map(cluster => ({
    cluster,
    covariance: sandwich(judged, fitted, cluster, {scores})
  }));
  const both = twoWay(judged, fitted, {prompts: prompts!, annotators: annotators!}, scores);
  const single =
    prompts!.covariance ??
    annotators!.covariance ??
    sandwich(judged, fitted, undefined, {scores}) ??
    informationCovariance(fitted, own.n);
  // as for strengths alone: where votes hardly deviate from their expectation, the deviations are no measure of error
  const alike = regularised || asExpected(scores);
  const covariances = [...(both ?? [single]), ...(alike ? [informationCovariance(fitted, own.n)] : [])];
  const effects = names.map((name, c) => ({
    name,
    ...estimateOf(fitted.parameters[models + c]!, covariances, [[models + c, 1]])
  }));
  return {models: [...own.models], votes: own, fit: fitted, covariances, effects, missing: votes.n - known.n};
}

/** A model's strength adjusted for position, length and style; its rank with the simultaneous interval. */
export interface AdjustedStrength {
  model: string;
  beta: number;
  elo: number;
  se: number;
  /** 95 % interval of β */
  lo: number;
  hi: number;
  rank: number;
  rank_lo: number;
  rank_hi: number;
}

/** Adjusted strengths, strongest first; errors are of the same kind as those of the effects. */
export function adjustedStrengths({models, fit: {parameters}, covariances}: Controlled): AdjustedStrength[] {
  const ranks = ranksOf({beta: parameters, models: models.length, covariances});
  const rows = models.map((model, i): AdjustedStrength => {
    const {value: beta, se, lo, hi} = estimateOf(parameters[i]!, covariances, [[i, 1]]);
    const {rank, lo: rank_lo, hi: rank_hi} = ranks[i]!;
    return {model, beta, elo: elo(beta), se, lo, hi, rank, rank_lo, rank_hi};
  });
  return rows.sort((x, y) => y.beta - x.beta || (x.model < y.model ? -1 : 1));
}

/** Values of each covariate by vote; NaN where unknown. */
const columnsOf = (votes: Votes, names: readonly string[]): Float64Array[] =>
  names.map(name => {
    const column = new Float64Array(votes.n).fill(name === POSITION ? 1 : Number.NaN);
    const pair = votes.covariates[name];
    if (name !== POSITION && pair) for (let v = 0; v < votes.n; v++) column[v] = covariate(name, pair.a[v]!, pair.b[v]!);
    return column;
  });

/** Interleaves columns into rows. */
function rowsOf(columns: readonly Float64Array[], n: number): Float64Array {
  const k = columns.length;
  const rows = new Float64Array(n * k);
  columns.forEach((column, c) => {
    for (let v = 0; v < n; v++) rows[v * k + c] = column[v]!;
  });
  return rows;
}

/** Votes as rows of a fit, sorted by pair, so that the fit processes each pair once. */
function byPair({n, models, a, b, outcome, x}: Votes & {x: Float64Array}, k: number): Comparisons {
  const pair = new Int32Array(n);
  for (let v = 0; v < n; v++) pair[v] = a[v]! * models.length + b[v]!;
  const {order} = grouped(pair, n);
  const [first, second, decided, rows] = [new Int32Array(n), new Int32Array(n), new Uint8Array(n), new Float64Array(n * k)];
  for (let row = 0; row < n; row++) {
    const v = order[row]!;
    first[row] = a[v]!;
    second[row] = b[v]!;
    decided[row] = outcome[v]!;
    for (let c = 0; c < k; c++) rows[row * k + c] = x[v * k + c]!;
  }
  return {rows: n, a: first, b: second, outcome: decided, weight: new Float64Array(n).fill(1), k, x: rows};
}

/** Starting values: the parameters without covariates, which are fitted quickly from counts and save steps of the fit over all votes. */
function startOf(
  counts: Float64Array,
  {models, k, ties, regularised}: {models: number; k: number; ties: Ties; regularised: boolean}
): Float64Array {
  const {parameters} = fit(comparisonsOf(counts, models), {models, ties, regularised, withCovariance: false});
  const start = new Float64Array(parameters.length + k);
  start.set(parameters.subarray(0, models));
  start.set(parameters.subarray(models), models + k);
  return start;
}

/** Position consistency: how often judges keep their verdict when the two answers change places. */
export interface Swaps {
  /** number of pairs of votes of one judge on the same two answers, one in each order */
  n: number;
  consistent: number;
  /** number of pairs that favour the answer shown first both times, and the one shown second */
  first: number;
  second: number;
  share: number | null;
  /** Wilson's interval on the effective sample size, with prompts as clusters; null with a single prompt */
  lo: number | null;
  hi: number | null;
}

export function swaps(votes: Votes): Swaps {
  const {order, starts} = grouped(votes.unit, votes.n);
  let [first, second] = [0, 0];
  const sums = votes.questions.map(() => new Float64Array(2));
  const seen = new Int32Array(votes.judges.length).fill(-1);
  for (let g = 0; g + 1 < starts.length; g++) {
    const unit = order.subarray(starts[g]!, starts[g + 1]!);
    let again = false;
    for (let i = 0; i < unit.length; i++) {
      const judge = votes.judge[unit[i]!]!;
      again ||= seen[judge] === g;
      seen[judge] = g;
    }
    if (again) count(unit, sums[votes.question[unit[0]!]!]!);
  }
  return {...keptIn(sums), first, second};

  /** Counts the pairs of votes on one unit by one judge, one in each order. */
  function count(unit: Int32Array, sum: Float64Array): void {
    const byJudge = new Map<number, [Outcomes, Outcomes]>();
    for (const v of unit) {
      let orders = byJudge.get(votes.judge[v]!);
      if (!orders) byJudge.set(votes.judge[v]!, (orders = [[], []]));
      orders[votes.a[v]! < votes.b[v]! ? 0 : 1].push(votes.outcome[v]!);
    }
    for (const [straight, swapped] of byJudge.values())
      for (let i = 0; i < Math.min(straight.length, swapped.length); i++) {
        sum[0] = sum[0]! + 1;
        if (straight[i] === 2 - swapped[i]!) sum[1] = sum[1]! + 1;
        else if (straight[i] === 0 && swapped[i] === 0) first++;
        else if (straight[i] === 2 && swapped[i] === 2) second++;
      }
  }
}
type Outcomes = number[];

/** Share of kept verdicts, from sums by prompt of pairs and of those that agree. Pairs of one prompt are correlated. */
export function keptIn(sums: readonly Float64Array[]): Omit<Swaps, "first" | "second"> {
  const {value, lo, hi, n} = shareOverPrompts(sums);
  return {n, consistent: sums.reduce((sum, own) => sum + own[1]!, 0), share: value, lo, hi};
}

/**
 * The same sums for a judge that was asked in both orders and whose two verdicts were merged: votes by prompt, and those that are not
 * inconsistent ties.
 */
export function keptOf(
  votes: Votes,
  inconsistent: readonly number[],
  {turn = null}: {turn?: number | null} = {}
): Float64Array[] {
  const sums = votes.questions.map(() => new Float64Array(2));
  const torn = new Set(inconsistent);
  for (let v = 0; v < votes.n; v++) {
    if (turn !== null && votes.turn[v] !== turn) continue;
    const own = sums[votes.question[v]!]!;
    own[0] = own[0]! + 1;
    if (!torn.has(v)) own[1] = own[1]! + 1;
  }
  return sums;
}

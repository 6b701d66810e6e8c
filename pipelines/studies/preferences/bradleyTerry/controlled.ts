// Strengths with length, style and position held equal, and what position does to a judge.

import {shareOverPrompts} from "../judging/joint.js";
import {type Votes, where} from "../votes/votes.js";
import {type Comparisons, comparisonsOf} from "./cells.js";
import {
  asExpected,
  type Covariance,
  type Estimate,
  estimateOf,
  grouped,
  informationCovariance,
  sandwich,
  scoresOf,
  twoWay
} from "./errors.js";
import {elo, type Fit, fit} from "./fit.js";
import type {Ties} from "./likelihood.js";
import {ranksOf} from "./ranking.js";
import {comparable} from "./strengths.js";

/** Whether a was shown first: every vote has it, and its coefficient is the log-odds that being shown first adds. */
export const POSITION = "position";

/** Log-odds for a, for each unit of the covariate. */
export interface Effect extends Estimate {
  name: string;
}

export interface Controlled {
  models: string[];
  votes: Votes;
  fit: Fit;
  covariances: Covariance[];
  effects: Effect[];
  /** votes left out because a covariate is missing */
  missing: number;
}

/**
 * A covariate as it enters: lengths as ln(a ÷ b), so that the effect is of answers e times as long; counts of style as
 * (a − b) ÷ (a + b), 0 where both are 0. NaN where either is not known.
 */
export function covariate(name: string, a: number, b: number): number {
  if (Number.isNaN(a) || Number.isNaN(b)) return Number.NaN;
  if (name.startsWith("length")) return a > 0 && b > 0 ? Math.log(a / b) : Number.NaN;
  return a + b === 0 ? 0 : (a - b) / (Math.abs(a) + Math.abs(b));
}

/** Bradley–Terry with covariates: the difference of strengths plus Σ effect · covariate (style control). Null where nothing can be fitted. */
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
  // As for strengths alone: where votes hardly differ from what is expected, their differences are no measure of error.
  const alike = regularised || asExpected(scores);
  const covariances = [...(both ?? [single]), ...(alike ? [informationCovariance(fitted, own.n)] : [])];
  const effects = names.map((name, c) => ({
    name,
    ...estimateOf(fitted.parameters[models + c]!, covariances, [[models + c, 1]])
  }));
  return {models: [...own.models], votes: own, fit: fitted, covariances, effects, missing: votes.n - known.n};
}

/** A model's strength with position, length and style held equal; its rank with the simultaneous interval. */
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

/** Strongest first; errors are of the same kind as the effects'. */
export function adjustedStrengths({models, fit: {parameters}, covariances}: Controlled): AdjustedStrength[] {
  const ranks = ranksOf({beta: parameters, models: models.length, covariances});
  const rows = models.map((model, i): AdjustedStrength => {
    const {value: beta, se, lo, hi} = estimateOf(parameters[i]!, covariances, [[i, 1]]);
    const {rank, lo: rank_lo, hi: rank_hi} = ranks[i]!;
    return {model, beta, elo: elo(beta), se, lo, hi, rank, rank_lo, rank_hi};
  });
  return rows.sort((x, y) => y.beta - x.beta || (x.model < y.model ? -1 : 1));
}

/** Each covariate as it enters, by vote; NaN where it is not known. */
const columnsOf = (votes: Votes, names: readonly string[]): Float64Array[] =>
  names.map(name => {
    const column = new Float64Array(votes.n).fill(name === POSITION ? 1 : Number.NaN);
    const pair = votes.covariates[name];
    if (name !== POSITION && pair) for (let v = 0; v < votes.n; v++) column[v] = covariate(name, pair.a[v]!, pair.b[v]!);
    return column;
  });

/** Columns as rows, one after the other. */
function rowsOf(columns: readonly Float64Array[], n: number): Float64Array {
  const k = columns.length;
  const rows = new Float64Array(n * k);
  columns.forEach((column, c) => {
    for (let v = 0; v < n; v++) rows[v * k + c] = column[v]!;
  });
  return rows;
}

/** Votes as rows of a fit, those of one pair together, which a fit takes in one go. */
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

/** Parameters without covariates, which counts give quickly: from there the fit over all votes takes fewer steps. */
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

/** How often judges stuck to their verdict when the two answers changed places. */
export interface Swaps {
  /** pairs of votes of one judge on the same two answers, once in each order */
  n: number;
  consistent: number;
  /** decided for the answer shown first both times, and for the second */
  first: number;
  second: number;
  share: number | null;
  /** Wilson's interval on the effective number, prompts as clusters; null with a single prompt */
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

  /** Adds one unit's pairs of votes of one judge, once in each order. */
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

/** Verdicts that were kept, by prompt: pairs, those that agree. Pairs of one prompt resemble each other. */
export function keptIn(sums: readonly Float64Array[]): Omit<Swaps, "first" | "second"> {
  const {value, lo, hi, n} = shareOverPrompts(sums);
  return {n, consistent: sums.reduce((sum, own) => sum + own[1]!, 0), share: value, lo, hi};
}

/** The same of a judge that was asked in both orders, of which one vote was made: of each prompt its votes, and those that are no inconsistent tie. */
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

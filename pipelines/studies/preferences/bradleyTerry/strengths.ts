// Strengths of models from votes with every kind of standard error; combines fit, errors and ranks.
import {tQuantile} from "../../../stats/distributions.js";
import {occurrences, type Votes, where} from "../votes/votes.js";
import {comparisonsOf, connected, countsAmong, countsOf} from "./cells.js";

import {
  asExpected,
  type Covariance,
  estimateOf,
  informationCovariance,
  type Scores,
  sandwich,
  scoresOf,
  twoWay
} from "./errors.js";
import {elo, type Fit, fit, REGULARISATION, type Ties} from "./fit.js";

import {type Ranks, ranksOf} from "./ranking.js";

/** What errors generalise to: the model's own (information), other votes, other prompts, other annotators, or both at once. */
export const ERRORS = ["information", "votes", "prompts", "annotators", "both"] as const;
export type ErrorKind = (typeof ERRORS)[number];

export interface Strength {
  model: string;
  /** number of votes that involve the model */
  votes: number;
  beta: number;
  elo: number;
  /** standard errors of β; null where there are too few clusters */
  se: Record<ErrorKind, number | null>;
  /** 95 % interval of β by each kind */
  interval: Record<ErrorKind, [low: number, high: number] | null>;
  ranks: Ranks;
}

export interface Strengths {
  /** strongest first */
  rows: Strength[];
  /** the fit; models are numbered as in `models` */
  fit: Fit | null;
  models: string[];
  /** the votes that were fitted, with models numbered as in `models` */
  votes: Votes;
  covariances: Partial<Record<ErrorKind, Covariance[]>>;
  /** kind of error that ranks are based on */
  ranksBy: ErrorKind;
  /** models that cannot be compared with the rest, with the reason */
  leftOut: {model: string; reason: string}[];
  /** description of the regularisation where strengths would be infinite; otherwise null */
  regularisation: string | null;
  notes: string[];
}

/** The tie parameter in its authors' notation: Davidson's ν, Rao and Kupper's θ. */
export const tieParameter = ({ties, parameters}: Fit): number | null =>
  ties === "half" ? null : ties === "davidson" ? Math.exp(parameters.at(-1)!) : Math.exp(Math.exp(parameters.at(-1)!));

/**
 * Fits strengths to votes. Models without a vote, or not connected with the largest group of models that were compared with each other, are
 * left out and listed. Where a group of models won (or lost) everything against the rest, strengths are infinite, and half a win and half a
 * loss against an opponent of average strength are added for each model; the result says so.
 */
export function strengths(
  votes: Votes,
  {ties = "half", ranksBy, errors = ERRORS}: {ties?: Ties; ranksBy?: ErrorKind; errors?: readonly ErrorKind[]} = {}
): Strengths {
  const notes: string[] = [];
  const {votes: own, counts, leftOut, regularised} = comparable(votes);
  for (const {model, reason} of leftOut) notes.push(`${model} is left out: ${reason}`);
  const empty = {rows: [], fit: null, models: [...own.models], votes: own, covariances: {}, ranksBy: ranksBy ?? "both", leftOut};
  if (own.n === 0) return {...empty, regularisation: null, notes: [...notes, "no votes between different models: no strengths"]};
  if (ties !== "half") {
    const tied = counts.reduce((sum, votes, at) => sum + (at % 3 === 1 ? votes : 0), 0);
    const why = tied === 0 ? "there are none" : tied === own.n ? "there is nothing else" : null;
    if (why)
      return {
        ...empty,
        regularisation: null,
        notes: [...notes, `ties cannot be modelled: ${why}; count them as half a win each, which gives strengths`]
      };
  }
  const fitted = fit(comparisonsOf(counts, own.models.length), {models: own.models.length, ties, regularised});
  if (regularised) notes.push(`no finite strengths by wins alone; ${REGULARISATION}`);
  if (!fitted.converged) notes.push("the fit did not converge");
  const covariances = covariancesOf(own, fitted, errors, notes);
  const by = ranksBy && covariances[ranksBy] ? ranksBy : (PREFERRED.find(kind => covariances[kind]) ?? "information");
  if (ranksBy && by !== ranksBy) notes.push(`ranks rest on the error over ${by}: there is none over ${ranksBy}`);
  const models = own.models.length;
  const ranks = ranksOf({beta: fitted.parameters, models, covariances: covariances[by] ?? []});
  const taken = partsOf(own);
  const reach = reaches();
  const rows = own.models.map((model, i) =>
    strengthOf(model, i, {votes: taken[i]!, fitted, covariances, reach, ranks: ranks[i]!})
  );
  return {
    rows: rows.sort((x, y) => y.beta - x.beta || (x.model < y.model ? -1 : 1)),
    fit: fitted,
    models: [...own.models],
    votes: own,
    covariances,
    ranksBy: by,
    leftOut,
    regularisation: regularised ? REGULARISATION : null,
    notes
  };
}

/**
 * How much stronger one model is than another, in log-odds, with the 95 % interval of the difference by the kind of error that ranks use.
 */
export function leadOf(
  {fit: fitted, models, covariances, ranksBy}: Pick<Strengths, "fit" | "models" | "covariances" | "ranksBy">,
  one: string,
  other: string
): {value: number; lo: number | null; hi: number | null} {
  const [i, j] = [models.indexOf(one), models.indexOf(other)];
  const value = fitted!.parameters[i]! - fitted!.parameters[j]!;
  const matrices = covariances[ranksBy];
  if (!matrices) return {value, lo: null, hi: null};
  const {lo, hi} = estimateOf(value, matrices, [
    [i, 1],
    [j, -1]
  ]);
  return {value, lo, hi};
}

/** Kinds of errors in the order of preference, broadest generalisation first. */
const PREFERRED: readonly ErrorKind[] = ["both", "prompts", "annotators", "votes", "information"];

/** Strengths by model without errors, for a split or a replicate. */
export const betas = (votes: Votes, {ties = "half"}: {ties?: Ties} = {}): Map<string, number> =>
  betasOf(countsOf(votes), votes.models, {ties});

/**
 * The same from counts (cells.ts).
 * @param start parameters of a fit of all models to similar votes, which save steps
 */
export function betasOf(
  all: Float64Array,
  names: readonly string[],
  {ties = "half", start}: {ties?: Ties; start?: Float64Array} = {}
): Map<string, number> {
  const graph = connected(all, names.length);
  const kept = names.flatMap((_, i) => (graph.component[i] === 0 ? [i] : []));
  if (kept.length === 0) return new Map();
  const whole = kept.length === names.length;
  const counts = whole ? all : countsAmong(all, kept, names.length);
  const regularised = !(whole ? graph : connected(counts, kept.length)).finite;
  const {parameters} = fit(comparisonsOf(counts, kept.length), {
    models: kept.length,
    ties,
    regularised,
    withCovariance: false,
    ...(whole && start && {start})
  });
  return new Map(kept.map((i, at) => [names[i]!, parameters[at]!]));
}

/** The votes between models that can be compared with each other, with the models renumbered, and their counts (cells.ts). */
export function comparable(votes: Votes): {
  votes: Votes;
  counts: Float64Array;
  leftOut: {model: string; reason: string}[];
  regularised: boolean;
} {
  const size = votes.models.length;
  const all = countsOf(votes);
  const graph = connected(all, size);
  if (graph.components === 1 && !graph.component.includes(-1))
    return {votes, counts: all, leftOut: [], regularised: !graph.finite};
  const leftOut = votes.models.flatMap((model, i) => {
    if (graph.component[i] === 0) return [];
    const reason =
      graph.component[i]! < 0
        ? "never compared"
        : "never compared, directly or by way of others, with the largest group of models";
    return [{model, reason}];
  });
  const kept = votes.models.flatMap((_, i) => (graph.component[i] === 0 ? [i] : []));
  const place = new Int32Array(size).fill(-1);
  for (const [at, i] of kept.entries()) place[i] = at;
  const inside = kept.length === size ? votes : where(votes, v => place[votes.a[v]!]! >= 0 && place[votes.b[v]!]! >= 0);
  const own: Votes = {
    ...inside,
    models: kept.map(i => votes.models[i]!),
    a: inside.a.map(i => place[i]!),
    b: inside.b.map(i => place[i]!)
  };
  const counts = countsOf(own);
  return {votes: own, counts, leftOut, regularised: kept.length > 0 && !connected(counts, kept.length).finite};
}

function covariancesOf(
  votes: Votes,
  fitted: Fit,
  errors: readonly ErrorKind[],
  notes: string[]
): Partial<Record<ErrorKind, Covariance[]>> {
  const found: Partial<Record<ErrorKind, Covariance[]>> = {};
  const wanted = new Set(errors);
  const keep = (kind: ErrorKind, covariance: Covariance | null, missing: string) => {
    if (covariance) found[kind] = [covariance];
    else notes.push(missing);
  };
  const scores = scoresOf(votes, fitted);
  found.information = [informationCovariance(fitted, votes.n)];
  if (wanted.has("votes")) keep("votes", sandwich(votes, fitted, undefined, {scores}), "a single vote: no error by sandwich");
  const over = (cluster: Int32Array, kind: "prompts" | "annotators") => ({
    cluster,
    covariance: wanted.has(kind) || wanted.has("both") ? sandwich(votes, fitted, cluster, {scores}) : null
  });
  const [prompts, annotators] = [over(votes.question, "prompts"), over(votes.judge, "annotators")];
  if (wanted.has("prompts") || wanted.has("both")) keep("prompts", prompts.covariance, "a single prompt: no error over prompts");
  if (wanted.has("annotators") || wanted.has("both"))
    keep("annotators", annotators.covariance, "a single judge: no error over annotators");
  const both = wanted.has("both") ? twoWay(votes, fitted, {prompts, annotators}, scores) : null;
  if (both) found.both = both;
  return atLeastInformation(found, fitted, scores, notes);
}

/**
 * Lower bound of errors. Where a group won everything, or all votes are ties, votes hardly deviate from their expectation, and errors
 * estimated from deviations are near 0: then no error is smaller than that of the information.
 */
function atLeastInformation(
  found: Partial<Record<ErrorKind, Covariance[]>>,
  {regularised}: Fit,
  scores: Scores,
  notes: string[]
): Partial<Record<ErrorKind, Covariance[]>> {
  const alike = asExpected(scores);
  if (!regularised && !alike) return found;
  if (alike && !regularised) notes.push("all votes are as expected (all ties, say): errors are the information's");
  for (const kind of ERRORS) if (kind !== "information" && found[kind]) found[kind].push(...found.information!);
  return found;
}

/** Number of votes that involve each model. */
function partsOf({a, b, models}: Votes): Int32Array {
  const [first, second] = [occurrences(a, models.length), occurrences(b, models.length)];
  return first.map((n, i) => n + second[i]!);
}

/** Half width of a 95 % interval in standard errors, cached by degrees of freedom, which most models share. */
function reaches(): (df: number) => number {
  const known = new Map<number, number>();
  return df => {
    let reach = known.get(df);
    if (reach === undefined) known.set(df, (reach = tQuantile(0.975, df)));
    return reach;
  };
}

function strengthOf(
  model: string,
  i: number,
  of: {
    votes: number;
    fitted: Fit;
    covariances: Partial<Record<ErrorKind, Covariance[]>>;
    reach: (df: number) => number;
    ranks: Ranks;
  }
): Strength {
  const {votes, fitted, covariances, reach, ranks} = of;
  const beta = fitted.parameters[i]!;
  const se = {} as Strength["se"];
  const interval = {} as Strength["interval"];
  for (const kind of ERRORS) {
    const matrices = covariances[kind];
    const own = matrices && estimateOf(beta, matrices, [[i, 1]], reach);
    se[kind] = own?.se ?? null;
    interval[kind] = own ? [own.lo, own.hi] : null;
  }
  return {model, votes, beta, elo: elo(beta), se, interval, ranks};
}

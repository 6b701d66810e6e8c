// Fits scores between right and wrong: the graded response model for ordered categories, and the continuous model for other fractions.
import {plural} from "../../../book/plural.js";
import {UserError} from "../../../rows/error.js";
import type {Priors} from "../estimate/priors.js";
import type {EstimateName, Fit, FittedItem, SignName} from "../estimate/result.js";
import type {ScoredResponses} from "../item.js";
import {type Covariance, errorsOf} from "./errors.js";
import {type Estimated, type EstimateOptions, estimateItems, type ItemPrior, LOG_SLOPE, MAX_INTERCEPT} from "./estimate.js";
import {
  type Coded,
  type CodedItem,
  codeItems,
  isScoreModel,
  MAX_CATEGORIES,
  type ScoreKind,
  type ScoreModel,
  scoreKind,
  unfitScores
} from "./scale.js";

/** An item of scores: its thresholds are the abilities at which a score of the next level or more becomes likelier than not. */
export interface ScoredItem extends FittedItem {
  thresholds: number[];
  se_thresholds: number[];
  levels: number[];
  dispersion: number;
}

export interface ScoredFit extends Omit<Fit, "model" | "items" | "population"> {
  model: ScoreModel;
  items: ScoredItem[];
  population: ItemPrior | null;
  /** Akaike's and Schwarz's criteria of maximum likelihood; null of others */
  aic: number | null;
  bic: number | null;
  /** items whose unused levels are merged with a neighbour */
  merged: {id: string; levels: number[]}[];
  /** scores of the matrix, lowest first; empty of the continuous model */
  categories: number[];
}

export interface ChosenScored {
  fit: ScoredFit;
  /** reason for the model in one sentence */
  why: string;
}

export interface ScoredSettings {
  model?: string | undefined;
  estimate?: EstimateName | undefined;
  priors?: Priors | undefined;
  sign?: SignName | undefined;
  /** names of the categories of which the scores 0, 1, … are the places */
  categories?: readonly string[] | undefined;
}

/** Fewest items of which a population is estimated. */
const MIN_FOR_POPULATION = 40;
/** Fewest answers to an item that need no prior. */
const MIN_WITHOUT_PRIOR = 200;
/** Start of the population, and the prior of few items with few answers. */
const WEAK: ItemPrior = {a: {mean: 0, sd: 0.5}, d: {mean: 0, sd: 2}};
/** As of right or wrong items: one in fifty is taken to be reversed before any answer. */
const RARE = Math.log(49);

/**
 * Fits a matrix of scores.
 * @throws UserError for scores or a model that do not go together, and for a matrix from which nothing can be estimated
 */
export function fitScores(
  responses: ScoredResponses,
  {model, estimate, priors = {}, sign, categories}: ScoredSettings,
  {progress}: Pick<EstimateOptions, "progress"> = {}
): ChosenScored {
  const chosen = kindOf(responses, {model, categories});
  const coded = codeItems(responses, chosen);
  const refusal = unfitScores(coded);
  if (refusal) throw new UserError(refusal);
  const settings = settingsOf(coded, estimate);
  const isEstimated = settings.estimate === "eb";
  const named = {...(priors.a && {a: priors.a}), ...(priors.d && {d: priors.d})};
  const prior = settings.estimate === "ml" ? {} : isEstimated || Object.keys(named).length === 0 ? WEAK : named;
  const reversal = sign === "positive" ? null : settings.estimate === "ml" ? 0 : RARE;
  const estimated = estimateItems(coded, {prior, isEstimated, reversal, progress});
  const fit = report(coded, estimated, {...settings, kind: chosen, isEstimated});
  return {fit, why: [chosen.why, settings.why].filter(Boolean).join("; ")};
}

function kindOf({scores}: ScoredResponses, {model, categories}: Pick<ScoredSettings, "model" | "categories">): ScoreKind {
  const kind = categories ? namedKind(categories) : scoreKind(scores);
  if (model === undefined) return kind;
  if (!isScoreModel(model))
    throw new UserError(
      `--model ${model} takes right or wrong answers; these are ${kind.why}: --model graded or continuous, or neither to let the scores choose`
    );
  return {...kind, model, why: ""};
}

function namedKind(categories: readonly string[]): ScoreKind {
  if (categories.length > MAX_CATEGORIES)
    throw new UserError(`${categories.length} categories; at most ${MAX_CATEGORIES} are fitted`);
  const why = `${categories.length} named categories: ${categories.join(", ")}`;
  return {model: "graded", levels: [...categories.keys()], why};
}

function settingsOf({items}: Coded, estimate: EstimateName | undefined): {estimate: EstimateName; why: string} {
  if (estimate) return {estimate, why: ""};
  if (items.length >= MIN_FOR_POPULATION) return {estimate: "eb", why: ""};
  const fewest = Math.min(...items.map(({rows}) => rows.length));
  const few = `${plural(items.length, "item")} do not determine a population of items (${MIN_FOR_POPULATION} are needed)`;
  return fewest >= MIN_WITHOUT_PRIOR
    ? {estimate: "ml", why: few}
    : {estimate: "map", why: `${few}, and ${plural(fewest, "answer")} to an item need a prior (lognormal:0,0.5 and normal:0,2)`};
}

interface ReportOptions {
  estimate: EstimateName;
  kind: ScoreKind;
  isEstimated: boolean;
}

function report(coded: Coded, estimated: Estimated, {estimate, kind, isEstimated}: ReportOptions): ScoredFit {
  const {errors, abilities} = errorsOf(coded, estimated);
  const {x, starts, expected, logprior, grid} = estimated;
  const items = coded.items.map((item, j) => itemOf(item, j, {estimated, covariance: errors.byItem[j]!}));
  const bounds = coded.items.flatMap(({id}, j): Fit["bounds"] => {
    const log = x[starts[j]!]!;
    if (log <= LOG_SLOPE.low || log >= LOG_SLOPE.high) return [{id, parameter: "a", value: items[j]!.a}];
    for (let k = starts[j]! + 1; k < starts[j + 1]!; k++)
      if (Math.abs(x[k]!) >= MAX_INTERCEPT) return [{id, parameter: "d", value: x[k]!}];
    return [];
  });
  const isLikelihood = estimate === "ml" && kind.model === "graded";
  const parameters = starts[coded.items.length]!;
  return {
    model: kind.model,
    estimate,
    persons: coded.persons.length,
    items,
    ability: coded.persons.map((id, i) => ({id, ...abilities[i]!})),
    left_out: coded.left_out,
    loglik: expected.loglik,
    logprior,
    converged: estimated.converged && bounds.length === 0,
    bounds,
    unsettled: estimated.unsettled,
    starts: [],
    max_gradient: estimated.max_gradient,
    iterations: estimated.iterations,
    spread: 1,
    population: isEstimated ? estimated.prior : null,
    quadrature: "grid",
    nodes: grid.nodes.length,
    aic: isLikelihood ? 2 * parameters - 2 * expected.loglik : null,
    bic: isLikelihood ? Math.log(coded.persons.length) * parameters - 2 * expected.loglik : null,
    merged: coded.merged,
    categories: kind.model === "graded" ? kind.levels : []
  };
}

/** Parameters of an item with errors by the delta method from the covariances of log |a| and the intercepts. */
function itemOf(
  {id, levels, score}: CodedItem,
  j: number,
  {estimated: {x, starts, sign, dispersion}, covariance}: {estimated: Estimated; covariance: Covariance}
): ScoredItem {
  const count = levels.length;
  const a = sign[j]! * Math.exp(x[starts[j]!]!);
  const steps = Array.from({length: count - 1}, (_, k) => x[starts[j]! + k + 1]!);
  const thresholds = steps.map(step => -step / a);
  const variance = (along: (k: number) => number): number => {
    let sum = 0;
    for (let r = 0; r < count; r++) for (let s = 0; s < count; s++) sum += along(r) * along(s) * covariance[r * count + s]!;
    return Math.sqrt(sum);
  };
  const b = thresholds.reduce((sum, each) => sum + each, 0) / thresholds.length;
  return {
    id,
    a,
    b,
    c: 0,
    d: -a * b,
    u: 1,
    se_a: Math.abs(a) * variance(r => Number(r === 0)),
    se_b: variance(r => (r === 0 ? -b : -1 / (a * (count - 1)))),
    se_c: 0,
    se_d: variance(r => (r === 0 ? 0 : 1 / (count - 1))),
    ...(score === null && {steps}),
    levels,
    dispersion: dispersion[j]!,
    thresholds,
    se_thresholds: thresholds.map((each, k) => variance(r => (r === 0 ? -each : r === k + 1 ? -1 / a : 0)))
  };
}

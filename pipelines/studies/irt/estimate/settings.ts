// Chooses the model that a matrix of responses allows, and fits it. The command and the page both use this file, so that one matrix has one
// result. test/studies/irt/estimate/settings.test.ts checks coverage and convergence of the choices by simulation.

import {plural} from "../../../book/plural.js";
import {UserError} from "../../../rows/error.js";
import {Z975} from "../../../stats/distributions.js";
import {mean} from "../../../stats/mean.js";
import {MISSING, type Responses} from "../item.js";
import {fit as fitted, isWide, screen} from "./fit.js";
import type {ModelName} from "./parameters.js";
import type {Priors} from "./priors.js";
import type {EstimateName, Fit, FitOptions, SignName} from "./result.js";

/**
 * Fewest models and items: with fewer there is no scale. With two items, one correlation would have to determine the spread of ability and
 * all else.
 */
const FEWEST = 3;
/**
 * Fewest answers per item from which discriminations, and the population of items of empirical Bayes, are estimated: with 4 models × 10
 * items its 95 % intervals cover 75 % of abilities and 41 % of difficulties, those under the prior WEAK cover 97 % of either.
 */
const FEWEST_FOR_SLOPES = 20;
/** Fewest items from which the spread of guessing chances is estimated: with fewer, empirical Bayes does not converge. */
const FEWEST_ITEMS_FOR_GUESSING = 10;
/** Fewest answers in total from which guessing chances are estimated. */
const FEWEST_ANSWERS_FOR_GUESSING = 10_000;
/**
 * Answers per item between which the models of a long matrix are compared: with fewer, 2PL and 3PL often do not come to rest; with more, the
 * richest that converges loses nothing to simpler ones.
 */
const COMPARED = {from: 8, to: 50};
/**
 * With fewer models the likelihood is no sure guide: with 10 × 5,000, where guessing is possible, no model's intervals cover more than 80 % of
 * abilities. The disagreement of the compared models is then part of the intervals.
 */
const MIN_FOR_ONE_MODEL = 15;
/** Parameters of the population of items in addition to those of Rasch. */
const FURTHER: Readonly<Record<ModelName, number>> = {rasch: 0, "2pl": 2, "3pl": 3};
/** Weak prior: 95 % of standard deviations of ability within 0.38 to 2.7 logits, 95 % of intercepts within ±3.9. */
const WEAK: Priors = {a: {mean: 0, sd: 0.5}, d: {mean: 0, sd: 2}};

export interface Settings {
  model: ModelName;
  estimate: EstimateName;
  priors?: Priors;
}

export interface RequestedSettings {
  /** by default chosen by the size of the matrix and by whether the search converges */
  model?: ModelName | undefined;
  /** by default that of the chosen settings, otherwise empirical Bayes */
  estimate?: EstimateName | undefined;
  priors?: Priors;
  sign?: SignName | undefined;
}
type Running = Pick<FitOptions, "threads" | "progress">;

export interface Chosen {
  fit: Fit;
  /** the reason for this model, in one sentence; null where it was asked for */
  why: string | null;
}

export const MODEL_NAMES: Readonly<Record<ModelName, string>> = {rasch: "Rasch", "2pl": "2PL", "3pl": "3PL"};
const ESTIMATE_NAMES: Readonly<Record<EstimateName, string>> = {
  ml: "maximum likelihood",
  map: "posterior mode",
  eb: "empirical Bayes"
};
/** "3PL by empirical Bayes"; unknown names from a file of a fit are kept as they are. */
export function settingsText({model, estimate}: {model: string; estimate: string}): string {
  const of = (names: Readonly<Record<string, string>>, name: string) => names[name] ?? name;
  return [of(MODEL_NAMES, model) || "unnamed model", of(ESTIMATE_NAMES, estimate)].filter(Boolean).join(" by ");
}

/**
 * Fits the model that is asked for, otherwise the richest that the matrix allows: where it does not converge, the next simpler one is
 * fitted. If some models answered many items, Rasch, 2PL and 3PL are all fitted, and the one that predicts further items best is taken.
 * Callers must first refuse a matrix for which `unfit` gives a reason.
 * @param begin called with each model before it is fitted
 */
export function fitResponses(
  responses: Responses,
  {model, estimate, priors, sign}: RequestedSettings = {},
  {begin, ...running}: Running & {begin?(settings: Settings): void} = {}
): Chosen {
  const run = (settings: Settings): Fit => {
    begin?.(settings);
    return fitted(responses, {...settings, ...(sign && {sign}), ...running});
  };
  const own = {...(estimate && {estimate}), ...(priors && {priors})};
  if (model) return {fit: run({model, estimate: "eb", ...own}), why: null};
  const {settings, why, isCompared} = allowedBy(responses);
  if (isCompared && (!estimate || estimate === "eb"))
    return likeliest(
      settings.map(each => run(each)),
      why
    );
  const left: string[] = [];
  for (const each of settings) {
    const fit = run({...each, ...own});
    if (fit.converged || each === settings.at(-1)) return {fit, why: [...left, why].join("; ")};
    left.push(`${MODEL_NAMES[each.model]} was tried first and did not converge`);
  }
  throw new Error("unreachable: Rasch is always allowed");
}

/**
 * The fit that predicts the answers to a further item best: of those that converged, the highest log-likelihood less the number of parameters
 * (Akaike's criterion). Items are integrated out and independent, so that their sum is compared as one observation an item.
 */
function likeliest(fits: readonly Fit[], why: string): Chosen {
  const value = ({model, loglik}: Fit): number => loglik - FURTHER[model];
  const [simplest] = fits;
  const converged = fits.filter(fit => fit.converged);
  const fit = converged.toSorted((u, v) => value(v) - value(u))[0] ?? simplest!;
  const others = fits.filter(each => each !== fit);
  const texts = others.map(each =>
    each.converged
      ? `${MODEL_NAMES[each.model]} by ${(value(fit) - value(each)).toFixed(1)} less`
      : `${MODEL_NAMES[each.model]} did not converge`
  );
  if (fit.persons < MIN_FOR_ONE_MODEL) fit.ability = widened(fit, others);
  return {fit, why: `predicts further items best by log-likelihood less parameters: ${texts.join(", ")}; ${why}`};
}

/**
 * Abilities whose variance has that between models added: half the mean squared difference to what each other model estimates, as two
 * estimates that differ by D have the sample variance D² ÷ 2. All are standardised over the models of the matrix.
 */
function widened(fit: Fit, others: readonly Fit[]): Fit["ability"] {
  const {values, sd} = standardised(fit);
  const rest = others.map(each => standardised(each).values).filter(each => each.every(Number.isFinite));
  return fit.ability.map((ability, i) => {
    const apart = rest.reduce((sum, each) => sum + (each[i]! - values[i]!) ** 2, 0) / Math.max(1, 2 * rest.length);
    const half = Math.hypot((ability.hi - ability.lo) / 2, Z975 * sd * Math.sqrt(apart));
    return {...ability, lo: ability.eap - half, hi: ability.eap + half};
  });
}

/** Abilities standardised over the models of the matrix, and the standard deviation by which they were divided. */
function standardised({ability}: Fit): {values: number[]; sd: number} {
  const center = mean(ability.map(({eap}) => eap));
  const sd = Math.sqrt(mean(ability.map(({eap}) => (eap - center) ** 2)));
  return {values: ability.map(({eap}) => (eap - center) / sd), sd};
}

/**
 * Settings that a matrix allows, and the reason for the first of them: richest model first, or Rasch first where all are to be fitted and
 * compared.
 */
export function allowedBy(responses: Responses): {settings: Settings[]; why: string; isCompared: boolean} {
  const {kept, answered} = screen(responses);
  const answers = answered.reduce((sum, n) => sum + n, 0);
  const each = Math.round(answers / Math.max(1, kept.length));
  const byPopulation = (...models: ModelName[]): Settings[] => models.map(model => ({model, estimate: "eb"}));
  const needed = (n: number) => `(${n.toLocaleString("en-US")} are needed)`;
  const isLong = isWide(responses.persons.length, kept.length);
  if (isLong && each >= COMPARED.from && each < COMPARED.to)
    return {
      settings: byPopulation("rasch", "2pl", "3pl"),
      why: `${plural(each, "answer")} to an item may not determine discriminations and guessing chances`,
      isCompared: true
    };
  const isCompared = false;
  if (each < FEWEST_FOR_SLOPES)
    return {
      isCompared,
      settings: isLong ? byPopulation("rasch") : [{model: "rasch", estimate: "map", priors: WEAK}],
      why: `${plural(each, "answer")} to an item do not determine discriminations ${needed(FEWEST_FOR_SLOPES)}`
    };
  if (kept.length < FEWEST_ITEMS_FOR_GUESSING)
    return {
      isCompared,
      settings: byPopulation("2pl", "rasch"),
      why: `${plural(kept.length, "item")} do not determine guessing chances ${needed(FEWEST_ITEMS_FOR_GUESSING)}`
    };
  if (answers < FEWEST_ANSWERS_FOR_GUESSING)
    return {
      isCompared,
      settings: byPopulation("2pl", "rasch"),
      why: `${plural(answers, "answer")} do not determine guessing chances ${needed(FEWEST_ANSWERS_FOR_GUESSING)}`
    };
  return {
    isCompared,
    settings: byPopulation("3pl", "2pl", "rasch"),
    why: `${plural(answers, "answer")} to ${plural(kept.length, "item")} may determine guessing chances`
  };
}

/**
 * Refuses a matrix from which nothing can be estimated.
 * @param file named in the error
 * @throws UserError with the reason
 */
export function refuseUnfit(responses: Responses, file: string): void {
  const refusal = unfit(responses);
  if (refusal) throw new UserError(`${file}: ${refusal}`);
}

/** Why nothing can be estimated from a matrix, in one sentence without a full stop; null where something can. */
export function unfit(responses: Responses): string | null {
  const {persons, items, cells} = responses;
  const width = items.length;
  const some = persons.filter((_, i) => cells.subarray(i * width, (i + 1) * width).some(cell => cell !== MISSING)).length;
  const needed = `at least ${FEWEST} models and ${FEWEST} items are needed`;
  if (some === 0) return `no model has an answer; ${needed}`;
  if (some < FEWEST)
    return `${plural(some, "model has", "models have")} answers, which cannot separate able models from easy items; ${needed}`;
  if (width < FEWEST) return `${plural(width, "item")} cannot separate able models from easy ones; ${needed}`;
  const {kept, left_out} = screen(responses);
  if (kept.length >= FEWEST) return null;
  const of = (reason: Fit["left_out"][number]["reason"]) => left_out.filter(item => item.reason === reason).length;
  const alike = [
    [of("all right"), "answered right by all"],
    [of("all wrong"), "answered wrong by all"],
    [of("unanswered"), "answered by nobody"]
  ] as const;
  const counted = alike.flatMap(([n, what]) => (n > 0 ? [`${n.toLocaleString("en-US")} ${what}`] : [])).join(", ");
  return `${kept.length === 0 ? "no item tells" : `only ${plural(kept.length, "item")} of ${width.toLocaleString("en-US")} ${kept.length === 1 ? "tells" : "tell"}`} models apart (${counted}); at least ${FEWEST} must`;
}

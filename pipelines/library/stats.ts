// The statistics as a library: what `import … from "reasonbook/stats"` gives (docs/library.md). Names and results here keep semantic versioning.
import {UserError} from "../rows/error.js";
import type {ModelName} from "../studies/irt/estimate/parameters.js";
import type {EstimateName, SignName} from "../studies/irt/estimate/result.js";
import {type Chosen, fitResponses, unfit} from "../studies/irt/estimate/settings.js";
import {MISSING, type Responses, RIGHT, WRONG} from "../studies/irt/item.js";
import type {Ties} from "../studies/preferences/bradleyTerry/fit.js";
import {type ErrorKind, type Strength, strengths} from "../studies/preferences/bradleyTerry/strengths.js";
import {votesOf} from "../studies/preferences/votes/votes.js";

export {type AnswerCounts, excessAccuracy, rescaledInterval} from "../score/accuracy.js";
export {
  type ClusteredCounts,
  type ClusteredEstimate,
  clusteredProportion,
  clusteredRatio,
  type RatioPart
} from "../stats/clustered.js";
export {kendall, pearson, spearman} from "../stats/correlation.js";
export {
  binomialCdf,
  chiSquaredUpper,
  incompleteBeta,
  logGamma,
  normalCdf,
  normalQuantile,
  tCdf,
  tQuantile
} from "../stats/distributions.js";
export {exactInterval} from "../stats/exactShare.js";
export {falseDiscoveryRate, holm} from "../stats/falseDiscovery.js";
export {wilson} from "../stats/intervals.js";
export {mcnemar} from "../stats/mcnemar.js";
export {type Bounded, newcombe} from "../stats/newcombe.js";
export {type NormalEstimate, type RankInterval, rankIntervals} from "../stats/ranks.js";
export {type Alpha, cronbachAlpha} from "../stats/reliability.js";
export type {ModelName} from "../studies/irt/estimate/parameters.js";
export type {Ability, EstimateName, Fit, FittedItem, SignName} from "../studies/irt/estimate/result.js";
export type {Item} from "../studies/irt/item.js";
export type {Ties} from "../studies/preferences/bradleyTerry/fit.js";
export type {ErrorKind, Strength} from "../studies/preferences/bradleyTerry/strengths.js";

/** Answers of models to items. */
export interface IrtResponses {
  /** Models × items: true or 1 is right, false or 0 wrong, null or NaN not answered. */
  answers: readonly (readonly (boolean | number | null)[])[];
  /** Names of the models; model 1, model 2 … if absent. */
  models?: readonly string[];
  /** Names of the items; item 1, item 2 … if absent. */
  items?: readonly string[];
}

/** What to fit; each is chosen by what the answers allow if absent. */
export interface IrtSettings {
  model?: ModelName;
  estimate?: EstimateName;
  sign?: SignName;
}

/**
 * Difficulties and abilities of item response theory, as `npm run irt -- fit` gives them (docs/irt.md): the richest model that the answers
 * allow, with the reason. Throws an Error of one sentence where nothing can be estimated, such as fewer than 3 models or items.
 */
export function fitIrt({answers, models, items}: IrtResponses, settings: IrtSettings = {}): Chosen {
  const width = items?.length ?? answers[0]?.length ?? 0;
  const named = (names: readonly string[] | undefined, count: number, word: string) =>
    names ? [...names] : Array.from({length: count}, (_, i) => `${word} ${i + 1}`);
  const persons = named(models, answers.length, "model");
  if (persons.length !== answers.length)
    throw new UserError(`${persons.length} names of models for ${answers.length} rows of answers`);
  const cells = new Uint8Array(answers.length * width);
  for (const [i, row] of answers.entries()) {
    if (row.length !== width) throw new UserError(`row ${i + 1} has ${row.length} answers; expected ${width}`);
    for (const [j, answer] of row.entries()) cells[i * width + j] = cellOf(answer, i, j);
  }
  const responses: Responses = {persons, items: named(items, width, "item"), cells};
  const refusal = unfit(responses);
  if (refusal) throw new UserError(refusal);
  return fitResponses(responses, settings);
}

function cellOf(answer: boolean | number | null, row: number, column: number): number {
  if (answer === null || Number.isNaN(answer)) return MISSING;
  if (answer === true || answer === 1) return RIGHT;
  if (answer === false || answer === 0) return WRONG;
  throw new UserError(`row ${row + 1}, answer ${column + 1}: expected 0, 1 or null, got ${String(answer)}`);
}

/** One comparison of two models. */
export interface Comparison {
  model_a: string;
  model_b: string;
  winner: "a" | "b" | "tie";
  /** What was asked, over which errors may be clustered; each comparison is a prompt of its own if absent. */
  question?: string;
  /** Who compared; one and the same if absent. */
  judge?: string;
}

/** Strengths, strongest first. */
export interface BradleyTerry {
  rows: Strength[];
  /** Models that cannot be compared with the rest, with the reason. */
  leftOut: {model: string; reason: string}[];
  /** What was added where strengths would be infinite; null where nothing was. */
  regularisation: string | null;
  notes: string[];
}

/**
 * Strengths of models from comparisons (Bradley & Terry 1952), with standard errors over votes, prompts and judges, and intervals of ranks, as
 * `npm run human` gives them (docs/human-method.md).
 * @param ties how ties count: as half a win (`half`), or by the model of Davidson or of Rao and Kupper
 * @param ranksBy the errors that intervals of ranks rest on; by default the widest sampling that the comparisons allow
 */
export function bradleyTerry(
  comparisons: Iterable<Comparison>,
  {ties, ranksBy}: {ties?: Ties; ranksBy?: ErrorKind} = {}
): BradleyTerry {
  let n = 0;
  const all = Array.from(comparisons, ({question, judge = "judge", ...rest}) => ({
    ...rest,
    judge,
    question: question ?? `comparison ${++n}`,
    turn: 1
  }));
  const bad = all.find(({winner, model_a, model_b}) => !["a", "b", "tie"].includes(winner) || model_a === model_b);
  if (bad)
    throw new UserError(
      `${JSON.stringify(bad.winner)} between ${bad.model_a} and ${bad.model_b}: expected a, b or tie between two models`
    );
  const {rows, leftOut, regularisation, notes} = strengths(votesOf(all), {...(ties && {ties}), ...(ranksBy && {ranksBy})});
  return {rows, leftOut, regularisation, notes};
}

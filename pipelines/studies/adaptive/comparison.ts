// Compares adaptive with other tests on a bank and the stored answers: replays every evaluation, and measures the quality of the estimates.
import {type Random, randomOf} from "../../generate/seed.js";
import {spearman} from "../../stats/correlation.js";
import type {Item} from "../irt/item.js";
import {bankOf, indexOf} from "./bank.js";
import {factorAt, type Inflation} from "./inflatedErrors.js";
import {type Discrepancy, inflationOf} from "./inflation.js";

import {FORMS, type Form, type ReplayedStep, replayForms} from "./replay.js";

/** Persons that are replayed on one calibration, in which they took no part. */
export interface Fold {
  items: readonly Item[];
  persons: readonly {person: number; cells: Uint8Array}[];
  /** Factors for the standard errors of adaptive tests, measured on the persons of the other folds. */
  inflation: readonly Inflation[];
  /** Measurements on this fold's own persons, from which the factors of other folds follow. */
  measured: readonly Discrepancy[];
}

export type Replays = Record<Form, ReplayedStep[][]>;

/** Test lengths, in items, at which estimates are recorded. */
const LENGTHS = [5, 10, 15, 20, 30, 50, 75, 100, 150, 200, 300, 400, 600, 1_000, 2_000] as const;

/** Longest lengths that are replayed of forms whose longer versions no comparison uses. */
const LONGEST = {informative: 600, random: 600};

/**
 * Replays all persons, each on the bank of its fold, and scores every form.
 * @param persons number of all persons; cells are by item of their fold's bank
 */
export function replayFolds(folds: readonly Fold[], persons: number, {at = LENGTHS as readonly number[]} = {}): Replays {
  const rank = shuffledRanks(folds.flatMap(({items}) => items.map(({id}) => id)));
  const replays = Object.fromEntries(FORMS.map(form => [form, new Array<ReplayedStep[]>(persons)])) as Replays;
  for (const [number, fold] of folds.entries()) {
    const bank = bankOf(fold.items);
    const lengths = at.filter(items => items <= bank.ids.length);
    const fixed = Int32Array.from(bank.ids, (_, i) => i).sort((a, b) => rank.get(bank.ids[a]!)! - rank.get(bank.ids[b]!)!);
    const cells = fold.persons.map(person => person.cells);
    const random = randomOf(`adaptive replay ${number}`);
    const forms = replayForms(indexOf(bank), cells, {
      at: lengths,
      fixed,
      random,
      longest: LONGEST,
      design: {inflation: fold.inflation}
    });
    for (const form of FORMS) for (const [k, {person}] of fold.persons.entries()) replays[form][person] = forms[form][k]!;
  }
  return replays;
}

/** Factors for standard errors from the persons of all folds together. */
export const overallInflation = (folds: readonly Fold[]): Inflation[] => inflationOf(folds.map(({measured}) => measured));

/** Ranks of all items in one random order, which is the same in every fold whichever items its bank has. */
function shuffledRanks(ids: readonly string[]): Map<string, number> {
  const order = randomOf("adaptive replay, the fixed form").shuffle([...new Set(ids)].sort());
  return new Map(order.map((id, rank) => [id, rank]));
}

/** Scoring of a form: by the posterior mean, or by the share of right answers as on a leaderboard. */
const SCORED = ["ability", "share"] as const;
export type Scored = (typeof SCORED)[number];

export interface QualityRow {
  form: Form;
  scored: Scored;
  truth: string;
  /** Number of items of the form; persons whose answers ran out keep their last estimate. */
  items: number;
  models: number;
  /** null for shares, and where the truth is on another scale */
  rmse: number | null;
  rmse_low: number | null;
  rmse_high: number | null;
  correlation: number;
  correlation_low: number;
  correlation_high: number;
  /** Mean standard error, and the coverage of the 95 % intervals; null for shares. */
  se: number | null;
  covered: number | null;
  /** Factor by which standard errors of an adaptive test of this length are multiplied (inflation.ts); null for other forms. */
  inflation: number | null;
}

/** Reference values to compare with: abilities of persons, NaN where unknown. `scale`: whether they are on the bank's scale. */
export interface Truth {
  name: string;
  theta: readonly number[];
  scale: boolean;
}

const score = (scored: Scored, {theta, share}: ReplayedStep): number => (scored === "ability" ? theta : share);

/**
 * Quality of each form at each length.
 * @param inflation factors of the bank, measured on all folds
 */
export function qualityRows(
  replays: Replays,
  {name, theta, scale}: Truth,
  {inflation}: {inflation: readonly Inflation[]}
): QualityRow[] {
  const known = theta.flatMap((value, person) => (Number.isFinite(value) ? [person] : []));
  const truth = known.map(person => theta[person]!);
  if (known.length < 3) return [];
  const rows: QualityRow[] = [];
  for (const form of FORMS)
    for (const scored of SCORED) {
      if (scored === "share" && form !== "fixed") continue;
      for (let k = 0; k < replays[form][known[0]!]!.length; k++) {
        const moments = known.map(person => replays[form][person]![k]!);
        const scores = moments.map(moment => score(scored, moment));
        const ability = scored === "ability";
        const of = (statistic: typeof rmse) =>
          overPersons(known.length, chosen => statistic(take(scores, chosen), take(truth, chosen)));
        const error = ability && scale ? of(rmse) : null;
        const {value, low, high} = of(spearman);
        rows.push({
          form,
          scored,
          truth: name,
          items: LENGTHS[k]!,
          models: known.length,
          rmse: error?.value ?? null,
          rmse_low: error?.low ?? null,
          rmse_high: error?.high ?? null,
          correlation: value,
          correlation_low: low,
          correlation_high: high,
          se: ability ? moments.reduce((sum, {se}) => sum + se, 0) / moments.length : null,
          covered:
            ability && scale ? moments.filter((moment, i) => moment.low <= truth[i]! && truth[i]! <= moment.high).length : null,
          inflation: form === "adaptive" ? factorAt(inflation, LENGTHS[k]!) : null
        });
      }
    }
  return rows;
}

const take = (values: readonly number[], chosen: readonly number[]): number[] => chosen.map(i => values[i]!);

export interface AucRow {
  form: Form;
  scored: Scored;
  items: number;
  truth: string;
  models: number;
  /** number of close pairs, a quarter of all */
  pairs: number;
  auc: number;
  auc_low: number;
  auc_high: number;
  /** minus the concordance of 400 adaptive items, over the same bootstrap samples */
  difference: number;
  difference_low: number;
  difference_high: number;
  /** area under the ROC curve of score differences */
  area: number;
  false_positive: number[];
  true_positive: number[];
}

/** The forms that are compared; first the three of the published claim: 400 adaptive items, 2,000 static ones, 2,000 adaptive ones. */
const COMPARED: readonly {form: Form; scored: Scored; items: (typeof LENGTHS)[number]}[] = [
  {form: "adaptive", scored: "ability", items: 400},
  {form: "fixed", scored: "share", items: 2_000},
  {form: "adaptive", scored: "ability", items: 2_000},
  {form: "fixed", scored: "ability", items: 2_000},
  {form: "fixed", scored: "share", items: 400},
  {form: "fixed", scored: "ability", items: 400},
  {form: "informative", scored: "ability", items: 400},
  {form: "adaptive", scored: "ability", items: 100},
  {form: "fixed", scored: "share", items: 100}
];

export function aucRows(replays: Replays, {name, theta}: Truth): AucRow[] {
  const known = theta.flatMap((value, person) => (Number.isFinite(value) ? [person] : []));
  const truth = known.map(person => theta[person]!);
  if (known.length < 8) return [];
  const lengths = replays.adaptive[known[0]!]!.length;
  const kinds = COMPARED.filter(({items}) => LENGTHS.indexOf(items) < lengths);
  const scores = kinds.map(({form, scored, items}) =>
    known.map(person => score(scored, replays[form][person]![LENGTHS.indexOf(items)]!))
  );
  const pairs = pairsOf(truth);
  const compared = compareConcordance(scores, truth, {random: randomOf(`adaptive AUC, ${name}`)});
  return kinds.map((kind, k) => {
    const {auc, against} = compared[k]!;
    const roc = rocOf(scores[k]!, pairs);
    return {
      ...kind,
      truth: name,
      models: known.length,
      pairs: closePairs(pairs),
      auc: auc.value,
      auc_low: auc.low,
      auc_high: auc.high,
      difference: against.value,
      difference_low: against.low,
      difference_high: against.high,
      area: roc.area,
      false_positive: roc.falsePositive,
      true_positive: roc.truePositive
    };
  });
}

// How well estimates order models of similar ability: AUC = P(θ̂ᵢ > θ̂ⱼ | θᵢ > θⱼ) over the closest quarter of pairs.

/** Two persons, the first with the higher true ability. */
interface Pair {
  better: number;
  worse: number;
  gap: number;
}

/** Share of all pairs that counts as close. */
const CLOSEST = 0.25;

/** All pairs with different true values, closest first. */
export function pairsOf(truth: readonly number[]): Pair[] {
  const pairs: Pair[] = [];
  for (let i = 0; i < truth.length; i++)
    for (let j = 0; j < i; j++) {
      const gap = truth[i]! - truth[j]!;
      if (gap !== 0) pairs.push(gap > 0 ? {better: i, worse: j, gap} : {better: j, worse: i, gap: -gap});
    }
  return pairs.sort((a, b) => a.gap - b.gap);
}

/**
 * Share of close pairs that scores order correctly, with equal scores counting half. Persons may have weights (how often a bootstrap sample
 * contains them): the weight of a pair is the product, and the closest quarter is a quarter of the total weight.
 */
export function concordance(scores: readonly number[], pairs: readonly Pair[], weights?: ArrayLike<number>): number {
  const weightOf = ({better, worse}: Pair) => (weights ? weights[better]! * weights[worse]! : 1);
  let total = 0;
  for (const pair of pairs) total += weightOf(pair);
  let [seen, right] = [0, 0];
  for (const pair of pairs) {
    if (seen >= CLOSEST * total) break;
    const weight = weightOf(pair);
    const gap = scores[pair.better]! - scores[pair.worse]!;
    seen += weight;
    right += gap > 0 ? weight : gap === 0 ? weight / 2 : 0;
  }
  return seen > 0 ? right / seen : Number.NaN;
}

/** Number of close pairs. */
export const closePairs = (pairs: readonly Pair[]): number => Math.ceil(CLOSEST * pairs.length);

interface Roc {
  /** Rates of false and of true positives of the verdict "the first is better" at each threshold, from the strictest. */
  falsePositive: number[];
  truePositive: number[];
  area: number;
}

/**
 * The receiver operating characteristic of the verdict "score difference above t" over close pairs, each in both orders: the true order is
 * a positive, the other a negative. Its area is the probability that the difference of a true order exceeds that of a false order. It is
 * larger than the concordance, because a large error in one pair can be exceeded by a large correct difference in another.
 */
export function rocOf(scores: readonly number[], pairs: readonly Pair[]): Roc {
  const gaps = pairs
    .slice(0, closePairs(pairs))
    .map(({better, worse}) => scores[better]! - scores[worse]!)
    .sort((a, b) => b - a);
  const thresholds = [...new Set([...gaps, ...gaps.map(gap => -gap)])].sort((a, b) => b - a);
  const roc: Roc = {falsePositive: [0], truePositive: [0], area: 0};
  let [above, below] = [0, gaps.length - 1]; // gaps[0 … above) ≥ t; −gaps[below + 1 …] ≥ t
  for (const threshold of thresholds) {
    while (above < gaps.length && gaps[above]! >= threshold) above++;
    while (below >= 0 && -gaps[below]! >= threshold) below--;
    const [x, y] = [(gaps.length - 1 - below) / gaps.length, above / gaps.length];
    roc.area += ((x - roc.falsePositive.at(-1)!) * (y + roc.truePositive.at(-1)!)) / 2;
    roc.falsePositive.push(x);
    roc.truePositive.push(y);
  }
  return roc;
}

/** Bootstrap samples. */
const REPLICATES = 1_000;

/**
 * The concordance of several kinds of scores, and the difference of each from the first, with 95 % percentile intervals from a bootstrap of
 * persons (pairs of a person with itself are left out). All kinds use the same samples, so that differences are within the same persons.
 */
export function compareConcordance(
  kinds: readonly (readonly number[])[],
  truth: readonly number[],
  {random, replicates = REPLICATES}: {random: Random; replicates?: number}
): {auc: Estimated; against: Estimated}[] {
  const pairs = pairsOf(truth);
  const values = kinds.map(scores => concordance(scores, pairs));
  const drawn = kinds.map(() => new Array<number>(replicates));
  for (let replicate = 0; replicate < replicates; replicate++) {
    const weights = new Uint16Array(truth.length);
    for (let k = 0; k < truth.length; k++) weights[random.integer(0, truth.length - 1)]!++;
    for (const [k, scores] of kinds.entries()) drawn[k]![replicate] = concordance(scores, pairs, weights);
  }
  return kinds.map((_, k) => ({
    auc: {value: values[k]!, ...percentiles(drawn[k]!)},
    against: {value: values[k]! - values[0]!, ...percentiles(drawn[k]!.map((each, r) => each - drawn[0]![r]!))}
  }));
}

// Accuracy of estimates and of their ranking, with intervals over persons.

interface Estimated {
  value: number;
  low: number;
  high: number;
}

/** Bootstrap samples. */
const QUALITY_REPLICATES = 300;

/** Root mean squared error. */
export function rmse(estimates: readonly number[], truth: readonly number[]): number {
  return Math.sqrt(estimates.reduce((sum, each, i) => sum + (each - truth[i]!) ** 2, 0) / estimates.length);
}

/** A statistic of persons with its 95 % percentile interval from a bootstrap of persons. */
export function overPersons(
  persons: number,
  statistic: (chosen: readonly number[]) => number,
  {replicates = QUALITY_REPLICATES, random = randomOf("adaptive quality")}: {replicates?: number; random?: Random} = {}
): Estimated {
  const value = statistic(Array.from({length: persons}, (_, i) => i));
  const drawn = Array.from({length: replicates}, () =>
    statistic(Array.from({length: persons}, () => random.integer(0, persons - 1)))
  );
  return {value, ...percentiles(drawn)};
}

/** The 2.5 % and 97.5 % quantiles of the finite values; NaN where there are none. */
function percentiles(values: readonly number[]): {low: number; high: number} {
  const sorted = values.filter(Number.isFinite).sort((a, b) => a - b);
  const at = (q: number) => sorted[Math.min(sorted.length - 1, Math.max(0, Math.round(q * (sorted.length - 1))))] ?? Number.NaN;
  return {low: at(0.025), high: at(0.975)};
}

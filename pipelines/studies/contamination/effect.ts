// The effect of contamination on scores: accuracy on contaminated and clean items, their difference, and which models look like memorisers.

import {randomOf} from "../../generate/seed.js";
import {excessAccuracy, rescaledInterval} from "../../score/accuracy.js";
import {clusteredProportion, sumClusters} from "../../stats/clustered.js";
import {tQuantile} from "../../stats/distributions.js";
import {falseDiscoveryRate} from "../../stats/falseDiscovery.js";
import {isContaminated, type Verdict} from "./settings.js";

/** What the effect needs to know of an item. */
export interface AuditedItem {
  /** `not_testable` items are too short to be found in a corpus: they count neither as clean nor as contaminated. */
  verdict: Verdict;
  /** Items of one stratum are compared with each other alone: a task's point, a bank's category. */
  stratum: string;
  /** Probability of being right by guessing, 0–1. */
  guess_chance: number;
}

/** Untruncated answers in columns of equal length: who answered which item, and whether rightly. Several answers to one item are trials. */
export interface AnswersByItem {
  models: readonly string[];
  items: readonly AuditedItem[];
  /** Per answer: position in `models`, position in `items`, 1 where right and else 0. */
  model: ArrayLike<number>;
  item: ArrayLike<number>;
  correct: ArrayLike<number>;
}

/** Accuracy over a group of items. */
export interface GroupAccuracy {
  items: number;
  answers: number;
  correct: number;
  guess_sum: number;
  /** Excess accuracy: 0 guessing, 1 knowing; null where it cannot be estimated (no answers, or all guess chances 1). */
  accuracy: number | null;
  /** Its 95 % interval, clustered by item; null without answers. */
  low: number | null;
  high: number | null;
}

export interface ContaminationEffect {
  model: string;
  all: GroupAccuracy;
  clean: GroupAccuracy;
  contaminated: GroupAccuracy;
  /** Items that the model answered and that nothing can be said of. */
  not_testable: number;
  /** Items of both kinds that stand in a stratum with items of the other kind and were answered by other models too. */
  compared_clean: number;
  compared_contaminated: number;
  /** Most other models that answered such an item. */
  others: number;
  /**
   * Share of right answers on contaminated minus clean items of the same stratum, each less the other models' share on the same item: what
   * the model gains where items are contaminated, beyond what others gain. Null where nothing can be compared.
   */
  gain: number | null;
  /** Its 95 % interval over items. */
  gain_low: number | null;
  gain_high: number | null;
  /** One-sided p-value of no gain, and the same adjusted over all models (Benjamini–Hochberg). */
  p: number | null;
  q: number | null;
  /** Whether q ≤ the level; null where it was not tested. */
  memoriser: boolean | null;
  /** Why there is no gain, interval or test; empty where all are there. */
  why: string;
}

/** Least contaminated items on which a model is tested: below, no pattern of answers could be told from luck among tens of models. */
const LEAST_CONTAMINATED = 5;

/**
 * The effect of contamination on each model, in the order of `models`.
 *
 * Items differ in difficulty, and those that leak are seldom a random choice. Two comparisons take that out: an answer counts as its
 * difference from the other models' mean on the same item, and contaminated items are compared with clean ones of their own stratum
 * (weights of least squares with an intercept for each stratum). Each item is one unit, however often it was answered. The p-value is of
 * the permutation test that exchanges the verdicts within strata, so it needs no distribution; q controls the false discovery rate over
 * models. Where the others know the contaminated items too, the gain is an understatement: what all models share is not seen.
 * @param level false discovery rate at which a model counts as a memoriser
 * @param most permutations per model at most
 */
export function contaminationEffects(
  answers: AnswersByItem,
  {level = 0.05, seed = 0, most = 19_999}: {level?: number; seed?: number; most?: number} = {}
): ContaminationEffect[] {
  const {models, items} = answers;
  const {right, trials, own} = tallied(answers);
  const [sum, answered] = [new Float64Array(items.length), new Int32Array(items.length)];
  for (const places of own)
    for (const at of places) {
      const item = at % items.length;
      sum[item]! += right[at]! / trials[at]!;
      answered[item]!++;
    }
  const effects = models.map((model, m): ContaminationEffect => {
    const places = own[m]!;
    const group = (test: (item: AuditedItem) => boolean) =>
      accuracyOf(
        places.filter(at => test(items[at % items.length]!)),
        {right, trials, items}
      );
    const strata = new Map<string, EffectStratum>();
    let others = 0;
    for (const at of places) {
      const place = at % items.length;
      const item = items[place]!;
      const rest = answered[place]! - 1;
      if (item.verdict === "not_testable" || rest < 1) continue;
      const share = right[at]! / trials[at]!;
      let stratum = strata.get(item.stratum);
      if (!stratum) strata.set(item.stratum, (stratum = {clean: [], contaminated: []}));
      stratum[isContaminated(item.verdict) ? "contaminated" : "clean"].push(share - (sum[place]! - share) / rest);
      others = Math.max(others, rest);
    }
    const comparable = [...strata.values()].filter(({clean, contaminated}) => clean.length > 0 && contaminated.length > 0);
    const count = (of: keyof EffectStratum) => comparable.reduce((total, stratum) => total + stratum[of].length, 0);
    const groups = {
      all: group(() => true),
      clean: group(({verdict}) => verdict === "clean"),
      contaminated: group(({verdict}) => isContaminated(verdict))
    };
    return {
      model,
      ...groups,
      not_testable: places.filter(at => items[at % items.length]!.verdict === "not_testable").length,
      compared_clean: count("clean"),
      compared_contaminated: count("contaminated"),
      others,
      ...gainOf(comparable, {groups, others, seed: `${seed} ${model}`, most})
    };
  });
  const adjusted = falseDiscoveryRate(
    effects.map(({p}) => p),
    "BH"
  );
  return effects.map((effect, i) => ({
    ...effect,
    q: adjusted[i]!,
    memoriser: adjusted[i] === null ? null : adjusted[i]! <= level
  }));
}

type Gain = Pick<ContaminationEffect, "gain" | "gain_low" | "gain_high" | "p" | "q" | "memoriser" | "why">;

function gainOf(
  strata: readonly EffectStratum[],
  {
    groups: {clean, contaminated},
    others,
    seed,
    most
  }: {groups: Record<"clean" | "contaminated", GroupAccuracy>; others: number; seed: string; most: number}
): Gain {
  const none = {gain: null, gain_low: null, gain_high: null, p: null, q: null, memoriser: null};
  if (contaminated.items === 0) return {...none, why: "no contaminated item was answered"};
  if (clean.items === 0) return {...none, why: "no clean item was answered"};
  if (others === 0) return {...none, why: "no other model answered the same items, so that their difficulty is not known"};
  if (strata.length === 0) return {...none, why: "no stratum holds clean and contaminated items that another model answered too"};
  const {difference, error, df} = withinStrata(strata);
  const known = strata.reduce((total, stratum) => total + stratum.contaminated.length, 0);
  const found = {...none, gain: difference};
  if (known < LEAST_CONTAMINATED)
    return {
      ...found,
      why: `${known} contaminated ${known === 1 ? "item" : "items"} to compare; a test needs ${LEAST_CONTAMINATED}`
    };
  if (error === null || error === 0) return {...found, why: "all answers differ from the other models' alike"};
  const half = tQuantile(0.975, df) * error;
  const p = permutationP(strata, {seed, most});
  return {...found, gain_low: Math.max(-2, difference - half), gain_high: Math.min(2, difference + half), p, why: ""};
}

/** Right answers and trials per model and item (model-major), and each model's answered places. */
function tallied({models, items, model, item, correct}: AnswersByItem) {
  const right = new Int32Array(models.length * items.length);
  const trials = new Int32Array(right.length);
  for (let i = 0; i < model.length; i++) {
    const at = model[i]! * items.length + item[i]!;
    trials[at]!++;
    right[at]! += correct[i]!;
  }
  const own = models.map((_, m) => {
    const places: number[] = [];
    for (let at = m * items.length; at < (m + 1) * items.length; at++) if (trials[at]! > 0) places.push(at);
    return places;
  });
  return {right, trials, own};
}

/** Accuracy over some places, with Wilson's interval on the effective number of answers, each item one cluster, rescaled for guessing. */
function accuracyOf(
  places: readonly number[],
  {right, trials, items}: {right: Int32Array; trials: Int32Array; items: readonly AuditedItem[]}
): GroupAccuracy {
  const sums = sumClusters(places.map(at => ({y: right[at]!, x: trials[at]!})));
  const guess_sum = places.reduce((sum, at) => sum + trials[at]! * items[at % items.length]!.guess_chance, 0);
  const counts = {items: places.length, answers: sums.n, correct: sums.k, guess_sum};
  const accuracy = excessAccuracy({correct: sums.k, total: sums.n, guessSum: guess_sum});
  if (accuracy === null) return {...counts, accuracy: null, low: null, high: null};
  if (sums.n === places.length)
    return {...counts, accuracy, ...rescaledInterval({correct: sums.k, total: sums.n, guessSum: guess_sum})};
  const {low, high} = clusteredProportion(sums);
  const guess = guess_sum / sums.n;
  const rescaled = (x: number) => (x - guess) / (1 - guess);
  return {...counts, accuracy, low: Math.min(accuracy, rescaled(low!)), high: Math.max(accuracy, rescaled(high!))};
}

// The comparison of contaminated with clean items within strata: the difference with its error, and its permutation test.

/** Values of a stratum's items: one model's share of right answers less the other models'. */
interface EffectStratum {
  clean: number[];
  contaminated: number[];
}

const sumOf = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const squaresOf = (values: readonly number[]): number => {
  const mean = sumOf(values) / values.length;
  return values.reduce((total, value) => total + (value - mean) ** 2, 0);
};
/** The weight of a stratum in a least squares fit in which each stratum has its own intercept. */
const weightOf = ({clean: {length: n}, contaminated: {length: m}}: EffectStratum): number => (m * n) / (m + n);

/**
 * Mean of contaminated minus mean of clean items, strata weighted by mn ÷ (m + n). The error takes items as independent and the two kinds
 * of a stratum as equally variable; a stratum with one item of each kind borrows the variance of all.
 * @param strata each with at least one item of both kinds
 */
export function withinStrata(strata: readonly EffectStratum[]): {difference: number; error: number | null; df: number} {
  let [sum, total, squares, df] = [0, 0, 0, 0];
  for (const stratum of strata) {
    const {clean, contaminated} = stratum;
    const weight = weightOf(stratum);
    sum += weight * (sumOf(contaminated) / contaminated.length - sumOf(clean) / clean.length);
    total += weight;
    squares += squaresOf(clean) + squaresOf(contaminated);
    df += clean.length + contaminated.length - 2;
  }
  const difference = sum / total;
  if (df < 1) return {difference, error: null, df};
  let variance = 0;
  for (const stratum of strata) {
    const {clean, contaminated} = stratum;
    const own = clean.length + contaminated.length - 2;
    const spread = own > 0 ? (squaresOf(clean) + squaresOf(contaminated)) / own : squares / df;
    variance += weightOf(stratum) * spread;
  }
  return {difference, error: Math.sqrt(variance) / total, df};
}

/** Permutations at least as extreme after which the test ends: p is then known to about a fifth of its size. */
const ENOUGH = 30;

/**
 * One-sided p-value of no difference: verdicts are exchanged among the items of each stratum (Fisher 1935). Sequential Monte Carlo (Besag &
 * Clifford 1991, doi:10.1093/biomet/78.2.301): ends after 30 differences at least as large, p = 30 ÷ permutations, or else after `most`,
 * p = (1 + differences) ÷ (1 + permutations). Valid at every level; never below 1 ÷ (1 + most).
 */
export function permutationP(strata: readonly EffectStratum[], {seed, most}: {seed: string; most: number}): number {
  const random = randomOf(`contamination effect ${seed}`);
  const pools = strata.map(stratum => ({
    values: Float64Array.from([...stratum.contaminated, ...stratum.clean]),
    drawn: Math.min(stratum.contaminated.length, stratum.clean.length),
    sign: stratum.contaminated.length <= stratum.clean.length ? 1 : -1
  }));
  // With these weights the difference is the sum over contaminated items up to a constant and a factor; drawing the smaller kind suffices.
  const observed = strata.reduce(
    (sum, {clean, contaminated}, i) => sum + (pools[i]!.sign > 0 ? sumOf(contaminated) : -sumOf(clean)),
    0
  );
  const least = observed - 1e-9 * (1 + Math.abs(observed)); // equal sums may differ in their last digits
  let reached = 0;
  for (let done = 1; done <= most; done++) {
    let drawn = 0;
    for (const {values, drawn: size, sign} of pools) {
      let sum = 0;
      for (let i = 0; i < size; i++) {
        const j = random.integer(i, values.length - 1);
        const value = values[j]!;
        values[j] = values[i]!;
        values[i] = value;
        sum += value;
      }
      drawn += sign * sum;
    }
    if (drawn >= least && ++reached === ENOUGH) return ENOUGH / done;
  }
  return (1 + reached) / (1 + most);
}

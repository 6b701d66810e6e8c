// How often 95 % intervals hold, on answers of real models: of one random half of the items against the other half, and of the first answers
// against all of them. Nobody knows the truth there, so that both sides have noise, or one is a part of the other.
import type {Random} from "../../../pipelines/generate/seed.js";
import {formulaScore} from "../../../pipelines/score/formula.js";
import {Z975} from "../../../pipelines/stats/distributions.js";
import {wilsonInterval} from "../../../pipelines/stats/intervals.js";
import {type Bounded, newcombe} from "../../../pipelines/stats/newcombe.js";
import {differenceInterval, pairSumsDifference} from "../../../pipelines/stats/paired.js";
import {rankIntervals} from "../../../pipelines/stats/ranks.js";
import {isInShareSequence, shareSequence} from "../../../pipelines/stats/shareSequence.js";
import {fitResponses} from "../../../pipelines/studies/irt/estimate/settings.js";

/** Outcome of an item that a model has no scored answer to. */
export const UNSCORED = 2;

/** Answers of several models to the same items: 1 right, 0 wrong, or UNSCORED. */
export interface Outcomes {
  models: {name: string; outcomes: Uint8Array}[];
  /** chance of a right guess, by item */
  guess: Float64Array;
}

/** How many intervals held what they should, and their mean width. */
export interface Held {
  held: number;
  intervals: number;
  width: number;
}

export const STATISTICS = ["accuracy", "formula score", "difference of two models", "ranks of all models"] as const;
export type Statistic = (typeof STATISTICS)[number];

/**
 * Whether two estimates agree within their noise: the interval of their difference holds 0. The halves of a finite set of items have the same
 * spread of differences as independent samples.
 */
function agree(a: Bounded, b: Bounded): boolean {
  const {low, high} = newcombe(a, b);
  return low <= 0 && 0 <= high;
}

/** The share of right answers among some items. */
function accuracyOf(outcomes: Uint8Array, items: Uint32Array): Bounded & {right: number; n: number} {
  let [right, n] = [0, 0];
  for (const item of items) {
    if (outcomes[item] === UNSCORED) continue;
    n++;
    right += outcomes[item]!;
  }
  const value = n > 0 ? right / n : 0;
  return {value, ...wilsonInterval(value, n), right, n};
}

function formulaOf(
  {right, n}: {right: number; n: number},
  outcomes: Uint8Array,
  guess: Float64Array,
  items: Uint32Array
): Bounded {
  let guess_sum = 0;
  for (const item of items) if (outcomes[item] !== UNSCORED) guess_sum += guess[item]!;
  return formulaScore([{weight: 1, points: [{correct: right, incorrect: n - right, truncated: 0, guess_sum}]}])!;
}

/** The paired difference on common items; null where there are fewer than two. */
function differenceOf(a: Uint8Array, b: Uint8Array, items: Uint32Array): Bounded | null {
  let [n, d, dd] = [0, 0, 0];
  for (const item of items) {
    if (a[item] === UNSCORED || b[item] === UNSCORED) continue;
    n++;
    const gain = a[item]! - b[item]!;
    d += gain;
    dd += gain * gain;
  }
  if (n < 2) return null;
  const difference = pairSumsDifference({n, m: n, d, dd, dm: d, mm: n});
  return {value: difference.value!, ...differenceInterval(difference)!};
}

/** Splits the items into random halves and compares the intervals of both, for every model and every pair of neighbours in accuracy. */
export function splitHalves(
  {models, guess}: Outcomes,
  {splits, random}: {splits: number; random: Random}
): Record<Statistic, Held> {
  const result = Object.fromEntries(STATISTICS.map(name => [name, {held: 0, intervals: 0, width: 0}])) as Record<Statistic, Held>;
  const count = (name: Statistic, isHeld: boolean, ...widths: number[]) => {
    const sum = result[name];
    sum.held += Number(isHeld);
    sum.intervals++;
    sum.width += widths.reduce((a, b) => a + b, 0) / widths.length;
  };
  const everything = Uint32Array.from(guess, (_, i) => i);
  const byAccuracy = [...models].sort(
    (a, b) => accuracyOf(b.outcomes, everything).value - accuracyOf(a.outcomes, everything).value
  );
  const compare = (name: Statistic, [a, b]: readonly [Bounded, Bounded]) =>
    count(name, agree(a, b), a.high - a.low, b.high - b.low);
  for (let split = 0; split < splits; split++) {
    const order = Uint32Array.from(random.shuffle([...everything]));
    const middle = Math.floor(order.length / 2);
    const halves = [order.subarray(0, middle), order.subarray(middle, 2 * middle)] as const;
    const shares = byAccuracy.map(
      ({outcomes}) =>
        halves.map(items => accuracyOf(outcomes, items)) as [ReturnType<typeof accuracyOf>, ReturnType<typeof accuracyOf>]
    );
    for (const [i, {outcomes}] of byAccuracy.entries()) {
      compare("accuracy", shares[i]!);
      compare(
        "formula score",
        [0, 1].map(half => formulaOf(shares[i]![half]!, outcomes, guess, halves[half]!)) as [Bounded, Bounded]
      );
      const next = byAccuracy[i + 1];
      const differences = next ? halves.map(items => differenceOf(outcomes, next.outcomes, items)) : [];
      if (differences[0] && differences[1]) compare("difference of two models", differences as [Bounded, Bounded]);
    }
    const ranks = [0, 1].map(half =>
      rankIntervals(shares.map(each => ({value: each[half]!.value, se: (each[half]!.high - each[half]!.low) / (2 * Z975)})))
    );
    const meet = ranks[0]!.every((a, i) => a.low <= ranks[1]![i]!.high && ranks[1]![i]!.low <= a.high);
    count("ranks of all models", meet, ...ranks.flat().map(({low, high}) => high - low));
  }
  for (const sum of Object.values(result)) sum.width /= Math.max(1, sum.intervals);
  return result;
}

/**
 * Fits each half of the items as `irt fit` does, and compares the intervals of each model's ability. Both fits have the models' mean and
 * standard deviation as origin and unit.
 */
export function abilityHalves({models}: Outcomes, {splits, random}: {splits: number; random: Random}): Held {
  const result: Held = {held: 0, intervals: 0, width: 0};
  const size = models[0]?.outcomes.length ?? 0;
  const abilitiesOf = (items: readonly number[]): Bounded[] => {
    const {fit} = fitResponses({
      persons: models.map((_, i) => String(i)),
      items: items.map(String),
      cells: Uint8Array.from(models.flatMap(({outcomes}) => items.map(item => outcomes[item]!)))
    });
    const {mean, sd} = momentsOf(fit.ability.map(({eap}) => eap));
    return fit.ability.map(({eap, lo, hi}) => ({value: (eap - mean) / sd, low: (lo - mean) / sd, high: (hi - mean) / sd}));
  };
  for (let split = 0; split < splits; split++) {
    const order = random.shuffle(Array.from({length: size}, (_, i) => i));
    const middle = Math.floor(size / 2);
    const [first, second] = [abilitiesOf(order.slice(0, middle)), abilitiesOf(order.slice(middle, 2 * middle))];
    for (const [i, one] of first.entries()) {
      const other = second[i]!;
      result.held += Number(agree(one, other));
      result.intervals++;
      result.width += (one.high - one.low + other.high - other.low) / 2;
    }
  }
  result.width /= Math.max(1, result.intervals);
  return result;
}

function momentsOf(values: readonly number[]): {mean: number; sd: number} {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return {mean, sd: Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length)};
}

/** Numbers of answers after which a reader looks. */
export const LOOKS = [32, 64, 128, 256, 512] as const;

/** The look at which widths of Wilson's interval and of the confidence sequence are compared. */
const MIDDLE_LOOK = 128;

/**
 * How often Wilson's interval of the first answers, in a random order, holds the share of all; how often it does at every look (`every`); and how
 * often a confidence sequence does after every answer (`sequence`, with its width at the middle look).
 */
export function looks(
  {models, guess}: Outcomes,
  {orders, random}: {orders: number; random: Random}
): {byLook: Map<number, Held>; every: Held; sequence: Held} {
  const byLook = new Map<number, Held>(LOOKS.filter(n => 2 * n <= guess.length).map(n => [n, {held: 0, intervals: 0, width: 0}]));
  const every: Held = {held: 0, intervals: 0, width: 0};
  const sequence: Held = {held: 0, intervals: 0, width: 0};
  let middles = 0;
  for (let run = 0; run < orders; run++)
    for (const {outcomes} of models) {
      const scored = random.shuffle([...outcomes].filter(outcome => outcome !== UNSCORED));
      if (scored.length === 0) continue;
      const end = scored.reduce((sum, outcome) => sum + outcome, 0) / scored.length;
      let isHeldAtEvery = true;
      let isInSequence = true;
      let right = 0;
      for (const [i, outcome] of scored.entries()) {
        right += outcome;
        isInSequence &&= isInShareSequence(end, right, i + 1);
        if (i + 1 === MIDDLE_LOOK) {
          const {low, high} = shareSequence(right, i + 1);
          sequence.width += high - low;
          middles++;
        }
        const sum = byLook.get(i + 1);
        if (!sum) continue;
        const {low, high} = wilsonInterval(right / (i + 1), i + 1);
        const isHeld = low <= end && end <= high;
        sum.held += Number(isHeld);
        sum.intervals++;
        sum.width += high - low;
        isHeldAtEvery &&= isHeld;
      }
      every.held += Number(isHeldAtEvery);
      every.intervals++;
      sequence.held += Number(isInSequence);
      sequence.intervals++;
    }
  sequence.width /= Math.max(1, middles);
  for (const sum of byLook.values()) sum.width /= Math.max(1, sum.intervals);
  return {byLook, every, sequence};
}

// Conditional fit of single items: do abler persons get an item right as often as a Rasch item of its difficulty would have them?

import {normalCdf} from "../../../stats/distributions.js";
import {falseDiscoveryRate} from "../../../stats/falseDiscovery.js";
import {MISSING, type Responses, RIGHT} from "../item.js";

/** Fit of one item. */
export interface ConditionalFit {
  /** number of answers, and of right answers */
  n: number;
  right: number;
  /** Q index: 0 = exactly the ablest persons are right, about 0.5 = ability makes no difference, 1 = exactly the least able are right */
  q: number;
  /** probability, under the Rasch model, that right answers come from persons at most as able in total */
  p: number;
  /** p adjusted for the number of tested items (Benjamini & Hochberg 1995) */
  adjusted: number;
  /** the smallest p that this number of right answers could have, had exactly the least able persons been right */
  attainable: number;
}

/** Fewest persons who answered an item that is tested: with fewer, no p-value can be small. */
const MIN_PERSONS = 5;
/** Most additions for the exact distributions of all items, about 20 s; beyond, the persons are so many that T is as good as normal. */
const MAX_STEPS = 2e10;
/** Width of the classes of ability in logits; the test is exact for abilities rounded to it, and rounding moves no p-value by more than a few percent. */
const CLASS = 0.05;

/**
 * Tests each item against the Rasch model, in the order of the responses; null for an item that all answered alike, or too few answered.
 * Given the number of right answers, the model leaves no parameter of the item: the probability of an answer pattern is proportional to
 * exp(Σ x θ), so that T = Σ x θ has an exact distribution for any number of persons, where χ² statistics (S-X², infit, outfit) need
 * hundreds of them. A small T means that abler persons fail. The index is that of Rost & von Davier 1994 (Q = (T_max − T) ÷ (T_max − T_min),
 * doi:10.1177/014662169401800206); the distribution follows by adding one person after the other, as in Lord & Wingersky's recursion. Of
 * matrices for which that takes too long, with hundreds of persons, T is taken as normal: Rao's score test of the item's slope.
 * @param theta abilities of the persons in logits, taken as known: they should follow from many more items than one
 */
export function conditionalFits(responses: Responses, theta: ArrayLike<number>): (ConditionalFit | null)[] {
  const {persons, items, cells} = responses;
  const lowest = Math.min(...Array.from(theta));
  const classes = Array.from(theta, value => Math.round((value - lowest) / CLASS));
  const answeredOf = (item: number) =>
    persons.flatMap((_, person) => (cells[person * items.length + item] === MISSING ? [] : [person]));
  const patterns = new Set(items.map((_, item) => levelsOf(answeredOf(item), classes).join()));
  const isExact = (patterns.size * persons.length ** 2 * sum(classes)) / 4 <= MAX_STEPS;
  const tables = new Map<string, Float64Array[]>();
  const fits = items.map((_, item) => {
    const answered = answeredOf(item);
    const isRight = answered.map(person => cells[person * items.length + item] === RIGHT);
    const [n, right] = [answered.length, isRight.filter(Boolean).length];
    if (n < MIN_PERSONS || right === 0 || right === n) return null;
    const sorted = levelsOf(answered, classes);
    const [least, most] = [sum(sorted.slice(0, right)), sum(sorted.slice(n - right))];
    if (least === most) return null;
    const total = sum(answered.map((person, k) => (isRight[k] ? classes[person]! : 0)));
    const chance = isExact ? exact(tables, sorted)[right]! : null;
    const below = (t: number) => (chance ? lowerTail(chance, t) : normalTail(sorted, {right, t}));
    return {n, right, q: (most - total) / (most - least), p: below(total), attainable: below(least)};
  });
  const adjusted = falseDiscoveryRate(
    fits.map(fit => fit?.p ?? null),
    "BH"
  );
  return fits.map((fit, j) => fit && {...fit, adjusted: adjusted[j]!});
}

/** Classes of some persons' abilities, lowest first. */
const levelsOf = (chosen: readonly number[], classes: readonly number[]): number[] =>
  chosen.map(person => classes[person]!).sort((a, b) => a - b);

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Weights of each total of classes, by the number of right answers; items that the same persons answered share them. */
function exact(tables: Map<string, Float64Array[]>, levels: readonly number[]): Float64Array[] {
  const name = levels.join();
  let table = tables.get(name);
  if (!table) tables.set(name, (table = weightsOf(levels)));
  return table;
}

function weightsOf(levels: readonly number[]): Float64Array[] {
  const size = sum(levels) + 1;
  const center = sum(levels) / levels.length;
  const weights = Array.from({length: levels.length + 1}, () => new Float64Array(size));
  weights[0]![0] = 1;
  let reached = 0;
  for (const [before, level] of levels.entries()) {
    const odds = Math.exp(CLASS * (level - center));
    for (let right = before; right >= 0; right--) {
      const [from, to] = [weights[right]!, weights[right + 1]!];
      for (let t = 0; t <= reached; t++) if (from[t] !== 0) to[t + level]! += odds * from[t]!;
    }
    reached += level;
  }
  return weights;
}

function lowerTail(weights: Float64Array, t: number): number {
  let [below, all] = [0, 0];
  for (let k = 0; k < weights.length; k++) {
    all += weights[k]!;
    if (k === t) below = all;
  }
  return below / all;
}

/** Lower tail of T by Rao's score test of the slope, at the difficulty that expects as many right answers as there are. */
function normalTail(levels: readonly number[], {right, t}: {right: number; t: number}): number {
  const probabilities = (b: number) => levels.map(level => 1 / (1 + Math.exp(b - CLASS * level)));
  let [easy, hard] = [-BEYOND, CLASS * Math.max(...levels) + BEYOND];
  for (let step = 0; step < HALVINGS; step++) {
    const middle = (easy + hard) / 2;
    if (sum(probabilities(middle)) > right) easy = middle;
    else hard = middle;
  }
  let [mean, w, wx, wxx] = [0, 0, 0, 0];
  for (const [k, p] of probabilities((easy + hard) / 2).entries()) {
    const [x, variance] = [levels[k]!, p * (1 - p)];
    mean += p * x;
    w += variance;
    wx += variance * x;
    wxx += variance * x * x;
  }
  return normalCdf((t - mean) / Math.sqrt(wxx - (wx * wx) / w));
}
/** Difficulties of items that one of many persons got right or wrong lie within so many logits of the persons. */
const BEYOND = 20;
/** Halvings of the interval of difficulties: 60 reach the precision of a double. */
const HALVINGS = 60;

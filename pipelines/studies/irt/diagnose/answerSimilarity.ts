// Models that answer alike beyond what ability and difficulty explain: copies of one model under several names, its versions, and how many
// independent models all of them amount to.
import {type Random, randomOf} from "../../../generate/seed.js";
import {normalUpper, Z975} from "../../../stats/distributions.js";
import {falseDiscoveryRate} from "../../../stats/falseDiscovery.js";
import {groupBy} from "../../../stats/groupBy.js";
import type {Fit} from "../estimate/result.js";
import {answersTo, type Item, MISSING, probability, type Responses, RIGHT} from "../item.js";
import {correlation} from "./residuals.js";

/** Two persons (by index) who answer alike significantly. */
export interface SimilarPair {
  i: number;
  j: number;
  /** number of items that both answered */
  n: number;
  /** correlation of their residuals over these items, with its 95 % interval (Fisher's z) */
  r: number;
  low: number;
  high: number;
  /** one-sided p of r > 0, adjusted for the number of pairs (Benjamini & Hochberg 1995) */
  adjusted: number;
}

export interface AnswerSimilarity {
  /** number of pairs that were compared: of persons with 5 right and 5 wrong answers or more who answered 20 items or more in common */
  compared: number;
  /** of these, pairs that answer alike at a false discovery rate of 5 %; the strongest MAX_LISTED of them are in `pairs` */
  alike: number;
  pairs: SimilarPair[];
  /** effective number of independent models: N ÷ (1 + (N − 1) ρ̄) */
  effective: number;
  /** persons that count as copies of one model, largest group first: linked by pairs whose whole interval of r is above MIN_COPY_R */
  copies: number[][];
}

/**
 * Lower end of the interval of r above which two models count as copies. The same weights at three hosts have 0.26 to 0.50 (Llama 3.1 405B
 * on GSM8K); models of different makers stay below 0.1.
 */
export const MIN_COPY_R = 0.25;
/** Level of the false discovery rate. */
const LEVEL = 0.05;
/** Items that both persons of a pair must have answered. */
const MIN_COMMON = 20;
/** Right answers, and wrong ones, that a person must have: two models that are right on all but the same item need not be copies. */
const MIN_RARE = 5;
/** Answers that are compared, over all pairs: about 10 seconds. */
const MAX_COMPARED = 5e9;
const MAX_LISTED = 2_000;

/**
 * Compares each two persons. Answers minus their probabilities are correlated over items; the mean of the significantly positive
 * correlations gives the design effect (Kish 1965, Survey Sampling, § 5.4).
 * @param theta abilities of the persons, in order
 * @param maxPairs largest number of pairs compared; where there are more, a random sample of pairs is taken
 */
export function compareAnswers(
  items: readonly Omit<Item, "id">[],
  responses: Pick<Responses, "persons" | "cells">,
  theta: ArrayLike<number>,
  {maxPairs = MAX_COMPARED / Math.max(1, items.length), random = randomOf("kin")}: {maxPairs?: number; random?: Random} = {}
): AnswerSimilarity {
  const size = responses.persons.length;
  const correlate = correlator(items, responses, theta);
  let compared = 0;
  const candidates: (Omit<SimilarPair, "adjusted"> & {p: number})[] = [];
  for (const [i, j] of pairsOf(size, maxPairs, random)) {
    const {r, n} = correlate(i, j);
    if (n < MIN_COMMON || Number.isNaN(r)) continue;
    compared++;
    const [z, reach] = [Math.atanh(Math.min(r, 0.999999)), 1 / Math.sqrt(n - 3)];
    const p = normalUpper(z / reach);
    if (p <= LEVEL) candidates.push({i, j, n, r, low: Math.tanh(z - Z975 * reach), high: Math.tanh(z + Z975 * reach), p});
  }
  // of all pairs, those with larger p only raise the number of tests
  const adjusted = falseDiscoveryRate(
    candidates.map(({p}) => p),
    "BH"
  );
  const alike = candidates
    .map(({p: _, ...pair}, k) => ({...pair, adjusted: (adjusted[k]! * compared) / candidates.length}))
    .filter(pair => pair.adjusted <= LEVEL)
    .sort((a, b) => b.r - a.r);
  const mean = compared > 0 ? alike.reduce((sum, {r}) => sum + r, 0) / compared : 0;
  return {
    compared,
    alike: alike.length,
    pairs: alike.slice(0, MAX_LISTED),
    effective: size / (1 + (size - 1) * mean),
    copies: linkedGroups(
      alike.filter(({low}) => low > MIN_COPY_R),
      size
    )
  };
}

/** The correlation of two persons' residuals, and the number of items that both answered. */
function correlator(
  items: readonly Omit<Item, "id">[],
  {persons, cells}: Pick<Responses, "persons" | "cells">,
  theta: ArrayLike<number>
): (i: number, j: number) => {r: number; n: number} {
  const size = items.length;
  const rows = persons.map((_, person) =>
    Float64Array.from(items, (item, j) => {
      const cell = cells[person * size + j]!;
      return cell === MISSING ? Number.NaN : Number(cell === RIGHT) - probability(item, theta[person]!);
    })
  );
  const isVaried = rows.map(
    row =>
      Math.min(
        count(row, value => value > 0),
        count(row, value => value < 0)
      ) >= MIN_RARE
  );
  const isComplete = rows.map(row => !row.some(Number.isNaN));
  const units = rows.map((row, person) => (isComplete[person] ? standardised(row) : row));
  return (i, j) => {
    if (!isVaried[i] || !isVaried[j]) return {r: Number.NaN, n: 0};
    if (!isComplete[i] || !isComplete[j]) return correlation(rows[i]!, rows[j]!);
    const [x, y] = [units[i]!, units[j]!];
    let r = 0;
    for (let k = 0; k < size; k++) r += x[k]! * y[k]!;
    return {r, n: size};
  };
}

const count = (row: Float64Array, is: (value: number) => boolean): number =>
  row.reduce((sum, value) => sum + Number(is(value)), 0);

/** Values minus their mean, divided by the root of their sum of squares. */
function standardised(row: Float64Array): Float64Array {
  const mean = row.reduce((sum, value) => sum + value, 0) / row.length;
  const length = Math.sqrt(row.reduce((sum, value) => sum + (value - mean) ** 2, 0));
  return row.map(value => (value - mean) / length);
}

function* pairsOf(size: number, max: number, random: Random): Generator<[number, number]> {
  if ((size * (size - 1)) / 2 > max)
    for (let count = 0; count < max; count++) {
      const i = Math.floor(random.real() * size);
      yield [i, (i + 1 + Math.floor(random.real() * (size - 1))) % size];
    }
  else for (let i = 1; i < size; i++) for (let j = 0; j < i; j++) yield [j, i];
}

/** Groups of two or more persons that pairs connect, largest first, each in the order of the persons. */
function linkedGroups(pairs: readonly {i: number; j: number}[], size: number): number[][] {
  const parent = Int32Array.from({length: size}, (_, i) => i);
  const root = (person: number): number => {
    let top = person;
    while (parent[top] !== top) top = parent[top]!;
    parent[person] = top;
    return top;
  };
  for (const {i, j} of pairs) parent[root(j)] = root(i);
  return [...groupBy([...parent.keys()], root).values()].filter(group => group.length > 1).sort((a, b) => b.length - a.length);
}

/** Compares the answers of each two persons of a fit. */
export function fitSimilarity({items, ability}: Pick<Fit, "items" | "ability">, responses: Responses): AnswerSimilarity {
  return compareAnswers(
    items.map(item => ({...item, u: 1})),
    answersTo(responses, items),
    Float64Array.from(ability, ({eap}) => eap)
  );
}

/** Names a group of copies in a sentence without a full stop. */
export const copiesText = (names: readonly string[]): string =>
  `copies of one model, or versions of it: ${names.join(", ")} (95 % interval of r above ${MIN_COPY_R}); irt fit --count-copies-once keeps one`;

/** Number of persons that are left out where the copies of each model count once. */
export const countCopies = (groups: readonly (readonly number[])[]): number =>
  groups.reduce((sum, group) => sum + group.length - 1, 0);

/**
 * Indexes of the persons with one of each group: the one with most answers, of equal ones the first.
 * @param groups of persons that count as copies of one model
 */
export function withoutCopies({persons, items, cells}: Responses, groups: readonly (readonly number[])[]): number[] {
  const answers = (person: number) =>
    cells.subarray(person * items.length, (person + 1) * items.length).reduce((sum, cell) => sum + Number(cell !== MISSING), 0);
  const dropped = new Set(
    groups.flatMap(group => {
      const counts = group.map(answers);
      const first = counts.indexOf(Math.max(...counts));
      return group.filter((_, k) => k !== first);
    })
  );
  return [...persons.keys()].filter(person => !dropped.has(person));
}

// Fit statistics of items and of persons: infit and outfit mean squares, and the standardised log-likelihood Zh.

import {normalUpper} from "../../../stats/distributions.js";
import {falseDiscoveryRate} from "../../../stats/falseDiscovery.js";
import {type Item, information, MISSING, probability, type Responses, RIGHT} from "../item.js";
import {type Residual, residualMap} from "./observed.js";

/** Fit of one item over persons, or of one person over items. NaN where there are no answers. */
export interface MeanSquares {
  n: number;
  /** mean of squared standardised residuals: expected value 1; sensitive to unexpected answers far from the ability */
  outfit: number;
  zOutfit: number;
  /** the same weighted by information: expected value 1; sensitive to unexpected answers near the ability */
  infit: number;
  zInfit: number;
  /** standardised log-likelihood (lz): expected value 0; −2 and below is aberrant */
  zh: number;
}

/**
 * Infit, outfit and Zh at given abilities (here EAP, as in mirt). EAP shrinks towards the mean, so in a test of few items the mean squares
 * of a correct model lie below 1 and items look better than they are: judge short tests by S-X2.
 * Mean squares: Wright & Masters 1982, Rating Scale Analysis, ch. 5, transformed to normal by the cube root of Wilson & Hilferty 1931.
 * Zh: Drasgow, Levine & Williams 1985, doi:10.1111/j.2044-8317.1985.tb00817.x.
 * @param theta abilities of the persons, in order
 */
export function meanSquares(
  items: readonly Item[],
  {persons, cells}: Pick<Responses, "persons" | "cells">,
  theta: ArrayLike<number>
): {items: MeanSquares[]; persons: MeanSquares[]} {
  const ofItems = new Sums(items.length);
  const ofPersons = new Sums(persons.length);
  for (let person = 0, at = 0; person < persons.length; person++)
    for (let item = 0; item < items.length; item++, at++) {
      const cell = cells[at]!;
      if (cell === MISSING) continue;
      const p = bounded(probability(items[item]!, theta[person]!));
      const answer = Number(cell === RIGHT);
      ofItems.add(item, p, answer);
      ofPersons.add(person, p, answer);
    }
  return {items: ofItems.read(), persons: ofPersons.read()};
}

/** Probabilities are kept this far from 0 and 1, so that logarithms stay finite. */
const LEAST = 1e-10;
const bounded = (p: number): number => Math.min(1 - LEAST, Math.max(LEAST, p));
/**
 * Lower bound of an answer's variance, as in mirt: otherwise a single unexpected answer where P is near 0 or 1 would outweigh all others.
 */
const LEAST_VARIANCE = Math.sqrt(1e-5);
/** Largest standard deviation of a mean square in the cube-root transformation, which is near normal only while it is moderate. */
const WIDEST = Math.SQRT2;

/** Sums over answers, one slot per item or person. */
class Sums {
  private readonly n: Float64Array;
  private readonly squares: Float64Array;
  private readonly standardised: Float64Array;
  private readonly variance: Float64Array;
  private readonly kurtosis: Float64Array;
  private readonly fourth: Float64Array;
  private readonly logLikelihood: Float64Array;
  private readonly logVariance: Float64Array;
  constructor(size: number) {
    const zeros = () => new Float64Array(size);
    [this.n, this.squares, this.standardised, this.variance] = [zeros(), zeros(), zeros(), zeros()];
    [this.kurtosis, this.fourth, this.logLikelihood, this.logVariance] = [zeros(), zeros(), zeros(), zeros()];
  }
  add(slot: number, p: number, answer: number): void {
    const q = 1 - p;
    const w = Math.max(p * q, LEAST_VARIANCE);
    const square = (answer - p) ** 2;
    const fourth = p * q * (q * q * q + p * p * p); // E(x − p)⁴
    const odds = Math.log(p / q);
    this.n[slot]! += 1;
    this.squares[slot]! += square;
    this.standardised[slot]! += square / w;
    this.variance[slot]! += w;
    this.kurtosis[slot]! += fourth / (w * w);
    this.fourth[slot]! += fourth - w * w;
    this.logLikelihood[slot]! += (answer - p) * odds; // ln P(x) − E ln P
    this.logVariance[slot]! += p * q * odds * odds;
  }
  read(): MeanSquares[] {
    return Array.from(this.n, (n, slot) => {
      if (n === 0) return {n, outfit: Number.NaN, zOutfit: Number.NaN, infit: Number.NaN, zInfit: Number.NaN, zh: Number.NaN};
      const outfit = this.standardised[slot]! / n;
      const infit = this.squares[slot]! / this.variance[slot]!;
      return {
        n,
        outfit,
        zOutfit: normalised(outfit, Math.sqrt(this.kurtosis[slot]! / (n * n) - 1 / n)),
        infit,
        zInfit: normalised(infit, Math.sqrt(Math.max(0, this.fourth[slot]!)) / this.variance[slot]!),
        zh: this.logLikelihood[slot]! / Math.sqrt(this.logVariance[slot]!)
      };
    });
  }
}

function normalised(meanSquare: number, spread: number): number {
  const sd = Math.min(WIDEST, spread);
  return (Math.cbrt(meanSquare) - 1) * (3 / sd) + sd / 3;
}

// Local dependence (Q3): are answers to two items correlated beyond what ability explains?

/** Two items (by index) and the correlation of their residuals over the persons who answered both. */
export interface ItemPair {
  i: number;
  j: number;
  q3: number;
  n: number;
  /**
   * mean correlation if the model held; below 0, because both items contribute to the ability estimate that their residuals are taken from
   */
  expected: number;
  /** p of a correlation that far from the expected one, by Fisher's z */
  p: number;
  /** p adjusted for the number of pairs (Benjamini & Hochberg 1995) */
  adjusted: number;
}

/** Answers minus their probabilities at the given abilities, items × persons; NaN where missing. */
export function residuals(items: readonly Item[], {persons, cells}: Responses, theta: ArrayLike<number>): Float64Array[] {
  return items.map((item, j) =>
    Float64Array.from(persons, (_, person) => {
      const cell = cells[person * items.length + j]!;
      return cell === MISSING ? Number.NaN : Number(cell === RIGHT) - probability(item, theta[person]!);
    })
  );
}

/** Pearson's correlation over the places where both lists have a value, and the number of those places. */
export function correlation(x: ArrayLike<number>, y: ArrayLike<number>): {r: number; n: number} {
  let [n, sx, sy, sxx, syy, sxy] = [0, 0, 0, 0, 0, 0];
  for (let k = 0; k < x.length; k++) {
    const [a, b] = [x[k]!, y[k]!];
    if (Number.isNaN(a) || Number.isNaN(b)) continue;
    n++;
    sx += a;
    sy += b;
    sxx += a * a;
    syy += b * b;
    sxy += a * b;
  }
  const spread = Math.sqrt((sxx - (sx * sx) / n) * (syy - (sy * sy) / n));
  return {r: spread > 0 ? (sxy - (sx * sy) / n) / spread : Number.NaN, n};
}

/** Residuals of all answers, with what the model implies for their correlations. */
interface Residuals {
  /** items × persons, as returned by `residuals` */
  residual: readonly Float64Array[];
  /**
   * items × persons: P′(θ) ÷ √(1 + I(θ)), how far one answer shifts the ability estimate that its residual is taken from; NaN where missing
   */
  pull: readonly Float64Array[];
  /** items × persons: P(1 − P) minus the square of `pull`, the variance of a residual */
  variance: readonly Float64Array[];
}

/**
 * Residuals of a response matrix.
 * @param theta posterior means (EAP) of the persons under a standard normal population
 */
export function residualsOf(items: readonly Item[], responses: Responses, theta: ArrayLike<number>): Residuals {
  const residual = residuals(items, responses, theta);
  const known = Float64Array.from(responses.persons, (_, i) =>
    items.reduce((sum, item, j) => sum + (Number.isNaN(residual[j]![i]!) ? 0 : information(item, theta[i]!)), 1)
  );
  const pull = items.map((item, j) =>
    residual[j]!.map((value, i) => {
      if (Number.isNaN(value)) return Number.NaN;
      const p = probability(item, theta[i]!);
      return Math.sign(item.a) * Math.sqrt((information(item, theta[i]!) * p * (1 - p)) / known[i]!);
    })
  );
  const variance = items.map((item, j) =>
    pull[j]!.map((value, i) => {
      const p = probability(item, theta[i]!);
      return p * (1 - p) - value * value;
    })
  );
  return {residual, pull, variance};
}

/** Expected correlation of two items' residuals over the persons who answered both. */
function expectedQ3({pull, variance}: Residuals, i: number, j: number): number {
  let [product, left, right] = [0, 0, 0];
  for (let person = 0; person < pull[i]!.length; person++) {
    const both = pull[i]![person]! * pull[j]![person]!;
    if (Number.isNaN(both)) continue;
    product += both;
    left += variance[i]![person]!;
    right += variance[j]![person]!;
  }
  return -product / Math.sqrt(left * right);
}

/**
 * Yen's Q3 of all pairs (Yen 1984, doi:10.1177/014662168400800201), largest deviation from the expected value first. A residual is x −
 * P(θ̂), and to first order θ̂ − θ = (Σ P′e ÷ P(1 − P) − θ) ÷ (1 + I) with e = x − P(θ), so that two residuals covary by −P′P′ ÷ (1 + I):
 * about −1 ÷ (J − 1) on average over pairs (Christensen, Makransky & Horton 2017, doi:10.1177/0146621616677520, who flag 0.2 above the
 * mean), more for more informative items.
 * Pairs that fewer than 20 persons answered are left out.
 * @param most largest number of pairs returned
 */
export function localDependence(of: Residuals, {most = Infinity}: {most?: number} = {}): {mean: number; pairs: ItemPair[]} {
  const {residual} = of;
  const found: Omit<ItemPair, "p" | "adjusted">[] = [];
  for (let i = 1; i < residual.length; i++)
    for (let j = 0; j < i; j++) {
      const {r, n} = correlation(residual[i]!, residual[j]!);
      if (n > FEWEST && !Number.isNaN(r)) found.push({i: j, j: i, q3: r, n, expected: expectedQ3(of, i, j)});
    }
  const mean = found.reduce((sum, {q3}) => sum + q3, 0) / found.length;
  const p = found.map(({q3, n, expected}) => 2 * normalUpper(Math.abs(fisher(q3) - fisher(expected)) * Math.sqrt(n - 3)));
  const adjusted = falseDiscoveryRate(p, "BH");
  const off = (k: number): number => Math.abs(found[k]!.q3 - found[k]!.expected);
  const order = found.map((_, k) => k).sort((a, b) => off(b) - off(a));
  return {mean, pairs: order.slice(0, most).map(k => ({...found[k]!, p: p[k]!, adjusted: adjusted[k]!}))};
}
/** Pairs with at most so many persons are left out: with so few, all their answers agree by chance more often than Fisher's z says. */
const FEWEST = 19;
const fisher = (r: number): number => Math.atanh(Math.max(-0.999999, Math.min(0.999999, r)));

// Residuals by evaluation and category; of many evaluations or categories, by groups of like ability or difficulty.

/** Most evaluations, and most categories, that have a row or a column each. */
const [MOST_ROWS, MOST_COLUMNS] = [70, 24];
/** Groups of evaluations, and of items, where there are more. */
const [ROWS, COLUMNS] = [30, 20];

interface ResidualLayout {
  /** ablest first: a person by index, null for a group, with the highest and the lowest ability */
  rows: {person: number | null; from: number; to: number}[];
  /** categories by name, or groups of items, easiest first, with the lowest and the highest difficulty */
  columns: {category: string | null; from: number; to: number}[];
  /** row of each person, column of each item */
  rowOf: Int32Array;
  columnOf: Int32Array;
}

type Grouped = Item & {b: number; category: string};

/** Rows and columns of the map. */
export function residualLayout(items: readonly Grouped[], theta: ArrayLike<number>): ResidualLayout {
  const byAbility = Array.from(theta, (_, i) => i).sort((a, b) => theta[b]! - theta[a]!);
  const few = byAbility.length <= MOST_ROWS;
  const rowCount = few ? byAbility.length : ROWS;
  const rows = rangesOf(byAbility, rowCount, i => theta[i]!).map((range, k) => ({person: few ? byAbility[k]! : null, ...range}));
  const categories = [...new Set(items.map(({category}) => category))].sort();
  const named = categories.length > 1 && categories.length <= MOST_COLUMNS;
  const byDifficulty = items.map((_, i) => i).sort((a, b) => items[a]!.b - items[b]!.b);
  const columnCount = Math.min(COLUMNS, items.length);
  const columns = named
    ? categories.map(category => {
        const own = items.filter(item => item.category === category).map(({b}) => b);
        return {category, from: Math.min(...own), to: Math.max(...own)};
      })
    : rangesOf(byDifficulty, columnCount, i => items[i]!.b).map(range => ({category: null, ...range}));
  const columnOf = named
    ? Int32Array.from(items, ({category}) => categories.indexOf(category))
    : placeIn(byDifficulty, columnCount);
  return {rows, columns, rowOf: placeIn(byAbility, rowCount), columnOf};
}

/** The cells of the map. @param theta abilities of the persons, in order */
export const residualCells = (items: readonly Grouped[], responses: Responses, theta: ArrayLike<number>): Residual[] =>
  residualMap(items, responses, theta, residualLayout(items, theta));

/** Group of each index when an ordered list is divided into `count` equal groups. */
function placeIn(order: readonly number[], count: number): Int32Array {
  const place = new Int32Array(order.length);
  order.forEach((index, at) => {
    place[index] = Math.floor((at * count) / order.length);
  });
  return place;
}

/** First and last value of each group. */
function rangesOf(order: readonly number[], count: number, at: (index: number) => number): {from: number; to: number}[] {
  const groups = Array.from({length: count}, () => [] as number[]);
  for (const [place, index] of order.entries()) groups[Math.floor((place * count) / order.length)]!.push(at(index));
  return groups.map(own => ({from: own[0]!, to: own.at(-1)!}));
}

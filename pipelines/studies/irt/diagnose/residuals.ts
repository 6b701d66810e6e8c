// Fit statistics of items and of persons: infit and outfit mean squares, and the standardised log-likelihood Zh.
import {type Item, MISSING, probability, type Responses, RIGHT} from "../item.js";

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

// Random draws from the gamma, beta and Student's t distributions.
import {normal} from "../generate/normal.js";
import type {Random} from "../generate/seed.js";

/**
 * A gamma draw of scale 1 (Marsaglia & Tsang 2000, doi:10.1145/358407.358414). Below shape 1 it is one of shape + 1 times U^(1 ÷ shape), which
 * is 0 where that underflows.
 * @param shape above 0
 */
export function gammaDraw(shape: number, random: Random): number {
  if (shape < 1) return gammaDraw(shape + 1, random) * random.real() ** (1 / shape);
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const x = normal(random);
    const v = (1 + c * x) ** 3;
    if (v > 0 && Math.log(1 - random.real()) < x ** 2 / 2 + d - d * v + d * Math.log(v)) return d * v;
  }
}

/** A beta draw, both parameters above 0 and at least one of them not far below 1. */
export function betaDraw(a: number, b: number, random: Random): number {
  const one = gammaDraw(a, random);
  return one / (one + gammaDraw(b, random));
}

/** A draw from Student's t distribution. */
export const tDraw = (df: number, random: Random): number => normal(random) / Math.sqrt((2 * gammaDraw(df / 2, random)) / df);

// Correlation coefficients with their intervals: Pearson's r, Spearman's ρ and Kendall's τ-b.
import {Z975} from "./distributions.js";

/** Pearson's r; NaN where x or y does not vary. */
export function pearson(x: ArrayLike<number>, y: ArrayLike<number>): number {
  const n = x.length;
  let [mx, my] = [0, 0];
  for (let i = 0; i < n; i++) {
    mx += x[i]! / n;
    my += y[i]! / n;
  }
  let [xx, yy, xy] = [0, 0, 0];
  for (let i = 0; i < n; i++) {
    xx += (x[i]! - mx) ** 2;
    yy += (y[i]! - my) ** 2;
    xy += (x[i]! - mx) * (y[i]! - my);
  }
  return xx > 0 && yy > 0 && varies(x) && varies(y) ? Math.max(-1, Math.min(1, xy / Math.sqrt(xx * yy))) : Number.NaN;
}

/** Whether any two values differ. The mean of equal values may differ from them by a rounding error, which would look like variation. */
function varies(values: ArrayLike<number>): boolean {
  for (let i = 1; i < values.length; i++) if (values[i] !== values[0]) return true;
  return false;
}

/** Ranks from 1 = smallest; equal values get the mean of their ranks, and NaN has the rank NaN. */
export function midranks(values: ArrayLike<number>): number[] {
  const order = Array.from(values, (_, i) => i)
    .filter(i => !Number.isNaN(values[i]))
    .sort((a, b) => values[a]! - values[b]!);
  const ranks = new Array<number>(values.length).fill(Number.NaN);
  for (let i = 0; i < order.length; ) {
    let j = i;
    while (j < order.length && values[order[j]!] === values[order[i]!]) j++;
    for (let k = i; k < j; k++) ranks[order[k]!] = (i + j + 1) / 2;
    i = j;
  }
  return ranks;
}

/** Spearman's ρ: Pearson's r of midranks. */
export const spearman = (x: ArrayLike<number>, y: ArrayLike<number>): number => pearson(midranks(x), midranks(y));

export const COEFFICIENTS = ["pearson", "spearman", "kendall"] as const;

export type Coefficient = (typeof COEFFICIENTS)[number];

/** Kendall's τ-b (1945, doi:10.1093/biomet/33.3.239), which allows for ties. */
export function kendall(x: ArrayLike<number>, y: ArrayLike<number>): number {
  let [score, nx, ny] = [0, 0, 0];
  for (let i = 0; i < x.length; i++)
    for (let j = 0; j < i; j++) {
      const [sx, sy] = [Math.sign(x[i]! - x[j]!), Math.sign(y[i]! - y[j]!)];
      score += sx * sy;
      nx += sx * sx;
      ny += sy * sy;
    }
  return nx > 0 && ny > 0 ? score / Math.sqrt(nx * ny) : Number.NaN;
}

/** The functions that compute the coefficients, by name. */
export const coefficientOf = {pearson, spearman, kendall} satisfies Record<
  Coefficient,
  (x: ArrayLike<number>, y: ArrayLike<number>) => number
>;

/** Theories of intervals. `fisher` is for Pearson's r, the others are for rank correlations. */
export const INTERVAL_THEORIES = ["fisher", "bonett-wright", "fieller"] as const;
export type IntervalTheory = (typeof INTERVAL_THEORIES)[number];

/** Standard error of atanh(r). Fisher 1921; Bonett & Wright 2000 (doi:10.1007/BF02294183); Fieller, Hartley & Pearson 1957 (doi:10.1093/biomet/44.3-4.470). */
const ERRORS: Partial<Record<Coefficient, Partial<Record<IntervalTheory, (r: number, n: number) => number>>>> = {
  pearson: {fisher: (_, n) => Math.sqrt(1 / (n - 3))},
  spearman: {
    fisher: (_, n) => Math.sqrt(1 / (n - 3)),
    "bonett-wright": (r, n) => Math.sqrt((1 + (r * r) / 2) / (n - 3)),
    fieller: (_, n) => Math.sqrt(1.06 / (n - 3))
  },
  kendall: {
    "bonett-wright": (_, n) => Math.sqrt(0.437 / (n - 4)), // for τ, Bonett & Wright recommend Fieller's error
    fieller: (_, n) => Math.sqrt(0.437 / (n - 4))
  }
};

/** The 95 % interval tanh(atanh r ± z · se); null where n is too small for the standard error. */
export function zInterval(
  coefficient: Coefficient,
  kind: IntervalTheory,
  r: number,
  n: number,
  {z = Z975} = {}
): [number, number] | null {
  const se = ERRORS[coefficient]?.[kind]?.(r, n);
  if (se === undefined || !(se > 0) || !Number.isFinite(se) || Number.isNaN(r)) return null;
  if (Math.abs(r) === 1) return null; // atanh is infinite: a perfect correlation has no such interval
  return [Math.tanh(Math.atanh(r) - z * se), Math.tanh(Math.atanh(r) + z * se)];
}

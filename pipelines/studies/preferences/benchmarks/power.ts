// Power analysis: the number of models needed to distinguish two benchmarks by their correlation with one criterion.
import {normalCdf, normalQuantile, Z975} from "../../../stats/distributions.js";
import {steiger} from "./dependent.js";

/** Power of Steiger's two-sided 5 % test with n models if these are the true correlations. */
export function powerAt(n: number, {r1, r2, r12}: {r1: number; r2: number; r12: number}): number {
  if (n <= 3) return Number.NaN;
  const shift = Math.abs(steiger(r1, r2, r12, n).statistic);
  const critical = Z975;
  return normalCdf(shift - critical) + normalCdf(-shift - critical);
}

/** The smallest number of models with at least this power; null where the correlations are equal. */
export function modelsNeeded(of: {r1: number; r2: number; r12: number}, {power = 0.8} = {}): number | null {
  const perRoot = Math.abs(steiger(of.r1, of.r2, of.r12, 4).statistic); // the noncentrality is this × √(n − 3)
  if (!(perRoot > 0)) return null;
  const needed = ((Z975 + normalQuantile(power)) / perRoot) ** 2 + 3;
  return Math.max(4, Math.ceil(needed));
}

/** Whether three correlations are compatible: their matrix has no negative eigenvalue. */
export const possible = ({r1, r2, r12}: {r1: number; r2: number; r12: number}): boolean =>
  1 - r1 * r1 - r2 * r2 - r12 * r12 + 2 * r1 * r2 * r12 > 0;

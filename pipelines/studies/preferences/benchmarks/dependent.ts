// Tests whether one of two benchmarks correlates more with a criterion. Both correlations share the criterion and the models, so they are
// dependent.
import {normalUpper, tTwoSided} from "../../../stats/distributions.js";

/** A t statistic with its degrees of freedom `df`, or a z statistic, and its two-sided p-value. */
export interface DependentTest {
  statistic: number;
  df: number | null;
  p: number;
}

/**
 * Williams' t test of ρ₁ = ρ₂ (1959, J. R. Stat. Soc. B 21, 396–399; in the form of Steiger 1980, doi:10.1037/0033-2909.87.2.245, eq. 7).
 * @param r1 correlation of the first benchmark with the criterion
 * @param r2 correlation of the second benchmark with the criterion
 * @param r12 correlation of the two benchmarks
 * @param n number of models, at least 4
 */
export function williams(r1: number, r2: number, r12: number, n: number): DependentTest {
  const determinant = 1 - r1 * r1 - r2 * r2 - r12 * r12 + 2 * r1 * r2 * r12;
  const mean = (r1 + r2) / 2;
  const below = (2 * (n - 1) * determinant) / (n - 3) + mean * mean * (1 - r12) ** 3;
  const statistic = (r1 - r2) * Math.sqrt(((n - 1) * (1 + r12)) / below);
  return {statistic, df: n - 3, p: n > 3 ? tTwoSided(statistic, n - 3) : Number.NaN};
}

/** Steiger's Z̄₁* (1980, eq. 14): Fisher's transforms, with their covariance at the mean of both correlations. */
export function steiger(r1: number, r2: number, r12: number, n: number): DependentTest {
  const covariance = transformCovariance((r1 + r2) / 2, (r1 + r2) / 2, r12);
  const statistic = ((Math.atanh(r1) - Math.atanh(r2)) * Math.sqrt(n - 3)) / Math.sqrt(2 - 2 * covariance);
  return {statistic, df: null, p: 2 * normalUpper(Math.abs(statistic))};
}

/** Correlation of atanh(r₁) and atanh(r₂) where both share one variable (Pearson & Filon 1898; Steiger 1980, eq. 3 and 10). */
function transformCovariance(r1: number, r2: number, r12: number): number {
  const psi = r12 * (1 - r1 * r1 - r2 * r2) - 0.5 * r1 * r2 * (1 - r1 * r1 - r2 * r2 - r12 * r12);
  return psi / ((1 - r1 * r1) * (1 - r2 * r2));
}

/** Zou's 95 % interval of ρ₁ − ρ₂ (2007, doi:10.1037/1082-989X.12.4.399) from the two single intervals. */
export function differenceInterval(
  r1: number,
  r2: number,
  r12: number,
  [lo1, hi1]: readonly [number, number],
  [lo2, hi2]: readonly [number, number]
): [number, number] {
  const c = transformCovariance(r1, r2, r12);
  const reach = (down: number, up: number) => Math.sqrt(Math.max(0, down * down + up * up - 2 * c * down * up));
  return [r1 - r2 - reach(r1 - lo1, hi2 - r2), r1 - r2 + reach(hi1 - r1, r2 - lo2)];
}

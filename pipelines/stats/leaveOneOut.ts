// Standard error by the jackknife.

/** Standard error from estimates that each leave out one unit (Tukey 1958); NaN with fewer than three. */
export function leaveOneOutError(without: readonly number[]): number {
  const n = without.length;
  if (n < 3) return Number.NaN;
  const mean = without.reduce((sum, value) => sum + value, 0) / n;
  return Math.sqrt(((n - 1) / n) * without.reduce((sum, value) => sum + (value - mean) ** 2, 0));
}

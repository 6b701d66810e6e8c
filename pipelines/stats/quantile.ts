// Sample quantiles by linear interpolation (type 7 of R, SciPy's default).

/** The q quantile (0 ≤ q ≤ 1) of sorted values. */
export function quantileOf(sorted: ArrayLike<number>, q: number): number {
  const at = Math.max(0, Math.min(1, q)) * (sorted.length - 1);
  const below = Math.floor(at);
  const above = Math.min(sorted.length - 1, below + 1);
  return sorted[below]! + (at - below) * (sorted[above]! - sorted[below]!);
}

/** The q quantile (0 ≤ q ≤ 1) of values in any order; NaN without values. */
export const quantile = (values: readonly number[], q: number): number =>
  values.length === 0
    ? Number.NaN
    : quantileOf(
        [...values].sort((a, b) => a - b),
        q
      );

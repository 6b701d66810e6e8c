// p-values of many tests, adjusted so that the chance of any false rejection is at most the level.

/**
 * Holm's step-down adjustment, in the given order (Holm 1979, Scandinavian Journal of Statistics 6, 65–70): it holds under any dependence and
 * rejects whatever Bonferroni's does. A test that could not be performed (null) stays null and does not count.
 */
export function holm(p: readonly (number | null)[]): (number | null)[] {
  const adjusted = [...p];
  const order = p.flatMap((value, i) => (value === null ? [] : [i])).sort((a, b) => p[a]! - p[b]!);
  let most = 0;
  order.forEach((i, before) => {
    most = Math.max(most, Math.min(1, (order.length - before) * p[i]!));
    adjusted[i] = most;
  });
  return adjusted;
}

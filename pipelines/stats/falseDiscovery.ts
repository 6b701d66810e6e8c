// p-values of many tests, adjusted so that the false discovery rate among those at or below q is at most q.

/**
 * `BH` (Benjamini & Hochberg 1995) holds for independent or positively dependent tests, `BY` (Benjamini & Yekutieli 2001) under any
 * dependence.
 */
const DISCOVERY = ["BH", "BY"] as const;
export type Discovery = (typeof DISCOVERY)[number];

/**
 * Adjusted p-values, in the given order. A test that could not be performed (null) stays null and does not count. Benjamini & Hochberg
 * 1995, doi:10.1111/j.2517-6161.1995.tb02031.x; Benjamini & Yekutieli 2001, doi:10.1214/aos/1013699998.
 */
export function falseDiscoveryRate(p: ArrayLike<number | null>, method: Discovery): (number | null)[] {
  const adjusted: (number | null)[] = Array.from(p);
  const order = adjusted.flatMap((value, i) => (value === null ? [] : [i])).sort((a, b) => adjusted[b]! - adjusted[a]!);
  const tests = order.length;
  let factor = tests;
  if (method === "BY") factor *= Array.from({length: tests}, (_, i) => 1 / (i + 1)).reduce((sum, x) => sum + x, 0);
  let least = 1;
  order.forEach((i, above) => {
    least = Math.min(least, (factor / (tests - above)) * adjusted[i]!);
    adjusted[i] = least;
  });
  return adjusted;
}

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

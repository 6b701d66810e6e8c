// McNemar's test of paired proportions.
import {binomialCdf, binomialProbability} from "./distributions.js";

/**
 * McNemar's two-sided test on `wins` tests that only A got right and `losses` tests that only B got right: p-values of the exact test
 * (binomial with ½) and of the mid-p test, which is less conservative (Fagerland, Lydersen & Laake 2013, doi:10.1186/1471-2288-13-91).
 * Tests are taken as independent. Both are 1 where there are no such tests.
 */
export function mcnemar(wins: number, losses: number): {exact: number; mid: number} {
  const [fewer, n] = [Math.min(wins, losses), wins + losses];
  if (n === 0) return {exact: 1, mid: 1};
  const twice = 2 * binomialCdf(fewer, n, 0.5);
  return {exact: Math.min(1, twice), mid: Math.min(1, twice - binomialProbability(fewer, n, 0.5))};
}

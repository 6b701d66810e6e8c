// Agreement of the orders in which two columns put the same rows.
import {spearman} from "../../stats/correlation.js";
import {type Figure, meet} from "./figure.js";

type Pair = readonly [number, number];

/**
 * Kendall's τ-b (Kendall 1945) and Spearman's ρ over figures as printed, and the pairs of rows whose order differs, for certain or only
 * within rounding. NaN where a column is constant.
 */
export function rankOrder(
  a: readonly Figure[],
  b: readonly Figure[]
): {tau: number; rho: number; certain: Pair[]; doubtful: Pair[]} {
  const [certain, doubtful]: [Pair[], Pair[]] = [[], []];
  let [score, untiedA, untiedB] = [0, 0, 0];
  for (let i = 0; i < a.length; i++)
    for (let k = i + 1; k < a.length; k++) {
      const [inA, inB] = [Math.sign(a[i]!.value - a[k]!.value), Math.sign(b[i]!.value - b[k]!.value)];
      score += inA * inB;
      untiedA += inA * inA;
      untiedB += inB * inB;
      if (inA * inB > 0) continue;
      const open = meet(a[i]!, a[k]!) || meet(b[i]!, b[k]!);
      (open ? doubtful : certain).push([i, k]);
    }
  const values = (cells: readonly Figure[]) => cells.map(({value}) => value);
  return {
    tau: score / Math.sqrt(untiedA * untiedB),
    rho: spearman(values(a), values(b)),
    certain,
    doubtful
  };
}

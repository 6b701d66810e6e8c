// The difference between a weighted mean over a part of the samples and that over all of them.
import {Z975} from "./distributions.js";

/** A stratum of samples, of which a part counts. */
export interface PartStratum {
  /** Variance of one sample, and the distance between its highest and lowest value. */
  variance: number;
  range: number;
  /** Samples, and those of them that are in the part. */
  n: number;
  partN: number;
  /** Weight of its mean over all samples, and over the part; 0 where none is in it. */
  weight: number;
  partWeight: number;
}

/**
 * Half the width of the 95 % interval of the difference. Both means contain the same samples: each sample has a weight in either, and the
 * variance of the difference is the sum over samples of the squared difference of their weights times their variance. To the normal margin
 * half of the largest step is added by which one sample outside the part moves the difference (Yates's continuity correction): often it is
 * a single one, whose distribution is far from normal. 0 where the part is the whole.
 */
export function partMargin(strata: readonly PartStratum[]): number {
  let [sum, step] = [0, 0];
  for (const {variance, range, n, partN, weight, partWeight} of strata) {
    const [answer, partAnswer] = [weight / n, partN > 0 ? partWeight / partN : 0];
    sum += variance * (partN * (partAnswer - answer) ** 2 + (n - partN) * answer ** 2);
    if (partN < n) step = Math.max(step, range * answer);
  }
  return Z975 * Math.sqrt(sum) + step / 2;
}

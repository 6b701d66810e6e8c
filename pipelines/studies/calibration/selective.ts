// Selective accuracy: how many answers are right where only the most confident ones are kept.
import {wilson} from "../../stats/intervals.js";
import type {Stated} from "./bins.js";

/** Shares of answers that are kept, in the curve. */
const COVERAGES = Array.from({length: 20}, (_, i) => (i + 1) / 20);

/** Accuracy of the most confident answers. */
export interface Selected {
  /** Share of answers that are kept. */
  coverage: number;
  /** Answers that are kept. */
  n: number;
  /** Confidence of the last that is kept. */
  threshold: number;
  /** Share of them that is right, with Wilson's 95 % interval. Of equal confidences at the edge each counts in part, as if kept by lot. */
  accuracy: number;
  low: number;
  high: number;
}

/** Accuracy at each coverage; none without answers. */
export function selectiveAccuracy({confidence, right}: Stated, coverages: readonly number[] = COVERAGES): Selected[] {
  const total = confidence.length;
  if (total === 0) return [];
  const order = Uint32Array.from({length: total}, (_, i) => i).sort((a, b) => confidence[b]! - confidence[a]!);
  // Groups of equal confidences from the highest: answers and right ones up to and with each.
  const groups: {value: number; n: number; right: number}[] = [];
  let rights = 0;
  for (let i = 0; i < total; i++) {
    rights += right[order[i]!]!;
    const value = confidence[order[i]!]!;
    if (i + 1 === total || confidence[order[i + 1]!]! !== value) groups.push({value, n: i + 1, right: rights});
  }
  let at = 0;
  return coverages.map(coverage => {
    // 0.8 × 10 is exact, 0.7 × 10 is not: what lies above a whole number by a rounding error is that number.
    const n = Math.max(1, Math.ceil(coverage * total - 1e-9));
    while (groups[at]!.n < n) at++;
    const before = at > 0 ? groups[at - 1]! : {n: 0, right: 0};
    const edge = groups[at]!;
    const accuracy = (before.right + ((edge.right - before.right) * (n - before.n)) / (edge.n - before.n)) / n;
    const {center, margin} = wilson(accuracy, n);
    return {coverage, n, threshold: edge.value, accuracy, low: Math.max(0, center - margin), high: Math.min(1, center + margin)};
  });
}

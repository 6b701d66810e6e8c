// The Brier score and its parts: reliability, resolution and uncertainty.
import {tQuantile} from "../../stats/distributions.js";
import type {Stated} from "./bins.js";

export interface Brier {
  /** Mean of (confidence − right)²: 0 is best, 0.25 is what 50 % for everything gives. */
  brier: number;
  /** Student's 95 % interval; null where fewer than two answers differ. */
  low: number | null;
  high: number | null;
  /** Mean square distance of confidences from the share that is right at each: 0 is best. */
  reliability: number;
  /** Mean square distance of these shares from accuracy: more is better. */
  resolution: number;
  /** accuracy × (1 − accuracy), which no confidence changes. */
  uncertainty: number;
  /** What is left: 0 for confidences in whole percents, for others what lies within a percent (Stephenson, Coelho and Jolliffe 2008). */
  within_bins: number;
}

/** Brier (1950), split as Murphy (1973) does by equal confidences, here by whole percents: reliability − resolution + uncertainty + within_bins. */
export function brierOf({confidence, right}: Stated): Brier | null {
  const total = confidence.length;
  if (total === 0) return null;
  const percents = Array.from({length: 101}, () => ({n: 0, right: 0, confidence: 0}));
  let [sum, squares, rights] = [0, 0, 0];
  for (let i = 0; i < total; i++) {
    const error = (confidence[i]! - right[i]!) ** 2;
    sum += error;
    squares += error * error;
    rights += right[i]!;
    const cell = percents[Math.round(100 * confidence[i]!)]!;
    cell.n++;
    cell.right += right[i]!;
    cell.confidence += confidence[i]!;
  }
  const [brier, accuracy] = [sum / total, rights / total];
  let [reliability, resolution] = [0, 0];
  for (const {n, right, confidence} of percents) {
    if (n === 0) continue;
    reliability += (n / total) * ((confidence - right) / n) ** 2;
    resolution += (n / total) * (right / n - accuracy) ** 2;
  }
  const uncertainty = accuracy * (1 - accuracy);
  const variance = total > 1 ? Math.max(0, squares - total * brier * brier) / (total - 1) : 0;
  // Values that are all alike leave a variance of rounding errors.
  const margin = variance > 1e-15 ? tQuantile(0.975, total - 1) * Math.sqrt(variance / total) : null;
  return {
    brier,
    low: margin === null ? null : Math.max(0, brier - margin),
    high: margin === null ? null : Math.min(1, brier + margin),
    reliability,
    resolution,
    uncertainty,
    within_bins: brier - (reliability - resolution + uncertainty)
  };
}

// The expected calibration error, corrected for what chance adds to it, with an interval by test inversion.
import {randomOf} from "../../generate/seed.js";
import {normalQuantile} from "../../stats/distributions.js";
import {quantileOf} from "../../stats/quantile.js";
import {BINS, type Bin} from "./bins.js";

/** E|Z| of a standard normal Z. */
const MEAN_ABSOLUTE = Math.sqrt(2 / Math.PI);

/** Calibration errors of one set of bins, 0 to 1. */
export interface CalibrationError {
  /** Σ n ÷ N × |accuracy − mean confidence|: the usual estimate, which is too large (Naeini et al. 2015; Guo et al. 2017). */
  raw: number;
  /** Its value corrected for sampling bias; may be below 0 where there is less than chance would give. */
  corrected: number;
  /** 95 % interval of the error without chance; null for a single answer. */
  low: number | null;
  high: number | null;
}

/**
 * The expected calibration error. A bin's distance d from the diagonal has the variance s² of a share of n, so that E d² = μ² + s²; the mean
 * of the bins' d² − s² is the debiased square error (Bröcker 2012, doi:10.1007/s00382-011-1191-1; Kumar, Liang and Ma 2019,
 * arXiv:1909.10155) and, where it is above 0, the variance τ² of the true distances. Chance then adds √(2/π) (√(τ² + s²) − τ) to each |d|.
 */
export function calibrationError(bins: readonly Bin[]): CalibrationError {
  const total = bins.reduce((sum, {n}) => sum + n, 0);
  let [raw, square] = [0, 0];
  const noise = bins.map(({n, correct, accuracy, confidence}) => {
    const distance = Math.abs(accuracy - confidence);
    // The share is drawn towards the confidence by two answers, so that bins of one or two have a variance too.
    const p = (correct + 2 * confidence) / (n + 2);
    const variance = (p * (1 - p)) / n;
    raw += (n / total) * distance;
    square += (n / total) * (distance ** 2 - variance);
    return {weight: n / total, variance};
  });
  const spread = Math.max(0, square);
  const chance = noise.reduce(
    (sum, {weight, variance}) => sum + weight * MEAN_ABSOLUTE * (Math.sqrt(spread + variance) - Math.sqrt(spread)),
    0
  );
  const corrected = raw - chance;
  if (total < 2) return {raw, corrected, low: null, high: null};
  const {low, high} = inverted(bins, {raw, total});
  return {raw, corrected, low: Math.min(low, Math.max(0, corrected)), high: Math.max(high, corrected)};
}

/** Simulated tables of bins. */
const DRAWS = 1_000;
/** Halvings of the interval in which an end lies: to a thousandth. */
const HALVINGS = 10;
const normals = makeNormals();

function makeNormals(): Float64Array {
  const random = randomOf("calibration error: normal deviates");
  return Float64Array.from({length: DRAWS * BINS}, () => normalQuantile(Math.min(1 - 1e-12, Math.max(1e-12, random.real()))));
}

/**
 * The errors under which the raw estimate would lie within its central 95 %: every bin is taken to be as far from the diagonal, on the side
 * where it was seen, and shares of right answers as normal. Percentiles of a bootstrap would hold chance twice, and never reach 0.
 */
function inverted(bins: readonly Bin[], {raw, total}: {raw: number; total: number}): {low: number; high: number} {
  const sorted = new Float64Array(DRAWS);
  /** The true error where each bin lies so far from the diagonal as it can, up to a distance; and the q quantile of raw estimates then. */
  const at = (distance: number, q: number): {error: number; quantile: number} => {
    let error = 0;
    const shifts = bins.map(({n, accuracy, confidence}) => {
      const p = Math.min(1, Math.max(0, confidence + (accuracy < confidence ? -distance : distance)));
      error += (n / total) * Math.abs(p - confidence);
      return {weight: n / total, shift: p - confidence, deviation: Math.sqrt((p * (1 - p)) / n)};
    });
    for (let draw = 0; draw < DRAWS; draw++) {
      let sum = 0;
      for (let i = 0; i < shifts.length; i++) {
        const {weight, shift, deviation} = shifts[i]!;
        sum += weight * Math.abs(shift + deviation * normals[draw * BINS + i]!);
      }
      sorted[draw] = sum;
    }
    return {error, quantile: quantileOf(sorted.sort(), q)};
  };
  /** The error at which the quantile is the estimate; the quantile rises with the distance. */
  const end = (q: number): number => {
    if (at(0, q).quantile >= raw) return 0;
    let [below, above] = [0, 1];
    for (let i = 0; i < HALVINGS; i++) {
      const middle = (below + above) / 2;
      if (at(middle, q).quantile < raw) below = middle;
      else above = middle;
    }
    return at((below + above) / 2, q).error;
  };
  return {low: end(0.975), high: end(0.025)};
}

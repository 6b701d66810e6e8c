// All measures of calibration of one group of answers.

import {randomOf} from "../../generate/seed.js";
import {areaOf} from "../../stats/area.js";
import {pearson, zInterval} from "../../stats/correlation.js";
import {normalQuantile, tQuantile, Z975} from "../../stats/distributions.js";
import {shareOf, wilson} from "../../stats/intervals.js";
import {BINNINGS, BINS, type Bin, type Binning, binned, type Stated} from "./bins.js";

/** Coverages whose accuracy stands in the row of a group, percent. */
export const STATED_COVERAGES = [50, 80, 90] as const;

/** The columns of the table `calibration` that are computed; null where a measure cannot be estimated. */
export type Measured = Record<string, number | null>;

export interface Calibration {
  measures: Measured;
  bins: Record<Binning, Bin[]>;
  selective: Selected[];
}

/** Measures of the answers of a group, of which there must be one. */
export function calibrationOf(stated: Stated): Calibration {
  const {confidence, right} = stated;
  const n = confidence.length;
  const bins = Object.fromEntries(BINNINGS.map(binning => [binning, binned(stated, binning)])) as Record<Binning, Bin[]>;
  const correct = right.reduce((sum, value) => sum + value, 0);
  const distinct = new Set(confidence).size;
  const accuracy = correct / n;
  const {low, high} = shareOf(correct, n);
  const mean = meanOf(confidence);
  const gap = meanOf(confidence.map((value, i) => value - right[i]!));
  const brier = brierOf(stated)!;
  const of = (wanted: number) => confidence.filter((_, i) => right[i] === wanted);
  const area = distinct > 1 && correct > 0 && correct < n ? areaOf(of(1), of(0)) : null;
  const line = calibrationLine(stated);
  const [width, mass] = [calibrationError(bins.width), calibrationError(bins.mass)];
  const stops = selectiveAccuracy(
    stated,
    STATED_COVERAGES.map(percent => percent / 100)
  );
  return {
    measures: {
      n,
      correct,
      distinct_values: distinct,
      accuracy,
      accuracy_low: low,
      accuracy_high: high,
      confidence: mean.value,
      confidence_low: mean.low,
      confidence_high: mean.high,
      gap: gap.value,
      gap_low: gap.low,
      gap_high: gap.high,
      ece: width.raw,
      ece_corrected: Math.max(0, width.corrected),
      ece_low: width.low,
      ece_high: width.high,
      ece_mass: mass.raw,
      ece_mass_corrected: Math.max(0, mass.corrected),
      ece_mass_low: mass.low,
      ece_mass_high: mass.high,
      brier: brier.brier,
      brier_low: brier.low,
      brier_high: brier.high,
      reliability: brier.reliability,
      resolution: brier.resolution,
      uncertainty: brier.uncertainty,
      within_bins: brier.within_bins,
      auroc: area?.value ?? null,
      auroc_low: area?.low ?? null,
      auroc_high: area?.high ?? null,
      ...interval("intercept", line?.intercept),
      ...interval("slope", line?.slope),
      ...Object.assign({}, ...stops.map((stop, i) => selectedAt(STATED_COVERAGES[i]!, stop)))
    },
    bins,
    selective: selectiveAccuracy(stated)
  };
}

/** Why a group has no AUROC; null where it has one. */
export function withoutAuroc({
  n,
  correct,
  distinct_values
}: {
  n: number;
  correct: number;
  distinct_values: number;
}): string | null {
  if (n === 1) return "a single answer";
  if (correct === n) return "all answers are right";
  if (correct === 0) return "no answer is right";
  return distinct_values === 1 ? "all confidences are the same" : null;
}

const selectedAt = (percent: number, {accuracy, low, high}: Selected): Measured => ({
  [`accuracy_${percent}`]: accuracy,
  [`accuracy_${percent}_low`]: low,
  [`accuracy_${percent}_high`]: high
});

const interval = (name: string, found: {value: number; low: number; high: number} | undefined): Measured => ({
  [name]: found?.value ?? null,
  [`${name}_low`]: found?.low ?? null,
  [`${name}_high`]: found?.high ?? null
});

/** Mean with Student's 95 % interval; without one where fewer than two values differ. */
function meanOf(values: Float64Array): {value: number; low: number | null; high: number | null} {
  const n = values.length;
  const value = values.reduce((sum, each) => sum + each, 0) / n;
  const variance = n > 1 ? values.reduce((sum, each) => sum + (each - value) ** 2, 0) / (n - 1) : 0;
  if (!(variance > 1e-15)) return {value, low: null, high: null}; // equal values leave rounding errors
  const half = tQuantile(0.975, n - 1) * Math.sqrt(variance / n);
  return {value, low: value - half, high: value + half};
}

/** Pearson's r of accuracy and mean confidence over categories, with Fisher's interval; null for fewer than three or without variation. */
export function acrossCategories(groups: readonly {accuracy: number; confidence: number}[]): Measured {
  const r =
    groups.length < 3
      ? Number.NaN
      : pearson(
          groups.map(({accuracy}) => accuracy),
          groups.map(({confidence}) => confidence)
        );
  const ends = zInterval("pearson", "fisher", r, groups.length);
  return {
    categories: groups.length,
    correlation: Number.isNaN(r) ? null : r,
    correlation_low: ends?.[0] ?? null,
    correlation_high: ends?.[1] ?? null
  };
}

// The Brier score and its parts: reliability, resolution and uncertainty.

interface Brier {
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

// Cox's calibration line: the logit of the chance of a right answer as a straight line in the logit of the confidence.

/** An estimate with Wald's 95 % interval. */
interface Wald {
  value: number;
  low: number;
  high: number;
}

/** Largest distance from the ends at which confidences of 0 and 1 count, since their logits are infinite: half of a percent. */
const MAX_EDGE = 0.005;
const MOST_STEPS = 50;
/** Length of the last step. */
const CONVERGED = 1e-7;
/** A line as steep as this divides right from wrong answers without a fault: it has no largest likelihood. */
const STEEPEST = 50;

/**
 * logit P(right) = intercept + slope × logit(confidence) by maximum likelihood (Cox 1958, doi:10.1093/biomet/45.3-4.562): 0 and 1 where
 * confidence is right, a slope below 1 where confidences are spread too far, an intercept below 0 where they are too high. Confidences of 0 and
 * 1 count as half of a percent from there, or as far as the nearest other confidence; all others as they are. Null where all are right or
 * wrong, all confidences are alike, or they divide right from wrong without a fault.
 */
export function calibrationLine({confidence, right}: Stated): {intercept: Wald; slope: Wald} | null {
  const edge = confidence.reduce((least, p) => (p > 0 && p < 1 ? Math.min(least, p, 1 - p) : least), MAX_EDGE);
  const x = Float64Array.from(confidence, p => {
    const inner = p <= 0 ? edge : p >= 1 ? 1 - edge : p;
    return Math.log(inner / (1 - inner));
  });
  const likelihood = (a: number, b: number): number => {
    let sum = 0;
    for (let i = 0; i < x.length; i++) {
      const z = a + b * x[i]!;
      sum += (right[i] === 1 ? z : 0) - Math.max(0, z) - Math.log1p(Math.exp(-Math.abs(z)));
    }
    return sum;
  };
  let [a, b] = [0, 0];
  let best = likelihood(a, b);
  for (let step = 0; step < MOST_STEPS; step++) {
    let [ga, gb, haa, hab, hbb] = [0, 0, 0, 0, 0];
    for (let i = 0; i < x.length; i++) {
      const p = 1 / (1 + Math.exp(-(a + b * x[i]!)));
      const [residual, weight] = [right[i]! - p, p * (1 - p)];
      ga += residual;
      gb += residual * x[i]!;
      haa += weight;
      hab += weight * x[i]!;
      hbb += weight * x[i]! * x[i]!;
    }
    const determinant = haa * hbb - hab * hab;
    if (!(determinant > 1e-9 * haa * hbb) || !(haa > 1e-9)) return null;
    const [da, db] = [(hbb * ga - hab * gb) / determinant, (haa * gb - hab * ga) / determinant];
    // Newton's step, halved until the likelihood does not fall.
    let part = 1;
    let next = likelihood(a + da, b + db);
    while (next < best - 1e-9 && part > 1e-6) {
      part /= 2;
      next = likelihood(a + part * da, b + part * db);
    }
    [a, b, best] = [a + part * da, b + part * db, next];
    if (Math.abs(a) > STEEPEST || Math.abs(b) > STEEPEST) return null;
    if (Math.max(Math.abs(da), Math.abs(db)) > CONVERGED) continue;
    const wald = (value: number, variance: number): Wald => {
      const half = Z975 * Math.sqrt(variance);
      return {value, low: value - half, high: value + half};
    };
    return {intercept: wald(a, hbb / determinant), slope: wald(b, haa / determinant)};
  }
  return null;
}

// The expected calibration error, corrected for what chance adds to it, with an interval by test inversion.

/** E|Z| of a standard normal Z. */
const MEAN_ABSOLUTE = Math.sqrt(2 / Math.PI);

/** Calibration errors of one set of bins, 0 to 1. */
interface CalibrationError {
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
const DRAWS = 500;
/** Halvings of the interval in which an end lies, whose wider side counts. */
const HALVINGS = 12;
/** Share of the simulated errors on each side of the interval. */
const TAIL = 0.025;
/** Variance of the number of right answers of a bin up to which it is drawn from the binomial distribution, not from the normal one. */
const MAX_BINOMIAL_VARIANCE = 250;
/** Errors closer than this are equal: means of confidences are rounded. */
const ROUNDING = 1e-9;

/** Evenly spaced ascending deviates for each bin, and the simulated table to which each belongs (a Latin hypercube). */
const DEVIATES = Array.from({length: BINS}, (_, bin) => {
  const random = randomOf(`calibration error: tables of bin ${bin}`);
  const place = Float64Array.from({length: DRAWS}, () => random.real());
  const order = Int32Array.from(place.keys()).sort((a, b) => place[a]! - place[b]!);
  const uniforms = Float64Array.from({length: DRAWS}, (_, k) => (k + 0.5) / DRAWS);
  return {order, uniforms, normals: uniforms.map(normalQuantile)};
});

/**
 * The errors under which at least 2.5 % of simulated raw estimates are at most, and 2.5 % at least, as large as the observed one (both
 * inclusive, so that few answers give a wide interval). Every bin is taken to be equally far from the diagonal, since for one error equal
 * distances give the smallest raw estimates; on the side where it was seen, or all above, or all below, whichever gives the wider interval.
 * Right answers are binomial. Percentiles of a bootstrap would contain chance twice, and never reach 0.
 */
function inverted(bins: readonly Bin[], {raw, total}: {raw: number; total: number}): {low: number; high: number} {
  const sums = new Float64Array(DRAWS);
  const seen = bins.map(({accuracy, confidence}) => (accuracy < confidence ? -1 : 1));
  const below = seen.map(() => -1);
  const above = seen.map(() => 1);
  const isMixed = new Set(seen).size > 1;
  const ends = [...(isMixed ? [seen] : []), below, above].map(sides => {
    /** The error where each bin is so far from the diagonal as it can be, up to a distance; and whether that is within the interval. */
    const at = (distance: number): {error: number; isAbove: boolean; isBelow: boolean} => {
      sums.fill(0);
      let error = 0;
      for (const [i, {n, confidence}] of bins.entries()) {
        const p = Math.min(1, Math.max(0, confidence + sides[i]! * distance));
        error += (n / total) * Math.abs(p - confidence);
        addDistances(sums, {bin: i, n, p, confidence, weight: n / total});
      }
      let [most, least] = [0, 0];
      for (const sum of sums) {
        if (sum <= raw + ROUNDING) most++;
        if (sum >= raw - ROUNDING) least++;
      }
      return {error, isAbove: most < TAIL * DRAWS, isBelow: least < TAIL * DRAWS};
    };
    /** The distances between which a condition changes from true to false. */
    const change = (holds: (distance: number) => boolean): [last: number, first: number] => {
      let [last, first] = [0, 1];
      for (let step = 0; step < HALVINGS; step++) {
        const middle = (last + first) / 2;
        if (holds(middle)) last = middle;
        else first = middle;
      }
      return [last, first];
    };
    if (at(1).isBelow) return {low: 1, high: 0}; // on these sides no distance gives so large an error
    return {
      low: at(0).isBelow ? at(change(distance => at(distance).isBelow)[0]).error : 0,
      high: at(change(distance => !at(distance).isAbove)[1]).error
    };
  });
  return {low: Math.min(...ends.map(({low}) => low)), high: Math.max(largestGap(bins, total), ...ends.map(({high}) => high))};
}

/**
 * The largest distance of mean confidence from accuracy within the 95 % interval of accuracy. The calibration error is at least that distance
 * (triangle inequality), so that an upper end below it would be too sure where bins happen to agree better than chance lets them.
 */
function largestGap(bins: readonly Bin[], total: number): number {
  const {low, high} = shareOf(
    bins.reduce((sum, {correct}) => sum + correct, 0),
    total
  );
  const confidence = bins.reduce((sum, {n, confidence}) => sum + n * confidence, 0) / total;
  return Math.max(confidence - low, high - confidence);
}

/** Adds to each simulated table the distance of a bin's share of right answers from its confidence, by weight. */
function addDistances(
  sums: Float64Array,
  {bin, n, p, confidence, weight}: {bin: number; n: number; p: number; confidence: number; weight: number}
): void {
  const {order, uniforms, normals} = DEVIATES[bin]!;
  if (n * p * (1 - p) > MAX_BINOMIAL_VARIANCE) {
    const deviation = Math.sqrt((p * (1 - p)) / n);
    for (let k = 0; k < DRAWS; k++) sums[order[k]!]! += weight * Math.abs(p - confidence + deviation * normals[k]!);
    return;
  }
  const cumulative = binomialCumulative(n, p);
  let right = 0;
  for (let k = 0; k < DRAWS; k++) {
    while (right < n && cumulative[right]! < uniforms[k]!) right++;
    sums[order[k]!]! += weight * Math.abs(right / n - confidence);
  }
}

/** P(at most k right of n) for k = 0 … n, by ratios of neighbouring probabilities from the most probable number on. */
function binomialCumulative(n: number, p: number): Float64Array {
  const density = new Float64Array(n + 1);
  if (p <= 0 || p >= 1) return density.fill(1, p <= 0 ? 0 : n);
  const mode = Math.min(n, Math.floor((n + 1) * p));
  density[mode] = 1;
  for (let k = mode; k < n; k++) density[k + 1] = (density[k]! * (n - k) * p) / ((k + 1) * (1 - p));
  for (let k = mode; k > 0; k--) density[k - 1] = (density[k]! * k * (1 - p)) / ((n - k + 1) * p);
  const total = density.reduce((sum, value) => sum + value, 0);
  let sum = 0;
  return density.map(value => (sum += value / total));
}

// Selective accuracy: how many answers are right where only the most confident ones are kept.

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

// All measures of calibration of one group of answers.
import {areaOf} from "../../stats/area.js";
import {pearson, zInterval} from "../../stats/correlation.js";
import {tQuantile} from "../../stats/distributions.js";
import {shareOf} from "../../stats/intervals.js";
import {BINNINGS, type Bin, type Binning, binned, type Stated} from "./bins.js";
import {brierOf} from "./brier.js";
import {calibrationLine} from "./cox.js";
import {calibrationError} from "./error.js";
import {type Selected, selectiveAccuracy} from "./selective.js";

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

// Calibration of the distance threshold of embeddings: precision and recall on pairs of which it is known whether they are paraphrases.
import {type Area, areaOf} from "../../../stats/area.js";
import {shareOf} from "../../../stats/intervals.js";

/** Kinds of pairs with an item: a rewording of it, or another question of the same template. */
export interface CalibrationPair {
  kind: "paraphrase" | "hard negative";
  /** Cosine distance of the two texts. */
  distance: number;
}

/** Precision and recall at one threshold: a row of the table, and a point of the curves. */
export interface CalibrationRow {
  /** Pairs at this distance or less count as found. */
  threshold: number;
  paraphrases: number;
  /** Paraphrases that are found, and their share (recall) with Wilson's 95 % interval; null without paraphrases. */
  found: number;
  recall: number | null;
  recall_low: number;
  recall_high: number;
  negatives: number;
  /** Hard negatives that are found wrongly, and their share with its interval; null without negatives. */
  wrong: number;
  false_positive_rate: number | null;
  false_low: number;
  false_high: number;
  /** Paraphrases among what is found, with its interval; null where nothing is found. It holds for this mixture of pairs alone. */
  precision: number | null;
  precision_low: number;
  precision_high: number;
}

/** A pair's distance; one that is no number lies beyond all others, which reach 2. */
const distanceOf = ({distance}: CalibrationPair): number => (Number.isFinite(distance) ? distance : 3);

/** Precision and recall at each threshold. Pairs whose distance is no number count as not found. */
export function calibrationCurve(
  pairs: readonly CalibrationPair[],
  {thresholds}: {thresholds: readonly number[]}
): CalibrationRow[] {
  const sorted = (kind: CalibrationPair["kind"]) =>
    Float64Array.from(
      pairs.filter(pair => pair.kind === kind),
      distanceOf
    ).sort();
  const [same, other] = [sorted("paraphrase"), sorted("hard negative")];
  const within = (distances: Float64Array, threshold: number) => {
    const first = distances.findIndex(distance => distance > threshold);
    return first < 0 ? distances.length : first;
  };
  return thresholds.map(threshold => {
    const [found, wrong] = [within(same, threshold), within(other, threshold)];
    const [recall, falsely, precision] = [
      shareOf(found, same.length),
      shareOf(wrong, other.length),
      shareOf(found, found + wrong)
    ];
    return {
      threshold,
      paraphrases: same.length,
      found,
      recall: recall.value,
      recall_low: recall.low,
      recall_high: recall.high,
      negatives: other.length,
      wrong,
      false_positive_rate: falsely.value,
      false_low: falsely.low,
      false_high: falsely.high,
      precision: precision.value,
      precision_low: precision.low,
      precision_high: precision.high
    };
  });
}

/** Area under the ROC: the probability that a paraphrase is nearer than a hard negative, ties counted as half. */
export function areaUnderRoc(pairs: readonly CalibrationPair[]): Area {
  const of = (kind: CalibrationPair["kind"]) => pairs.filter(pair => pair.kind === kind).map(pair => -distanceOf(pair));
  return areaOf(of("paraphrase"), of("hard negative"));
}

// Measures how well an embedder's distances separate paraphrases from other questions of the same template.

import type {Area} from "../../../stats/area.js";
import type {Embed} from "../windows.js";
import {areaUnderRoc, type CalibrationPair, type CalibrationRow, calibrationCurve} from "./curve.js";
import {labelledPairs} from "./labelledPairs.node.js";

/** Thresholds of the curve: 0 to 1 by 0.01, among them the published 0.15. */
const THRESHOLDS: readonly number[] = Array.from({length: 101}, (_, i) => Number((i * 0.01).toFixed(2)));

export interface Calibration {
  curve: CalibrationRow[];
  area: Area;
}

/**
 * Precision and recall over thresholds on labelled pairs of all tasks, and the area under the ROC.
 * @param count items of each task, each with one paraphrase and one other question; the items of a smaller count are among those of a larger
 */
export async function calibrated(
  embed: Embed,
  {count, thresholds = THRESHOLDS}: {count: number; thresholds?: readonly number[]}
): Promise<Calibration> {
  const labelled = labelledPairs({count});
  const texts = [...new Set(labelled.flatMap(({item, other}) => [item, other]))];
  const vectors = new Map<string, ArrayLike<number>>();
  for (const [i, vector] of (await embed(texts)).entries()) vectors.set(texts[i]!, vector);
  const pairs = labelled.map(
    ({kind, item, other}): CalibrationPair => ({kind, distance: cosineDistance(vectors.get(item)!, vectors.get(other)!)})
  );
  return {curve: calibrationCurve(pairs, {thresholds}), area: areaUnderRoc(pairs)};
}

/** 1 − cosine; NaN where a vector has no direction. */
function cosineDistance(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let [dot, lengthA, lengthB] = [0, 0, 0];
  for (let i = 0; i < a.length; i++) {
    dot += a[i]! * b[i]!;
    lengthA += a[i]! * a[i]!;
    lengthB += b[i]! * b[i]!;
  }
  return 1 - dot / Math.sqrt(lengthA * lengthB);
}

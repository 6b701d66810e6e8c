// Bins of confidences, of equal width or of equal mass.
import {shareOf} from "../../stats/intervals.js";

/** Confidences of answers with whether each is right, side by side. */
export interface Stated {
  /** 0…1 */
  confidence: Float64Array;
  /** 1 = right, 0 = not. */
  right: Uint8Array;
}

export const BINNINGS = ["width", "mass"] as const;
/** How bins are cut: into parts of the scale from 0 to 1 that are equally wide, or into parts with equally many answers. */
export type Binning = (typeof BINNINGS)[number];

/** Bins of either kind, the usual number (Guo et al. 2017, arXiv:1706.04599, have 15; most after them 10). */
export const BINS = 10;

/** The answers whose confidence lies in a bin. */
export interface Bin {
  /** 0-based place of the bin. */
  bin: number;
  /** Lowest and highest confidence that the bin takes; of equal mass, that it holds. */
  lowest: number;
  highest: number;
  n: number;
  correct: number;
  /** Mean confidence. */
  confidence: number;
  /** Share of right answers, with Wilson's 95 % interval. */
  accuracy: number;
  low: number;
  high: number;
}

/** Bins that hold an answer. Equal confidences stand in one bin; where many are, there are fewer bins of equal mass. */
export function binned({confidence, right}: Stated, binning: Binning): Bin[] {
  const edges = binning === "width" ? null : massEdges(confidence);
  const count = edges ? edges.length + 1 : BINS;
  const sums = Array.from({length: count}, () => ({n: 0, right: 0, confidence: 0, least: 1, most: 0}));
  for (let i = 0; i < confidence.length; i++) {
    const value = confidence[i]!;
    // The last bin of equal width takes 1 too. 0.7 × 10 is 7.000000000000001 and 0.29 × 100 less than 29: decimals are held to their place.
    const place = edges ? placeIn(edges, value) : Math.min(BINS - 1, Math.floor(value * BINS + 1e-9));
    const sum = sums[place]!;
    sum.n++;
    sum.right += right[i]!;
    sum.confidence += value;
    if (value < sum.least) sum.least = value;
    if (value > sum.most) sum.most = value;
  }
  return sums.flatMap(({n, right, confidence, least, most}, bin) => {
    if (n === 0) return [];
    const {low, high} = shareOf(right, n);
    const [lowest, highest] = edges ? [least, most] : [bin / BINS, (bin + 1) / BINS];
    return [{bin, lowest, highest, n, correct: right, confidence: confidence / n, accuracy: right / n, low, high}];
  });
}

/** Confidences above which each further bin of equal mass begins, ascending, none twice. */
function massEdges(confidence: Float64Array): number[] {
  const sorted = confidence.slice().sort();
  const edges = new Set<number>();
  for (let i = 1; i < BINS; i++) {
    const at = Math.round((i * sorted.length) / BINS);
    const edge = sorted[at - 1];
    if (edge !== undefined && edge < sorted.at(-1)!) edges.add(edge);
  }
  return [...edges];
}

/** The number of edges below a value. */
function placeIn(edges: readonly number[], value: number): number {
  let place = 0;
  while (place < edges.length && value > edges[place]!) place++;
  return place;
}

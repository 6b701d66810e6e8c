// Detects points whose prompts differ from what the other points of their task predict, which may indicate a broken generator.
import {median} from "../../stats/median.js";
import {distance, shape} from "./bands.js";

export interface SpectrumMember {
  base_task: string;
  /** Mean prompt length in tokens, on which shape, compression and entropy depend even in sound points. */
  tokens: number;
  /** Levels of the mean spectrum's bands, in decibels. */
  levels: Float64Array;
  /** Compressed (gzip) ÷ all bytes of the question: repeated phrases lower it. */
  compression: number;
  entropy: number;
}

const MEASURES = ["shape", "compression", "entropy"] as const;
type Measure = (typeof MEASURES)[number];

export interface Outlier<T extends SpectrumMember> extends Record<Measure, number> {
  point: T;
  /** The largest of the three distances from the task's trend, in robust standard deviations over all points. */
  score: number;
  because: Measure;
  /** Number of points that the trend is based on. */
  n: number;
}

/**
 * Score above which a point is an outlier: sound points of the starter suite stay below 8, and a point whose prompts repeat a phrase over
 * their second half reaches 15 and more.
 */
export const ALARM = 10;
/** Fewest other points for a trend. */
const LEAST = 4;
/** Ratio of the standard deviation to the median absolute deviation in a normal population. */
const MAD_TO_SD = 1.4826;

/**
 * Every point's distance from the trend of its task's other points over prompt length, largest first. Trends are Theil–Sen lines (Sen 1968,
 * doi:10.1080/01621459.1968.10480934), which are robust against one broken point among several. Tasks with too few points are left out.
 */
export function outliers<T extends SpectrumMember>(points: readonly T[]): Outlier<T>[] {
  const raw = points.flatMap(point => {
    const others = points.filter(other => other !== point && other.base_task === point.base_task);
    if (others.length < LEAST) return [];
    const expected = (of: (member: T) => number) =>
      theilSen(others.map(other => [Math.log(other.tokens), of(other)]))(Math.log(point.tokens));
    const shapes = new Map([point, ...others].map(each => [each, shape(each.levels)]));
    return [
      {
        point,
        n: others.length,
        shape: distance(
          shapes.get(point)!,
          shapes.get(point)!.map((_, band) => expected(other => shapes.get(other)![band]!))
        ),
        compression: Math.abs(Math.log(point.compression) - expected(other => Math.log(other.compression))),
        entropy: Math.abs(point.entropy - expected(other => other.entropy))
      }
    ];
  });
  const scales = new Map(MEASURES.map(measure => [measure, robustScale(raw.map(each => each[measure]))]));
  const scored = raw.map(({point, n, ...values}) => {
    const own = Object.fromEntries(MEASURES.map(measure => [measure, scales.get(measure)!(values[measure])])) as Record<
      Measure,
      number
    >;
    const because = MEASURES.reduce((a, b) => (own[b] > own[a] ? b : a));
    return {point, n, ...own, because, score: own[because]};
  });
  return scored.sort((a, b) => b.score - a.score);
}

/** Converts sizes of deviations to robust standard deviations; deviations lie around 0. */
function robustScale(sizes: readonly number[]): (size: number) => number {
  const spread = MAD_TO_SD * median(sizes);
  return size => size / Math.max(spread, 1e-9);
}

/** The line through the medians of slopes and of intercepts; horizontal where all x are equal. */
function theilSen(pairs: readonly (readonly [number, number])[]): (x: number) => number {
  const slopes = pairs.flatMap(([x, y], i) => pairs.slice(i + 1).flatMap(([u, v]) => (u === x ? [] : [(v - y) / (u - x)])));
  const slope = slopes.length > 0 ? median(slopes) : 0;
  const intercept = median(pairs.map(([x, y]) => y - slope * x));
  return x => intercept + slope * x;
}

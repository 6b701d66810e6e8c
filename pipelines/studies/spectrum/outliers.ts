// Population validation: a point whose prompts look unlike what its task's other points let expect may have a broken generator.
import {median} from "../../stats/median.js";
import {distance, shape} from "./bands.js";

export interface Member {
  base_task: string;
  /** Mean prompt length: what shape, compression and entropy follow even where all is well. */
  tokens: number;
  /** Levels of the mean spectrum's bands, decibels. */
  levels: Float64Array;
  /** Gzipped ÷ all bytes of the question: a repeated phrase lowers it. */
  compression: number;
  entropy: number;
}

const MEASURES = ["shape", "compression", "entropy"] as const;
type Measure = (typeof MEASURES)[number];

export interface Outlier<T extends Member> extends Record<Measure, number> {
  point: T;
  /** The largest of the three: the distance from what its task's trend lets expect, in robust standard deviations over all points. */
  score: number;
  because: Measure;
  /** Points that the trend rests on. */
  n: number;
}

/** Beyond this a point is called an outlier: the sound points of the starter suite stay below 8, one whose prompts repeat a phrase over their second half comes to 15 and more. */
export const ALARM = 10;
/** A trend takes at least so many other points. */
const LEAST = 4;
/** Median absolute deviation → standard deviation of a normal population. */
const MAD_TO_SD = 1.4826;

/**
 * Every point's distance from the trend of its task's other points over prompt length, most conspicuous first. Trends are Theil–Sen lines
 * (Sen 1968, doi:10.1080/01621459.1968.10480934), which one broken point among several does not bend. Tasks with too few points are left out.
 */
export function outliers<T extends Member>(points: readonly T[]): Outlier<T>[] {
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

/** A deviation's size in robust standard deviations of all deviations, which lie around 0. */
function robustScale(sizes: readonly number[]): (size: number) => number {
  const spread = MAD_TO_SD * median(sizes);
  return size => size / Math.max(spread, 1e-9);
}

/** The line through the median of slopes and of intercepts; flat where all stand at one place. */
function theilSen(pairs: readonly (readonly [number, number])[]): (x: number) => number {
  const slopes = pairs.flatMap(([x, y], i) => pairs.slice(i + 1).flatMap(([u, v]) => (u === x ? [] : [(v - y) / (u - x)])));
  const slope = slopes.length > 0 ? median(slopes) : 0;
  const intercept = median(pairs.map(([x, y]) => y - slope * x));
  return x => intercept + slope * x;
}

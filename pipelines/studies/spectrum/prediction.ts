// Tests whether features of the spectrum predict how often models fail, beyond the prompt's length.

import {clusteredRatio} from "../../stats/clustered.js";
import {midranks} from "../../stats/correlation.js";
import {tQuantile, tTwoSided} from "../../stats/distributions.js";
import {falseDiscoveryRate} from "../../stats/falseDiscovery.js";
import {groupBy} from "../../stats/groupBy.js";
import {median} from "../../stats/median.js";
import {distance, shape} from "./features.js";

/** Fewest groups for an interval. */
export const LEAST_TASKS = 4;

export interface Correlation {
  value: number;
  /** 95 % interval over groups, and two-sided p-value; null with too few groups */
  low: number | null;
  high: number | null;
  p: number | null;
  /** numbers of points and of their groups (tasks) */
  n: number;
  groups: number;
}

/**
 * Partial Spearman correlation: Pearson's correlation of the ranks of x and y after regression on the ranks of the controls. Points of one
 * group are similar, so that groups are the clusters: the interval is by the jackknife over groups, on the scale of atanh r, with Student's
 * t on groups − 1 degrees of freedom (CV₃ of MacKinnon, Nielsen & Webb 2023, doi:10.1002/jae.2969).
 */
export function partialCorrelation(
  x: readonly number[],
  y: readonly number[],
  {controls = [], group}: {controls?: readonly (readonly number[])[]; group: readonly unknown[]}
): Correlation | null {
  const n = x.length;
  const value = partial(x, y, controls);
  if (value === null) return null;
  const names = [...new Set(group)];
  const groups = names.length;
  const none = {value, low: null, high: null, p: null, n, groups};
  if (groups < LEAST_TASKS) return none;
  const without = names.map(name => {
    const kept = group.flatMap((own, i) => (own === name ? [] : [i]));
    const among = (column: readonly number[]) => kept.map(i => column[i]!);
    return partial(among(x), among(y), controls.map(among));
  });
  if (without.some(each => each === null)) return none;
  const z = atanh(value);
  const squares = without.reduce<number>((sum, each) => sum + (atanh(each!) - z) ** 2, 0);
  const error = Math.sqrt(((groups - 1) / groups) * squares);
  if (!(error > 0)) return none;
  const half = tQuantile(0.975, groups - 1) * error;
  return {value, low: Math.tanh(z - half), high: Math.tanh(z + half), p: tTwoSided(z / error, groups - 1), n, groups};
}

const atanh = (r: number): number => Math.atanh(Math.min(1 - 1e-12, Math.max(-1 + 1e-12, r)));

function partial(x: readonly number[], y: readonly number[], controls: readonly (readonly number[])[]): number | null {
  if (x.length - 3 - controls.length < 1) return null;
  const columns = controls.map(control => midranks(control));
  const value = correlation(residuals(midranks(x), columns), residuals(midranks(y), columns));
  return Number.isFinite(value) ? value : null;
}

/** Features that are correlated with accuracy: columns of `spectrum_features`. */
export const PREDICTORS = [
  "bandwidth90",
  "bandwidth50",
  "centroid",
  "entropy",
  "gain",
  "compression",
  "tokens_per_character"
] as const;

/** Correlation of a feature with accuracy over points: plain, and adjusted for prompt length. */
export interface Prediction {
  feature: string;
  plain: Correlation | null;
  partial: Correlation | null;
  /** p-values adjusted for the number of features (Benjamini & Yekutieli 2001, valid under any dependence) */
  plain_q: number | null;
  partial_q: number | null;
}

/** A point's features, the mean length of its prompts in tokens, and the excess accuracy of the models that answered it. */
export interface MeasuredPoint {
  base_task: string;
  tokens: number;
  accuracy: number;
  [feature: string]: unknown;
}

/** Returns the correlation of each feature with accuracy, over the points that have both. */
export function predictions(rows: readonly MeasuredPoint[], features: readonly string[] = PREDICTORS): Prediction[] {
  const found = features.map(feature => {
    const known = rows.filter(row => [row[feature], row.accuracy, row.tokens].every(value => Number.isFinite(value)));
    const [values, accuracy] = [known.map(row => row[feature] as number), known.map(row => row.accuracy)];
    const group = known.map(row => row.base_task);
    const lengths = known.map(row => Math.log(row.tokens));
    return {
      feature,
      plain: partialCorrelation(values, accuracy, {group}),
      partial: partialCorrelation(values, accuracy, {controls: [lengths], group})
    };
  });
  const [plain, partial] = (["plain", "partial"] as const).map(kind =>
    falseDiscoveryRate(
      found.map(each => each[kind]?.p ?? null),
      "BY"
    )
  );
  return found.map((each, i) => ({...each, plain_q: plain![i]!, partial_q: partial![i]!}));
}

/** Residuals of y after a least-squares fit on the columns and a constant, by modified Gram–Schmidt. */
function residuals(y: readonly number[], columns: readonly (readonly number[])[]): number[] {
  let left = centred(y);
  const basis: number[][] = [];
  for (const column of columns) {
    let direction = centred(column);
    for (const earlier of basis) direction = less(direction, earlier);
    if (direction.reduce((sum, value) => sum + value * value, 0) > 1e-9) basis.push(direction);
  }
  for (const direction of basis) left = less(left, direction);
  return left;
}

function less(vector: number[], direction: readonly number[]): number[] {
  const dot = vector.reduce((sum, value, i) => sum + value * direction[i]!, 0);
  const norm = direction.reduce((sum, value) => sum + value * value, 0);
  return vector.map((value, i) => value - (dot / norm) * direction[i]!);
}

function centred(values: readonly number[]): number[] {
  const mean = values.reduce((a, b) => a + b, 0) / values.length;
  return values.map(value => value - mean);
}

function correlation(a: readonly number[], b: readonly number[]): number {
  const [x, y] = [centred(a), centred(b)];
  const sum = (u: number[], v: number[]) => u.reduce((total, value, i) => total + value * v[i]!, 0);
  return sum(x, y) / Math.sqrt(sum(x, x) * sum(y, y));
}

// Effects of parameters on the text that a model receives: points that differ in one parameter only are compared in pairs.

export interface Described {
  base_task: string;
  params: Record<string, unknown>;
  tokens: number;
  tokens_per_character: number;
  /** Levels of the mean spectrum's bands, in decibels. */
  levels: Float64Array;
}

/** A mean over pairs of points with its 95 % interval, clustered by group of points; null for a single group. */
export interface EffectEstimate {
  value: number;
  low: number | null;
  high: number | null;
}

export interface ParameterEffect {
  base_task: string;
  param: string;
  /** Values that were compared. */
  values: string[];
  /** Number of pairs of points that differ in this parameter only, and of the groups of points that are equal in all others. */
  n: number;
  groups: number;
  /** Root mean square difference between the shapes of their spectra, in decibels. */
  shape: EffectEstimate;
  /** Longer prompt ÷ shorter prompt − 1. */
  length: EffectEstimate;
  /** Larger ÷ smaller number of tokens per character − 1. */
  density: EffectEstimate;
}

/** The effect of every parameter that varies with all others fixed, largest change of shape first. */
export function effects(points: readonly Described[]): ParameterEffect[] {
  const found: ParameterEffect[] = [];
  for (const [base_task, own] of groupBy(points, point => point.base_task))
    for (const param of new Set(own.flatMap(({params}) => Object.keys(params)))) {
      const groups = [...groupBy(own, ({params}) => JSON.stringify(without(params, param))).values()]
        .map(group => pairsOf(group).filter(([a, b]) => a.params[param] !== b.params[param]))
        .filter(pairs => pairs.length > 0);
      const differing = groups.flat();
      if (differing.length === 0) continue;
      const mean = (of: (a: Described, b: Described) => number) => estimate(groups.map(pairs => pairs.map(([a, b]) => of(a, b))));
      const ratio = (a: number, b: number) => Math.max(a, b) / Math.min(a, b) - 1;
      found.push({
        base_task,
        param,
        values: [...new Set(differing.flat().map(({params}) => String(params[param])))],
        n: differing.length,
        groups: groups.length,
        shape: mean((a, b) => distance(shape(a.levels), shape(b.levels))),
        length: mean((a, b) => ratio(a.tokens, b.tokens)),
        density: mean((a, b) => ratio(a.tokens_per_character, b.tokens_per_character))
      });
    }
  return found.sort((a, b) => b.shape.value - a.shape.value);
}

/** Mean over all pairs. Pairs of one group share points, so that groups are the clusters. */
function estimate(groups: readonly (readonly number[])[]): EffectEstimate {
  const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);
  const {value, low, high} = clusteredRatio(groups.map(values => ({y: sum(values), x: values.length})))!;
  return {value, low: low === null ? null : Math.max(0, low), high};
}

const without = (params: Record<string, unknown>, param: string): [string, unknown][] =>
  Object.entries(params)
    .filter(([name]) => name !== param)
    .sort();

function pairsOf<T>(group: readonly T[]): [T, T][] {
  return group.flatMap((a, i) => group.slice(i + 1).map((b): [T, T] => [a, b]));
}

// Detects points whose prompts differ from what the other points of their task predict, which may indicate a broken generator.

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

// Tests whether features of the spectrum predict how often models fail, beyond the prompt's length.

import {midranks} from "../../stats/correlation.js";
import {tQuantile, tTwoSided} from "../../stats/distributions.js";
import {falseDiscoveryRate} from "../../stats/falseDiscovery.js";

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

/** Correlations of each feature with accuracy, over the points that have both. */
export function predictions(rows: readonly MeasuredPoint[], features: readonly string[]): Prediction[] {
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

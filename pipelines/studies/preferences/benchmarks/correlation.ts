// Correlation of benchmark scores with people's preferences: three coefficients, each with several intervals.

import {type Random, randomOf} from "../../../generate/seed.js";
import {
  COEFFICIENTS,
  type Coefficient,
  coefficientOf,
  INTERVAL_THEORIES,
  type IntervalTheory,
  zInterval
} from "../../../stats/correlation.js";
import {normalCdf, normalQuantile, normalUpper, tTwoSided, Z975} from "../../../stats/distributions.js";
import {quantileOf} from "../../../stats/quantile.js";

/** Methods for intervals: by theory, or the bootstrap, which resamples models. */
const INTERVALS = [...INTERVAL_THEORIES, "bootstrap"] as const;
export type IntervalKind = (typeof INTERVALS)[number];

export interface Correlated {
  coefficient: Coefficient;
  value: number;
  /** number of models */
  n: number;
  intervals: Partial<Record<IntervalKind, [lo: number, hi: number]>>;
  /** the coefficient without each model in turn */
  without: number[];
}

/**
 * Bootstrap interval over pairs with bias correction and acceleration, BCa (Efron 1987, doi:10.1080/01621459.1987.10478410). Null below 5
 * pairs, and without replicates. Samples in which one of the variables is constant are drawn again.
 */
export function bootstrapInterval(
  x: readonly number[],
  y: readonly number[],
  coefficient: Coefficient,
  {replicates = 2_000}: {replicates?: number} = {}
): [number, number] | null {
  const n = x.length;
  const value = coefficientOf[coefficient](x, y);
  // Every sample of a perfect correlation is perfect as well.
  if (n < 5 || replicates === 0 || Number.isNaN(value) || Math.abs(value) === 1) return null;
  const weighted = WEIGHTED[coefficient](x, y);
  const samples = samplesOf(n, replicates);
  const again = randomOf("correlation, drawn again");
  const drawn = new Float64Array(replicates);
  for (let r = 0; r < replicates; r++) {
    let each = weighted(samples.subarray(r * n, (r + 1) * n));
    for (let tries = 1; Number.isNaN(each) && tries < 20; tries++) each = weighted(sampled(new Uint16Array(n), again));
    drawn[r] = Number.isNaN(each) ? value : each;
  }
  drawn.sort();
  let below = 0;
  for (const each of drawn) below += each < value ? 1 : each === value ? 0.5 : 0;
  const bias = normalQuantile(Math.min(1 - 0.5 / replicates, Math.max(0.5 / replicates, below / replicates)));
  const acceleration = accelerationOf(withoutEach(x, y, coefficientOf[coefficient]));
  const end = (p: number) => {
    const z = bias + normalQuantile(p);
    return quantileOf(drawn, normalCdf(bias + z / (1 - acceleration * z)));
  };
  return [end(0.025), end(0.975)];
}

function accelerationOf(without: readonly number[]): number {
  const known = without.filter(value => !Number.isNaN(value));
  const mean = known.reduce((sum, value) => sum + value, 0) / known.length;
  let [cubes, squares] = [0, 0];
  for (const value of known) {
    cubes += (mean - value) ** 3;
    squares += (mean - value) ** 2;
  }
  return squares > 0 ? cubes / (6 * squares ** 1.5) : 0;
}

/** The statistic without each pair in turn. */
const withoutEach = (
  x: readonly number[],
  y: readonly number[],
  statistic: (x: ArrayLike<number>, y: ArrayLike<number>) => number
): number[] =>
  x.map((_, out) =>
    statistic(
      x.filter((_, i) => i !== out),
      y.filter((_, i) => i !== out)
    )
  );

/** All three coefficients of two columns without blanks. Without replicates there is no bootstrap interval. */
export function correlate(
  x: readonly number[],
  y: readonly number[],
  {replicates = 2_000}: {replicates?: number} = {}
): Correlated[] {
  return COEFFICIENTS.map(coefficient => {
    const statistic = coefficientOf[coefficient];
    const value = statistic(x, y);
    const intervals: Correlated["intervals"] = {};
    for (const kind of INTERVALS) {
      const ends =
        kind === "bootstrap" ? bootstrapInterval(x, y, coefficient, {replicates}) : zInterval(coefficient, kind, value, x.length);
      if (ends) intervals[kind] = ends;
    }
    return {coefficient, value, n: x.length, intervals, without: withoutEach(x, y, statistic)};
  });
}

/** The interval that is shown by default: Fisher's for r, Bonett and Wright's for ρ, Fieller's for τ. */
export const STANDARD: Record<Coefficient, IntervalTheory> = {pearson: "fisher", spearman: "bonett-wright", kendall: "fieller"};

// Correlations of weighted pairs for the bootstrap: a sample is the number of times that each pair occurs in it, so that nothing is sorted
// or copied again.

/**
 * Number of times that each of n pairs occurs in each bootstrap sample, one sample per row. Shared by all benchmarks with as many models.
 */
function samplesOf(n: number, replicates: number): Uint16Array {
  const key = `${n} ${replicates}`;
  const known = SAMPLES.get(key);
  if (known) return known;
  const random = randomOf("correlation");
  const samples = new Uint16Array(n * replicates);
  for (let r = 0; r < replicates; r++) sampled(samples.subarray(r * n, (r + 1) * n), random);
  if (SAMPLES.size >= MOST_SAMPLES) SAMPLES.delete(SAMPLES.keys().next().value!);
  SAMPLES.set(key, samples);
  return samples;
}
const SAMPLES = new Map<string, Uint16Array>();
/** Number of sample sets that are cached. */
const MOST_SAMPLES = 16;

/** Draws one sample into counts that are 0. */
function sampled(counts: Uint16Array, random: Random): Uint16Array {
  for (let i = 0; i < counts.length; i++) {
    const at = Math.floor(random.real() * counts.length);
    counts[at] = counts[at]! + 1;
  }
  return counts;
}

type Weighted = (weights: ArrayLike<number>) => number;
type Values = ArrayLike<number>;

/** The coefficients of pairs with weights; what does not depend on the weights is computed once. */
export const WEIGHTED: Record<Coefficient, (x: Values, y: Values) => Weighted> = {
  pearson: weightedPearson,
  spearman: (x, y) => {
    const [rankX, rankY] = [weightedRanks(x), weightedRanks(y)];
    const [rx, ry] = [new Float64Array(x.length), new Float64Array(x.length)];
    const ofRanks = weightedPearson(rx, ry);
    return weights => {
      rankX(weights, rx);
      rankY(weights, ry);
      return ofRanks(weights);
    };
  },
  kendall: (x, y) => {
    const n = x.length;
    const [signX, signY] = [x, y].map(of => {
      const signs = new Int8Array(n * n);
      for (let i = 0; i < n; i++) for (let j = 0; j < i; j++) signs[i * n + j] = Math.sign(of[i]! - of[j]!);
      return signs;
    }) as [Int8Array, Int8Array];
    return weights => {
      let [score, nx, ny] = [0, 0, 0];
      for (let i = 0; i < n; i++) {
        const own = weights[i]!;
        if (own === 0) continue;
        for (let j = 0; j < i; j++) {
          const [w, sx, sy] = [own * weights[j]!, signX[i * n + j]!, signY[i * n + j]!];
          score += w * sx * sy;
          nx += w * sx * sx;
          ny += w * sy * sy;
        }
      }
      return nx > 0 && ny > 0 ? score / Math.sqrt(nx * ny) : Number.NaN;
    };
  }
};

function weightedPearson(x: Values, y: Values): Weighted {
  return weights => {
    let [n, mx, my] = [0, 0, 0];
    for (let i = 0; i < x.length; i++) {
      n += weights[i]!;
      mx += weights[i]! * x[i]!;
      my += weights[i]! * y[i]!;
    }
    mx /= n;
    my /= n;
    let [xx, yy, xy, distinctX, distinctY] = [0, 0, 0, false, false];
    let last = -1;
    for (let i = 0; i < x.length; i++) {
      const w = weights[i]!;
      if (w === 0) continue;
      const [dx, dy] = [x[i]! - mx, y[i]! - my];
      xx += w * dx * dx;
      yy += w * dy * dy;
      xy += w * dx * dy;
      if (last >= 0) {
        distinctX ||= x[i] !== x[last];
        distinctY ||= y[i] !== y[last];
      }
      last = i;
    }
    return distinctX && distinctY ? Math.max(-1, Math.min(1, xy / Math.sqrt(xx * yy))) : Number.NaN;
  };
}

/** Midranks in a sample in which each value occurs `weights` times; the entries of values that do not occur are left as they are. */
function weightedRanks(values: Values): (weights: ArrayLike<number>, into: Float64Array) => void {
  const order = Int32Array.from(Array.from(values, (_, i) => i).sort((i, j) => values[i]! - values[j]!));
  return (weights, into) => {
    let before = 0;
    for (let from = 0; from < order.length; ) {
      let [to, tied] = [from, 0];
      for (; to < order.length && values[order[to]!] === values[order[from]!]; to++) tied += weights[order[to]!]!;
      for (; from < to; from++) into[order[from]!] = before + (tied + 1) / 2;
      before += tied;
    }
  };
}

// Tests whether one of two benchmarks correlates more with a criterion. Both correlations share the criterion and the models, so they are
// dependent.

/** A t statistic with its degrees of freedom `df`, or a z statistic, and its two-sided p-value. */
export interface DependentTest {
  statistic: number;
  df: number | null;
  p: number;
}

/**
 * Williams' t test of ρ₁ = ρ₂ (1959, J. R. Stat. Soc. B 21, 396–399; in the form of Steiger 1980, doi:10.1037/0033-2909.87.2.245, eq. 7).
 * @param r1 correlation of the first benchmark with the criterion
 * @param r2 correlation of the second benchmark with the criterion
 * @param r12 correlation of the two benchmarks
 * @param n number of models, at least 4
 */
export function williams(r1: number, r2: number, r12: number, n: number): DependentTest {
  const determinant = 1 - r1 * r1 - r2 * r2 - r12 * r12 + 2 * r1 * r2 * r12;
  const mean = (r1 + r2) / 2;
  const below = (2 * (n - 1) * determinant) / (n - 3) + mean * mean * (1 - r12) ** 3;
  const statistic = (r1 - r2) * Math.sqrt(((n - 1) * (1 + r12)) / below);
  return {statistic, df: n - 3, p: n > 3 ? tTwoSided(statistic, n - 3) : Number.NaN};
}

/** Steiger's Z̄₁* (1980, eq. 14): Fisher's transforms, with their covariance at the mean of both correlations. */
export function steiger(r1: number, r2: number, r12: number, n: number): DependentTest {
  const covariance = transformCovariance((r1 + r2) / 2, (r1 + r2) / 2, r12);
  const statistic = ((Math.atanh(r1) - Math.atanh(r2)) * Math.sqrt(n - 3)) / Math.sqrt(2 - 2 * covariance);
  return {statistic, df: null, p: 2 * normalUpper(Math.abs(statistic))};
}

/** Correlation of atanh(r₁) and atanh(r₂) where both share one variable (Pearson & Filon 1898; Steiger 1980, eq. 3 and 10). */
function transformCovariance(r1: number, r2: number, r12: number): number {
  const psi = r12 * (1 - r1 * r1 - r2 * r2) - 0.5 * r1 * r2 * (1 - r1 * r1 - r2 * r2 - r12 * r12);
  return psi / ((1 - r1 * r1) * (1 - r2 * r2));
}

/** Zou's 95 % interval of ρ₁ − ρ₂ (2007, doi:10.1037/1082-989X.12.4.399) from the two single intervals. */
export function differenceInterval(
  r1: number,
  r2: number,
  r12: number,
  [lo1, hi1]: readonly [number, number],
  [lo2, hi2]: readonly [number, number]
): [number, number] {
  const c = transformCovariance(r1, r2, r12);
  const reach = (down: number, up: number) => Math.sqrt(Math.max(0, down * down + up * up - 2 * c * down * up));
  return [r1 - r2 - reach(r1 - lo1, hi2 - r2), r1 - r2 + reach(hi1 - r1, r2 - lo2)];
}

// Power analysis: the number of models needed to distinguish two benchmarks by their correlation with one criterion.

/** Power of Steiger's two-sided 5 % test with n models if these are the true correlations. */
export function powerAt(n: number, {r1, r2, r12}: {r1: number; r2: number; r12: number}): number {
  if (n <= 3) return Number.NaN;
  const shift = Math.abs(steiger(r1, r2, r12, n).statistic);
  const critical = Z975;
  return normalCdf(shift - critical) + normalCdf(-shift - critical);
}

/** The smallest number of models with at least this power; null where the correlations are equal. */
export function modelsNeeded(of: {r1: number; r2: number; r12: number}, {power = 0.8} = {}): number | null {
  const perRoot = Math.abs(steiger(of.r1, of.r2, of.r12, 4).statistic); // the noncentrality is this × √(n − 3)
  if (!(perRoot > 0)) return null;
  const needed = ((Z975 + normalQuantile(power)) / perRoot) ** 2 + 3;
  return Math.max(4, Math.ceil(needed));
}

/** Whether three correlations are compatible: their matrix has no negative eigenvalue. */
export const possible = ({r1, r2, r12}: {r1: number; r2: number; r12: number}): boolean =>
  1 - r1 * r1 - r2 * r2 - r12 * r12 + 2 * r1 * r2 * r12 > 0;

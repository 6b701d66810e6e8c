// Correlation of benchmark scores with people's preferences: three coefficients, each with several intervals.

import {randomOf} from "../../../generate/seed.js";
import {
  COEFFICIENTS,
  type Coefficient,
  coefficientOf,
  INTERVAL_THEORIES,
  type IntervalTheory,
  zInterval
} from "../../../stats/correlation.js";
import {normalCdf, normalQuantile} from "../../../stats/distributions.js";
import {quantileOf} from "../../../stats/quantile.js";
import {sampled, samplesOf, WEIGHTED} from "./weightedCorrelation.js";

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

// Reliability of the preferences themselves, which limits any correlation with them.
import {type Random, randomOf} from "../../../generate/seed.js";
import {pearson, spearman} from "../../../stats/correlation.js";
import {cellsOf, countsOf} from "../bradleyTerry/cells.js";
import {grouped} from "../bradleyTerry/errors.js";
import {betasOf} from "../bradleyTerry/strengths.js";
import type {Votes} from "../votes/votes.js";

/**
 * Split-half reliability: prompts are split into random halves that are fitted separately, and stepped up by the Spearman–Brown formula.
 */
export interface SplitHalf {
  splits: number;
  models: number;
  /** mean correlation of the halves' strengths, and of their ranks */
  pearson: number;
  spearman: number;
  /** 2r ÷ (1 + r): reliability of strengths from all votes */
  reliability: number;
  /** middle 95 % over splits, stepped up in the same way: the variation between splits, not a confidence interval */
  lo: number;
  hi: number;
}

/** The Spearman–Brown formula 2r ÷ (1 + r) (Spearman 1910; Brown 1910); 0 for negative r, which no reliability explains. */
export const steppedUp = (r: number): number => (r > 0 ? (2 * r) / (1 + r) : 0);

/** Split-half reliability of strengths; null with fewer than 4 prompts or 3 models, or where all strengths are equal. */
export function splitHalf(
  votes: Votes,
  {splits = 50, random = randomOf("split half")}: {splits?: number; random?: Random} = {}
): SplitHalf | null {
  const prompts = [...new Set(votes.question)];
  if (prompts.length < 4) return null;
  const {halves, start} = halver(votes);
  const found: {r: number; rho: number; models: number}[] = [];
  for (let split = 0; split < splits; split++) {
    const half = random.shuffle(prompts).slice(0, prompts.length >> 1);
    const [one, other] = halves(half).map(counts => betasOf(counts, votes.models, start && {start})) as [Betas, Betas];
    const common = [...one.keys()].filter(model => other.has(model));
    if (common.length < 3) continue;
    const [x, y] = [common.map(model => one.get(model)!), common.map(model => other.get(model)!)];
    const [r, rho] = [pearson(x, y), spearman(x, y)];
    if (Number.isFinite(r) && Number.isFinite(rho)) found.push({r, rho, models: common.length}); // all equal in one half: no r
  }
  if (found.length === 0) return null;
  const mean = (of: (each: (typeof found)[number]) => number) => found.reduce((sum, each) => sum + of(each), 0) / found.length;
  const sorted = found.map(({r}) => r).sort((a, b) => a - b);
  const end = (q: number) => steppedUp(sorted[Math.round(q * (sorted.length - 1))]!);
  const r = mean(each => each.r);
  return {
    splits: found.length,
    models: Math.min(...found.map(each => each.models)),
    pearson: r,
    spearman: mean(each => each.rho),
    reliability: steppedUp(r),
    lo: end(0.025),
    hi: end(0.975)
  };
}

type Betas = Map<string, number>;

/**
 * Returns a function for the counts of the votes on some prompts and on all others, from lists of each prompt's cells, and starting values
 * for their fits.
 */
function halver(votes: Votes): {
  halves(prompts: readonly number[]): [Float64Array, Float64Array];
  start: Float64Array | undefined;
} {
  const {order, starts} = grouped(votes.question, votes.n);
  const all = countsOf(votes);
  const cells = cellsOf(votes);
  const sorted = order.map(v => cells[v]!);
  const place = new Map(Array.from(starts.subarray(0, -1), (at, g) => [votes.question[order[at]!]!, g]));
  const whole = betasOf(all, votes.models);
  const halves = (prompts: readonly number[]): [Float64Array, Float64Array] => {
    const [one, other] = [new Float64Array(all.length), Float64Array.from(all)];
    for (const prompt of prompts) {
      const g = place.get(prompt)!;
      for (let at = starts[g]!; at < starts[g + 1]!; at++) {
        const cell = sorted[at]!;
        one[cell] = one[cell]! + 1;
        other[cell] = other[cell]! - 1;
      }
    }
    return [one, other];
  };
  return {halves, start: whole.size === votes.models.length ? Float64Array.from(whole.values()) : undefined};
}

/** Share of the variance of estimates that is not error: 1 − mean se² ÷ variance, at least 0. */
export function reliabilityOf(values: readonly number[], errors: readonly number[]): number {
  const n = values.length;
  const mean = values.reduce((sum, value) => sum + value, 0) / n;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (n - 1);
  return Math.max(0, 1 - errors.reduce((sum, se) => sum + se * se, 0) / n / variance);
}

/** The largest Pearson correlation that a benchmark without measurement error can be expected to reach. */
export const ceiling = (reliability: number): number => Math.sqrt(Math.max(0, reliability));

/** r corrected for attenuation by both reliabilities (Spearman 1904, doi:10.2307/1412159); may exceed 1 by chance. */
export const disattenuated = (r: number, reliabilityX: number, reliabilityY = 1): number =>
  r / Math.sqrt(reliabilityX * reliabilityY);

/** Pearson's r of a benchmark corrected for attenuation. */
export interface Corrected {
  benchmark: string;
  value: number;
  lo: number | null;
  hi: number | null;
  n: number;
}

/**
 * Pearson correlations with strengths of this reliability, corrected for attenuation, and for the benchmark's own reliability where its
 * table has intervals; otherwise the noise of the benchmark remains. The ends of intervals are corrected in the same way: reliabilities are
 * taken as known. Empty where the halves of the votes do not agree at all.
 */
export function corrected(
  correlations: readonly (Omit<Corrected, "value"> & {
    value: number;
    coefficient: string;
    benchmark_reliability?: number | null;
  })[],
  reliability: number
): Corrected[] {
  if (!(reliability > 0)) return [];
  return correlations.flatMap(({benchmark, coefficient, value, lo, hi, n, benchmark_reliability: own}) => {
    if (coefficient !== "pearson") return [];
    const withoutNoise = (r: number) => disattenuated(r, reliability, own || 1);
    return [
      {
        benchmark,
        value: withoutNoise(value),
        lo: lo === null ? null : withoutNoise(lo),
        hi: hi === null ? null : withoutNoise(hi),
        n
      }
    ];
  });
}

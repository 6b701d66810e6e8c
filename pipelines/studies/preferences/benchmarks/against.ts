// Correlations of each benchmark of a table with one criterion: three coefficients with their intervals, and warnings.

import {type Coefficient, coefficientOf} from "../../../stats/correlation.js";
import {Z975} from "../../../stats/distributions.js";
import {correlate, type IntervalKind, STANDARD} from "./correlation.js";
import {type Benchmark, common, type Leaderboard, scoresOf} from "./leaderboard.js";
import {reliabilityOf} from "./reliability.js";

/** Below this number of models a correlation is imprecise: at n = 19 and r = 0.8 the interval is [.54, .92]. */
export const FEW_MODELS = 20;
/** Fewest models for a correlation with an interval. */
export const LEAST_MODELS = 4;

export interface Correlation {
  benchmark: string;
  coefficient: Coefficient;
  value: number;
  lo: number | null;
  hi: number | null;
  /** method of `lo` and `hi` */
  interval: IntervalKind;
  n: number;
  bootstrap_lo: number | null;
  bootstrap_hi: number | null;
  /** smallest and largest value when one model is left out */
  without_lo: number;
  without_hi: number;
  /** the model whose removal changes it most */
  leverage: string;
  /** share of the variance of the benchmark's scores that is not error, from the intervals in its table; null without these */
  benchmark_reliability: number | null;
  warnings: string[];
}

/**
 * Correlations of each benchmark of a table with the criterion: three coefficients, largest Pearson first. `parts` are benchmarks that
 * enter the criterion.
 */
export function correlationsOf(
  preference: ReadonlyMap<string, number>,
  against: Leaderboard,
  {
    replicates = 2_000,
    criterion = "preference",
    parts = []
  }: {replicates?: number; criterion?: string; parts?: readonly string[]} = {}
): Correlation[] {
  const rows = against.benchmarks.flatMap(benchmark => {
    const pairs = common(scoresOf(against, benchmark), preference, against);
    if (pairs.length < LEAST_MODELS) return [];
    const reliability = reliabilityAmong(against, benchmark, new Set(pairs.map(({model}) => model)));
    return [rowsOf(benchmark, pairs, {replicates, criterion, parts, reliability})];
  });
  const strength = (own: Correlation[]) => Math.abs(own[0]?.value ?? 0);
  return rows.sort((a, b) => strength(b) - strength(a)).flat();
}

function rowsOf(
  benchmark: Benchmark,
  pairs: readonly {model: string; x: number; y: number}[],
  of: {replicates: number; criterion: string; parts: readonly string[]; reliability: number | null}
): Correlation[] {
  const {replicates, criterion, parts, reliability} = of;
  const [x, y] = [pairs.map(pair => pair.x), pairs.map(pair => pair.y)];
  const warnings = warningsOf(benchmark, pairs, criterion, parts);
  return correlate(x, y, {replicates}).flatMap(({coefficient, value, n, intervals, without}) => {
    if (Number.isNaN(value)) return [];
    const interval = STANDARD[coefficient];
    const [lo, hi] = intervals[interval] ?? [null, null];
    const [bootstrap_lo, bootstrap_hi] = intervals.bootstrap ?? [null, null];
    const known = without.filter(each => !Number.isNaN(each));
    const most = without.reduce((best, each, i) => (Math.abs(each - value) > Math.abs(without[best]! - value) ? i : best), 0);
    return [
      {
        benchmark: benchmark.name,
        coefficient,
        value,
        lo,
        hi,
        interval,
        n,
        bootstrap_lo,
        bootstrap_hi,
        without_lo: Math.min(...known),
        without_hi: Math.max(...known),
        leverage: pairs[most]!.model,
        benchmark_reliability: reliability,
        warnings
      }
    ];
  });
}

/** Reliability of a benchmark among some models, from 95 % intervals taken as ± 1.96 standard errors; null where one is missing. */
function reliabilityAmong({models}: Leaderboard, {values, low, high}: Benchmark, among: ReadonlySet<string>): number | null {
  const own = models.flatMap((model, i) => (among.has(model) && values[i] != null ? [i] : []));
  if (!low || !high || own.some(i => low[i] == null || high[i] == null)) return null;
  const found = reliabilityOf(
    own.map(i => values[i]!),
    own.map(i => (high[i]! - low[i]!) / (2 * Z975))
  );
  return Number.isFinite(found) ? found : null;
}

/** Warnings about what limits the meaning of a correlation. */
export function warningsOf(
  {name, contains = []}: Pick<Benchmark, "name" | "contains">,
  pairs: readonly {x: number; y: number}[],
  criterion: string,
  parts: readonly string[] = []
): string[] {
  const warnings: string[] = [];
  if (pairs.length < FEW_MODELS)
    warnings.push(`only ${pairs.length} models: the interval is wide, and a single model can move it`);
  const among = (names: readonly string[], name: string) => names.some(each => each.toLowerCase() === name.toLowerCase());
  const same = name.toLowerCase() === criterion.toLowerCase();
  if (same || among(contains, criterion))
    warnings.push(`${name} ${same ? "is" : "contains"} what it is compared with (${criterion}): they agree by construction`);
  else if (among(parts, name))
    warnings.push(`${name} enters what it is compared with (${criterion}): they agree by construction`);
  else if (
    pairs.length >= LEAST_MODELS &&
    Math.abs(
      coefficientOf.pearson(
        pairs.map(({x}) => x),
        pairs.map(({y}) => y)
      )
    ) > 0.99999
  )
    warnings.push(`${name} is an exact linear function of ${criterion}: is it the same measurement?`);
  return warnings;
}

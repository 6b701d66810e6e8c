// Each benchmark of a table held against one criterion: three correlations with their intervals, and what makes them worth less.

import {type Coefficient, coefficientOf} from "../../../stats/correlation.js";
import {correlate, type IntervalKind, STANDARD} from "./correlation.js";
import {type Benchmark, common, type Leaderboard, scoresOf} from "./leaderboard.js";
import {reliabilityOf} from "./reliability.js";

/** Fewer models than this give a correlation that says little: at n = 19 and r = 0.8 the interval is [.54, .92]. */
export const FEW_MODELS = 20;
export const LEAST_MODELS = 4;

export interface Correlation {
  benchmark: string;
  coefficient: Coefficient;
  value: number;
  lo: number | null;
  hi: number | null;
  /** by which theory `lo` and `hi` are made */
  interval: IntervalKind;
  n: number;
  bootstrap_lo: number | null;
  bootstrap_hi: number | null;
  /** least and largest value when one model is left out */
  without_lo: number;
  without_hi: number;
  /** whose absence moves it most */
  leverage: string;
  /** share of the spread of the benchmark's scores that is not error, by the intervals that its table gives them; null without these */
  benchmark_reliability: number | null;
  warnings: string[];
}

/** Each benchmark of a table with preference: three coefficients, best Pearson first. `parts` are benchmarks that enter the criterion. */
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

/** Reliability of a benchmark among some models, their 95 % intervals taken for ± 1.96 standard errors; null where one has none. */
function reliabilityAmong({models}: Leaderboard, {values, low, high}: Benchmark, among: ReadonlySet<string>): number | null {
  const own = models.flatMap((model, i) => (among.has(model) && values[i] != null ? [i] : []));
  if (!low || !high || own.some(i => low[i] == null || high[i] == null)) return null;
  const found = reliabilityOf(
    own.map(i => values[i]!),
    own.map(i => (high[i]! - low[i]!) / (2 * 1.96))
  );
  return Number.isFinite(found) ? found : null;
}

/** What makes a correlation worth less than it looks. */
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

// Correlations of each benchmark of a table with one criterion: three coefficients with their intervals, and warnings.

import {type Coefficient, coefficientOf, pearson, zInterval} from "../../../stats/correlation.js";
import {Z975} from "../../../stats/distributions.js";
import {
  correlate,
  type DependentTest,
  differenceInterval,
  type IntervalKind,
  modelsNeeded,
  STANDARD,
  steiger,
  williams
} from "./correlation.js";
import {type Benchmark, common, findModel, type Leaderboard, scoresOf} from "./leaderboard.js";
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

// Compares two benchmarks by their correlations with one criterion: is the difference significant?

/** Fewest models that both benchmarks and the criterion must have in common. */
const LEAST_SHARED = 5;

export interface Rivals {
  one: string;
  other: string;
  /** number of models that both benchmarks and the criterion have */
  n: number;
  /** Pearson correlations of each benchmark with the criterion, and with each other */
  r1: number;
  r2: number;
  r12: number;
  /** r1 − r2 with Zou's 95 % interval */
  difference: {value: number; lo: number | null; hi: number | null};
  williams: DependentTest;
  steiger: DependentTest;
  /** number of models with which the test has 80 % power if these are the true correlations; null if they are equal */
  needed: number | null;
}

/**
 * The comparison; null where the two share fewer than five models with the criterion, or the tests are undefined (a perfect correlation).
 */
export function rivalry(
  one: Benchmark,
  other: Benchmark,
  criterion: ReadonlyMap<string, number>,
  table: Pick<Leaderboard, "models" | "aliases">
): Rivals | null {
  if (one.name === other.name) return null;
  const second = scoresOf(table, other);
  const rows = common(scoresOf(table, one), criterion, table).filter(({model}) => second.has(model));
  const n = rows.length;
  if (n < LEAST_SHARED) return null;
  const [x, z, y] = [rows.map(row => row.x), rows.map(({model}) => second.get(model)!), rows.map(row => row.y)];
  const [r1, r2, r12] = [pearson(x, y), pearson(z, y), pearson(x, z)];
  const [byWilliams, bySteiger] = [williams(r1, r2, r12, n), steiger(r1, r2, r12, n)];
  if (!Number.isFinite(byWilliams.statistic) || !Number.isFinite(bySteiger.statistic)) return null;
  const [a, b] = [zInterval("pearson", "fisher", r1, n), zInterval("pearson", "fisher", r2, n)];
  const [lo, hi] = a && b ? differenceInterval(r1, r2, r12, a, b) : [null, null];
  const needed = modelsNeeded({r1, r2, r12});
  return {
    one: one.name,
    other: other.name,
    n,
    r1,
    r2,
    r12,
    difference: {value: r1 - r2, lo, hi},
    williams: byWilliams,
    steiger: bySteiger,
    needed
  };
}

/** Comparisons of all pairs of a table's benchmarks. */
export const rivalries = (table: Leaderboard, criterion: ReadonlyMap<string, number>): Rivals[] =>
  table.benchmarks.flatMap((one, i) =>
    table.benchmarks.slice(i + 1).flatMap(other => rivalry(one, other, criterion, table) ?? [])
  );

// Compares two tables of scores without votes: the models that both contain, and the correlations of their columns.

/** A model of the first table, and its name in the second. */
interface Matched {
  model: string;
  against: string;
}

export interface TableStudy {
  simulated: boolean;
  /** models that both tables contain, under both names */
  models: Matched[];
  /** models that only one of the tables contains */
  only: {scores: string[]; against: string[]};
  /** each column of the first table, as the criterion, with each column of the second */
  correlations: (Correlation & {criterion: string})[];
  notes: string[];
}

/** Models of both tables, with aliases of either; each model of the second table is matched to at most one of the first. */
export function matchedModels(one: Leaderboard, other: Leaderboard): Matched[] {
  const known = new Map(other.models.map(model => [model, model]));
  const [find, back] = [findModel(known, one), findModel(new Map(one.models.map(model => [model, model])), other)];
  const byAlias = new Map(
    other.models.flatMap(model => {
      const own = back(model);
      return own === undefined ? [] : [[own, model] as const];
    })
  );
  const taken = new Set(one.models.filter(model => known.has(model)));
  return one.models.flatMap(model => {
    const against = find(model) ?? byAlias.get(model);
    if (against === undefined || (against !== model && taken.has(against))) return [];
    taken.add(against);
    return [{model, against}];
  });
}

/** The second table under the model names of the first. */
function renamed(other: Leaderboard, matched: readonly Matched[]): Leaderboard {
  const names = new Map(matched.map(({model, against}) => [against, model]));
  return {...other, models: other.models.map(model => names.get(model) ?? model), aliases: {}};
}

export function tableStudy(
  one: Leaderboard,
  other: Leaderboard,
  {replicates, simulated = false}: {replicates?: number | undefined; simulated?: boolean} = {}
): TableStudy {
  const models = matchedModels(one, other);
  const names = new Set(models.map(({model}) => model));
  const against = renamed(other, models);
  const correlations = one.benchmarks.flatMap(benchmark => {
    const criterion = new Map([...scoresOf(one, benchmark)].filter(([model]) => names.has(model)));
    return correlationsOf(criterion, against, {
      criterion: benchmark.name,
      parts: benchmark.contains ?? [],
      ...(replicates !== undefined && {replicates})
    }).map(row => ({...row, criterion: benchmark.name}));
  });
  const notes: string[] = [];
  if (correlations.length === 0)
    notes.push(`no correlation: the tables share ${models.length} models, and ${LEAST_MODELS} with both scores are needed`);
  const given = new Set(models.map(({against}) => against));
  return {
    simulated,
    models,
    only: {
      scores: one.models.filter(model => !names.has(model)),
      against: other.models.filter(model => !given.has(model))
    },
    correlations,
    notes
  };
}

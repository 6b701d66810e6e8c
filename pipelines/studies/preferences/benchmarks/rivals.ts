// Compares two benchmarks by their correlations with one criterion: is the difference significant?
import {pearson, zInterval} from "../../../stats/correlation.js";
import {type DependentTest, differenceInterval, steiger, williams} from "./dependent.js";
import {type Benchmark, common, type Leaderboard, scoresOf} from "./leaderboard.js";
import {modelsNeeded} from "./power.js";

/** Fewest models that both benchmarks and the criterion must have in common. */
const LEAST_MODELS = 5;

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
  if (n < LEAST_MODELS) return null;
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

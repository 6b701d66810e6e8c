// Estimates from published pass^k: counts of tasks by how often they were solved, intervals, ranks, pairs, and figures that cannot be as published.
import {plural} from "../../book/plural.js";
import {Z975} from "../../stats/distributions.js";
import {groupBy} from "../../stats/groupBy.js";
import {criticalValue, rankIntervals} from "../../stats/ranks.js";
import {
  boundedMean,
  passHatEstimate,
  recoverSolvedTimes,
  type SolvedTimes,
  type TaskEstimate,
  unstableShare
} from "./solvedTimes.js";

/** Published figures of one model in one domain. */
export interface PassFigures {
  model: string;
  /** folder of the submission, or place of the row */
  submission: string;
  domain: string;
  tasks: number;
  /** pass^1, pass^2, … as fractions of 1; null where a figure is missing */
  figures: (number | null)[];
  /** half a unit of the last digit, as a fraction of 1 */
  rounding: number;
}

/**
 * recovered: one list of counts has these figures; several: more than one has; incomplete: figures are missing, so that intervals are the
 * widest possible; impossible: no list has them.
 */
export const PASS_STATUSES = ["recovered", "several", "incomplete", "impossible"] as const;

export interface PassRow {
  model: string;
  domain: string;
  tasks: number;
  trials: number;
  status: (typeof PASS_STATUSES)[number];
  /** tasks solved 0, 1, …, n times; null unless recovered */
  solved: SolvedTimes | null;
  /** the counts in real numbers; null where figures are missing */
  exact: number[] | null;
  /** pass^k as published, with intervals over tasks; null limits where the figures are impossible, and no entry where one is missing */
  passes: {k: number; value: number; low: number | null; high: number | null}[];
  /** share of tasks that were solved in some trials only; null unless recovered */
  unstable: TaskEstimate | null;
  /** by pass^1 within the domain, with a simultaneous 95 % interval; null where the figures are impossible */
  rank: {rank: number; low: number; high: number} | null;
  /** other models of the domain with the same figures to the last digit */
  sameAs: string[];
}

/** Estimates for each row, in the order of the file; ranks and equal figures within each domain. */
export function passTable(rows: readonly PassFigures[]): PassRow[] {
  const table = rows.map(estimateRow);
  for (const domain of groupBy(table, row => row.domain).values()) {
    const ranked = domain.filter(({status, passes}) => status !== "impossible" && passes[0]?.k === 1);
    const ranks = rankIntervals(ranked.map(({passes: [first]}) => ({value: first!.value, se: errorOf(first!)})));
    for (const [i, row] of ranked.entries()) row.rank = ranks[i]!;
    for (const same of groupBy(domain, ({passes}) => JSON.stringify(passes.map(({k, value}) => [k, value]))).values())
      if (same.length > 1 && same[0]!.passes.length > 1)
        for (const row of same) row.sameAs = same.filter(other => other !== row).map(({model}) => model);
  }
  return table;
}

/** Standard error of an estimate by the width of its 95 % interval. */
const errorOf = ({low, high}: {low: number | null; high: number | null}): number => (high! - low!) / (2 * Z975);

/** A model's pass^1 less another's. */
export interface PassDifference {
  model: string;
  other: string;
  value: number;
  /** simultaneous 95 % interval over all pairs of the domain, without pairing */
  low: number;
  high: number;
  /** whether the interval excludes 0 */
  differs: boolean;
  /** whether it would with any assignment of the solved tasks */
  differsAlways: boolean;
}

/**
 * All pairs of ranked models of one domain. The models were asked the same tasks, but which ones each solved is not published, so that
 * differences are taken without pairing, as ranks are. Their standard error is at most the sum of both errors (Cauchy and Schwarz), whichever
 * tasks were solved.
 */
export function passDifferences(
  ranked: readonly {model: string; value: number; low: number | null; high: number | null}[]
): PassDifference[] {
  const errors = ranked.map(errorOf);
  const critical = criticalValue(errors);
  return ranked.flatMap((row, i) =>
    ranked.slice(i + 1).map((other, j) => {
      const value = row.value - other.value;
      const reach = critical * Math.hypot(errors[i]!, errors[i + 1 + j]!);
      return {
        model: row.model,
        other: other.model,
        value,
        low: value - reach,
        high: value + reach,
        differs: Math.abs(value) > reach,
        differsAlways: Math.abs(value) > critical * (errors[i]! + errors[i + 1 + j]!)
      };
    })
  );
}

/** The counts that impossible figures would need. @param exact counts in real numbers */
export const neededText = ({tasks, exact}: {tasks: number; exact: readonly number[]}): string =>
  `${exact.length - 1} trials of ${plural(tasks, "task")} would need ${exact
    .map((each, times) => `${each.toFixed(2).replace("-", "−")} tasks solved ${plural(times, "time")}`)
    .join(", ")}`;

function estimateRow({model, domain, tasks, figures, rounding}: PassFigures): PassRow {
  const trials = figures.length;
  const isComplete = trials > 1 && figures.every(figure => figure !== null);
  const recovery = isComplete ? recoverSolvedTimes(figures as number[], {tasks, rounding}) : null;
  const matches = recovery?.matches ?? [];
  const status = !recovery ? "incomplete" : matches.length === 0 ? "impossible" : matches.length === 1 ? "recovered" : "several";
  const limitsOf = (k: number, value: number): {low: number | null; high: number | null} => {
    if (status === "impossible") return {low: null, high: null};
    const estimates =
      recovery === null || recovery.isCut ? [boundedMean(value, tasks)] : matches.map(match => passHatEstimate(match, k));
    return {low: Math.min(value, ...estimates.map(({low}) => low)), high: Math.max(value, ...estimates.map(({high}) => high))};
  };
  const solved = status === "recovered" ? matches[0]! : null;
  return {
    model,
    domain,
    tasks,
    trials,
    status,
    solved,
    exact: recovery?.exact ?? null,
    passes: figures.flatMap((value, i) => (value === null ? [] : [{k: i + 1, value, ...limitsOf(i + 1, value)}])),
    unstable: solved && unstableShare(solved),
    rank: null,
    sameAs: []
  };
}

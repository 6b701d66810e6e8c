// Coverage and width of intervals of effects by performance, and how often a model that has seen a part of the set is found.
import {performanceEffects} from "../../../pipelines/studies/contamination/performance.js";
import {simulatedSets} from "./simulatedSets.js";

/** Models and items of a simulation; the reference set has as many items. */
export interface PerformanceCell {
  models: number;
  items: number;
  /** standard deviation over models of the difference in ability between the sets, logits */
  scatter: number;
}

/** The grid of docs/coverage.md. */
export const PERFORMANCE_GRID: readonly PerformanceCell[] = [6, 20].flatMap(models =>
  [50, 200, 1_000].flatMap(items => [0, 0.3].map(scatter => ({models, items, scatter})))
);
/** Share of the set that the first model has seen where it is to be found. */
const SEEN = 0.3;
/** Intervals of a cell, about. */
const INTERVALS = 400;

export const repetitionsOf = ({models}: PerformanceCell): number => Math.max(20, Math.ceil(INTERVALS / models));

export interface PerformanceCoverage {
  intervals: number;
  held: number;
  width: number;
  /** one-sided p-values at or below 0.05 */
  rejected: number;
  /** repetitions in which the model that has seen a part of the set is found, of all */
  detected: number;
  repetitions: number;
}

/** @param isPowerSimulated also simulates a model that has seen a part of the set, else none is detected */
export function performanceCoverage(
  {models, items, scatter}: PerformanceCell,
  repetitions: number,
  {isPowerSimulated = true} = {}
): PerformanceCoverage {
  const total = {intervals: 0, held: 0, width: 0, rejected: 0, detected: 0, repetitions};
  for (let run = 0; run < repetitions; run++) {
    const size = {models, items, reference: items, scatter};
    const sets = (seen: number) => simulatedSets(`coverage ${models} ${items} ${scatter} ${run}`, {...size, seen});
    const [clean, contaminated] = (isPowerSimulated ? [0, SEEN] : [0]).map(seen => {
      const {set, reference} = sets(seen);
      return performanceEffects(set, reference, {seed: run, replicates: 400});
    });
    for (const {low, high, p} of clean!) {
      if (p === null) continue;
      total.intervals++;
      total.width += high! - low!;
      if (low! <= 0 && 0 <= high!) total.held++;
      if (p <= 0.05) total.rejected++;
    }
    if (contaminated?.[0]?.inflated) total.detected++;
  }
  return {...total, width: total.width / Math.max(1, total.intervals)};
}

const HEADING = "## Effects by performance";
const HEADER = [
  "| models | items of each set | scatter | coverage | width | p ≤ 0.05 | intervals | found | repetitions | seeds | date |",
  `| ${new Array(11).fill("---").join(" | ")} |`
];

/** A row of the table. */
export function performanceRow(cell: PerformanceCell, {repetitions, date}: {repetitions: number; date: string}): string {
  const {intervals, held, width, rejected, detected} = performanceCoverage(cell, repetitions);
  const {models, items, scatter} = cell;
  const percent = (count: number, n: number) => `${((100 * count) / n).toFixed(1)} %`;
  return `| ${[models, items, scatter, percent(held, intervals), width.toFixed(3), percent(rejected, intervals), intervals, `${detected} of ${repetitions}`, repetitions, `coverage ${models} ${items} ${scatter}`, date].join(" | ")} |`;
}

/** The document with other rows in the table, which ends at the next heading. */
export function withPerformanceRows(document: string, rows: readonly string[]): string {
  const start = document.indexOf(HEADING);
  const table = document.indexOf(HEADER[0]!, start);
  if (start < 0 || table < 0) throw new Error(`no table after ${HEADING}`);
  const next = document.indexOf("\n## ", table);
  return `${document.slice(0, table)}${[...HEADER, ...rows].join("\n")}\n${next < 0 ? "" : document.slice(next)}`;
}

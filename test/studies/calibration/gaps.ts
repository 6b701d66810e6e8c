// Simulates answers with a known gap between confidence and accuracy, and counts how often the interval of the calibration error holds it.
import {randomOf} from "../../../pipelines/generate/seed.js";
import {type Binning, binned} from "../../../pipelines/studies/calibration/bins.js";
import {calibrationError} from "../../../pipelines/studies/calibration/measures.js";

/** Confidences that a model states: one, three, or any between 0.35 and 0.99 in whole percents. */
export const CONFIDENCES = ["one", "three", "spread"] as const;
export const GAPS = [0, 0.03, 0.1, 0.3] as const;

export interface GapCell {
  confidences: (typeof CONFIDENCES)[number];
  gap: number;
  n: number;
  binning: Binning;
}

export interface GapResult {
  coverage: number;
  /** mean width of the intervals */
  width: number;
  /** the narrowest one */
  narrowest: number;
}

/** Coverage and width of the interval over simulated sets of n answers, each right with the probability confidence − gap. */
export function simulateGap({confidences, gap, n, binning}: GapCell, repetitions: number): GapResult {
  const random = randomOf(`calibration gap ${confidences} ${gap} ${n} ${binning}`);
  const state = {
    one: () => 0.95,
    three: () => random.pick([0.6, 0.8, 0.95]),
    spread: () => random.integer(35, 99) / 100
  }[confidences];
  let [covered, width, narrowest] = [0, 0, 1];
  for (let run = 0; run < repetitions; run++) {
    const confidence = Float64Array.from({length: n}, state);
    const right = Uint8Array.from(confidence, value => Number(random.chance(value - gap)));
    const {low, high} = calibrationError(binned({confidence, right}, binning));
    if (low! <= gap && gap <= high!) covered++;
    width += (high! - low!) / repetitions;
    narrowest = Math.min(narrowest, high! - low!);
  }
  return {coverage: covered / repetitions, width, narrowest};
}

const GAP_HEADING = "## Calibration error";
const HEADER = [
  `| confidences | answers | bins of equal | ${GAPS.map(gap => `gap ${gap}`).join(" | ")} | repetitions | seeds | date |`,
  `| --- | --- | --- | ${GAPS.map(() => "---").join(" | ")} | --- | --- | --- |`
];

/** A row of the table: coverage and mean width at each gap. */
export function gapRow(cell: Omit<GapCell, "gap">, {repetitions, date}: {repetitions: number; date: string}): string {
  const results = GAPS.map(gap => simulateGap({...cell, gap}, repetitions));
  const cells = results.map(({coverage, width}) => `${(100 * coverage).toFixed(1)} %, ${width.toFixed(3)}`);
  const seeds = `calibration gap ${cell.confidences} GAP ${cell.n} ${cell.binning}`;
  return `| ${[cell.confidences, cell.n, cell.binning, ...cells, repetitions, seeds, date].join(" | ")} |`;
}

/** The document with other rows in the table of calibration errors, which ends at the next heading. */
export function withGapRows(document: string, rows: readonly string[]): string {
  const start = document.indexOf(GAP_HEADING);
  const table = document.indexOf(HEADER[0]!, start);
  if (start < 0 || table < 0) throw new Error(`no table after ${GAP_HEADING}`);
  const next = document.indexOf("\n## ", table);
  return `${document.slice(0, table)}${[...HEADER, ...rows].join("\n")}\n${next < 0 ? "" : document.slice(next)}`;
}

// Charts in which several evaluations are drawn together: which ones, and their dots with intervals.
import * as Plot from "npm:@observablehq/plot";

/** Most evaluations that are drawn: more lines cannot be told apart. */
const MOST_DRAWN = 6;

/**
 * The evaluations that are drawn: the chosen one, or of many some that are spread evenly from best to worst.
 * @param names from best to worst
 */
export function drawnAmong(names: readonly string[], chosen: string): string[] {
  if (names.includes(chosen)) return [chosen];
  if (names.length <= MOST_DRAWN) return [...names];
  return Array.from({length: MOST_DRAWN}, (_, i) => names[Math.round((i * (names.length - 1)) / (MOST_DRAWN - 1))]!);
}

export const percent = (share: number): number => 100 * share;

interface Dotted {
  evaluation: string;
  simulated: boolean;
  /** Ends of the interval, shares. */
  low: number;
  high: number;
}

/**
 * A dot with its interval for each row, in the colour and shape of its evaluation, hollow where it is simulated; values are percent.
 * @param value a share
 */
export const dotsWithIntervals = <Row extends Dotted>(
  rows: readonly Row[],
  {x, value}: {x: (row: Row) => number; value: (row: Row) => number}
): Plot.Markish[] => [
  Plot.ruleX(rows, {
    x,
    y1: (row: Row) => percent(row.low),
    y2: (row: Row) => percent(row.high),
    stroke: "evaluation",
    strokeOpacity: 0.55
  }),
  Plot.dot(rows, {
    x,
    y: (row: Row) => percent(value(row)),
    stroke: "evaluation",
    symbol: "evaluation",
    fill: (row: Row) => (row.simulated ? "var(--theme-background)" : "currentColor"),
    r: 4
  })
];

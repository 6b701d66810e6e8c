// The result of the audit for one figure.
import {type Figure, type FigureRange, figureOf, show, showRange, type Verdict} from "./figure.js";
import {type ClaimTable, SCALES, type UnitOfFigure} from "./schema.js";

export interface Finding {
  /** The row of the table; "" where the claim has one figure. */
  part: string;
  /** As the report prints it. */
  printed: string;
  /** For charts: the printed figure and its rounding range; null where it is not a number. */
  printed_value: number | null;
  printed_low: number | null;
  printed_high: number | null;
  /**
   * Recomputed from the report's other figures as printed, with its range over all figures that print alike. Null where nothing can be
   * recomputed.
   */
  value: number | null;
  low: number | null;
  high: number | null;
  /** The quantity that the printed and the recomputed value measure. */
  quantity: string;
  /** Number of figures, models or judgments that it is based on, and which of these. */
  n: number;
  n_of: string;
  verdict: Verdict;
  /** Probability that rounding alone explains the printed figure; null where it was not computed. */
  chance: number | null;
  arithmetic: string;
  /** The nearest reading that gives the figure, or what would be needed to obtain it. */
  reading: string;
}

export const printedOf = ({text, value, low, high}: Figure) => ({
  printed: text,
  printed_value: value,
  printed_low: low,
  printed_high: high
});

export interface Cell extends Figure {
  row: string;
}

/** The figures of a column with the ranges that their rounding allows. */
export function columnOf(table: ClaimTable, column: string): Cell[] {
  const at = Object.keys(table.columns).indexOf(column);
  const scale = scaleOf(table, column);
  const {within} = SCALES[scale];
  return Object.entries(table.rows).map(([row, figures]) => ({
    row,
    ...figureOf(figures[at]!, {exact: scale === "count", within})
  }));
}

export const scaleOf = (table: ClaimTable, column: string): UnitOfFigure => table.columns[column]!;

/** A recomputed value with its range, with two digits more than the printed figure. */
export const recomputed = (value: number, range: FigureRange, {digits, unit = ""}: {digits: number; unit?: string}): string =>
  `${show(value, digits + 2)}${range.low === range.high ? "" : ` ${showRange(range, digits + 2)}`}${unit && ` ${unit}`}`;

/** `0.939 [0.889, 0.989]`: the recomputed value as text; a dash where nothing can be recomputed. */
export function recomputedText({value, low, high}: Pick<Finding, "value" | "low" | "high">): string {
  if (value === null) return low === null || high === null ? "–" : `[${significant(low)}, ${significant(high)}]`;
  return low === null || high === null || low === high
    ? significant(value)
    : `${significant(value)} [${significant(low)}, ${significant(high)}]`;
}

/** Four significant digits; whole numbers are not rounded. */
const significant = (value: number): string =>
  show(Math.abs(value) >= 1_000 ? Math.round(100 * value) / 100 : Number(value.toPrecision(4)), 6);

/** Most entries of a list that are shown. */
const MOST_LISTED = 12;
/** Formats a list; long ones are shortened. */
export const listed = (parts: readonly string[], between: string): string =>
  parts.length <= MOST_LISTED ? parts.join(between) : [...parts.slice(0, MOST_LISTED - 1), "…", parts.at(-1)].join(between);

/** A probability as text, never shown as 0 unless it is 0. */
export const percentOf = (chance: number): string =>
  chance < 1e-6 ? "less than 0.0001 %" : `${Number((100 * chance).toPrecision(2))} %`;

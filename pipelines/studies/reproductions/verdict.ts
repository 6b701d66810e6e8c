// Compares a published figure with the value recomputed from raw facts.
import {figureOf, holds, meet} from "../claims/figure.js";

/** Verdicts, best first. */
export const REPRODUCTION_VERDICTS = ["equal after rounding", "within its error", "differs"] as const;
export type ReproductionVerdict = (typeof REPRODUCTION_VERDICTS)[number];

/** A recomputed statistic as a share of 1 with its 95 % interval, whose ends are null where one unit alone gives it. */
export interface Recomputed {
  value: number;
  low: number | null;
  high: number | null;
  n: number;
  /** the units that n counts */
  n_of: string;
}

export interface Comparison {
  /** the published figure as a number */
  published: number;
  /** the recomputed value and the ends of its interval, in the figure's unit */
  value: number;
  low: number | null;
  high: number | null;
  /** published minus recomputed */
  difference: number;
  verdict: ReproductionVerdict;
}

/**
 * Compares a figure as it is published with the recomputed share. *Equal after rounding*: the value lies within half a unit of the figure's last
 * digit, both ends included, since sources round a half up or to even. *Within its error*: else, if a value that prints as the figure
 * lies in the 95 % interval of the recomputed one. *Differs*: else.
 * @param unit "%" for figures in percent, "" for shares of 1
 */
export function compare(printed: string, recomputed: Recomputed, unit: "%" | ""): Comparison {
  const scale = unit === "%" ? 100 : 1;
  const scaled = (share: number) => Number((scale * share).toPrecision(12));
  const figure = figureOf(printed, {within: [0, scale]});
  const value = scaled(recomputed.value);
  const [low, high] = [recomputed.low, recomputed.high].map(end => (end === null ? null : scaled(end))) as [
    number | null,
    number | null
  ];
  const isWithin = low !== null && high !== null && meet(figure, {low, high});
  return {
    published: figure.value,
    value,
    low,
    high,
    difference: Number((figure.value - value).toPrecision(12)),
    verdict: holds(figure, value) ? "equal after rounding" : isWithin ? "within its error" : "differs"
  };
}

/** Number of figures with each verdict, best first; verdicts that do not occur count 0. */
export const countVerdicts = (rows: readonly {verdict: ReproductionVerdict}[]): {verdict: ReproductionVerdict; count: number}[] =>
  REPRODUCTION_VERDICTS.map(verdict => ({verdict, count: rows.filter(row => row.verdict === verdict).length}));

// Table columns that several pages have.
import {formatCount, formatDifference, formatP, formatRate} from "./interval.js";
import type {Column} from "./sortable.js";

/** A column of numbers, sorted by `by`. */
export const numberColumn = <Row>(
  key: string,
  label: string,
  by: (row: Row) => number | string | null,
  show: (row: Row) => string | Node,
  description?: string
): Column<Row> => ({key, label, numeric: true, by, show, ...(description !== undefined && {description})});

/** A column of texts, sorted by what it shows unless `by` says otherwise; a column of nodes needs `by`. */
export const textColumn = <Row, Shown extends string | Node = string>(
  key: string,
  label: string,
  show: (row: Row) => Shown,
  {by = show as (row: Row) => string, description}: {by?: (row: Row) => number | string | null; description?: string} = {}
): Column<Row> => ({key, label, by, show, ...(description !== undefined && {description})});

/** A column of the numbers in a field, as `show` writes them. */
const numericColumn =
  (show: (value: number | null) => string) =>
  <Key extends string>(key: Key, label: string, description?: string): Column<Record<Key, number | null>> =>
    numberColumn(
      key,
      label,
      row => row[key],
      row => show(row[key]),
      description
    );

/** Column of the counts in a field. */
export const countColumn = numericColumn(formatCount);
/** Column of the p-values in a field. */
export const pColumn = numericColumn(formatP);

/** A share of cut answers with its interval. */
export interface Truncation {
  /** null where nothing is known of any answer's end */
  truncated: number | null;
  truncated_low: number;
  truncated_high: number;
  samples: number;
}

/** `3.1 % [2.0, 4.4]`, or `unknown` where nothing is known of any answer's end. */
export const formatTruncation = ({truncated, truncated_low, truncated_high, samples}: Truncation): string =>
  truncated === null && samples > 0
    ? "unknown"
    : formatRate({value: truncated, low: truncated_low, high: truncated_high, n: samples});

/** Column of the share of responses that were cut, with its interval. */
export const truncatedColumn: Column<Truncation> = {
  key: "truncated",
  label: "Truncated",
  numeric: true,
  by: row => row.truncated,
  show: formatTruncation,
  description: "stopped by the token limit, or cut by the evidence of their text; 95 % interval"
};

/** Columns of a row's evaluation, and of whether it is simulated. */
export const evaluationColumns: Column<{evaluation: string; simulated: boolean}>[] = [
  {key: "evaluation", label: "Evaluation", by: row => row.evaluation, show: row => row.evaluation},
  {
    key: "simulated",
    label: "Kind of model",
    by: row => String(row.simulated),
    show: row => (row.simulated ? "simulated" : "model"),
    description: "model: a language model; simulated: a built-in program with known faults"
  }
];

/** Column of a difference of shares, in points, with its interval. */
export const differenceColumn = (description: string): Column<{value: number; low: number | null; high: number | null}> => ({
  key: "value",
  label: "Difference",
  numeric: true,
  by: row => row.value,
  show: formatDifference,
  description
});

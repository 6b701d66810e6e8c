// Prints a result as an aligned table, markdown, CSV or JSON.
import {csvText, jsonText, markdownText, tableText} from "../store/show.js";
import type {QueryResult} from "../store/sql.node.js";
import type {Row} from "./command.js";

/** Significant digits of numbers for readers. */
const DIGITS = 4;

/** All columns with all digits, for programs. */
const exact = (rows: readonly Row[], columns: readonly string[]): QueryResult => ({
  columns: [...columns],
  rows: rows.map(row => columns.map(column => row[column]))
});

/** Columns for readers: none without a value, few digits, lists without brackets. */
function readable(rows: readonly Row[], columns: readonly string[]): QueryResult {
  const filled = columns.filter(column => rows.some(row => row[column] !== null && row[column] !== undefined));
  return {
    columns: filled,
    rows: rows.map(row => filled.map(column => shortened(/low$/.test(column) ? zeroed(row[column]) : row[column])))
  };
}

/** The value, or exactly 0 where rounding has left a tiny number. */
const zeroed = (value: unknown): unknown => (typeof value === "number" && Math.abs(value) < 1e-15 ? 0 : value);

const shortened = (value: unknown): unknown =>
  typeof value === "number" && !Number.isInteger(value)
    ? Number(value.toPrecision(DIGITS))
    : Array.isArray(value)
      ? value.map(each => (typeof each === "object" ? JSON.stringify(each) : String(each))).join(", ")
      : value;

type Print = (rows: readonly Row[], columns: readonly string[]) => string;
export const json: Print = (rows, columns) => jsonText(exact(rows, columns));
export const csv: Print = (rows, columns) => csvText(exact(rows, columns));
export const markdown: Print = (rows, columns) => markdownText(readable(rows, columns));
export const table: Print = (rows, columns) => tableText(readable(rows, columns));

// An answer as text: for eyes, for reports, for spreadsheets, for machines.
import {csvText, jsonText, markdownText, tableText} from "../store/show.js";
import type {QueryResult} from "../store/sql.js";
import type {Row} from "./command.js";

const DIGITS = 4;

/** All columns and digits, for machines. */
const exact = (rows: readonly Row[], columns: readonly string[]): QueryResult => ({
  columns: [...columns],
  rows: rows.map(row => columns.map(column => row[column]))
});

/** For eyes: no column without a value, few digits, lists without brackets. */
function readable(rows: readonly Row[], columns: readonly string[]): QueryResult {
  const filled = columns.filter(column => rows.some(row => row[column] !== null && row[column] !== undefined));
  return {
    columns: filled,
    rows: rows.map(row => filled.map(column => shortened(/low$/.test(column) ? zeroed(row[column]) : row[column])))
  };
}

/** An interval that starts at 0, without what floating-point arithmetic leaves of it. */
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

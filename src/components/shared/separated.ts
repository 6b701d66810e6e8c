// Formats rows as CSV.
import {csvFormatRow} from "npm:d3-dsv";
import {inertCell} from "../../pipelines/rows/spreadsheet.js";
import {plain} from "./plain.js";

/**
 * Rows as CSV (RFC 4180), with the columns of the first row. An apostrophe is put before text that a spreadsheet would take for a formula.
 */
export function csv(rows: readonly Record<string, unknown>[]): string {
  const columns = Object.keys(rows[0] ?? {});
  const lines = [columns.map(cell), ...rows.map(row => columns.map(column => cell(row[column])))];
  return `${lines.map(csvFormatRow).join("\r\n")}\r\n`;
}

const cell = (value: unknown): string => (value === null || value === undefined ? "" : inertCell(plain(value)));

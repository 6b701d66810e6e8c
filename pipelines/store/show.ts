// Formats a query's result as an aligned table, CSV, JSON or markdown.
import {csvFormatRows} from "d3";
import {inertCell} from "../rows/spreadsheet.js";
import type {QueryResult} from "./sql.node.js";

/** Widest cell of an aligned table, characters. */
const WIDEST = 60;

const cell = (value: unknown): string =>
  value === null || value === undefined ? "" : typeof value === "object" ? JSON.stringify(value) : String(value);

/** Replaces control and direction characters, which could alter a terminal, by a dot. */
export const inert = (text: string): string => text.replace(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, "·");

/** Rounds the fractions among cells to so many significant digits, for tables that people read; other values stay. */
export const significant =
  (digits: number) =>
  (value: unknown): unknown =>
    typeof value === "number" && !Number.isInteger(value) ? Number(value.toPrecision(digits)) : value;

/** The result as CSV. */
export const csvText = ({columns, rows}: QueryResult): string =>
  `${csvFormatRows([columns, ...rows.map(row => row.map(cell))].map(line => line.map(inertCell)))}\n`;

/** The result as one object per row. */
export const objectsOf = ({columns, rows}: QueryResult): Record<string, unknown>[] =>
  rows.map(row => Object.fromEntries(columns.map((column, i) => [column, row[i]])));

/** The result as JSON, an array with one object per row. */
export const jsonText = (result: QueryResult): string => `${JSON.stringify(objectsOf(result), null, 2)}\n`;

/** A markdown table in GitHub's dialect, numbers aligned right. No cell can end the table or start markup. */
export function markdownText({columns, rows}: QueryResult): string {
  const line = (cells: string[]) => `| ${cells.join(" | ")} |`;
  const escaped = (text: string) => inert(text.replace(/\s+/gu, " ")).replace(/[\\`*{}[\]<>|#!~]|(?<!\w)_|_(?!\w)/gu, "\\$&");
  const right = rightAligned({columns, rows});
  return `${[
    line(columns.map(escaped)),
    line(columns.map((_, i) => (right[i] ? "---:" : "---"))),
    ...rows.map(row => line(row.map(value => (typeof value === "number" ? format(value) : escaped(cell(value))))))
  ].join("\n")}\n`;
}

const rightAligned = ({columns, rows}: QueryResult): boolean[] =>
  columns.map((_, i) => rows.length > 0 && rows.every(row => row[i] === null || typeof row[i] === "number"));

/** A table of aligned columns, numbers to the right, with the number of rows as the last line unless `count` is false. */
export function tableText({columns, rows}: QueryResult, {count = true} = {}): string {
  const shown = rows.map(row => row.map(value => clip(inert(typeof value === "number" ? format(value) : cell(value)))));
  const widths = columns.map((column, i) => shown.reduce((width, row) => Math.max(width, row[i]!.length), column.length));
  const right = rightAligned({columns, rows});
  const line = (cells: string[]) =>
    cells
      .map((text, i) => (right[i] ? text.padStart(widths[i]!) : text.padEnd(widths[i]!)))
      .join("  ")
      .trimEnd();
  return [
    line(columns),
    widths.map(width => "─".repeat(width)).join("  "),
    ...shown.map(line),
    ...(count ? [`(${rows.length} ${rows.length === 1 ? "row" : "rows"})`] : []),
    ""
  ].join("\n");
}

const format = (value: number): string => (Number.isInteger(value) ? String(value) : Number(value.toPrecision(6)).toString());
const clip = (text: string): string => (text.length > WIDEST ? `${text.slice(0, WIDEST - 1)}…` : text);

// An answer as text: for eyes, for reports, for spreadsheets, for machines.
import type {z} from "zod";
import {inert, tableText} from "../store/show.js";
import type {Row} from "./word.js";

const DIGITS = 4;
/** Plain rows are easier to read than 17 digits; machines get all of them. */
const rounded = (value: number): string => (Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(DIGITS))));

/** Column names of a word's rows, in order. */
export const columnsOf = (row: z.ZodObject): string[] => Object.keys(row.shape);

export const json = (rows: readonly Row[]): string => `${JSON.stringify(rows, null, 2)}\n`;

/** Columns that hold something; eyes need no empty ones. */
const filled = (rows: readonly Row[], columns: readonly string[]): string[] =>
  columns.filter(column => rows.some(row => row[column] !== null && row[column] !== undefined));

/** Lists stand as JSON inside their cell. */
const cell = (value: unknown): unknown =>
  value === undefined ? null : value !== null && typeof value === "object" ? JSON.stringify(value) : value;

const cells = (rows: readonly Row[], columns: readonly string[]): Row[] =>
  rows.map(row => Object.fromEntries(columns.map(column => [column, cell(row[column])])));

export async function csv(rows: readonly Row[], columns: readonly string[]): Promise<string> {
  if (rows.length === 0) return `${columns.join(",")}\n`;
  const {from} = await import("arquero");
  return from(cells(rows, columns)).toCSV();
}

/** A GitHub-flavoured table, numbers to the right and in four significant digits. */
export async function markdown(rows: readonly Row[], columns: readonly string[]): Promise<string> {
  if (rows.length === 0) return "No rows.\n";
  const {from} = await import("arquero");
  const show = (value: unknown) => (value === null ? "" : typeof value === "number" ? rounded(value) : inert(String(value)));
  const shown = filled(rows, columns);
  const table = cells(rows, shown);
  const numeric = (column: string) => table.every(row => row[column] === null || typeof row[column] === "number");
  return from(table).toMarkdown({
    limit: Number.POSITIVE_INFINITY,
    format: Object.fromEntries(shown.map(column => [column, show])),
    align: Object.fromEntries(shown.map(column => [column, numeric(column) ? "r" : "l"]))
  });
}

export function table(rows: readonly Row[], columns: readonly string[]): string {
  const shown = filled(rows, columns);
  return tableText({columns: shown, rows: rows.map(row => shown.map(column => shortened(row[column])))});
}

const shortened = (value: unknown): unknown =>
  typeof value === "number" ? Number(rounded(value)) : Array.isArray(value) ? value.join(", ") : value;

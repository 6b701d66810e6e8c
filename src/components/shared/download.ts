// Files that a page saves.

import {csvFormatRow} from "npm:d3-dsv";
import {html} from "npm:htl";
import {inertCell} from "../../pipelines/rows/spreadsheet.js";

// Saves a text, or bytes, as a file.

/** Saves a text or bytes as a file on the reader's computer. It is made in the page and not sent anywhere. */
export function saveText(text: string | Uint8Array, {name, type}: {name: string; type: string}): void {
  const url = URL.createObjectURL(new Blob([text as BlobPart], {type}));
  const link = html`<a href=${url} download=${name}></a>` as HTMLAnchorElement;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1_000);
}

/** Any value of a query result as one line of plain text: lists as `[a, b]`, structs and maps as `{k: v}`, times as ISO 8601. */
export function plain(value: unknown): string {
  if (value === null || value === undefined) return "null";
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "bigint" || typeof value === "boolean") return String(value);
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return Array.from(value, byte => byte.toString(16).padStart(2, "0")).join("");
  if (isIterable(value) && !hasEntries(value)) return `[${Array.from(value, plain).join(", ")}]`;
  const entries = isIterable(value) ? Array.from(value as Iterable<[unknown, unknown]>) : Object.entries(value);
  return `{${entries.map(([key, item]) => `${plain(key)}: ${plain(item)}`).join(", ")}}`;
}

const isIterable = (value: object): value is Iterable<unknown> => Symbol.iterator in value;

/** Whether a value has named entries: Arrow's structs and maps iterate over [key, value]; vectors, like arrays, have a length. */
const hasEntries = (value: object): boolean => !("length" in value);

// Formats rows as CSV.

/**
 * Rows as CSV (RFC 4180), with the columns of the first row. An apostrophe is put before text that a spreadsheet would take for a formula.
 */
export function csv(rows: readonly Record<string, unknown>[]): string {
  const columns = Object.keys(rows[0] ?? {});
  const lines = [columns.map(cell), ...rows.map(row => columns.map(column => cell(row[column])))];
  return `${lines.map(csvFormatRow).join("\r\n")}\r\n`;
}

const cell = (value: unknown): string => (value === null || value === undefined ? "" : inertCell(plain(value)));

// A button that saves a table as CSV.

/** A button that saves rows as a CSV file. The rows are computed when it is pressed. */
export function csvButton(rows: () => readonly object[], name: string, {label = "Download CSV"} = {}): HTMLElement {
  const save = () => saveText(csv(rows() as readonly Record<string, unknown>[]), {name, type: "text/csv"});
  return html`<button type="button" class="rb-button" onclick=${save}>${label}`;
}

// JSON of other programs and values of unknown shape, read without trust.

import {faultyLine} from "../../rows/document.js";
import {UserError} from "../../rows/error.js";
import {jsonFault, pythonJson} from "../../rows/json.js";
import {openFile, openRows} from "../../rows/openRows.node.js";
import type {Row} from "../../rows/row.js";

/** The text of a file. Throws a UserError for a file that is too long to be held whole. */
export const wholeText = async (file: string): Promise<string> => (await openFile(file)).text();

/** A file's one JSON value. Throws a UserError with file and line. */
export const jsonOf = async (file: string): Promise<unknown> => parsedText(await wholeText(file), file);

/** The JSON value of a text. Throws a UserError with the file and the line where it stops being JSON. */
export function parsedText(text: string, file: string): unknown {
  try {
    return pythonJson(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  } catch (error) {
    throw new UserError(`${file}:${faultyLine(text, error as Error)} not JSON: ${jsonFault(error)}`);
  }
}

/** The records of JSON lines or of a list, with long integers at any depth as texts of their digits. */
export const pythonLines = (file: string): AsyncIterable<Row> => openRows(file, {depth: Number.POSITIVE_INFINITY});

export type Fields = Record<string, unknown>;

/** The value as an object; null where it is none. */
export const objectOf = (value: unknown): Fields | null =>
  value !== null && typeof value === "object" && !Array.isArray(value) ? (value as Fields) : null;

/** The value as an object, or an empty one. */
export const fieldsOf = (value: unknown): Fields => objectOf(value) ?? {};

export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** A text that is not empty; undefined for anything else. */
export const textOf = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);

/** A finite number, of any width, or null. */
export function numberOf(value: unknown): number | null {
  const number = typeof value === "bigint" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : null;
}

/** A count that a table can hold, or null. */
export function countOf(value: unknown): number | null {
  const number = numberOf(value);
  return number !== null && number >= 0 && number < 2 ** 31 ? Math.round(number) : null;
}

/** Any value as text for reading: a text as it is, anything else as JSON. */
export const shown = (value: unknown): string =>
  typeof value === "string" ? value : value === undefined || value === null ? "" : JSON.stringify(value);

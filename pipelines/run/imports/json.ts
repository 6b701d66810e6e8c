// JSON as Python writes it, with NaN and Infinity, which are no JSON; and values of unknown shape, read without trust.
import {createReadStream} from "node:fs";
import {readFile, stat} from "node:fs/promises";
import {createGunzip, gunzipSync} from "node:zlib";
import {parseDocument} from "yaml";
import {formatBytes} from "../../book/bytes.js";
import {UserError} from "../../book/error.js";
import {exactJson, jsonFault} from "../../rows/json.js";
import {wholeLines} from "../../rows/jsonLines.js";
import type {Row} from "../../rows/row.js";

/** Longest text that V8 holds as one string, less some room for what is read from it. */
const LONGEST_TEXT = 500 * 2 ** 20;
/** A string of JSON, or a number that only Python knows. */
const TOKEN = /"[^"\\]*(?:\\[\s\S][^"\\]*)*"|-?\b(?:NaN|Infinity)\b/gu;

/** Parses JSON in which numbers may be NaN or Infinity, which become null, and integers of any length, which become texts. Throws a SyntaxError. */
export function parsePython(text: string): unknown {
  try {
    return exactJson(text);
  } catch (error) {
    if (!/NaN|Infinity/u.test(text)) throw error;
    return exactJson(text.replace(TOKEN, token => (token.startsWith('"') ? token : "null")));
  }
}

/** The bytes of a file as text, unpacked where its name ends in .gz. Throws a UserError for a file that is too long to be held whole. */
export async function wholeText(file: string): Promise<string> {
  const {size} = await stat(file);
  if (size > LONGEST_TEXT)
    throw new UserError(
      `${file} is one JSON value of ${formatBytes(size)}, more than can be held at once (${formatBytes(LONGEST_TEXT)}); write it as lines or in parts`
    );
  const bytes = await readFile(file);
  return (file.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
}

/** A file's one JSON value. Throws a UserError with file and line. */
export async function jsonOf(file: string): Promise<unknown> {
  return parsedText(await wholeText(file), file);
}

/** The JSON value of a text. Throws a UserError with the file and the line where it stops being JSON. */
export function parsedText(text: string, file: string): unknown {
  try {
    return parsePython(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  } catch (error) {
    throw new UserError(`${file}:${faultyLine(text, error as Error)} not JSON: ${jsonFault(error)}`);
  }
}

/** Longest text, characters, that is read as YAML to find out where it stops being JSON: that takes a second for each million. */
const LONGEST_SOUGHT = 5_000_000;

/** The line at which a text stops being JSON. Not every message of JSON.parse says where; YAML, which holds JSON, does. */
function faultyLine(text: string, {message}: Error): number {
  const position = /position (\d+)/u.exec(message)?.[1];
  const yaml =
    position === undefined && text.length <= LONGEST_SOUGHT ? parseDocument(text, {schema: "json"}).errors[0] : undefined;
  return yaml?.linePos?.[0].line ?? text.slice(0, position === undefined ? text.length : Number(position)).split("\n").length;
}

/** How a list of records begins. */
const LIST = /^\ufeff?\s*\[\s*\{/u;

/** The bytes of a file in pieces, unpacked where its name ends in .gz. */
function bytesOf(file: string): AsyncIterable<Buffer> {
  const packed = createReadStream(file);
  return file.endsWith(".gz") ? packed.pipe(createGunzip()) : packed;
}

/** Whether a file is one list of records instead of a record a line, by its first bytes. */
async function isList(file: string): Promise<boolean> {
  for await (const chunk of bytesOf(file)) return LIST.test(chunk.toString("utf8"));
  return false;
}

/**
 * The records of JSON lines, unpacked where the file's name ends in .gz, with numbers that only Python knows as null; of a file that is one
 * list of them, its elements by their numbers.
 */
export async function* pythonLines(file: string): AsyncGenerator<Row> {
  let line = 0;
  try {
    if (await isList(file)) {
      for (const value of listOf(await jsonOf(file))) yield {line: ++line, value};
      return;
    }
    for await (const run of wholeLines(bytesOf(file), {file, lines: () => line}))
      for (const text of run.toString("utf8").split("\n")) {
        line++;
        if (text.trim() === "") continue;
        try {
          yield {line, value: parsePython(line === 1 && text.charCodeAt(0) === 0xfeff ? text.slice(1) : text)};
        } catch (error) {
          yield {line, bad: `not JSON: ${jsonFault(error)}`};
        }
      }
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(`${file}:${line + 1} cannot be read: ${(error as Error).message}`);
  }
}

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

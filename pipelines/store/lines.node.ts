// Rows and JSON values of files, checked against a schema.
import {existsSync} from "node:fs";
import {readFile} from "node:fs/promises";
import type {z} from "zod";
import {explain} from "../book/issue.js";
import {typedCell} from "../rows/delimited.js";
import {UserError} from "../rows/error.js";
import {jsonOf} from "../rows/json.js";
import {openRows} from "../rows/openRows.node.js";
import type {Row} from "../rows/row.js";

/** A row checked against a schema, or one sentence about its most important mistake. */
export function checked<T>(value: unknown, schema: z.ZodType<T>): {row: T} | {bad: string} {
  const result = schema.safeParse(value);
  return result.success ? {row: result.data} : {bad: sentence(result.error, {value, schema})};
}

/** The record of a row checked against a schema, or one sentence about its most important mistake. */
export const checkedRow = <T>(row: Row, schema: z.ZodType<T>): {row: T} | {bad: string} =>
  row.bad === undefined ? checked(recordFor(row, schema), schema) : {bad: row.bad};

/**
 * The value of a row for a schema. A cell of a table is text, which is what a field takes that takes text; any other field takes it as a number,
 * true or false, or JSON. An empty cell is an absent field, unless the field must be there; so is null where the field does not take it.
 */
export function recordFor({value, written}: Row, schema: z.ZodType): unknown {
  if (written === undefined) return withoutNulls(value, schema);
  const cells = value as Record<string, string>;
  const fields: Record<string, unknown> = Object.fromEntries(Object.entries(cells).filter(([, cell]) => cell !== ""));
  const {error} = schema.safeParse(fields);
  for (const name of new Set(error?.issues.map(({path}) => String(path[0])))) {
    const cell = cells[name];
    if (cell !== undefined) fields[name] = cell === "" ? "" : valueOfCell(cell);
  }
  return fields;
}

/** A record without the fields that are null where the schema takes no null: tables have a column for all rows, writers a field. */
function withoutNulls(value: unknown, schema: z.ZodType): unknown {
  if (typeof value !== "object" || value === null || !Object.values(value).includes(null)) return value;
  const record = value as Record<string, unknown>;
  const refused = new Set(schema.safeParse(record).error?.issues.map(({path}) => String(path[0])));
  return Object.fromEntries(Object.entries(record).filter(([name, field]) => field !== null || !refused.has(name)));
}

const valueOfCell = (cell: string): unknown => (/^\s*[[{]/u.test(cell) ? (jsonOf(cell) ?? cell) : typedCell(cell));

/**
 * The rows of a file, each checked against a schema.
 * @param refuse makes the error that is thrown for the first line that is no such row, of its place and the mistake
 */
export async function* checkedRows<T>(
  file: string,
  schema: z.ZodType<T>,
  refuse: (place: string, mistake: string) => UserError
): AsyncGenerator<T> {
  for await (const row of openRows(file)) {
    const result = checkedRow(row, schema);
    if ("bad" in result) throw refuse(`${file}:${row.line}`, result.bad);
    yield result.row;
  }
}

/**
 * The JSON value of a whole file, checked against a schema.
 * @param refuse makes the error that is thrown where the file holds no such value
 */
export async function checkedJson<T>(file: string, schema: z.ZodType<T>, refuse: (file: string) => UserError): Promise<T> {
  if (!existsSync(file)) throw new UserError(`no such file: ${file}`);
  try {
    return schema.parse(JSON.parse(await readFile(file, "utf8")));
  } catch {
    throw refuse(file);
  }
}

function sentence(error: z.ZodError, of: {value: unknown; schema: z.ZodType}): string {
  const {path, text} = explain(error, of);
  return path.length > 0 && !text.includes(`"${path.at(-1)}"`) ? `${path.join(".")}: ${text}` : text;
}

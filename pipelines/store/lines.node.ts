// Reads what other programs wrote: rows as JSON lines or Parquet, each with its place for error messages, and single JSON values.
import {createReadStream, existsSync} from "node:fs";
import {open, readFile} from "node:fs/promises";
import type {z} from "zod";
import {UserError} from "../book/error.js";
import {explain} from "../book/issue.js";
import {jsonLines} from "../rows/jsonLines.js";
import type {Row} from "../rows/row.js";
import {readRows} from "./sql.node.js";

/** The rows of a file, in order, each with its line or in Parquet its number. Its first bytes distinguish Parquet from JSON lines. Blank lines are skipped. */
export async function* linesOf(file: string): AsyncGenerator<Row> {
  if (!existsSync(file)) throw new UserError(`no such file: ${file}`);
  if (await isParquet(file)) {
    let line = 0;
    for await (const value of readRows(file)) yield {line: ++line, value};
    return;
  }
  const bytes = createReadStream(file) as AsyncIterable<Buffer>;
  for await (const batch of jsonLines(bytes, {file, list: "write each of its elements on a line of its own"})) yield* batch;
}

/** A row checked against a schema, or one sentence about its most important mistake. */
export function checked<T>(value: unknown, schema: z.ZodType<T>): {row: T} | {bad: string} {
  const result = schema.safeParse(value);
  return result.success ? {row: result.data} : {bad: sentence(result.error, {value, schema})};
}

/**
 * The rows of a file, each checked against a schema.
 * @param refuse makes the error that is thrown for the first line that is no such row, of its place and the mistake
 */
export async function* checkedRows<T>(
  file: string,
  schema: z.ZodType<T>,
  refuse: (place: string, mistake: string) => UserError
): AsyncGenerator<T> {
  for await (const {line, value, bad} of linesOf(file)) {
    const result = bad === undefined ? checked(value, schema) : {bad};
    if ("bad" in result) throw refuse(`${file}:${line}`, result.bad);
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

async function isParquet(file: string): Promise<boolean> {
  await using handle = await open(file);
  const {buffer} = await handle.read(Buffer.alloc(4), 0, 4, 0);
  return buffer.toString("latin1") === "PAR1";
}

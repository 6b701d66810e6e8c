// Reads rows written by other programs, as JSON lines or Parquet, each with its place for error messages.
import {createReadStream, existsSync} from "node:fs";
import {open} from "node:fs/promises";
import type {z} from "zod";
import {UserError} from "../book/error.js";
import {explain} from "../book/issue.js";
import {oneLine} from "../infer/failure.js";
import {readRows} from "./sql.js";

/** Longest line that is read, bytes: protects against a file of another kind, which may have no line breaks. */
const LONGEST_LINE = 64 * 2 ** 20;
const LINE_FEED = 0x0a;

/** One row: its value, or what is wrong with it. `line` counts from 1; in Parquet it is the row's number. */
export interface Line {
  line: number;
  value?: unknown;
  bad?: string;
}

/** The rows of a file, in order. Its first bytes distinguish Parquet from JSON lines. Blank lines are skipped. */
export async function* linesOf(file: string): AsyncGenerator<Line> {
  if (!existsSync(file)) throw new UserError(`no such file: ${file}`);
  if (await isParquet(file)) {
    let line = 0;
    for await (const value of readRows(file)) yield {line: ++line, value};
    return;
  }
  const decoder = new TextDecoder("utf-8", {fatal: true});
  let line = 0;
  for await (const bytes of byteLines(file)) {
    line++;
    try {
      const text = decoder.decode(bytes).trim();
      if (text !== "") yield {line, value: JSON.parse(text)};
    } catch (error) {
      yield {line, bad: error instanceof SyntaxError ? `no JSON: ${oneLine(error.message)}` : "no UTF-8 text"};
    }
  }
}

/** A row checked against a schema, or one sentence about its most important mistake. */
export function checked<T>(value: unknown, schema: z.ZodType<T>): {row: T} | {bad: string} {
  const result = schema.safeParse(value);
  return result.success ? {row: result.data} : {bad: sentence(result.error, {value, schema})};
}

function sentence(error: z.ZodError, of: {value: unknown; schema: z.ZodType}): string {
  const {path, text} = explain(error, of);
  return path.length > 0 && !text.includes(`"${path.at(-1)}"`) ? `${path.join(".")}: ${text}` : text;
}

/** The lines of a file, split only at line feeds, because JSON texts may contain other line separators. */
async function* byteLines(file: string): AsyncGenerator<Buffer> {
  let rest: Buffer[] = [];
  let held = 0;
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    let from = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, from)) {
      yield Buffer.concat([...rest, chunk.subarray(from, end)]);
      [rest, held, from] = [[], 0, end + 1];
    }
    rest.push(chunk.subarray(from));
    held += chunk.length - from;
    if (held > LONGEST_LINE)
      throw new UserError(`${file} has a line of more than ${LONGEST_LINE / 2 ** 20} MB; is it no JSON lines?`);
  }
  if (held > 0) yield Buffer.concat(rest);
}

async function isParquet(file: string): Promise<boolean> {
  await using handle = await open(file);
  const {buffer} = await handle.read(Buffer.alloc(4), 0, 4, 0);
  return buffer.toString("latin1") === "PAR1";
}

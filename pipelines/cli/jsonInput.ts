// Options of a command as a JSON object, for programs that drive the workbook.
import {readFile} from "node:fs/promises";
import {text} from "node:stream/consumers";
import type {Io} from "../io/io.js";
import {UserError} from "../rows/error.js";

/** Reads a JSON object from a file, or from standard input for `-`. Throws `UserError` if there is none. */
export async function readJsonInput(file: string, io: Io): Promise<Record<string, unknown>> {
  const source = file === "-" ? "standard input" : file;
  const read = async () => (file === "-" ? text(io.stdin) : readFile(file, "utf8"));
  const content = await read().catch((error: NodeJS.ErrnoException) => {
    throw new UserError(`--json-in ${file}: cannot read it (${error.code ?? error.message})`);
  });
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch (error) {
    throw new UserError(`--json-in: ${source} is not JSON: ${(error as Error).message}`);
  }
  if (value === null || typeof value !== "object" || Array.isArray(value))
    throw new UserError(`--json-in: ${source} holds no JSON object of options`);
  return value as Record<string, unknown>;
}

// The files of the history of runs, one a run: written once, never changed.

import {mkdir, readdir, readFile, stat, writeFile} from "node:fs/promises";
import {join} from "node:path";
import {sha256Hex} from "../../book/canonical.js";
import {currentIo} from "../../io/current.node.js";
import {UserError} from "../../rows/error.js";
import {replaceFile} from "../../store/files.node.js";
import {checked} from "../../store/lines.node.js";
import {type HistoryRow, historyRowSchema, inOrder} from "./row.js";

/** The folder of the history: the one that REASONBOOK_HISTORY names, else data/history. */
export const historyFolder = (): string => currentIo().env.REASONBOOK_HISTORY || join("data", "history");

export interface History {
  rows: HistoryRow[];
  /** Lines that are no rows, one sentence each. */
  faults: string[];
}

/** The rows of a folder's files, or of one file, by date. Lines that are no rows, such as a torn last one, are left out and told. */
export async function readHistory(source: string = historyFolder()): Promise<History> {
  const rows: HistoryRow[] = [];
  const faults: string[] = [];
  for (const file of await filesOf(source)) {
    const lines = (await readFile(file, "utf8")).split("\n");
    for (const [i, line] of lines.entries()) {
      if (line.trim() === "") continue;
      const read = rowOf(line);
      if ("row" in read) rows.push(read.row);
      else faults.push(`${file}:${i + 1} ${read.bad}${i === lines.length - 1 ? " (a torn last line)" : ""}; left out`);
    }
  }
  return {rows: inOrder(rows), faults};
}

function rowOf(line: string): {row: HistoryRow} | {bad: string} {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return {bad: "is not JSON"};
  }
  const {schema} = (value ?? {}) as {schema?: unknown};
  if (typeof schema === "number" && schema > 1) return {bad: `was written by a later version (schema ${schema})`};
  return checked(value, historyRowSchema);
}

/** The files of a folder by name, or the file itself; none where there is no such folder. Throws a UserError where a file is not there. */
async function filesOf(source: string): Promise<string[]> {
  const there = await stat(source).catch(() => null);
  if (there?.isDirectory())
    return (await readdir(source))
      .filter(name => name.endsWith(".jsonl") && !name.startsWith("."))
      .sort()
      .map(name => join(source, name));
  if (there) return [source];
  if (source.endsWith(".jsonl")) throw new UserError(`no such file: ${source}`);
  return [];
}

export const historyText = (rows: readonly HistoryRow[]): string =>
  inOrder(rows)
    .map(row => `${JSON.stringify(row)}\n`)
    .join("");

/**
 * Writes the rows of a run into a file of their own, named after its date and content: two runs that end at once write two files, and
 * branches of a repository merge without conflict.
 */
export async function writeRun(rows: readonly HistoryRow[], folder: string = historyFolder()): Promise<string> {
  const text = historyText(rows);
  const last = inOrder(rows).at(-1)!;
  const file = join(folder, `${last.date.replace(/\.\d+Z$/u, "Z").replaceAll(":", "-")}-${sha256Hex(text).slice(0, 8)}.jsonl`);
  await mkdir(folder, {recursive: true});
  await replaceFile(file, temporary => writeFile(temporary, text));
  return file;
}

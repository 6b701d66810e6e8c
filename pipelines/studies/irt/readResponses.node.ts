// Reads responses from a file: CSV, JSON lines or Parquet.

import {existsSync, statSync} from "node:fs";
import {readFile} from "node:fs/promises";
import {resolve} from "node:path";
import type {DuckDBConnection} from "@duckdb/node-api";
import {dsvFormat} from "d3";
import {UserError} from "../../book/error.js";
import {parquetSource} from "../../rows/parquet.js";
import {openDuckDB} from "../../store/duckdb.node.js";
import {quoted} from "../../store/sorted.node.js";
import {MISSING, type Responses, RIGHT, WRONG} from "./item.js";
import {codeOf, eachDuplicate, fillCells, longForm, Names, namesPersons, numbered, OTHER} from "./matrix.js";
import {responsesOfText} from "./responsesText.js";

/**
 * Responses of models to items from a .parquet file, JSON lines or separated text: models × items, with or without a header row and a
 * column of model names, or long form with columns named model, item and correct (or response, or score). A cell is 0, 1, or blank for
 * missing.
 * @throws UserError `file:line:column …` for anything else
 */
export async function readResponses(file: string): Promise<Responses> {
  if (!existsSync(file) || !statSync(file).isFile())
    throw new UserError(`${file}: no such file; expected a CSV, JSON lines or Parquet file of responses`);
  if (/\.parquet$/iu.test(file)) return readParquet(file);
  if (statSync(file).size > LONGEST_TEXT)
    throw new UserError(`${file} holds more than ${LONGEST_TEXT / 1e6} MB of text; write it as Parquet`);
  return responsesOfText(await readFile(file, "utf8"), file, dsvFormat);
}
/** Longest text that is read, in bytes; the longest string of V8 is slightly longer. */
const LONGEST_TEXT = 500_000_000;

async function readParquet(file: string): Promise<Responses> {
  const {connection, close} = await openDuckDB();
  const from = parquetSource(resolve(file));
  try {
    const columns = (await connection.runAndReadAll(`describe from ${from}`)).getRowsJS() as string[][];
    const names = columns.map(([name]) => name!);
    const long = longForm(names);
    if (long) return await longRows(connection, from, file, [names[long.person]!, names[long.item]!, names[long.response]!]);
    return await wideRows(connection, from, file, columns);
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(`${file}: ${(error as Error).message.split("\n")[0]}`);
  } finally {
    close();
  }
}

async function wideRows(connection: DuckDBConnection, from: string, file: string, columns: string[][]): Promise<Responses> {
  const named = namesPersons(columns[0]?.[0] ?? "x") || columns[0]?.[1] === "VARCHAR";
  const skip = named ? 1 : 0;
  const items = columns.slice(skip).map(([name]) => name!);
  if (items.length === 0) throw new UserError(`${file} holds names of models but no items`);
  const persons: string[] = [];
  const rows: Uint8Array[] = [];
  const result = await connection.stream(`from ${from}`);
  for await (const batch of result.yieldRowsJs())
    for (const row of batch) {
      const codes = Uint8Array.from(skip ? row.slice(1) : row, typedCode);
      const bad = codes.indexOf(OTHER);
      if (bad >= 0) throw new UserError(`${file}:${rows.length + 1}:${bad + skip + 1} ${badValue(row[bad + skip], items[bad]!)}`);
      if (named) persons.push(String(row[0]));
      rows.push(codes);
    }
  if (rows.length === 0) throw new UserError(`${file} holds no responses; expected rows of models and columns of items`);
  const cells = new Uint8Array(rows.length * items.length);
  for (const [i, codes] of rows.entries()) cells.set(codes, i * items.length);
  eachDuplicate(persons, (name, i) => {
    throw new UserError(`${file}:${i + 1}:1 model "${name}" occurs twice; name each once`);
  });
  return {persons: named ? persons : numbered(rows.length), items, cells};
}

async function longRows(
  connection: DuckDBConnection,
  from: string,
  file: string,
  columns: readonly string[]
): Promise<Responses> {
  const [persons, items] = [new Names(), new Names()];
  const entries: {person: number; item: number; code: number; row: number}[] = [];
  const result = await connection.stream(`select ${columns.map(quoted).join(", ")} from ${from}`);
  for await (const batch of result.yieldRowsJs())
    for (const [person, item, value] of batch) {
      const row = entries.length + 1;
      const code = typedCode(value);
      if (code === OTHER) throw new UserError(`${file}:${row}:${columns[2]} ${badValue(value, columns[2]!)}`);
      if (person === null || item === null)
        throw new UserError(`${file}:${row}:${columns[person === null ? 0 : 1]} the name is blank`);
      entries.push({person: persons.index(String(person)), item: items.index(String(item)), code, row});
    }
  if (entries.length === 0) throw new UserError(`${file} holds no responses`);
  return fillCells(persons, items, entries, ({person, item, row}) => {
    throw new UserError(
      `${file}:${row}:1 model "${persons.names[person]}" answers item "${items.names[item]}" a second time; give one response`
    );
  });
}

const badValue = (value: unknown, column: string): string =>
  `response "${String(value)}" in column "${column}" is not 0, 1 or blank (null)`;

/** Code of a cell of any column type. */
function typedCode(value: unknown): number {
  if (value === null || value === undefined || (typeof value === "number" && Number.isNaN(value))) return MISSING;
  if (typeof value === "boolean") return value ? RIGHT : WRONG;
  return codeOf(String(value));
}

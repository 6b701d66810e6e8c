// `npm run sql -- --export results.duckdb`: all tables of a store in one file that DuckDB opens.
import {existsSync} from "node:fs";
import {stat} from "node:fs/promises";
import {plural} from "../book/plural.js";
import {LiveLine} from "../infer/progress.node.js";
import type {Io} from "../io/io.js";
import {UserError} from "../rows/error.js";
import {literal} from "../rows/literal.js";
import {statsMacros} from "../score/stats.sql.js";
import {replaceFile} from "../store/files.node.js";
import {quoted} from "../store/sorted.node.js";
import {openTables} from "../store/sql.node.js";
import {everyTable} from "../studies/everyTable.js";
import {checkOut} from "./out.js";

/** Format of the file: DuckDB 1.0 and later read it. */
const STORAGE = "v1.0.0";

/**
 * Writes a store's tables, with what tables and columns mean as comments, and the statistics macros. Returns a sentence on what was written.
 * @param folder a store, or a dataset's file
 */
export async function exportDatabase(
  file: string,
  {folder, io: {stderr}}: {folder: string; io: Pick<Io, "stderr">}
): Promise<string> {
  await checkOut(file, {option: "--export", endings: [".duckdb", ".db"]});
  if (existsSync(file)) throw new UserError(`--export ${file} exists already; delete it, or name another file`);
  const {connection, tables, close} = await openTables(folder, {listed: true});
  const from = (
    (await connection.runAndReadAll("select current_database() || '.' || current_schema()")).getRows()[0]![0] as string
  )
    .split(".")
    .map(quoted)
    .join(".");
  const progress = new LiveLine(stderr);
  let rows = 0;
  try {
    await replaceFile(file, async temporary => {
      await connection.run(`attach ${literal(temporary)} as exported (storage_version ${literal(STORAGE)})`);
      await connection.run("use exported");
      for (const macro of statsMacros) await connection.run(macro);
      for (const table of tables) {
        if (stderr.isTTY) progress.show(() => table, {now: true});
        await connection.run(`create table ${quoted(table)} as from ${from}.${quoted(table)}`);
        const [[count]] = (await connection.runAndReadAll(`select count(*) from ${quoted(table)}`)).getRows() as [[bigint]];
        rows += Number(count);
        await describe(table);
      }
      progress.clear();
      await connection.run(`use ${from}`);
      await connection.run("detach exported");
    });
  } finally {
    close();
  }
  const {size} = await stat(file);
  return `${file}: ${plural(tables.length, "table")}, ${rows.toLocaleString("en")} rows, ${(size / 1e6).toFixed(1)} MB`;

  async function describe(table: string): Promise<void> {
    const described = everyTable[table];
    if (!described) return;
    await connection.run(`comment on table ${quoted(table)} is ${literal(described.description)}`);
    const there = (await connection.runAndReadAll(`select * from ${quoted(table)} limit 0`)).deduplicatedColumnNames();
    for (const [name, {description}] of Object.entries(described.columns))
      if (there.includes(name))
        await connection.run(`comment on column ${quoted(table)}.${quoted(name)} is ${literal(description)}`);
  }
}

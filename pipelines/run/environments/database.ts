// The database of one episode: SQLite, compiled to WebAssembly, in memory.
import {createRequire} from "node:module";
import type {Database} from "node-sqlite3-wasm";
import type {Rows, Setting, Value} from "../../generate/benchmarks/agent/world.js";

/** A row of a query, by column. */
type Found = Record<string, Value>;

export interface EpisodeDatabase {
  all(sql: string, values?: Value[]): Found[];
  /** The first row of a query; null where there is none. */
  first(sql: string, values?: Value[]): Found | null;
  /** Runs a statement that writes, and returns the id of the row that was inserted last. */
  write(sql: string, values: Value[]): number;
  /** Number of statements that wrote. */
  writes(): number;
  /** The rows of the views, sorted; those of one state are one text as JSON. */
  state(): Rows;
  /** Frees its memory. */
  close(): void;
}

const require = createRequire(import.meta.url);
/** Loaded with the first episode, since few commands run any. */
let sqlite: typeof import("node-sqlite3-wasm") | undefined;

/** A database with a world's tables and these rows. @param views a query for each view */
export function openDatabase(
  {tables}: Pick<Setting, "tables">,
  rows: Rows,
  views: Readonly<Record<string, string>>
): EpisodeDatabase {
  sqlite ??= require("node-sqlite3-wasm") as typeof import("node-sqlite3-wasm");
  const database: Database = new sqlite.Database(":memory:");
  const all = (sql: string, values?: Value[]) => database.all(sql, values) as Found[];
  let writes = 0;
  // Names of tables and columns are the worlds' own; values are always bound.
  const named = Object.entries(tables);
  database.exec(
    named.map(([table, [id, ...columns]]) => `create table ${table}(${id} integer primary key, ${columns.join(", ")});`).join("")
  );
  for (const [table, [id, ...columns]] of named) {
    const given = rows[table] ?? [];
    if (given.length === 0) continue;
    const row = `(${[id, ...columns].map(() => "?").join(", ")})`;
    database.run(`insert into ${table} values ${given.map(() => row).join(", ")}`, given.flat());
  }
  return {
    all,
    first: (sql, values) => all(sql, values)[0] ?? null,
    write(sql, values) {
      writes++;
      return Number(database.run(sql, values).lastInsertRowid);
    },
    writes: () => writes,
    state: () =>
      sortedRows(Object.fromEntries(Object.entries(views).map(([view, sql]) => [view, all(sql).map(row => Object.values(row))]))),
    close: () => database.close()
  };
}

/** The same rows in an order that does not depend on where they come from. */
export const sortedRows = (rows: Rows): Rows =>
  Object.fromEntries(
    Object.entries(rows).map(([name, own]) => [
      name,
      own
        .map(row => ({row, key: JSON.stringify(row)}))
        .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
        .map(({row}) => row)
    ])
  );

// Compares a table of two stores row by row: which rows only one has, and in which columns others differ.
import {existsSync} from "node:fs";
import {join} from "node:path";
import {parquetSource} from "../../rows/parquet.js";
import {openDuckDB} from "../../store/duckdb.node.js";
import {fileOf} from "../../store/publish.node.js";
import {quoted} from "../../store/sorted.node.js";
import {type TableName, tables} from "../../store/tables.js";

/** Largest relative difference of two sums that differ in the order of their terms alone. */
const ROUNDING = 1e-9;

export interface Compared {
  table: TableName;
  /** Rows of the archive, and of what was scored again; null where there is no such table. */
  rows: {before: number | null; after: number | null};
  /** Rows that only one of them has. */
  only: {before: number; after: number};
  /** Columns in which rows differ, with the number of these rows. */
  differing: {column: string; rows: number}[];
  /** Whether all values are equal, but for the rounding of sums. */
  same: boolean;
}

/** Compares a table in two folders. */
export async function compared(table: TableName, {before, after}: {before: string; after: string}): Promise<Compared> {
  const files = {before: join(before, fileOf(table)), after: join(after, fileOf(table))};
  const there = {before: existsSync(files.before), after: existsSync(files.after)};
  const {connection, close} = await openDuckDB();
  const ask = async (sql: string) => (await connection.runAndReadAll(sql)).getRowObjectsJS();
  const number = async (sql: string) => Number((await ask(sql))[0]!.n);
  const from = (side: "before" | "after") => parquetSource(files[side]);
  try {
    const rows = {
      before: there.before ? await number(`select count(*) as n from ${from("before")}`) : null,
      after: there.after ? await number(`select count(*) as n from ${from("after")}`) : null
    };
    const absent = {table, rows, only: {before: rows.before ?? 0, after: rows.after ?? 0}, differing: []};
    // A table without rows is not written by every way to a store.
    if (!there.before || !there.after) return {...absent, same: (rows.before ?? 0) === (rows.after ?? 0)};
    const {columns, order} = tables[table];
    const names = async (side: "before" | "after") =>
      (await ask(`select column_name from (describe from ${from(side)})`)).map(({column_name}) => String(column_name));
    const [old, fresh] = [await names("before"), await names("after")];
    const shared = Object.keys(columns).filter(name => old.includes(name) && fresh.includes(name));
    const key = order.map(column => `a.${quoted(column)} is not distinct from b.${quoted(column)}`).join(" and ");
    const differs = (column: string) => {
      const {type} = (columns as Record<string, {type: string}>)[column]!;
      const [a, b] = [`a.${quoted(column)}`, `b.${quoted(column)}`];
      // Facets of a point have no order.
      if (table === "points" && type === "texts") return `(list_sort(${a}) is distinct from list_sort(${b}))`;
      return type === "double"
        ? `(${a} is distinct from ${b} and not coalesce(abs(${a} - ${b}) <= ${ROUNDING} * greatest(1, abs(${a})), false))`
        : `(${a} is distinct from ${b})`;
    };
    const compare = shared.filter(column => !order.includes(column));
    const counted = compare.map((column, i) => `count(*) filter (where ${differs(column)})::double as c${i}`);
    const [found] = await ask(`select count(*)::double as n${counted.map(each => `, ${each}`).join("")}
      from ${from("before")} a join ${from("after")} b on ${key}`);
    const both = Number(found!.n);
    const differing = compare.flatMap((column, i) => {
      const n = Number(found![`c${i}`]);
      return n > 0 ? [{column, rows: n}] : [];
    });
    const lost = old.filter(name => !fresh.includes(name)).map(column => ({column, rows: rows.before!}));
    const only = {before: Math.max(rows.before! - both, 0), after: Math.max(rows.after! - both, 0)};
    const all = [...differing, ...lost];
    return {table, rows, only, differing: all, same: all.length === 0 && only.before === 0 && only.after === 0};
  } finally {
    close();
  }
}

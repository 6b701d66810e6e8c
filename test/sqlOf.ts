// The pages' tag for SQL over a store's tables, answered by Node's DuckDB.

import {openTables} from "../pipelines/store/sql.node.js";
import type {Sql} from "../src/pipelines/charts/shared/sql.js";

class Row {
  constructor(columns: Record<string, unknown>) {
    Object.assign(this, columns);
  }
  toJSON(): Record<string, unknown> {
    return {...this} as Record<string, unknown>;
  }
}

/** Rows as pages get them, of plain numbers. */
export async function sqlOf(folder: string): Promise<{sql: Sql; close(): void}> {
  const {connection, close} = await openTables(folder);
  const query = async (text: string, params: readonly unknown[] = []) => {
    const reader = await connection.runAndReadAll(text, params as never);
    const rows = reader.getRowObjectsJS().map(row => new Row(plain(row)));
    const names = reader.columnNames();
    const column = (i: number) => rows.map(row => row.toJSON()[names[i]!]);
    return Object.assign(rows, {numRows: rows.length, getChildAt: (i: number) => ({toArray: () => column(i)})});
  };
  const sql = (strings: TemplateStringsArray, ...params: unknown[]) => query(strings.join("?"), params);
  return {sql: Object.assign(sql, {query}) as unknown as Sql, close};
}

const plain = (row: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, typeof value === "bigint" ? Number(value) : value]));

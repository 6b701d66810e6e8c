// Reads the rows of a Parquet file in Node. A separate file, since loading DuckDB takes longer than most commands that read text.
import {resolve} from "node:path";
import {DuckDBInstance} from "@duckdb/node-api";
import {exactInteger} from "./arrow.js";
import {UserError} from "./error.js";
import {parquetSource} from "./parquet.js";
import type {CellRow, ColumnChoice} from "./row.js";

/**
 * Reads a file by DuckDB: the header of a Parquet file as line 0, and its rows with typed cells; 64-bit integers are numbers where exact, else text.
 * @param name of the file in messages
 * @throws UserError where it is no Parquet
 */
export async function* parquetCells(
  path: string,
  {name: file, select = () => null}: {name: string; select?: ColumnChoice | undefined}
): AsyncGenerator<CellRow[]> {
  const instance = await DuckDBInstance.create(":memory:", {threads: "2", autoinstall_known_extensions: "false"});
  const connection = await instance.connect();
  try {
    const source = parquetSource(resolve(path));
    const all = (await connection.runAndReadAll(`from ${source} limit 0`)).columnNames();
    const names = select(all) ?? all;
    const result = await connection.stream(
      `select ${names.map(name => `"${name.replaceAll('"', '""')}"`).join(", ")} from ${source}`
    );
    const row = (line: number, cells: readonly unknown[]): CellRow => ({
      line,
      cells,
      place: cell => ({line, column: cell + 1})
    });
    yield [row(0, names)];
    let line = 0;
    for await (const rows of result.yieldRowsJs())
      yield rows.map(cells =>
        row(
          ++line,
          cells.map(cell => (typeof cell === "bigint" ? exactInteger(cell) : cell))
        )
      );
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(`${file} is not readable Parquet: ${(error as Error).message.split("\n")[0]}`);
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

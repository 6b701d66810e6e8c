// Tables as a page opens them: all columns there, rows restricted as the page does.
import {parquetSource} from "../rows/parquet.js";
import {emptyQuery} from "../store/columns.js";
import type {Result} from "../store/firstView.js";
import {publishedFolder} from "../store/places.node.js";
import {restricted, type Shown} from "../store/shown.js";
import {quoted} from "../store/sorted.node.js";
import {defaultSource, pagePath, type SiteSources, type Source} from "../store/source.js";
import {openTables, typedRows} from "../store/sql.node.js";
import {completed} from "../store/views.sql.js";
import {everyTable} from "../studies/everyTable.js";

/** A stored table, and its Parquet file; null for a table without rows. */
export interface PageTable {
  table: string;
  file: string | null;
}

/** The source that a page shows by default, and the folder of its tables; null for a source without results. */
export function pageSource(name: string, {sources, tables}: {sources: SiteSources; tables: string}): PageSource | null {
  const source = defaultSource(pagePath(`/${name}`, "/"), sources);
  if (source === "published") return {source, folder: publishedFolder()};
  return sources.isEvaluated ? {source, folder: tables} : null;
}

export interface PageSource {
  source: Source;
  folder: string;
}

export interface PageTables {
  query(text: string, params?: readonly unknown[]): Promise<Result>;
  close(): void;
}

/**
 * Opens tables under the names that a page gives them.
 * @param folder a folder of a store, whose other tables can be asked, too
 * @param restriction evaluations and suite whose rows are read; null for all
 */
export async function openPageTables(
  tables: Readonly<Record<string, PageTable>>,
  {folder, restriction}: {folder: string; restriction: Shown | null}
): Promise<PageTables> {
  const {connection, close} = await openTables(folder, {isSite: true});
  const columnsOf = async (text: string) => (await connection.runAndReadAll(`${text} limit 0`)).deduplicatedColumnNames();
  const queryOf = async ({table, file}: PageTable) => {
    if (file === null) return emptyQuery(everyTable[table]!);
    const source = parquetSource(file);
    return `select * from ${completed(table, source, await columnsOf(`from ${source}`))}`;
  };
  const names = Object.keys(tables);
  try {
    for (const [name, table] of Object.entries(tables)) {
      const query = await queryOf(table);
      const narrow = restriction
        ? restricted(query, {columns: await columnsOf(query), shown: restriction, there: names.filter(other => other !== name)})
            .query
        : query;
      await connection.run(`create or replace view ${quoted(name)} as ${narrow}`);
    }
  } catch (error) {
    close();
    throw error;
  }
  return {
    close,
    async query(text, params = []) {
      const reader = await connection.runAndReadAll(text, params as string[]);
      return {...typedRows(reader), types: reader.columnTypes().map(String)};
    }
  };
}

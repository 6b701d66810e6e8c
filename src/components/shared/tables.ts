// Opens the published tables of a page for SQL.
import type {Sql} from "../../pipelines/charts/shared/sql.js";
import {type Database, type DatabaseOptions, openDatabase, type TableFile} from "./database.js";

/** The `sql` tag of a page, which also saves results as files. */
export type OpenTables = Sql & Pick<Database, "saved">;

/**
 * The `sql` tag of a page over its published tables: ``const sql = tables({points: FileAttachment("data/points.parquet")}, invalidation)``.
 * Interpolated values are bound as parameters, never pasted. The worker ends when the cell is invalidated; Framework's own front-matter
 * `sql:` leaves one behind at every redraw.
 * @param shown what the reader chose to see (datasets.ts); null for everything
 * @param onDemand whether a table is fetched only when a query names it
 */
export function tables(
  files: Record<string, TableFile>,
  invalidation?: Promise<unknown>,
  shown: DatabaseOptions["shown"] = null,
  {onDemand = false}: Pick<DatabaseOptions, "onDemand"> = {}
): OpenTables {
  const database = openDatabase(files, {shown, onDemand});
  invalidation?.then(() => database.close());
  const sql = (strings: TemplateStringsArray, ...params: unknown[]) => database.query(strings.join("?"), params);
  return Object.assign(sql, {query: database.query, saved: database.saved});
}

/** Tables that are opened on first use, for parts of a page that most readers never open. */
export function lazily(...asked: Parameters<typeof tables>): () => OpenTables {
  let opened: OpenTables | undefined;
  return () => (opened ??= tables(...asked));
}

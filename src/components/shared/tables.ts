// Opens the published tables of a page for SQL.
import type {Rows, Sql} from "../../pipelines/charts/shared/sql.js";
import {isFirst, queryKey} from "../../pipelines/store/firstView.js";
import type {Database, DatabaseOptions, TableFile} from "./database.js";
import {asRows, readFirstView} from "./firstView.js";
import {hasAnswers, source, sourceFile, sourceFiles, unanswered} from "./source.js";
import {placeOrigin} from "./texts.js";

const firstView = readFirstView(source);

/** DuckDB is loaded at once on a page without such results, and on others only when a query is none of theirs. */
let loading: Promise<typeof import("./database.js")> | undefined;
const load = () => (loading ??= import("./database.js"));
if (!firstView && hasAnswers()) load().catch(() => {}); // each query reports the error

/** The `sql` tag of a page, which also takes further tables, and saves results as files. */
export type OpenTables = Sql & Pick<Database, "attach" | "saved">;

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
  let opening: Promise<Database> | undefined;
  let closed = false;
  const open = () =>
    (opening ??= (hasAnswers() ? load() : unanswered()).then(({openDatabase}) => {
      const database = openDatabase(sourceFiles(files), {shown, onDemand, beside: placeOrigin()});
      if (closed) database.close();
      return database;
    }));
  const known = firstView && isFirst(firstView, {files, shown}) ? firstView.results : null;
  if (!known) open().catch(() => {}); // each query reports the error
  invalidation?.then(() => {
    closed = true;
    return opening?.then(database => database.close());
  });
  const query = async (text: string, params: readonly unknown[] = []): Promise<Rows> => {
    const first = known?.[queryKey(text, params)];
    return first ? asRows(first) : (await open()).query(text, params);
  };
  const sql = (strings: TemplateStringsArray, ...params: unknown[]) => query(strings.join("?"), params);
  return Object.assign(sql, {
    query,
    attach: async (...asked: Parameters<Database["attach"]>) => (await open()).attach(...asked),
    saved: async (...asked: Parameters<Database["saved"]>) => (await open()).saved(...asked)
  });
}

/**
 * A table of curves as Arrow, of the page's source: Framework's file of it, or the published Parquet table by a query.
 * @param file the file of the local table
 */
export async function curveTable(file: TableFile & {arrow(): Promise<unknown>}, sql: OpenTables, name: string): Promise<unknown> {
  if (source !== "published") return file.arrow();
  const table = sourceFile({...file, name});
  if (!("url" in table)) return null;
  await sql.attach(name, new URL(await table.url(), document.baseURI).href);
  return sql.query(`select * from ${name}`);
}

/** Tables that are opened on first use, for parts of a page that most readers never open. */
export function lazily(...asked: Parameters<typeof tables>): () => OpenTables {
  let opened: OpenTables | undefined;
  return () => (opened ??= tables(...asked));
}

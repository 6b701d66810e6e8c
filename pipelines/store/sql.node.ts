// Runs SQL over a store's tables in Node.
import {existsSync, readdirSync} from "node:fs";
import {resolve} from "node:path";
import {
  DuckDBArrayType,
  type DuckDBConnection,
  DuckDBListType,
  DuckDBMapType,
  type DuckDBResultReader,
  DuckDBStructType,
  type DuckDBType,
  DuckDBTypeId,
  type Json,
  StatementType
} from "@duckdb/node-api";
import {type EvaluationName, facetsOf, matches} from "../book/dataset.js";
import {readDataset} from "../book/read.node.js";
import type {Dataset} from "../book/types.js";
import {UserError} from "../rows/error.js";
import {literal} from "../rows/literal.js";
import {exactPath, parquetSource} from "../rows/parquet.js";
import {statsMacros} from "../score/stats.sql.js";
import {damagedFile} from "./damaged.js";
import {openDuckDB} from "./duckdb.node.js";
import {ESTIMATES, estimateViews, viewsOver} from "./estimates.sql.js";
import {changedTable, manifestFault, mendingCommand, readManifest} from "./manifest.node.js";
import {makesResults, RESULTS, resultsQuery} from "./results.sql.js";
import {quoted} from "./sorted.node.js";
import {statementsIn} from "./statements.js";
import {completed, isCompleted, renamedInMessage} from "./views.sql.js";

// Restricts a store to the evaluations of a dataset, with the dataset's labels, groups and tags.

/** Name of the table of a dataset's evaluations, one row each: model, template, sampler, label, groups, tags. */
const DATASET = "dataset";
const KEY = ["model", "template", "sampler"];

/**
 * Creates views that replace a store's tables under the same names: tables with evaluations keep only the dataset's, and points get its
 * groups and tags in addition to their own. Throws a UserError where an entry matches no evaluation of the store, and where simulated
 * results could be mistaken for real ones.
 * @param sources for each table, the SQL from which it is read
 */
async function select(connection: DuckDBConnection, sources: ReadonlyMap<string, string>, dataset: Dataset): Promise<void> {
  const points = sources.get("points");
  if (!points) throw new UserError(`${dataset.place} store ${dataset.store} has no points; run npm run run first`);
  const found = await connection.runAndReadAll(
    `select model, template, sampler, bool_or(simulated) as simulated from ${points} group by all order by all`
  );
  const names = found.getRowObjectsJS() as unknown as (EvaluationName & {simulated: boolean})[];
  for (const [i, entry] of dataset.evaluations.entries()) {
    if (names.some(name => matches(entry, name))) continue;
    throw new UserError(
      `${dataset.places[i]} no evaluation of ${dataset.store} is model ${entry.model}, template ${entry.template}, sampler ${entry.sampler}`
    );
  }
  const rows = names.flatMap(name => {
    const facets = facetsOf(dataset, name);
    if (facets === null) return [];
    if (name.simulated && !dataset.simulated)
      throw new UserError(`${dataset.place} ${name.model} is simulated, and the dataset does not say so; add simulated: true`);
    const {label, groups, tags} = facets;
    const texts = [name.model, name.template, name.sampler, label ?? name.model].map(literal);
    return [`(${[...texts, listOf(groups), listOf(tags)].join(", ")})`];
  });
  await connection.run(
    `create table ${DATASET} as from (values ${rows.join(", ")}) t(model, template, sampler, label, groups, tags)`
  );
  for (const [table, source] of sources)
    await connection.run(`create view ${quoted(table)} as ${await viewOf(connection, table, source)}`);
}

async function viewOf(connection: DuckDBConnection, table: string, source: string): Promise<string> {
  const columns = await columnsOf(connection, source);
  if (!KEY.every(column => columns.includes(column))) return `from ${source}`;
  const facets = table === "points" ? ["groups", "tags"].filter(facet => columns.includes(facet)) : [];
  const united = facets.map(facet => `list_sort(list_distinct(list_concat(t.${facet}, d.${facet}))) as ${facet}`);
  const shown = united.length > 0 ? `t.* replace (${united.join(", ")})` : "t.*";
  return `select ${shown} from ${source} t join ${DATASET} d using (${KEY.join(", ")})`;
}

const listOf = (names: string[]) => `[${names.map(literal).join(", ")}]::varchar[]`;

export interface QueryResult {
  columns: string[];
  /** Values as JSON can represent them: lists and maps nested, 64-bit integers as numbers where exact, else as text. */
  rows: unknown[][];
}

interface OpenTables {
  connection: DuckDBConnection;
  /** The folder that the tables stand in. */
  store: string;
  tables: string[];
  close(): void;
}

/**
 * Opens a connection with a view for every Parquet file of a folder, named after it, the views `results` and those over `estimates`, and the statistics macros.
 * @param source a folder, or a dataset's file (.yaml), which gives its store restricted to its evaluations and with its facets
 * @param listed makes all views at once, with `results`, for queries of people, which may list them. Otherwise a view is made before the first statement that
 * holds its name: to read the descriptions of some fifty files takes longer than most queries.
 * @param isSite the folder has a site's tables, those that its pages ask for, and the manifest of the whole store
 */
export async function openTables(
  source: string,
  {listed = false, isSite = false}: {listed?: boolean; isSite?: boolean} = {}
): Promise<OpenTables> {
  const dataset = /\.ya?ml$/u.test(source) ? await readDataset(source) : null;
  const folder = dataset?.store ?? source;
  const files = existsSync(folder) ? readdirSync(folder).filter(name => name.endsWith(".parquet") && !name.startsWith(".")) : [];
  const manifest = isSite ? null : await readManifest(folder);
  const fault = isSite ? null : manifest ? await changedTable(folder, manifest) : await manifestFault(folder);
  if (fault !== null) throw new UserError(manifest ? fault : `${fault}; ${mendingCommand(folder, null)}`);
  if (files.length === 0) throw new UserError(`no tables in ${folder}; run npm run run first`);
  const {connection, close} = await openDuckDB();
  const stored = files.map(file => file.slice(0, -".parquet".length));
  const views = viewsOver(stored);
  const tables = stored.filter(table => !views.includes(table)).sort();
  const read = (table: string) => parquetSource(resolve(folder, `${table}.parquet`));
  const sourceOf = async (table: string) =>
    isCompleted(table) ? completed(table, read(table), await columnsOf(connection, read(table))) : read(table);
  const makeMacros = async () => {
    for (const macro of statsMacros) await connection.run(macro);
  };
  const makeView = async (table: string) => {
    const query = views.includes(table) ? estimateViews[table]!.query : `from ${await sourceOf(table)}`;
    await connection.run(`create view ${quoted(table)} as ${query}`);
  };
  let hasResults = tables.includes("points") && !tables.includes(RESULTS);
  try {
    if (dataset || listed) await makeMacros();
    if (dataset) {
      const sources = new Map<string, string>();
      for (const table of tables) sources.set(table, await sourceOf(table));
      await select(connection, sources, dataset);
    } else if (listed) for (const table of tables) await makeView(table);
    if (dataset || listed) for (const view of views) await makeView(view);
    hasResults &&= Boolean(dataset || listed) && makesResults(await columnsOf(connection, "points"));
    if (hasResults) await connection.run(`create view ${RESULTS} as ${resultsQuery}`);
  } catch (error) {
    close();
    throw error;
  }
  return {
    connection: dataset || listed ? connection : whenNamed(connection, {tables, views, makeView, makeMacros}),
    store: folder,
    tables: [...tables, ...views, ...(dataset ? [DATASET] : []), ...(hasResults ? [RESULTS] : [])].sort(),
    close
  };
}

/** Names of the statistics macros, in lower case. */
const MACROS: ReadonlySet<string> = new Set(statsMacros.map(macro => /macro (\w+)/u.exec(macro)![1]!));

/** A connection that makes a view, or the macros, before the first statement whose text holds the name. */
function whenNamed(
  connection: DuckDBConnection,
  {
    tables,
    views,
    makeView,
    makeMacros
  }: {
    tables: readonly string[];
    views: readonly string[];
    makeView(table: string): Promise<void>;
    makeMacros(): Promise<void>;
  }
): DuckDBConnection {
  const byName = new Map([...tables, ...views].map(table => [table.toLowerCase(), table]));
  const unusual = tables.filter(table => !/^\w+$/u.test(table)); // such a name is no word of a text
  const made = new Map<string, Promise<void>>();
  const once = (name: string, make: () => Promise<void>): Promise<void> => {
    const known = made.get(name) ?? make();
    made.set(name, known);
    return known;
  };
  const ready = async (sql: string): Promise<void> => {
    for (const table of unusual) await once(table, () => makeView(table));
    for (const word of new Set(sql.toLowerCase().match(/\w+/gu))) {
      const table = byName.get(word);
      if (table !== undefined && views.includes(table)) await once(ESTIMATES, () => makeView(ESTIMATES));
      if (table !== undefined) await once(table, () => makeView(table));
      if (MACROS.has(word)) await once("", makeMacros);
    }
  };
  // All ways to run a statement go through one of these.
  const named: DuckDBConnection = Object.create(connection);
  named.run = async (sql, ...rest) => {
    await ready(sql);
    return connection.run(sql, ...rest);
  };
  named.prepare = async sql => {
    await ready(sql);
    return connection.prepare(sql);
  };
  named.extractStatements = async sql => {
    await ready(sql);
    return connection.extractStatements(sql);
  };
  return named;
}

async function columnsOf(connection: DuckDBConnection, source: string): Promise<string[]> {
  return (await connection.runAndReadAll(`select * from ${source} limit 0`)).deduplicatedColumnNames();
}

/**
 * The rows of a Parquet file, read in batches; 64-bit integers are numbers where exact, else text.
 * @param query may select, order and join: the file is `t`, other tables have their names
 * @param as name of the table whose view `t` is to be (`views.sql.ts`); absent: `t` is the file as it is
 */
export async function* readRows(
  file: string,
  {query = "from t", others = {}, as}: {query?: string; others?: Record<string, string>; as?: string} = {}
): AsyncGenerator<Record<string, unknown>> {
  const {connection, close} = await openDuckDB();
  try {
    for (const [name, path] of Object.entries({t: file, ...others})) {
      const source = parquetSource(resolve(path));
      const view = name === "t" && as ? completed(as, source, await columnsOf(connection, source)) : source;
      await connection.run(`create view ${name} as from ${view}`);
    }
    const result = await connection.stream(query);
    for await (const batch of result.yieldRowObjectJs()) for (const row of batch) yield narrowed(row);
  } finally {
    close();
  }
}

/** The source of a table's view (`views.sql.ts`) over a Parquet file, for SQL. */
export async function completedFile(table: string, file: string): Promise<string> {
  const {connection, close} = await openDuckDB();
  try {
    const source = parquetSource(resolve(file));
    return completed(table, source, await columnsOf(connection, source));
  } finally {
    close();
  }
}

/** Whether a Parquet file has a column; those of older versions do not have all. */
export async function hasColumn(file: string, column: string): Promise<boolean> {
  const query = `select name from parquet_schema(${exactPath(file)}) where name = ${literal(column)}`;
  for await (const _ of readRows(file, {query})) return true;
  return false;
}

/** A result with numbers as numbers, lists as lists and maps as objects, by the column's type and never by the look of a value. */
export function typedRows(reader: DuckDBResultReader): QueryResult {
  const types = reader.columnTypes();
  return {
    columns: reader.deduplicatedColumnNames(),
    rows: reader.getRowsJson().map(row => row.map((value, i) => typed(value, types[i]!)))
  };
}

/** Converts a value of DuckDB's JSON form, which writes long integers and decimals as text and maps as pairs. */
function typed(value: Json, type: DuckDBType): unknown {
  if (value === null) return null;
  if (type.typeId === DuckDBTypeId.DOUBLE || type.typeId === DuckDBTypeId.FLOAT) return Number(value); // NaN and Infinity arrive as text
  if (EXACT.has(type.typeId)) return exact(value);
  if (type instanceof DuckDBListType || type instanceof DuckDBArrayType)
    return (value as Json[]).map(each => typed(each, type.valueType));
  if (type instanceof DuckDBStructType)
    return Object.fromEntries(
      type.entryNames.map((name, i) => [name, typed((value as Record<string, Json>)[name]!, type.entryTypes[i]!)])
    );
  if (type instanceof DuckDBMapType)
    return Object.fromEntries(
      (value as {key: Json; value: Json}[]).map(each => [keyText(each.key), typed(each.value, type.valueType)])
    );
  return value;
}

const keyText = (key: Json): string => (typeof key === "object" ? JSON.stringify(key) : String(key));

/** Types of numbers that may have more digits than a double can hold. */
const EXACT: ReadonlySet<DuckDBTypeId> = new Set([
  DuckDBTypeId.BIGINT,
  DuckDBTypeId.UBIGINT,
  DuckDBTypeId.HUGEINT,
  DuckDBTypeId.UHUGEINT,
  DuckDBTypeId.DECIMAL
]);

/** A number where no digit is lost, else text: ids beyond 2⁵³ would become equal to their neighbours. */
function exact(value: Json): Json {
  if (typeof value !== "string") return value;
  const number = Number(value);
  const digits = value.replace(/^-?0*|\./g, "").length;
  return Number.isSafeInteger(number) || (digits <= EXACT_DIGITS && !Number.isInteger(number)) ? number : value;
}
/** Number of decimal digits that every double holds exactly. */
const EXACT_DIGITS = 15;

/** A number where it is exact, else text: ids beyond 2⁵³ would become equal to their neighbours. */
const narrow = (each: bigint): number | string => (Number.isSafeInteger(Number(each)) ? Number(each) : String(each));

function narrowed(row: Record<string, unknown>): Record<string, unknown> {
  for (const name in row) if (typeof row[name] === "bigint") row[name] = narrow(row[name]);
  return row;
}

export interface QueryOptions {
  /** A store, or a dataset's file. */
  folder: string;
  /** Allows writing files; otherwise the query may only read. Extensions are never installed or loaded. */
  write?: boolean;
  /** Says how a table comes to be that a query names and the store does not have, if that is known. */
  absent?: (table: string, store: string) => string | null;
}

/** Tables that several queries are asked of, one after the other. */
export interface Queries extends OpenTables {
  /** Runs a query. A mistake in it is a UserError with DuckDB's message. */
  ask(text: string): Promise<QueryResult>;
}

/** Opens tables for several queries. Without `write` DuckDB itself may read no other file, and change no setting. */
export async function openQueries({folder, ...options}: QueryOptions): Promise<Queries> {
  const open = await openTables(folder, {listed: true});
  if (!options.write) {
    const files = open.tables.flatMap(table => {
      const file = resolve(open.store, `${table}.parquet`);
      return [literal(file), exactPath(file)];
    });
    await open.connection.run(`set allowed_paths = [${[...new Set(files)].join(", ")}]`);
    await open.connection.run("set enable_external_access = false");
    await open.connection.run("set lock_configuration = true");
  }
  return {...open, ask: text => asked(text, open, options)};
}

/** Runs a query. A mistake in it is a UserError with DuckDB's message. */
export async function query(text: string, options: QueryOptions): Promise<QueryResult> {
  const {ask, close} = await openQueries(options);
  try {
    return await ask(text);
  } finally {
    close();
  }
}

async function asked(
  text: string,
  {connection, store, tables}: OpenTables,
  {write = false, absent = () => null}: Omit<QueryOptions, "folder">
): Promise<QueryResult> {
  try {
    if (text.trim() === "") throw new UserError("an empty query");
    let result: QueryResult | undefined;
    for (const part of write ? [text] : await queriesIn(connection, text)) {
      const statements = await connection.extractStatements(part);
      for (let i = 0; i < statements.count; i++) {
        const statement = await statements.prepare(i);
        if (BRINGS_CODE.has(statement.statementType)) throw new UserError(NO_EXTENSION);
        result = typedRows(await statement.runAndReadAll());
      }
    }
    return result ?? {columns: [], rows: []};
  } catch (error) {
    if (error instanceof UserError || damagedFile((error as Error).message) !== null) throw error;
    const message = (error as Error).message.trim();
    const forbidden = FORBIDDEN.exec(message)?.[1];
    if (forbidden !== undefined) throw new UserError(`${forbidden}; ${ONLY_STORE}`);
    const lacking = NO_TABLE.exec(message)?.[1]?.toLowerCase();
    const hint = lacking === undefined ? renamedInMessage(message) : absent(lacking, store);
    throw new UserError([hint ?? message, `tables: ${tables.join(", ")}`].join("\n"));
  }
}

/** DuckDB's message about a table that is not there. It takes names in any case. */
const NO_TABLE = /^Catalog Error: Table with name (\S+) does not exist!/u;
const BRINGS_CODE: ReadonlySet<StatementType> = new Set([StatementType.LOAD, StatementType.UPDATE_EXTENSIONS]);
const EXTENSION = /^\s*(?:force\s+)?(?:install|load)\b|^\s*update\s+extensions\b/i;
const NO_EXTENSION = "extensions are never downloaded or loaded; what is built in is available already";
const ONLY_READS = "sql only reads, and this is not a query; add --write to let it write files and settings";
/** DuckDB's message where its own settings deny access to a file. */
const FORBIDDEN = /Permission Error: (.*) - file system operations are disabled by configuration/u;
const ONLY_STORE = "sql reads the tables of the store alone; add --write to let it read and write other files";
const EXPLAINED = /^\s*explain\s+(?:analyze\s+)?/i;
/**
 * Table functions that only read, by the beginnings of DuckDB's names or by name. All others are refused, since some change what DuckDB does
 * (`enable_logging` writes files) or run a text that no parser has seen (`query`).
 */
const READING =
  /^(?:(?:duckdb|pragma|read|parquet)_\w+|generate_series|range|repeat|repeat_row|unnest|glob|json_each|json_tree|sniff_csv|summary|query_table|histogram|histogram_values|icu_calendar_names|pg_timezone_names|test_all_types)$/u;

/** The statements of a text. Throws a UserError where one is not a query. The statements that are run are those that DuckDB's own parser has checked. */
async function queriesIn(connection: DuckDBConnection, text: string): Promise<string[]> {
  const {statements, rest} = statementsIn(text);
  const parts = [...statements, rest].filter(part => part.trim() !== "");
  for (const part of parts) await refuseWriting(connection, part);
  return parts;
}

/** Throws a UserError where a statement does more than read. It is not executed. */
async function refuseWriting(connection: DuckDBConnection, text: string): Promise<void> {
  const parse = async (statement: string): Promise<{error: boolean; error_type?: string}> => {
    const reader = await connection.runAndReadAll("select json_serialize_sql($1::varchar)", [statement]);
    return JSON.parse(reader.getRows()[0]![0] as string);
  };
  if ((await parse(text)).error_type === "parser") return; // DuckDB's own message describes a syntax error
  const query = text.replace(EXPLAINED, "");
  const tree = await parse(query);
  if (tree.error && !(await isPivot(connection, query))) throw new UserError(EXTENSION.test(text) ? NO_EXTENSION : ONLY_READS);
  const names = tree.error ? await tableFunctionsNamed(connection, query) : tableFunctionsIn(tree);
  for (const name of names)
    if (!READING.test(name)) throw new UserError(`${name} is not known to read only; add --write to allow it`);
}

/** Whether a statement is a PIVOT, of which DuckDB makes a type and a query. No other statement that makes something contains two. */
async function isPivot(connection: DuckDBConnection, text: string): Promise<boolean> {
  const statements = await connection.extractStatements(text).catch(() => null);
  return statements?.count === 2 && (await statements.prepare(0)).statementType === StatementType.CREATE;
}

/** Names of DuckDB's table functions that are words of a text, for statements that its parser does not show. */
async function tableFunctionsNamed(connection: DuckDBConnection, text: string): Promise<string[]> {
  const words = new Set(text.toLowerCase().match(/\w+/gu));
  const reader = await connection.runAndReadAll(
    "select distinct function_name from duckdb_functions() where function_type = 'table'"
  );
  return reader.getRows().flatMap(([name]) => (words.has(String(name)) ? [String(name)] : []));
}

/** Names of the table functions in a parsed statement, in lower case. */
function tableFunctionsIn(tree: unknown): string[] {
  if (typeof tree !== "object" || tree === null) return [];
  const {type, function: call} = tree as {type?: unknown; function?: {function_name?: string}};
  const name = type === "TABLE_FUNCTION" && call?.function_name !== undefined ? [call.function_name.toLowerCase()] : [];
  return [...name, ...Object.values(tree).flatMap(tableFunctionsIn)];
}

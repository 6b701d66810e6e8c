// Collects rows in DuckDB and writes them as Parquet. Rows are converted to column vectors 2,048 at a time, fast enough for a stream of
// samples.

import {mkdtemp, rm} from "node:fs/promises";
import {join} from "node:path";
import {DOUBLE, type DuckDBAppender, type DuckDBConnection, DuckDBDataChunk, type DuckDBType, VARCHAR} from "@duckdb/node-api";
import {forEachConcurrent} from "../book/concurrency.js";
import {literal} from "../rows/literal.js";
import {allowWriting, openDuckDB, withMemory} from "./duckdb.node.js";
import {type BufferedBytes, CHUNK_ROWS, type Field, field, STAGED} from "./fields.node.js";
import {replaceTogether, temporaryIn, type Written, writtenAs} from "./files.node.js";
import {recordReplacing} from "./manifest.node.js";
import {copyPart, copySorted, joinParts, oneThread, type Part, quoted, textBytes} from "./sorted.node.js";
import type {Table} from "./tables.js";

export type Row = Record<string, unknown>;

/** Column of a staged table with the bytes of a row's texts, where these may be long. */
const BYTES = "#bytes";
/** Bytes of texts from which on a part is ended. */
const PART_BYTES = 32 * 2 ** 20;
/** Most bytes of texts that wait for a chunk to fill; beyond, an unfilled one is handed over. */
const HELD_BYTES = 16 * 2 ** 20;

/** Most rows of a table that is written on one thread, so that two such tables take two. */
const MOST_SMALL = 2 ** 20;
/** How many times as long a row with long texts takes. */
const LONG_WEIGHT = 5;

/** Collects the rows of several tables on disk and writes each table as a sorted Parquet file. */
export interface Stage {
  append(table: string, row: object): void;
  /**
   * Adds the rows of an SQL query over files, tables of the stage or the results of `prepare`. Columns that it lacks are null.
   * @param inOrder whether all rows of the query come after those that the table has, in its order: a table that got no others is not sorted
   * as a whole, which of tens of millions of rows takes more memory than a stage has
   */
  carry(table: string, query: string, options?: {inOrder?: boolean}): Promise<void>;
  /**
   * Puts the rows of a table into a file of their own where their texts have become many: they are not sorted, must stand in order, and before all
   * further ones. For texts of which 2,048 do not fit into memory, since DuckDB holds those of as many rows at a time.
   */
  endPart(table: string): Promise<void>;
  /** Runs SQL in the stage, to prepare for a query of `carry`. */
  prepare(sql: string): Promise<void>;
  /** Number of rows so far. */
  rows(table: string): number;
  /**
   * Writes a table to a temporary file in the target's folder, syncs it and renames it. Throws where it has no rows, unless `allowEmpty`.
   */
  write(table: string, file: string, options?: {allowEmpty?: boolean}): Promise<Written>;
  /** Writes several tables, with or without rows, each to its file; two at a time where they are small. */
  writeAll(files: Readonly<Record<string, string>>): Promise<Record<string, Written>>;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Opens a stage for the given tables.
 * @param folder folder for the run's temporary files; it must exist and be on the target's file system
 */
export async function openStage(tables: Record<string, Table>, {folder}: {folder: string}): Promise<Stage> {
  const home = await mkdtemp(temporaryIn(folder, "stage-"));
  const {connection, another, close} = await openDuckDB({spill: home, collecting: true});
  const collectors = new Map<string, Collector>();
  const writing = {home, another, onOneThread: oneThread(connection)};
  for (const [name, table] of Object.entries(tables)) collectors.set(name, await openCollector(connection, name, table, writing));
  const collector = (name: string): Collector => {
    const found = collectors.get(name);
    if (!found) throw new Error(`no table "${name}" on this stage`);
    return found;
  };
  let allowed: Promise<unknown> | null = null;
  const allow = () => (allowed ??= allowWriting(connection));
  return {
    append: (name, row) => collector(name).append(row as Row),
    async carry(name, query, {inOrder = false} = {}) {
      await allow();
      for (const each of collectors.values()) each.settle(); // the query may read appended rows
      await collector(name).carry(query, inOrder);
    },
    endPart: name => collector(name).endPart(),
    async prepare(sql) {
      await allow();
      await connection.run(sql);
    },
    rows: name => collector(name).rows(),
    async write(name, file, {allowEmpty = false} = {}) {
      if (!allowEmpty && collector(name).rows() === 0) throw new Error(`table "${name}" would be empty`);
      await allow();
      return collector(name).write(file);
    },
    async writeAll(files) {
      await allow();
      for (const each of collectors.values()) each.settle(); // an appender waits for the queries of its connection
      const written: Record<string, Written> = {};
      const waiting = Object.keys(files).sort((a, b) => collector(b).weight() - collector(a).weight());
      const small = waiting.filter(name => collector(name).isSmall());
      const connections = [connection, ...(small.length > 1 ? [await another()] : [])];
      await forEachConcurrent(small, connections.length, async (name, lane) => {
        written[name] = await collector(name).write(files[name]!, connections[lane]);
      });
      for (const name of waiting) written[name] ??= await collector(name).write(files[name]!);
      return written;
    },
    async [Symbol.asyncDispose]() {
      for (const each of collectors.values()) each.close();
      close();
      await rm(home, {recursive: true, force: true});
    }
  };
}

interface Collector {
  append(row: Row): void;
  /** Makes appended rows visible to SQL. */
  settle(): void;
  carry(query: string, inOrder: boolean): Promise<void>;
  endPart(): Promise<void>;
  rows(): number;
  /** Whether it may be written beside another one. */
  isSmall(): boolean;
  /** About how long it takes to write. */
  weight(): number;
  /** Writes the table, by a connection of its own where it is written beside another. */
  write(file: string, connection?: DuckDBConnection): Promise<Written>;
  close(): void;
}

async function openCollector(
  connection: DuckDBConnection,
  name: string,
  {columns, order, rowGroup}: Table,
  {home, another, onOneThread}: {home: string; another(): Promise<DuckDBConnection>; onOneThread: ReturnType<typeof oneThread>}
): Promise<Collector> {
  const names = Object.keys(columns);
  const memory: BufferedBytes = {bytes: 0};
  const fields = names.map(column => field(columns[column]!, memory));
  const types: DuckDBType[] = names.map(column => STAGED[columns[column]!.type].staged);
  const long: LongColumns =
    rowGroup === undefined
      ? {texts: [], series: []}
      : {
          texts: names.filter((_, i) => !fields[i]!.dictionary && types[i] === VARCHAR),
          series: names.filter(column => columns[column]!.type === "series")
        };
  const bytes = long.texts.length + long.series.length > 0 ? field({type: "double", description: ""}, memory) : null;
  const staged = bytes ? [...types, DOUBLE] : types;
  const declared = names.map((column, i) => `${quoted(column)} ${types[i]}`);
  if (bytes) declared.push(`${quoted(BYTES)} ${DOUBLE}`);
  const begin = async (): Promise<DuckDBAppender> => {
    await connection.run(`create table ${quoted(name)} (${declared.join(", ")})`);
    return connection.createAppender(name);
  };
  let appender = await begin();
  // One chunk is used for all rows: memory that a chunk holds outside of JavaScript is freed only when its wrapper is collected, by when it
  // may be gigabytes.
  const native = DuckDBDataChunk.create(staged).chunk;
  let buffered = 0;
  let appended = 0;
  let total = 0;
  /** Files of rows that stand in order before those of the table, and the bytes of the table's texts. */
  const parts: Part[] = [];
  let partBytes = 0;
  const rowsInTable = () => parts.reduce((rest, {rows}) => rest - rows, total);
  let open = true;
  let isSorted = true;
  let isSettled = true;

  const flush = () => {
    if (buffered === 0) return;
    const chunk = new DuckDBDataChunk(native);
    chunk.rowCount = buffered;
    for (const [i, each] of fields.entries()) each.flush(chunk, i, buffered);
    bytes?.flush(chunk, fields.length, buffered);
    appender.appendDataChunk(chunk);
    chunk.reset();
    buffered = 0;
    appended += memory.bytes;
    partBytes += memory.bytes;
    memory.bytes = 0;
    // Until then an appender keeps 204,800 rows, however long, outside of the memory that DuckDB counts.
    if (appended > HELD_BYTES) {
      appender.flushSync();
      appended = 0;
    }
  };
  const settle = () => {
    if (isSettled) return;
    flush();
    appender.flushSync();
    isSettled = true;
  };
  /** The columns as SQL over the table, with their texts, and the ranks of those of dictionaries; dictionaries are saved in a connection. */
  const publishedBy = async (on: DuckDBConnection) => {
    const selected: string[] = [];
    const ranks = new Map<string, string>();
    for (const [i, column] of names.entries()) {
      const {dictionary, range} = fields[i]!;
      const {published} = STAGED[columns[column]!.type];
      if (dictionary?.length === 1 && !range!.nulls) {
        selected.push(`${literal(dictionary[0]!)} as ${quoted(column)}`);
      } else if (dictionary) {
        const {words, rank} = await saveDictionary(on, `${name}_${column}`, dictionary);
        selected.push(`${words}[t.${quoted(column)} + 1]::VARCHAR as ${quoted(column)}`); // without texts the list has no type
        ranks.set(column, `${rank}[${quoted(column)} + 1]`);
      } else selected.push(published ? `t.${quoted(column)}::${published} as ${quoted(column)}` : `t.${quoted(column)}`);
    }
    return {selected, ranks};
  };
  const savePart = async (): Promise<void> => {
    settle();
    const file = join(home, `${name}-part-${parts.length}.parquet`);
    const {selected} = await publishedBy(connection);
    await onOneThread(() => copyPart(connection, `select ${selected.join(", ")} from ${quoted(name)} t`, file, {rowGroup}));
    parts.push({file, rows: rowsInTable()});
    appender.closeSync();
    await connection.run(`drop table ${quoted(name)}`);
    appender = await begin();
    [partBytes, isSorted] = [0, true];
  };
  return {
    append(row) {
      isSorted = isSettled = false;
      for (let i = 0; i < names.length; i++) fields[i]!.put(buffered, row[names[i]!]);
      bytes?.put(buffered, bytesOf(row, long));
      total++;
      if (++buffered === CHUNK_ROWS || memory.bytes > HELD_BYTES) flush();
    },
    rows: () => total,
    settle,
    async endPart() {
      if (partBytes + memory.bytes > PART_BYTES) await savePart();
    },
    async carry(query, inOrder) {
      settle();
      isSorted &&= inOrder;
      const carrying = {table: name, names, fields, types, long, query, order: inOrder ? order : []};
      total += await withMemory(connection, () => carryRows(connection, carrying));
    },
    isSmall: () => total <= MOST_SMALL && parts.length === 0,
    weight: () => total * (bytes ? LONG_WEIGHT : 1),
    async write(file, on = connection) {
      if (parts.length > 0) {
        if (rowsInTable() > 0) await savePart();
        await onOneThread(() => joinParts(connection, parts, file, {rowGroup}));
        return writtenAs(file, total);
      }
      settle();
      const {selected, ranks} = await publishedBy(on);
      const keys = order.map(column => ({column: ranks.get(column) ?? quoted(column), ...fields[names.indexOf(column)]!.range}));
      const isAlone = total > MOST_SMALL;
      const beside = async () => {
        const second = await another();
        return {connection: second, selected: (await publishedBy(second)).selected};
      };
      const copy = () =>
        copySorted(on, {
          table: name,
          selected,
          keys,
          bytes: bytes ? BYTES : undefined,
          rowGroup,
          file,
          spill: home,
          isSorted,
          onOneThread,
          beside: isAlone ? undefined : beside
        });
      // The bytes depend on the rows alone, not on what else is written meanwhile.
      await (isAlone ? copy() : onOneThread(copy));
      return writtenAs(file, total);
    },
    close() {
      if (open) appender.closeSync();
      open = false;
    }
  };
}

/** Columns of a table whose values may be long. */
interface LongColumns {
  texts: readonly string[];
  series: readonly string[];
}

/** Bytes of a row's long values. */
function bytesOf(row: Row, {texts, series}: LongColumns): number {
  let sum = 0;
  for (const column of texts) sum += Buffer.byteLength((row[column] as string | null | undefined) ?? "");
  for (const column of series) sum += SERIES_BYTES * ((row[column] as ArrayLike<number> | null | undefined)?.length ?? 0);
  return sum;
}

/** Bytes of a number of a curve while it is held. */
const SERIES_BYTES = 8;

/** The same in SQL, of those columns that a query has. */
function longBytes({texts, series}: LongColumns, there: ReadonlySet<string>): string {
  const own = (columns: readonly string[]) => columns.filter(column => there.has(column)).map(column => `c.${quoted(column)}`);
  return [textBytes(own(texts)), ...own(series).map(column => `coalesce(len(${column}), 0) * ${SERIES_BYTES}`)].join(" + ");
}

interface Carrying {
  table: string;
  names: readonly string[];
  fields: readonly Field[];
  types: readonly DuckDBType[];
  long: LongColumns;
  query: string;
  /** columns by which the rows are inserted in order */
  order: readonly string[];
}

/**
 * Inserts a query's rows as if they had been appended: texts become dictionary positions, and ranges are extended. Returns the number of
 * rows.
 */
async function carryRows(
  connection: DuckDBConnection,
  {table, names, fields, types, long, query, order}: Carrying
): Promise<number> {
  const source = quoted(`${table}_carried`);
  const rowsOf = async (sql: string) => (await connection.runAndReadAll(sql)).getRows();
  await connection.run(`create or replace temp view ${source} as ${query}`);
  const there = new Set((await rowsOf(`select column_name from (describe ${source})`)).map(([name]) => String(name)));
  const [values, joins] = [[] as string[], [] as string[]];
  for (const [i, column] of names.entries()) {
    const {dictionary, code, range} = fields[i]!;
    if (!there.has(column)) {
      if (range) range.nulls = true;
      values.push("null");
    } else if (dictionary) {
      const codes = `${table}_${column}_codes`;
      const words = (await rowsOf(`select distinct ${quoted(column)} from ${source} order by all`)).map(([word]) => word);
      await saveWords(
        connection,
        codes,
        new Map(words.filter(word => word !== null).map(word => [String(word), code!(String(word))]))
      );
      if (words.includes(null)) range!.nulls = true;
      if (dictionary.length > 0) Object.assign(range!, {low: 0, high: dictionary.length - 1});
      joins.push(`left join ${quoted(codes)} on ${quoted(codes)}.word = c.${quoted(column)}`);
      values.push(`${quoted(codes)}.code`);
    } else {
      if (range) await widen(range, column);
      values.push(`c.${quoted(column)}::${types[i]}`);
    }
  }
  if (long.texts.length + long.series.length > 0) values.push(longBytes(long, there));
  const sorted = order.length > 0 ? `order by ${order.map(column => `c.${quoted(column)}`).join(", ")}` : "";
  const [inserted] = await rowsOf(
    `insert into ${quoted(table)} select ${values.join(", ")} from ${source} c ${joins.join(" ")} ${sorted}`
  );
  return Number(inserted![0]);

  async function widen(range: NonNullable<Field["range"]>, column: string): Promise<void> {
    const name = quoted(column);
    const [row] = await rowsOf(
      `select min(${name})::DOUBLE, max(${name})::DOUBLE, coalesce(bool_or(${name} is null), false) from ${source}`
    );
    const [low, high, nulls] = row as [number | null, number | null, boolean];
    if (low !== null && high !== null) Object.assign(range, {low: Math.min(range.low, low), high: Math.max(range.high, high)});
    // An appended row without a number counts as 0, and columns with nulls are not packed into the sort key.
    range.nulls ||= nulls;
  }
}

/**
 * Writes all tables before the first one replaces its old file, so that neither a full disk nor a kill leaves a mixture of two runs. Tables without rows are
 * left as they were, except those in `mayBeEmpty`, which are written whenever any table is.
 */
export async function writeTogether(
  stage: Stage,
  names: readonly string[],
  folder: string,
  {mayBeEmpty = []}: {mayBeEmpty?: readonly string[]} = {}
): Promise<Record<string, Written>> {
  const fresh = await mkdtemp(temporaryIn(folder, "tables-"));
  const file = (name: string) => `${name}.parquet`;
  try {
    const any = names.some(name => stage.rows(name) > 0);
    const files = names
      .filter(name => stage.rows(name) > 0 || (any && mayBeEmpty.includes(name)))
      .map(name => [name, join(fresh, file(name))] as const);
    const written = await stage.writeAll(Object.fromEntries(files));
    await recordReplacing(folder, written);
    await replaceTogether(fresh, folder);
    return written;
  } finally {
    await rm(fresh, {recursive: true, force: true});
  }
}

// Dictionaries of staged tables in DuckDB: the texts of a column by their codes.

/** Saves texts with their codes in a table of a connection. */
async function saveWords(connection: DuckDBConnection, name: string, words: ReadonlyMap<string, number>): Promise<void> {
  await connection.run(`create or replace temp table ${quoted(name)} (code UINTEGER, word VARCHAR)`);
  const appender = await connection.createAppender(name, "main", "temp");
  for (const [word, code] of words) {
    appender.appendUInteger(code);
    appender.appendVarchar(word);
    appender.endRow();
  }
  appender.closeSync();
}

/** Most words and characters of a dictionary that is written into the statement which reads it. */
const MOST_WRITTEN = {words: 100, characters: 10_000};

/**
 * A dictionary as two lists in SQL: each code's text, and each code's rank among the sorted texts. A short one is written out, since to put it
 * into a table takes several statements; they are stored in DuckDB otherwise.
 */
async function saveDictionary(
  connection: DuckDBConnection,
  name: string,
  words: readonly string[]
): Promise<{words: string; rank: string}> {
  if (words.length <= MOST_WRITTEN.words) {
    const written = words.map(literal).join(", ");
    if (written.length <= MOST_WRITTEN.characters && !written.includes("\0")) {
      const bytes = words.map(word => Buffer.from(word));
      const sorted = [...words.keys()].sort((a, b) => Buffer.compare(bytes[a]!, bytes[b]!)); // as DuckDB sorts texts
      const rank = new Uint32Array(words.length);
      for (const [place, code] of sorted.entries()) rank[code] = place;
      return {words: `([${written}]::VARCHAR[])`, rank: `([${rank.join(", ")}]::BIGINT[])`};
    }
  }
  await saveWords(connection, name, new Map(words.map((word, code) => [word, code])));
  await connection.run(`set variable ${quoted(`${name}_words`)} = (select list(word order by code) from ${quoted(name)})`);
  await connection.run(
    `set variable ${quoted(`${name}_rank`)} = (select list(rank order by code) from (select code, row_number() over (order by word) - 1 as rank from ${quoted(name)}))`
  );
  return {words: `getvariable(${literal(`${name}_words`)})`, rank: `getvariable(${literal(`${name}_rank`)})`};
}

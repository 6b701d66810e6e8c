// Writes a store's tables hive-partitioned into a folder: `samples/model=…/base_task=…/part-0.parquet`, and a list of all files.
import {existsSync} from "node:fs";
import {mkdir, stat} from "node:fs/promises";
import {join, resolve} from "node:path";
import type {DuckDBConnection} from "@duckdb/node-api";
import {z} from "zod";
import {canonicalJson, sha256Hex} from "../../generate/seed.js";
import {UserError} from "../../rows/error.js";
import {literal} from "../../rows/literal.js";
import {parquetSource} from "../../rows/parquet.js";
import {openDuckDB} from "../duckdb.node.js";
import {digestOf} from "../files.node.js";
import {readManifest} from "../manifest.node.js";
import {fileOf, TEXTS} from "../publish.node.js";
import {quoted} from "../sorted.node.js";
import {partitionFolder} from "./names.js";

/** Columns that become folders, the outer one first. */
const PARTITIONS = ["model", "base_task"] as const;
/** Tables that are exported where none is named. */
export const PARTITIONED = ["samples", "points", "responses"] as const;
/** Rows of one Parquet row group. It is fixed, so that equal rows give equal bytes. */
const ROW_GROUP = 122_880;
/** The same for texts: the fewest that DuckDB writes, so that a page which shows one response fetches few others. */
const ROW_GROUP_OF_TEXTS = 2_048;

const fileSchema = z.object({
  path: z.string().describe("below the folder of the version"),
  rows: z.int(),
  bytes: z.int(),
  sha256: z.string(),
  model: z.string().nullable(),
  base_task: z.string().nullable()
});
/** The list of all files, which is written last: what it does not list is not published. */
const listSchema = z.object({
  format: z.literal("reasonbook-partitioned-1"),
  data: z
    .string()
    .regex(/^v-[0-9a-f]{16}$/)
    .describe("folder of the version, beside this file"),
  simulated: z.boolean().describe("whether results of built-in models are among them"),
  tables: z.record(
    z.string(),
    z.object({
      rows: z.int(),
      source: z.string().optional().describe("SHA-256 of the store's file; absent in lists of older versions"),
      files: z.array(fileSchema)
    })
  )
});
export type PartitionedList = z.infer<typeof listSchema>;

export const LIST = "manifest.json";

/** The list that a text holds; null where it is none. */
export function listOf(text: string): PartitionedList | null {
  try {
    return listSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/**
 * Writes tables partitioned below a folder, each version into a folder named after its contents, which is not there yet.
 * @param into a folder on the same disk for what is not finished; its contents become the version's
 */
export async function writePartitioned(
  store: string,
  {tables, into, onTable = () => {}}: {tables: readonly string[]; into: string; onTable?: (table: string, files: number) => void}
): Promise<PartitionedList> {
  for (const table of tables)
    if (!existsSync(join(store, `${table}.parquet`)))
      throw new UserError(`no table ${table} in ${store}; npm run sql -- "show tables" lists them`);
  const {connection, close} = await openDuckDB({spill: join(into, ".spill")});
  try {
    await connection.run("set threads = 1"); // rows keep their order, so that equal stores give equal bytes
    const written: PartitionedList["tables"] = {};
    for (const table of tables) {
      const files = await writeTable(connection, store, table, into);
      const source = await digestOf(join(store, fileOf(table)));
      written[table] = {rows: files.reduce((sum, {rows}) => sum + rows, 0), source, files};
      onTable(table, files.length);
    }
    const digest = sha256Hex(canonicalJson(written)).slice(0, 16);
    const manifest = await readManifest(store);
    const simulated = manifest?.evaluations.some(each => each.simulated) ?? manifest?.simulated ?? false;
    return {format: "reasonbook-partitioned-1", data: `v-${digest}`, simulated, tables: written};
  } finally {
    close();
  }
}

async function writeTable(connection: DuckDBConnection, store: string, table: string, into: string) {
  const source = parquetSource(resolve(store, `${table}.parquet`));
  const columns = (await connection.runAndReadAll(`select * from ${source} limit 0`)).deduplicatedColumnNames();
  if (!columns.includes("model"))
    throw new UserError(`table ${table} has no column model to be partitioned by; name others with --tables`);
  const {from, kept} = await withTask(connection, {source, columns, store, table});
  const partitions = await connection.runAndReadAll(
    // an empty text and none are one partition, since such folders have one name for both
    `select nullif(model, '') as model, nullif(base_task, '') as base_task, count(*)::bigint from ${from} group by all order by all nulls first`
  );
  const files: PartitionedList["tables"][string]["files"] = [];
  for (const [model, task, rows] of partitions.getRowsJson() as [string | null, string | null, string][]) {
    const folder = [table, partitionFolder("model", model), partitionFolder("base_task", task)].join("/");
    const path = `${folder}/part-0.parquet`;
    const file = join(into, path);
    await mkdir(join(into, folder), {recursive: true});
    const is = (column: string, value: string | null) =>
      value === null ? `nullif(${column}, '') is null` : `${column} = ${literal(value)}`;
    await connection.run(
      `copy (select ${kept} from ${from} where ${is("model", model)} and ${is("base_task", task)}) to ${literal(resolve(file))}
       (format parquet, compression zstd, row_group_size ${table === TEXTS ? ROW_GROUP_OF_TEXTS : ROW_GROUP})`
    );
    const {size} = await stat(file);
    files.push({path, rows: Number(rows), bytes: size, sha256: await digestOf(file), model, base_task: task});
  }
  return files;
}

/** A table with the column base_task, which those of responses take from the test that they answer, and the columns that stay in its files. */
async function withTask(
  connection: DuckDBConnection,
  {source, columns, store, table}: {source: string; columns: string[]; store: string; table: string}
): Promise<{from: string; kept: string}> {
  const kept = columns
    .filter(name => !PARTITIONS.some(each => each === name))
    .map(quoted)
    .join(", ");
  if (columns.includes("base_task")) return {from: source, kept};
  if (!columns.includes("item_id")) return {from: `(select *, null::varchar as base_task from ${source})`, kept};
  const tasks = ["items", "samples"]
    .map(name => join(store, `${name}.parquet`))
    .filter(file => existsSync(file))
    .map(file => `select item_id, base_task from ${parquetSource(resolve(file))}`);
  const view = quoted(`tasks of ${table}`);
  await connection.run(
    `create or replace temp table ${view} as ${
      tasks.length > 0
        ? `select item_id, min(base_task) as base_task from (${tasks.join(" union all ")}) group by item_id`
        : "select ''::varchar as item_id, null::varchar as base_task limit 0"
    }`
  );
  return {from: `(select t.*, of.base_task from ${source} t left join ${view} of using (item_id))`, kept};
}

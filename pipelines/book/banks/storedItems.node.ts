// The Parquet file of an imported bank: an item a row, and its index as metadata, so that a bank opens without a check of each item.
import {mkdir, rm} from "node:fs/promises";
import {join} from "node:path";
import {DuckDBInstance} from "@duckdb/node-api";
import {literal} from "../../rows/literal.js";
import {exactPath, parquetSource} from "../../rows/parquet.js";
import {canonicalJson} from "../canonical.js";
import type {Scorer} from "../scorers.js";
import type {ItemIndex} from "./itemIndex.node.js";

/** Increase it when a check of items changes: files with another version are read and checked item by item. */
const VERSION = 1;
const KEY = "reasonbook_items";
/** Characters after which rows are written to a part, so that an import takes little memory. */
const PART_CHARACTERS = 2 ** 26;
/** Characters of a bank beyond which it is read item by item, which compresses long items in memory. */
const MAX_CHARACTERS = 2 ** 30;

interface Metadata extends Omit<ItemIndex, "codes"> {
  version: number;
  /** Scorer of the bank for which its items were checked. */
  scorer: string;
}

export interface ItemFile extends AsyncDisposable {
  add(json: string, category: number): Promise<void>;
  /** Writes the file. @param checked absent where items may be valid today and not tomorrow */
  write(checked?: {index: ItemIndex; scorer: Scorer}): Promise<void>;
}

/** Opens the Parquet file of a bank for writing. Rows go to parts in a folder next to it, which are joined at the end. */
export async function createItemFile(file: string): Promise<ItemFile> {
  const folder = `${file}.parts`;
  await rm(folder, {recursive: true, force: true});
  await mkdir(folder);
  // One thread and no ordering: rows stay in order, and a row group ends after some bytes as well as after some rows.
  const instance = await DuckDBInstance.create(":memory:", {
    threads: "1",
    preserve_insertion_order: "false",
    autoinstall_known_extensions: "false"
  });
  const connection = await instance.connect();
  const open = async () => {
    await connection.run("create or replace table items (row uinteger, category_number uinteger, item varchar)");
    return connection.createAppender("items");
  };
  let appender = await open();
  const parts: string[] = [];
  let [rows, characters, all] = [0, 0, 0];
  const flush = async () => {
    appender.closeSync();
    const part = join(folder, `${parts.length}.parquet`);
    await connection.run(`copy items to ${literal(part)} (format parquet, compression snappy)`);
    parts.push(part);
    characters = 0;
    appender = await open();
  };
  return {
    async add(json, category) {
      appender.appendUInteger(rows++);
      appender.appendUInteger(category);
      appender.appendVarchar(json);
      appender.endRow();
      all += json.length;
      if ((characters += json.length) > PART_CHARACTERS) await flush();
    },
    async write(checked) {
      await flush();
      const {codes: _, ...index} = checked?.index ?? {codes: null};
      const metadata = checked && all <= MAX_CHARACTERS && {...index, version: VERSION, scorer: canonicalJson(checked.scorer)};
      const described = metadata ? `, kv_metadata {${KEY}: ${literal(JSON.stringify(metadata))}}` : "";
      await connection.run(
        `copy (from ${parquetSource(parts)}) to ${literal(file)} (format parquet, compression zstd, row_group_size_bytes '64MB'${described})`
      );
    },
    async [Symbol.asyncDispose]() {
      appender.closeSync();
      connection.closeSync();
      instance.closeSync();
      await rm(folder, {recursive: true, force: true});
    }
  };
}

/**
 * Reads the index of a stored bank, and its items as JSON by number. Returns null where its items have to be checked one by one, and where
 * the file is damaged, which that check reports.
 */
export async function readItemFile(file: string, bank: Scorer): Promise<{index: ItemIndex; jsonAt(i: number): string} | null> {
  const instance = await DuckDBInstance.create(":memory:", {threads: "2", autoinstall_known_extensions: "false"});
  const connection = await instance.connect();
  try {
    const found = await connection.runAndReadAll(
      `select decode(value) from parquet_kv_metadata(${exactPath(file)}) where decode(key) = '${KEY}'`
    );
    const text = found.getRowsJS()[0]?.[0];
    if (typeof text !== "string") return null;
    const {version, scorer, ...index} = JSON.parse(text) as Metadata;
    if (version !== VERSION || scorer !== canonicalJson(bank)) return null;
    const result = await connection.stream(`select category_number, item from ${parquetSource(file)}`);
    const chunks = await result.fetchAllChunks();
    const codes = new Uint32Array(index.size);
    /** Number of each item's chunk, and of each chunk's first item. */
    const chunkOf = new Uint32Array(index.size);
    const starts: number[] = [];
    let rows = 0;
    for (const [i, chunk] of chunks.entries()) {
      chunk.visitColumnValues(0, (code, row) => {
        codes[rows + row] = code as number;
      });
      chunkOf.fill(i, rows, rows + chunk.rowCount);
      starts.push(rows);
      rows += chunk.rowCount;
    }
    const jsonAt = (i: number) => chunks[chunkOf[i]!]!.getColumnVector(1).getItem(i - starts[chunkOf[i]!]!) as string;
    return rows === index.size ? {index: {...index, codes}, jsonAt} : null;
  } catch {
    return null;
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

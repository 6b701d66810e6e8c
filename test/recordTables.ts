// Records the tables of a store as they are, so that a test may change them.
import {existsSync} from "node:fs";
import {readFile, writeFile} from "node:fs/promises";
import {join} from "node:path";
import {writtenAs} from "../pipelines/store/files.node.js";
import type {Manifest} from "../pipelines/store/manifest.node.js";

/** Writes size and digest of each table into a store's manifest, which keeps no table whose file is gone. Stores without one stay. */
export async function recordTables(folder: string): Promise<void> {
  const file = join(folder, "manifest.json");
  if (!existsSync(file)) return;
  const manifest = JSON.parse(await readFile(file, "utf8")) as Manifest;
  const tables: Manifest["tables"] = {};
  for (const [name, {rows}] of Object.entries(manifest.tables)) {
    const table = join(folder, `${name}.parquet`);
    if (existsSync(table)) tables[name] = await writtenAs(table, rows);
  }
  await writeFile(file, JSON.stringify({...manifest, tables}));
}

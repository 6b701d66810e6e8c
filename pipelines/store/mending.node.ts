// Sentences on damaged files of stores, with the command that mends them.
import {existsSync} from "node:fs";
import {basename, dirname, join, relative} from "node:path";
import {mendingCommand, readManifest} from "./manifest.node.js";
import {UPSERTS} from "./points/overlay.node.js";
import {tables} from "./tables.js";

/** A sentence on a damaged Parquet file ("" where its name is not known). */
export async function damagedText(file: string): Promise<string> {
  if (file === "") return `a table is damaged; ${mendingCommand(join("data", "store"), null)}`;
  const path = relative(".", file);
  const [folder, table] = [dirname(path), basename(path, ".parquet")];
  if (!existsSync(join(folder, "manifest.json")) && !existsSync(join(folder, "lock.duckdb"))) return `${path} is damaged`;
  if (table === UPSERTS) return `${path} is damaged; delete it, and npm run points -- upsert brings its points in again`;
  if (!Object.hasOwn(tables, table)) return `${path} is damaged; delete it, and npm run refresh ${table} makes it again`;
  return `${path} is damaged; ${mendingCommand(folder, await readManifest(folder))}`;
}

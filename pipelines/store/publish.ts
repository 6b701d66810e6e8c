// How tables reach the pages: a loader prints its table, and Framework keeps what was printed in its cache.

import {createReadStream} from "node:fs";
import {copyFile, mkdir, rm, stat, utimes} from "node:fs/promises";
import {dirname, join} from "node:path";
import {pipeline} from "node:stream/promises";
import {replaceFile} from "./files.js";

/** Where Framework keeps what loaders printed, below the project's root. */
export const CACHE = join("src", ".observablehq", "cache", "data");
export const LOADERS = "loaders";

/** The file that holds a published table: `points` → `points.parquet`, `live` → `live.arrow`, `manifest` → `manifest.json`. */
export const fileOf = (table: string): string =>
  table === "live" ? "live.arrow" : table === "manifest" ? "manifest.json" : `${table}.parquet`;

/** Prints a table of the store to stdout: what a loader does. Throws where there is none or it is empty. */
export async function publish(
  table: string,
  folder: string | Promise<string>,
  {output = process.stdout as NodeJS.WritableStream} = {}
): Promise<void> {
  const file = join(await folder, fileOf(table));
  const {size} = await stat(file).catch(() => ({size: 0}));
  if (size === 0) throw new Error(`table "${table}" is not in the store or empty: ${file}; run npm run refresh`);
  await pipeline(createReadStream(file), output, {end: false});
}

/** Takes a table out of Framework's cache and touches its loader: an open page asks again, and the loader runs. */
export async function dropFromCache(name: string, {root = process.cwd()} = {}): Promise<void> {
  const loader = join(root, LOADERS, `${name}.ts`);
  const before = await stat(loader).catch(() => null);
  if (!before) return;
  await rm(join(root, CACHE, name), {force: true});
  const time = new Date(Math.max(Date.now(), Math.ceil(before.mtimeMs) + 1));
  await utimes(loader, time, time);
}

/**
 * Puts a file into Framework's cache as if its loader had just printed it, so that neither preview nor build runs the loader again.
 * The loader's own time is moved on with it, since Framework compares the two and an open page redraws when it changes.
 */
export async function putInCache(file: string, {root = process.cwd()} = {}): Promise<void> {
  const name = file.split(/[\\/]/).at(-1)!;
  const loader = join(root, LOADERS, `${name}.ts`);
  const target = join(root, CACHE, name);
  const before = await stat(loader).catch(() => null);
  if (!before) return; // no page can ask for it
  const time = new Date(Math.max(Date.now(), Math.ceil(before.mtimeMs) + 1));
  await mkdir(dirname(target), {recursive: true});
  await replaceFile(target, async temporary => {
    await copyFile(file, temporary);
    await utimes(temporary, time, time);
  });
  await utimes(loader, time, time);
}

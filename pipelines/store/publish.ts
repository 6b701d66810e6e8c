// How tables reach the pages: a loader prints its table, and Framework keeps what was printed in its cache.
import {createReadStream} from "node:fs";
import {copyFile, mkdir, mkdtemp, readFile, rm, stat, utimes, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {dirname, join, relative, resolve} from "node:path";
import {Readable} from "node:stream";
import {pipeline} from "node:stream/promises";
import {UserError} from "../book/error.js";
import {replaceFile} from "./files.js";
import {liveBytes} from "./live.js";
import {lockFolder} from "./lock.js";
import {readManifest, strangeTable} from "./manifest.js";
import {type Table, tables} from "./tables.js";
import {openStage} from "./writer.js";

const FRAMEWORK = join("src", ".observablehq", "cache");
/** Where Framework keeps what loaders printed, below the project's root. */
export const CACHE = join(FRAMEWORK, "data");
/** The store of the book. */
export const STORE = join("data", "store");
/** Names the store that the kept tables are of; the book's where it is not there. */
const OWNER = join(FRAMEWORK, "store.txt");
export const LOADERS = "loaders";

/** The file that holds a published table: `points` → `points.parquet`, `live` → `live.arrow`, `manifest` → `manifest.json`. */
export const fileOf = (table: string): string =>
  table === "live" ? "live.arrow" : table === "manifest" ? "manifest.json" : `${table}.parquet`;

/** Without these no page has anything to say. */
const NEEDED = new Set(["manifest", "samples", "points"]);

/**
 * Prints a table of the store to stdout: what a loader does. A table that a finished store has no rows for, and so no file (scores without
 * tiers, the truth about simulated models where there are none), is printed without rows. Throws where one that pages need is not there,
 * and where the table is not the one that the manifest describes.
 */
export async function publish(
  table: string,
  folder: string | Promise<string>,
  {output = process.stdout as NodeJS.WritableStream} = {}
): Promise<void> {
  const store = await folder;
  const manifest = await readManifest(store);
  const strange = manifest && (await strangeTable(store, manifest, {names: [table], digests: true}));
  if (strange) throw new Error(strange);
  const file = join(store, fileOf(table));
  const {size} = await stat(file).catch(() => ({size: 0}));
  const empty = size === 0 && !NEEDED.has(table) ? await withoutRows(table) : null;
  if (size === 0 && !empty) throw new Error(`table "${table}" is not in the store or empty: ${file}; run npm run refresh`);
  await pipeline(empty ? Readable.from([empty]) : createReadStream(file), output, {end: false});
}

/** A table of the schemas without a row, as the bytes of its file; null for others. */
async function withoutRows(table: string): Promise<Uint8Array | null> {
  if (table === "live") return liveBytes([]);
  const schema = (tables as Record<string, Table>)[table];
  if (!schema) return null;
  const folder = await mkdtemp(join(tmpdir(), "reasonbook-empty-"));
  try {
    await using stage = await openStage({[table]: schema}, {folder});
    await stage.write(table, join(folder, fileOf(table)), {allowEmpty: true});
    return await readFile(join(folder, fileOf(table)));
  } finally {
    await rm(folder, {recursive: true, force: true});
  }
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

/** The store whose tables the pages show, as an absolute path. */
async function ownerOf(root: string): Promise<string> {
  const text = await readFile(join(root, OWNER), "utf8").catch(() => STORE);
  return resolve(root, text.trim());
}

/** Whether the pages show this store: the tables of another must not be mixed with its own. */
export const isShown = async (folder: string, {root = process.cwd()} = {}): Promise<boolean> =>
  (await ownerOf(root)) === resolve(root, folder);

/**
 * Makes the pages show a store, and no other until the result is disposed of: tables that are kept of another are dropped.
 * Throws a UserError where a workbook that is open shows another store.
 */
export async function showStore(folder: string, {root = process.cwd()} = {}): Promise<AsyncDisposable> {
  const shown = await isShown(folder, {root});
  const held = await lockFolder(join(root, FRAMEWORK), {
    onWait: holder => {
      throw new UserError(`${holder} works on the pages; wait for it or end it, then try again`);
    }
  }).catch((error: unknown) => {
    if (error instanceof UserError && shown) return null; // it shows the same store
    throw error;
  });
  if (!shown) {
    await rm(join(root, CACHE), {recursive: true, force: true});
    await writeFile(join(root, OWNER), `${relative(root, resolve(root, folder))}\n`);
  }
  return held ?? {[Symbol.asyncDispose]: async () => {}};
}

// Publishes tables to the pages: a loader prints its table to stdout, and Framework keeps the output in its cache.

import {createReadStream} from "node:fs";
import {copyFile, mkdir, mkdtemp, readFile, rm, stat, utimes, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {dirname, join, relative, resolve} from "node:path";
import {Readable} from "node:stream";
import {pipeline} from "node:stream/promises";
import {currentIo} from "../io/current.node.js";
import {UserError} from "../rows/error.js";
import {replaceFile} from "./files.node.js";
import {liveBytes} from "./live.node.js";
import {lockFolder} from "./lock.node.js";
import {changedTable, readManifest} from "./manifest.node.js";
import {loaderFolder, siteCache} from "./places.node.js";
import {readRows} from "./sql.node.js";
import {type Table, tables} from "./tables.js";
import {openStage} from "./writer.node.js";

/** The store of the book. */
export const STORE = join("data", "store");
/** The store of published answers of real models, which has no texts. */
export const PUBLISHED = join("data", "published");
/** File that names the store of the cached tables; without it they are the book's. */
const ownerFile = (root: string): string => join(dirname(siteCache(root)), "store.txt");

/** Files that are no Parquet. */
const OTHERS: Record<string, string> = {live: "live.arrow", manifest: "manifest.json", cluster: "cluster.json"};
/** The file of a published table: `points` → `points.parquet`, `live` → `live.arrow`, `manifest` → `manifest.json`. */
export const fileOf = (table: string): string => OTHERS[table] ?? `${table}.parquet`;

/** Tables of curves, which are published as Arrow too, for the pages that draw them. */
const CURVES = new Set(["spectra", "irt_information"]);
/** All files under which a table is published. */
export const filesOf = (table: string): string[] => [fileOf(table), ...(CURVES.has(table) ? [`${table}.arrow`] : [])];

/** The table of all texts of responses, the largest of a store. */
export const TEXTS = "responses";
/** Tables of studies that show some of these texts. */
const EXAMPLES = [
  "annotation_answers",
  "annotation_pairs",
  "answer_rule_examples",
  "episode_steps",
  "multimodal_examples",
  "refusal_examples"
];
/** Tables with texts of responses, which a site can do without. */
const TEXT_TABLES = [TEXTS, ...EXAMPLES];
/** Variable that names the most bytes of `responses` that loaders print; without it they print all, at 0 no text of any table. */
export const MOST_TEXTS = "REASONBOOK_MOST_RESPONSES";
/** Whether a table of a size is not to be published: it is then printed without rows, and its texts stay in the store. */
export function isWithheld(table: string, bytes: number): boolean {
  const most = currentIo().env[MOST_TEXTS];
  if (most === undefined || !TEXT_TABLES.includes(table)) return false;
  return table === TEXTS ? bytes > Number(most) : Number(most) === 0;
}

/** Tables without which no page can show anything. */
const NEEDED = new Set(["manifest", "samples", "points"]);

/**
 * Prints a table of the store to stdout, which is all that a loader does. A table for which a finished store has no rows, and so no file
 * (scores without tiers, the truth about simulated models where there are none), is printed without rows, and so are texts that are
 * withheld. Throws where a table that pages need is missing, and where the table is not the one that the manifest describes.
 * @param schema the schema of a study's table
 * @param arrow whether the table is to be printed as an Arrow stream, for the pages that draw its curves
 */
export async function publish(
  table: string,
  folder: string,
  {
    schema = (tables as Record<string, Table>)[table],
    arrow = false,
    output = currentIo().stdout as NodeJS.WritableStream
  }: {schema?: Table | undefined; arrow?: boolean; output?: NodeJS.WritableStream} = {}
): Promise<void> {
  const manifest = await readManifest(folder);
  const strange = manifest && (await changedTable(folder, manifest, {names: [table], digests: true}));
  if (strange) throw new Error(strange);
  const file = join(folder, fileOf(table));
  const {size} = await stat(file).catch(() => ({size: 0}));
  if (arrow && schema) {
    const rows: Record<string, unknown>[] = [];
    if (size > 0) for await (const row of readRows(file)) rows.push(row);
    const {arrowBytes} = await import("./arrow.js"); // imported here because most that name a table's file print none
    return pipeline(Readable.from([arrowBytes(schema, rows)]), output, {end: false});
  }
  const empty = isWithheld(table, size) || (size === 0 && !NEEDED.has(table)) ? await withoutRows(table, schema) : null;
  if (size === 0 && !empty) throw new Error(`table "${table}" is not in the store or empty: ${file}; run npm run refresh`);
  await pipeline(empty ? Readable.from([empty]) : createReadStream(file), output, {end: false});
}

/** The bytes that the loader of a file prints of a table without rows. @param name the file's name, e.g. points.parquet */
export async function emptyFile(name: string, schema: Table | undefined): Promise<Uint8Array> {
  const [table = "", format] = name.split(".");
  const isCurve = format === "arrow" && schema && CURVES.has(table);
  if (isCurve) return (await import("./arrow.js")).arrowBytes(schema, []);
  return (await withoutRows(table, schema)) ?? new TextEncoder().encode("null\n");
}

/** An empty table as the bytes of its file; null for files without a schema. */
async function withoutRows(table: string, schema: Table | undefined): Promise<Uint8Array | null> {
  if (table === "live") return liveBytes([]);
  if (table === "cluster") return new TextEncoder().encode("null\n"); // the last run was not distributed
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

/** Removes a table from Framework's cache and touches its loader, so that an open page requests it and the loader runs again. */
export async function dropFromCache(name: string, {root = "."} = {}): Promise<void> {
  const loader = join(loaderFolder(root), `${name}.ts`);
  const before = await stat(loader).catch(() => null);
  if (!before) return;
  await rm(join(siteCache(root), name), {force: true});
  const time = new Date(Math.max(Date.now(), Math.ceil(before.mtimeMs) + 1));
  await utimes(loader, time, time);
}

/** Removes texts that were withheld from a site from Framework's cache, so that an open workbook shows those of the store. */
export async function dropWithheld(folder: string): Promise<void> {
  const sizeOf = async (file: string) => (await stat(file).catch(() => null))?.size;
  for (const file of TEXT_TABLES.map(fileOf)) {
    const [cached, stored] = await Promise.all([join(siteCache(), file), join(folder, file)].map(sizeOf));
    if (cached !== undefined && stored !== undefined && cached < stored) await dropFromCache(file);
  }
}

/**
 * Puts a file into Framework's cache as if its loader had just printed it, so that neither preview nor build runs the loader again. The
 * loader's modification time is advanced too, because Framework compares the two and redraws an open page when it changes.
 */
export async function putInCache(file: string, {root = "."} = {}): Promise<void> {
  const name = file.split(/[\\/]/).at(-1)!;
  const loader = join(loaderFolder(root), `${name}.ts`);
  const target = join(siteCache(root), name);
  const before = await stat(loader).catch(() => null);
  if (!before) return; // without a loader no page can request it
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
  const text = await readFile(ownerFile(root), "utf8").catch(() => STORE);
  return resolve(root, text.trim());
}

/** Whether the pages show this store. Tables of different stores must not be mixed. */
export const isShown = async (folder: string, {root = "."} = {}): Promise<boolean> =>
  (await ownerOf(root)) === resolve(root, folder);

/**
 * Makes the pages show this store and no other until the result is disposed of; cached tables of another store are dropped. Throws a
 * UserError where an open workbook shows another store.
 */
export async function showStore(folder: string, {root = "."} = {}): Promise<AsyncDisposable> {
  const shown = await isShown(folder, {root});
  const lock = await lockFolder(dirname(siteCache(root)), {
    onWait: holder => {
      throw new UserError(`${holder} works on the pages; wait for it or end it, then try again`);
    }
  }).catch((error: unknown) => {
    if (error instanceof UserError && shown) return null; // the open workbook shows the same store
    throw error;
  });
  if (!shown) {
    await rm(siteCache(root), {recursive: true, force: true});
    await writeFile(ownerFile(root), `${relative(root, resolve(root, folder))}\n`);
  }
  return lock ?? {[Symbol.asyncDispose]: async () => {}};
}

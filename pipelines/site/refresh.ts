// Prints tables without Framework: each as a temporary file that is moved into Framework's cache, so that neither preview nor build runs its
// loader.

import {spawn} from "node:child_process";
import {createWriteStream} from "node:fs";
import {mkdir, readdir, readFile, rm, stat} from "node:fs/promises";
import {dirname, join} from "node:path";
import {finished, pipeline} from "node:stream/promises";
import {UserError} from "../book/error.js";
import {nearest} from "../book/nearest.js";
import type {Report} from "../infer/progress.node.js";
import {parquetSource} from "../rows/parquet.js";
import {LOADER, print} from "../run/loader.js";
import {currentResults, shownFolder} from "../run/results.js";
import {openDuckDB} from "../store/duckdb.node.js";
import {digestOf, temporaryIn} from "../store/files.node.js";
import {type Manifest, readManifest} from "../store/manifest.node.js";
import {CACHE, fileOf, isWithheld, LOADERS, putInCache, showStore} from "../store/publish.node.js";
import {isCurrent, studies} from "../studies/make.node.js";
import {restsOn, type StudyTable} from "../studies/registry.js";

/** The tables that each table is computed from, besides the book: a table is rerun when one of them is. */
const RESTS_ON: Record<string, readonly string[]> = {
  points: ["samples"],
  scores: ["points"],
  items: [],
  responses: [],
  timings: [],
  measures: ["samples"],
  corrections: ["samples"],
  ...restsOn
};

interface Loader {
  /** The table's name: the file's name up to its first dot. */
  table: string;
  /** The name of the file that the loader prints, e.g. points.parquet. */
  output: string;
}

async function loaders(): Promise<Loader[]> {
  const names = (await readdir(LOADERS)).filter(name => /^[^[.][^[]*\.[a-z]+\.ts$/.test(name));
  return names
    .map(name => ({table: name.split(".")[0]!, output: name.slice(0, -".ts".length)}))
    .sort((a, b) => depth(a.table) - depth(b.table) || a.table.localeCompare(b.table));
}

const depth = (table: string): number => Math.max(0, ...(RESTS_ON[table] ?? []).map(base => 1 + depth(base)));

/** The named tables and all tables that are computed from them, directly or indirectly. */
function withDependants(names: readonly string[], bases: Record<string, readonly string[]> = RESTS_ON): Set<string> {
  const wanted = new Set(names);
  for (let grew = true; grew; ) {
    grew = false;
    for (const [table, own] of Object.entries(bases)) {
      if (!wanted.has(table) && own.some(base => wanted.has(base))) grew = Boolean(wanted.add(table));
    }
  }
  return wanted;
}

/**
 * Evaluates the book if its store is out of date (a store named by REASONBOOK_STORE is left as it is), then prints tables and publishes
 * them. With `stale`, only those are printed that are older than the store or differ from it.
 */
export async function refresh(
  names: readonly string[],
  {report, stale = false}: {report: Report; stale?: boolean}
): Promise<void> {
  const all = await loaders();
  const known = [...new Set(all.map(({table}) => table))];
  for (const name of names) {
    if (known.includes(name)) continue;
    const guess = nearest(name, known);
    throw new UserError(
      `no loader for table "${name}"; ${guess ? `did you mean "${guess}"?` : `expected one of: ${known.join(", ")}`}`
    );
  }
  await using _shown = await showStore(shownFolder());
  const folder = await currentResults({report});
  const wanted = names.length > 0 ? withDependants(names) : new Set(known);
  const manifest = stale ? await readManifest(folder) : null;
  const tables = all.flatMap(({table}) => (wanted.has(table) && table in restsOn ? [table as StudyTable] : []));
  const [samples] = await measure([join(folder, fileOf("samples"))]);
  // One that fails here fails below again, at its turn, once the tables before it are printed.
  if ((samples?.rows ?? 0) >= FEWEST_OF_THREADS) await studies(tables, folder, {report}).catch(() => {});
  for (const loader of all) {
    if (!wanted.has(loader.table) || (stale && (await isFresh(loader, {folder, manifest})))) continue;
    const temporary = temporaryIn(dirname(CACHE), `refresh-${process.pid}`);
    await mkdir(temporary, {recursive: true});
    try {
      const file = join(temporary, loader.output);
      await writeOutput(loader, {file, folder});
      if ((await stat(file)).size === 0) throw new Error(`loader ${loader.output}.ts printed nothing`);
      const [before, after] = await measure([join(CACHE, loader.output), file]);
      await putInCache(file);
      report.info(`${loader.output}: ${change(before!, after!)}`);
    } finally {
      await rm(temporary, {recursive: true, force: true});
    }
  }
}

/** Samples of a store whose studies take seconds each, so that a thread for each is worth its start; others are made one after the other. */
const FEWEST_OF_THREADS = 20_000;

async function isFresh(
  {table, output}: Loader,
  {folder, manifest}: {folder: string; manifest: Manifest | null}
): Promise<boolean> {
  const of = (file: string) => stat(file).catch(() => null);
  const own = fileOf(table);
  const [cached, loader, made] = await Promise.all(
    [join(CACHE, output), join(LOADERS, `${output}.ts`), join(folder, own)].map(of)
  );
  if (table in restsOn && !(await isCurrent(table as StudyTable, folder))) return false;
  if (!cached || !loader || cached.mtimeMs < loader.mtimeMs) return false;
  if (made && isWithheld(table, made.size)) return false; // without rows it is printed in no time
  // A run that was killed leaves its last checkpoint in the cache, which is newer than the store's table and differs from it in size.
  if (made && (cached.mtimeMs < made.mtimeMs || (output === own && cached.size !== made.size))) return false;
  const recorded = manifest?.tables[table]?.sha256;
  return recorded === undefined || (await digestOf(join(CACHE, output))) === recorded;
}

/**
 * Writes what a loader prints into a file. A process of its own, as Framework starts one, is for loaders that do something else than print
 * the table that they are named after: it reads TypeScript for a second before it prints.
 */
async function writeOutput({output}: Loader, {file, folder}: {file: string; folder: string}): Promise<void> {
  const loader = join(LOADERS, `${output}.ts`);
  if ((await readFile(loader, "utf8")).replaceAll("\r\n", "\n") === LOADER) {
    const target = createWriteStream(file);
    try {
      await print(output, folder, {output: target});
    } finally {
      await finished(target.end());
    }
    return;
  }
  const child = spawn(process.execPath, ["--import", import.meta.resolve("tsx"), loader], {stdio: ["ignore", "pipe", "inherit"]});
  const ended = new Promise<number | null>((resolve, reject) => child.once("error", reject).once("close", resolve));
  await pipeline(child.stdout, createWriteStream(file));
  const code = await ended;
  if (code !== 0) throw new Error(`loader ${output}.ts ended with exit code ${code}`);
}

interface Measure {
  rows: number | null;
  bytes: number;
}

/** The sizes of files; null for one that does not exist. */
async function measure(files: readonly string[]): Promise<(Measure | null)[]> {
  const sizes = await Promise.all(files.map(async file => (await stat(file).catch(() => null))?.size));
  const {connection, close} = await openDuckDB();
  const rowsOf = async (file: string) =>
    Number((await connection.runAndReadAll(`select count(*) from ${parquetSource(file)}`)).getRows()[0]![0]);
  try {
    return await Promise.all(
      files.map(async (file, i) => {
        const bytes = sizes[i];
        return bytes === undefined ? null : {rows: file.endsWith(".parquet") ? await rowsOf(file) : null, bytes};
      })
    );
  } finally {
    close();
  }
}

function change(before: Measure | null, after: Measure | null): string {
  const n = (value: number) => value.toLocaleString("en");
  const part = (was: number | null | undefined, is: number | null | undefined, unit: string) =>
    is === null || is === undefined
      ? []
      : [
          was === null || was === undefined
            ? `${n(is)} ${unit}`
            : was === is
              ? `${n(is)} ${unit} as before`
              : `${n(was)} → ${n(is)} ${unit}`
        ];
  return [...part(before?.rows, after?.rows, "rows"), ...part(before?.bytes, after?.bytes, "bytes")].join(", ");
}

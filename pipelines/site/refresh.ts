// Prints tables without Framework: each as a temporary file that is moved into Framework's cache, so that neither preview nor build runs its
// loader.

import {spawn} from "node:child_process";
import {createWriteStream, existsSync} from "node:fs";
import {mkdir, readdir, readFile, rm, stat, writeFile} from "node:fs/promises";
import {dirname, join} from "node:path";
import {finished, pipeline} from "node:stream/promises";
import {childEnvironment} from "../book/childEnvironment.node.js";
import {plural} from "../book/plural.js";
import {PartProgress, type Report} from "../infer/progress.node.js";
import {UserError} from "../rows/error.js";
import {nearest} from "../rows/nearest.js";
import {parquetSource} from "../rows/parquet.js";
import {LOADER, print} from "../run/loader.js";
import {currentResults, shownFolder} from "../run/results.js";
import {openDuckDB} from "../store/duckdb.node.js";
import {digestOf, temporaryIn} from "../store/files.node.js";
import {type Manifest, readManifest} from "../store/manifest.node.js";
import {loaderFolder, siteCache} from "../store/places.node.js";
import {dropFromCache, emptyFile, fileOf, isShown, isWithheld, putInCache, showStore} from "../store/publish.node.js";
import {everyTable} from "../studies/everyTable.js";
import {isCurrent, studies} from "../studies/make.node.js";
import {restsOn, type StudyTable, studyTables} from "../studies/registry.js";

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
  const names = (await readdir(loaderFolder())).filter(name => /^[^[.][^[]*\.[a-z]+\.ts$/.test(name));
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
 * @param names tables to print with all that are computed from them; all if there are none
 * @param only whether tables that are computed from them are left out
 */
export async function refresh(
  names: readonly string[],
  {report, stale = false, only = false}: {report: Report; stale?: boolean; only?: boolean}
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
  const wanted = only ? new Set(names) : names.length > 0 ? withDependants(names) : new Set(known);
  const manifest = stale ? await readManifest(folder) : null;
  const reasons = new Map<Loader, string>();
  for (const loader of all) {
    if (!wanted.has(loader.table)) continue;
    const reason = stale
      ? await staleReason(loader, {folder, manifest})
      : names.length === 0
        ? "no table is named"
        : names.includes(loader.table)
          ? "named"
          : `computed from ${names.join(", ")}`;
    if (reason !== null) reasons.set(loader, reason);
  }
  report.info(reasonsText(reasons, all.length));
  const tables = [...reasons.keys()].flatMap(({table}) => (table in studyTables ? [table as StudyTable] : []));
  const [samples] = await measure([join(folder, fileOf("samples"))]);
  // One that fails here fails below again, at its turn, once the tables before it are printed.
  if ((samples?.rows ?? 0) >= FEWEST_OF_THREADS) await studies(tables, folder, {report}).catch(() => {});
  using progress = new PartProgress(report, {part: "table", total: reasons.size});
  for (const loader of reasons.keys()) {
    await progress.during(loader.table, async () => {
      const temporary = temporaryIn(dirname(siteCache()), `refresh-${process.pid}`);
      await mkdir(temporary, {recursive: true});
      try {
        const file = join(temporary, loader.output);
        await writeOutput(loader, {file, folder});
        if ((await stat(file)).size === 0) throw new Error(`loader ${loader.output}.ts printed nothing`);
        const [before, after] = await measure([join(siteCache(), loader.output), file]);
        await putInCache(file);
        report.info(`${loader.output}: ${change(before!, after!)}`);
      } finally {
        await rm(temporary, {recursive: true, force: true});
      }
    });
  }
  report.done();
}

/** Puts a table without rows into Framework's cache for each loader, until the result is disposed of: for a site without results of its book. */
export async function emptyTables(): Promise<AsyncDisposable> {
  const all = await loaders();
  const temporary = temporaryIn(dirname(siteCache()), `empty-${process.pid}`);
  await mkdir(temporary, {recursive: true});
  try {
    for (const {table, output} of all) {
      const file = join(temporary, output);
      await writeFile(file, await emptyFile(output, everyTable[table]));
      await putInCache(file);
    }
  } finally {
    await rm(temporary, {recursive: true, force: true});
  }
  return {[Symbol.asyncDispose]: async () => void (await Promise.all(all.map(({output}) => dropFromCache(output))))};
}

/** Most tables that are named for one reason. */
const MAX_NAMED = 6;

/** The tables that are printed, by the reason for it. */
function reasonsText(reasons: ReadonlyMap<Loader, string>, total: number): string {
  if (reasons.size === 0) return `all ${total} tables of the pages are up to date`;
  const outputs = [...reasons.keys()];
  const parts = [...new Set(reasons.values())].map(reason => {
    const names = outputs.filter(each => reasons.get(each) === reason).map(({output}) => output);
    if (names.length === total) return reason;
    const others = names.length - MAX_NAMED;
    return `${names.slice(0, MAX_NAMED).join(", ")}${others > 0 ? ` and ${plural(others, "other")}` : ""} (${reason})`;
  });
  return `rewriting ${reasons.size} of ${plural(total, "table")} of the pages: ${parts.join("; ")}`;
}

/**
 * Removes tables of studies from the pages that were made from something else than what there is now, so that open pages request them and
 * they are made again. Resolves with their names.
 */
export async function dropStale(folder: string): Promise<string[]> {
  const dropped: string[] = [];
  if (!(await isShown(folder)) || !(await readManifest(folder))) return dropped;
  for (const {table, output} of await loaders()) {
    if (!(table in studyTables) || !existsSync(join(siteCache(), output)) || (await isCurrent(table as StudyTable, folder)))
      continue;
    await dropFromCache(output);
    dropped.push(table);
  }
  return dropped;
}

/** Samples of a store whose studies take seconds each, so that a thread for each is worth its start; others are made one after the other. */
const FEWEST_OF_THREADS = 20_000;

/** The reason to print a table again; null where pages have it as it is now. */
async function staleReason(
  {table, output}: Loader,
  {folder, manifest}: {folder: string; manifest: Manifest | null}
): Promise<string | null> {
  const statOf = (file: string) => stat(file).catch(() => null);
  const file = fileOf(table);
  const [cached, loader, stored] = await Promise.all(
    [join(siteCache(), output), join(loaderFolder(), `${output}.ts`), join(folder, file)].map(statOf)
  );
  if (table in studyTables && !(await isCurrent(table as StudyTable, folder)))
    return stored ? "made from other input" : "not made yet";
  if (!cached) return "not printed yet";
  if (!loader || cached.mtimeMs < loader.mtimeMs) return "its loader has changed";
  if (stored && isWithheld(table, stored.size)) return "without its texts"; // without rows it is printed in no time
  // A run that was killed leaves its last checkpoint in the cache, which is newer than the store's table and differs from it in size.
  if (stored && (cached.mtimeMs < stored.mtimeMs || (output === file && cached.size !== stored.size)))
    return "older than the store";
  const recorded = manifest?.tables[table]?.sha256;
  return recorded === undefined || (await digestOf(join(siteCache(), output))) === recorded ? null : "differs from the store";
}

/**
 * Writes what a loader prints into a file. A process of its own, as Framework starts one, is for loaders that do something else than print
 * the table that they are named after: it reads TypeScript for a second before it prints.
 */
async function writeOutput({output}: Loader, {file, folder}: {file: string; folder: string}): Promise<void> {
  const loader = join(loaderFolder(), `${output}.ts`);
  if ((await readFile(loader, "utf8")).replaceAll("\r\n", "\n") === LOADER) {
    const target = createWriteStream(file);
    try {
      await print(output, folder, {output: target});
    } finally {
      await finished(target.end());
    }
    return;
  }
  const child = spawn(process.execPath, ["--import", import.meta.resolve("tsx"), loader], {
    stdio: ["ignore", "pipe", "inherit"],
    env: childEnvironment({hasUserCode: true})
  });
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

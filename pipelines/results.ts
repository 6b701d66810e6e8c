// The results of a book: what the store holds if it is up to date, else what a run gives.
import {readdir} from "node:fs/promises";
import {join} from "node:path";
import type {Book} from "./book/types.js";
import {currentBook} from "./book.js";
import {type Report, report as stderrReport} from "./progress.js";
import {manifestIfCurrent} from "./provenance.js";
import {run} from "./run.js";
import type {Manifest} from "./store/manifest.js";
import {dropFromCache, fileOf, putInCache} from "./store/publish.js";
import {studiesOn} from "./studies.js";

export const STORE = join("data", "store");
/** A run that ended badly is not repeated by every loader of the same page. */
const AGAIN_AFTER_MS = 10 * 60_000;

/** The folder with a book's tables, evaluated first if they are behind. Two callers at once evaluate once. */
export async function results(
  book: Book,
  {folder = STORE, report = stderrReport()}: {folder?: string; report?: Report} = {}
): Promise<string> {
  if (await upToDate(book, folder)) return folder;
  const ran = await run(book, {
    folder,
    report,
    checkpoint: publishTables,
    unless: async () => (await upToDate(book, folder)) !== null // whoever held the store before us may have evaluated this very book
  });
  if (!ran) return folder;
  if (ran.samples === 0) throw new Error(`the run gave no sample (${ran.status})`);
  if (ran.status !== "complete") report.warn(`the run ended as "${ran.status}"; the tables hold what there is`);
  if (ran.change) report.info(ran.change);
  return folder;
}

/** The current book's results, as loaders ask for them. */
export const currentResults = async (): Promise<string> => results(await currentBook());

/** The store's manifest if its tables hold the book's results. */
async function upToDate(book: Book, folder: string): Promise<Manifest | null> {
  const current = await manifestIfCurrent(book, folder);
  if (!current) return null;
  const {manifest, status} = current;
  return status === "complete" || Date.now() - Date.parse(manifest.finished) < AGAIN_AFTER_MS ? manifest : null;
}

/** Hands tables to an open workbook, which asks anew for the studies that rest on them. */
export async function publishTables(folder: string, names: readonly string[]): Promise<void> {
  const there = new Set(await readdir(folder));
  for (const name of names) if (there.has(fileOf(name))) await putInCache(join(folder, fileOf(name)));
  for (const name of studiesOn(names)) await dropFromCache(fileOf(name));
}

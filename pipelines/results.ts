// The results of a book: what the store holds if it is up to date, else what a run gives.
import {readdir} from "node:fs/promises";
import {join} from "node:path";
import type {Book} from "./book/types.js";
import {currentBook} from "./book.js";
import {resultsHash} from "./evaluation.js";
import {type Report, report as stderrReport} from "./progress.js";
import {run} from "./run.js";
import {type Manifest, readManifest} from "./store/manifest.js";
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
  let evaluated = true;
  const manifest = await run(book, {
    folder,
    report,
    checkpoint: publishTables,
    unless: async () => {
      const known = await upToDate(book, folder); // whoever held the store before us may have evaluated this very book
      if (known) evaluated = false;
      return known;
    }
  });
  if (!evaluated) return folder;
  if (manifest.samples === 0) throw new Error(`the run gave no sample (${manifest.status})`);
  if (manifest.status !== "complete") report.warn(`the run ended as "${manifest.status}"; the tables hold what there is`);
  return folder;
}

/** The store that pages show: the folder that REASONBOOK_STORE names, finished elsewhere and left as it is, else the book's. */
export const shownFolder = (): string => process.env.REASONBOOK_STORE || STORE;

/** The folder whose tables loaders publish: that store; the book's is evaluated first if it is behind. */
export const currentResults = async (options: {report?: Report} = {}): Promise<string> =>
  process.env.REASONBOOK_STORE ? shownFolder() : results(await currentBook(), options);

/** The store's manifest if its tables are those of the book. */
async function upToDate(book: Book, folder: string): Promise<Manifest | null> {
  const manifest = await readManifest(folder);
  if (manifest?.book_hash !== resultsHash(book)) return null;
  return manifest.status === "complete" || Date.now() - Date.parse(manifest.finished) < AGAIN_AFTER_MS ? manifest : null;
}

/** Hands tables to an open workbook, which asks anew for the studies that rest on them. */
export async function publishTables(folder: string, names: readonly string[]): Promise<void> {
  const there = new Set(await readdir(folder));
  for (const name of names) if (there.has(fileOf(name))) await putInCache(join(folder, fileOf(name)));
  for (const name of studiesOn(names)) await dropFromCache(fileOf(name));
}

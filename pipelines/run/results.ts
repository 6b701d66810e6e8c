// Provides a book's results: the store's tables if they are up to date, else those of a run of the built-in models. This never costs
// anything: only commands that say so (run, adaptive, judge) send requests to models that may be paid.

import {readdir} from "node:fs/promises";
import {join} from "node:path";
import {setTimeout as sleep} from "node:timers/promises";
import {currentBook} from "../book/read.node.js";
import type {Book} from "../book/types.js";
import {type Report, report as stderrReport} from "../infer/progress.node.js";
import {currentIo} from "../io/current.node.js";
import {UserError} from "../rows/error.js";
import {correctionsApplied} from "../store/corrections/apply.node.js";
import {changedTable, type Manifest, manifestFault, readManifest} from "../store/manifest.node.js";
import {dropFromCache, fileOf, filesOf, isShown, putInCache, STORE} from "../store/publish.node.js";
import {olderReaderText} from "../store/readerVersion.node.js";
import {studiesOn} from "../studies/registry.js";
import {REFERENCE} from "./evaluation.js";
import {Interrupted, interrupts, underWay, whenOrphaned} from "./interrupt.js";
import {manifestIfCurrent} from "./storeManifest.js";

export {STORE} from "../store/publish.node.js";

/** Milliseconds after which a failed run is tried again, so that it is not repeated by every loader of one page. */
const AGAIN_AFTER_MS = 10 * 60_000;

/**
 * The folder with a book's tables. Where they are out of date, a book that has only built-in models is evaluated first, once even with two
 * simultaneous callers; with other models the tables are left as they are and `report` receives a message. Throws a UserError where there
 * are no tables, or none that are complete.
 * @param isFree whether the cache has all answers of the other models: the book is evaluated then too, and nothing may be spent
 */
export async function results(
  book: Book,
  {folder = STORE, report = stderrReport(), isFree = false}: {folder?: string; report?: Report; isFree?: boolean} = {}
): Promise<string> {
  if (await upToDate(book, folder)) return folder;
  const asked = notBuiltIn(book);
  if (asked.length > 0 && !isFree) {
    report.warn(await behind(book, asked, folder));
    return folder;
  }
  using signals = interrupts(report);
  const {run} = await import("./run.js"); // imported here because most callers only read tables, and start in half the time without it
  const ran = await run(book, {
    folder,
    report,
    ...(isFree && {maxCost: 0}),
    checkpoint: publishTables,
    stop: signals.stop,
    abort: signals.abort,
    // another process may have evaluated the same book while this one waited for the lock
    skipIf: async () => (await upToDate(book, folder)) !== null
  }).catch((error: unknown) => {
    if (!signals.stop.aborted) throw error;
    throw new Interrupted();
  });
  if (!ran) return folder;
  if (ran.status === "interrupted") throw new Interrupted();
  if (ran.samples === 0) throw new Error(`the run gave no sample (${ran.status})`);
  if (ran.status !== "complete") report.warn(`the run ended as "${ran.status}"; the tables hold what there is`);
  if (ran.change) report.info(ran.change);
  return folder;
}

/** Names of a book's models that are not built in, and may cost something. */
export const notBuiltIn = ({models}: Book): string[] => models.filter(({endpoint}) => endpoint !== REFERENCE).map(({id}) => id);

/** A sentence on how tables that are left as they are differ from the book. Throws a UserError where there are none to show. */
async function behind(book: Book, models: readonly string[], folder: string): Promise<string> {
  const manifest = await readManifest(folder);
  const whom = `${models.slice(0, 3).join(", ")}${models.length > 3 ? " and others" : ""}`;
  if (!manifest) {
    const fault = await manifestFault(folder);
    throw new UserError(
      `${fault ?? `no results in ${folder} yet`}; npm run run asks ${whom}${fault ? " for what the cache does not hold" : ""}`
    );
  }
  const strange = await changedTable(folder, manifest);
  if (strange) throw new UserError(strange);
  const older = await olderReaderText(folder, manifest);
  if (older !== null && (await manifestIfCurrent(book, folder, {anyReader: true}))) return older;
  const missing = `the tables in ${folder} are behind the book; npm run run asks ${whom} for what is missing`;
  return older === null ? missing : `${missing}; ${older}`;
}

/** The store that pages show: the folder that REASONBOOK_STORE names, which is never changed, else the book's. */
export const shownFolder = (): string => currentIo().env.REASONBOOK_STORE || STORE;

/** The folder whose tables loaders publish: the store of REASONBOOK_STORE, else the book's results. */
export const currentResults = async (options: {report?: Report} = {}): Promise<string> =>
  currentIo().env.REASONBOOK_STORE ? shownFolder() : results(await currentBook(), options);

/** Variable that says that an open workbook evaluates the book, so that loaders need not. */
export const IS_EVALUATED = "REASONBOOK_IS_EVALUATED";
/** Time between two looks of a loader for the store that the open workbook is about to write. */
const LOOK_MS = 500;

/**
 * The same for a loader, which ends with the preview or build that started it. Those commands report once whether tables are out of date. In
 * an open workbook, which evaluates the book, the store is taken as it is, and waited for if there is none yet.
 */
export async function loaded(): Promise<string> {
  whenOrphaned(() => (underWay() ? process.kill(process.pid, "SIGTERM") : process.exit(1)), {always: true});
  if (currentIo().env[IS_EVALUATED] !== undefined) {
    while (!(await readManifest(shownFolder()))) await sleep(LOOK_MS);
    return shownFolder();
  }
  return currentResults({report: {...stderrReport(), warn() {}}});
}

/** The store's manifest if its tables hold the complete results of the book; else null. */
export async function upToDate(book: Book, folder: string): Promise<Manifest | null> {
  const current = await manifestIfCurrent(book, folder);
  if (!current || (await changedTable(folder, current.manifest))) return null;
  if (!(await correctionsApplied(folder, current.manifest))) return null;
  const {manifest, status} = current;
  if (status === "interrupted") return null; // whoever asks again wants the run to be completed
  return status === "complete" || Date.now() - Date.parse(manifest.finished) < AGAIN_AFTER_MS ? manifest : null;
}

/**
 * Publishes tables of the book's store to an open workbook, which then requests the studies that depend on them; does nothing where the
 * workbook shows another store.
 * @param folder folder of the tables: the store, or during a run a folder with the tables so far
 */
export async function publishTables(folder: string, names: readonly string[]): Promise<void> {
  if (!(await isShown(STORE))) return;
  const there = new Set(await readdir(folder));
  for (const name of names) {
    if (there.has(fileOf(name))) await putInCache(join(folder, fileOf(name)));
    else if (name === "cluster") await dropFromCache(fileOf(name)); // the run before was distributed
  }
  for (const file of studiesOn(names).flatMap(filesOf)) await dropFromCache(file);
}

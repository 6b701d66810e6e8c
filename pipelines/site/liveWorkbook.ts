// The open workbook: pages open at once, the book is evaluated while they are open, and changes of data/ are followed.
import {stat} from "node:fs/promises";
import {join} from "node:path";
import {concatMap, defer, EMPTY, fromEvent, share, take, takeUntil, throttleTime} from "rxjs";
import {FOLDER} from "../book/folder.js";
import {bookHash} from "../book/read.node.js";
import {LiveLine} from "../infer/progress.node.js";
import {currentIo} from "../io/current.node.js";
import {IS_EVALUATED, shownFolder} from "../run/results.js";
import {dropWithheld, fileOf, showStore} from "../store/publish.node.js";
import type {WorkbookState} from "../store/workbookState.js";
import {assembleSite} from "./assemble.js";
import {changesOf, type FileStates, fileStates} from "./changes.js";
import {followChanges, NOTHING} from "./followedChanges.js";
import {startPreview} from "./preview.js";

/** Least time between two states that pages receive. */
const SHOW_MS = 500;
/** Longest wait for the first page. */
const FIRST_PAGE_MS = 30_000;
/** Characters of the bar on a terminal. */
const BAR = 20;

/** Opens the workbook; resolves with the preview's exit code once it has ended and what was under way is stored. */
export async function openWorkbook(
  options: readonly string[],
  {host = "127.0.0.1", isVerbose = false}: {host?: string; isVerbose?: boolean} = {}
): Promise<number> {
  await assembleSite();
  const folder = shownFolder();
  await using _shown = await showStore(folder); // the pages' lock is held until the preview has ended
  await dropWithheld(folder); // which a build that was killed leaves
  const isOfBook = !currentIo().env.REASONBOOK_STORE;
  if (isOfBook) currentIo().env[IS_EVALUATED] = "1";
  const line = new LiveLine();
  const end = new AbortController();
  const preview = startPreview(options, {isVerbose, print: text => line.line(text)});
  const ended = preview.ended.finally(() => end.abort());
  const address = preview.listening.then(({port}) => `http://${host}:${port}/`);
  void address.then(place => line.line(`the workbook is open at ${place}`));
  // Loaded while the preview starts, which takes as long.
  const modules = Promise.all([import("./checkedFiles.js"), import("./bringUpToDate.js")]);
  const stopped = fromEvent(end.signal, "abort").pipe(take(1));
  const opened = defer(() => Promise.race([address.then(firstPage), ended]));
  const states = opened.pipe(
    concatMap(async place => (typeof place === "number" ? null : modules)),
    concatMap(loaded => {
      if (!loaded) return EMPTY; // the preview has ended
      const [{checkFiles}, {bringUpToDate}] = loaded;
      const changes = changesOf(() => editedFiles(folder)).pipe(takeUntil(stopped));
      return followChanges(changes, {
        check: checkFiles,
        work: (good, signal) =>
          bringUpToDate(good, {
            folder,
            isOfBook,
            signal: AbortSignal.any([signal, end.signal]),
            print: text => line.line(text)
          }),
        isSame: (before, next) => bookHash(before.book) === bookHash(next.book) && !next.files.some(isCode)
      });
    }),
    share()
  );
  const onPages = states.pipe(throttleTime(SHOW_MS, undefined, {leading: true, trailing: true}));
  onPages.subscribe({next: preview.show, error: () => {}}); // an error is that of the other subscription
  const print = onTerminal(line, address);
  await new Promise<void>((resolve, reject) => states.subscribe({next: print, error: reject, complete: resolve}));
  line.clear();
  return ended;
}

/** Waits until the first page has been answered: the evaluation of the book would delay it. Resolves with its address. */
async function firstPage(address: string): Promise<string> {
  await fetch(address, {signal: AbortSignal.timeout(FIRST_PAGE_MS)}).catch(() => {}); // its reader sees why
  return address;
}

/** The files that a person edits, and the manifest of the store, which another command may write. */
async function editedFiles(store: string): Promise<FileStates> {
  const manifest = join(store, fileOf("manifest"));
  const {mtimeMs} = (await stat(manifest).catch(() => null)) ?? {mtimeMs: 0};
  return new Map([...(await fileStates(FOLDER)), [manifest, String(mtimeMs)]]);
}

/** Whether a file is code of the user's own, on which results depend as they do on the book. */
const isCode = (file: string): boolean => file.endsWith(".ts");

/** Prints each state's news: a notice once, work as a line that is drawn over, and the address again when all is done. */
function onTerminal(line: LiveLine, address: Promise<string>): (state: WorkbookState) => void {
  let before = NOTHING;
  return state => {
    const {work, mistake, plan, change, isComplete} = state;
    if (mistake !== null && mistake !== before.mistake) line.line(`${mistake}\nresults stay as they are until this is corrected`);
    if (mistake === null && before.mistake !== null) line.line("the mistake is corrected");
    if (change !== null && change !== before.change) line.line(change);
    if (plan !== null && plan.text !== before.plan?.text) line.line(`${plan.text}\n  ${plan.command}`);
    if (work) line.show(() => `${bar(work.done / work.total)} ${work.text}`);
    if (isComplete && !before.isComplete)
      void address.then(place => line.line(`all results are there; the workbook is open at ${place}`));
    before = state;
  };
}

const bar = (share: number): string => {
  const full = Math.round(BAR * Math.min(1, share));
  return `[${"█".repeat(full)}${"░".repeat(BAR - full)}]`;
};

// Makes the tables of studies: each when it is first needed, and again when the tables it rests on have changed.
import {copyFile, readFile, stat, writeFile} from "node:fs/promises";
import {extname, join, resolve} from "node:path";
import {forEachConcurrent} from "../book/concurrency.js";
import {Thread} from "../book/thread.node.js";
import {PartProgress, type Report, report as stderrReport} from "../infer/progress.node.js";
import {UserError} from "../rows/error.js";
import {replaceFile} from "../store/files.node.js";
import {lockStore} from "../store/lock.node.js";
import {contentOf} from "../store/manifest.node.js";
import {fileOf, STORE} from "../store/publish.node.js";
import {isStoreIndependent, registry, type Study, type StudyName, type StudyTable, studyOf} from "./registry.js";

/** File of a store that records what its studies were made from. */
const STAMPS = "studies.json";

/** What the make.node.ts of a study's folder exports. */
interface Maker {
  /** Writes the study's tables into the folder. */
  make(folder: string, options: {report: Report}): Promise<void>;
  /** What the result depends on besides the tables that it rests on. */
  key?: (folder: string) => Promise<string>;
}
export const makerOf = (name: StudyName): Promise<Maker> =>
  import(/* @vite-ignore */ new URL(`${name}/make.node${extname(import.meta.url)}`, import.meta.url).href) as Promise<Maker>;

/** The folder with a study's table, which is made first if it is missing or out of date. */
export async function study(
  table: StudyTable,
  folder: string,
  {report = stderrReport()}: {report?: Report} = {}
): Promise<string> {
  if (await isCurrent(table, folder)) return folder;
  const name = studyOf(table);
  for (const each of afterOf(name)) await study(each, folder, {report});
  await using _lock = await lockStore(folder, {
    onWait: report.info
  });
  if (await isCurrent(table, folder)) return folder;
  const stamp = await stampOf(name, folder);
  if (!(await copyFromDefaultStore(name, stamp, folder))) {
    const {make} = await makerOf(name);
    await make(folder, {report});
  }
  await writeFingerprint(name, stamp, folder);
  return folder;
}

/**
 * Copies a study's tables from the book's store where they are the same as in any other, since they rest on nothing in it, and were made
 * there from what they would be made from here. Returns whether it did.
 */
async function copyFromDefaultStore(name: StudyName, stamp: string, folder: string): Promise<boolean> {
  if (!isStoreIndependent(registry[name]) || resolve(folder) === resolve(STORE)) return false;
  const tables = Object.keys(registry[name].tables) as StudyTable[];
  const before = await readStamps(STORE);
  for (const table of tables) if (before[table] !== stamp || !(await isCurrent(table, STORE))) return false;
  try {
    for (const table of tables)
      await replaceFile(join(folder, fileOf(table)), temporary => copyFile(join(STORE, fileOf(table)), temporary));
  } catch {
    return false; // made again there meanwhile
  }
  const after = await readStamps(STORE);
  return tables.every(table => after[table] === stamp);
}

/**
 * Makes the studies of tables that are missing or out of date, two at a time, each in a thread of its own and after those that it is made
 * from: most of a study is one thread's work.
 */
export async function studies(tables: readonly StudyTable[], folder: string, {report}: {report: Report}): Promise<void> {
  const behind: StudyName[] = [];
  const look = async (table: StudyTable): Promise<void> => {
    const name = studyOf(table);
    if (behind.includes(name) || (await isCurrent(table, folder))) return;
    for (const each of afterOf(name)) await look(each);
    if (!behind.includes(name)) behind.push(name);
  };
  for (const table of tables) await look(table);
  if (behind.length === 0) return;
  await using _lock = await lockStore(folder, {onWait: report.info});
  using progress = new PartProgress(report, {part: "study", total: behind.length});
  const stamped = new Map<StudyName, Promise<void>>();
  let last: Promise<void> = Promise.resolve(); // stamps of all studies are one file
  const makeOne = async (name: StudyName) => {
    const tables = Object.keys(registry[name].tables) as StudyTable[];
    // another process may have made it while this one waited for the lock
    if ((await Promise.all(tables.map(table => isCurrent(table, folder)))).every(Boolean)) return;
    const stamp = await stampOf(name, folder);
    if (!(await copyFromDefaultStore(name, stamp, folder))) await inThread(name, folder, report);
    last = last.then(() => writeFingerprint(name, stamp, folder));
    await last;
  };
  // Those before it in the list are under way or made when a lane comes to a study, and no study waits for one behind it.
  // After a failure none is begun, and the lock is held until no thread writes.
  await forEachConcurrent(behind, LANES, async name => {
    const bases = afterOf(name).map(table => stamped.get(studyOf(table)));
    const made = Promise.all(bases).then(() => progress.during(name, () => makeOne(name)));
    stamped.set(name, made);
    await made;
  });
}

/** Studies that are made side by side. Each holds its tables in memory, and some have threads of their own. */
const LANES = 2;

/** What a thread that makes a study tells: a line of its report, or at its end why it failed, null if it did not. */
export type StudyMessage = {kind: "info" | "warn"; text: string} | {kind: "end"; failure: {error: unknown; user: boolean} | null};

/** Makes one study in a thread of its own. */
async function inThread(name: StudyName, folder: string, report: Report): Promise<void> {
  const url = new URL(`study.worker${extname(import.meta.url)}`, import.meta.url).href;
  await using thread = new Thread<StudyMessage>(
    url,
    {name, folder},
    code => `the thread of the study ${name} ended with exit code ${code}`
  );
  let message = await thread.next();
  for (; message.kind !== "end"; message = await thread.next()) report[message.kind](message.text);
  const {failure} = message;
  if (!failure) return;
  throw failure.user ? new UserError((failure.error as Error).message) : failure.error; // a copied error has lost its class
}

async function writeFingerprint(name: StudyName, stamp: string, folder: string): Promise<void> {
  const stamps = await readStamps(folder);
  for (const each of Object.keys(registry[name].tables)) stamps[each] = stamp;
  const sorted = Object.fromEntries(Object.entries(stamps).sort(([a], [b]) => (a < b ? -1 : 1))); // whichever was made first
  await replaceFile(join(folder, STAMPS), temporary => writeFile(temporary, `${JSON.stringify(sorted, null, 2)}\n`));
}

const afterOf = (name: StudyName): readonly StudyTable[] => ((registry[name] as Study).after as readonly StudyTable[]) ?? [];

/** Whether a study's table exists and was made from the present tables, and so were other studies' tables that it is made from. */
export async function isCurrent(table: StudyTable, folder: string): Promise<boolean> {
  for (const each of afterOf(studyOf(table))) if (!(await isCurrent(each, folder))) return false;
  const there = await stat(join(folder, fileOf(table))).catch(() => null);
  return there !== null && (await readStamps(folder))[table] === (await stampOf(studyOf(table), folder));
}

/** Whether a study's table was made from the store's present tables, even if its key has changed since. */
export async function isOfTheseTables(table: StudyTable, folder: string): Promise<boolean> {
  const there = await stat(join(folder, fileOf(table))).catch(() => null);
  const known = ((await readStamps(folder))[table] ?? "").split(", ");
  return there !== null && (await tableStamps(registry[studyOf(table)], folder)).every(part => known.includes(part));
}

/** Stamp of what a study is made from: its version and key, and the digest of each table that it rests on. */
async function stampOf(name: StudyName, folder: string): Promise<string> {
  const {key} = await makerOf(name);
  const [version, ...tables] = await tableStamps(registry[name], folder);
  return [version, ...(key ? [await key(folder)] : []), ...tables].join(", ");
}

async function tableStamps({restsOn, after = [], version}: Study, folder: string): Promise<string[]> {
  return [`version ${version}`, ...(await contentOf(folder, [...restsOn, ...after]))];
}

async function readStamps(folder: string): Promise<Record<string, string>> {
  try {
    return JSON.parse(await readFile(join(folder, STAMPS), "utf8")) as Record<string, string>;
  } catch {
    return {};
  }
}

// Makes the tables of studies: each when it is first needed, and again when the tables it rests on have changed.
import {readFile, stat, writeFile} from "node:fs/promises";
import {extname, join} from "node:path";
import {type Report, report as stderrReport} from "../infer/progress.js";
import {replaceFile} from "../store/files.js";
import {lockStore} from "../store/lock.js";
import {contentOf} from "../store/manifest.js";
import {fileOf} from "../store/publish.js";
import {registry, type Study, type StudyName, type StudyTable, studyOf} from "./registry.js";

/** File of a store that records what its studies were made from. */
const STAMPS = "studies.json";

/** What the make.ts of a study's folder exports. */
interface Maker {
  /** Writes the study's tables into the folder. */
  make(folder: string, options: {report: Report}): Promise<void>;
  /** What the result depends on besides the tables that it rests on. */
  key?: (folder: string) => Promise<string>;
}
const makerOf = (name: StudyName): Promise<Maker> =>
  import(/* @vite-ignore */ new URL(`${name}/make${extname(import.meta.url)}`, import.meta.url).href) as Promise<Maker>;

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
  const {make} = await makerOf(name);
  const stamp = await stampOf(name, folder);
  await make(folder, {report});
  const stamps = await readStamps(folder);
  for (const each of Object.keys(registry[name].tables)) stamps[each] = stamp;
  await replaceFile(join(folder, STAMPS), temporary => writeFile(temporary, `${JSON.stringify(stamps, null, 2)}\n`));
  return folder;
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

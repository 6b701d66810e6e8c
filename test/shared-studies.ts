// Tables of studies that rest on nothing in a store are the same in every store: a workbook of a test takes those of this book's store.
import {copyFile, readFile, writeFile} from "node:fs/promises";
import {join} from "node:path";
import {fileURLToPath} from "node:url";
import {fileOf} from "../pipelines/store/publish.node.js";
import {isCurrent} from "../pipelines/studies/make.node.js";
import {isStoreIndependent, registry, type Study, type StudyTable} from "../pipelines/studies/registry.js";

/** File of a store that records what its studies were made from. */
const STAMPS = "studies.json";
const OWN = fileURLToPath(new URL("../data/store", import.meta.url));
const SHARED = Object.values<Study>(registry)
  .filter(isStoreIndependent)
  .flatMap(({tables}) => Object.keys(tables) as StudyTable[]);

const stampsOf = async (store: string): Promise<Record<string, string>> =>
  JSON.parse(await readFile(join(store, STAMPS), "utf8").catch(() => "{}"));

/** Puts them into a store, with what they were made from: where that is something else there, they are made anew as ever. */
export async function shareStudies(store: string): Promise<void> {
  const [own, stamps] = await Promise.all([stampsOf(OWN), stampsOf(store)]);
  for (const table of SHARED) {
    if (!(await isCurrent(table, OWN))) continue;
    await copyFile(join(OWN, fileOf(table)), join(store, fileOf(table)));
    stamps[table] = own[table]!;
  }
  await writeFile(join(store, STAMPS), JSON.stringify(stamps));
}

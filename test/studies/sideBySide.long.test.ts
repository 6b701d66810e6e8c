// Studies that are made side by side, in threads, are those that are made one after the other.
import {createHash} from "node:crypto";
import {cp, readFile, rm, truncate} from "node:fs/promises";
import {join} from "node:path";
import {pathToFileURL} from "node:url";
import {afterAll, beforeAll, expect, test} from "vitest";
import {study} from "../../pipelines/studies/make.node.js";
import {type StudyTable, studyTables} from "../../pipelines/studies/registry.js";
import {silent} from "../silent.js";
import {type Workbook, workbook} from "../workbook.js";

/** As it was compiled for tests, since threads then start at once. */
const {studies} = (await import(
  pathToFileURL(join(process.env.REASONBOOK_COMPILED!, "pipelines/studies/make.node.js")).href
)) as typeof import("../../pipelines/studies/make.node.js");

let book: Workbook;
beforeAll(async () => {
  book = await workbook();
  expect((await book.command("run")).code).toBe(0);
});
afterAll(() => book?.[Symbol.asyncDispose]());

const copy = async (name: string): Promise<string> => {
  const folder = join(book.root, name);
  await cp(join(book.root, "data/store"), folder, {recursive: true});
  return folder;
};
const stampsOf = async (folder: string): Promise<Record<string, string>> =>
  JSON.parse(await readFile(join(folder, "studies.json"), "utf8"));
const hashOf = async (folder: string, table: string) =>
  createHash("sha256")
    .update(await readFile(join(folder, `${table}.parquet`)))
    .digest("hex");

/** The first rests on a study that is named after it. */
const TABLES: StudyTable[] = ["adjusted_points", "categories", "contamination_items", "estimates", "traces"];

test("tables, stamps and messages are the same, and what is up to date is left as it is", async () => {
  const [one, both] = [await copy("one"), await copy("both")];
  const told: string[][] = [[], []];
  const into = (lines: string[]) => ({...silent, info: (text: string) => void lines.push(text.replace(/ in [\d.]+ s$/u, ""))});
  for (const table of TABLES) await study(table, one, {report: into(told[0]!)});
  await studies(TABLES, both, {report: into(told[1]!)});
  const made = Object.keys(await stampsOf(one));
  expect(made).toEqual(expect.arrayContaining(TABLES));
  expect(made.every(table => table in studyTables)).toBe(true);
  expect(await readFile(join(both, "studies.json"), "utf8")).toBe(await readFile(join(one, "studies.json"), "utf8"));
  for (const table of made) expect(await hashOf(both, table), table).toBe(await hashOf(one, table));
  expect(told[1]!.sort()).toEqual(told[0]!.sort());
  expect(told[0]!.length).toBeGreaterThan(0);

  const again: string[] = [];
  await studies(TABLES, both, {report: into(again)});
  await studies([], both, {report: into(again)});
  expect(again).toEqual([]);
});

test("what fails is said as by one process, and the studies that rest on nothing damaged keep their stamps", async () => {
  const folder = await copy("damaged");
  await studies(["claims"], folder, {report: silent});
  await truncate(join(folder, "items.parquet"), 100);
  const failure = async (made: Promise<unknown>) => {
    const error = (await made.then(
      () => null,
      (reason: unknown) => reason
    )) as Error;
    return {name: error.name, message: error.message};
  };
  const alone = await failure(study("adjusted_points", folder, {report: silent}));
  expect(await failure(studies(["adjusted_points", "claims"], folder, {report: silent}))).toEqual(alone);
  expect(alone.message).toContain("items");
  expect(Object.keys(await stampsOf(folder))).toEqual(["claims"]);
  await rm(join(folder, "studies.json"));
  await study("claims", folder, {report: silent}); // the lock is free again
});

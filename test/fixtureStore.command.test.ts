import {readdirSync, readFileSync, statSync} from "node:fs";
import {join} from "node:path";
import {afterAll, beforeAll, expect, test} from "vitest";
import {currentBook} from "../pipelines/book/read.node.js";
import {manifestIfCurrent} from "../pipelines/run/storeManifest.js";
import {isCurrent} from "../pipelines/studies/make.node.js";
import {restsOn, type StudyTable} from "../pipelines/studies/registry.js";
import {FIXTURE_STORE, fixtureBook, HASHES, hashesOf, MAX_BYTES} from "./fixtureStore.js";
import {addSiteFiles} from "./small-site.js";
import type {Workbook} from "./workbook.js";

const STORE = "data/store";
let book: Workbook;
const folder = process.cwd();
beforeAll(async () => {
  book = await fixtureBook();
  addSiteFiles(book.root); // as the store was made
  process.chdir(book.root); // the keys of studies are read from the book of the current folder
});
afterAll(async () => {
  process.chdir(folder);
  await book[Symbol.asyncDispose]();
});

test("the files of the fixture store are those that npm run fixtures wrote, and are small", () => {
  expect(hashesOf(FIXTURE_STORE)).toEqual(JSON.parse(readFileSync(HASHES, "utf8")));
  const bytes = readdirSync(FIXTURE_STORE).map(name => statSync(join(FIXTURE_STORE, name)).size);
  expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(MAX_BYTES);
});

test("its tables belong to the fixture book and to the present versions of all studies, or npm run fixtures writes them again", async () => {
  expect(await manifestIfCurrent(await currentBook(), STORE)).not.toBeNull();
  const outdated: string[] = [];
  for (const table of Object.keys(restsOn)) if (!(await isCurrent(table as StudyTable, STORE))) outdated.push(table);
  expect(outdated).toEqual([]);
});

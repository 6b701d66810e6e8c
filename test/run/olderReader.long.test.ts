// Stores that an older reader scored: commands say so in a line with the way out, and a run takes their answers from the cache.
import {cp, readFile, rm, writeFile} from "node:fs/promises";
import {join} from "node:path";
import {afterAll, beforeAll, expect, test} from "vitest";
import {READER_VERSION} from "../../pipelines/score/answer/version.js";
import {openDuckDB} from "../../pipelines/store/duckdb.node.js";
import {olderReader, olderReaderText} from "../../pipelines/store/readerVersion.node.js";
import {makeOlder, manifestOf} from "../olderStore.js";
import {recordTables} from "../recordTables.js";
import {smallSite} from "../small-site.js";
import {type Stub, stubServer, type Workbook} from "../workbook.js";

const BOOK = (samples: number) =>
  `suite: suites/small.yaml\nmodels: [models/own.yaml]\ntemplate: templates/plain.yaml\nsampler: samplers/greedy.yaml\nprecision: {min: ${samples}, max: ${samples}}\nseed: 7\n`;
const TOLD = `was scored by reader 1, and this is reader ${READER_VERSION}; npm run score -- --store`;
const BEHIND = "the tables in data/store are behind the book";

let stub: Stub;
let site: Workbook;
let hashes: Record<string, string>;
beforeAll(async () => {
  stub = await stubServer(() => "Answer: 4");
  site = await smallSite({"book.yaml": BOOK(8), "models/own.yaml": `id: own\nendpoint: ${stub.url}\n`});
  const ran = await site.command("run");
  expect(ran.code, ran.stderr).toBe(0);
  hashes = await site.tableHashes();
});
afterAll(async () => {
  await site[Symbol.asyncDispose]();
  await stub[Symbol.asyncDispose]();
});

const store = () => join(site.root, "data/store");
const readers = async () => (await manifestOf(store())).evaluations.map(({reader}) => reader);

/** Runs a command that must succeed and ask nobody; resolves with what it says. */
async function said(...words: string[]): Promise<string> {
  const asked = stub.requests.length;
  const {code, stderr} = await site.command(...words);
  expect(code, stderr).toBe(0);
  expect(stub.requests.length).toBe(asked);
  return stderr;
}

test("commands that show the book's store say so, and that it is read again without asking anybody", async () => {
  expect(await said("refresh", "manifest")).not.toContain("reader");
  await makeOlder(store());
  for (const words of [
    ["refresh", "manifest"],
    ["report", "--only", "inference"],
    ["analyze", "evals"]
  ]) {
    const stderr = await said(...words);
    expect(stderr).toContain(`data/store ${TOLD} data/store reads its answers again without asking anybody`);
    expect(stderr).not.toContain(BEHIND); // the book is the same
  }
  await said("score");
  expect(await site.tableHashes()).toEqual(hashes);
  for (const words of [
    ["refresh", "manifest"],
    ["report", "--only", "inference"],
    ["analyze", "evals"]
  ])
    expect(await said(...words)).not.toContain("reader");
});

test("a store that is behind the book too says both", async () => {
  await makeOlder(store());
  await writeFile(join(site.root, "data/book.yaml"), BOOK(12));
  for (const words of [
    ["refresh", "manifest"],
    ["report", "--only", "inference"]
  ]) {
    const stderr = await said(...words);
    expect(stderr).toContain(BEHIND);
    expect(stderr).toContain(TOLD);
  }
  await writeFile(join(site.root, "data/book.yaml"), BOOK(8));
});

test("other stores that are shown say it by their names", async () => {
  await makeOlder(store());
  await cp(store(), join(site.root, "other"), {recursive: true});
  const stderr = await said("refresh", "manifest", "--store", "other", "--store", "data/store");
  for (const name of ["other", "data/store"])
    expect(stderr).toContain(`${name} ${TOLD} ${name} reads its answers again without asking anybody`);
  await said("score", "--store", "other");
  expect(await said("refresh", "manifest", "--store", "other")).not.toContain("reader");
});

test("a run reads its answers again from the cache, and asks nobody", async () => {
  await makeOlder(store());
  const stderr = await said("run");
  expect(stderr).toContain(
    "data/store was scored by reader 1: this run reads the answers of its own evaluations again, from the cache"
  );
  expect(await site.tableHashes()).toEqual(hashes);
  expect(await readers()).toEqual([READER_VERSION]);
  expect(await said("run")).not.toContain("reader");
});

test("so does a part of the book, where its points have as many samples", async () => {
  await makeOlder(store());
  await said("run", "--samples", "8");
  expect(await site.tableHashes()).toEqual(hashes);
  expect(await readers()).toEqual([READER_VERSION]);
});

test("points that a shorter run cannot replace stay, and with them the version of their reader", async () => {
  await makeOlder(store());
  const older = await site.tableHashes();
  expect(await said("run", "--samples", "4")).toContain("was scored by reader 1");
  expect(await site.tableHashes()).toEqual(older);
  expect(await readers()).toEqual([undefined]);
  expect(await said("refresh", "manifest")).toContain(TOLD);
  await said("score");
  expect(await site.tableHashes()).toEqual(hashes);
});

test("an archive that an older reader scored says why its tables differ", async () => {
  await makeOlder(store());
  await said("archive", "pack", "older.tar");
  const {stderr} = await site.command("archive", "verify", "older.tar");
  expect(stderr).toContain(`the archive was scored by reader 1, and this is reader ${READER_VERSION}`);
  await said("score");
  await said("archive", "pack", "present.tar");
  expect(await said("archive", "verify", "present.tar")).not.toContain("reader");
});

test("a store without texts is never older: without the table, without the column, without a manifest", async () => {
  const folder = join(site.root, "without");
  await cp(store(), folder, {recursive: true});
  expect(await olderReaderText(folder)).toBeNull();
  await makeOlder(folder);
  expect(await olderReader(folder)).toBe(1);
  const {connection, close} = await openDuckDB({spill: folder});
  const responses = join(folder, "responses.parquet");
  await connection.run(
    `copy (select * exclude (text) from read_parquet('${responses}')) to '${join(folder, "cut.parquet")}' (format parquet)`
  );
  close();
  await writeFile(responses, await readFile(join(folder, "cut.parquet")));
  await recordTables(folder);
  expect(await olderReader(folder)).toBeNull();
  await rm(responses);
  await recordTables(folder);
  expect(await olderReader(folder)).toBeNull();
  await rm(join(folder, "manifest.json"));
  expect(await olderReader(folder)).toBeNull();
  expect(await olderReader(join(site.root, "nowhere"))).toBeNull();
});

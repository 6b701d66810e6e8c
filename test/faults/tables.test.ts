// Damaged stores: a run writes them again from the cache, byte for byte, and commands that read them say in one sentence what mends them.
import {mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync} from "node:fs";
import {cp, readdir} from "node:fs/promises";
import {join} from "node:path";
import {afterAll, beforeAll, describe, expect, test} from "vitest";
import {readManifest} from "../../pipelines/store/manifest.node.js";
import {type Stub, stubServer, type Workbook, workbook} from "../workbook.js";

const RECORDED = ["samples", "timings", "responses", "measures", "items", "points", "scores", "reference_models"];
const DAMAGES: Record<string, (file: string) => void> = {
  deleted: file => rmSync(file),
  cut: file => truncateSync(file, readFileSync(file).length >> 1),
  "bit flipped": file => {
    const bytes = readFileSync(file);
    bytes[bytes.length >> 1]! ^= 0x10;
    writeFileSync(file, bytes);
  },
  empty: file => truncateSync(file, 0)
};
/** The rest of a manifest that a cut leaves as JSON is nothing; these are JSON all the same. */
const MANIFESTS: Record<string, (file: string) => void> = {
  ...DAMAGES,
  "without tables": file => writeFileSync(file, JSON.stringify({...JSON.parse(readFileSync(file, "utf8")), tables: {}})),
  "of another form": file => writeFileSync(file, "[1, 2]")
};

let book: Workbook;
let server: Stub;
let run: string[];
let tables: Record<string, string>;
const STORE = "data/store";
const fileIn = (name: string) => join(book.root, STORE, name);
const manifestOf = async () => {
  const {started, finished, cached, requests, git_commit, tables, ...rest} = (await readManifest(join(book.root, STORE)))!;
  return {...rest, tables: Object.keys(tables).sort()};
};

beforeAll(async () => {
  server = await stubServer(() => "Answer: 4");
  book = await workbook();
  run = ["run", "--base-url", server.url, "--model", "m", "--limit", "6", "--no-history", "--out", STORE];
  const {code, stderr} = await book.command(...run);
  expect(code, stderr).toBe(0);
  tables = await book.tableHashes();
  expect(Object.keys(tables)).toEqual(
    RECORDED.filter(name => name !== "timings")
      .map(name => `${name}.parquet`)
      .sort()
  );
});
afterAll(async () => {
  await book[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

/** Damages a store and runs again: the tables and the manifest are those of before, and nobody is asked. */
async function mended(damage: () => void): Promise<string> {
  const before = await manifestOf();
  const asked = server.requests.length;
  damage();
  const {code, stderr} = await book.command(...run);
  expect(code, stderr).toBe(0);
  expect(await book.tableHashes()).toEqual(tables);
  expect(await manifestOf()).toEqual(before);
  expect(server.requests.length).toBe(asked);
  return stderr;
}

describe("a run with the same limit writes the store again, byte for byte, and asks nobody", () => {
  test.each(
    RECORDED.flatMap(table => Object.keys(DAMAGES).map(damage => [table, damage] as const))
  )("%s %s", async (table, damage) => {
    const stderr = await mended(() => DAMAGES[damage]!(fileIn(`${table}.parquet`)));
    expect(stderr).toContain(`${table}.parquet is ${damage === "deleted" ? "missing" : "damaged"}`);
  });
  test.each(Object.keys(MANIFESTS))("the manifest %s", async damage => {
    await mended(() => MANIFESTS[damage]!(fileIn("manifest.json")));
  });
  test("all tables and the manifest", async () => {
    await mended(() => {
      for (const table of RECORDED) DAMAGES.cut!(fileIn(`${table}.parquet`));
      DAMAGES.empty!(fileIn("manifest.json"));
    });
  });
});

test("a command that reads a damaged store says in one sentence which command mends it, and ends with 2", async () => {
  const readers = [
    ["analyze", "evals"],
    ["sql", "select 1"],
    ["samples", "list"],
    ["score", "--store", STORE]
  ];
  const copy = join(book.root, "copy");
  await cp(join(book.root, STORE), copy, {recursive: true});
  for (const [damage, make] of Object.entries(DAMAGES))
    for (const file of ["points.parquet", "manifest.json"]) {
      if (file === "manifest.json" && damage === "deleted") continue; // tables without a manifest can be read
      make(fileIn(file));
      for (const words of readers) {
        const {code, stderr} = await book.command(...words);
        // a flipped bit may be in a part that a command does not read
        if (damage === "bit flipped" && code === 0) continue;
        expect([code, stderr.trim().split("\n").length], `${words} ${file} ${damage}: ${stderr}`).toEqual([2, 1]);
        expect(stderr, `${words} ${file} ${damage}`).toMatch(/npm run run writes the tables again|--out FOLDER/u);
      }
      await cp(copy, join(book.root, STORE), {recursive: true});
    }
});

/** The words of a run of one model that adds to the store. */
const runOf = (model: string, limit: string) => [
  "run",
  ...["--base-url", server.url],
  ...["--model", model],
  ...["--limit", limit],
  "--no-history",
  ...["--out", STORE]
];

test("evaluations that a run does not make, and samples beyond its limit, are never dropped from a damaged store", async () => {
  await using other = await workbook();
  expect((await other.command(...runOf("m", "6"))).code).toBe(0);
  expect((await other.command(...runOf("n", "6"))).code).toBe(0);
  const file = join(other.root, STORE, "responses.parquet");
  DAMAGES.cut!(file);
  const refused = await other.command(...runOf("m", "6"));
  expect([refused.code, refused.stderr]).toEqual([
    2,
    expect.stringMatching(
      /^\S*responses\.parquet is damaged, .* 1 evaluation of the store \(n \/ .*\); npm run run .* with the answers of the cache\n$/u
    )
  ]);
  expect((await other.command(...runOf("m", "6"), "--only", "--yes")).code).toBe(0);
  DAMAGES.cut!(file);
  const fewer = await other.command(...runOf("m", "2"));
  expect([fewer.code, fewer.stderr]).toEqual([
    2,
    expect.stringMatching(/this run has 2 of its 6 samples; the tables are left as they were/u)
  ]);
  expect((await readdir(join(other.root, STORE))).filter(name => name.startsWith(".reasonbook-tmp"))).toEqual([]);
});

test("killed between the tables and the manifest, a store of several runs is whole again after a rerun", async () => {
  await using other = await workbook();
  for (const words of [runOf("m", "6"), runOf("n", "2"), runOf("n", "6")]) expect((await other.command(...words)).code).toBe(0);
  const whole = await other.tableHashes();
  const folder = join(other.root, STORE);
  expect((await other.command(...runOf("n", "2"), "--only", "--yes")).code).toBe(0);
  expect((await other.command(...runOf("m", "6"))).code).toBe(0);
  const before = join(other.root, "before");
  await cp(folder, before, {recursive: true});
  expect((await other.command(...runOf("n", "6"))).code).toBe(0);
  expect(await other.tableHashes()).toEqual(whole);
  const next = (await readManifest(folder))!.tables;
  // The kill left the manifest of before, and most of the tables of the run where they were to be moved from.
  const digests = Object.fromEntries(Object.entries(next).map(([name, {sha256}]) => [name, [sha256]]));
  writeFileSync(join(folder, ".replacing.json"), JSON.stringify(digests));
  mkdirSync(join(folder, ".replacing"));
  for (const name of RECORDED.slice(1).map(name => `${name}.parquet`)) {
    await cp(join(folder, name), join(folder, ".replacing", name));
    await cp(join(before, name), join(folder, name));
  }
  await cp(join(before, "manifest.json"), join(folder, "manifest.json"));
  const {code, stderr} = await other.command(...runOf("n", "6"));
  expect(code, stderr).toBe(0);
  expect(stderr).not.toContain("damaged");
  expect(await other.tableHashes()).toEqual(whole);
  expect((await readdir(folder)).filter(name => name.startsWith(".replacing"))).toEqual([]);
});

test("a foreign manifest is refused with the command that mends it", async () => {
  await using other = await workbook();
  expect((await other.command("run", "--limit", "6")).code).toBe(0);
  const manifest = readFileSync(fileIn("manifest.json"));
  writeFileSync(fileIn("manifest.json"), readFileSync(join(other.root, STORE, "manifest.json")));
  const {code, stderr} = await book.command(...run);
  expect([code, stderr.trim().split("\n").length], stderr).toEqual([2, 1]);
  expect(stderr).toMatch(/is damaged, or of another run, and this run does not make 3 evaluations of the store/u);
  writeFileSync(fileIn("manifest.json"), manifest);
});

// Stores that are half written, damaged, locked by nobody or somebody else's.
import {spawn, spawnSync} from "node:child_process";
import {readFileSync, writeFileSync} from "node:fs";
import {cp, mkdir, readdir, readFile, rm, truncate, writeFile} from "node:fs/promises";
import {join} from "node:path";
import {PassThrough} from "node:stream";
import {expect, test} from "vitest";
import {readManifest} from "../../pipelines/store/manifest.node.js";
import {publish} from "../../pipelines/store/publish.node.js";
import {smallSite} from "../small-site.js";
import {COMMAND_LINE, stubServer, workbook} from "../workbook.js";

const FOREIGN =
  "suite: suites/small.yaml\nmodels: [models/foreign.yaml]\ntemplate: templates/plain.yaml\nsampler: samplers/greedy.yaml\nprecision: {min: 8, max: 8}\nseed: 7\n";

test("a folder with somebody else's files is refused and left as it is, whatever their names", async () => {
  await using book = await workbook();
  const folder = join(book.root, "mine");
  await mkdir(join(folder, "tmp-thesis"), {recursive: true});
  for (const name of ["tmp-notes.md", ".tmp-draft", "tmp-thesis/chapter.md"])
    await writeFile(join(folder, name), "years of work");
  for (const words of [["run"], ["score", "--store", "data/store"]]) {
    const ended = await book.command(...words, "--out", "mine");
    expect(ended.code, ended.stderr).toBe(2);
    if (words[0] === "run")
      expect(ended.stderr).toMatch(/^mine holds .* and is not a store; name a folder that is empty or does not exist yet\n$/);
  }
  expect((await readdir(folder, {recursive: true})).sort()).toEqual([
    ".tmp-draft",
    "tmp-notes.md",
    "tmp-thesis",
    "tmp-thesis/chapter.md"
  ]);
});

test("a store is swept of our own leftovers alone", async () => {
  await using book = await workbook();
  expect((await book.command("run", "--limit", "6")).code).toBe(0);
  const folder = join(book.root, "data/store");
  await mkdir(join(folder, ".reasonbook-tmp-stage-x"));
  await writeFile(join(folder, "tmp-notes.md"), "mine");
  expect((await book.command("run", "--limit", "6")).code).toBe(0);
  const names = await readdir(folder);
  expect(names).toContain("tmp-notes.md");
  expect(names.filter(name => name.startsWith(".reasonbook-tmp-"))).toEqual([]);
});

test.each([
  ["empty", async (file: string) => truncate(file, 0)],
  ["cut", async (file: string) => truncate(file, 5_000)],
  ["garbage", async (file: string) => writeFile(file, "not a database ".repeat(2_000))],
  [
    "a flipped header",
    async (file: string) => {
      const bytes = await readFile(file);
      bytes.fill(0x55, 0, 64);
      await writeFile(file, bytes);
    }
  ]
])("a lock file that is %s is repaired, not waited for", async (_, damage) => {
  await using book = await workbook();
  expect((await book.command("run", "--limit", "6")).code).toBe(0);
  await damage(join(book.root, "data/store/lock.duckdb"));
  const ended = await book.command("run", "--limit", "6");
  expect(ended.code, ended.stderr).toBe(0);
  expect(ended.stderr).not.toContain("waiting for");
});

test("a folder where nothing can be made is one line, at once", async () => {
  await using book = await workbook();
  await writeFile(join(book.root, "file"), "");
  const ended = await book.command("run", "--limit", "6", "--out", "file/below");
  expect(ended.code).toBe(2);
  expect(ended.stderr.trim().split("\n")).toEqual([expect.stringMatching(/file\/below/)]);
});

/** A file system of its own, seen by nobody else: needs user namespaces. */
const alone = spawnSync("unshare", ["-rm", "mount", "-t", "tmpfs", "tmpfs", "/mnt"]).status === 0;

test.skipIf(!alone).each([
  ["read-only", "mount -t tmpfs -o ro tmpfs data/store", /^cannot write to data\/store\S*: .*read-only file system/],
  [
    "full",
    "mount -t tmpfs -o size=64k tmpfs data/store && cat /dev/zero > data/store/.filler 2>/dev/null; true",
    /^cannot write to data\/store\S*: .*No space left/
  ]
])("a store's folder on a disk that is %s is one line, at once, and nobody is asked", async (_, mount, says) => {
  await using stub = await stubServer(() => "Answer: 4");
  await using book = await workbook();
  const script = `mkdir -p data/store && ${mount} && ${COMMAND_LINE} run --base-url ${stub.url} --model m --limit 6`;
  const {status, stderr} = await new Promise<{status: number | null; stderr: string}>(resolve => {
    const child = spawn("unshare", ["-rm", "bash", "-c", script], {cwd: book.root, stdio: ["ignore", "ignore", "pipe"]});
    let stderr = "";
    child.stderr.on("data", chunk => (stderr += chunk));
    child.once("close", status => resolve({status, stderr}));
  });
  expect(status, stderr).toBe(2);
  expect(stderr.trim().split("\n"), stderr).toEqual([expect.stringMatching(says)]);
  expect(stub.requests).toHaveLength(0);
});

test("a manifest from the future: what it describes alike is read, what it does not is one line, and no table is lost", async () => {
  await using book = await workbook();
  expect((await book.command("run", "--limit", "6")).code).toBe(0);
  const file = join(book.root, "data/store/manifest.json");
  const manifest = JSON.parse(readFileSync(file, "utf8"));
  const tables = await book.tableHashes();
  const later = {...manifest, format: 99, tables: {...manifest.tables, dreams: {rows: 1, bytes: 2}}, hopes: [1]};
  writeFileSync(file, JSON.stringify(later));
  const {models, samples} = (await readManifest(join(book.root, "data/store")))!;
  expect({models, samples}).toEqual({models: manifest.models, samples: manifest.samples});
  writeFileSync(file, JSON.stringify({...manifest, samples: "many"}));
  const again = await book.command("run", "--limit", "6");
  expect(again.code, again.stderr).toBe(0);
  expect(again.stderr.match(/.*manifest\.json.*/g)).toEqual([
    expect.stringMatching(
      /^warning: data\/store\/manifest\.json is not one of this version: samples: .*; the run writes all tables again, with the answers of the cache$/
    )
  ]);
  expect((await readManifest(join(book.root, "data/store")))!.samples).toBe(manifest.samples);
  expect(await book.tableHashes()).toEqual(tables);
});

test("a table that is not the manifest's is published by nobody: a flipped bit, a cut file, tables of another run", async () => {
  await using book = await workbook();
  expect((await book.command("run")).code).toBe(0);
  const folder = join(book.root, "data/store");
  const {tables} = (await readManifest(folder))!;
  const print = (table: string, from = folder) => publish(table, from, {output: new PassThrough().resume()});
  for (const name of Object.keys(tables)) {
    const copy = join(book.root, `copy-${name}`);
    await cp(folder, copy, {recursive: true});
    await expect(print(name, copy)).resolves.toBeUndefined();
    const file = join(copy, `${name}.parquet`);
    const bytes = await readFile(file);
    for (const place of [4, bytes.length >> 1, bytes.length - 9]) {
      const flipped = Buffer.from(bytes);
      flipped[place]! ^= 1;
      await writeFile(file, flipped);
      await expect(print(name, copy), `${name} at ${place}`).rejects.toThrow(
        `${name}.parquet is not the file that its manifest describes`
      );
    }
    await writeFile(file, bytes.subarray(0, -1));
    await expect(print(name, copy)).rejects.toThrow("bytes, its manifest says");
    await rm(file);
    await expect(print(name, copy)).rejects.toThrow("is missing");
  }
});

test("tags and points brought in leave a manifest that describes the tables", async () => {
  await using book = await workbook();
  expect((await book.command("run")).code).toBe(0);
  const folder = join(book.root, "data/store");
  expect((await book.command("points", "tag", "tags", "mine")).code).toBe(0);
  await expect(publish("points", folder, {output: new PassThrough().resume()})).resolves.toBeUndefined();
});

/** What a loader prints, as Framework or a refresh would have it. */
async function loaded(root: string, output: string): Promise<{bytes: Buffer; code: number | null; stderr: string}> {
  const loader = spawn(process.execPath, ["--import", import.meta.resolve("tsx"), `loaders/${output}.ts`], {cwd: root});
  const chunks: Buffer[] = [];
  let stderr = "";
  loader.stdout.on("data", chunk => chunks.push(chunk));
  loader.stderr.on("data", chunk => (stderr += chunk));
  const code = await new Promise<number | null>(resolve => loader.once("close", resolve));
  return {bytes: Buffer.concat(chunks), code, stderr};
}

test("killed between its tables and its manifest, a run of built-in models is done again, and what loaders print is whole", async () => {
  await using site = await smallSite();
  expect((await site.command("run")).code).toBe(0);
  const folder = join(site.root, "data/store");
  const manifest = readFileSync(join(folder, "manifest.json"));
  const hashes = await site.tableHashes();
  // Tables of another run, under the manifest of the one before: what a kill between the two leaves.
  expect((await site.command("run", "--model", "sim-cedar-01", "--samples", "20", "--only", "--yes")).code).toBe(0);
  expect(await site.tableHashes()).not.toEqual(hashes);
  writeFileSync(join(folder, "manifest.json"), manifest);
  const {bytes, code, stderr} = await loaded(site.root, "points.parquet");
  expect(code, stderr).toBe(0);
  expect(await site.tableHashes()).toEqual(hashes);
  expect(bytes.equals(readFileSync(join(folder, "points.parquet")))).toBe(true);
  expect(JSON.parse(String((await loaded(site.root, "manifest.json")).bytes))).toMatchObject({points: 15, status: "complete"});
});

test("no loader, refresh, build or preview asks a model that may cost something: they show what is there, and say that it is behind", async () => {
  await using stub = await stubServer(() => "Answer: 4");
  await using site = await smallSite({
    "book.yaml": FOREIGN,
    "models/foreign.yaml": `id: foreign\nendpoint: ${stub.url}\n`
  });
  const none = await site.command("refresh", "manifest");
  expect([none.code, none.stderr]).toEqual([2, "no results in data/store yet; npm run run asks foreign\n"]);
  expect((await site.command("run")).code).toBe(0);
  const asked = stub.requests.length;
  expect(asked).toBeGreaterThan(0);
  await writeFile(join(site.root, "data/book.yaml"), FOREIGN.replace("min: 8, max: 8", "min: 12, max: 12"));
  const behind = await site.command("refresh", "manifest");
  expect(behind.code, behind.stderr).toBe(0);
  expect(behind.stderr).toContain("the tables in data/store are behind the book; npm run run asks foreign for what is missing");
  const {bytes, code, stderr} = await loaded(site.root, "points.parquet");
  expect(code, stderr).toBe(0);
  expect(bytes.equals(readFileSync(join(site.root, "data/store/points.parquet")))).toBe(true);
  expect(stub.requests.length).toBe(asked);
  expect((await site.command("run")).code).toBe(0);
  expect(stub.requests.length).toBeGreaterThan(asked);
  expect((await site.command("refresh", "manifest")).stderr).not.toContain("behind");
});

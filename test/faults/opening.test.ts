// Places that a command cannot open: one sentence that names the place, and never an error of the clean-up in its stead.
import {mkdirSync, rmSync, writeFileSync} from "node:fs";
import {cp} from "node:fs/promises";
import {join} from "node:path";
import {afterAll, beforeAll, describe, expect, test} from "vitest";
import {type Stub, stubServer, type Workbook, workbook} from "../workbook.js";

let base: Workbook;
let server: Stub;
beforeAll(async () => {
  server = await stubServer(() => "Answer: 4");
  base = await workbook({"../question.csv": "question,answer\nwhat is 2+2?,4\n"});
  expect((await base.command("run", "--limit", "8")).code).toBe(0);
});
afterAll(async () => {
  await base[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

const replaceByFile = (place: string) => (root: string) => {
  rmSync(join(root, place), {recursive: true});
  writeFileSync(join(root, place), "x");
};
const replaceByFolder = (place: string) => (root: string) => {
  rmSync(join(root, place), {force: true});
  mkdirSync(join(root, place));
};
/** The obstacle, and the words that its sentence has. */
const FAULTS: Record<string, [make: (root: string) => void, names: RegExp]> = {
  "a key with other characters": [() => {}, /the API key has characters that are not allowed/u],
  "a file in place of the store": [replaceByFile("data/store"), /data\/store/u],
  "a file in place of the cache": [replaceByFile("data/cache"), /data\/cache/u],
  "a folder in place of the lock": [replaceByFolder("data/store/lock.duckdb"), /data\/store/u],
  "a folder in place of the answers": [replaceByFolder("data/cache/data.mdb"), /data\/cache/u]
};
const asked = () => ["--base-url", server.url, "--model", "m", "--api-key-env", "PASTED"];
const COMMANDS: Record<string, () => string[]> = {
  "run of a server": () => ["run", ...asked(), "--limit", "4", "--out", "data/store", "--no-history"],
  run: () => ["run", "--limit", "8"],
  ask: () => ["ask", "question.csv", ...asked()],
  score: () => ["score", "--store", "data/store"],
  "points tag": () => ["points", "tag", "tags", "mine"],
  sql: () => ["sql", "from points"],
  analyze: () => ["analyze", "scores"],
  report: () => ["report"],
  adaptive: () => ["adaptive", "--model", "sim-cedar-01"],
  probe: () => ["contamination", "probe", "--model", "sim-cedar-01"],
  "cache verify": () => ["cache", "verify"],
  "cache clear": () => ["cache", "clear", "--yes"]
};

describe.each(Object.entries(FAULTS))("%s", (_, [make, names]) => {
  test.each(Object.entries(COMMANDS))("%s", async (_, words) => {
    await using book = await workbook();
    await cp(base.root, book.root, {recursive: true});
    make(book.root);
    const {code, stderr} = await book.commandWith({env: {PASTED: "sk-abc…defghijk"}}, words());
    expect(stderr).not.toMatch(/suppressed during disposal|also, while ending|\n\s+at /u);
    if (code === 0) return;
    expect([1, 2], stderr).toContain(code);
    const sentence = stderr.trim().split("\n").at(-1)!;
    expect(names.test(sentence) || /the API key|no cache in|no tables|no points/u.test(sentence), stderr).toBe(true);
  });
});

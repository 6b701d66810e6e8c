// Cache files with flipped, zeroed, swapped and missing pages: LMDB maps what it is given and would die of them by a signal.
import {spawnSync} from "node:child_process";
import {copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterAll, beforeAll, expect, test} from "vitest";
import {openCache} from "../../pipelines/infer/cache.node.js";
import {damageIn} from "../../pipelines/infer/lmdbFile.node.js";
import {rebuildCache, repairCache} from "../../pipelines/infer/repair.node.js";
import {requestKey} from "../../pipelines/infer/request.node.js";
import {ask, completion} from "../infer/loopback.js";
import {stubServer, workbook} from "../workbook.js";

const PAGE = 4096;
const ANSWERS = 600;
const keys = Array.from({length: ANSWERS}, (_, i) => requestKey(ask(`question ${i}`)));
const entry = (i: number) =>
  completion({
    // Long ones stand on pages of their own.
    text: `answer ${i} ${Array.from({length: i % 40 === 0 ? 900 : 40}, (_, k) => (i * 7919 + k * 104_729).toString(36)).join(" ")}`
  });

let home: string;
let whole: Buffer;
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), "damage-"));
  const cache = openCache(join(home, "whole"));
  for (
    let round = 0;
    round < 2;
    round++ // the second round leaves free pages
  )
    for (let i = 0; i < ANSWERS; i += 50) await Promise.all(keys.slice(i, i + 50).map((key, k) => cache.put(key, entry(i + k))));
  await cache.close();
  whole = readFileSync(join(home, "whole", "data.mdb"));
});
afterAll(() => rmSync(home, {recursive: true, force: true}));

const kindOf = (page: number) => whole.readUInt16LE(page * PAGE + 18) & 0x0f;
const pages = () => Array.from({length: whole.length / PAGE - 2}, (_, i) => i + 2);
const meta = () => (whole.readBigUInt64LE(152) > whole.readBigUInt64LE(PAGE + 152) ? 0 : PAGE);
const root = () => Number(whole.readBigUInt64LE(meta() + 136));
/** The pages of the tree of entries that are no leaves' values. */
function tree(): number[] {
  const found: number[] = [];
  const visit = (page: number) => {
    found.push(page);
    if (kindOf(page) !== 1) return;
    for (let i = 0; i < whole.readUInt16LE(page * PAGE + 20) / 2; i++)
      visit(whole.readUIntLE(page * PAGE + 24 + whole.readUInt16LE(page * PAGE + 24 + 2 * i), 6));
  };
  visit(root());
  return found;
}

function cacheOf(change: (bytes: Buffer) => Buffer | undefined): string {
  const folder = mkdtempSync(join(home, "cache-"));
  const bytes = Buffer.from(whole);
  writeFileSync(join(folder, "data.mdb"), change(bytes) ?? bytes);
  return folder;
}

test("a whole file is whole, an empty and an absent one too", () => {
  expect(damageIn(join(home, "whole", "data.mdb"))).toBeNull();
  expect(
    damageIn(
      join(
        cacheOf(() => Buffer.alloc(0)),
        "data.mdb"
      )
    )
  ).toBeNull();
  expect(pages().filter(page => kindOf(page) === 4).length).toBeGreaterThan(0); // there are pages of long values
  expect(tree().length).toBeGreaterThan(10);
});

const faults: [string, (bytes: Buffer) => Buffer | undefined][] = [
  ["cut to half", bytes => bytes.subarray(0, bytes.length / 2)],
  ["cut within a page", bytes => bytes.subarray(0, bytes.length - PAGE - 100)],
  ["cut to one page", bytes => bytes.subarray(0, PAGE)],
  ["cut to ten bytes", bytes => bytes.subarray(0, 10)],
  ["text", () => Buffer.from("this is no database\n".repeat(2_000))],
  ["zeros", bytes => bytes.fill(0)],
  ["no mark in the first meta page", bytes => void bytes.writeUInt32LE(0, 24)],
  ["a root beyond the file", bytes => void bytes.writeBigUInt64LE(1_000_000n, meta() + 136)],
  [
    "a root that is a value",
    bytes => void bytes.writeBigUInt64LE(BigInt(pages().find(page => kindOf(page) === 4)!), meta() + 136)
  ],
  [
    "a branch that points beyond the file",
    bytes => void bytes.writeUIntLE(2 ** 40, root() * PAGE + 24 + whole.readUInt16LE(root() * PAGE + 24), 6)
  ],
  [
    "a branch that points to itself",
    bytes => void bytes.writeUIntLE(root(), root() * PAGE + 24 + whole.readUInt16LE(root() * PAGE + 24), 6)
  ],
  ["a page of zeros in the tree", bytes => void bytes.fill(0, tree()[5]! * PAGE, (tree()[5]! + 1) * PAGE)],
  ["a page of noise in the tree", bytes => void bytes.fill("9f", tree()[5]! * PAGE, (tree()[5]! + 1) * PAGE, "hex")],
  ["a page of a later transaction", bytes => void bytes.writeUInt8(8, tree()[5]! * PAGE + 15)],
  ["bounds of a page beyond it", bytes => void bytes.writeUInt16LE(60_000, tree()[5]! * PAGE + 20)],
  ["a node outside its page", bytes => void bytes.writeUInt16LE(4_090, tree().at(-1)! * PAGE + 24)]
];

test.each(faults)("%s: told in one sentence, and every whole answer is saved", async (_, change) => {
  const folder = cacheOf(change);
  expect(() => openCache(folder)).toThrow(
    /^the cache .*data\.mdb is damaged \(.+\); npm run cache -- repair --yes saves every whole answer in it$/
  );
  const before = readFileSync(join(folder, "data.mdb"));
  const aside = await rebuildCache(folder);
  expect(readFileSync(join(folder, aside!)).equals(before)).toBe(true);
  await repairCache(folder, {remove: true});
  const cache = openCache(folder);
  let saved = 0;
  for (const [i, key] of keys.entries()) {
    const found = cache.get(key);
    if (!found) continue;
    expect(found).toEqual(entry(i));
    saved++;
  }
  expect(cache.count()).toBe(saved);
  await cache.close();
  const gone = before.length < whole.length || before.readUInt32LE(24 + PAGE) !== whole.readUInt32LE(24 + PAGE);
  if (!gone) expect(saved).toBeGreaterThan(ANSWERS - 60); // one page of them at most is lost
});

test("whatever bits are flipped, no process dies by a signal: the file is refused, or its entries are checked", () => {
  let state = 20_231;
  const random = (n: number) => {
    state = (state * 1_103_515_245 + 12_345) & 0x7fff_ffff;
    return (state >> 8) % n;
  };
  const folders: string[] = [];
  for (let i = 0; i < 60; i++) {
    const folder = cacheOf(bytes => {
      const structure = i % 3 === 0 ? meta() : tree()[random(tree().length)]! * PAGE;
      const span = i % 3 === 0 ? 170 : i % 3 === 1 ? 64 : PAGE;
      for (let flips = 0; flips <= i % 4; flips++) bytes[structure + random(span)]! ^= 1 << random(8);
      return undefined;
    });
    if (damageIn(join(folder, "data.mdb")) === null) folders.push(folder);
  }
  const script = new URL("./read-and-write.ts", import.meta.url).pathname;
  const {signal, status, stderr} = spawnSync(process.execPath, ["--import", "tsx", script, ...folders], {encoding: "utf8"});
  expect({signal, status}, stderr).toEqual({signal: null, status: 0});
  expect(folders.length).toBeGreaterThan(5);
});

test("a garbage lock file is no reason to die either", () => {
  const folder = mkdtempSync(join(home, "lock-"));
  copyFileSync(join(home, "whole", "data.mdb"), join(folder, "data.mdb"));
  writeFileSync(join(folder, "lock.mdb"), "garbage".repeat(2_000));
  const script = new URL("./read-and-write.ts", import.meta.url).pathname;
  const {signal} = spawnSync(process.execPath, ["--import", "tsx", script, folder], {encoding: "utf8"});
  expect(signal).toBeNull();
});

test("from the command line: run and plan say it in a line, repair mends it, and the run asks only what was lost", async () => {
  await using stub = await stubServer(() => "Answer: 4");
  await using book = await workbook();
  const words = ["--base-url", stub.url, "--model", "m", "--limit", "60"];
  expect((await book.command("run", ...words)).code).toBe(0);
  const asked = stub.requests.length;
  const file = join(book.root, "data/cache/data.mdb");
  const bytes = readFileSync(file);
  bytes.writeBigUInt64LE(1_000_000n, (bytes.readBigUInt64LE(152) > bytes.readBigUInt64LE(PAGE + 152) ? 0 : PAGE) + 136);
  writeFileSync(file, bytes);
  for (const command of ["run", "plan"]) {
    const ended = await book.command(command, ...words);
    expect(ended).toMatchObject({code: 1, signal: null});
    expect(ended.stderr).toMatch(
      /^the cache data\/cache\/data\.mdb is damaged \(page 0 points to page 1000000, which does not exist\); .*\n$/
    );
  }
  const repaired = await book.command("cache", "repair", "--yes");
  expect(repaired.code, repaired.stderr).toBe(0);
  expect(repaired.stdout).toContain("is rebuilt from its pages; the old file is data/cache/data.mdb.damaged");
  const again = await book.command("run", ...words);
  expect(again.code, again.stderr).toBe(0);
  expect(stub.requests).toHaveLength(asked);
  expect(existsSync(join(book.root, "data/cache/data.mdb.damaged"))).toBe(true);
});

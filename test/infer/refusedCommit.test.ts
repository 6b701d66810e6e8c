// LMDB may refuse a commit for a reason of its own, as where it cannot follow its list of free pages: no answer that has come is lost, and no
// further one is asked.
import {appendFileSync, mkdtempSync, readdirSync, rmSync, statSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterAll, expect, onTestFinished, test, vi} from "vitest";
import type {Completion} from "../../pipelines/infer/completion.js";

/** How many commits are refused from now on. */
let refused = 0;
vi.doMock("lmdb", async original => {
  const lmdb = await original<typeof import("lmdb")>();
  const open = (...asked: Parameters<typeof lmdb.open>) => {
    const database = lmdb.open(...asked);
    const put = database.put.bind(database) as (...asked: unknown[]) => Promise<boolean>;
    const refusing = (...asked: unknown[]) => {
      if (refused === 0) return put(...asked);
      refused--;
      const reason = Promise.reject(new Error("MDB_BAD_VALSIZE: Unsupported size of key/DB name/data"));
      reason.catch(() => {});
      return Promise.reject(Object.assign(new Error("Commit failed (see commitError for details)"), {commitError: reason}));
    };
    return Object.assign(database, {put: refusing});
  };
  return {...lmdb, open};
});
vi.resetModules();
const {openCache} = await import("../../pipelines/infer/cache.node.js");
afterAll(() => {
  vi.doUnmock("lmdb");
  vi.resetModules();
});

const answer = (text: string): Completion => ({
  text,
  reasoning: null,
  finish_reason: "stop",
  prompt_tokens: 9,
  completion_tokens: 3,
  billed: null,
  latency_ms: 1,
  retries: 0
});
const key = (i: number) => i.toString(16).padStart(64, "0");

function cacheIn(): {cache: ReturnType<typeof openCache>; folder: string} {
  const folder = mkdtempSync(join(tmpdir(), "refused-"));
  onTestFinished(() => rmSync(folder, {recursive: true, force: true}));
  return {cache: openCache(folder), folder};
}

test("answers of a refused commit are written again, and nothing more is to be asked", async () => {
  const {cache, folder} = cacheIn();
  await cache.put(key(0), answer("before"));
  expect(cache.failure).toBeNull();
  refused = 3;
  await Promise.all([1, 2, 3].map(i => cache.put(key(i), answer(`answer ${i}`))));
  expect(cache.failure?.message).toBe(
    `the cache in ${folder} cannot be written: MDB_BAD_VALSIZE: Unsupported size of key/DB name/data; nothing more is asked, what was in flight is kept, and a rerun asks only what is missing`
  );
  await cache.close();
  const again = openCache(folder);
  expect([...again.keys()]).toEqual([0, 1, 2, 3].map(key));
  expect(again.failure).toBeNull();
  await again.put(key(4), answer("after"));
  await again.close();
});

const spillFiles = (folder: string) => readdirSync(folder).filter(name => name.includes(".spill-"));

test("an answer that is refused twice goes into a file of its owner's, which the next run moves into the cache and names", async () => {
  const {cache, folder} = cacheIn();
  await cache.put(key(0), answer("before"));
  refused = 4; // two answers, twice each
  await Promise.all([1, 2].map(i => cache.put(key(i), answer(`answer ${i}`))));
  expect(cache.failure).not.toBeNull();
  expect(cache.get(key(1))?.text).toBe("answer 1");
  await cache.close();
  const [file, ...others] = spillFiles(folder);
  expect(others).toEqual([]);
  expect(statSync(join(folder, file!)).mode & 0o777).toBe(0o600);

  appendFileSync(join(folder, file!), '{"cache": "/cut');
  const reading = openCache(folder);
  expect([[...reading.keys()], reading.count(), reading.has(key(2))]).toEqual([[0, 1, 2].map(key), 3, true]);
  await reading.close();
  expect(spillFiles(folder)).toEqual([file]);

  const sentences: string[] = [];
  const moving = openCache(folder, {onSpill: sentence => void sentences.push(sentence)});
  expect(sentences).toEqual([`2 answers that found no room in ${folder} are read from ${join(folder, file!)}`]);
  await moving.close();
  expect(spillFiles(folder)).toEqual([]);
  const after = openCache(folder);
  expect(after.count()).toBe(3);
  await after.close();
});

test("a folder that books share for such answers gives each cache its own", async () => {
  const [first, second] = [cacheIn(), cacheIn()];
  const spill = join(first.folder, "shared");
  await Promise.all([first, second].map(({cache}) => cache.close()));
  // Both caches have the same name in different folders.
  const [one, other] = [first, second].map(({folder}) => join(folder, "cache")) as [string, string];
  const opened = openCache(one, {spill});
  refused = 2;
  await opened.put(key(1), answer("one"));
  await opened.close();
  const foreign = openCache(other, {spill, onSpill: () => {}});
  expect(foreign.get(key(1))).toBeUndefined();
  await foreign.close();
  expect(spillFiles(spill)).toHaveLength(1);
  const again = openCache(one, {spill});
  expect(again.get(key(1))?.text).toBe("one");
  await again.close();
});

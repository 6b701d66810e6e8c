// LMDB may refuse a commit for a reason of its own, as where it cannot follow its list of free pages: no answer that has come is lost, and no
// further one is asked.
import {mkdtempSync, rmSync} from "node:fs";
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

const answer = (text: string): Completion => ({text}) as Completion;
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

test("an answer that is refused twice says that it is lost", async () => {
  const {cache} = cacheIn();
  refused = 2;
  await expect(cache.put(key(1), answer("answer"))).rejects.toThrow(/MDB_BAD_VALSIZE.*an answer that was paid for is lost/);
  expect(cache.failure).not.toBeNull();
  await cache.close();
});

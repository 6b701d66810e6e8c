import {existsSync} from "node:fs";
import {mkdir, mkdtemp, rm, stat, utimes, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {expect, test} from "vitest";
import {CACHE, dropFromCache, putInCache} from "../../pipelines/store/publish.js";

const mtime = async (file: string) => (await stat(file)).mtimeMs;

test("a table put into the cache is as new as its loader; dropped, it is gone and its loader newer, so that the loader runs again", async () => {
  const root = await mkdtemp(join(tmpdir(), "reasonbook-publish-"));
  try {
    const [loader, table] = [join(root, "loaders", "traces.parquet.ts"), join(root, "traces.parquet")];
    await mkdir(join(root, "loaders"));
    await writeFile(loader, "");
    await writeFile(table, "rows");
    const old = new Date(Date.now() - 60_000);
    await utimes(loader, old, old);
    await putInCache(table, {root});
    const cached = join(root, CACHE, "traces.parquet");
    expect(await mtime(cached)).toBe(await mtime(loader));
    const before = await mtime(loader);
    await dropFromCache("traces.parquet", {root});
    expect(existsSync(cached)).toBe(false);
    expect(await mtime(loader)).toBeGreaterThan(before);
    // What no page can ask for is left alone, as is what is not there.
    await dropFromCache("traces.parquet", {root});
    await dropFromCache("nothing.parquet", {root});
    expect(existsSync(join(root, "loaders", "nothing.parquet.ts"))).toBe(false);
  } finally {
    await rm(root, {recursive: true, force: true});
  }
});

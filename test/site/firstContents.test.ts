// First contents of a build that follows another: those of pages and tables that did not change are read, all others are worked out.
import {mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterAll, beforeAll, expect, test} from "vitest";
import {readFirstContents} from "../../pipelines/site/firstContents.js";

const sources = {local: "own" as const, localFirst: true, isEvaluated: true, published: null};
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "first-contents-"));
});
afterAll(() => rmSync(folder, {recursive: true, force: true}));

/** Writes a site of pages without scripts, which have no contents, and returns how to read them and what the cache has. */
function site(name: string) {
  const [dist, tables, cache] = ["dist", "tables", "cache"].map(each => join(folder, name, each)) as [string, string, string];
  for (const each of [dist, tables, cache]) mkdirSync(each, {recursive: true});
  const contents = [{id: "00000000", html: "<p>Worked out before.</p>"}];
  return {
    contents,
    page: (file: string, html: string) => writeFileSync(join(dist, file), html),
    table: (file: string, bytes: string) => writeFileSync(join(tables, file), bytes),
    read: () => readFirstContents({sources, dist, tables, cache}),
    kept: () => readdirSync(cache),
    replace: (file: string) => writeFileSync(join(cache, file), JSON.stringify(contents))
  };
}

test("contents of a page that did not change are those of the previous build", async () => {
  const {page, table, read, kept, replace, contents} = site("same");
  page("runs.html", "<main>Runs</main>");
  table("samples.parquet", "1");
  expect((await read()).get("runs.html")).toEqual([]);
  expect(kept()).toHaveLength(1);
  replace(kept()[0]!);
  expect((await read()).get("runs.html")).toEqual(contents);
});

test.each([
  "page",
  "table",
  "new table"
])("contents are worked out again after a change of a %s, and older ones removed", async change => {
  const {page, table, read, kept, replace} = site(change);
  page("runs.html", "<main>Runs</main>");
  page("about.html", "<main>About</main>");
  table("samples.parquet", "1");
  await read();
  for (const file of kept()) replace(file);
  if (change === "page") page("runs.html", "<main>Runs of this book</main>");
  else table("points.parquet", "2");
  const contents = await read();
  expect(contents.get("runs.html")).toEqual([]);
  expect(contents.get("about.html")?.length).toBe(change === "page" ? 1 : 0);
  expect(kept()).toHaveLength(2);
});

test("a site without pages has no contents", async () => {
  expect((await site("empty").read()).size).toBe(0);
});

// Loaders are one text under the name of each published table; a refresh hands the pages what they print.
import {appendFileSync, readdirSync, readFileSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {expect, test} from "vitest";
import {LOADER} from "../../pipelines/run/loader.js";
import {loaderFolder, siteCache} from "../../pipelines/store/places.node.js";
import {filesOf} from "../../pipelines/store/publish.node.js";
import {tables} from "../../pipelines/store/tables.js";
import {studyTables} from "../../pipelines/studies/registry.js";
import {smallSite} from "../small-site.js";

test("every table has its loader, and all loaders are the same text", () => {
  const names = readdirSync(loaderFolder());
  const published = [...Object.keys(tables), ...Object.keys(studyTables), "live", "manifest", "cluster"];
  expect(names.sort()).toEqual(
    published
      .flatMap(filesOf)
      .map(file => `${file}.ts`)
      .sort()
  );
  expect(names.filter(name => readFileSync(join(loaderFolder(), name), "utf8") !== LOADER)).toEqual([]);
});

test("a refresh hands over the store's tables, and what a loader of another text prints", async () => {
  await using site = await smallSite();
  expect((await site.command("run")).code).toBe(0);
  writeFileSync(join(site.root, "loaders/hello.json.ts"), 'process.stdout.write(JSON.stringify({hello: ["world"]}));\n');
  appendFileSync(join(site.root, "loaders/timings.parquet.ts"), "// and no more\n");
  const refreshed = await site.command("refresh", "hello", "live", "timings", "manifest");
  expect(refreshed.code, refreshed.stderr).toBe(0);
  const cached = (name: string) => readFileSync(join(siteCache(site.root), name));
  expect(JSON.parse(String(cached("hello.json")))).toEqual({hello: ["world"]});
  for (const name of ["live.arrow", "timings.parquet", "manifest.json"])
    expect(cached(name).equals(readFileSync(join(site.root, "data/store", name))), name).toBe(true);
  writeFileSync(join(site.root, "loaders/hello.json.ts"), "process.exitCode = 3;\n");
  const failed = await site.command("refresh", "hello");
  expect([failed.code, failed.stderr.split("\n").at(-2)]).toEqual([1, "loader hello.json.ts ended with exit code 3"]);
  expect(JSON.parse(String(cached("hello.json")))).toEqual({hello: ["world"]});
});

test("a refresh names the tables that it rewrites with the reason; with --only, none that are computed from those", async () => {
  await using site = await smallSite();
  expect((await site.command("run")).code).toBe(0);
  const refreshed = async (...names: string[]) => {
    const {code, stderr} = await site.command("refresh", ...names);
    expect(code, stderr).toBe(0);
    const [reasons, ...tables] = stderr.trimEnd().split("\n");
    return {reasons, tables: tables.map(line => line.split(":")[0])};
  };
  const one = await refreshed("points", "--only");
  expect(one.reasons).toMatch(/^rewriting 1 of \d+ tables of the pages: points\.parquet \(named\)$/);
  expect(one.tables).toEqual(["points.parquet"]);
  const two = await refreshed("scores", "points", "--only");
  expect(two.reasons).toMatch(/^rewriting 2 of \d+ tables of the pages: points\.parquet, scores\.parquet \(named\)$/);
  expect(two.tables).toEqual(["points.parquet", "scores.parquet"]);
  const mistake = await site.command("refresh", "--only");
  expect([mistake.code, mistake.stderr]).toEqual([2, "--only needs a table: npm run refresh -- points --only\n"]);
});

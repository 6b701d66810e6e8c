import {existsSync} from "node:fs";
import {mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {PassThrough} from "node:stream";
import {buffer} from "node:stream/consumers";
import {tableFromIPC} from "apache-arrow";
import {afterEach, expect, test, vi} from "vitest";
import {openDuckDB} from "../../pipelines/store/duckdb.node.js";
import {loaderFolder, siteCache} from "../../pipelines/store/places.node.js";
import {dropFromCache, emptyFile, MOST_TEXTS, publish, putInCache} from "../../pipelines/store/publish.node.js";
import {readRows} from "../../pipelines/store/sql.node.js";
import {everyTable} from "../../pipelines/studies/everyTable.js";
import {studyTables} from "../../pipelines/studies/registry.js";

const mtime = async (file: string) => (await stat(file)).mtimeMs;

test("a table put into the cache is as new as its loader; dropped, it is gone and its loader newer, so that the loader runs again", async () => {
  const root = await mkdtemp(join(tmpdir(), "reasonbook-publish-"));
  try {
    const [loader, table] = [join(loaderFolder(root), "traces.parquet.ts"), join(root, "traces.parquet")];
    await mkdir(loaderFolder(root), {recursive: true});
    await writeFile(loader, "");
    await writeFile(table, "rows");
    const old = new Date(Date.now() - 60_000);
    await utimes(loader, old, old);
    await putInCache(table, {root});
    const cached = join(siteCache(root), "traces.parquet");
    expect(await mtime(cached)).toBe(await mtime(loader));
    const before = await mtime(loader);
    await dropFromCache("traces.parquet", {root});
    expect(existsSync(cached)).toBe(false);
    expect(await mtime(loader)).toBeGreaterThan(before);
    // What no page can ask for is left alone, as is what is not there.
    await dropFromCache("traces.parquet", {root});
    await dropFromCache("nothing.parquet", {root});
    expect(existsSync(join(loaderFolder(root), "nothing.parquet.ts"))).toBe(false);
  } finally {
    await rm(root, {recursive: true, force: true});
  }
});

afterEach(() => vi.unstubAllEnvs());

test.each([
  ["no limit", undefined, 2],
  ["a limit above their size", "1000000", 2],
  ["a limit below their size", "10", 0],
  ["no texts wanted", "0", 0]
])("responses under %s", async (_, most, rows) => {
  if (most !== undefined) vi.stubEnv(MOST_TEXTS, most);
  const folder = await mkdtemp(join(tmpdir(), "reasonbook-publish-"));
  try {
    const {connection, close} = await openDuckDB();
    for (const table of ["responses", "refusal_examples", "timings"])
      await connection.run(
        `copy (select 'm' as model, i::varchar as item_id, 'text' as text from range(2) t(i)) to '${join(folder, `${table}.parquet`)}' (format parquet)`
      );
    close();
    const printed = async (table: string): Promise<unknown[]> => {
      const output = new PassThrough();
      const [bytes] = await Promise.all([
        buffer(output),
        publish(table, folder, {output, ...(table === "refusal_examples" && {schema: studyTables.refusal_examples})}).then(() =>
          output.end()
        )
      ]);
      const file = join(folder, "printed.parquet");
      await writeFile(file, bytes);
      const found: unknown[] = [];
      for await (const row of readRows(file, {query: "select model, text from t"})) found.push(row);
      return found;
    };
    expect(await printed("responses")).toHaveLength(rows);
    expect(await printed("refusal_examples")).toHaveLength(most === "0" ? 0 : 2); // texts in examples are few
    expect(await printed("timings")).toHaveLength(2); // no text
  } finally {
    await rm(folder, {recursive: true, force: true});
  }
});

test("each loader's table can be printed without rows, with all its columns", async () => {
  const folder = await mkdtemp(join(tmpdir(), "reasonbook-empty-files-"));
  const {connection, close} = await openDuckDB();
  try {
    const names = (await readdir("loaders"))
      .filter(name => name.endsWith(".parquet.ts"))
      .map(name => name.slice(0, -".ts".length));
    expect(names.length).toBeGreaterThan(50);
    for (const name of names) {
      const schema = everyTable[name.split(".")[0]!]!;
      const file = join(folder, name);
      await writeFile(file, await emptyFile(name, schema));
      const result = await connection.runAndReadAll(`select * from '${file}'`);
      expect(result.columnNames(), name).toEqual(Object.keys(schema.columns));
      expect(result.getRows(), name).toEqual([]);
    }
    const curves = tableFromIPC(await emptyFile("spectra.arrow", studyTables.spectra));
    expect([curves.numRows, curves.schema.names]).toEqual([0, Object.keys(studyTables.spectra.columns)]);
    for (const name of ["manifest.json", "cluster.json"])
      expect(JSON.parse(new TextDecoder().decode(await emptyFile(name, undefined))), name).toBe(null);
    expect(tableFromIPC(await emptyFile("live.arrow", undefined)).numRows).toBe(0);
  } finally {
    close();
    await rm(folder, {recursive: true, force: true});
  }
});

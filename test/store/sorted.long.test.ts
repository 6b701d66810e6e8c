// Tables with long texts are sorted slice by slice: their bytes follow from their rows alone, however often they are written.
import {createHash} from "node:crypto";
import {mkdtemp, readFile, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {expect, onTestFinished, test} from "vitest";
import {openDuckDB} from "../../pipelines/store/duckdb.node.js";
import {copySorted} from "../../pipelines/store/sorted.node.js";

test.each([
  {how: "one slice at a time", besides: false},
  {how: "two slices at a time", besides: true}
])("a table of 270 MB of text has the same bytes each time, in order, and two threads again behind it: $how", async ({
  besides
}) => {
  const folder = await mkdtemp(join(tmpdir(), "sorted-"));
  onTestFinished(() => rm(folder, {recursive: true, force: true}));
  const {connection, another, close} = await openDuckDB();
  onTestFinished(close);
  const beside = besides ? async () => ({connection: await another(), selected: ["key", "text"]}) : undefined;
  // Texts of many lengths, so that slices end anywhere; the key is a permutation of the numbers of rows.
  await connection.run(
    "create table long as select (i * 7919) % 240000 as key, repeat(md5(i::varchar), 5 + (i * 31) % 60) as text, strlen(text) as bytes from range(240000) t(i)"
  );
  const hashes = new Set<string>();
  for (let i = 0; i < 6; i++) {
    const file = join(folder, `${i}.parquet`);
    await copySorted(connection, {
      table: "long",
      selected: ["key", "text"],
      keys: [{column: "key"}],
      bytes: "bytes",
      rowGroup: 8192,
      file,
      spill: folder,
      beside
    });
    hashes.add(
      createHash("sha256")
        .update(await readFile(file))
        .digest("hex")
    );
  }
  expect(hashes.size).toBe(1);
  const [[rows, moved, threads] = []] = (
    await connection.runAndReadAll(
      `select count(*)::INTEGER, (count(*) filter (key <> file_row_number))::INTEGER, current_setting('threads')::INTEGER from read_parquet('${join(folder, "0.parquet")}', file_row_number = true)`
    )
  ).getRows();
  expect([rows, moved, threads]).toEqual([240_000, 0, 2]);
});

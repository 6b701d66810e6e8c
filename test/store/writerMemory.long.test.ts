// Tables whose texts outgrow the memory: sorted, carried and written in parts.
import {mkdtemp, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {DuckDBInstance} from "@duckdb/node-api";
import {afterEach, beforeEach, expect, test} from "vitest";
import type {Table} from "../../pipelines/store/tables.js";
import {openStage, type Row} from "../../pipelines/store/writer.node.js";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "reasonbook-writer-"));
});
afterEach(() => rm(folder, {recursive: true, force: true}));

const column = (type: Table["columns"][string]["type"]) => ({type, description: ""});

async function ask(query: string): Promise<Row[]> {
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  const rows = (await connection.runAndReadAll(query)).getRowObjectsJson() as Row[];
  connection.closeSync();
  instance.closeSync();
  return rows;
}

test("texts that outgrow the memory are sorted all the same", async () => {
  const texts: Table = {
    description: "",
    columns: {k: column("key"), i: column("integer"), t: column("text")},
    order: ["k", "i"],
    rowGroup: 8_192
  };
  const rows = 150_000;
  const file = join(folder, "texts.parquet");
  await using stage = await openStage({t: texts}, {folder});
  for (let i = 0; i < rows; i++) {
    const at = (i * 7919) % rows; // 7919 is prime to it: every number once, in no order
    stage.append("t", {k: `key ${at % 3}`, i: at, t: `${at} `.repeat(500)});
  }
  await stage.write("t", file);
  const [counted] = await ask(
    `select count(*)::int as n, bool_and(starts_with(t, i || ' ')) as whole, bool_and(last <= place) as sorted
      from (select *, (k, i) as place, coalesce(lag((k, i)) over (order by file_row_number), (k, i)) as last from read_parquet('${file}', file_row_number = true))`
  );
  expect(counted).toEqual({n: rows, whole: true, sorted: true});
});

test("texts of two thirds of a megabyte that outgrow the memory are sorted all the same, also where they are carried", async () => {
  const texts: Table = {description: "", columns: {k: column("text"), t: column("text")}, order: ["k"], rowGroup: 512};
  const [file, again] = [join(folder, "large.parquet"), join(folder, "again.parquet")];
  const rows = 900;
  {
    await using stage = await openStage({t: texts}, {folder});
    for (let i = 0; i < rows; i++) stage.append("t", {k: `key ${(i * 7919) % rows}`, t: `${(i * 7919) % rows} `.repeat(160_000)});
    await stage.write("t", file);
  }
  await using stage = await openStage({t: texts}, {folder});
  await stage.carry("t", `select k, t from read_parquet('${file}')`);
  await stage.write("t", again);
  for (const each of [file, again]) {
    const [counted] = await ask(
      `select count(*)::int as n, bool_and(k = 'key ' || split_part(t, ' ', 1)) as whole, bool_and(last <= k) as sorted
        from (select *, coalesce(lag(k) over (order by file_row_number), k) as last from read_parquet('${each}', file_row_number = true))`
    );
    expect(counted).toEqual({n: rows, whole: true, sorted: true});
  }
});

test("texts of a megabyte that outgrow the memory are written in parts, in their order", async () => {
  const texts: Table = {
    description: "",
    columns: {k: column("text"), i: column("integer"), t: column("text")},
    order: ["k", "i"],
    rowGroup: 512
  };
  const file = join(folder, "parts.parquet");
  await using stage = await openStage({t: texts}, {folder});
  const rows = 600;
  for (let i = 0; i < rows; i++) {
    stage.append("t", {k: `key ${String(i).padStart(4, "0")}`, i, t: `${i} `.repeat(250_000)});
    await stage.endPart("t");
  }
  expect((await stage.write("t", file)).rows).toBe(rows);
  const [counted] = await ask(
    `select count(*)::int as n, bool_and(i = file_row_number and t = repeat(i || ' ', 250000)) as whole from read_parquet('${file}', file_row_number = true)`
  );
  expect(counted).toEqual({n: rows, whole: true});
});

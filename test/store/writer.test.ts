import {createHash} from "node:crypto";
import {mkdtemp, readdir, readFile, rm, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {DuckDBInstance} from "@duckdb/node-api";
import fc from "fast-check";
import {afterEach, beforeEach, expect, test} from "vitest";
import type {Table} from "../../pipelines/store/tables.js";
import {openStage, type Row} from "../../pipelines/store/writer.node.js";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "reasonbook-writer-"));
});
afterEach(() => rm(folder, {recursive: true, force: true}));

const column = (type: Table["columns"][string]["type"]) => ({type, description: ""});
const table: Table = {
  description: "",
  columns: {
    k: column("key"),
    i: column("integer"),
    n: column("bigint"),
    x: column("double"),
    b: column("boolean"),
    t: column("text"),
    l: column("texts"),
    m: column("numbers")
  },
  order: ["k", "i"]
};

async function write(rows: Row[], file = join(folder, "t.parquet")): Promise<string> {
  await using stage = await openStage({t: table}, {folder});
  for (const row of rows) stage.append("t", row);
  await stage.write("t", file);
  return file;
}

async function ask(query: string): Promise<Row[]> {
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  const rows = (await connection.runAndReadAll(query)).getRowObjectsJson() as Row[];
  connection.closeSync();
  instance.closeSync();
  return rows;
}

async function read(file: string): Promise<Row[]> {
  const rows = await ask(
    `select k, i, n::DOUBLE as n, x, b, t, l, map_keys(m) as keys, map_values(m) as vals from read_parquet('${file}')`
  );
  return rows.map(({keys, vals, ...row}) => ({
    ...row,
    m: Object.fromEntries((keys as string[]).map((key, i) => [key, (vals as number[])[i]]))
  }));
}

// Texts short and long, plain and not: the writer treats those of up to 12 bytes and those beyond ASCII apart.
const text = fc.oneof(
  fc.string({maxLength: 40}),
  fc.string({unit: "grapheme", maxLength: 20}),
  fc.constant(""),
  fc.constant("x".repeat(5_000))
);
const row = fc.record({
  k: fc.oneof(text, fc.constant(null)),
  n: fc.oneof(fc.integer({min: 0, max: 2 ** 53 - 1}), fc.constant(null)),
  x: fc.oneof(fc.double({noNaN: true, noDefaultInfinity: true}), fc.constant(null)),
  b: fc.oneof(fc.boolean(), fc.constant(null)),
  t: fc.oneof(text, fc.constant(null)),
  l: fc.array(text, {maxLength: 3}),
  m: fc.dictionary(fc.string({minLength: 1, maxLength: 5}), fc.double({noNaN: true, noDefaultInfinity: true}), {maxKeys: 3})
});
// JSON cannot tell -0 from 0.
const canonical = (value: unknown) => JSON.parse(JSON.stringify(value));
const byOrder = (a: Row, b: Row) => {
  const [x, y] = [a.k as string | null, b.k as string | null];
  if (x === y) return (a.i as number) - (b.i as number);
  return x === null ? 1 : y === null ? -1 : Buffer.compare(Buffer.from(x), Buffer.from(y));
};

test("what goes in comes out, sorted, whatever the values", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(row, {minLength: 1, maxLength: 60}), async parts => {
      const rows = parts.map((part, i) => ({...part, i: parts.length - i}));
      expect(canonical(await read(await write(rows)))).toEqual(canonical([...rows].sort(byOrder)));
    }),
    {numRuns: 25}
  );
});

test("chunk borders lose nothing: 5,000 rows of plain text", async () => {
  const rows = Array.from({length: 5_000}, (_, i) => ({
    k: `k${i % 7}`,
    i,
    n: i,
    x: i / 3,
    b: i % 2 === 0,
    t: `text number ${i}`.padEnd(i % 30, "."),
    l: [],
    m: {}
  }));
  const back = await read(await write(rows));
  expect(back).toEqual(canonical([...rows].sort(byOrder)));
});

test.each([
  ["of one byte a character", "a plain text "],
  ["of several bytes a character", "größer als 「三」 𝟕 👩🏽‍🚀 "],
  ["that is no Unicode", "half a pair \ud83d here "]
])("long texts %s come back over chunk borders, among short and empty ones", async (_, piece) => {
  const rows = Array.from({length: 4_100}, (_, i) => ({
    k: "k",
    i,
    n: i,
    x: 0,
    b: true,
    l: [],
    m: {},
    t: i % 50 === 0 ? "" : piece.repeat(1 + (i % 37)) + i
  }));
  const back = await read(await write(rows));
  expect(back.map(({t}) => t)).toEqual(rows.map(({t}) => Buffer.from(t).toString()));
});

test("equal rows give equal bytes, in whatever order they arrive", async () => {
  const rows = Array.from({length: 6_000}, (_, i) => ({
    k: `k${i % 11}`,
    i,
    n: i,
    x: Math.sqrt(i),
    b: true,
    t: `t${i}`,
    l: [`a${i % 3}`],
    m: {a: i}
  }));
  const hash = async (file: string) =>
    createHash("sha256")
      .update(await readFile(file))
      .digest("hex");
  const shuffled = [...rows].sort((a, b) => ((a.i * 7919) % 6_007) - ((b.i * 7919) % 6_007));
  expect(await hash(await write(shuffled, join(folder, "a.parquet")))).toBe(
    await hash(await write(rows, join(folder, "b.parquet")))
  );
});

test("tables that are written together have the bytes of tables written one by one, and no other is left where one fails", async () => {
  const texts: Table = {...table, columns: {k: column("key"), i: column("integer"), t: column("text")}, rowGroup: 8_192};
  const both = {texts, t: table, none: table};
  const rows = 30_000;
  const filled = async () => {
    const stage = await openStage(both, {folder});
    for (let i = 0; i < rows; i++) {
      const at = (i * 7919) % rows;
      // 75 MB of text, which is sorted in slices, and more keys than are written into a statement
      stage.append("texts", {k: `key ${at % 300}`, i: at, t: `${at} `.repeat(400)});
      stage.append("t", {k: `key ${at % 300}`, i: at, n: at, x: at / 3, b: true, t: `${at}`, l: [], m: {}});
    }
    return stage;
  };
  const hashes = (files: Record<string, string>) =>
    Promise.all(
      Object.values(files).map(async file =>
        createHash("sha256")
          .update(await readFile(file))
          .digest("hex")
      )
    );
  const filesIn = (name: string) =>
    Object.fromEntries(Object.keys(both).map(table => [table, join(folder, `${name}-${table}.parquet`)]));
  const [together, single] = [filesIn("together"), filesIn("single")];
  {
    await using stage = await filled();
    const written = await stage.writeAll(together);
    expect(Object.fromEntries(Object.entries(written).map(([name, each]) => [name, each.rows]))).toEqual({
      texts: rows,
      t: rows,
      none: 0
    });
  }
  {
    await using stage = await filled();
    for (const [name, file] of Object.entries(single)) await stage.write(name, file, {allowEmpty: true});
  }
  expect(await hashes(together)).toEqual(await hashes(single));
  const [counted] = await ask(
    `select count(*)::int as n, bool_and(k = 'key ' || i % 300 and starts_with(t, i || ' ')) as whole from read_parquet('${together.texts}')`
  );
  expect(counted).toEqual({n: rows, whole: true});

  await using stage = await filled();
  await expect(stage.writeAll({texts: join(folder, "missing", "texts.parquet"), t: join(folder, "t.parquet")})).rejects.toThrow(
    "missing"
  );
}, 120_000);

test("a table that would be empty is refused", async () => {
  await expect(write([])).rejects.toThrow('table "t" would be empty');
});

test("an empty table, and one of nulls, has the types of a full one", async () => {
  const types = async (rows: Row[]) => {
    const file = join(folder, `types-${rows.length}.parquet`);
    await using stage = await openStage({t: table}, {folder});
    for (const row of rows) stage.append("t", row);
    await stage.write("t", file, {allowEmpty: true});
    return ask(`select column_name, column_type from (describe from read_parquet('${file}'))`);
  };
  const full = await types([
    {k: "a", i: 1, n: 1, x: 1, b: true, t: "a", l: ["a"], m: {a: 1}},
    {k: "b", i: 2, n: 1, x: 1, b: true, t: "a", l: ["a"], m: {a: 1}}
  ]);
  expect(await types([])).toEqual(full);
  expect(await types([{k: null, i: 1, n: null, x: null, b: null, t: null, l: null, m: null}])).toEqual(full);
});

test("when the write fails the old table stays whole and nothing is left behind", async () => {
  const file = join(folder, "t.parquet");
  await write([{k: "old", i: 1, n: 1, x: 1, b: true, t: "", l: [], m: {}}], file);
  const before = await readFile(file);
  await using stage = await openStage({t: table}, {folder});
  stage.append("t", {k: "new", i: 1, n: 1, x: 1, b: true, t: "", l: [], m: {}});
  await expect(stage.write("t", join(folder, "missing", "t.parquet"))).rejects.toThrow();
  await writeFile(join(folder, "blocker"), "");
  expect(Buffer.compare(await readFile(file), before)).toBe(0);
  expect((await readdir(folder)).filter(name => name.startsWith(".tmp"))).toEqual([]);
});

test("a number that its column's type cannot hold is null, and fails nothing", async () => {
  const values = [2 ** 31, -(2 ** 31), 4e9, 1e300, Number.NaN, Number.POSITIVE_INFINITY, 7];
  const rows = values.map((value, i) => ({k: `${i}`, i: value, n: value, x: value, l: [], m: {}}));
  const written = await read(await write([...rows, {k: "8", i: 8, n: 2 ** 63, x: 0, l: [], m: {}}]));
  expect(written.map(({i}) => i)).toEqual([null, null, null, null, null, null, 7, 8]);
  expect(written.map(({n}) => n)).toEqual([2 ** 31, -(2 ** 31), 4e9, null, null, null, 7, null]);
  expect(written[3]).toMatchObject({x: 1e300});
});

test("rows that are carried in order are written as sorted ones are, and sorted where others were added", async () => {
  const placed: Table = {
    description: "",
    order: ["place"],
    rowGroup: 64,
    columns: {place: column("integer"), k: column("key"), t: column("text")}
  };
  const rows = Array.from({length: 500}, (_, place) => ({
    place,
    k: ["a", "b", null][place % 3],
    t: `text ${place}`.repeat(place % 7)
  }));
  const [sorted, parts, mixed] = ["sorted", "parts", "mixed"].map(name => join(folder, `${name}.parquet`)) as [
    string,
    string,
    string
  ];
  {
    await using stage = await openStage({t: placed}, {folder});
    for (const row of rows.toReversed()) stage.append("t", row);
    await stage.write("t", sorted);
  }
  const part = (from: number, to: number) =>
    `select * from '${sorted}' where place >= ${from} and place < ${to} order by hash(place)`;
  {
    await using stage = await openStage({t: placed}, {folder});
    for (const [from, to] of [
      [0, 130],
      [130, 131],
      [131, 131],
      [131, 500]
    ] as const)
      await stage.carry("t", part(from, to), {inOrder: true});
    await stage.write("t", parts);
  }
  {
    await using stage = await openStage({t: placed}, {folder});
    await stage.carry("t", part(200, 500), {inOrder: true});
    await stage.carry("t", part(100, 200));
    for (const row of rows.slice(0, 100)) stage.append("t", row);
    await stage.write("t", mixed);
  }
  const bytes = await readFile(sorted);
  expect((await readFile(parts)).equals(bytes)).toBe(true);
  expect((await readFile(mixed)).equals(bytes)).toBe(true);
});

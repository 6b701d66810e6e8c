import {mkdirSync, writeFileSync} from "node:fs";
import {mkdtemp, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {gzipSync} from "node:zlib";
import {DuckDBInstance} from "@duckdb/node-api";
import {tableFromArrays, tableToIPC} from "apache-arrow";
import {afterAll, beforeAll, describe, expect, test} from "vitest";
import {openRows, type RowOptions} from "../../pipelines/rows/openRows.node.js";
import {exactPath} from "../../pipelines/rows/parquet.js";
import {storedZstd} from "./storedZstd.js";

let folder: string;
beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), "reasonbook-rows-test-"))));
afterAll(() => rm(folder, {recursive: true, force: true}));

let files = 0;
const put = (ending: string, content: string | Uint8Array): string => {
  const file = join(folder, `${++files}.${ending}`);
  writeFileSync(file, content);
  return file;
};
const all = async (source: string | readonly string[], options?: RowOptions) => {
  const rows = [];
  for await (const {line, value, bad} of openRows(source, options)) rows.push(bad === undefined ? [line, value] : [line, bad]);
  return rows;
};
const rowsIn = (ending: string, content: string | Uint8Array, options?: RowOptions) => all(put(ending, content), options);
const refusal = async (ending: string, content: string | Uint8Array): Promise<string> => {
  const file = put(ending, content);
  return all(file).then(
    rows => `rows ${JSON.stringify(rows)}`,
    (error: Error) => error.message.replace(file, "FILE")
  );
};
const records = [
  {model: "a", text: 'says "no", then\nstops', n: 1},
  {model: "b", text: "ü — 漢字", n: 2.5}
];

describe("every format gives the same records", () => {
  const csv = (mark: string) =>
    `model${mark}text${mark}n\na${mark}"says ""no"", then\nstops"${mark}1\nb${mark}ü — 漢字${mark}2.5\n`;
  const typed = {isTyped: true};
  test.each([
    ["csv", csv(",")],
    ["csv", `\ufeff${csv(";")}`],
    ["tsv", csv("\t")],
    ["csv.gz", gzipSync(csv(","))],
    ["csv.zst", storedZstd(csv(","))],
    ["", csv(";")],
    ["jsonl", records.map(each => JSON.stringify(each)).join("\n")],
    ["jsonl", records.map(each => JSON.stringify(each)).join("\r\n")],
    ["ndjson.zst", storedZstd(`${records.map(each => JSON.stringify(each)).join("\n")}\n`)],
    ["json", JSON.stringify(records, null, 2)],
    ["json", records.map(each => JSON.stringify(each)).join("\n")],
    ["jsonl", JSON.stringify(records)],
    ["json.gz", gzipSync(JSON.stringify({version: null, rows: records}))],
    ["txt", JSON.stringify(records)],
    ["yaml", JSON.stringify(records)],
    ["yml", 'records:\n- model: a\n  text: "says \\"no\\", then\\nstops"\n  n: 1\n- {model: b, text: ü — 漢字, n: 2.5}\n']
  ])(".%s", async (ending, content) => {
    const rows = await rowsIn(ending, content, typed);
    expect(rows.map(([, value]) => value)).toEqual(records);
  });
  test("Arrow, as file and as stream", async () => {
    const table = tableFromArrays({model: ["a", "b"], text: records.map(({text}) => text), n: Float64Array.of(1, 2.5)});
    for (const form of ["file", "stream"] as const)
      expect((await rowsIn("data", tableToIPC(table, form))).map(([, value]) => value)).toEqual(records);
  });
  test("Parquet, packed and under a name without an ending", async () => {
    const file = join(folder, "rows.parquet");
    await parquet("select 'a' as model, 9007199254740993 as id union all select 'b', 2", file);
    const bytes = await import("node:fs").then(({readFileSync}) => readFileSync(file));
    const expected = [
      [1, {model: "a", id: "9007199254740993"}],
      [2, {model: "b", id: 2}]
    ];
    expect(await all(file)).toEqual(expected);
    expect(await rowsIn("bin", bytes)).toEqual(expected);
    expect(await rowsIn("parquet.gz", gzipSync(bytes))).toEqual(expected);
  });
});

async function parquet(query: string, file: string): Promise<void> {
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  await connection.run(`copy (${query}) to '${file.replaceAll("'", "''")}' (format parquet)`);
  connection.closeSync();
  instance.closeSync();
}

test("a Parquet file is read by its exact name, without columns out of folder names", async () => {
  const home = join(folder, "model=abc");
  mkdirSync(home);
  for (const name of ["a*b", "axb", "a?b", "a[1]b", "a1b", "it's"])
    await parquet(`select '${name.replaceAll("'", "''")}' as name`, join(home, `${name}.parquet`));
  for (const name of ["a*b", "a?b", "a[1]b", "it's"]) expect(await all(join(home, `${name}.parquet`))).toEqual([[1, {name}]]);
  expect(exactPath("/a*[b]?'")).toBe("'/a[*][[]b][?]'''");
});

test("places: lines with quoted line ends, columns of fields, numbers of rows", async () => {
  const file = put("csv", 'model,text\n\na,"1\n2"\r\nb,x\nü,"y",z\n');
  const rows = [];
  for await (const row of openRows(file, {isTyped: true})) rows.push(row);
  expect(rows.map(({line, number, bad}) => ({line, number, bad}))).toEqual([
    {line: 3, number: 1, bad: undefined},
    {line: 5, number: 2, bad: undefined},
    {line: 6, number: 3, bad: "3 cells under 2 columns"}
  ]);
  expect(rows.slice(0, 2).map(row => [row.column!("text"), row.written!("text"), row.column!("none")])).toEqual([
    [3, "1\n2", undefined],
    [3, "x", undefined]
  ]);
  const lines = put("jsonl", '{"a":1}\n\n{"b": {"c": 2}}\nno\n');
  const found = [];
  for await (const row of openRows(lines)) found.push([row.line, row.column?.("c"), row.bad]);
  expect(found).toEqual([
    [1, undefined, undefined],
    [3, 8, undefined],
    [4, undefined, "not JSON: Unexpected token 'o'"]
  ]);
  const list = put("json", '[{"a": 1}, {"a": 2},\n  {"b": 3, "a": 4}]');
  const elements = [];
  for await (const {line, column} of openRows(list)) elements.push([line, column?.("a")]);
  expect(elements).toEqual([
    [1, 3],
    [1, 13],
    [2, 12]
  ]);
});

test("several files, a folder and their order", async () => {
  const home = join(folder, "several");
  mkdirSync(home);
  writeFileSync(join(home, "b.csv"), "n\n2\n");
  writeFileSync(join(home, "a.jsonl"), '{"n": "1"}\n');
  writeFileSync(join(home, "notes.md"), "no rows");
  expect(await all(home)).toEqual([
    [1, {n: "1"}],
    [2, {n: "2"}]
  ]);
  expect((await all([join(home, "b.csv"), join(home, "a.jsonl")])).map(([, value]) => value)).toEqual([{n: "2"}, {n: "1"}]);
});

describe("odd content", () => {
  test("a decimal comma, where asked", async () => {
    const table = "a;b\n1,5;x\n2;y\n";
    expect(await rowsIn("csv", table, {isTyped: true, decimalComma: true})).toEqual([
      [2, {a: 1.5, b: "x"}],
      [3, {a: 2, b: "y"}]
    ]);
    expect((await rowsIn("csv", table, {isTyped: true}))[0]).toEqual([2, {a: "1,5", b: "x"}]);
  });
  test("integers beyond 2^53, NaN of Python, lone surrogates", async () => {
    const line = '{"id": 12345678901234567890, "x": NaN, "y": -Infinity, "s": "\\ud800 NaN"}\n';
    expect(await rowsIn("jsonl", line)).toEqual([[1, {id: "12345678901234567890", x: null, y: null, s: "\ud800 NaN"}]]);
    expect(await rowsIn("json", `[${line}]`)).toEqual([[1, {id: "12345678901234567890", x: null, y: null, s: "\ud800 NaN"}]]);
  });
  test("line ends of old files, quotes within cells, empty cells at the end", async () => {
    expect(await rowsIn("csv", "a,b\r1,2\r3,\r")).toEqual([
      [2, {a: "1", b: "2"}],
      [3, {a: "3", b: ""}]
    ]);
    expect(await rowsIn("csv", 'a,b\n5" disk,"x""y"\n')).toEqual([[2, {a: '5" disk', b: 'x"y'}]]);
  });
  test("a cell of several megabytes that many parts of the file make up", async () => {
    const text = "long, text ".repeat(500_000);
    const rows = await rowsIn("csv", `a,b\n"${text}",1\nx,2\n`);
    expect(rows).toEqual([
      [2, {a: text, b: "1"}],
      [3, {a: "x", b: "2"}]
    ]);
  });
  test("empty files have no rows, or are named where their format has no empty file", async () => {
    for (const ending of ["csv", "tsv", "jsonl", "csv.gz", "txt", "arrow", ""])
      expect(await rowsIn(ending, ending.endsWith("gz") ? gzipSync("") : "")).toEqual([]);
    expect(await rowsIn("jsonl.zst", storedZstd(""))).toEqual([]);
    for (const [ending, message] of [
      ["json", "FILE:1 not JSON: Unexpected end of JSON input"],
      ["yaml", "FILE has no list of records"],
      ["parquet", "FILE is not readable Parquet: "]
    ] as const)
      expect((await refusal(ending, "")).slice(0, message.length)).toBe(message);
  });
  test("a lone surrogate is kept in JSON, and is no UTF-8 in a table", async () => {
    expect(await rowsIn("jsonl", '{"s": "\\udc00"}\n')).toEqual([[1, {s: "\udc00"}]]);
    expect(await refusal("csv", Buffer.from("a\n\xed\xb0\x80\n", "latin1"))).toBe(
      "FILE:2 is not UTF-8 text (perhaps Latin-1); save it as UTF-8"
    );
    expect(await refusal("jsonl", Buffer.from('{"a": "caf\xe9"}\n', "latin1"))).toBe('rows [[1,"not UTF-8 text"]]');
  });
  test("integers beyond 2^53 are as they are written in a table, too", async () => {
    const [row] = await rowsIn("csv", "id,n\n12345678901234567890,9007199254740993\n");
    expect(row).toEqual([2, {id: "12345678901234567890", n: "9007199254740993"}]);
  });
});

describe("broken files give one line with the place", () => {
  test.each([
    ["csv", 'a,b\n1,2\n3,"never\nclosed,1\n', "FILE:3:3 a quote that is never closed"],
    ["csv", "a,b,a\n1,2,3\n", 'FILE:1:5 two columns are named "a"'],
    ["csv", Buffer.from("a,b\nx,caf\xe9\n", "latin1"), "FILE:2 is not UTF-8 text (perhaps Latin-1); save it as UTF-8"],
    ["csv", Buffer.from("\ufeffa,b\n1,2\n", "utf16le"), "FILE is UTF-16 text; save it as UTF-8"],
    ["jsonl", Buffer.from('{"a":1}\n', "utf16le"), "FILE is UTF-16 text; save it as UTF-8"],
    ["csv", "a,b\n1,\0\n", "FILE:2 contains a NUL byte, which text has not; save it as UTF-8"],
    ["json", '[{"a": 1},\n {"a": }]', "FILE:2 not JSON: Unexpected token '}'"],
    ["json", "", "FILE:1 not JSON: Unexpected end of JSON input"],
    ["json", "12", "FILE has no list of records"],
    ["yaml", "- a: 1\n- b: [", "FILE:2:7 not YAML: "],
    ["parquet", "PAR1 but no more", "FILE is not readable Parquet: "],
    ["arrow", "ARROW1 but no more", "FILE is not readable Arrow: "],
    ["csv.gz", gzipSync("a,b\n1,2\n").subarray(0, 20), "FILE cannot be read: gzip ends early or is damaged"],
    ["jsonl.zst", storedZstd('{"a":1}\n').subarray(0, 12), "FILE cannot be read: zstd ends early"]
  ])(".%s %j", async (ending, content, message) => {
    const found = await refusal(ending, content);
    expect(found.startsWith(message) ? message : found).toBe(message);
    expect(found).not.toContain("\n");
  });
  test("no such file, and a folder without rows", async () => {
    await expect(all(join(folder, "none.csv"))).rejects.toThrow(/^no such file: /u);
    mkdirSync(join(folder, "empty"));
    await expect(all(join(folder, "empty"))).rejects.toThrow(/has no file of rows/u);
  });
});

describe("a kind of record", () => {
  const kind = {fields: {id: ["item_id"], text: ["question"], group: []}, required: ["id", "text"], isClosed: true};
  const expected = [{id: "1", text: "why", group: "g"}];
  const values = async (ending: string, content: string | Uint8Array) =>
    (await rowsIn(ending, content, {kind})).map(([, value]) => value);
  test("columns may have further names, in upper or lower case", async () => {
    expect(await values("csv", "Item_ID,question,GROUP\n1,why,g\n")).toEqual(expected);
    expect(await values("jsonl", '{"item_id": "1", "text": "why", "group": "g"}\n')).toEqual(expected);
    expect(await values("json", '[{"id": "1", "Question": "why", "group": "g"}]')).toEqual(expected);
    expect(await values("csv", "id,text,question\n1,why,other\n")).toEqual([{id: "1", text: "why", question: "other"}]);
  });
  test("of Parquet only its columns are read", async () => {
    const file = join(folder, "kind.parquet");
    await parquet("select '1' as item_id, 'why' as text, 'g' as \"group\", repeat('x', 99) as other", file);
    expect((await all(file, {kind})).map(([, value]) => value)).toEqual(expected);
    expect(await all(file, {select: names => names.slice(0, 1)})).toEqual([[1, {item_id: "1"}]]);
    await parquet("select 1 as id, 'why' as txt", file);
    await expect(all(file, {kind})).rejects.toThrow(
      `${file}:1 no column text; the columns are id, txt; did you mean "text" by "txt"?`
    );
  });
  test("other columns are refused with those that are there", async () => {
    await expect(rowsIn("csv", "\nwhen,where\nnow,here\n", {kind})).rejects.toThrow(
      /:2 none of the columns id, text; the columns are when, where$/u
    );
    await expect(rowsIn("jsonl", 'x\n{"when": 1}\n', {kind})).rejects.toThrow(
      /:2 none of the columns id, text; the columns are when$/u
    );
    expect(await rowsIn("csv", "", {kind})).toEqual([]);
  });
});

test("progress counts the bytes of the file, and a signal ends reading", async () => {
  const content = `a\n${"1\n".repeat(150_000)}`;
  const file = put("csv", content);
  const seen: number[] = [];
  await all(file, {progress: (bytes, total) => seen.push(bytes / total)});
  expect(seen.at(-1)).toBe(1);
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  const control = new AbortController();
  const stopped = all(file, {signal: control.signal, progress: () => control.abort()});
  await expect(stopped).rejects.toThrow(/abort/u);
});

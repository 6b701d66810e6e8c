// Cells of 100 MB, and lines of JSON lines beyond what a string may have.
import {createWriteStream} from "node:fs";
import {mkdtemp, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {Readable} from "node:stream";
import {pipeline} from "node:stream/promises";
import {afterAll, beforeAll, expect, test} from "vitest";
import {openRows} from "../../pipelines/rows/openRows.node.js";

let folder: string;
beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), "long-cells-"))));
afterAll(() => rm(folder, {recursive: true, force: true}));

/** A file with a text of so many megabytes between its head and its tail. */
async function long(name: string, head: string, megabytes: number, tail: string): Promise<string> {
  const file = join(folder, name);
  const megabyte = Buffer.alloc(1e6, "long, text ");
  await pipeline(Readable.from([head, ...Array<Buffer>(megabytes).fill(megabyte), tail]), createWriteStream(file));
  return file;
}

test.each([
  ["rows.csv", 'a,b\n1,"', '"\n2,x\n'],
  ["rows.jsonl", '{"a": "1", "b": "', '"}\n{"a": "2", "b": "x"}\n'],
  ["rows.json", '[{"a": "1", "b": "', '"}, {"a": "2", "b": "x"}]']
])("a cell of 100 MB in %s", async (name, head, tail) => {
  const lengths: number[] = [];
  for await (const {value, bad} of openRows(await long(name, head, 100, tail))) {
    expect(bad).toBeUndefined();
    lengths.push((value as {b: string}).b.length);
  }
  expect(lengths).toEqual([100_000_000, 1]);
});

test("a line of more than 512 MB is refused in one line with its place", async () => {
  const file = await long("beyond.jsonl", '{"a": 1}\n{"b": "', 540, '"}\n');
  const read = async () => {
    for await (const row of openRows(file)) expect(row.value).toEqual({a: 1});
  };
  await expect(read()).rejects.toThrow(
    `${file}:2 a line of more than 512 MB, more than can be held at once; is it not JSON lines?`
  );
});

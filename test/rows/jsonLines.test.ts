import {expect, test} from "vitest";
import {jsonLines} from "../../pipelines/rows/jsonLines.js";

async function read(bytes: Buffer, size = 7) {
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  const found = [];
  for await (const batch of jsonLines(pieces(), {file: "rows.jsonl", list: "name it .json"})) found.push(...batch);
  return found;
}

test("records keep their lines, whatever stands between them and however the file is cut", async () => {
  const text = '\ufeff{"a":1}\r\n\n  {"a":"é 🙂\\u2028"}\n\n7\n{"a":3}';
  for (const size of [1, 3, 8, 1_000])
    expect(await read(Buffer.from(text), size)).toEqual([
      {line: 1, value: {a: 1}},
      {line: 3, value: {a: "é 🙂\u2028"}},
      {line: 5, value: 7},
      {line: 6, value: {a: 3}}
    ]);
  expect(await read(Buffer.from(""))).toEqual([]);
});

test("a line that is no JSON or no UTF-8 is named by its number, and nothing that it holds is quoted", async () => {
  const bytes = Buffer.concat([
    Buffer.from('{"a":1}\n{"key": sk-canary-1}\n'),
    Buffer.from([0x22, 0xff, 0x22, 0x0a]),
    Buffer.from("{}\n")
  ]);
  const found = await read(bytes, 1_000);
  expect(found.map(({line, bad}) => [line, bad?.slice(0, 9)])).toEqual([
    [1, undefined],
    [2, "not JSON:"],
    [3, "not UTF-8"],
    [4, undefined]
  ]);
  expect(JSON.stringify(found)).not.toContain("canary");
});

test.each(["utf16le", "big"] as const)("UTF-16 is named as such (%s), with a mark and without", async order => {
  for (const text of ['\ufeff{"a": 1}\n', '{"a": 1}\n']) {
    const bytes = Buffer.from(text, "utf16le");
    await expect(read(order === "big" ? bytes.swap16() : bytes, 64)).rejects.toThrow(
      "rows.jsonl is UTF-16 text; save it as UTF-8"
    );
  }
});

test.each([
  '[{"a": 1}, {"a": 2}]',
  '[\n  {"a": 1}\n]\n',
  '\ufeff\n[\n{"a": 1}]'
])("one list of records %j is named as such, with the way out", async text => {
  await expect(read(Buffer.from(text), 64)).rejects.toThrow(
    "rows.jsonl is one JSON list, where each line should be a record; name it .json"
  );
});

test("a line that is a list of something else is a line like any other", async () => {
  expect(await read(Buffer.from("[1, 2]\n[]\n"))).toEqual([
    {line: 1, value: [1, 2]},
    {line: 2, value: []}
  ]);
});

test("integers that a number would round are texts, in a record's own fields and lists", async () => {
  const text =
    '{"expected": 90071992547409930, "choices": [90071992547409931, 1], "index": 3, "a": {"b": {"c": 90071992547409931}}}';
  expect(await read(Buffer.from(text))).toEqual([
    {
      line: 1,
      value: {
        expected: "90071992547409930",
        choices: ["90071992547409931", 1],
        index: 3,
        a: {b: {c: "90071992547409931"}}
      }
    }
  ]);
});

test("a line that is too long is skipped where that is asked for, and the others keep their lines", async () => {
  const long = Buffer.alloc(65 * 2 ** 20, "x");
  const rows: unknown[] = [];
  const parts = async function* () {
    yield Buffer.from('{"a":1}\n{"b"');
    for (let at = 0; at < long.length; at += 2 ** 20) yield long.subarray(at, at + 2 ** 20);
    yield Buffer.from('end\n{"c":3}\n{"d":');
    yield Buffer.from("4}");
  };
  for await (const batch of jsonLines(parts(), {file: "rows.jsonl", list: "", skipLonger: 64 * 2 ** 20})) rows.push(...batch);
  expect(rows).toMatchObject([
    {line: 1, value: {a: 1}},
    {line: 2, bad: "longer than 64 MB"},
    {line: 3, value: {c: 3}},
    {line: 4, value: {d: 4}}
  ]);
});

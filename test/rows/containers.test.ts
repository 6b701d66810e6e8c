import {writeFileSync} from "node:fs";
import {mkdtemp, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {gzipSync} from "node:zlib";
import {DuckDBInstance} from "@duckdb/node-api";
import {tableFromArrays, tableToIPC} from "apache-arrow";
import {afterAll, beforeAll, describe, expect, test} from "vitest";
import {openRows} from "../../pipelines/rows/openRows.node.js";
import {documentsOf, type Reading} from "../../pipelines/studies/contamination/documents.node.js";
import {storedZstd} from "./storedZstd.js";

let folder: string;
beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), "reasonbook-containers-test-"))));
afterAll(() => rm(folder, {recursive: true, force: true}));

let files = 0;
const put = (ending: string, content: Uint8Array): string => {
  const file = join(folder, `${++files}.${ending}`);
  writeFileSync(file, content);
  return file;
};
const rowsOf = async (file: string) => {
  const rows = [];
  for await (const {value} of openRows(file)) rows.push(value);
  return rows;
};
async function documents(file: string): Promise<{texts: string[]} & Pick<Reading, "format" | "problems" | "whole">> {
  const reading: Reading = {bytes: 0, sha256: null, format: "", problems: [], whole: false};
  const texts = [];
  for await (const {text} of documentsOf(file, reading, {overlap: 100})) texts.push(text);
  const {format, problems, whole} = reading;
  return {texts, format, problems, whole};
}

/** A frame of zstd that decoders skip (RFC 8878, 3.1.2). */
function skippable(number: number, content: Uint8Array): Uint8Array {
  const header = Buffer.alloc(8);
  header.writeUInt32LE(0x184d2a50 + number, 0);
  header.writeUInt32LE(content.length, 4);
  return Buffer.concat([header, content]);
}
const frame = (text: string) => storedZstd(`${JSON.stringify({text})}\n`);
const expected = [{text: "a"}, {text: "b"}];

describe("zstd with frames to be skipped", () => {
  test.each([
    ...Array.from(
      {length: 16},
      (_, number) => [`number ${number} first`, [skippable(number, Buffer.from([1, 2, 3, 4])), frame("a"), frame("b")]] as const
    ),
    [
      "before each frame, as pzstd writes",
      [skippable(0, Buffer.alloc(4)), frame("a"), skippable(0, Buffer.alloc(4)), frame("b")]
    ],
    ["an empty one", [skippable(0, Buffer.alloc(0)), frame("a"), frame("b")]],
    ["several", [skippable(0, Buffer.alloc(9)), skippable(1, Buffer.alloc(70_000)), frame("a"), frame("b")]],
    ["last", [frame("a"), frame("b"), skippable(15, Buffer.alloc(5))]]
  ] as const)("%s", async (_, frames) => {
    const file = put("jsonl.zst", Buffer.concat([...frames]));
    expect(await rowsOf(file)).toEqual(expected);
    expect(await documents(file)).toEqual({texts: ["a", "b"], format: "JSON lines in zstd", problems: [], whole: true});
  });
});

test.each(["file", "stream"] as const)("an Arrow %s is a corpus, under any name and packed", async form => {
  const bytes = tableToIPC(tableFromArrays({id: ["x", "y"], text: ["a", "b"]}), form);
  for (const [ending, content] of [
    ["arrow", bytes],
    ["feather", bytes],
    ["data", bytes],
    ["arrow.gz", gzipSync(bytes)]
  ] as const)
    expect(await documents(put(ending, content))).toEqual({texts: ["a", "b"], format: "arrow", problems: [], whole: true});
});

test("packed Parquet is a corpus; encrypted Parquet is named", async () => {
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  const [plain, secret] = [join(folder, "plain.parquet"), join(folder, "secret.parquet")];
  await connection.run(`copy (select unnest(['a', 'b']) as text) to '${plain}' (format parquet)`);
  await connection.run("set force_mbedtls_unsafe = 'true'; pragma add_parquet_key('k', '0123456789112345')");
  await connection.run(`copy (select 'a' as text) to '${secret}' (format parquet, encryption_config {footer_key: 'k'})`);
  connection.closeSync();
  instance.closeSync();
  const {readFileSync} = await import("node:fs");
  const packed = put("parquet.gz", gzipSync(readFileSync(plain)));
  expect(await documents(packed)).toEqual({texts: ["a", "b"], format: "parquet", problems: [], whole: true});
  const sentence = `${secret} is encrypted Parquet; write it without encryption`;
  await expect(rowsOf(secret)).rejects.toThrow(sentence);
  expect(await documents(secret)).toMatchObject({texts: [], problems: [`cannot be read: ${sentence}`], whole: false});
});

test("texts of a corpus: messages of chat and of ShareGPT, parts of a message, lists of texts, and no name in their place", async () => {
  const lines = [
    {
      messages: [
        {role: "user", content: "a"},
        {role: "assistant", content: "b"}
      ]
    },
    {
      conversations: [
        {from: "human", value: "a"},
        {from: "gpt", value: "b"}
      ]
    },
    {
      messages: [
        {
          role: "user",
          content: [
            {type: "text", text: "a"},
            {type: "image_url", image_url: null},
            {type: "text", text: "b"}
          ]
        }
      ]
    },
    {text: ["a", "b"]},
    {content: null, paragraphs: ["a", "b"], id: "k"},
    {id: "k", text: ["a", null, "b"], metadata: {source: "no"}}
  ];
  const file = put("jsonl", Buffer.from(lines.map(line => JSON.stringify(line)).join("\n")));
  expect((await documents(file)).texts).toEqual(["a\nb", "a\nb", "a\nb", "a\nb", "a\nb", "a\nb"]);
  const empty = put("jsonl", Buffer.from('{"id": "k", "text": null}\n{"id": "l", "text": []}\n'));
  expect(await documents(empty)).toMatchObject({texts: [], problems: ["line 1 holds no text, and 1 more such lines: not read"]});
});

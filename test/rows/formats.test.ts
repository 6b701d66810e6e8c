// The same twelve records in every format give the same result to every command that reads rows; each broken form is refused in one line.
import {readFileSync, writeFileSync} from "node:fs";
import {mkdtemp, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {gzipSync} from "node:zlib";
import {DuckDBInstance} from "@duckdb/node-api";
import {tableFromJSON, tableToIPC} from "apache-arrow";
import {afterAll, beforeAll, describe, expect, test} from "vitest";
import {stringify} from "yaml";
import {importBank} from "../../pipelines/book/banks/importBank.node.js";
import {openTranscripts} from "../../pipelines/store/given.node.js";
import {readResponses} from "../../pipelines/studies/irt/readResponses.node.js";
import {votesFrom} from "../../pipelines/studies/preferences/files.node.js";
import {humanStudy} from "../../pipelines/studies/preferences/study.js";
import {storedItems} from "../book/banks/files.js";
import {storedZstd} from "./storedZstd.js";

type Fields = Record<string, string | number>;
const twelve = (record: (i: number) => Fields): Fields[] => Array.from({length: 12}, (_, i) => record(i));

/** What each command makes of a file, and twelve records for it; texts have quotes, separators, line ends and other scripts. */
const commands: Record<string, {records: Fields[]; result: (file: string) => Promise<unknown>}> = {
  "items import": {
    records: twelve(i => ({question: `Nº ${i}; "how" many,\nin\t${i}?`, answer: `${i + 1}`, category: i % 2 ? "odd" : "even"})),
    async result(file) {
      const banks = join(folder, `bank-${++results}`);
      const {items, summary} = await importBank({files: [file], layout: "plain", name: "twelve", domain: "d", folder: banks});
      return {items: await storedItems(items), summary};
    }
  },
  "irt fit": {
    records: twelve(i => ({model: `m ${Math.floor(i / 4)}`, item: `item; ${i % 4}`, correct: (i * 7) % 3 === 0 ? 1 : 0})),
    result: file => readResponses(file)
  },
  "human study": {
    records: twelve(i => ({
      judge: `judge, ${i % 3}`,
      model_a: "a",
      model_b: i % 2 ? "b" : "ü",
      question_id: `007${i}`,
      turn: 1,
      winner: ["model_a", "model_b", "tie"][i % 3]!,
      length_a: i + 0.5,
      length_b: 3
    })),
    async result(file) {
      const {votes, notes} = await votesFrom(file);
      return {votes, study: humanStudy(votes).study, notes};
    }
  },
  "score --dataset": {
    records: twelve(i => ({
      model: "guest",
      base_task: "riddles",
      prompt: `What is ${i}; "quoted",\nand twice?`,
      expected: `${i}.10`,
      text: i === 0 ? "true" : `The answer is ${i}.10`,
      prompt_tokens: 10 + i,
      completion_tokens: 5,
      latency_ms: 12.5
    })),
    async result(file) {
      await using source = await openTranscripts(file, {folder});
      const rows = [];
      for await (const {line: _, ...row} of source.rows()) rows.push(row);
      return {rows, evaluations: source.evaluations, notes: source.notes};
    }
  }
};

const separated = (mark: string) => (records: Fields[]) =>
  [Object.keys(records[0]!), ...records.map(record => Object.values(record))]
    .map(row => row.map(cell => (/["\n\t;,]/u.test(String(cell)) ? `"${String(cell).replaceAll('"', '""')}"` : cell)).join(mark))
    .join("\r\n");
const lines = (records: Fields[]) => records.map(record => `${JSON.stringify(record)}\n`).join("");

/** The content of a file of each ending. */
const formats: Record<string, (records: Fields[]) => string | Uint8Array | Promise<Uint8Array>> = {
  csv: separated(","),
  "csv.gz": records => gzipSync(separated(",")(records)),
  tsv: separated("\t"),
  "semicolons.csv": records => `\ufeff${separated(";")(records)}`,
  json: records => JSON.stringify(records, null, 1),
  jsonl: lines,
  "jsonl.zst": records => storedZstd(lines(records)),
  parquet: parquet,
  arrow: records => tableToIPC(tableFromJSON(records), "file"),
  yaml: records => stringify(records),
  "no-ending": lines
};

let folder: string;
let results = 0;
beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), "formats-"))));
afterAll(() => rm(folder, {recursive: true, force: true}));

async function parquet(records: Fields[]): Promise<Uint8Array> {
  const file = join(folder, `table-${++results}.parquet`);
  const literal = (value: string | number) => (typeof value === "number" ? String(value) : `'${value.replaceAll("'", "''")}'`);
  const rows = records.map(record => `(${Object.values(record).map(literal).join(", ")})`);
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  await connection.run(
    `copy (from (values ${rows.join(", ")}) t(${Object.keys(records[0]!).join(", ")})) to '${file}' (format parquet)`
  );
  connection.closeSync();
  instance.closeSync();
  return readFileSync(file);
}

describe.each(Object.entries(commands))("%s", (name, {records, result}) => {
  const write = (ending: string, content: string | Uint8Array): string => {
    const file = join(folder, `${name.replaceAll(" ", "-")}.${ending}`);
    writeFileSync(file, content);
    return file;
  };
  const withoutFile = (value: unknown) =>
    JSON.parse(
      JSON.stringify(value, (_, each: unknown) => (ArrayBuffer.isView(each) ? [...(each as Uint8Array)] : each)).replaceAll(
        /[^" ]*formats-[^": ]*/gu,
        "FILE"
      )
    ) as unknown;

  test.each(Object.entries(formats))("%s", async (ending, content) => {
    const expected = withoutFile(await result(write("expected.jsonl", lines(records))));
    expect(JSON.stringify(expected).length).toBeGreaterThan(100);
    expect(withoutFile(await result(write(ending, await content(records))))).toEqual(expected);
  });

  const table = separated(",")(records);
  test.each<[form: string, ending: string, content: string | Uint8Array, message: RegExp]>([
    ["a quote that is never closed", "csv", `${table}\r\n"never`, /:\d+:1 a quote that is never closed$/u],
    ["two columns of one name", "csv", `a,a\n1,2\n`, /:1:3 two columns are named "a"$|:1:1 |:2:[13] /u],
    [
      "Latin-1",
      "csv",
      Buffer.from(`${table.replaceAll("ü", "u")}\r\ncaf\xe9`, "latin1"),
      /:\d+ is not UTF-8 text \(perhaps Latin-1\); save it as UTF-8$/u
    ],
    ["UTF-16", "csv", Buffer.from(`\ufeff${table}`, "utf16le"), / is UTF-16 text; save it as UTF-8$/u],
    ["UTF-16 lines", "jsonl", Buffer.from(lines(records), "utf16le"), / is UTF-16 text; save it as UTF-8$/u],
    ["a NUL", "csv", `${table}\r\n\0`, /:\d+ contains a NUL byte, which text has not; save it as UTF-8$/u],
    ["a cut gzip", "csv.gz", gzipSync(table).subarray(0, -12), / cannot be read: gzip ends early or is damaged \(/u],
    ["a cut zstd", "jsonl.zst", storedZstd(lines(records)).subarray(0, -12), / cannot be read: zstd ends early/u],
    ["a torn list", "json", JSON.stringify(records).slice(0, -5), /:1 not JSON: /u],
    ["no Parquet", "parquet", "PAR1 but no more", / is not readable Parquet: /u],
    ["an empty file", "csv", "", /holds no|no item/u],
    ["other columns", "csv", "when,where\nnow,here\n", /:[12](?::\d)? .*(?:when|response "here")/u]
  ])("%s", async (_, ending, content, message) => {
    const file = write(`broken.${ending}`, content);
    const error = await result(file).then(
      value => Promise.reject(new Error(`read as ${JSON.stringify(value)}`)),
      (error: Error) => error
    );
    expect(error).toMatchObject({name: "UserError"});
    const [first, ...others] = error.message.split("\n");
    expect(first).toMatch(message);
    expect(first).toContain("broken.");
    expect(
      others.filter(line => line !== "--skip-bad leaves them out and counts them" && !line.endsWith("holds no response"))
    ).toEqual([]);
  });
});

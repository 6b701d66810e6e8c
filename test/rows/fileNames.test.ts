import {copyFileSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync} from "node:fs";
import {mkdtemp, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {dirname, join, relative} from "node:path";
import {DuckDBInstance} from "@duckdb/node-api";
import {afterAll, beforeAll, describe, expect, test} from "vitest";
import {filesOf} from "../../pipelines/book/banks/find.node.js";
import {importBank} from "../../pipelines/book/banks/importBank.node.js";
import {textsIn} from "../../pipelines/cli/contaminationProbe.js";
import {narrativesIn} from "../../pipelines/cli/narrativesFile.js";
import {openRows} from "../../pipelines/rows/openRows.node.js";
import {askNameOf} from "../../pipelines/run/ask/files.js";
import {noCounters} from "../../pipelines/score/counters.js";
import {wishesIn} from "../../pipelines/store/corrections/edits.node.js";
import {replaceFile} from "../../pipelines/store/files.node.js";
import {openTranscripts} from "../../pipelines/store/given.node.js";
import {incomingPoints} from "../../pipelines/store/points/upsert.node.js";
import {openTables, readRows} from "../../pipelines/store/sql.node.js";
import {readPassFigures} from "../../pipelines/studies/agents/passFigures.node.js";
import {corpusFiles} from "../../pipelines/studies/contamination/corpora.node.js";
import {documentsOf, type Reading} from "../../pipelines/studies/contamination/documents.node.js";
import {readItems} from "../../pipelines/studies/contamination/itemsFile.node.js";
import {readResponses} from "../../pipelines/studies/irt/readResponses.node.js";
import {ratingsFrom, votesFrom} from "../../pipelines/studies/preferences/files.node.js";
import {labelsFrom} from "../../pipelines/studies/preferences/labels/labelsFile.node.js";

let folder: string;
beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), "reasonbook-names-test-"))));
afterAll(() => rm(folder, {recursive: true, force: true}));

/** Names with everything that has a meaning in a pattern, a URL, a shell or SQL, each with a name that it would match as a pattern. */
const NAMES: Readonly<Record<string, string>> = {
  "q[1]": "q1",
  "[!q]": "x",
  "a*b": "axb",
  "**": "anything",
  "a?b": "axb",
  "{a,b}": "a",
  "it's": "its",
  'say "it"': "say it",
  " a  b ": "a  b",
  "50%41": "50A",
  "a#b": "a",
  "ü — 漢字": "u — 漢字",
  "e\u0301": "\u00e9",
  ["x".repeat(240)]: "x",
  "-a": "a",
  "--help": "help",
  "!a": "b",
  "@(a|b)": "a",
  "~": "home",
  $HOME: "home",
  "a\nb": "ab",
  "a\\b": "ab"
};

/** Several of them in one name each. */
const SEVERAL: readonly (readonly [string, string])[] = [
  ["q[1] {a,b} a*b?", "q1 a axbx"],
  [`!it's "50%41" #1 ü — 漢字 $HOME @(a|b)`, "x"],
  ["x".repeat(240), "x"],
  ["-a\nb", "ab"]
];

/** A reader with records of its kind: two files, of which it makes different results. */
interface Reader {
  records: readonly [Record<string, string | number>, ...Record<string, string | number>[]];
  others: Reader["records"];
  read(file: string): Promise<unknown>;
}
const all = async <T>(rows: AsyncIterable<T>): Promise<T[]> => {
  const items: T[] = [];
  for await (const row of rows) items.push(row);
  return items;
};
const documentsIn = async (files: string): Promise<unknown> => {
  const texts: string[] = [];
  for (const {path} of await corpusFiles([{name: "corpus", files}])) {
    const reading: Reading = {bytes: 0, sha256: null, format: "", problems: [], whole: false};
    for await (const {name, text} of documentsOf(path, reading, {overlap: 100})) texts.push(`${name} ${text}`);
    if (reading.problems.length > 0) throw new Error(reading.problems.join());
  }
  return texts;
};
const response = {model: "m", template: "t", sampler: "s", base_task: "sums", prompt: "1 + 1?", expected: "2", text: "2"};
const counters = Object.fromEntries(Object.entries(noCounters).map(([name, count]) => [name, Number(count)]));
const names = {model: "m", template: "t", sampler: "s", base_task: "sum", params: "{}", generator_version: 1};
const point = {...names, ...counters, correct: 3, incorrect: 1};
const vote = {question_id: "q1", model_a: "a", model_b: "b", winner: "model_a", judge: "x"};
const story = {id: "n", full_text_for_eval: "a story", ground_truth_value: 3, ast_str: "(SUM 1 2)", num_operations: 1};
const narrative = {...story, token_count_narrative: 2};

const READERS: Readonly<Record<string, Reader>> = {
  rows: {
    records: [{model: "m", text: "right", n: 1}],
    others: [{model: "m", text: "wrong", n: 1}],
    read: async file => (await all(openRows(file))).map(({value}) => value)
  },
  "responses of a matrix": {
    records: [{model: "m", q1: 1, q2: 0}],
    others: [{model: "m", q1: 0, q2: 0}],
    read: readResponses
  },
  "responses, one a row": {
    records: [{model: "m", item: "q1", correct: 1}],
    others: [{model: "m", item: "q1", correct: 0}],
    read: readResponses
  },
  votes: {
    records: [vote],
    others: [{...vote, winner: "model_b"}],
    read: async file => (await votesFrom(file)).votes
  },
  ratings: {
    records: [{judge: "x", model: "m", question_id: "q1", turn: 1, quality: 3}],
    others: [{judge: "x", model: "m", question_id: "q1", turn: 1, quality: 5}],
    read: async file => (await ratingsFrom(file)).ratings
  },
  "items of an audit": {
    records: [{id: "k", text: "right", group: "g", domain: "d"}],
    others: [{id: "k", text: "wrong", group: "g", domain: "d"}],
    read: readItems
  },
  "texts of a probe": {
    records: [{id: "k", text: "right", stratum: "s"}],
    others: [{id: "k", text: "wrong", stratum: "s"}],
    read: file => textsIn(file, 10)
  },
  "a corpus": {
    records: [{id: "k", text: "right"}],
    others: [{id: "k", text: "wrong"}],
    read: documentsIn
  },
  "a corpus's folder": {
    records: [{url: "k", content: "right"}],
    others: [{url: "k", content: "wrong"}],
    read: async file => ((await documentsIn(dirname(file))) as string[]).sort()
  },
  "an item bank": {
    records: [{question: "Why?", answer: "right", category: "math", id: "k"}],
    others: [{question: "Why?", answer: "wrong", category: "math", id: "k"}],
    async read(file) {
      const banks = await mkdtemp(join(folder, "banks-"));
      const {items, summary} = await importBank({files: [file], layout: "plain", name: "bank", folder: banks});
      return [summary, (await all(openRows(items))).map(({value}) => value)];
    }
  },
  transcripts: {
    records: [response],
    others: [{...response, text: "3"}],
    async read(file) {
      await using source = await openTranscripts(file, {folder});
      return [source.evaluations, await all(source.rows())];
    }
  },
  points: {
    records: [point],
    others: [{...point, correct: 1, incorrect: 3}],
    read: async file => [...(await incomingPoints(file)).rows]
  },
  corrections: {
    records: [{key: "e/i/0", status: "correct", reason: "right", by: "me"}],
    others: [{key: "e/i/0", status: "incorrect", reason: "wrong", by: "me"}],
    read: file => wishesIn(file, {by: () => "me", at: "2026-01-01T00:00:00Z"})
  },
  labels: {
    records: [{key: "e/i/0", label: "correct", annotator: "me"}],
    others: [{key: "e/i/0", label: "incorrect", annotator: "me"}],
    read: labelsFrom
  },
  "pass^k": {
    records: [{model: "m", tasks: 10, pass_1: 0.5}],
    others: [{model: "m", tasks: 10, pass_1: 0.25}],
    read: file => readPassFigures(file)
  },
  narratives: {
    records: [narrative],
    others: [{...narrative, id: "other"}],
    read: file => all(narrativesIn(file))
  },
  "a table": {
    records: [{model: "m", status: 1}],
    others: [{model: "m", status: 0}],
    read: file => all(readRows(file))
  },
  "a store's tables": {
    records: [{model: "m", template: "t", sampler: "s", status: 1}],
    others: [{model: "m", template: "t", sampler: "s", status: 0}],
    async read(file) {
      const open = await openTables(dirname(file), {isSite: true});
      try {
        const table = file.slice(dirname(file).length + 1, -".parquet".length).replaceAll('"', '""');
        return (await open.connection.runAndReadAll(`from "${table}"`)).getRowObjectsJson();
      } finally {
        open.close();
      }
    }
  }
};

async function writeParquet(records: Reader["records"], file: string): Promise<void> {
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  const value = (each: string | number) => (typeof each === "string" ? `'${each.replaceAll("'", "''")}'` : String(each));
  const rows = records.map(record => `(${Object.values(record).map(value).join(", ")})`).join(", ");
  const names = Object.keys(records[0])
    .map(name => `"${name}"`)
    .join(", ");
  await connection.run(`copy (from (values ${rows}) t(${names})) to '${file}' (format parquet)`);
  connection.closeSync();
  instance.closeSync();
}

/** A result as text, without the path of its file. */
const textOf = (result: unknown, file: string): string =>
  JSON.stringify(result, (_, value) => (typeof value === "bigint" ? String(value) : value))
    .replaceAll(JSON.stringify(relative(".", file)).slice(1, -1), "FILE")
    .replaceAll(JSON.stringify(file).slice(1, -1), "FILE");

describe.each(Object.entries(READERS))("%s", (kind, {records, others, read}) => {
  let plain: {file: string; other: string; result: string};
  beforeAll(async () => {
    const home = join(folder, kind.replace(/\W+/gu, "-"));
    const [file, other] = [join(home, "plain/plain.parquet"), join(home, "other/plain.parquet")];
    for (const each of [file, other]) mkdirSync(dirname(each), {recursive: true});
    await writeParquet(records, file);
    await writeParquet(others, other);
    plain = {file, other, result: textOf(await read(file), file)};
    expect(textOf(await read(other), other)).not.toBe(plain.result);
  });
  const home = () => dirname(dirname(plain.file));

  test("no column comes from a folder's name", async () => {
    const columns = Object.keys(records[0]).map(column => `${column}=7`);
    const file = join(home(), ...columns, "model=abc/category=law/plain.parquet");
    mkdirSync(dirname(file), {recursive: true});
    copyFileSync(plain.file, file);
    expect(textOf(await read(file), file)).toBe(plain.result);
  });

  test.each(kind === "rows" ? Object.entries(NAMES) : SEVERAL)("%j is a name", async (name, match) => {
    const place = join(home(), "named", name);
    const file = join(place, `${name}.parquet`);
    for (const each of [place, join(home(), "named", match)]) mkdirSync(each, {recursive: true});
    copyFileSync(plain.file, file);
    for (const decoy of [match, name]) copyFileSync(plain.other, join(home(), "named", match, `${decoy}.parquet`));
    if (kind !== "a corpus's folder") copyFileSync(plain.other, join(place, `${match}.parquet`));
    const unnamed = (text: string) => text.replaceAll(JSON.stringify(name).slice(1, -1), "plain");
    expect(unnamed(textOf(await read(file), file))).toBe(unnamed(plain.result));
  });
});

test("only one file of the sources writes read_parquet", () => {
  const root = new URL("../../", import.meta.url).pathname;
  const sources = ["pipelines", "src/components", "loaders"].flatMap(top =>
    readdirSync(join(root, top), {recursive: true, encoding: "utf8"}).map(name => join(top, name))
  );
  const reads = /\b(?:read_parquet|parquet_scan|parquet_(?:schema|metadata|kv_metadata|file_metadata))\((?!\$\{exactPath\()/u;
  const files = sources.filter(name => /\.[jt]s$/u.test(name) && reads.test(readFileSync(join(root, name), "utf8")));
  expect(files).toEqual(["pipelines/rows/parquet.ts"]);
});

test("a corpus's folder is read whole, without hidden files and without end", async () => {
  const place = join(folder, "corpus");
  mkdirSync(join(place, "below/[1]"), {recursive: true});
  mkdirSync(join(place, ".hidden"));
  for (const name of ["a.txt", "below/[1]/line\nend.txt", ".hidden/no.txt", ".no.txt"]) writeFileSync(join(place, name), name);
  symlinkSync(place, join(place, "below/again"));
  symlinkSync(join(place, "a.txt"), join(place, "below/linked.txt"));
  const shown = async (files: string) =>
    (await corpusFiles([{name: "c", files}])).map(({path}) => relative(relative(".", place), path));
  expect(await shown(place)).toEqual(["a.txt", "below/[1]/line\nend.txt", "below/linked.txt"]);
  expect(await shown(`${place}/below/[1]/*end*`)).toEqual(["below/[1]/line\nend.txt"]);
  await expect(shown(`${place}/below/[0-9]`)).rejects.toThrow("no file");
});

test("a bank's pattern is a name where a file has it", async () => {
  const banks = join(folder, "patterns");
  mkdirSync(banks);
  for (const name of ["a*b.jsonl", "axb.jsonl", "a?b.jsonl"]) writeFileSync(join(banks, name), "");
  const filesLike = async (pattern: string) =>
    (await filesOf([pattern], {folder: banks, within: banks, place: "here"})).map(file => relative(banks, file));
  expect(await filesLike("a*b.jsonl")).toEqual(["a*b.jsonl"]);
  expect(await filesLike("a?b.jsonl")).toEqual(["a?b.jsonl"]);
  expect(await filesLike("a*.jsonl")).toEqual(["a*b.jsonl", "a?b.jsonl", "axb.jsonl"]);
});

test("names of 250 letters are written, and name an ask", async () => {
  const file = join(folder, `${"ü".repeat(120)}.parquet`);
  await replaceFile(file, async temporary => writeFileSync(temporary, "whole"));
  expect(readFileSync(file, "utf8")).toBe("whole");
  expect(askNameOf([`${"x".repeat(250)}.jsonl`])).toBe("x".repeat(100));
});

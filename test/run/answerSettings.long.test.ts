// How answers are read reaches the scorer on every path: runs, workers' frames, stores, datasets, and files that come back.
import {mkdir, rename, writeFile} from "node:fs/promises";
import {join} from "node:path";
import {afterEach, expect, test, vi} from "vitest";
import type {AnswerSettings} from "../../pipelines/book/answerFormat.js";
import {readBook} from "../../pipelines/book/read.node.js";
import {frameSchema, packed, type ResultFrame, unpacked} from "../../pipelines/run/cluster/frames.js";
import {madeFrom, planOf} from "../../pipelines/run/evaluation.js";
import {rescore} from "../../pipelines/run/rescore/rescore.js";
import {run} from "../../pipelines/run/run.js";
import * as score from "../../pipelines/score/score.node.js";
import {openDuckDB} from "../../pipelines/store/duckdb.node.js";
import {storedTests} from "../../pipelines/studies/adaptive/storedTests.node.js";
import {completion} from "../infer/loopback.js";
import {manifestOf} from "../olderStore.js";
import {recordTables} from "../recordTables.js";
import {silent} from "../silent.js";
import {stubServer, type Workbook, workbook} from "../workbook.js";
import {rowsOf} from "./imports/layouts.js";

const ITEMS = [
  {question: "One?", answer: "1"},
  {question: "Two?", answer: "2", answer_format: "hash"},
  {question: "Three?", answer: "3", locale: "fr", accept: ["III", "trois"]}
];
/** By the first word of its question; of the task that has none of its own, by `task`. */
type Readings = Record<string, AnswerSettings | undefined>;

const files = (url: string, {template = "", bank = ""} = {}) => ({
  "models/reference.yaml": `id: own\nendpoint: ${url}\n`,
  "suites/small.yaml": "tasks:\n  - {task: boolean, params: {length: 6}}\n  - bank: mine\n",
  "templates/plain.yaml": `id: plain\n${template}`,
  "banks/mine.yaml": `files: mine.jsonl\n${bank}`,
  "banks/mine.jsonl": ITEMS.map(item => JSON.stringify(item)).join("\n")
});
const SET = {template: "answer_format: boxed\n", bank: "classifier: false\n"};

afterEach(() => void vi.restoreAllMocks());

/** What the scorer is given while something is done. */
async function scored(work: () => Promise<unknown>): Promise<Readings> {
  const spy = vi.spyOn(score, "scoreTest");
  await work();
  const readings: Readings = {};
  for (const [, {prompt, reading}] of spy.mock.calls) readings[/^(?:One|Two|Three)/u.exec(prompt)?.[0] ?? "task"] = reading;
  spy.mockRestore();
  return readings;
}

const asked = async ({root}: Workbook, folder = join(root, "data/store")) => {
  await mkdir(folder, {recursive: true});
  return run({...(await readBook(undefined, {root})), cache: join(root, "data/cache")}, {folder, report: silent});
};

const EXPECTED: Readings = {
  task: {format: "boxed"},
  One: {format: "boxed", classifier: false},
  Two: {format: "hash", classifier: false},
  Three: {format: "boxed", locale: "fr", classifier: false, accept: ["III", "trois"]}
};
/** Of a store's table, since the template is of an evaluation. */
const KEPT = [
  null,
  '{"classifier":false}',
  '{"format":"hash","classifier":false}',
  '{"locale":"fr","classifier":false,"accept":["III","trois"]}'
];

test("a run and each way back to its store score with the settings of item, bank and template", async () => {
  await using stub = await stubServer(() => "Answer: 1");
  await using book = await workbook(files(stub.url, SET));
  const store = join(book.root, "data/store");
  expect(await scored(() => asked(book))).toEqual(EXPECTED);
  const kept = await rowsOf<{reading: string | null}>(store, "select distinct reading from items");
  expect(kept.map(({reading}) => reading).sort()).toEqual([...KEPT].sort());

  const again = join(book.root, "again");
  expect(await scored(() => rescore({source: {store}, folder: again, report: silent}))).toEqual(EXPECTED);
  expect(await rowsOf(again, "select item_id, reading from items order by all")).toEqual(
    await rowsOf(store, "select item_id, reading from items order by all")
  );
  const third = {source: {store: again}, folder: join(book.root, "third"), report: silent};
  expect(await scored(() => rescore(third))).toEqual(EXPECTED);
  expect(await scored(() => rescore({source: {store}, folder: store, report: silent}))).toEqual(EXPECTED);

  const tests = [...(await storedTests(store)).values()];
  const readings = new Set(tests.map(({reading}) => (reading ? JSON.stringify(reading) : null)));
  expect([...readings].sort()).toEqual([...KEPT].sort());
});

test("settings change neither what is asked nor the names of items, evaluations and cached answers", async () => {
  await using stub = await stubServer(() => "Answer: 1");
  await using book = await workbook(files(stub.url));
  const store = join(book.root, "data/store");
  const plain = await scored(() => asked(book));
  expect(plain).toEqual({
    task: undefined,
    One: undefined,
    Two: {format: "hash"},
    Three: {locale: "fr", accept: ["III", "trois"]}
  });
  const names = "select eval_id, item_id, trial, prompt from responses order by all";
  const before = await rowsOf(store, names);
  const requests = stub.requests.length;
  for (const [name, text] of Object.entries(files(stub.url, SET))) await writeFile(join(book.root, "data", name), text);
  expect(await scored(() => asked(book))).toEqual(EXPECTED);
  expect(stub.requests.length).toBe(requests);
  expect(await rowsOf(store, names)).toEqual(before);
});

test("a template's format makes its evaluations out of date, under the same names", async () => {
  await using book = await workbook(files("http://127.0.0.1:9/v1"));
  const made = async () => {
    const read = await readBook(undefined, {root: book.root});
    const [evaluation] = planOf(read).evaluations;
    return {name: evaluation!.key.eval_id, from: madeFrom(read, evaluation!)};
  };
  const before = await made();
  await writeFile(join(book.root, "data/templates/plain.yaml"), "id: plain\nanswer_format: hash\n");
  const after = await made();
  expect(after.name).toBe(before.name);
  expect(after.from).not.toBe(before.from);
});

test("a store of an older version, which has no such column, is scored without settings", async () => {
  await using stub = await stubServer(() => "Answer: 1");
  await using book = await workbook(files(stub.url, SET));
  const store = join(book.root, "data/store");
  await asked(book);
  const [items, cut] = [join(store, "items.parquet"), join(store, "cut.parquet")];
  const {connection, close} = await openDuckDB({spill: store});
  await connection.run(`copy (select * exclude (reading) from read_parquet('${items}')) to '${cut}' (format parquet)`);
  close();
  await rename(cut, items);
  await recordTables(store);
  const manifest = await manifestOf(store);
  const evaluations = manifest.evaluations.map(({answer_format: _, ...each}) => each);
  await writeFile(join(store, "manifest.json"), JSON.stringify({...manifest, evaluations}));
  const none = {task: undefined, One: undefined, Two: undefined, Three: undefined};
  expect(await scored(() => rescore({source: {store}, folder: join(book.root, "out"), report: silent}))).toEqual(none);
  expect(await scored(() => rescore({source: {store}, folder: store, report: silent}))).toEqual(none);
  const [{n}] = (await rowsOf<{n: number}>(store, "select count(reading)::int as n from items")) as [{n: number}];
  expect(n).toBe(0);
});

test.each(["inspect", "lm-eval"])("results that are exported as %s and imported come back with their settings", async format => {
  await using stub = await stubServer(() => "Answer: 1");
  await using book = await workbook(files(stub.url, SET));
  await asked(book);
  for (const words of [
    ["export", "--format", format, "--out", "logs"],
    ["import", "logs", "--out", "again"]
  ]) {
    const {code, stderr} = await book.command(...words);
    expect(code, stderr).toBe(0);
  }
  const readings = "select item_id, reading from items order by all";
  expect(await rowsOf(join(book.root, "again"), readings)).toEqual(await rowsOf(join(book.root, "data/store"), readings));
});

test("a worker's frames carry the settings of tests", async () => {
  await using book = await workbook(files("http://127.0.0.1:9/v1", SET));
  const plan = planOf(await readBook(undefined, {root: book.root}));
  const [evaluation] = plan.evaluations;
  const point = plan.points.find(({base_task}) => base_task === "mine")!;
  const reading: AnswerSettings = {format: "hash", locale: "fr", classifier: false, accept: ["III"]};
  const base = {
    item_id: "a-1",
    base_task: "mine",
    params: {},
    generator_version: 1,
    seed: 7,
    prompt: "One?",
    expected: "1",
    guess_chance: 0
  };
  const answered = {completion: completion({text: "1"}), cached: false, cost: 0, simulated: false, trial: 0, prompt: "One?"};
  const outcomes = [
    {...base, index: 0, reading},
    {...base, item_id: "a-2", index: 1}
  ].map(each => ({
    index: each.index,
    trial: 0,
    response: {
      evaluation: evaluation!,
      point,
      test: each,
      ...answered,
      score: {
        status: 1 as const,
        parsed: true,
        answer: "1",
        answer_rule: null,
        answer_start: null,
        answer_end: null,
        answer_reason: null,
        trace_bytes: 0,
        compressed_bytes: 0
      }
    }
  }));
  const frame = {
    kind: "result",
    job: "j",
    worker: "w",
    errors: [],
    broken: [],
    ...packed(outcomes, {answers: new Map(), models: new Map()})
  };
  const sent = frameSchema.parse(JSON.parse(JSON.stringify(frame))) as ResultFrame;
  const tests = unpacked(sent, {evaluation: evaluation!, point}).map(each => ("response" in each ? each.response.test : null));
  expect(tests[0]).toMatchObject({item_id: "a-1", reading});
  expect(tests[1]).not.toHaveProperty("reading");
});

const row = (rest: object) => ({model: "m", base_task: "riddles", prompt: "How much?", expected: "3,5", text: "3,5 €", ...rest});
const dataset = async (book: Workbook, rows: readonly object[]) => {
  const file = join(book.root, "rows.jsonl");
  await writeFile(file, rows.map(each => JSON.stringify(each)).join("\n"));
  return {source: {dataset: file}, folder: join(book.root, "given"), report: silent};
};

test("rows of a dataset set how their answers are read, and options reach the scorer as a bank's do", async () => {
  await using book = await workbook();
  const spy = vi.spyOn(score, "scoreTest");
  const settings = {answer_format: "line", locale: "de-at", accept: ["3.5", "", "3,5", 4, "3.5"]};
  await rescore(
    await dataset(book, [row(settings), row({prompt: "Which?", expected: "B", choices: ["x", "y"]}), row({prompt: "And?"})])
  );
  const given = Object.fromEntries(spy.mock.calls.map(([, {prompt, reading, choices}]) => [prompt, {reading, choices}]));
  expect(given).toEqual({
    "How much?": {reading: {format: "line", locale: "de-AT", accept: ["3.5", "4"]}, choices: []},
    "Which?": {reading: undefined, choices: ["x", "y"]},
    "And?": {reading: undefined, choices: []}
  });
  const kept = await rowsOf<{reading: string | null}>(
    join(book.root, "given"),
    "select reading from items where reading is not null"
  );
  expect(kept).toEqual([{reading: '{"format":"line","locale":"de-AT","accept":["3.5","4"]}'}]);
});

test("an interview's settings hold for all of its answers", async () => {
  await using book = await workbook();
  const spy = vi.spyOn(score, "scoreTest");
  const file = join(book.root, "interview.jsonl");
  const {model: _, text: __, ...asks} = row({locale: "de"}) as Record<string, unknown>;
  await writeFile(
    file,
    JSON.stringify({
      ...asks,
      answers: [
        {model: "a", text: "3"},
        {model: "b", text: "4"}
      ]
    })
  );
  await rescore({source: {interview: file}, folder: join(book.root, "given"), report: silent});
  expect(spy.mock.calls.map(([, {reading}]) => reading)).toEqual([{locale: "de"}, {locale: "de"}]);
});

test.each([
  ["an unknown format", [row({answer_format: "linee"})], /rows\.jsonl:1 .*answer_format.*did you mean "line"/u],
  ["no language", [row({locale: "Deutsch"})], /rows\.jsonl:1 .*locale.*expected a BCP 47 language/u],
  ["no list", [row({accept: "3.5"})], /rows\.jsonl:1 .*accept/u],
  [
    "other settings for the same test",
    [row({locale: "de"}), row({model: "n", locale: "de"}), row({model: "o"})],
    /rows\.jsonl:3 has other answer settings than line 1, which asks the same; give answer_format, locale, accept and scorer alike, or leave them out$/u
  ]
])("rows with %s are refused with their line", async (_, rows, told) => {
  await using book = await workbook();
  const given = await dataset(book, rows);
  await expect(rescore(given)).rejects.toThrow(told);
});

test("the same test with and without empty settings is one test", async () => {
  await using book = await workbook();
  const manifest = await rescore(await dataset(book, [row({accept: []}), row({model: "n", accept: ["3,5"]}), row({model: "o"})]));
  expect(manifest.samples).toBe(3);
});

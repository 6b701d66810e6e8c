// The answers of a store that an older reader scored are read again in place: its tables become those of a run, and nobody is asked.
import {cp, readFile, rm, writeFile} from "node:fs/promises";
import {join} from "node:path";
import {afterAll, beforeAll, expect, test} from "vitest";
import {READER_VERSION} from "../../../pipelines/score/answer/version.js";
import {makeOlder, manifestOf} from "../../olderStore.js";
import {stubServer, type Workbook, workbook} from "../../workbook.js";
import {rowsOf} from "../imports/layouts.js";

let book: Workbook;
beforeAll(async () => {
  book = await workbook({"samplers/greedy.yaml": "max_tokens: 200\ntrials: 2\n"});
  await passed("run", "--samples", "8");
});
afterAll(() => book[Symbol.asyncDispose]());

const at = (...parts: string[]) => join(book.root, ...parts);
const bytes = (...parts: string[]) => readFile(at(...parts));

async function passed(...words: string[]) {
  const ended = await book.command(...words);
  expect(ended.code, ended.stderr).toBe(0);
  return ended;
}

/** A copy of the run's store. */
async function copied(name: string): Promise<string> {
  await cp(at("data/store"), at(name), {recursive: true});
  return name;
}

test("a store that the present reader scored stays as it is, byte by byte", async () => {
  const store = await copied("present");
  const {stderr} = await passed("score", "--store", store);
  expect(stderr).toContain("; tables in present");
  expect(await book.tableHashes(store)).toEqual(await book.tableHashes());
  const [after, before] = await Promise.all([at(store), at("data/store")].map(manifestOf));
  expect({...after, git_commit: ""}).toEqual({...before, git_commit: ""});
  expect(before!.evaluations.map(({reader}) => reader)).toEqual([READER_VERSION, READER_VERSION, READER_VERSION]);
});

test("a store of an older reader gets the tables and the manifest of the run, and keeps its timings", async () => {
  const store = await copied("older");
  await makeOlder(at(store));
  expect(await book.tableHashes(store)).not.toEqual(await book.tableHashes());
  await passed("score", "--store", store);
  expect(await book.tableHashes(store)).toEqual(await book.tableHashes());
  for (const file of ["timings.parquet", "live.arrow"]) expect(await bytes(store, file)).toEqual(await bytes("data/store", file));
  const [after, before] = await Promise.all([at(store), at("data/store")].map(manifestOf));
  expect({...after, git_commit: ""}).toEqual({...before, git_commit: ""});
});

test("corrections, tags and points that were brought in hold afterwards", async () => {
  const store = await copied("corrected");
  const samples =
    "select eval_id || '/' || item_id || '/0' as key, status from samples where trial = 0 and status = 0 order by all limit 1";
  const [{key}] = (await rowsOf<{key: string}>(at(store), samples)) as [{key: string}];
  await passed("samples", "correct", key, "--status", "correct", "--reason", "it is", "--by", "Ada", "--store", store);
  await passed("points", "tag", "tags", "mine", "--task", "boolean", "--store", store);
  const corrected = await book.tableHashes(store);
  await makeOlder(at(store));
  await passed("score", "--store", store);
  expect(await book.tableHashes(store)).toEqual(corrected);
  expect((await manifestOf(at(store))).evaluations.filter(each => each.corrected === 1)).toHaveLength(1);
});

test("answers of an imported store are read again, and the other program's verdicts stay", async () => {
  await passed("export", "--format", "inspect", "--out", "logs");
  await passed("import", "logs", "--out", "imported");
  const before = await book.tableHashes("imported");
  const described = await manifestOf(at("imported"));
  expect(described.evaluations.every(({reader}) => reader === READER_VERSION)).toBe(true);
  const manifest = {...described, evaluations: described.evaluations.map(({reader: _, ...each}) => each)};
  await writeFile(at("imported/manifest.json"), JSON.stringify(manifest));
  await passed("score", "--store", "imported");
  expect(await book.tableHashes("imported")).toEqual(before);
  expect({...(await manifestOf(at("imported"))), git_commit: ""}).toEqual({...described, git_commit: ""});
});

test.each([
  [["--samples", "4"], "--out is missing: the folder of the store to write"],
  [["--context", "64"], "--out is missing: the folder of the store to write"],
  [["--suite", "data/suites/small.yaml"], "--out is missing: the folder of the store to write"],
  [
    ["--samples", "4", "--out", "data/store"],
    "--samples changes what the store data/store holds; choose another folder with --out"
  ],
  [
    ["--context", "64", "--out", "data/../data/store"],
    "--context changes what the store data/../data/store holds; choose another folder with --out"
  ]
])("what would change a store is not done in place: %j", async (words, told) => {
  const before = await book.tableHashes();
  expect(await book.command("score", "--store", "data/store", ...words)).toMatchObject({code: 2, stderr: `${told}\n`});
  expect(await book.tableHashes()).toEqual(before);
});

test("a dataset needs a folder to write", async () => {
  await writeFile(at("rows.jsonl"), "{}\n");
  expect(await book.command("score", "--dataset", "rows.jsonl")).toMatchObject({
    code: 2,
    stderr: "--out is missing: the folder of the store to write\n"
  });
});

test("a damaged store, and one without a manifest, are left as they are", async () => {
  const store = await copied("damaged");
  await makeOlder(at(store));
  await rm(at(store, "scores.parquet"));
  const hashes = await book.tableHashes(store);
  const damaged = await book.command("score", "--store", store);
  expect([damaged.code, damaged.stderr]).toEqual([
    2,
    expect.stringContaining("scores.parquet is missing, which its manifest describes")
  ]);
  await rm(at(store, "manifest.json"));
  const undescribed = await book.command("score", "--store", store);
  expect([undescribed.code, undescribed.stderr]).toEqual([
    2,
    "damaged/manifest.json cannot be read; --out FOLDER scores into another store\n"
  ]);
  expect(await book.tableHashes(store)).toEqual(hashes);
});

test("what an endpoint said of its answers is kept: that it refused, and how likely its words were", async () => {
  await using stub = await stubServer((_, __, response) => {
    const refuses = stub.requests.length % 2 === 0;
    const message = {role: "assistant", content: refuses ? null : "Answer: 4", ...(refuses && {refusal: "No."})};
    const logprobs = {
      content: [
        {token: "Answer", logprob: -0.25},
        {token: ": 4", logprob: -1.5}
      ]
    };
    response.setHeader("content-type", "application/json");
    response.end(
      JSON.stringify({
        choices: [{index: 0, message, finish_reason: "stop", ...(!refuses && {logprobs})}],
        usage: {prompt_tokens: 50, completion_tokens: 10, total_tokens: 60}
      })
    );
    return undefined;
  });
  await using own = await workbook({
    "models/reference.yaml": `id: own\nendpoint: ${stub.url}\nsampler: {extra: {logprobs: true}}\n`
  });
  const ran = await own.command("run", "--samples", "4");
  expect(ran.code, ran.stderr).toBe(0);
  const store = join(own.root, "data/store");
  const measured = await rowsOf<{name: string; n: number}>(
    store,
    "select name, count(*)::int as n from measures group by all order by all"
  );
  expect(measured.map(({name}) => name)).toEqual(["mean_logprob", "refusal"]);
  const before = await own.tableHashes();
  const asked = stub.requests.length;
  await makeOlder(store);
  const again = await own.command("score");
  expect(again.code, again.stderr).toBe(0);
  expect(await own.tableHashes()).toEqual(before);
  expect(stub.requests.length).toBe(asked);
});

test("answers that a model has graded are read again with its grades, and not at all where no cache has them", async () => {
  await using stub = await stubServer(({messages}) =>
    JSON.stringify(messages).includes("You grade one answer") ? '{"points": 8}' : "A fine essay."
  );
  await using own = await workbook({
    "models/reference.yaml": `id: writer\nendpoint: ${stub.url}\n`,
    "models/judge.yaml": `{id: examiner, endpoint: ${stub.url}, model: strict-1}\n`,
    "suites/small.yaml": "tasks:\n  - {task: boolean, params: {length: 6}}\n  - bank: essays\n",
    "banks/essays.yaml": 'files: essays.jsonl\nscorer: {kind: rubric, rubric: "Is it clear?"}\njudge: models/judge.yaml\n',
    "banks/essays.jsonl": '{"question": "Write an essay.", "answer": "-"}\n{"question": "Write another.", "answer": "-"}\n'
  });
  const ran = await own.command("run", "--samples", "4");
  expect(ran.code, ran.stderr).toBe(0);
  const before = await own.tableHashes();
  await makeOlder(join(own.root, "data/store"));
  expect((await own.command("score")).code).toBe(0);
  expect(await own.tableHashes()).toEqual(before);
  await makeOlder(join(own.root, "data/store"));
  const older = await own.tableHashes();
  await rm(join(own.root, "data/cache"), {recursive: true});
  const asked = stub.requests.length;
  expect(await own.command("score")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("2 answers of data/store would lose the grades of a judge, whose replies the caches lack")
  });
  expect(await own.tableHashes()).toEqual(older);
  expect(stub.requests.length).toBe(asked);
});

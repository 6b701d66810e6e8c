// Stored responses scored again: what comes out must be what a run makes of the same responses.
import {cp, writeFile} from "node:fs/promises";
import {join} from "node:path";
import {DuckDBInstance} from "@duckdb/node-api";
import {afterAll, beforeAll, expect, test} from "vitest";
import {rescore} from "../../../pipelines/run/rescore/rescore.js";
import {readManifest} from "../../../pipelines/store/manifest.node.js";
import {readPoints} from "../../../pipelines/store/points/overlay.node.js";
import {readRows} from "../../../pipelines/store/sql.node.js";
import {recordTables} from "../../recordTables.js";
import {silent} from "../../silent.js";
import {stubServer, type Workbook, workbook} from "../../workbook.js";

const SAMPLES = 12;
const LIMIT = 128;

let book: Workbook;
let full: string;
beforeAll(async () => {
  book = await workbook({"models/reference.yaml": REFERENCE});
  full = join(book.root, "full");
  await command("run", "--samples", String(SAMPLES), "--out", "full");
}, 300_000);
afterAll(() => book[Symbol.asyncDispose]());

/** Models of a price and of all ways to send their reasoning. */
const REFERENCE =
  'endpoint: "reference:"\ngroups: [reference]\nprice: {input: 0.3, output: 1.7}\nmodels: [{id: sim-cedar-01}, {id: sim-heron-08}, {id: sim-comet-05}]\n';

async function command(...words: string[]) {
  const ended = await book.command(...words);
  expect(ended.code, ended.stderr).toBe(0);
  return ended;
}

async function rows(folder: string, table: string, without: string[] = []): Promise<Record<string, unknown>[]> {
  const all: Record<string, unknown>[] = [];
  for await (const row of readRows(join(folder, `${table}.parquet`), {
    query: `select * ${without.length > 0 ? `exclude (${without.join(", ")})` : ""} from t`
  }))
    all.push(row);
  return all;
}

/** A store's responses as somebody would hand them over: JSON lines, or the same as Parquet. */
async function exported(folder: string, file: string, {parquet = false} = {}): Promise<void> {
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  const columns = `s.model, s.template, s.sampler, s.eval_id, s.base_task, s.params, s.seed, s.index, s.trial, r.prompt, r.text, r.reasoning,
    s.finish_reason, s.prompt_tokens, s.completion_tokens, s.cost, s.simulated, ['reference'] as groups`;
  await connection.run(
    `copy (select ${columns} from '${folder}/samples.parquet' s join '${folder}/responses.parquet' r using (eval_id, item_id, trial) order by random())
     to '${file}' (format ${parquet ? "parquet" : "json"})`
  );
  connection.closeSync();
  instance.closeSync();
}

test.each([
  ["jsonl"],
  ["parquet"]
])("a run's responses as %s, in any order and without answers, give the run's samples, tests and counters", async format => {
  const file = join(book.root, `responses.${format}`);
  await exported(full, file, {parquet: format === "parquet"});
  const out = join(book.root, `from-${format}`);
  const warnings: string[] = [];
  const report = {...silent, warn: (text: string) => void warnings.push(text)};
  const manifest = await rescore({
    source: {dataset: file},
    folder: out,
    suite: [join(book.root, "data/suites/small.yaml")],
    report
  });
  expect(warnings).toEqual([]);
  for (const table of ["samples", "responses"]) expect(await rows(out, table)).toEqual(await rows(full, table));
  expect(await rows(out, "items")).toEqual(await rows(full, "items"));
  expect(await rows(out, "points", ["stopped"])).toEqual(await rows(full, "points", ["stopped"]));
  expect(await rows(out, "scores")).toEqual(await rows(full, "scores"));
  const origin = (await readManifest(full))!;
  expect(manifest).toMatchObject({
    samples: origin.samples,
    points: origin.points,
    tokens: origin.tokens,
    seed: 7,
    status: "complete",
    failed: 0
  });
});

test("replay at a smaller limit is what a run under that limit gives", async () => {
  const limited = join(book.root, "limited");
  await writeFile(join(book.root, "data/samplers/greedy.yaml"), `max_tokens: ${LIMIT}\n`);
  try {
    await command("run", "--samples", String(SAMPLES), "--out", "limited");
  } finally {
    await writeFile(join(book.root, "data/samplers/greedy.yaml"), "max_tokens: 2048\n");
  }
  const replayed = join(book.root, "replayed");
  const {evaluations} = await rescore({source: {store: full}, context: LIMIT, folder: replayed, report: silent});
  // What of a text is cut is told by its share of tokens, so what a cut text holds is an estimate; nothing of it is scored.
  const ESTIMATED = ["parsed", "answer", "trace_bytes", "compressed_bytes"];
  const samples = await rows(replayed, "samples", ["eval_id", ...ESTIMATED]);
  expect(samples).toEqual(await rows(limited, "samples", ["eval_id", ...ESTIMATED]));
  const cut = samples.filter(({status}) => status === 2).length;
  expect(cut).toBeGreaterThan(samples.length / 10);
  expect(samples.length - cut).toBeGreaterThan(samples.length / 10);
  const counted = ["eval_id", "stopped", "trace_bytes", "compressed_bytes"];
  expect(await rows(replayed, "points", counted)).toEqual(await rows(limited, "points", counted));
  const whole = new Map((await rows(full, "responses")).map(row => [`${row.model} ${row.item_id}`, row]));
  for (const row of await rows(replayed, "responses")) {
    const {text, reasoning} = whole.get(`${row.model} ${row.item_id}`)!;
    expect((text as string).startsWith(row.text as string)).toBe(true);
    expect(((reasoning as string) ?? "").startsWith((row.reasoning as string) ?? "")).toBe(true);
  }
  // Traces that were not cut keep their sizes.
  const sizes = async (folder: string) =>
    (await rows(folder, "samples"))
      .filter(({status}) => status !== 2)
      .map(row => [row.item_id, row.trace_bytes, row.compressed_bytes]);
  expect(await sizes(replayed)).toEqual(await sizes(limited));
  expect(evaluations.every(({max_tokens}) => max_tokens === LIMIT)).toBe(true);
});

test("a limit above the run's is refused with its reason, and so are a run's own store and no store at all", async () => {
  const attempt = (source: {store: string}, folder: string, context?: number) =>
    rescore({source, folder, context, report: silent});
  const store = {store: full};
  await expect(attempt(store, join(book.root, "larger"), 4096)).rejects.toThrow(
    /^--context 4,096 is above 2,048 tokens, the limit that sim-\S+ \(plain, greedy\) ran under; how its truncated responses would have gone on is not known$/
  );
  await expect(attempt(store, full, 64)).rejects.toThrow("--context changes what the store");
  await expect(attempt({store: join(book.root, "from-jsonl")}, full)).rejects.toThrow("holds the results of a book");
  await expect(attempt({store: "nowhere"}, join(book.root, "x"))).rejects.toThrow("no table samples in nowhere");
});

test("--samples takes the first of each point, and asking for more asks only what is new", async () => {
  const few = join(book.root, "few");
  await rescore({source: {store: full}, samples: 5, folder: few, report: silent});
  const first = (await rows(full, "samples")).filter(({index}) => (index as number) < 5);
  expect(await rows(few, "samples")).toEqual(first);
  const {stderr} = await command("run", "--samples", String(SAMPLES + 3), "--out", "full");
  const cells = (await readPoints(full)).length;
  expect(stderr).toContain(`${cells * 3} asked, ${cells * SAMPLES} from the cache`);
  expect((await readPoints(full)).every(row => row.correct + row.incorrect + row.truncated === SAMPLES + 3)).toBe(true);
});

test("on a server whose replies are prefixes of each other but whose tokens are not ours, replay is exact too", async () => {
  // One token a word; the server counts and cuts by words.
  const answer = (prompt: string) => `${"think ".repeat(1 + (prompt.length % 40))}so Answer: ${prompt.length % 7}`;
  await using stub = await stubServer((body, _, response) => {
    const prompt = (body.messages as {content: string}[]).at(-1)!.content;
    const words = answer(prompt).split(" ");
    const said = words.slice(0, body.max_tokens as number);
    const finish_reason = said.length < words.length ? "length" : "stop";
    response.setHeader("content-type", "application/json");
    const usage = {prompt_tokens: 9, completion_tokens: said.length, total_tokens: 9 + said.length};
    response.end(
      JSON.stringify({
        id: "x",
        object: "chat.completion",
        choices: [{index: 0, message: {role: "assistant", content: said.join(" ")}, finish_reason}],
        usage
      })
    );
    return undefined;
  });
  const model = `id: stub\nendpoint: ${stub.url}\nprice: {input: 1, output: 3}\n`;
  const files = {"models/reference.yaml": model};
  await using wide = await workbook({...files, "samplers/greedy.yaml": "max_tokens: 64\n"});
  await using narrow = await workbook({...files, "samplers/greedy.yaml": "max_tokens: 20\n"});
  for (const each of [wide, narrow])
    expect(await each.command("run", "--samples", "10", "--out", "out")).toMatchObject({code: 0});
  const folder = join(wide.root, "replayed");
  await rescore({source: {store: join(wide.root, "out")}, context: 20, folder, report: silent});
  const scored = ["eval_id", "parsed", "answer", "trace_bytes", "compressed_bytes"];
  const replayed = await rows(folder, "samples", scored);
  expect(replayed).toEqual(await rows(join(narrow.root, "out"), "samples", scored));
  expect(new Set(replayed.map(({status}) => status)).has(2)).toBe(true);
});

test("a store of an older version, without the columns of how answers were read, is read and gains them", async () => {
  const [older, out] = [join(book.root, "older"), join(book.root, "from-older")];
  await cp(full, older, {recursive: true});
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  await connection.run(
    `copy (select * exclude (answer_rule, answer_start, answer_end, answer_reason) from '${full}/samples.parquet') to '${older}/samples.parquet' (format parquet)`
  );
  connection.closeSync();
  instance.closeSync();
  await recordTables(older);
  await rescore({source: {store: older}, folder: out, report: silent});
  expect(await rows(out, "samples")).toEqual(await rows(full, "samples"));
  const found = await rows(out, "samples");
  expect(found.every(({answer, answer_rule}) => (answer === null) === (answer_rule === null))).toBe(true);
  expect(found.filter(({answer_rule}) => answer_rule === "answer line").length).toBeGreaterThan(found.length / 2);
});

test("repetitions of a store are scored again as they were, and are no part of points", async () => {
  await using book = await workbook({
    "models/reference.yaml": 'id: sim-heron-08\nendpoint: "reference:"\n',
    "samplers/greedy.yaml": "max_tokens: 2048\ntemperature: 1\ntrials: 2\n"
  });
  expect((await book.command("run", "--limit", "40")).code).toBe(0);
  const ended = await book.command("score", "--store", "data/store", "--out", "again");
  expect(ended.code, ended.stderr).toBe(0);
  const [before, after] = [await book.tableHashes(), await book.tableHashes("again")];
  for (const table of ["samples", "points", "items", "responses"])
    expect(after[`${table}.parquet`]).toBe(before[`${table}.parquet`]);
});

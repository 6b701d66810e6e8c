import {appendFile, readFile, rm, writeFile} from "node:fs/promises";
import {join} from "node:path";
import {expect, test} from "vitest";
import {type Workbook, workbook} from "../workbook.js";

type Json = Record<string, unknown>;

const rows = async (book: Workbook, query: string, store = "data/store"): Promise<Json[]> => {
  const {stdout, stderr} = await book.command("sql", "--json", "--store", store, query);
  expect(stderr).toBe("");
  return JSON.parse(stdout) as Json[];
};
const manifest = async (book: Workbook, store = "data/store") =>
  JSON.parse(await readFile(join(book.root, store, "manifest.json"), "utf8")) as {
    evaluations: {eval_id: string; corrected?: number}[];
    corrections?: unknown;
    tables: Record<string, {sha256: string}>;
  };
const by = ["--by", "Ada"];

/** A wrong answer of the book's first model. */
async function wrongSample(book: Workbook, status = 0): Promise<{key: string; model: string; task: string; params: string}> {
  const [row] = await rows(
    book,
    `select eval_id || '/' || item_id || '/' || trial as key, model, base_task as task, params from samples where status = ${status} order by all limit 1`
  );
  return row as {key: string; model: string; task: string; params: string};
}
const pointOf = ({model, task, params}: {model: string; task: string; params: string}) =>
  `select correct::int as correct, incorrect::int as incorrect, truncated::int as truncated, unparsed::int as unparsed, guess_sum, tokens_correct::int as tokens_correct, accuracy from points where model = '${model}' and base_task = '${task}' and params = '${params}'`;

test("a correction counts in samples, points and scores, is marked, and reverts to the same bytes; the cache stays", async () => {
  await using book = await workbook();
  expect((await book.command("run")).code).toBe(0);
  const before = await book.tableHashes();
  const described = await manifest(book);
  expect(described.corrections).toBeUndefined();
  expect(before["corrections.parquet"]).toBeUndefined();
  const wrong = await wrongSample(book);
  const [point] = await rows(book, pointOf(wrong));

  const done = await book.command(
    "samples",
    "correct",
    wrong.key,
    "--status",
    "correct",
    "--reason",
    "12 and twelve are one answer",
    ...by
  );
  expect(done).toMatchObject({code: 0});
  expect(done.stderr).toContain("1 correction added; 1 sample of data/store is now corrected");
  const [after] = await rows(book, pointOf(wrong));
  expect(after).toMatchObject({
    correct: Number(point!.correct) + 1,
    incorrect: Number(point!.incorrect) - 1,
    guess_sum: point!.guess_sum
  });
  // excess accuracy by its definition, from the counters of the table
  const [c, i, g] = [Number(after!.correct), Number(after!.incorrect), Number(after!.guess_sum)];
  expect(after!.accuracy).toBeCloseTo((c - g) / (c + i - g), 12);
  const [summed] = await rows(
    book,
    `select sum(status)::int as right from samples where model = '${wrong.model}' and base_task = '${wrong.task}' and params = '${wrong.params}' and status < 2`
  );
  expect(summed!.right).toBe(c);
  const own = (await manifest(book)).evaluations.filter(({corrected}) => corrected !== undefined);
  expect(own).toMatchObject([{eval_id: wrong.key.split("/")[0], corrected: 1}]);
  expect(await rows(book, 'select state, status, original_status, "by", reason from corrections')).toEqual([
    {state: "applied", status: 1, original_status: 0, by: "Ada", reason: "12 and twelve are one answer"}
  ]);
  const scored = await book.tableHashes();
  for (const table of ["samples.parquet", "points.parquet", "scores.parquet"]) expect(scored[table]).not.toBe(before[table]);
  for (const table of ["items.parquet", "responses.parquet", "measures.parquet"]) expect(scored[table]).toBe(before[table]);

  // the same again changes nothing; a rerun keeps it, from the cache alone
  await book.command("samples", "correct", wrong.key, "--status", "correct", "--reason", "12 and twelve are one answer", ...by);
  expect(await book.tableHashes()).toEqual(scored);
  const rerun = await book.command("run");
  expect(rerun.stderr).toContain("0 asked");
  expect(await book.tableHashes()).toEqual(scored);
  // a run of a part of the book carries the rest over, corrected samples among them
  expect((await book.command("run", "--limit", "8")).code).toBe(0);
  expect(await book.tableHashes()).toEqual(scored);

  const listed = await book.command("samples", "corrections", "--json");
  const [line] = listed.stdout
    .trim()
    .split("\n")
    .map(text => JSON.parse(text) as Json);
  expect(line).toMatchObject({state: "applied", original_status: "incorrect", status: "correct", by: "Ada"});
  expect((await book.command("samples", "revert", String(line!.id), "--reason", "no, they are not", ...by)).code).toBe(0);
  const {"corrections.parquet": history, ...reverted} = await book.tableHashes();
  expect(history).toBeDefined();
  expect(reverted).toEqual(before);
  expect(await rows(book, "select state from corrections")).toEqual([{state: "reverted"}]);
  expect((await manifest(book)).evaluations.some(({corrected}) => corrected !== undefined)).toBe(false);
  // both lines stay in the log, and without the log the store is what it was
  const log = join(book.root, "data/store/corrections.jsonl");
  expect((await readFile(log, "utf8")).trim().split("\n")).toHaveLength(2);
  await rm(log);
  expect((await book.command("samples", "apply")).code).toBe(0);
  expect(await book.tableHashes()).toEqual(before);
  const digests = ({tables: {timings: _, ...tables}}: Awaited<ReturnType<typeof manifest>>) =>
    new Map(Object.entries(tables).map(([name, {sha256}]) => [name, sha256]));
  expect(digests(await manifest(book))).toEqual(digests(described));
});

test("a rescored store has the corrections of the store that it was made from", async () => {
  await using book = await workbook();
  await book.command("run");
  const wrong = await wrongSample(book);
  await book.command(
    "samples",
    "correct",
    wrong.key,
    "--status",
    "truncated",
    "--reason",
    "it ends in the middle of a word",
    ...by
  );
  const [here] = await rows(book, pointOf(wrong));
  expect((await book.command("score", "--store", "data/store", "--out", "data/other")).code).toBe(0);
  expect(await rows(book, pointOf(wrong), "data/other")).toEqual([here]);
  expect(await rows(book, "select state, original_status from corrections", "data/other")).toEqual([
    {state: "applied", original_status: 0}
  ]);
  // reverting in one store leaves the other as it is
  const {stdout} = await book.command("samples", "corrections", "--json", "--store", "data/other");
  const {id} = JSON.parse(stdout) as {id: string};
  await book.command("samples", "revert", id, "--reason", "it does not", "--store", "data/other", ...by);
  expect(await rows(book, "select state from corrections", "data/other")).toEqual([{state: "reverted"}]);
  expect(await rows(book, "select state from corrections")).toEqual([{state: "applied"}]);
});

test("an evaluation that a run carries over keeps its corrections, and what its scorer said", async () => {
  await using book = await workbook();
  await book.command("run");
  const wrong = await wrongSample(book);
  const own = `${pointOf(wrong)} order by all`;
  const scores = `select * from scores where model = '${wrong.model}' order by layer, tier, base_task, params`;
  const original = [await rows(book, own), await rows(book, scores)];
  await book.command("samples", "correct", wrong.key, "--status", "truncated", "--reason", "cut", ...by);
  const corrected = [await rows(book, own), await rows(book, scores)];
  expect(corrected).not.toEqual(original);
  await writeFile(join(book.root, "data/models/reference.yaml"), 'endpoint: "reference:"\nmodels: [{id: sim-otter-06}]\n');
  const ran = await book.command("run");
  expect(ran.stderr).toContain("3 other evaluations stay");
  expect([await rows(book, own), await rows(book, scores)]).toEqual(corrected);
  const [{id}] = (await rows(book, "select id from corrections")) as [{id: string}];
  expect(await rows(book, "select state, original_status from corrections")).toEqual([{state: "applied", original_status: 0}]);
  await book.command("samples", "revert", id, "--reason", "whole", ...by);
  expect([await rows(book, own), await rows(book, scores)]).toEqual(original);
});

test("corrections of samples that are gone, or answered otherwise by now, are told and not applied", async () => {
  await using book = await workbook();
  await book.command("run");
  const wrong = await wrongSample(book);
  await book.command("samples", "correct", wrong.key, "--status", "correct", "--reason", "right", ...by);
  const log = join(book.root, "data/store/corrections.jsonl");
  const line = JSON.parse(await readFile(log, "utf8")) as {id: string; sample: Json; response: string};
  await appendFile(log, `${JSON.stringify({...line, id: "aaaaaaaaaaaa", sample: {...line.sample, item_id: "gone-0"}})}\n`);
  const [other] = await rows(
    book,
    `select eval_id, model, template, sampler, item_id, trial from samples where eval_id || '/' || item_id || '/' || trial <> '${wrong.key}' order by all limit 1`
  );
  await appendFile(log, `${JSON.stringify({...line, id: "bbbbbbbbbbbb", sample: other, response: "0".repeat(16)})}\n`);
  const ran = await book.command("run");
  expect(ran.code).toBe(0);
  expect(ran.stderr).toMatch(/1 correction of samples that are no longer in data\/store \(aaaaaaaaaaaa\)/);
  expect(ran.stderr).toMatch(/1 correction not applied, since the response has changed \(bbbbbbbbbbbb\)/);
  expect(await rows(book, "select id, state from corrections order by id")).toEqual(
    expect.arrayContaining([
      {id: "aaaaaaaaaaaa", state: "missing"},
      {id: "bbbbbbbbbbbb", state: "changed"},
      {id: line.id, state: "applied"}
    ])
  );
});

test("a file of corrections: the whole is taken or nothing; later lines of one sample supersede earlier ones", async () => {
  await using book = await workbook();
  await book.command("run");
  const before = await book.tableHashes();
  const keys = (
    await rows(book, "select eval_id || '/' || item_id as key from samples where trial = 0 and status < 2 order by all")
  ).map(({key}) => String(key));
  const file = join(book.root, "fixes.csv");
  await writeFile(
    file,
    `key,status,reason\n${keys[0]},correct,fine\n${keys[1]},wrong,"no, such word"\nnowhere/x-1,correct,who\n`
  );
  const refused = await book.command("samples", "correct", "--file", file, ...by);
  expect(refused.code).toBe(2);
  expect(refused.stderr).toMatch(/fixes\.csv:3 .*status/s);
  expect(await book.tableHashes()).toEqual(before);
  await writeFile(
    file,
    `key,status,reason,by,at\n${keys.map((key, i) => `${key},${i % 2 ? "correct" : "incorrect"},"all, of them",Bo,2026-01-0${1 + (i % 9)}T00:00:00Z`).join("\n")}\n`
  );
  const all = await book.command("samples", "correct", "--file", file);
  expect(all.code).toBe(0);
  // every sample of the store: each point now counts what the file says
  const expected = Object.fromEntries(keys.map((key, i) => [key, i % 2]));
  for (const {key, status} of await rows(
    book,
    "select eval_id || '/' || item_id as key, status from samples where trial = 0 and status < 2"
  ))
    expect(status).toBe(expected[String(key)]);
  const [sums] = await rows(book, "select sum(correct)::int as correct, sum(incorrect)::int as incorrect from points");
  expect(sums).toEqual({correct: Math.floor(keys.length / 2), incorrect: Math.ceil(keys.length / 2)});
  expect((await book.command("samples", "correct", keys[0]!, "--status", "correct", "--reason", "after all", ...by)).code).toBe(
    0
  );
  const states = await rows(book, "select distinct state from corrections order by 1");
  expect(states.map(({state}) => state)).toContain("superseded");
  expect(await rows(book, `select status from samples where eval_id || '/' || item_id = '${keys[0]}' and trial = 0`)).toEqual([
    {status: 1}
  ]);
});

test("mistakes are named, and leave the store as it is", async () => {
  await using book = await workbook();
  await book.command("run");
  const before = await book.tableHashes();
  const {key, model} = await wrongSample(book);
  const said = async (...words: string[]) => {
    const {code, stderr} = await book.command("samples", ...words);
    expect(code).toBe(2);
    return stderr;
  };
  expect(await said("correct", key, "--status", "correct", ...by)).toContain("--reason is missing");
  expect(await said("correct", key, "--reason", "x", ...by)).toContain("--status is missing");
  expect(await said("correct", `${model}/none-7`, "--status", "correct", "--reason", "x", ...by)).toContain(
    "has no sample of item none-7"
  );
  expect(await said("correct", "nobody/none-7", "--status", "correct", "--reason", "x", ...by)).toContain(
    'no evaluation "nobody"'
  );
  expect(await said("correct", "x", "--status", "correct", "--reason", "x", ...by)).toContain("names no sample");
  expect(await said("revert", "123", "--reason", "x", ...by)).toContain('no correction "123"');
  expect(await said("show", "nobody/none-7")).toContain('no evaluation "nobody"');
  expect((await book.command("samples", "corrections")).stderr).toContain("no sample of data/store was corrected");
  expect((await book.command("samples", "apply")).code).toBe(0);
  expect(await book.tableHashes()).toEqual(before);
  await writeFile(join(book.root, "data/store/corrections.jsonl"), "{}\n");
  expect(await said("corrections")).toMatch(/corrections\.jsonl:1 .*correct the line/);
});

test("a sample is shown with its question, response and verdict", async () => {
  await using book = await workbook();
  await book.command("run");
  const {key} = await wrongSample(book);
  const {stdout, code} = await book.command("samples", "show", key);
  expect(code).toBe(0);
  expect(stdout).toContain("(simulated)");
  expect(stdout).toMatch(/\[status\]\nincorrect; expected/);
});

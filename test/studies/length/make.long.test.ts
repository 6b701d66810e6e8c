// The tables of length of a small store, beside SQL over its samples, and of stores that lack what they are made from.
import {cp, rm} from "node:fs/promises";
import {join} from "node:path";
import {afterAll, beforeAll, expect, test} from "vitest";
import {openDuckDB} from "../../../pipelines/store/duckdb.node.js";
import {query} from "../../../pipelines/store/sql.node.js";
import {study} from "../../../pipelines/studies/make.node.js";
import {recordTables} from "../../recordTables.js";
import {silent} from "../../silent.js";
import {type Workbook, workbook} from "../../workbook.js";

let book: Workbook;
let folder: string;
const rows = async (text: string, at = folder) => (await query(text, {folder: at})).rows;
const TABLES = ["lengths", "effective_lengths", "length_contrasts"] as const;

beforeAll(async () => {
  book = await workbook({
    "suites/small.yaml": `tasks:
  - {task: facts, params: {skill: [one fact, time], context_tokens: 0}}
  - {task: facts, params: {skill: [one fact, time], context_tokens: [1000, 8000], depth: [0, 0.5, 1]}}
  - {task: needles, params: {context_tokens: 0}}
  - {task: arithmetic, params: {length: [4, 12]}}
`,
    "book.yaml":
      "suite: suites/small.yaml\nmodels: [models/reference.yaml]\ntemplate: templates/plain.yaml\nsampler: samplers/greedy.yaml\nprecision: {min: 16, step: 16, max: 16, width: 0.15}\nseed: 7\n"
  });
  folder = join(book.root, "data/store");
  const {code, stderr} = await book.command("run");
  expect(code, stderr).toBe(0);
  await study("lengths", folder, {report: silent});
});
afterAll(() => book?.[Symbol.asyncDispose]());

test("each length and depth has the accuracy, interval and n of its point; tasks without a length have no row", async () => {
  expect(await rows("select distinct base_task from lengths order by 1")).toEqual([["facts"], ["needles"]]);
  const [[n, alike]] =
    (await rows(`with own as (select *, json_extract_string(nullif(series, ''), '$.skill') as skill from lengths
      where series <> '' and position <> 'all' and base_task = 'facts'),
    asked as (select *, json_extract_string(params, '$.skill') as skill, json_extract(params, '$.context_tokens')::int as tokens,
      try_cast(json_extract_string(params, '$.depth') as double) as placed from points where base_task = 'facts')
    select count(*)::int, count(*) filter (abs(own.accuracy - asked.accuracy) < 1e-9 and own.n = asked.correct + asked.incorrect and own.correct = asked.correct
      and own.truncated = asked.truncated and abs(own.low - excess_low(asked.correct, own.n, asked.guess_sum)) < 1e-6)::int
    from own join asked on own.eval_id = asked.eval_id and own.skill = asked.skill and length = tokens and depth is not distinct from placed`)) as [
      number[]
    ];
  expect([n, alike]).toEqual([3 * 2 * 7, 3 * 2 * 7]);
});

test("all series of a task are their mean, and all positions of a length theirs", async () => {
  const means = await rows(`select max(abs(own.accuracy - parts.mean)) < 1e-9, count(*)::int from lengths own
    join (select eval_id, length, avg(accuracy) as mean from lengths where base_task = 'facts' and series <> '' and position <> 'all' group by all) parts
    using (eval_id, length) where own.series = '' and own.position = 'all'`);
  expect(means).toEqual([[true, 9]]);
});

test("paired losses are those of SQL over the samples that ask the same", async () => {
  const [[n, alike]] =
    (await rows(`with answers as (select eval_id, pair_id, status, json_extract_string(s.params, '$.skill') as skill,
      json_extract(s.params, '$.context_tokens')::int as tokens, try_cast(json_extract_string(s.params, '$.depth') as double) as depth
      from samples s join items using (item_id) where s.base_task = 'facts' and trial = 0 and status <> 2),
    pairs as (select a.eval_id, a.skill, b.tokens, b.depth, count(*)::int as n, count(*) filter (a.status = 1 and b.status = 0)::int as first,
      count(*) filter (a.status = 0 and b.status = 1)::int as second
      from answers a join answers b on a.eval_id = b.eval_id and a.pair_id = b.pair_id and a.tokens = 0 and b.tokens > 0 group by all)
    select count(*)::int, count(*) filter (pairs.n = c.n and first = only_first and second = only_second)::int
    from pairs join length_contrasts c on c.eval_id = pairs.eval_id and contrast = 'loss' and tokens = length and pairs.depth = c.depth
      and json_extract_string(nullif(series, ''), '$.skill') = pairs.skill`)) as [number[]];
  expect([n, alike]).toEqual([3 * 2 * 6, 3 * 2 * 6]);
});

test("lengths of 0 alone have no effective length, and say so", async () => {
  expect(
    await rows("select distinct reason, range, tokens, lengths, longest from effective_lengths where base_task = 'needles'")
  ).toEqual([["one length only", null, null, 1, 0]]);
});

test("made anew, the tables have the same bytes", async () => {
  const before = await book.tableHashes();
  const copy = join(book.root, "again");
  await cp(folder, copy, {recursive: true});
  for (const name of TABLES) await rm(join(copy, `${name}.parquet`));
  await rm(join(copy, "studies.json"));
  await study("lengths", copy, {report: silent});
  const after = await book.tableHashes("again");
  for (const name of TABLES) expect(after[`${name}.parquet`]).toBe(before[`${name}.parquet`]);
});

/** A copy of the store in which a table is what a query makes of it. */
async function changed(name: string, table: string, select: string): Promise<string> {
  const copy = join(book.root, name);
  await cp(folder, copy, {recursive: true});
  const file = join(copy, `${table}.parquet`);
  const {connection, close} = await openDuckDB();
  await connection.run(`create table t as ${select.replaceAll("FILE", `read_parquet('${file}')`)}`);
  await connection.run(`copy t to '${file}' (format parquet)`);
  close();
  await rm(join(copy, "studies.json"));
  await recordTables(copy);
  await study("lengths", copy, {report: silent});
  return copy;
}

const ACCURACIES = "select eval_id, series, length, position, depth, accuracy, n from lengths order by all";

test("tests of an older version, without pairs: the same accuracies and effective lengths, no contrasts", async () => {
  const copy = await changed("unpaired", "items", "select * exclude (pair_id) from FILE");
  expect(await rows("select count(*)::int from length_contrasts", copy)).toEqual([[0]]);
  expect(await rows(ACCURACIES, copy)).toEqual(await rows(ACCURACIES));
  const lengths = "select eval_id, series, share, reason, n, longest from effective_lengths order by all";
  expect(await rows(lengths, copy)).toEqual(await rows(lengths));
});

test("points that were brought in without samples have accuracies and effective lengths of their counts", async () => {
  const copy = await changed("counts", "samples", "select * from FILE where false");
  expect(await rows(ACCURACIES, copy)).toEqual(await rows(ACCURACIES));
  expect(await rows("select count(*)::int from length_contrasts", copy)).toEqual([[0]]);
});

test("without a point of any length the tables are empty", async () => {
  const copy = await changed("other tasks", "points", "select * from FILE where base_task = 'arithmetic'");
  for (const table of TABLES) expect(await rows(`select count(*)::int from ${table}`, copy)).toEqual([[0]]);
});

test("points of a bank whose categories end in a length, as BABILong's do, are a series for each kind", async () => {
  const copy = await changed(
    "categories",
    "points",
    `select * replace ('babilong' as base_task, case json_extract_string(params, '$.skill') when 'time' then '{"category":"qa2 ' else '{"category":"qa1 ' end
      || case json_extract(params, '$.context_tokens')::int when 0 then '0k"}' when 1000 then '1k"}' else '8k"}' end as params)
      from FILE where base_task = 'facts' and (json_extract(params, '$.context_tokens')::int = 0 or json_extract_string(params, '$.depth') = '0.5')`
  );
  expect(
    await rows(
      `select series, count(*)::int, count(distinct eval_id)::int from lengths where position = 'spread' group by 1 order by 1`,
      copy
    )
  ).toEqual([
    ["", 9, 3],
    ['{"category":"qa1"}', 9, 3],
    ['{"category":"qa2"}', 9, 3]
  ]);
  expect(await rows("select distinct lengths, longest from effective_lengths where series like '%qa%' order by 1", copy)).toEqual(
    [[3, 8_000]]
  );
});

test("analyze -- length: one row per series with both contrasts, of the tasks that are asked for", async () => {
  const {code, stdout, stderr} = await book.command("analyze", "length", "--task", "facts", "--format", "json");
  expect(code, stderr).toBe(0);
  const found = JSON.parse(stdout) as Record<string, unknown>[];
  expect(found).toHaveLength(3 * 3);
  for (const {share, base_task, shortest, longest, misfit, loss_n, middle_n, simulated} of found) {
    expect([share, base_task, shortest, longest, misfit, simulated]).toEqual([0.5, "facts", 0, 8_000, null, true]);
    expect(Number(loss_n)).toBeGreaterThan(10);
    expect(Number(middle_n)).toBeGreaterThan(10);
  }
  const other = await book.command("analyze", "length", "--task", "arithmetic");
  expect([other.code, other.stderr]).toEqual([2, expect.stringContaining("no point here has a length")]);
  const share = await book.command("analyze", "length", "--share", "0.7");
  expect([share.code, share.stderr]).toEqual([2, expect.stringContaining("give one of 0.85, 0.5")]);
});

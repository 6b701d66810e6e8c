// Stores of older versions, whose tables of counts call their tokens tokens_completion and tokens_prompt.
import {copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterAll, beforeAll, expect, test} from "vitest";
import {openDuckDB} from "../../pipelines/store/duckdb.node.js";
import {joinTables} from "../../pipelines/store/joined.node.js";
import {readPoints} from "../../pipelines/store/points/overlay.node.js";
import {aggregate, unique} from "../../pipelines/store/points/queries.node.js";
import {incomingPoints} from "../../pipelines/store/points/upsert.node.js";
import {openQueries, query} from "../../pipelines/store/sql.node.js";
import {completed} from "../../pipelines/store/views.sql.js";
import {plainError} from "../../src/components/shared/plainError.js";

const PRESENT = "test/fixtures/store";
const home = mkdtempSync(join(tmpdir(), "reasonbook-older-"));
const older = join(home, "older");

beforeAll(async () => {
  mkdirSync(older);
  copyFileSync(join(PRESENT, "samples.parquet"), join(older, "samples.parquet"));
  const {connection, close} = await openDuckDB();
  const names = {
    points: "completion_tokens as tokens_completion, prompt_tokens as tokens_prompt",
    task_counts: "completion_tokens as tokens_completion",
    adjusted_points: "completion_tokens as tokens_completion, prompt_tokens as tokens_prompt",
    adjusted_task_counts: "completion_tokens as tokens_completion"
  };
  for (const [table, renamed] of Object.entries(names))
    await connection.run(
      `copy (select * rename (${renamed}) from '${PRESENT}/${table}.parquet') to '${older}/${table}.parquet' (format parquet)`
    );
  close();
});
afterAll(() => rmSync(home, {recursive: true, force: true}));

test("tables of counts of an older store are read under the present names", async () => {
  const contents = async (folder: string) => {
    const {ask, close} = await openQueries({folder});
    const tables: Record<string, unknown> = {};
    for (const table of ["points", "task_counts", "adjusted_points", "adjusted_task_counts"]) {
      const {rows} = await ask(`select sum(completion_tokens), count(completion_tokens), count(*) from ${table}`);
      const {columns} = await ask(`from ${table} limit 0`);
      tables[table] = {rows, columns: columns.sort()};
    }
    close();
    return tables;
  };
  expect(await contents(older)).toEqual(await contents(PRESENT));
  expect(await readPoints(older)).toEqual(await readPoints(PRESENT));
  expect(await aggregate(older, {by: ["model"]})).toEqual(await aggregate(PRESENT, {by: ["model"]}));
});

test("an older store joins a present one with its tokens", async () => {
  const {rows} = await query("select distinct eval_id, model, template, sampler from points order by all limit 1", {
    folder: older
  });
  const [eval_id, model, template, sampler] = rows[0] as [string, string, string, string];
  const part = {name: "older", folder: older};
  const evaluation = {part, eval_id, model, template, sampler, as: {eval_id, sampler}, groups: [], tags: []};
  const {totals} = await joinTables({parts: [part], evaluations: [evaluation], folder: home});
  const sums = `select sum(prompt_tokens), sum(completion_tokens) from points where eval_id = '${eval_id}'`;
  expect([totals.prompt, totals.completion]).toEqual((await query(sums, {folder: PRESENT})).rows[0]);
});

test("rows of counters from outside are taken under either name", async () => {
  const row = {
    ...{model: "m", template: "t", sampler: "s", base_task: "own", params: {}, generator_version: 1, correct: 2, incorrect: 0},
    ...{truncated: 0, unparsed: 0, guess_sum: 0, tokens_correct: 7, tokens_incorrect: 0, tokens_truncated: 0, cost: 0},
    ...{trace_bytes: 0, compressed_bytes: 0}
  };
  const files = {old: {tokens_completion: 7, tokens_prompt: 3}, now: {completion_tokens: 7, prompt_tokens: 3}};
  const read = await Promise.all(
    Object.entries(files).map(async ([name, tokens]) => {
      const file = join(home, `${name}.jsonl`);
      writeFileSync(file, JSON.stringify({...row, ...tokens}));
      return [...(await incomingPoints(file)).rows.values()];
    })
  );
  expect(read[0]).toEqual(read[1]);
  expect(read[0]).toMatchObject([{completion_tokens: 7, prompt_tokens: 3}]);
  const csv = join(home, "old.csv");
  const cells = {...row, params: "{}", tokens_completion: 7, tokens_prompt: 3};
  writeFileSync(csv, `${Object.keys(cells).join(",")}\n${Object.values(cells).join(",")}\n`);
  expect([...(await incomingPoints(csv)).rows.values()]).toEqual(read[1]);
});

const NOW = 'no column "tokens_completion": it is called "completion_tokens" now';

test.each([
  "select tokens_completion from points",
  "select sum(p.tokens_completion) from points p",
  "from task_counts where tokens_completion > 1",
  "select tokens_completion from samples"
])("a query with an old name is answered with the new one, in stores of all versions: %s", async text => {
  for (const folder of [older, PRESENT])
    await expect(query(text, {folder}), folder).rejects.toThrow(new RegExp(`^${NOW}\n`, "u"));
});

test("an old name that a query gives itself, and other mistakes near it, are DuckDB's affair", async () => {
  const folder = PRESENT;
  const {columns} = await query("select 1 as tokens_completion", {folder});
  expect(columns).toEqual(["tokens_completion"]);
  await expect(query("select nothing as tokens_completion from points", {folder})).rejects.toThrow(/^Binder Error: .*"nothing"/u);
});

test("so are a dimension of points and a query on a page", async () => {
  await expect(unique(PRESENT, "tokens_completion")).rejects.toThrow(NOW);
  // DuckDB 1.5 in Node and 0.9 in pages
  for (const message of [
    'Binder Error: Referenced column "tokens_completion" not found in FROM clause!\nCandidate bindings: "points.tokens_correct"',
    'Binder Error: Table "p" does not have a column named "tokens_completion"\nLINE 1: select p.tokens_completion'
  ])
    expect(plainError(message)).toBe(NOW);
});

test("a table with present names is read as it is", () => {
  expect(completed("task_counts", "t", ["model", "completion_tokens"])).toBe("t");
});

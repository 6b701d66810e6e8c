// The tables of programs of a small store with planted faults, beside SQL over its samples, and of stores that lack what they are made of.
import {cp, rm} from "node:fs/promises";
import {join} from "node:path";
import {afterAll, beforeAll, expect, test} from "vitest";
import {query} from "../../../pipelines/store/sql.node.js";
import {study} from "../../../pipelines/studies/make.node.js";
import {recordTables} from "../../recordTables.js";
import {silent} from "../../silent.js";
import {stubServer, type Workbook, workbook} from "../../workbook.js";
import {bookOf, KINDS, PROBLEMS, replies} from "./given.js";

let book: Workbook;
let stub: Awaited<ReturnType<typeof stubServer>>;
let folder: string;
const rows = async (text: string, at = folder) => (await query(text, {folder: at})).rows;

beforeAll(async () => {
  stub = await stubServer(replies());
  book = await workbook(bookOf(stub.url));
  folder = join(book.root, "data/store");
  const {code, stderr} = await book.command("run");
  expect(code, stderr).toBe(0);
  await study("code_rates", folder, {report: silent});
}, 600_000);
afterAll(async () => {
  await book?.[Symbol.asyncDispose]();
  await stub?.[Symbol.asyncDispose]();
});

test("every planted fault is counted as what it is, with n", async () => {
  const found = await rows(
    "select rate, value, n, items from code_rates where model = 'faulty' and base_task = 'mine' and part = 'all' and value > 0 and rate not in ('pass', 'tests_passed', 'accuracy') order by rate"
  );
  const planted = [...new Set(KINDS)].sort().map(kind => [kind, KINDS.filter(each => each === kind).length / KINDS.length]);
  expect(found.map(([rate, value]) => [rate, value])).toEqual(planted);
  for (const [, , n, items] of found) expect([n, items]).toEqual([2 * PROBLEMS, PROBLEMS]);
  expect(
    await rows("select value, n from code_rates where model = 'faulty' and base_task = 'mine' and rate = 'accuracy'")
  ).toEqual([[2 / 9, 72]]);
  const [[reason]] = (await rows(
    "select failed from code_samples where model = 'faulty' and outcome = 'wrong_result' and failed like '%add(%' order by item_id limit 1"
  )) as [[string]];
  expect(reason).toMatch(/failed: assert add\(/u);
});

test("pass@2 of one right answer of two is 1, and pass@1 one half", async () => {
  expect(
    await rows(
      "select k, value, n, items from code_rates where model = 'able' and base_task = 'mine' and rate = 'pass' order by k"
    )
  ).toEqual([
    [1, 0.5, 80, 40],
    [2, 1, 80, 40]
  ]);
});

test("answers in JavaScript are not scored, and never wrong", async () => {
  expect(
    await rows(
      "select rate, value, n from code_rates where model = 'able' and base_task = 'script' and rate in ('accuracy', 'not_scored')"
    )
  ).toEqual([
    ["accuracy", null, 0],
    ["not_scored", 1, 12]
  ]);
});

test("family and level of ZenCode-Hard are those that its items were made with, whether the point names them or not", async () => {
  const levels = await rows(
    "select level, value from code_rates where model = 'able' and base_task = 'zen-code' and part = 'level' and rate = 'accuracy' order by level"
  );
  expect(levels).toEqual([
    ["1", 1],
    ["2", 1],
    ["3", 0],
    ["4", 0],
    ["5", 0]
  ]);
  expect(
    await rows("select count(*)::int from code_samples where base_task = 'zen-code' and (family = '' or level = '')")
  ).toEqual([[0]]);
  expect(
    await rows("select distinct family, level from code_samples join items using (item_id) where items.params like '%games%'")
  ).toEqual([["games", "1"]]);
  const [[families]] = (await rows("select count(distinct family)::int from code_samples")) as [[number]];
  expect(families).toBeGreaterThan(6);
});

test("counts are those of the samples, and a problem that two points ask counts once", async () => {
  const differ =
    await rows(`with contents as (select model, base_task, regexp_extract(item_id, '[^-]*$') as content, trial, any_value(status) as status
      from samples where base_task in ('mine', 'zen-code') group by all)
    select model, base_task from (select model, base_task, count(*) filter (status < 2) as n, avg(status) filter (status < 2) as value from contents group by all) own
    join code_rates using (model, base_task) where part = 'all' and rate = 'accuracy' and (own.n <> code_rates.n or abs(own.value - code_rates.value) > 1e-12)`);
  expect(differ).toEqual([]);
  expect(await rows("select distinct base_task from code_rates order by 1")).toEqual([["mine"], ["script"], ["zen-code"]]);
});

test("the command prints them, with interval and n", async () => {
  const {code, stdout, stderr} = await book.command("analyze", "code", "--rate", "accuracy", "--format", "json");
  expect(code, stderr).toBe(0);
  const printed = JSON.parse(stdout) as Record<string, unknown>[];
  expect(printed.length).toBe(6);
  expect(printed.find(row => row.model === "faulty" && row.base_task === "mine")).toMatchObject({
    value: 2 / 9,
    n: 72,
    simulated: false
  });
  const {stdout: table} = await book.command(
    "analyze",
    "code",
    "--part",
    "level",
    "--task",
    "zen-code",
    "--rate",
    "accuracy",
    "--format",
    "markdown"
  );
  expect(table.split("\n").filter(line => line.startsWith("|")).length).toBe(2 + 10);
  const none = await book.command("analyze", "code", "--task", "boolean");
  expect([none.code, none.stderr]).toEqual([2, expect.stringContaining("no evaluation here was asked for programs")]);
  const families = await book.command("analyze", "code", "--task", "mine", "--part", "family");
  expect([families.code, families.stderr]).toEqual([2, expect.stringContaining("or none has rows of family")]);
});

test("stores of other hands: without measures the reason is not known, without scorers there are no rows", async () => {
  const other = join(book.root, "other");
  await cp(folder, other, {recursive: true});
  await rm(join(other, "measures.parquet"));
  await recordTables(other);
  await rm(join(other, "studies.json"), {force: true});
  const {make} = await import("../../../pipelines/studies/code/make.node.js");
  await make(other);
  expect(
    await rows("select distinct outcome from code_samples where model = 'faulty' and base_task = 'mine' order by 1", other)
  ).toEqual([["no_reason"], ["passed"], ["truncated"]]);
  expect(
    await rows("select value, n from code_rates where model = 'faulty' and base_task = 'mine' and rate = 'accuracy'", other)
  ).toEqual([[2 / 9, 72]]);
  await rm(join(other, "items.parquet"));
  await recordTables(other);
  await make(other);
  expect(await rows("select count(*)::int from code_rates", other)).toEqual([[0]]);
});

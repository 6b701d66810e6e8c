// A book of one list in three forms: pairs and steps in its tables, scored again from them, compared by `analyze -- forms`, and stores
// that were written before tests had pairs.
import {rename, writeFile} from "node:fs/promises";
import {join} from "node:path";
import {DuckDBInstance} from "@duckdb/node-api";
import {afterAll, beforeAll, expect, test} from "vitest";
import {query} from "../../pipelines/store/sql.node.js";
import {recordTables} from "../recordTables.js";
import {type Workbook, workbook} from "../workbook.js";

const SUITE = `tasks:
  - task: verbose-listops
    params: {num_operations: 3, max_depth: 2, form: [story, prose, expression], target_tokens: 1500}
`;
let book: Workbook;
beforeAll(async () => {
  book = await workbook({"suites/small.yaml": SUITE});
  const {code, stderr} = await book.command("run");
  expect(code, stderr).toBe(0);
});
afterAll(() => book[Symbol.asyncDispose]());

async function rows(text: string, store = "data/store"): Promise<Record<string, unknown>[]> {
  const {columns, rows} = await query(text, {folder: join(book.root, store)});
  return rows.map(row => Object.fromEntries(columns.map((name, i) => [name, row[i]])));
}

const MEASURES = "select eval_id, item_id, trial, name, value from measures order by all";

test("each list is asked three times under one pair, with the same answer and as many steps", async () => {
  const pairs = await rows(
    "select pair_id, count(*)::int as n, count(distinct expected)::int as answers, count(distinct json_array_length(steps))::int as steps from items group by pair_id"
  );
  expect(pairs.length).toBeGreaterThanOrEqual(16);
  for (const pair of pairs) expect(pair).toMatchObject({n: 3, answers: 1, steps: 1});
});

test("steps are measured, right ones where the answer is, and the first that departs where it is not", async () => {
  const [all] = await rows(`with wide as (pivot measures on name using any_value(value) group by eval_id, item_id, trial)
    select count(*)::int as n, count(*) filter (steps = 3)::int as three, count(*) filter (steps_stated = 3)::int as stated,
      count(*) filter (status = 1 and first_wrong_step is null)::int as clean, count(*) filter (status = 0 and first_wrong_step is not null)::int as found,
      count(*) filter (status = 1)::int as correct, count(*) filter (status = 0)::int as wrong
    from wide join samples using (eval_id, item_id, trial)`);
  const {n, three, stated, clean, found, correct, wrong} = all as Record<string, number>;
  expect(three).toBe(n);
  expect(stated! / n!).toBeGreaterThan(0.9);
  expect(clean! / correct!).toBeGreaterThan(0.8);
  expect(found! / wrong!).toBeGreaterThan(0.8);
});

test("scored again from the store, measures and pairs are the same", async () => {
  const {code, stderr} = await book.command("score", "--store", "data/store", "--out", "data/again");
  expect(code, stderr).toBe(0);
  expect(await rows(MEASURES, "data/again")).toEqual(await rows(MEASURES));
  const items = "select item_id, pair_id, steps from items order by all";
  expect(await rows(items, "data/again")).toEqual(await rows(items));
});

test("analyze -- forms counts what the samples say, and names what is missing", async () => {
  const {stdout} = await book.command("analyze", "forms", "--format", "json");
  const found = JSON.parse(stdout) as Record<string, number | string | null>[];
  expect(found).toHaveLength(9);
  for (const {eval_id, a, b, n, both, only_a, only_b, neither, simulated, low, high, value} of found) {
    const [counted] =
      await rows(`with told as (select pair_id, json_extract_string(params, '$.form') as form, status = 1 as correct
        from samples join (select item_id, pair_id from items) using (item_id) where eval_id = '${eval_id}')
      select count(*)::int as n, count(*) filter (x.correct and y.correct)::int as both, count(*) filter (x.correct and not y.correct)::int as only_a,
        count(*) filter (y.correct and not x.correct)::int as only_b from told x join told y using (pair_id) where x.form = '${a}' and y.form = '${b}'`);
    expect({n, both, only_a, only_b}).toEqual(counted);
    expect(Number(both) + Number(only_a) + Number(only_b) + Number(neither)).toBe(n);
    expect(simulated).toBe(true);
    expect(Number(low)).toBeLessThan(Number(value));
    expect(Number(high)).toBeGreaterThan(Number(value));
  }
  for (const format of ["csv", "markdown"]) {
    const {code, stdout} = await book.command("analyze", "forms", "--format", format);
    expect([code, stdout.split("\n").filter(line => line.includes("expression")).length]).toEqual([0, 6]);
  }
  const alone = await book.command("analyze", "forms", "--param", "form=story");
  expect([alone.code, alone.stderr]).toEqual([2, expect.stringContaining("form: [story, prose, expression]")]);
});

test("a store whose tests have no pairs and steps yet is read, scored again and merged", async () => {
  const items = join(book.root, "data/again/items.parquet");
  await rename(items, `${items}.new`);
  const connection = await (await DuckDBInstance.create(":memory:")).connect();
  await connection.run(
    `copy (select * exclude (pair_id, steps) from read_parquet('${items}.new')) to '${items}' (format parquet)`
  );
  connection.closeSync();
  await recordTables(join(book.root, "data/again"));
  const scored = await book.command("score", "--store", "data/again", "--out", "data/old");
  expect(scored.code, scored.stderr).toBe(0);
  expect(await rows("select distinct pair_id, steps from items", "data/old")).toEqual([{pair_id: null, steps: null}]);
  expect(await rows("select count(*)::int as n from measures", "data/old")).toEqual([{n: 0}]);
  const forms = await book.command("analyze", "forms", "--store", "data/again");
  expect([forms.code, forms.stderr]).toEqual([2, expect.stringContaining("older version")]);
  await writeFile(join(book.root, "data/models/reference.yaml"), 'id: sim-otter-05\nendpoint: "reference:"\n');
  await writeFile(join(book.root, "data/suites/small.yaml"), SUITE.replace("num_operations: 3", "num_operations: 2"));
  const merged = await book.command("run", "--out", "data/again", "--limit", "40");
  expect(merged.code, merged.stderr).toBe(0);
  const count = "select count(*) filter (pair_id is null)::int as old, count(pair_id)::int as new from items";
  const [found] = (await rows(count, "data/again")) as {old: number; new: number}[];
  expect(found!.old).toBeGreaterThan(40);
  expect(found!.new).toBeGreaterThan(10);
});

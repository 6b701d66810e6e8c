// The published store of the repository: scored by the present reader, complete, small, and without texts.
import {readdirSync, readFileSync} from "node:fs";
import {join} from "node:path";
import {expect, test} from "vitest";
import {READER_VERSION} from "../../../pipelines/score/answer/version.js";
import {changedTable, manifestSchema} from "../../../pipelines/store/manifest.node.js";
import {PUBLISHED} from "../../../pipelines/store/publish.node.js";
import {query} from "../../../pipelines/store/sql.node.js";

const manifest = manifestSchema.parse(JSON.parse(readFileSync(join(PUBLISHED, "manifest.json"), "utf8")));

test("was scored by the present reader; `npm run published -- make --from DIR` scores it again", () => {
  expect(new Set(manifest.evaluations.map(({reader}) => reader))).toEqual(new Set([READER_VERSION]));
});

test("has the files that its manifest describes, and at most 8 MB of them", async () => {
  const tables = readdirSync(PUBLISHED).filter(name => name.endsWith(".parquet"));
  expect(tables).toEqual(Object.keys(manifest.tables).map(name => `${name}.parquet`));
  expect(await changedTable(PUBLISHED, manifest, {digests: true})).toBeNull();
  expect(Object.values(manifest.tables).reduce((sum, {bytes}) => sum + bytes, 0)).toBeLessThanOrEqual(8e6);
});

test("has no question, no option and no text of an answer", async () => {
  const none =
    "select count(*)::int from items where prompt <> '' or len(choices) > 0 or scorer is not null or steps is not null";
  expect((await query(none, {folder: PUBLISHED})).rows).toEqual([[0]]);
  const {rows} = await query("select count(*)::int from items where starts_with(base_task, 'bbh-') and expected <> ''", {
    folder: PUBLISHED
  });
  expect(rows).toEqual([[0]]);
  const values = "select max(length(answer))::int, max(length(expected))::int from samples";
  expect((await query(values, {folder: PUBLISHED})).rows.flat().every(length => Number(length) <= 64)).toBe(true);
});

test("items that all answered with the same other value are those of its samples, and none has a right answer", async () => {
  const {rows} = await query(
    `select item_id from samples where base_task = 'mmlu-pro' and trial = 0 and status <> 2 group by item_id
      having count(*) >= 10 and count(answer) = count(*) and count(distinct answer) = 1 and count_if(status = 1) = 0 and any_value(guess_chance) < 0.5
      order by 1`,
    {folder: PUBLISHED}
  );
  const listed = await query("select item_id from suspect_items where suite = 'mmlu-pro' and reason = 'agreement' order by 1", {
    folder: PUBLISHED
  });
  expect(listed.rows).toEqual(rows);
});

test("33 questions of MMLU-Pro have two keys, and both items of each are listed", async () => {
  const {rows} = await query(
    `select count(*)::int, count(distinct pair_id)::int from items join suspect_items using (item_id)
      where base_task = 'mmlu-pro' and pair_id is not null and other_expected <> items.expected`,
    {folder: PUBLISHED}
  );
  expect(rows).toEqual([[66, 33]]);
});

const ask = async (sql: string) => (await query(sql, {folder: PUBLISHED})).rows;

test("small tables count the samples that the store has", async () => {
  const [[samples, traces]] = (await ask("select count(*)::int, count(*) filter (trace_bytes > 0)::int from samples")) as [
    [number, number]
  ];
  expect(await ask("select distinct sum(incorrect + correct + truncated)::int from sample_bins group by number")).toEqual([
    [samples]
  ]);
  expect(await ask("select sum(traces)::int from trace_cells")).toEqual([[traces]]);
  expect(await ask("select (select sum(loops)::int from trace_cells) - count(*) filter (loop)::int from trace_flaws")).toEqual([
    [0]
  ]);
  const asked = `select model, count(*) filter (ended <> 'cut')::int, count(*) filter (status = 1 and ended <> 'cut')::int
    from samples where base_task = 'mmlu-pro' group by model order by model`;
  expect(
    await ask(
      "select model, sum(n)::int, sum(correct)::int from scorecards where suite_id = 'mmlu-pro' group by model order by model"
    )
  ).toEqual(await ask(asked));
});

test("the accuracies of MMLU-Pro's authors follow from their verdicts on each answer", async () => {
  expect(await ask("select verdict, count(*)::int from claims where title like 'MMLU-Pro%' group by 1")).toEqual([
    ["reproduced", 20]
  ]);
  expect(await ask("select printed, n from claims where part = 'gemini-1.5-pro-002'")).toEqual([["70.25", 12_020]]);
});

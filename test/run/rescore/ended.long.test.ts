// Answers without a finish reason: which are cut is in a column, and every table counts them alike.
import {mkdtempSync, renameSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterAll, describe, expect, test} from "vitest";
import {formatTruncation} from "../../../pipelines/charts/shared/columns.js";
import {report} from "../../../pipelines/infer/progress.node.js";
import {rescore} from "../../../pipelines/run/rescore/rescore.js";
import {pool} from "../../../pipelines/score/pool.js";
import {shareOf} from "../../../pipelines/stats/intervals.js";
import {correct} from "../../../pipelines/store/corrections/edits.node.js";
import {openDuckDB} from "../../../pipelines/store/duckdb.node.js";
import {aggregate} from "../../../pipelines/store/points/queries.node.js";
import {query} from "../../../pipelines/store/sql.node.js";
import {recordTables} from "../../recordTables.js";

const home = mkdtempSync(join(tmpdir(), "ended-"));
afterAll(() => rmSync(home, {recursive: true}));

const WORDS = "the quince is ripe and the basket of the second farm holds as many of them as the first one did ";
const CUT = 40;
/** Answers to numbers 0 to 199: the first `CUT` break off at about 4,000 characters, every fifth of the others is wrong. */
const answers = (model: string, more: object) =>
  Array.from({length: 200}, (_, i) => ({
    model,
    base_task: "quinces",
    index: i,
    prompt: `How many quinces has basket ${i}?`,
    expected: String(i + 3),
    text:
      i < CUT
        ? WORDS.repeat(50)
            .slice(0, 3_900 + 5 * i)
            .trimEnd()
        : `${WORDS.repeat(1 + (i % 20)).trimEnd()}. The answer is ${i % 5 === 0 ? i + 4 : i + 3}.`,
    ...more
  }));

const score = async (name: string, rows: readonly object[]): Promise<string> => {
  const [file, folder] = [join(home, `${name}.jsonl`), join(home, name)];
  writeFileSync(file, rows.map(row => `${JSON.stringify(row)}\n`).join(""));
  await rescore({source: {dataset: file}, folder, report: report()});
  return folder;
};

describe("a model without finish reasons, one with them, and one with five answers", async () => {
  const folder = await score("three", [
    ...answers("silent", {}),
    ...answers("plain", {finish_reason: "stop"}),
    ...answers("small", {}).slice(100, 105)
  ]);
  const rows = async (sql: string, source = folder) => (await query(sql, {folder: source})).rows;
  const file = (folder: string) => `'${join(folder, "samples.parquet")}'`;

  test("the column names known, cut and unknown ends, and the file's status is the scorer's", async () => {
    expect(await rows(`select model, ended, status, count(*)::int from ${file(folder)} group by all order by all`)).toEqual([
      ["plain", "known", 0, CUT + 32],
      ["plain", "known", 1, 128],
      ["silent", "cut", 0, CUT],
      ["silent", "unknown", 0, 32],
      ["silent", "unknown", 1, 128],
      ["small", "unknown", 0, 1],
      ["small", "unknown", 1, 4]
    ]);
  });

  test("points and queries count a cut as truncated", async () => {
    const counts = "correct, incorrect, truncated, cut_by_evidence, ended_unknown";
    expect(await rows(`select model, ${counts} from points order by model`)).toEqual([
      ["plain", 128, CUT + 32, 0, 0, 0],
      ["silent", 128, 32, CUT, CUT, 160],
      ["small", 4, 1, 0, 0, 5]
    ]);
    expect(await rows("select model, count(*)::int from samples where status = 2 group by model")).toEqual([["silent", CUT]]);
  });

  test("the share of cut answers is unknown where nothing is known of any end, and 0 where all ends are known", async () => {
    const {columns, rows} = await aggregate(folder, {by: ["model"]});
    const shares = rows.map(row =>
      ["model", "truncated_ratio", "truncated_low", "truncated_high"].map(name => row[columns.indexOf(name)])
    );
    const {low, high} = shareOf(CUT, 200);
    expect(shares).toEqual([
      ["plain", 0, 0, expect.closeTo(shareOf(0, 200).high, 12)],
      ["silent", CUT / 200, expect.closeTo(low, 12), expect.closeTo(high, 12)],
      ["small", null, 0, 1]
    ]);
    const five = pool([
      {correct: 4, incorrect: 1, truncated: 0, ended_unknown: 5, guess_sum: 0, completion_tokens: 5, tokens_squared: 5, cost: 0}
    ]);
    expect(five).toMatchObject({truncated: null, truncated_low: 0, truncated_high: 1, right: 0.8});
    expect(formatTruncation(five)).toBe("unknown");
  });

  test("scored again from the store, nothing changes", async () => {
    const again = join(home, "again");
    await rescore({source: {store: folder}, folder: again, report: report()});
    const all = (source: string) => rows("from samples order by all", source);
    expect(await all(again)).toEqual(await all(folder));
  });
});

test("rows of older versions, without these columns, are read as of unknown end where nobody gave a reason", async () => {
  const folder = await score("older", [...answers("silent", {}), ...answers("plain", {finish_reason: "stop"})]);
  const {connection, close} = await openDuckDB();
  for (const [table, columns] of [
    ["samples", "ended"],
    ["points", "cut_by_evidence, ended_unknown"]
  ] as const) {
    const file = join(folder, `${table}.parquet`);
    await connection.run(`copy (select * exclude (${columns}) from '${file}') to '${file}.older' (format parquet)`);
    renameSync(`${file}.older`, file);
  }
  close();
  await recordTables(folder);
  const rows = async (sql: string) => (await query(sql, {folder})).rows;
  expect(await rows("select model, ended, count(*)::int from samples group by all order by all")).toEqual([
    ["plain", "known", 200],
    ["silent", "unknown", 200]
  ]);
  expect(await rows("select model, truncated, cut_by_evidence, ended_unknown from points order by model")).toEqual([
    ["plain", 0, 0, 200],
    ["silent", CUT, 0, 160]
  ]);
});

test("a person's correction of a cut answer counts, and reverted leaves the tables as they were", async () => {
  const folder = await score("corrected", answers("silent", {}));
  const tables = async () =>
    (await query(`select * exclude (item_id) from '${join(folder, "samples.parquet")}' order by all`, {folder})).rows;
  const counts = async () =>
    (await query("select correct, incorrect, truncated, cut_by_evidence, ended_unknown from points", {folder})).rows;
  const [before, counted] = [await tables(), await counts()];
  expect(counted).toEqual([[128, 32, CUT, CUT, 160]]);
  const [[evaluation, item]] = (
    await query("select eval_id, item_id from samples where ended = 'cut' order by item_id limit 1", {folder})
  ).rows as [[string, string]];
  const wish = {key: `${evaluation}/${item}`, reason: "it ends there", by: "Ada", at: "2026-01-01T00:00:00.000Z"};
  await correct(folder, [{...wish, status: "incorrect"}]);
  expect(await counts()).toEqual([[128, 33, CUT - 1, CUT - 1, 160]]);
  await correct(folder, [{...wish, status: "correct"}]);
  expect(await counts()).toEqual([[129, 32, CUT - 1, CUT - 1, 160]]);
  await correct(folder, [{...wish, status: "truncated"}]);
  expect(await counts()).toEqual(counted);
  expect(await tables()).toEqual(before);
});

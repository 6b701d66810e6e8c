// The tables of calibration of a small store, beside SQL over its measures, and of stores that lack what they are made from.
import {cp, mkdtemp, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterAll, beforeAll, expect, test} from "vitest";
import {roster} from "../../../pipelines/infer/reference/roster.js";
import {openDuckDB} from "../../../pipelines/store/duckdb.node.js";
import {query} from "../../../pipelines/store/sql.node.js";
import {study} from "../../../pipelines/studies/make.node.js";
import {recordTables} from "../../recordTables.js";
import {silent} from "../../silent.js";
import {type Workbook, workbook} from "../../workbook.js";

let book: Workbook;
let folder: string;
const rows = async (text: string, at = folder) => (await query(text, {folder: at})).rows;
const TABLES = ["calibration", "calibration_bins", "calibration_selective"] as const;

beforeAll(async () => {
  book = await workbook({
    "suites/small.yaml": `tasks:
  - {task: zen-calib, params: {of: [zen-reason, zen-algebra, zen-logic]}}
  - {task: arithmetic, params: {length: 4}}
`,
    "book.yaml":
      "suite: suites/small.yaml\nmodels: [models/reference.yaml]\ntemplate: templates/plain.yaml\nsampler: samplers/greedy.yaml\nprecision: {min: 80, step: 80, max: 80, width: 0.01}\nseed: 7\n"
  });
  folder = join(book.root, "data/store");
  const {code, stderr} = await book.command("run");
  expect(code, stderr).toBe(0);
  await study("calibration", folder, {report: silent});
});
afterAll(() => book?.[Symbol.asyncDispose]());

test("each evaluation has a row for all and one for each category, with the counts and means of its measures", async () => {
  expect(await rows("select distinct category from calibration order by 1")).toEqual([
    [""],
    ["zen-algebra"],
    ["zen-logic"],
    ["zen-reason"]
  ]);
  const [[n, alike]] = (await rows(`with own as (
      select s.eval_id, json_extract_string(params, '$.of') as category, count(*)::int as n, avg(value) as mean, avg((status = 1)::int) as accuracy,
        avg((value - (status = 1)::int) ** 2) as brier
      from samples s join measures m using (eval_id, item_id, trial) where name = 'confidence' and status <> 2 group by all)
    select count(*)::int, count(*) filter (c.n = own.n and abs(c.confidence - mean) < 1e-9 and abs(c.accuracy - own.accuracy) < 1e-9
      and abs(c.brier - own.brier) < 1e-9)::int
    from own join calibration c using (eval_id, category)`)) as [number[]];
  expect([n, alike]).toEqual([9, 9]);
  expect(await rows("select count(*)::int from calibration where source <> 'stated'")).toEqual([[0]]);
  const [[known, missing, all]] = (await rows(
    "select sum(n)::int, sum(missing)::int, sum(n + missing + truncated)::int from calibration where category = ''"
  )) as [number[]];
  expect(all).toBe(3 * 3 * 80);
  expect(missing).toBe(Number((await rows("select count(*)::int from measures where name = 'confidence_missing'"))[0]![0]));
  expect(known).toBeGreaterThan(650);
});

test("bins hold all answers, and the curve ends at accuracy", async () => {
  const odd =
    await rows(`select eval_id, category, binning, sum(b.n), any_value(c.n) from calibration_bins b join calibration c using (eval_id, source, category)
    group by all having sum(b.n) <> any_value(c.n)`);
  expect(odd).toEqual([]);
  expect(await rows("select count(*)::int from calibration_bins where binning = 'width' and category = ''")).not.toEqual([[0]]);
  const ends = await rows(`select count(*)::int from calibration_selective s join calibration c using (eval_id, source, category)
    where coverage = 1 and abs(s.accuracy - c.accuracy) > 1e-9`);
  expect(ends).toEqual([[0]]);
});

test("on zen-reason the line recovers the miscalibration that simulated models state theirs with", async () => {
  const found = await rows(
    "select model, intercept_low, intercept_high, slope_low, slope_high from calibration where category = 'zen-reason'"
  );
  expect(found).toHaveLength(3);
  const held = (found as [string, number, number, number, number][]).filter(([model, ...ends]) => {
    const {confidence_shift_logits: shift, confidence_slope: stretch} = roster.find(({id}) => id === model)!.faculties;
    const [intercept, slope] = [-shift / stretch, 1 / stretch];
    return ends[0] <= intercept && intercept <= ends[1] && ends[2] <= slope && slope <= ends[3];
  });
  // The two intervals of a line miss together, since their estimates are correlated by almost −1 where confidences lie far from one half. So models
  // are counted: one in fifteen misses either of its truths, and two of three one time in eighty. How often intervals hold, a simulation tests.
  expect(held.length).toBeGreaterThanOrEqual(2);
});

test("npm run analyze tells them, and says how to get confidences where there are none", async () => {
  const {code, stdout, stderr} = await book.command("analyze", "calibration", "--by", "category", "--format", "json");
  expect(code, stderr).toBe(0);
  expect(JSON.parse(stdout)).toHaveLength(9);
  await using other = await workbook();
  expect((await other.command("run")).code).toBe(0);
  const none = await other.command("analyze", "calibration");
  expect(none.code).toBe(2);
  expect(none.stderr).toContain("no answer here has a confidence");
});

/** A copy of the store without its study's tables, in which another `measures` stands. */
async function withMeasures(select: string): Promise<{copy: string} & AsyncDisposable> {
  const copy = await mkdtemp(join(tmpdir(), "reasonbook-calibration-"));
  await cp(folder, copy, {recursive: true});
  for (const table of TABLES) await rm(join(copy, `${table}.parquet`), {force: true});
  const {connection, close} = await openDuckDB();
  await connection.run(
    `copy (${select.replaceAll("$measures", `'${join(folder, "measures.parquet")}'`)}) to '${join(copy, "measures.parquet")}' (format parquet)`
  );
  close();
  await recordTables(copy);
  await study("calibration", copy, {report: silent});
  return {copy, [Symbol.asyncDispose]: () => rm(copy, {recursive: true})};
}

test("percentages of others are read as such, values out of range are counted, and log-probabilities are a source of their own", async () => {
  await using percents = await withMeasures(
    "select * replace (case when name = 'confidence' then round(100 * value) else value end as value) from $measures"
  );
  const [own, others] = [
    await rows("select model, category, n, ece, auroc from calibration order by 1, 2"),
    await rows("select model, category, n, ece, auroc, unit from calibration order by 1, 2", percents.copy)
  ];
  expect(others.map(row => row.slice(0, 3))).toEqual(own.map(row => row.slice(0, 3)));
  for (const [i, row] of others.entries()) {
    expect(row[5]).toBe("percent");
    expect(row[3]).toBeCloseTo(Number(own[i]![3]), 9);
    expect(row[4]).toBeCloseTo(Number(own[i]![4]), 9);
  }
  await using odd = await withMeasures(
    "select * replace (case when name = 'confidence' then -value else value end as value) from $measures where name <> 'confidence' or value > 0"
  );
  expect(await rows("select max(n)::int, min(unreadable) > 0 from calibration", odd.copy)).toEqual([[0, true]]);
  expect(await rows("select count(*)::int from calibration_bins", odd.copy)).toEqual([[0]]);
  await using logs = await withMeasures(
    "select * replace ('mean_logprob' as name, ln(greatest(value, 0.01)) as value) from $measures where name = 'confidence'"
  );
  expect(await rows("select distinct source, missing from calibration", logs.copy)).toEqual([["tokens", 0]]);
  await using choices = await withMeasures(`select * from $measures where name = 'confidence' union all
    select * replace ('acc_bytes' as name, 1 as value) from $measures where name = 'confidence' union all
    select * replace ('confidence_chosen' as name) from $measures where name = 'confidence'`);
  expect(await rows("select distinct source from calibration", choices.copy)).toEqual([["choice"]]);
});

test("a store without any confidence has tables without rows", async () => {
  await using none = await withMeasures("select * from $measures where name = 'steps'");
  for (const table of TABLES) expect(await rows(`select count(*)::int from ${table}`, none.copy)).toEqual([[0]]);
});

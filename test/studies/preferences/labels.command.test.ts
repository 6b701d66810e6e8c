// `human correct` on a small run: labels in several formats, their table, weakest cases, and that no label changes a verdict.
import {readFile, writeFile} from "node:fs/promises";
import {join} from "node:path";
import {afterAll, beforeAll, describe, expect, test} from "vitest";
import {study} from "../../../pipelines/studies/make.node.js";
import type {CorrectedJudge} from "../../../pipelines/studies/preferences/labels/accuracy.js";
import {silent} from "../../silent.js";
import {type Workbook, workbook} from "../../workbook.js";

type Json = Record<string, unknown>;
interface Corrected {
  labels: number;
  judges: CorrectedJudge[];
  notes: string[];
}

let book: Workbook;
/** All answers of the run that were not cut. */
let samples: {eval_id: string; model: string; item_id: string; trial: number; status: number}[];
beforeAll(async () => {
  book = await workbook();
  expect((await book.command("run")).code).toBe(0);
  samples = (await query(
    "select eval_id, model, item_id, trial, status from samples where status < 2 order by md5(eval_id || item_id), trial"
  )) as typeof samples;
});
afterAll(() => book[Symbol.asyncDispose]());

const query = async (sql: string): Promise<Json[]> => {
  const {stdout, stderr} = await book.command("sql", "--json", sql);
  expect(stderr).toBe("");
  return JSON.parse(stdout) as Json[];
};
const correct = async (...words: string[]): Promise<Corrected & {stderr: string}> => {
  const {code, stdout, stderr} = await book.command("human", "correct", "--json", ...words);
  expect(code, stderr).toBe(0);
  return {...(JSON.parse(stdout) as Corrected), stderr};
};
const write = async (name: string, rows: readonly Json[]) => {
  const file = join(book.root, name);
  const columns = Object.keys(rows[0]!);
  const text = name.endsWith(".csv")
    ? [columns.join(","), ...rows.map(row => columns.map(column => String(row[column] ?? "")).join(","))].join("\n")
    : rows.map(row => JSON.stringify(row)).join("\n");
  await writeFile(file, `${text}\n`);
  return file;
};
/** Labels that agree with the scorer but for every seventh. */
const labelsOf = (rows: typeof samples) =>
  rows.map(({eval_id, item_id, trial, status}, i) => ({
    eval_id,
    item_id,
    trial,
    label: (status === 1) === (i % 7 !== 0) ? "correct" : "incorrect",
    annotator: "Ada",
    note: i === 0 ? "a note" : ""
  }));

test("every model has its accuracy as judged, corrected, with labels used and needed; formats and names of columns do not count", async () => {
  const labels = labelsOf(samples.slice(0, 40));
  const result = await correct("--labels", await write("labels.jsonl", labels));
  expect(result.labels).toBe(40);
  const [judge, ...others] = result.judges;
  expect([judge!.judge, judge!.labels, others.length]).toEqual(["rules", 40, 0]);
  for (const {model, judged, corrected, estimator, labels: used, needed} of judge!.models) {
    const mine = labels.filter(({eval_id}) => samples.find(each => each.eval_id === eval_id)!.model === model);
    expect([estimator, used]).toEqual(mine.length > 0 ? ["efficient", mine.length] : ["rogan-gladen", 40]);
    expect(judged.n).toBeGreaterThan(used > 0 ? mine.length : 0);
    expect(corrected.low!).toBeLessThan(corrected.high!);
    expect(corrected.value!).toBeGreaterThanOrEqual(corrected.low!);
    expect(needed === null || needed > 0).toBe(true);
  }
  // The sensitivity by hand: labels that are correct, and those of them that the scorer calls right.
  const right = labels.filter(({label}) => label === "correct");
  const both = right.filter(({eval_id, item_id, trial}) =>
    samples.some(each => each.eval_id === eval_id && each.item_id === item_id && each.trial === trial && each.status === 1)
  );
  expect(judge!.rates.sensitivity).toMatchObject({n: right.length, value: both.length / right.length});

  const {stderr: _, ...plain} = result;
  const csv = await write("labels.csv", labels);
  const {stderr: __, ...fromCsv} = await correct("--labels", csv);
  expect(fromCsv).toEqual(plain);
  // A file that was drawn by the command of docs/judges.md, and is filled in as far as these labels go.
  const blank = samples
    .slice(40, 60)
    .map(({eval_id, item_id, trial}) => ({eval_id, item_id, trial, label: "", annotator: "", note: ""}));
  const {stderr: ____, ...fromHalf} = await correct("--labels", await write("half.csv", [...labels, ...blank]));
  expect(fromHalf).toEqual(plain);
  const foreign = labels.map(({eval_id, item_id, trial, label, annotator}) => ({
    Key: `${eval_id}/${item_id}/${trial}`,
    judge: annotator,
    human_label: label === "correct" ? 1 : 0,
    extra: "x"
  }));
  const {stderr: ___, ...fromForeign} = await correct("--labels", await write("foreign.csv", foreign));
  expect(fromForeign).toEqual(plain);
});

test("labels that are saved are a table with the verdicts, twice makes no difference, and no verdict changes", async () => {
  const file = await write("labels.jsonl", labelsOf(samples.slice(0, 30)));
  const before = await book.tableHashes();
  expect((await book.command("human", "correct", "--labels", file, "--save")).stderr).toContain("30 labels added");
  expect((await book.command("human", "correct", "--labels", file, "--save")).stderr).toContain("0 labels added");
  const unchanged = await book.tableHashes();
  for (const name of ["samples.parquet", "points.parquet", "scores.parquet"]) expect(unchanged[name]).toBe(before[name]);
  expect((await readFile(join(book.root, "data/store/labels.jsonl"), "utf8")).split("\n").length).toBe(31);
  const stored = await correct();
  const {stderr: _, ...fromFile} = await correct("--labels", file);
  expect({...stored, stderr: undefined}).toEqual({...fromFile, stderr: undefined});

  await study("labels", join(book.root, "data/store"), {report: silent});
  const rows = await query(
    "select eval_id, item_id, label, verdict, annotator, note, unused, judge from labels order by note desc"
  );
  expect(rows.length).toBe(30);
  expect(rows[0]).toMatchObject({annotator: "Ada", note: "a note", unused: "", judge: "rules"});
  const accuracy = await query("select * from judge_accuracy order by model");
  for (const row of accuracy) {
    const model = stored.judges[0]!.models.find(({eval_id}) => eval_id === row.eval_id)!;
    expect([row.n, row.judged, row.corrected, row.low, row.high, row.labels, row.needed]).toEqual([
      model.judged.n,
      model.judged.value,
      model.corrected.value,
      model.corrected.low,
      model.corrected.high,
      model.labels,
      model.needed
    ]);
  }
});

describe("weakest cases", () => {
  test("one label; labels that all agree with a scorer; all alike", async () => {
    const [first] = samples;
    const single = await correct("--labels", await write("one.jsonl", labelsOf([first!])));
    expect(single.judges[0]!.models.some(({labels}) => labels === 1)).toBe(true);
    const agreeing = samples
      .slice(0, 25)
      .map(({eval_id, item_id, trial, status}) => ({eval_id, item_id, trial, label: status === 1}));
    for (const rows of [agreeing, agreeing.map(row => ({...row, label: true})), agreeing.map(row => ({...row, label: false}))]) {
      const result = await correct("--labels", await write("alike.jsonl", rows));
      for (const {corrected} of result.judges[0]!.models)
        if (corrected.low !== null) expect(corrected.high! - corrected.low).toBeGreaterThan(0.01);
    }
  });

  test("several people: the majority, each with the last label; a tie is left out, and so is a label of another response", async () => {
    const [first, second, third] = samples;
    const label = (sample: typeof first, annotator: string, label: string, more: Json = {}) => ({
      eval_id: sample!.eval_id,
      item_id: sample!.item_id,
      trial: sample!.trial,
      label,
      annotator,
      ...more
    });
    const result = await correct(
      "--labels",
      await write("several.jsonl", [
        label(first, "Ada", "incorrect", {at: "2026-01-01T00:00:00Z"}),
        label(first, "Ada", "correct", {at: "2026-01-02T00:00:00Z"}),
        label(second, "Ada", "correct"),
        label(second, "Bob", "incorrect"),
        label(third, "Ada", "correct", {response: "0000000000000000"})
      ])
    );
    expect(result.judges[0]!.labels).toBe(1);
    expect(result.judges[0]!.rates.sensitivity.n).toBe(1);
    expect(result.notes).toEqual(
      expect.arrayContaining([
        expect.stringContaining("1 answer left out: as many"),
        expect.stringContaining("1 label left out: the response has changed")
      ])
    );
  });

  test("no labels: a refusal with the way out, or a plan from an assumed sensitivity and specificity", async () => {
    const empty = await workbook();
    try {
      expect((await empty.command("run")).code).toBe(0);
      const refused = await empty.command("human", "correct");
      expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining("--labels")]);
      const planned = JSON.parse(
        (await empty.command("human", "correct", "--assume", "0.95,0.9", "--half-width", "0.2", "--json")).stdout
      ) as Corrected;
      for (const {corrected, needed, labels} of planned.judges[0]!.models) {
        expect([corrected.value, labels]).toEqual([null, 0]);
        expect(needed === null || needed > 0).toBe(true);
      }
      expect(await empty.command("human", "correct", "--assume", "1.2,0.9")).toMatchObject({code: 2});
    } finally {
      await empty[Symbol.asyncDispose]();
    }
  });

  test("a line that is no label, a label of no answer, an unknown column", async () => {
    const run = async (name: string, rows: Json[]) => await book.command("human", "correct", "--labels", await write(name, rows));
    expect(await run("bad.jsonl", [{key: "a/b", label: "maybe"}])).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/bad\.jsonl:1 .*maybe/u)
    });
    expect(await run("nowhere.jsonl", [{key: "a/b", label: "correct"}])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('"a/b"')
    });
    expect(await run("columns.csv", [{x: 1, y: 2}])).toMatchObject({code: 2, stderr: expect.stringContaining("label")});
    expect(await run("keyless.jsonl", [{label: "correct"}])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("neither a key")
    });
  });
});

// Results that are exported and imported again are the same items, statuses and tokens; means are those that the formats' own rules give.
import {readdirSync, readFileSync} from "node:fs";
import {join} from "node:path";
import {afterAll, beforeAll, expect, test} from "vitest";
import {tables} from "../../pipelines/store/tables.js";
import {unitOf} from "../../pipelines/store/units.js";
import {type Workbook, workbook} from "../workbook.js";
import {rowsOf} from "./imports/layouts.js";

let book: Workbook;
const at = (...parts: string[]) => join(book.root, ...parts);
beforeAll(async () => {
  book = await workbook({
    "book.yaml":
      "suite: suites/small.yaml\nmodels: [models/reference.yaml]\ntemplate: templates/plain.yaml\nsampler: samplers/greedy.yaml\nprecision: {min: 8, step: 8, max: 8}\nseed: 7\n",
    "models/reference.yaml": 'endpoint: "reference:"\nmodels: [{id: sim-cedar-01}, {id: sim-comet-05}]\n',
    // a limit that ends some responses, and a second answer to each question
    "samplers/greedy.yaml": "max_tokens: 120\ntrials: 2\n"
  });
  const {code, stderr} = await book.command("run");
  expect([code, stderr]).toEqual([0, stderr]);
});
afterAll(() => book[Symbol.asyncDispose]());

const SAMPLES = `select model, base_task, params, generator_version, seed, "index", trial, item_id, status, expected, guess_chance, prompt_tokens, completion_tokens,
  finish_reason, cost, simulated from samples order by all`;
const TEXTS = "select model, item_id, trial, prompt, reasoning, text from responses order by all";
const POINTS =
  "select model, base_task, params, correct, incorrect, truncated, completion_tokens, accuracy, ci_low, ci_high from points order by all";

test.each(["inspect", "lm-eval"])("%s: exported and imported again, every sample is what it was", async format => {
  const before = await rowsOf<{status: number}>(at("data/store"), SAMPLES);
  expect(new Set(before.map(({status}) => status))).toEqual(new Set([0, 1, 2]));
  const exported = await book.command("export", "--format", format, "--out", format);
  expect([exported.code, exported.stderr]).toEqual([0, expect.stringContaining(` in ${format}`)]);
  const imported = await book.command("import", format, "--out", `again-${format}`);
  expect([imported.code, imported.stderr]).toEqual([0, expect.stringContaining("(simulated)")]);
  const again = at(`again-${format}`);
  expect(await rowsOf(again, SAMPLES)).toEqual(before);
  expect(await rowsOf(again, TEXTS)).toEqual(await rowsOf(at("data/store"), TEXTS));
  expect(await rowsOf(again, POINTS)).toEqual(await rowsOf(at("data/store"), POINTS));
  const same = await rowsOf(
    again,
    "select name, avg(value) as share from measures where name in ('reported_right', 'own_right') group by all order by all"
  );
  expect(same).toHaveLength(2);
});

test("scoring an imported store again keeps the verdicts, and nothing else changes", async () => {
  const {code, stderr} = await book.command("score", "--store", "again-inspect", "--out", "scored");
  expect([code, stderr]).toEqual([0, stderr]);
  for (const sql of [SAMPLES, POINTS, "select * exclude (eval_id) from measures order by all"])
    expect(await rowsOf(at("scored"), sql)).toEqual(await rowsOf(at("again-inspect"), sql));
});

test("means are those of the files' own scores", async () => {
  for (const name of readdirSync(at("inspect"))) {
    const log = JSON.parse(readFileSync(at("inspect", name), "utf8"));
    const values: string[] = log.samples.map((sample: {scores: {reasonbook: {value: string}}}) => sample.scores.reasonbook.value);
    const mean = values.filter(value => value === "C").length / values.length;
    expect(log.results.scores[0].metrics.accuracy.value).toBeCloseTo(mean, 12);
    // the standard error of a mean: standard deviation with n − 1, over √n
    const variance = values.reduce((sum, value) => sum + (Number(value === "C") - mean) ** 2, 0) / (values.length - 1);
    expect(log.results.scores[0].metrics.stderr.value).toBeCloseTo(Math.sqrt(variance / values.length), 12);
    expect(log.eval).toMatchObject({config: {epochs: 2}, dataset: {samples: values.length / 2}});
  }
  const folder = at("lm-eval/sim-cedar-01");
  const results = JSON.parse(readFileSync(join(folder, readdirSync(folder).find(name => name.startsWith("results_"))!), "utf8"));
  for (const name of readdirSync(folder).filter(each => each.startsWith("samples_"))) {
    const rows = readFileSync(join(folder, name), "utf8")
      .trim()
      .split("\n")
      .map(line => JSON.parse(line));
    const task = /^samples_(.+)_\d{4}-/u.exec(name)![1]!;
    expect(results.results[task]["exact_match,none"]).toBeCloseTo(
      rows.reduce((sum, row) => sum + row.exact_match, 0) / rows.length,
      12
    );
  }
});

test("Parquet holds every response once, with a dictionary of each column and its unit", async () => {
  const {code, stderr} = await book.command("export", "--format", "parquet", "--out", "tidy");
  expect([code, stderr]).toEqual([0, stderr]);
  const rows = await rowsOf<Record<string, unknown>>(
    at("tidy"),
    'select * from samples order by model, template, sampler, base_task, params, "index", trial'
  );
  expect(rows).toHaveLength((await rowsOf(at("data/store"), "from responses")).length);
  const dictionary = JSON.parse(readFileSync(at("tidy/dictionary.json"), "utf8")) as {
    tables: {name: string; columns: {name: string; unit: string; description: string}[]}[];
  };
  for (const {name, columns} of dictionary.tables) {
    const there = await rowsOf<{column_name: string}>(at("tidy"), `select column_name from (describe ${name})`);
    expect(there.map(each => each.column_name).sort(), name).toEqual(columns.map(each => each.name).sort());
    for (const column of columns)
      expect([column.name, column.description !== "", column.unit]).toEqual([
        column.name,
        true,
        expect.not.stringMatching(/^not stated$/)
      ]);
  }
  expect(readFileSync(at("tidy/dictionary.md"), "utf8")).toContain("| `latency_ms` | number | milliseconds |");
  expect(rows[0]).toMatchObject({
    question: expect.any(String),
    prompt: expect.any(String),
    text: expect.any(String),
    simulated: true
  });
});

test("every column of numbers of the exported tables has a unit", () => {
  for (const name of ["samples", "timings", "points", "scores", "measures"] as const)
    for (const [column, {type}] of Object.entries(tables[name].columns))
      expect([name, column, unitOf(column, type)]).not.toContain("not stated");
});

test("what cannot be exported is said in a line", async () => {
  expect(await book.command("export", "--format", "inspect", "--out", "x", "--store", "nosuch")).toMatchObject({
    code: 2,
    stderr: "no table samples in nosuch; there is nothing to export\n"
  });
  expect(await book.command("export", "--format", "inspect", "--out", "data/book.yaml")).toMatchObject({
    code: 2,
    stderr: "--out data/book.yaml is a file; name a folder\n"
  });
});

// Formats parse back, pictures can be seen, mistakes are one line.
import {cpSync, mkdirSync, readFileSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {JSDOM} from "jsdom";
import {afterAll, beforeAll, describe, expect, test, vi} from "vitest";
import type {z} from "zod";
import {commands} from "../../pipelines/analyze/registry.js";
import {decodePng} from "./png.js";
import {ask, type Evaluated, evaluated} from "./store.js";

let book: Evaluated;
beforeAll(async () => {
  book = await evaluated();
});
afterAll(() => book[Symbol.asyncDispose]());

/** What a word needs to be told in this store. */
const ARGUMENTS: Record<string, string[]> = {
  modelinfo: ["--model", "sim-cedar-04"],
  spiderweb: ["--model", "sim-cedar-04", "--sampler", "greedy"],
  surface: ["--model", "sim-cedar-04", "--sampler", "greedy"],
  compare: ["--model", "sim-cedar-04"],
  flips: ["--model", "sim-cedar-04"],
  hazard: ["--model", "sim-cedar-04", "--sampler", "greedy", "--replicates", "40"],
  fft: ["--task", "arithmetic", "--tokenizer", "o200k"],
  spectra: ["--task", "arithmetic", "--tokenizer", "o200k"]
};
/** These rest on the tests alone: no model, simulated or not, is asked. */
const NO_MODEL = new Set(["fft", "spectra"]);
/** Without repeated answers, or lists in several forms, or questions of several lengths, or answers to generated benchmarks, they have no rows; other tests ask them of books with some. */
const ELSEWHERE = new Map([
  ["repetitions", "test/run/withoutScore.long.test.ts"],
  ["passes", "test/studies/repetitions/suites.command.test.ts"],
  ["prompts", "test/run/forecast/prompts.command.test.ts"],
  ["forms", "test/run/verboseListops.long.test.ts"],
  ["length", "test/studies/length/make.long.test.ts"],
  ["safety", "test/studies/safety/make.long.test.ts"],
  ["hallucination", "test/studies/hallucination/make.long.test.ts"],
  ["injection", "test/studies/safety/injection.long.test.ts"],
  ["categories", "test/studies/scorecard/make.long.test.ts"],
  ["calibration", "test/studies/calibration/make.long.test.ts"],
  ["languages", "test/studies/languages/make.long.test.ts"],
  ["multimodal", "test/run/vision.long.test.ts"],
  ["agents", "test/pages/agents.test.ts"],
  ["code", "test/studies/code/make.long.test.ts"],
  ["history", "test/studies/history/record.long.test.ts"]
]);
const all = [...commands.values()].filter(({name}) => !ELSEWHERE.has(name)).map(word => [word.name, word] as const);
const {window} = new JSDOM("");

describe.each(all)("%s", (name, word) => {
  const own = ARGUMENTS[name] ?? [];
  const columns = Object.keys(word.row.shape);

  test("JSON is what --schema says, with interval, n and mark", async () => {
    const rows = await book.rows<Record<string, unknown>>(name, ...own);
    expect(rows.length).toBeGreaterThan(0);
    const {stdout} = await book.analyze(name, "--schema");
    const schema = JSON.parse(stdout) as {type: string; items: {properties: object; required: string[]}};
    expect(schema.type).toBe("array");
    expect(Object.keys(schema.items.properties)).toEqual(columns);
    for (const row of rows) {
      expect(Object.keys(row)).toEqual(columns);
      if (!NO_MODEL.has(name)) expect(row.simulated).toBe(true);
    }
    expect(columns.includes("simulated")).toBe(!NO_MODEL.has(name));
    // A list of single tests estimates nothing.
    if (name === "flips") return;
    expect(columns.some(column => /(^|_)low$/.test(column)) && columns.some(column => /(^|_)high$/.test(column))).toBe(true);
    expect(columns.some(column => /^(n|samples|traces|.*_n)$/.test(column))).toBe(true);
  });

  test("CSV comes back from DuckDB with the same rows", async () => {
    const rows = await book.rows<Record<string, unknown>>(name, ...own);
    const file = join(book.root, `${name}.csv`);
    expect(await book.analyze(name, ...own, "--out", file)).toMatchObject({code: 0, stdout: ""});
    const back = await ask(`select * from read_csv('${file}', header = true, all_varchar = true)`);
    expect(back).toHaveLength(rows.length);
    expect(Object.keys(back[0]!)).toEqual(columns);
    for (const [i, row] of rows.entries())
      for (const [column, value] of Object.entries(row)) {
        const text = back[i]![column];
        if (value === null || value === "") expect(text).toBeNull();
        else if (typeof value === "number") expect(Number(text)).toBe(value);
        else expect(text).toBe(typeof value === "object" ? JSON.stringify(value) : String(value));
      }
  });

  test("markdown says simulated, and its table has as many cells in every line", async () => {
    const {stdout} = await book.analyze(name, ...own, "--format", "markdown");
    if (NO_MODEL.has(name)) expect(stdout).not.toContain("simulated");
    else expect(stdout).toMatch(/simulated: .*not language models/);
    const lines = stdout.split("\n").filter(line => line.startsWith("|"));
    const cells = lines.map(line => line.replace(/\\./g, "").split("|").length);
    expect(new Set(cells).size).toBe(1);
    expect(lines.length).toBeGreaterThan(2);
    expect(lines[1]).toMatch(/^\|(\s*:?-+:?\s*\|)+$/);
  });

  if (!word.plots) return;

  test("SVG stands alone: well-formed, text, colours instead of variables, the word simulated", async () => {
    const {stdout, code, stderr} = await book.analyze(name, ...own, "--format", "svg", "--width", "640");
    expect({code, stderr}).toMatchObject({code: 0});
    const svg = new window.DOMParser().parseFromString(stdout, "image/svg+xml");
    expect(svg.querySelector("parsererror")).toBeNull();
    expect(svg.documentElement.localName).toBe("svg");
    expect(Number(svg.documentElement.getAttribute("width"))).toBeGreaterThanOrEqual(640);
    const texts = [...svg.querySelectorAll("text")].map(node => node.textContent ?? "");
    expect(texts.length).toBeGreaterThan(5);
    if (!NO_MODEL.has(name)) expect(texts.join(" ")).toContain("simulated");
    expect(stdout).not.toMatch(/var\(|color-mix|<style|class=|NaN|undefined/);
  });

  test("PNG has the width asked for and something on it", async () => {
    const file = join(book.root, `${name}.png`);
    expect(await book.analyze(name, ...own, "--out", file, "--width", "500")).toMatchObject({code: 0, stdout: ""});
    const {width, height, pixels} = decodePng(readFileSync(file));
    expect(width).toBe(500);
    const shades = new Set<number>();
    for (let i = 0; i < width * height; i++) shades.add(pixels.readUInt32BE(4 * i));
    expect(shades.size).toBeGreaterThan(20);
  });
});

const charts = all.flatMap(([name, word]) => {
  const chart = word.options.shape.chart as z.ZodDefault<z.ZodEnum> | undefined;
  return (chart?.unwrap().options ?? []).map(value => [name, String(value)] as const);
});
test.each(charts)("%s --chart %s is drawn", async (name, chart) => {
  const one = [
    "--model",
    "sim-heron-08",
    "--sampler",
    "greedy",
    ...(name === "fft" ? ["--task", "arithmetic"] : []),
    ...(name === "hazard" ? ["--replicates", "40"] : [])
  ];
  const {stdout, stderr} = await book.analyze(name, ...one, "--chart", chart, "--format", "svg");
  const svg = new window.DOMParser().parseFromString(stdout, "image/svg+xml");
  expect(svg.querySelector("parsererror"), stderr).toBeNull();
  if (!NO_MODEL.has(name)) expect(svg.documentElement.textContent).toContain("simulated");
  expect(stdout).not.toMatch(/var\(|color-mix|NaN|undefined/);
});

test("search says on stderr what it took the words for, and stdout stays data", async () => {
  const {stdout, stderr} = await book.analyze("points", "--search", "heron arithmetik tight", "--format", "json");
  expect(stderr).toContain('"arithmetik": task arithmetic');
  const rows = JSON.parse(stdout) as {model: string; base_task: string; sampler: string}[];
  expect(rows).toHaveLength(6);
  expect(new Set(rows.map(({model, base_task, sampler}) => `${model} ${base_task} ${sampler}`))).toEqual(
    new Set(["sim-heron-08 arithmetic tight"])
  );
});

test.each([
  [["evls"], 'unknown subcommand "evls"; did you mean "evals"?'],
  [[], /^analyze needs a subcommand: evals, /],
  [["evals", "--model", "sim-cedar-1"], '--model: no model "sim-cedar-1" in the store; did you mean "sim-cedar-01"?'],
  [["evals", "--tier", "medium"], '--tier: no tier "medium" in the store; expected one of: easy, hard'],
  [["evals", "--format", "jsn"], '--format: unknown format "jsn"; did you mean "json"?'],
  [["points", "--format", "png"], "points has no picture; choose table, json, markdown or csv"],
  [["evals", "--out", "nowhere/evals.csv"], /^--out nowhere\/evals\.csv: there is no folder \S+nowhere; make it first$/],
  [["evals", "--out", "data", "--format", "csv"], "--out data is a folder; name a file in it"],
  [["evals", "--out", "evals.xls"], '--out evals.xls: the ending ".xls" names no format; add --format'],
  [["evals", "--param", "lenght=3"], '--param: no param "lenght" in the store; did you mean "length"?'],
  [["evals", "--param", "length"], /^--param expects name=value.* got "length"$/],
  [["evals", "--width", "20"], "--width expects 200 to 8000 pixels, got 20"],
  [["evals", "--search", "xylophone"], '--search: nothing is named like "xylophone" among evaluations, tasks and params'],
  [["evals", "--store", "nowhere"], "no tables in nowhere; run npm run run first"],
  [["points", "--limit", "many"], "--limit: expects a whole number"],
  [["evals", "--tier", "easy,medium"], '--tier: no tier "medium" in the store; expected one of: easy, hard'],
  [["evals", "--model", ""], "--model: expects a name, got an empty text"]
])("%j is refused in one line", async (typed, message) => {
  const {code, stdout, stderr} = await book.analyze(...typed);
  expect({code, stdout}).toEqual({code: 2, stdout: ""});
  expect(stderr.trimEnd().split("\n")).toHaveLength(1);
  if (typeof message === "string") expect(stderr).toBe(`${message}\n`);
  else expect(stderr.trimEnd()).toMatch(message);
});

test("a dataset's evaluations alone, with its groups; a slice keeps the axes that its store's suite gave it", async () => {
  mkdirSync(join(book.root, "data/datasets"));
  writeFileSync(
    join(book.root, "data/datasets/chosen.yaml"),
    'title: Chosen\nstore: data/store\nsimulated: true\nevaluations: [{model: sim-heron-08, groups: ["chosen:one"]}, {model: sim-cedar-01, sampler: tight}]\n'
  );
  const rows = await book.rows<{model: string; groups: string[]}>("evals", "--dataset", "chosen");
  expect(rows.map(({model}) => model).sort()).toEqual(["sim-cedar-01", "sim-heron-08", "sim-heron-08"]);
  expect(await book.rows("evals", "--store", "data/datasets/chosen.yaml", "--group", "chosen:one")).toHaveLength(2);
  const [cell] = await book.rows<object>("surface", "--dataset", "chosen");
  expect(cell).toMatchObject({x_name: "length", y_name: "max_depth"});
  expect((await book.analyze("evals", "--dataset", "chosn")).stderr).toContain('did you mean "chosen"?');
});

test("several stores are read as one: each store's rows stay as they are", async () => {
  cpSync(join(book.root, "data/store"), join(book.root, "later"), {recursive: true});
  const alone = await book.rows<{model: string; correct: number}>("evals");
  const joined = await book.rows<{model: string; correct: number}>("evals", "--store", "data/store", "--store", "later");
  const counts = (rows: typeof alone) => rows.map(({model, correct}) => `${model} ${correct}`).sort();
  expect(counts(joined)).toEqual(counts([...alone, ...alone]));
});

test("two versions of a task's generator are not pooled; one can be chosen", async () => {
  const folder = join(book.root, "mixed");
  mkdirSync(folder);
  const points = join(book.root, "data/store/points.parquet");
  await ask(`copy (from '${points}' union all select * replace (99 as generator_version) from '${points}' where base_task = 'boolean')
    to '${join(folder, "points.parquet")}' (format parquet)`);
  const {code, stderr} = await book.analyze("evals", "--store", "mixed");
  expect({code, stderr}).toEqual({
    code: 2,
    stderr:
      "boolean of generator versions 1 and 99: two versions make different tests and are never mixed; choose one with --generator-version\n"
  });
  expect(await book.rows("evals", "--store", "mixed", "--generator-version", "99")).toHaveLength(6);
  expect((await book.analyze("scores", "--store", "mixed", "--task", "arithmetic")).stderr).toBe(
    "no table scores in mixed; it has points\n"
  );
});

test("the command line itself: a word's output, and a slip in one line with exit code 2", async () => {
  const {code, stdout} = await book.start(["analyze", "tasks", "--format", "csv"]).ended;
  expect({code, head: stdout.slice(0, 10)}).toEqual({code: 0, head: "base_task,"});
  const slip = await book.analyze("evals", "--fromat", "json");
  expect(slip).toMatchObject({code: 2, stdout: "", stderr: "unknown option '--fromat'; did you mean --format?\n"});
  const picture = await book.analyze("evals", "--format", "svg");
  expect(picture.stdout).toMatch(/^<svg .*<\/svg>\n$/s);
});

test("a key in the book's own file or environment leaves in no fact", async () => {
  const secret = "sk-verysecret0123456789abcdef";
  writeFileSync(
    join(book.root, "data/models/hosted.yaml"),
    `id: sim-cedar-04\nendpoint: https://example.org/${secret}/v1\napi_key_env: MY_KEY\nsampler: {extra: {route: "${secret}"}}\n`
  );
  writeFileSync(
    join(book.root, "data/hosted.yaml"),
    "suite: suites/small.yaml\nmodels: [models/hosted.yaml]\ntemplate: templates/plain.yaml\nsampler: samplers/greedy.yaml\n"
  );
  const commands = ["modelinfo", "--model", "sim-cedar-04", "--book", "data/hosted.yaml", "--format", "json"];
  vi.stubEnv("MY_KEY", secret);
  const {code, stdout} = await book.analyze(...commands);
  expect(code).toBe(0);
  expect(stdout).not.toContain(secret);
  expect(stdout).toContain("https://example.org/[key]/v1");
  expect(stdout).toContain("MY_KEY");
});

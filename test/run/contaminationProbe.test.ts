// The command `contamination probe`: on simulated models that know items, and on endpoints that give less than it asks for.
import {readFile, writeFile} from "node:fs/promises";
import {join} from "node:path";
import {afterAll, beforeAll, expect, test} from "vitest";
import {readBook} from "../../pipelines/book/read.node.js";
import {sentences, textsIn} from "../../pipelines/cli/contaminationProbe.js";
import {defaultQuestions} from "../../pipelines/generate/registry.node.js";
import {isMemorized} from "../../pipelines/infer/reference/memorized.js";
import {questionIn} from "../../pipelines/infer/reference/solve/registry.node.js";
import {bookTexts} from "../../pipelines/run/contaminationProbe.js";
import type {ProbeReport} from "../../pipelines/studies/contamination/probe.js";
import {inProcess} from "../inProcess.js";
import {stubServer, type Workbook, workbook} from "../workbook.js";

const home = process.cwd();
let book: Workbook;
let folder: string;
let items: string;
let controls: string;
beforeAll(async () => {
  book = await workbook({
    "models/reference.yaml": 'endpoint: "reference:"\ngroups: [reference]\nmodels: [{id: sim-quartz-03}, {id: sim-cedar-04}]\n'
  });
  folder = book.root;
  process.chdir(folder); // commands read the book of the folder that they run in
  [items, controls] = [join(folder, "items.jsonl"), join(folder, "controls.jsonl")];
  await writeFile(items, lines(prompts(true)));
  await writeFile(controls, lines(prompts(false)));
});
afterAll(async () => {
  process.chdir(home);
  await book[Symbol.asyncDispose]();
});

const lines = (rows: readonly object[]) => rows.map(row => `${JSON.stringify(row)}\n`).join("");
/** Questions with their instructions, of which the bare question is planted or not. */
function prompts(planted: boolean) {
  const questionAt = defaultQuestions("listops", 5);
  const found: {id: string; text: string}[] = [];
  for (let i = 0; found.length < 12; i++) {
    const {prompt} = questionAt(i);
    if (isMemorized(questionIn(prompt)!.question) === planted) found.push({id: `q${i}`, text: prompt});
  }
  return found;
}

/** Runs the command in this process; the report from its file, and what stderr said. */
const probe = (...words: string[]) => probeOf(items, ...words);

/** Probes the items of a file. */
async function probeOf(file: string, ...words: string[]): Promise<{report: ProbeReport; said: string; code: number}> {
  const out = join(folder, "report.json");
  const {code, stderr} = await inProcess([
    "contamination",
    "probe",
    "--store",
    join(folder, "store"),
    "--out",
    out,
    "--items",
    file,
    "--controls",
    controls,
    ...words
  ]);
  if (code === 2) throw new Error(stderr);
  return {report: JSON.parse(await readFile(out, "utf8")) as ProbeReport, said: stderr, code};
}

/** An endpoint that echoes prompts in pieces of four characters, each with the log-probability that a function gives it. */
const echoing = (extra: (piece: string, i: number) => Record<string, number> | null | undefined, whole = true) =>
  stubServer((body, _, response) => {
    const prompt = whole ? String(body.prompt) : "x";
    const tokens = prompt.match(/[\s\S]{1,4}/g)!;
    const top = tokens.map(extra);
    response.setHeader("content-type", "application/json");
    response.end(
      JSON.stringify({
        choices: [
          {
            text: prompt,
            logprobs: {
              tokens,
              token_logprobs: tokens.map((piece, i) => (i === 0 ? null : -1 - (piece.charCodeAt(0) % 7) / 10)),
              ...(top.every(each => each === undefined) ? {} : {top_logprobs: top})
            }
          }
        ],
        usage: {prompt_tokens: tokens.length, completion_tokens: 1}
      })
    );
    return undefined;
  });

test("a simulated model that knows the items is found, one that does not is not, and a second run asks nothing", async () => {
  const knows = await probe("--model", "sim-quartz-03", "--shards", "5", "--permutations", "3", "--examples", "0");
  expect(knows.code).toBe(0);
  expect(knows.report).toMatchObject({available: true, simulated: true, contaminated: true, left: 0, failed: 0});
  const [plain, plus] = knows.report.membership;
  expect(plain!).toMatchObject({method: "min-k", items: 12, controls: 12, approximate: false, why: ""});
  expect(plain!.low).toBeGreaterThan(0);
  expect(plus!).toMatchObject({method: "min-k++", approximate: true, why: ""});
  expect(plus!.covered).toBeGreaterThan(0.9);
  expect(knows.report.items.every(({tokens}) => tokens > 50)).toBe(true);
  expect(knows.said).toContain("simulated");
  // 12 items, 12 controls, 5 shards in 4 orders; of two items there are but two orders, and equal requests are sent once
  const [, asked, cached] = /(\d+) asked, (\d+) from the cache/.exec(knows.said)!;
  expect(Number(asked) + Number(cached)).toBe(44);
  expect(Number(asked)).toBeGreaterThanOrEqual(24 + 5);
  const again = await probe("--model", "sim-quartz-03", "--shards", "5", "--permutations", "3", "--examples", "0");
  expect(again.report).toEqual(knows.report);
  expect(again.said).toContain("0 asked, 44 from the cache");
  const other = await probe("--model", "sim-cedar-04", "--shards", "0");
  expect(other.report).toMatchObject({contaminated: false, order: {p: null, shards: 0}});
  expect(other.said).toContain("no contamination found, which does not show that there is none");
});

test("examples of the same set make a model that knows the items less sure of them, and not of controls", async () => {
  const knows = await probe("--model", "sim-quartz-03", "--shards", "0", "--examples", "2");
  const {context} = knows.report;
  expect(context).toMatchObject({examples: 2, items: {n: 12}, controls: {n: 12}, why: ""});
  expect(context!.items.value!).toBeGreaterThan(context!.controls.value!);
  expect(context!.low!).toBeGreaterThan(0);
  expect(context!.q!).toBeLessThanOrEqual(0.05);
  expect(knows.said).toMatch(/in context of 2 examples: log-probability falls for [\d.]+ % \[.*\] \(n = 12\) of the items/);
  const other = await probe("--model", "sim-cedar-04", "--shards", "0", "--examples", "2");
  expect(other.report.context!.p!).toBeGreaterThan(0.05);
  const without = await probe("--model", "sim-cedar-04", "--shards", "0", "--examples", "0");
  expect(without.report.context).toBeNull();
});

test("a model whose log-probabilities do not change in context, and one text alone", async () => {
  await using server = await echoing(() => null);
  // every piece has the log-probability that it has alone: nothing falls
  const {report} = await probe("--base-url", server.url, "--model", "same", "--shards", "0", "--examples", "1");
  expect(report.context!.items.n).toBe(12);
  const file = join(folder, "one.jsonl");
  await writeFile(file, lines([{id: "only", text: "What is 2 + 2?"}]));
  const one = await probeOf(file, "--base-url", server.url, "--model", "same", "--shards", "0");
  expect(one.report.context).toMatchObject({items: {n: 0, value: null}, p: null});
  expect(one.report.context!.why).toBe("no item has a log-probability alone and after examples");
});

test("an endpoint without log-probabilities is asked once, which is said once, and nothing is scored", async () => {
  await using server = await stubServer((_, __, response) => {
    response.statusCode = 404;
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({error: {message: "Not Found"}}));
    return undefined;
  });
  const {report, said, code} = await probe("--base-url", server.url, "--model", "m");
  expect(server.requests.length).toBe(1);
  expect(report).toMatchObject({available: false, contaminated: null, items: [], failed: 0});
  expect(said.match(/gives no log-probabilities/g)!.length).toBe(1);
  expect(said).toContain("404 Not Found");
  expect(code).toBe(1);
});

test("an endpoint that ignores echo is found out by its first answer", async () => {
  await using server = await echoing(() => undefined, false);
  const {report, said} = await probe("--base-url", server.url, "--model", "m");
  expect(server.requests.length).toBe(1);
  expect(report).toMatchObject({available: false, contaminated: null});
  expect(said).toContain("echo is ignored, or the text was cut");
});

test.each([
  ["no lists", () => undefined],
  ["empty places", () => null]
])("without likeliest tokens, %s, only Min-K++ is not available", async (_, extra) => {
  await using server = await echoing(extra);
  const {report, said} = await probe("--base-url", server.url, "--model", "m", "--shards", "0", "--examples", "0");
  expect(report.membership[0]!.why).toBe("");
  expect(report.membership[1]!).toMatchObject({p: null, covered: null, approximate: false});
  expect(said).toContain("min-k++: no test, since the endpoint lists no likeliest tokens");
  expect(server.requests[0]!).toMatchObject({echo: true, logprobs: 5, max_tokens: 1});
  expect(server.requests.length).toBe(24);
});

test("a budget that is reached leaves texts, and says how many", async () => {
  await using server = await echoing(() => null);
  const {report, code} = await probe(
    "--base-url",
    server.url,
    "--model",
    "b",
    "--price",
    "1000,1000",
    "--max-cost",
    "0.0001",
    "--shards",
    "0",
    "--examples",
    "0"
  );
  expect(report).toMatchObject({left: 24, contaminated: null, available: true});
  expect(server.requests.length).toBe(0);
  expect(code).toBe(3);
});

test("the book's tests are the items, and the same points' tests of another seed the controls", async () => {
  const texts = bookTexts(await readBook(), {limit: 30});
  expect([texts.items.length, texts.controls.length]).toEqual([30, 30]);
  expect(new Set(texts.items.map(({stratum}) => stratum))).toEqual(new Set(texts.controls.map(({stratum}) => stratum)));
  const known = new Set(texts.items.map(({id}) => id));
  expect(texts.controls.filter(({id}) => known.has(id))).toEqual([]);
});

test.each([
  ["not JSON", '; expected one {"id", "text"} a line', "{id: 1}\n"],
  ["a text that is missing", 'missing "text"', '{"id": "a"}\n'],
  ["a repeated id", 'id "a" occurs twice', '{"id": "a", "text": "x"}\n{"id": "a", "text": "y"}\n'],
  ["bytes that are no text", "not JSON", "\u0000\u0001\uFFFD\n"]
])("a file of items, %s, is refused with its line", async (_, message, text) => {
  const file = join(folder, "bad.jsonl");
  await writeFile(file, text);
  await expect(textsIn(file, 10)).rejects.toThrow(message);
  await expect(textsIn(file, 10)).rejects.toThrow(/bad\.jsonl:\d/);
});

test("an empty file holds no item, and a missing one is named", async () => {
  const file = join(folder, "none.jsonl");
  await writeFile(file, "\n\n");
  expect(await textsIn(file, 10)).toEqual([]);
  await expect(probeOf(file, "--model", "sim-cedar-04")).rejects.toThrow("holds no item to probe");
  await expect(textsIn(join(folder, "absent.jsonl"), 1)).rejects.toThrow("no such file");
});

test("sentences never call a model clean, nor show a number without its n", () => {
  const none = {
    model: "m",
    simulated: false,
    available: true,
    why: "",
    left: 3,
    failed: 2,
    membership: [],
    contaminated: null,
    context: null,
    items: [],
    order: {
      shards: 0,
      permutations: 0,
      difference: null,
      low: null,
      high: null,
      t: null,
      p_t: null,
      p: null,
      q: null,
      why: "0 shards"
    }
  };
  const text = sentences({report: none, requests: 4, cached: 1, cost: null}).join("\n");
  expect(text).toContain("nothing could be tested: neither contaminated nor clean");
  expect(text).toContain("cost unknown");
  expect(text).toContain("2 texts failed, 3 texts not asked");
});

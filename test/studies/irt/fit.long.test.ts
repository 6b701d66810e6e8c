// `irt -- fit --responses FILE` with nothing else: every kind of file has a summary, or one sentence that says why not.
import {existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterAll, describe, expect, test} from "vitest";
import {randomOf} from "../../../pipelines/generate/seed.js";
import {fitResponses, unfit} from "../../../pipelines/studies/irt/estimate/settings.js";
import {readResponses} from "../../../pipelines/studies/irt/readResponses.node.js";
import {fitSummary} from "../../../pipelines/studies/irt/summary.js";
import {command} from "../../workbook.js";
import {answers, normal, someItems} from "./simulated.js";

const DATA = "../shared/data";
const there = existsSync(DATA);
if (!there) process.stderr.write(`${DATA} is not here: tests against it are skipped\n`);
const folder = mkdtempSync(join(tmpdir(), "irt-fit-"));
afterAll(() => rmSync(folder, {recursive: true}));

const given = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};
const fitting = (...words: string[]) => command(["irt", "fit", "--responses", ...words]);

/** What the command prints of a file, without the start of a process. */
async function summary(file: string): Promise<string> {
  const responses = await readResponses(file);
  expect(unfit(responses)).toBeNull();
  return fitSummary(fitResponses(responses), responses, {file});
}
const BROKEN = /NaN|undefined|Infinity|null/;

test("a file alone is fitted, and the summary has model, search, likelihood, reliability, items and models with errors", async () => {
  const random = randomOf("alone");
  const curves = someItems(15, random);
  const theta = Array.from({length: 80}, () => normal(random));
  const {persons, cells} = answers(theta, () => curves, "alone");
  const lines = persons.flatMap((model, i) =>
    curves.flatMap(({id}, j) =>
      (i + j) % 7 === 0 ? [] : [JSON.stringify({model, item: id, is_correct: cells[i * 15 + j] === 1})]
    )
  );
  const {code, stdout, stderr} = await fitting(given("alone.jsonl", lines.join("\n")));
  expect({code, stderr}).toEqual({code: 0, stderr: expect.stringMatching(/^irt: \d+\.\d s; --out FILE writes/)});
  const missing = 80 * 15 - lines.length;
  expect(stdout).toContain(
    `alone.jsonl: 80 models × 15 items, ${lines.length.toLocaleString("en-US")} answers, ${missing} missing`
  );
  for (const words of [
    /model {11}2PL by empirical Bayes \(chosen: 1,\d+ answers do not determine guessing chances \(10,000 are needed\)\)/,
    /search {10}converged after \d+ steps, largest slope \S+/,
    /log-likelihood {2}-\d+\.\d\d\n/,
    /reliability {5}0\.\d{3} \[0\.\d{3}, 0\.\d{3}\]/,
    /Items by difficulty b, with standard errors:\nitem +b +se_b +a +se_a\n/,
    /Items by discrimination a, with standard errors:/,
    /Models by ability \(n = 80 models, mean -?\d\.\d\d, standard deviation \d\.\d\d, median standard error \d\.\d\d\)/,
    /… 5 between/,
    /… 70 between/
  ])
    expect(stdout).toMatch(words);
  expect(stdout).not.toMatch(BROKEN);
});

test("with --out the document is written, and what was chosen is told", async () => {
  const out = join(folder, "fit.json");
  const {code, stdout, stderr} = await fitting(given("few.csv", "model,x,y,z\na,1,0,1\nb,0,0,1\nc,1,1,0\n"), "--out", out);
  expect({code, stdout}).toEqual({code: 0, stdout: ""});
  expect(stderr).toMatch(/irt: chosen: 3 answers to an item do not determine discriminations \(20 are needed\)/);
  expect(stderr).toMatch(/warning: irt: 3 models are too few to estimate how far models differ/);
  expect(JSON.parse(readFileSync(out, "utf8"))).toMatchObject({n: 3, model: "rasch", estimate: "map", converged: true});
});

test.each([
  [
    "one item",
    "model,x\na,1\nb,0\nc,1\n",
    "1 item cannot separate able models from easy ones; at least 3 models and 3 items are needed"
  ],
  [
    "one model",
    "model,x,y,z\na,1,0,1\n",
    "1 model has answers, which cannot separate able models from easy items; at least 3 models and 3 items are needed"
  ],
  [
    "all alike",
    "model,x,y,z\na,1,0,1\nb,1,0,1\nc,1,0,1\n",
    "no item tells models apart (2 answered right by all, 1 answered wrong by all); at least 3 must"
  ]
])("%s is a user's mistake, said in one line", async (_, text, message) => {
  const file = given("weak.csv", text);
  const {code, stdout, stderr} = await fitting(file);
  expect({code, stdout, stderr}).toEqual({code: 2, stdout: "", stderr: `${file}: ${message}\n`});
});

test.each([
  [
    "long",
    '{"model":"a","item":"x","correct":0}\n\n{"item":"y","model":"a","correct":true}\n{"model":"b","item":"x","correct":null}\n',
    "a b | x y | 0122"
  ],
  ["a model a line", '{"model":"a","x":0,"y":1}\n{"model":"b","x":null,"y":"1"}', "a b | x y | 0121"],
  ["numbers as names", '{"model":1,"item":7,"score":1.0}\n{"model":2,"item":7,"score":"0"}', "1 2 | 7 | 10"]
])("JSON lines: %s", async (_, text, expected) => {
  const {persons, items, cells} = await readResponses(given("lines.jsonl", text));
  expect(`${persons.join(" ")} | ${items.join(" ")} | ${cells.join("")}`).toBe(expected);
});

test.each([
  [
    "a third value",
    '{"model":"a","item":"x","correct":0.5}',
    /lines\.jsonl:1:1 response 0\.5 to item "x" is not 0, 1, true, false or null/
  ],
  ["a torn line", '{"model":"a","item":"x","correct":1}\n{"model":', /lines\.jsonl:2:1 not JSON: /],
  ["no model", '{"item":"x","correct":1}', /lines\.jsonl:1:1 no field names the model/],
  ["a nameless item", '{"model":"a","item":"","correct":1}', /lines\.jsonl:1:1 field "item" holds no name/],
  ["a list", '{"model":"a","x":[1]}', /response \[1\] to item "x"/],
  [
    "a second response",
    '{"model":"a","item":"x","correct":1}\n{"model":"a","item":"x","correct":1}',
    /lines\.jsonl:2:1 model "a" answers item "x" a second time/
  ]
])("JSON lines with %s are refused with their place", async (_, text, message) => {
  await expect(readResponses(given("lines.jsonl", text))).rejects.toThrow(message);
});

describe.skipIf(!there)("real matrices", () => {
  // models by size; all of them have answers of every kind and a search that ends
  test.each([
    ["LSAT6", "2PL", "1,000 models × 5 items"],
    ["LSAT7", "2PL", "1,000 models × 5 items"],
    ["WIRS", "2PL", "1,005 models × 6 items"],
    ["Abortion", "2PL", "379 models × 4 items"],
    ["Mobility", "2PL", "8,445 models × 8 items"],
    ["FIMS", "3PL", "6,371 models × 14 items"],
    ["SAT12", "3PL", "600 models × 32 items"]
  ])("%s has a summary: %s", async (name, model, size) => {
    const text = await summary(join(DATA, "irt", `${name}.csv`));
    expect(text).toContain(size);
    expect(text).toMatch(new RegExp(`model +${model} by empirical Bayes`));
    expect(text).toMatch(/search +converged after/);
    expect(text).not.toMatch(BROKEN);
  });

  test.each([
    "A_items_true",
    "A_theta_true",
    "B_items_true",
    "B_theta_true"
  ])("%s holds no responses, and the first such cell is named", async name => {
    const {code, stderr} = await fitting(join(DATA, "irt", `${name}.csv`));
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /csv:2:\d+ response "-?\d\.\d+" is not a score from 0 to 1, a whole number of at least 0, or blank \(NA\)\n$/
    );
  });

  test("four real models on 1,319 questions: their order is that of their right answers, and what is weak is said", async () => {
    const rows = readFileSync(join(DATA, "responses/gsm8k-solutions.jsonl"), "utf8")
      .trim()
      .split("\n")
      .map(line => JSON.parse(line) as Record<string, {is_correct: boolean}>);
    const names = Object.keys(rows[0]!).filter(key => typeof rows[0]![key] === "object");
    const right = (name: string) => rows.filter(row => row[name]!.is_correct).length;
    const lines = rows.flatMap((row, i) =>
      names.map(model => JSON.stringify({model, item: `q${i}`, is_correct: row[model]!.is_correct}))
    );
    const text = await summary(given("gsm8k.jsonl", lines.join("\n")));
    const order = [...names].sort((a, b) => right(b) - right(a));
    const shown = text.slice(text.indexOf("Models by ability"));
    expect(order.map(name => shown.indexOf(name))).toEqual(order.map(name => shown.indexOf(name)).sort((a, b) => a - b));
    expect(text).toMatch(/Rasch by empirical Bayes \(chosen: 4 answers to an item/);
    expect(text).toMatch(
      /warning: 4 models are too few to estimate how far models differ \(10 are needed\): intervals of abilities take the scale as known/
    );
    expect(text).not.toMatch(BROKEN);
  });
});

test("names of items and models that would move a terminal's cursor are printed as text", () => {
  const persons = Array.from({length: 12}, (_, i) => `model\u001b]0;${i}\u0007`);
  const items = ["right\u001b[2J", "also\u202eright", "some\u001b[31m"];
  const cells = Uint8Array.from(persons.flatMap((_, i) => [1, 1, Number(i % 2 === 0)]));
  const responses = {persons, items, cells};
  const text = fitSummary(fitResponses(responses), responses, {file: "names.csv"});
  expect(text).toContain("right·[2J");
  expect(text.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\u202e]/u);
});

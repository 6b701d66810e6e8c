// The tables of extraction: of answers written here, of which it is decided by hand how they read, beside labelled texts of a file, and of nothing.
import {mkdir, writeFile} from "node:fs/promises";
import {join} from "node:path";
import {afterAll, beforeAll, expect, test} from "vitest";
import {query} from "../../../pipelines/store/sql.js";
import {type Workbook, workbook} from "../../workbook.js";

/** Where a parcel is: by the rules the whole line is the answer, by the classifier its last words. */
const parcel = (i: number) => ({
  prompt: `Where is parcel ${i}?`,
  text: "The last known place of the parcel is the harbour.",
  expected: "harbour"
});
const sum = (i: number) => ({
  prompt: `What is ${i} + 1?`,
  text: `${i} + 1 = ${i + 1}. So the answer is ${i + 1}.`,
  expected: String(i + 1)
});
const hostile = {prompt: "Where is it?", text: 'The place is <img src=x onerror="alert(1)">.', expected: "quay"};
const rows = [
  ...Array.from({length: 12}, (_, i) => ({model: "m", base_task: "places", ...parcel(i)})),
  {model: "m", base_task: "places", ...hostile},
  ...Array.from({length: 10}, (_, i) => ({model: "m", base_task: "sums", ...sum(i)})),
  // A truncated answer is left out.
  {model: "m", base_task: "sums", ...sum(50), finish_reason: "length"},
  {model: "one", base_task: "sums", ...sum(0)},
  {model: "silent", base_task: "sums", ...sum(0), text: ""}
];
const labelled = [
  {text: "The answer is 7.", target: "7", answer: "7", task: "plain"},
  {text: "The answer is 7 or 8.", target: "7", answer: null, task: "hedged"},
  {text: "The last known place of the parcel is the harbour.", target: "attic", answer: "harbour", task: "plain"}
];

let book: Workbook;
const store = () => join(book.root, "given");
const ask = async (sql: string) => (await query(sql, {folder: store()})).rows;

beforeAll(async () => {
  book = await workbook({"given.jsonl": rows.map(row => JSON.stringify(row)).join("\n")});
  await mkdir(join(book.root, "data/extraction"), {recursive: true});
  await writeFile(join(book.root, "data/extraction/own.jsonl"), labelled.map(row => JSON.stringify(row)).join("\n"));
  const scored = await book.command("score", "--dataset", "data/given.jsonl", "--out", "given");
  expect(scored.code, scored.stderr).toBe(0);
});
afterAll(() => book?.[Symbol.asyncDispose]());

test("the command says how often readings differ, and accuracy under each, with n and interval", async () => {
  const {code, stdout, stderr} = await book.command("analyze", "extraction", "--store", "given", "--format", "json");
  expect(code, stderr).toBe(0);
  const found = JSON.parse(stdout) as Record<string, number | string>[];
  expect(found.map(({model, base_task}) => [model, base_task])).toEqual([
    ["m", "places"],
    ["m", "sums"],
    ["one", "sums"],
    ["silent", "sums"]
  ]);
  const [places, sums, one, silent] = found as Record<string, number>[] as [
    Record<string, number>,
    Record<string, number>,
    Record<string, number>,
    Record<string, number>
  ];
  expect(places).toMatchObject({n: 13, rules: 0, classifier: 12 / 13, difference: 12 / 13});
  expect(places.different! + places.only_rules! + places.only_classifier! + places.agreed!).toBe(13);
  expect(places.difference_low).toBeGreaterThan(0);
  expect(sums).toMatchObject({n: 10, agreed: 10, rules: 1, classifier: 1, disagreement: 0, difference: 0});
  // The interval of a share of 0 among 10: Wilson's upper end (Agresti & Coull 1998): z² / (n + z²).
  expect(sums.disagreement_high).toBeCloseTo(3.8414588 / 13.8414588, 6);
  expect(one).toMatchObject({n: 1, agreed: 1, rules: 1, difference_low: null, difference_high: null});
  expect(silent).toMatchObject({n: 1, agreed: 1, rules: 0, classifier: 0});
});

test("examples have the text as it is, and both readings", async () => {
  expect(
    await ask(
      "select distinct rules, classifier, expected from extraction_examples where classifier = 'harbour' or text like '%<img%'"
    )
  ).toEqual(expect.arrayContaining([["the last known place of the parcel is the harbour", "harbour", "harbour"]]));
});

test("labelled texts of a file are a source, in all and by part; its mistakes are told with their place", async () => {
  const own = await ask(
    'select task, method, n, stated, "right", wrong, missed, invented, "none" from extraction_checks where source = \'own\' order by all'
  );
  expect(own).toEqual([
    ["", "classifier", 3, 2, 2, 0, 0, 0, 1],
    ["", "rules", 3, 2, 1, 1, 0, 0, 1],
    ["hedged", "classifier", 1, 0, 0, 0, 0, 0, 1],
    ["hedged", "rules", 1, 0, 0, 0, 0, 0, 1],
    ["plain", "classifier", 2, 2, 2, 0, 0, 0, 0],
    ["plain", "rules", 2, 2, 1, 1, 0, 0, 0]
  ]);
  const file = join(book.root, "data/extraction/own.jsonl");
  await writeFile(file, `${JSON.stringify(labelled[0])}\n{"text": "7", "target": "7"}\n`);
  const {code, stderr} = await book.command("analyze", "extraction", "--store", "given");
  expect([code, stderr]).toEqual([2, expect.stringContaining("own.jsonl:2 answer")]);
});

test("a store whose answers all have scorers has a reason instead of rows", async () => {
  const tasks = "tasks:\n  - {task: zen-safety, params: {request: [harmful, benign]}}\n";
  await using other = await workbook({"suites/small.yaml": tasks});
  const ran = await other.command("run");
  expect(ran.code, ran.stderr).toBe(0);
  const {code, stderr} = await other.command("analyze", "extraction");
  expect([code, stderr]).toEqual([2, expect.stringContaining("no answer here is read by the rules")]);
});

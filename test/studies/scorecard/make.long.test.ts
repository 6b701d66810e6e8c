// Categories of a suite of domains through the whole pipeline: states, what is asked, values with intervals, and what never looks scored.
import {existsSync} from "node:fs";
import {rm, writeFile} from "node:fs/promises";
import {join} from "node:path";
import {expect, test} from "vitest";
import {excessAccuracy, rescaledInterval} from "../../../pipelines/score/accuracy.js";
import {importQuestions} from "../../ownBank.js";
import {recordTables} from "../../recordTables.js";
import {stubServer, type Workbook, workbook} from "../../workbook.js";

/** 30 additions as GSM8K has them, and 24 choices as MMLU has them, of two subjects. */
const SUMS = Array.from({length: 30}, (_, i) => ({
  question: `What is ${i} plus 1?`,
  answer: `${i} + 1 = ${i + 1}\n#### ${i + 1}`
}));
const CHOICES = Array.from({length: 24}, (_, i) => ({
  question: `Which is right, number ${i}?`,
  subject: i < 12 ? "history" : "law",
  choices: ["wrong", "false", "right", "bad"],
  answer: 2
}));

const category = (name: string, rest: string) =>
  `  - {name: ${name}, origin: ours, items: 10, licence: MIT, source: nowhere, ${rest}}\n`;
const DOMAINS = {
  "suites/all.yaml": "published: {categories: 4, items: 40}\ndomains: [suites/all/sums.yaml, suites/all/rest.yaml]\n",
  "suites/all/sums.yaml": `domain: Sums\npublished: {categories: 2, items: 20}\ncategories:\n${category("Plus", "bank: plus, layout: gsm8k, scorer: number, prompt: {shots: 2, think: true, examples: {first: 2}}")}${category("Minus", "bank: minus, layout: gsm8k, scorer: number")}`,
  "suites/all/rest.yaml": `domain: Rest\ncategories:\n${category("Choices", "bank: choices, layout: mmlu, scorer: choice")}${category("Dreams", "task: zen-dreams")}`
};
const BOOK =
  "suites: [suites/all.yaml]\nmodels: [models/own.yaml]\ntemplate: templates/plain.yaml\nsampler: samplers/greedy.yaml\nprecision: {min: 40, step: 8, max: 40, width: 0.01}\nseed: 7\n";

/** Adds rightly below 20, and takes the first option in law. */
const reply = (body: Record<string, unknown>) => {
  const text = JSON.stringify((body.messages as {content: string}[]).at(-1)!.content);
  const [, sum] = /What is (\d+) plus 1/u.exec(text) ?? [];
  if (sum !== undefined) return `Answer: ${Number(sum) < 20 ? Number(sum) + 1 : 0}`;
  const [, number] = /number (\d+)/u.exec(text) ?? [];
  return Number(number) < 12 ? "Answer: (C)" : "Answer: (A)";
};

const json = async (book: Workbook, ...words: string[]) => {
  const {code, stdout, stderr} = await book.command(...words);
  expect(code, stderr).toBe(0);
  return JSON.parse(stdout) as Record<string, unknown>[];
};
const sql = (book: Workbook, query: string) => json(book, "sql", query, "--json");

test("a suite all of whose categories are empty says how one is filled; nothing is asked", async () => {
  await using book = await workbook({
    ...DOMAINS,
    "book.yaml": BOOK,
    "models/own.yaml": "id: own\nendpoint: http://127.0.0.1:9/v1\n"
  });
  const {code, stderr} = await book.command("plan");
  expect(code).toBe(2);
  expect(stderr).toContain("all 4 categories of the suite all are empty");
  expect(stderr).toContain("npm run items -- import FILE --layout gsm8k --name plus --licence MIT --source nowhere");
});

test("imported categories are asked under their prompt policy and scored with intervals; empty ones never look scored", async () => {
  await using stub = await stubServer(reply);
  await using book = await workbook({...DOMAINS, "book.yaml": BOOK, "models/own.yaml": `id: own\nendpoint: ${stub.url}\n`});
  await importQuestions(book, {name: "plus", questions: SUMS, layout: "gsm8k"});
  await importQuestions(book, {name: "choices", questions: CHOICES});
  await importQuestions(book, {name: "minus", questions: CHOICES}); // a name of the suite, over files of another layout
  const listed = await book.command("items", "list");
  expect(listed.stdout).toContain("the bank minus in data/banks is of layout mmlu, not of gsm8k");
  expect(listed.stdout).toContain("the benchmark zen-dreams is not built in");

  const ran = await book.command("run");
  expect(ran.code, ran.stderr).toBe(0);
  expect(ran.stderr).toContain("suite all: 2 of 4 categories are empty and not asked");
  expect(stub.requests.length).toBe(28 + 24); // two of the sums are set apart as examples
  const asked = stub.requests.map(({messages}) => messages as {role: string; content: string}[]);
  const plus = asked.filter(messages => messages.at(-1)!.content.includes("plus 1"));
  expect(plus.every(messages => messages.filter(({role}) => role === "assistant").length === 2)).toBe(true);

  const rows = await json(book, "analyze", "categories", "--format", "json");
  expect(
    rows.map(({domain, category, n, correct, truncated, unanswered}) => [domain, category, n, correct, truncated, unanswered])
  ).toEqual([
    ["Sums", "Plus", 28, 18, 0, 0], // 0 and 1 are examples; 2 to 19 are right
    ["Rest", "Choices", 24, 12, 0, 0]
  ]);
  const counts = {correct: 12, total: 24, guessSum: 6};
  expect(rows[1]).toMatchObject({value: excessAccuracy(counts), ...rescaledInterval(counts)});

  // each domain has one scored category, whose value and interval its mean is
  const domains = await json(book, "analyze", "categories", "--by", "domain", "--format", "json");
  expect(domains.map(({domain, scored, categories, empty}) => [domain, scored, categories, empty])).toEqual([
    ["Sums", 1, 2, 1],
    ["Rest", 1, 2, 1]
  ]);
  for (const [i, {value, low, high, n}] of domains.entries()) {
    expect(value).toBeCloseTo(rows[i]!.value as number, 12);
    expect(low).toBeCloseTo(rows[i]!.low as number, 12);
    expect(high).toBeCloseTo(rows[i]!.high as number, 12);
    expect(n).toBe(rows[i]!.n);
  }
  expect(await sql(book, "select category, state, items, policy, metric from suite_categories order by number")).toEqual([
    {category: "Plus", state: "imported", items: 28, policy: "2-shot, chain of thought", metric: "accuracy"},
    {category: "Minus", state: "empty", items: 0, policy: "0-shot", metric: "accuracy"},
    {category: "Choices", state: "imported", items: 24, policy: "0-shot", metric: "accuracy"},
    {category: "Dreams", state: "empty", items: 0, policy: "", metric: "accuracy"}
  ]);

  // answers to a bank that only bears the name of an empty category are counted as such, and score nowhere
  await writeFile(join(book.root, "data/suites/named.yaml"), "tasks: [{bank: minus}]\n");
  await writeFile(join(book.root, "data/book.yaml"), BOOK.replace("[suites/all.yaml]", "[suites/all.yaml, suites/named.yaml]"));
  const again = await book.command("run");
  expect(again.code, again.stderr).toBe(0);
  expect((await json(book, "analyze", "categories", "--format", "json")).map(each => each.category)).toEqual(["Plus", "Choices"]);
  expect(await sql(book, "select category from suite_categories where unclaimed > 0")).toEqual([{category: "Minus"}]);

  // a store without tests and measures, as older versions or others may leave one, has the same values
  for (const table of ["items", "measures"]) await rm(join(book.root, "data/store", `${table}.parquet`));
  await recordTables(join(book.root, "data/store"));
  const values = (all: readonly Record<string, unknown>[]) =>
    all.map(({category, value, low, high, n}) => [category, value, low, high, n]);
  expect(values(await json(book, "analyze", "categories", "--format", "json"))).toEqual(values(rows));

  // ReasonScore knows nothing of categories: a store of them alone has no scores
  expect(existsSync(join(book.root, "data/store/samples.parquet"))).toBe(true);
  expect(existsSync(join(book.root, "data/store/scores.parquet"))).toBe(false);
});

test("a generated source of an empty category has a row of its own, and no mean or count of its domain has it", async () => {
  await using stub = await stubServer(() => "Answer: 1");
  const sums = DOMAINS["suites/all/sums.yaml"].replace(
    "bank: minus, layout: gsm8k, scorer: number}",
    "bank: minus, layout: gsm8k, scorer: number, sources: [{name: Stories, task: zen-word-problems, licence: MIT, source: here}]}"
  );
  await using book = await workbook({
    ...DOMAINS,
    "suites/all/sums.yaml": sums,
    "book.yaml": BOOK,
    "models/own.yaml": `id: own\nendpoint: ${stub.url}\n`
  });
  const ran = await book.command("run");
  expect(ran.code, ran.stderr).toBe(0);
  expect((await book.command("items", "list")).stdout).toContain(
    "Sums / Minus, source Stories: generated, zen-word-problems, 4,000 items"
  );
  expect((await json(book, "analyze", "categories", "--format", "json")).map(({category}) => category)).toEqual(["Stories"]);
  expect(
    await sql(book, "select number, category, source_of, state, published_items, averaged from suite_categories order by number")
  ).toEqual([
    {number: 1, category: "Plus", source_of: null, state: "empty", published_items: 10, averaged: true},
    {number: 2, category: "Minus", source_of: null, state: "empty", published_items: 10, averaged: true},
    {number: 3, category: "Stories", source_of: "Minus", state: "generated", published_items: 0, averaged: false},
    {number: 4, category: "Choices", source_of: null, state: "empty", published_items: 10, averaged: true},
    {number: 5, category: "Dreams", source_of: null, state: "empty", published_items: 10, averaged: true}
  ]);
  expect(await sql(book, "select category, n, correct, value from scorecards")).toEqual([
    {category: "Stories", n: 40, correct: 0, value: 0}
  ]);
  expect(await sql(book, "select domain, categories, empty, scored, value from domain_scorecards")).toEqual([
    {domain: "Sums", categories: 2, empty: 2, scored: 0, value: null}
  ]);
});

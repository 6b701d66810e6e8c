// The page Categories and the scorecard of a model over a small store whose book has a suite of domains, and over one whose book has none.
import {join} from "node:path";
import {afterAll, beforeAll, expect, test} from "vitest";
import {query} from "../../pipelines/store/sql.node.js";
import {type ForeignSite, faults, siteOf} from "../foreign/site.js";
import {importQuestions} from "../ownBank.js";
import {stubServer, type Workbook, workbook} from "../workbook.js";
import {opened, text} from "./reading.js";

const category = (name: string, rest: string) =>
  `  - {name: ${name}, origin: ours, items: 10, licence: MIT, source: nowhere, ${rest}}\n`;
const FILES = {
  "suites/all.yaml": "domains: [suites/all/sums.yaml, suites/all/rest.yaml]\n",
  "suites/all/sums.yaml": `domain: Sums\ncategories:\n${category("Plus", "bank: plus, layout: gsm8k, scorer: number")}${category("Minus", "bank: minus, layout: gsm8k, scorer: number")}`,
  "suites/all/rest.yaml": `domain: Rest\ncategories:\n${category('"<b>Choices</b>"', "bank: choices, layout: mmlu, scorer: choice")}${category("Dreams", "task: zen-dreams")}`,
  "book.yaml":
    "suites: [suites/small.yaml, suites/all.yaml]\nmodels: [models/own.yaml]\ntemplate: templates/plain.yaml\nsampler: samplers/greedy.yaml\nprecision: {min: 24, step: 8, max: 24, width: 0.01}\nseed: 7\n",
  "suites/small.yaml": "tasks: [{task: boolean, params: {length: 6}, tiers: {easy: {length: 6}}}]\n"
};
const SUMS = Array.from({length: 24}, (_, i) => ({question: `What is ${i} plus 1?`, answer: `#### ${i + 1}`}));
const CHOICES = Array.from({length: 20}, (_, i) => ({
  question: `Which is right, number ${i}?`,
  subject: "law",
  choices: ["wrong", "false", "right", "bad"],
  answer: 2
}));

/** Model b adds rightly below 20, a below 12; nothing else is known to them. */
function reply({model, messages}: Record<string, unknown>): string {
  const [, sum] = /What is (\d+) plus 1/u.exec(JSON.stringify(messages)) ?? [];
  if (sum === undefined) return "Answer: (A)";
  return `Answer: ${Number(sum) < (model === "b" ? 20 : 12) ? Number(sum) + 1 : 0}`;
}

let book: Workbook;
let other: Workbook;
let site: ForeignSite;
let plain: ForeignSite;

/** Serves pages over a workbook's store, with the studies that its own book makes. */
async function siteWithin(root: string): Promise<ForeignSite> {
  const before = process.cwd();
  process.chdir(root);
  try {
    return await siteOf(join(root, "data/store"), ["categories", "model"]);
  } finally {
    process.chdir(before);
  }
}

beforeAll(async () => {
  await using stub = await stubServer(reply);
  const own = {"models/own.yaml": `endpoint: ${stub.url}\nmodels: [{id: a}, {id: b}]\n`};
  book = await workbook({...FILES, ...own});
  other = await workbook();
  await importQuestions(book, {name: "plus", questions: SUMS, layout: "gsm8k"});
  await importQuestions(book, {name: "choices", questions: CHOICES});
  for (const each of [book, other]) {
    const ran = await each.command("run");
    expect(ran.code, ran.stderr).toBe(0);
  }
  site = await siteWithin(book.root);
  plain = await siteWithin(other.root);
}, 300_000);
afterAll(async () => {
  for (const each of [site, plain, book, other]) await each?.[Symbol.asyncDispose]();
});

const ask = async (sql: string) => (await query(sql, {folder: join(book.root, "data/store")})).rows as unknown[][];
const points = (share: unknown) => (100 * Number(share)).toFixed(1).replace("-", "−");

test("states are counted, domains have the study's means with interval and n, and empty categories no value", async () => {
  await using visit = await site.visit(opened("/categories"));
  const {page} = visit;
  await page.waitForSelector("#domains svg");
  expect(await text(page, "#states")).toContain("4 categories in 2 domains: 0 generated, 2 imported, 2 empty.");
  for (const [model, domain, value, low, high, n, scored, categories, empty] of await ask(
    "select model, domain, value, low, high, n, scored, categories, empty from domain_scorecards"
  )) {
    const row = page
      .locator("#by-domain tbody tr", {hasText: String(domain)})
      .filter({has: page.getByRole("cell", {name: String(model), exact: true})});
    expect(await row.innerText()).toContain(
      `${points(value)} % [${points(low)}, ${points(high)}]\t${n}\t${scored} of ${categories}, ${empty} empty`
    );
  }
  expect(await page.locator("#by-category tbody tr").count()).toBe(4);
  await page.getByLabel("Evaluation", {exact: true}).selectOption("b");
  const dreams = page.locator("#by-category tbody tr", {hasText: "Dreams"});
  await expect.poll(() => dreams.innerText()).toMatch(/empty\tRest\t\tempty\t0\t10/u);
  await expect
    .poll(() => page.locator("#by-category tbody tr", {hasText: "Plus"}).innerText())
    .toMatch(/83\.3 % \[[\d.]+, [\d.]+\] n = 24/u);
  // names of a suite are text
  expect(await page.locator("#by-category td b").count()).toBe(0);

  await page.getByLabel("State", {exact: true}).selectOption("empty");
  await expect.poll(() => page.locator("#by-category tbody tr").count()).toBe(2);
  await page.locator("#observablehq-main summary", {hasText: /^How the .* filled$/u}).click();
  expect(await text(page, "#fill")).toContain(
    "npm run items -- import FILE --layout gsm8k --name minus --licence MIT --source nowhere"
  );
  await page.getByLabel("Domain", {exact: true}).selectOption("Rest");
  await expect.poll(() => page.locator("#by-category tbody tr").count()).toBe(1);
  expect(await faults(visit)).toEqual([]);
});

test("a narrow page draws the same", async () => {
  await using visit = await site.visit(opened("/categories"), {width: 390});
  await visit.page.waitForSelector("#domains svg");
  expect(await faults(visit)).toEqual([]);
});

test("a model's page has its scorecard, with what was asked and nothing else", async () => {
  await using visit = await site.visit("/models/a");
  await visit.page.waitForSelector("#scorecard table");
  const card = await visit.page.locator("#scorecard").innerText();
  expect(card).toMatch(/Sums\t50\.0 % \[[\d.]+, [\d.]+\]\t24\tmean of 1 of 2 categories, 1 empty/u);
  expect(card).toMatch(/Plus\t50\.0 % \[[\d.]+, [\d.]+\]\t24/u);
  expect(card).toMatch(/<b>Choices<\/b>\t−33\.3 % \[[−\d.]+, [−\d.]+\]\t20/u); // nothing right of four options
  expect(card).not.toContain("Minus");
  expect(card).not.toContain("Dreams");
  expect(await faults(visit)).toEqual([]);
});

test("a book without a suite of domains says so, and its models have no scorecard", async () => {
  {
    await using visit = await plain.visit(opened("/categories"));
    await expect.poll(() => text(visit.page, "#none")).toContain("The book names no suite that lists domains");
    expect(await faults(visit)).toEqual([]);
  }
  await using visit = await plain.visit("/models/sim-cedar-01");
  await visit.page.waitForSelector("#scores table");
  expect(await visit.page.locator("#scorecard").count()).toBe(0);
  expect(await faults(visit)).toEqual([]);
});

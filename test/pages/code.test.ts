// The page Code over a store with planted faults and real programs of HumanEval, and over a store without programs.
import {join} from "node:path";
import {afterAll, beforeAll, expect, test} from "vitest";
import {readList, textsAddress, textsOf} from "../../pipelines/site/texts.js";
import {publishPartitioned} from "../../pipelines/store/partitioned/publish.node.js";
import {query} from "../../pipelines/store/sql.node.js";
import {type ForeignSite, faults, settled, siteOf} from "../foreign/site.js";
import {bookOf, replies, WICKED} from "../studies/code/given.js";
import {ASKED, FAULTS, humanEval} from "../studies/code/humaneval.js";
import {stubServer, type Workbook, workbook} from "../workbook.js";
import {cutLabels, text} from "./reading.js";

const real = humanEval();
let books: Workbook[] = [];
let site: ForeignSite;
let scored: ForeignSite | undefined;
let empty: ForeignSite;

beforeAll(async () => {
  const own = replies();
  await using stub = await stubServer((body, request, response) => {
    const question = (body.messages as {content: string}[]).at(-1)!.content;
    return real?.answer(String(body.model), question) ?? own(body, request, response);
  });
  const files = bookOf(stub.url);
  const withReal = real && {
    "suites/small.yaml": `${files["suites/small.yaml"]!}  - {bank: humaneval}\n`,
    "banks/humaneval.yaml": "files: humaneval.jsonl\nlayout: humaneval\nscorer: {kind: code, milliseconds: 2000}\n",
    "banks/humaneval.jsonl": real.lines
  };
  books = [await workbook({...files, ...withReal}), await workbook()];
  for (const book of books) {
    const ran = await book.command("run");
    expect(ran.code, ran.stderr).toBe(0);
  }
  const [first, second] = books as [Workbook, Workbook];
  const open = (book: Workbook, folder = "data/store") => siteOf(join(book.root, folder), ["code"]);
  site = await open(first);
  if (real) {
    const {code, stderr} = await first.command("score", "--store", "data/store", "--out", "scored");
    expect(code, stderr).toBe(0);
    scored = await open(first, "scored");
  }
  empty = await open(second);
}, 900_000);
afterAll(async () => {
  for (const each of [site, scored, empty, ...books]) await each?.[Symbol.asyncDispose]();
});

const ask = async (sql: string, folder = "data/store") => (await query(sql, {folder: join(books[0]!.root, folder)})).rows;
const points = (share: unknown) => (100 * Number(share)).toFixed(1);

test("table and charts have the numbers of the study's tables, with n and interval; nothing is called simulated", async () => {
  await using visit = await site.visit("/code#task=mine");
  const {page} = visit;
  await page.waitForSelector("#code-outcomes svg");
  for (const [model, rate, value, low, high, n] of await ask(
    `select model, rate, value, low, high, n from code_rates where base_task = 'mine' and part = 'all' and value > 0
    and rate in ('accuracy', 'no_program', 'timed_out', 'wrong_result', 'truncated')`
  )) {
    const row = await page.locator("#code-table tbody tr", {hasText: String(model)}).innerText();
    expect(row, `${model} ${rate}`).toContain(`${points(value)} % [${points(low)}, ${points(high)}] n = ${n}`);
  }
  expect(await text(page, "#code-table")).toContain("pass@2");
  expect(await text(page, "#no-levels")).toContain("no level");
  expect(await page.locator("#observablehq-main .rb-simulated").count()).toBe(0);
  expect(await faults(visit)).toEqual([]);
});

test("an answer is shown with its problem, its program by line and the test that failed, and markup stays text", async () => {
  await using visit = await site.visit("/code#task=mine&outcome=raised_error");
  const {page} = visit;
  await page.waitForSelector("#program li");
  expect(await text(page, "#sample")).toMatch(/Write a function that adds \d+ to a number\./u);
  expect(await page.locator("#program li").allInnerTexts()).toEqual([
    "def add(x):",
    `    raise ValueError("${WICKED.replaceAll('"', "'")}")`
  ]);
  expect(await text(page, "#failed")).toContain("ValueError");
  await page.locator("select").filter({hasText: "no program"}).last().selectOption({label: "no program"});
  await page.waitForSelector("#no-program");
  expect(await text(page, "#no-program")).toContain(`I cannot do that. ${WICKED}`);
  expect(await page.locator("#sample img, #sample script").count()).toBe(0);
  expect(await page.title()).not.toContain("broken");
  expect(await faults(visit)).toEqual([]);
});

test("levels and families of ZenCode-Hard: the model that fails from level 3 has 0 % there", async () => {
  await using visit = await site.visit("/code#task=ZenCode-Hard+(zen-code)&outcome=passed&level=2");
  const {page} = visit;
  await page.waitForSelector("#code-levels svg");
  await page.waitForSelector("#program li");
  expect(await page.locator('#code-levels g[aria-label="dot"] path').count()).toBe(10);
  expect(await text(page, "#program")).toContain("KNOWN");
  await page.locator("select").filter({hasText: "substrings"}).first().selectOption("digits");
  await expect.poll(() => text(page, "#code-levels h3")).toContain("digits");
  const [[n]] = (await ask(
    "select n from code_rates where model = 'able' and base_task = 'zen-code' and part = 'family' and family = 'digits' and rate = 'accuracy'"
  )) as [[number]];
  expect(await text(page, "#code-table")).toContain(`n = ${n}`);
  expect(await faults(visit)).toEqual([]);
});

test("answers that cannot be run are shown as not scored, without an accuracy", async () => {
  await using visit = await site.visit("/code#task=script");
  await settled(visit.page);
  expect(await text(visit.page, "#code-table")).toContain("no answers");
  expect(await text(visit.page, "#code-table")).toMatch(/100\.0 % \[\d+\.\d, 100\.0\] n = 12/u);
  expect(await visit.page.locator("#code-accuracy").count()).toBe(0);
  expect(await faults(visit)).toEqual([]);
});

test.skipIf(!real)(
  "solutions of HumanEval by their authors all pass, and planted faults are what they are, after score as after run",
  async () => {
    const found = await ask(
      "select outcome, count(*)::int from code_samples where base_task = 'humaneval' and model = 'faulty' group by 1 order by 1",
      "scored"
    );
    const planted = [...new Set(FAULTS)].sort().map(fault => {
      const n = Array.from({length: ASKED}, (_, i) => i).filter(i => FAULTS[i % FAULTS.length] === fault).length;
      return [fault, n] as const;
    });
    expect(found.map(([outcome]) => outcome)).toEqual(planted.map(([fault]) => fault));
    const answers = (found as [string, number][]).reduce((sum, [, n]) => sum + n, 0) / ASKED;
    for (const [i, [, n]] of planted.entries()) expect(found[i]![1], planted[i]![0]).toBe(n * answers);
    await using visit = await scored!.visit("/code#task=humaneval");
    const {page} = visit;
    await page.waitForSelector("#program li");
    expect(await page.locator("#code-table tbody tr", {hasText: "able"}).innerText()).toMatch(
      /100\.0 % \[\d+\.\d, 100\.0\] n = /u
    );
    expect(await text(page, "#program")).toContain("def ");
    expect(await faults(visit)).toEqual([]);
  }
);

test("a store without programs says so in one paragraph, without empty headings", async () => {
  await using visit = await empty.visit("/code");
  await settled(visit.page);
  expect(await text(visit.page, ".rb-nothing")).toContain("No model was asked this yet.");
  expect(await visit.page.locator("figure:visible, h2:visible, table:visible").count()).toBe(0);
  expect(await faults(visit)).toEqual([]);
});

test("nothing lies beyond the edge, and no label of a chart is cut, on narrow and wide screens", async () => {
  for (const width of [390, 1280]) {
    await using visit = await site.visit("/code#task=ZenCode-Hard+(zen-code)", {width});
    await visit.page.waitForSelector("#code-levels svg");
    await settled(visit.page);
    expect(await cutLabels(visit.page), String(width)).toEqual([]);
    expect(await faults(visit)).toEqual([]);
  }
});

test("where texts lie elsewhere, an answer is fetched on a click, and its program is shown then", async () => {
  const {root} = books[0]!;
  const store = join(root, "data/store");
  const {list} = await publishPartitioned(store, join(root, "results"), {tables: ["responses"], report: () => {}});
  const at = textsAddress("../results");
  const texts = await textsOf(at, await readList(at, join(root, "dist")), store);
  await using away = await siteOf(store, ["code"], {texts, beside: join(root, "results")});
  await using visit = await away.visit("/code#task=mine&outcome=passed", {apart: true});
  const {page} = visit;
  const asked: string[] = [];
  page.on("request", request => request.url().includes(list.data) && asked.push(request.url()));
  const fetching = page.locator("#sample button", {hasText: "Fetch the answer from /results/"});
  await fetching.waitFor();
  await settled(page);
  expect(asked).toEqual([]);
  await fetching.click();
  await page.locator("#program .rb-program").waitFor();
  expect(await page.locator("#program [data-texts=from]").innerText()).toContain("Fetched from /results/");
  expect(asked).toHaveLength(1);
  expect(await faults(visit)).toEqual([]);
});

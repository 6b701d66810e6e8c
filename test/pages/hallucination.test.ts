// The page Hallucination over models of stated behaviour, and over a store without answers about facts.
import {join} from "node:path";
import {afterAll, beforeAll, expect, test} from "vitest";
import {query} from "../../pipelines/store/sql.node.js";
import {type ForeignSite, faults, settled, siteOf} from "../foreign/site.js";
import {bookOf, INVENTED, MODELS, reply} from "../studies/hallucination/given.js";
import {stubServer, type Workbook, workbook} from "../workbook.js";
import {text} from "./reading.js";

let books: Workbook[] = [];
let stub: Awaited<ReturnType<typeof stubServer>>;
let site: ForeignSite;
let empty: ForeignSite;

beforeAll(async () => {
  stub = await stubServer(reply);
  books = [await workbook(bookOf(stub.url)), await workbook({"suites/small.yaml": "tasks:\n  - {task: boolean}\n"})];
  for (const book of books) {
    const ran = await book.command("run");
    expect(ran.code, ran.stderr).toBe(0);
  }
  [site, empty] = (await Promise.all(books.map(({root}) => siteOf(join(root, "data/store"), ["hallucination"])))) as [
    ForeignSite,
    ForeignSite
  ];
}, 300_000);
afterAll(async () => {
  for (const each of [site, empty, stub, ...books]) await each?.[Symbol.asyncDispose]();
});

const ask = async (sql: string) => (await query(sql, {folder: join(books[0]!.root, "data/store")})).rows;
const points = (share: unknown) => (100 * Number(share)).toFixed(1).replace("-0.0", "0.0").replace("-", "−");

test("table, chart and sentence have the numbers of the study, with interval and n", async () => {
  await using visit = await site.visit("/hallucination");
  const {page} = visit;
  await page.waitForSelector("#trade-off svg");
  expect(await page.locator("#rates tbody tr").count()).toBe(MODELS.length);
  for (const [model, rate, value, low, high, n] of await ask(
    "select model, rate, value, low, high, n from hallucination where subject = '' and rate <> 'score'"
  )) {
    const row = await page.locator("#rates tbody tr", {hasText: String(model)}).innerText();
    expect(row, String(rate)).toContain(`${points(value)} % [${points(low)}, ${points(high)}] n = ${n}`);
  }
  expect(await text(page, "#reading")).toMatch(
    /careful and 2 others make up the fewest answers .*0\.0 % \[0\.0, \d\.\d\] n = \d+\..*bold makes up the most: 100\.0 %/u
  );
  expect(await page.locator('#trade-off g[aria-label="dot"] circle').count()).toBe(MODELS.length);
  expect(await page.locator("#trade-off .rb-simulated").count()).toBe(0);
  expect(await faults(visit)).toEqual([]);
});

test("what was made up is text, of the evaluation that is chosen; bars are by subject", async () => {
  await using visit = await site.visit("/hallucination#model=bold");
  const {page} = visit;
  await expect.poll(() => text(page, "#subjects h3")).toContain("bold");
  expect(await page.locator('#subjects g[aria-label="bar"] rect').count()).toBe(12);
  await expect.poll(() => page.locator("#invented tbody tr").count()).toBe(24);
  expect(await page.locator("#invented tbody tr").first().innerText()).toContain(INVENTED.toLowerCase());
  expect(await page.locator("#invented b").count()).toBe(0);
  await page.getByLabel("Evaluation", {exact: true}).selectOption("careful");
  await expect.poll(() => text(page, "#invented")).toBe("careful made nothing up.");
  await page.getByLabel("Subject", {exact: true}).selectOption("elements");
  const [[n]] = (await ask(
    "select n from hallucination where model = 'careful' and subject = 'elements' and rate = 'accuracy'"
  )) as [number[]];
  await expect.poll(() => page.locator("#rates tbody tr", {hasText: "careful"}).innerText()).toContain(`n = ${n}`);
  expect(await faults(visit)).toEqual([]);
});

test("where no model was asked there is no number, and the page says how to get some", async () => {
  await using visit = await empty.visit("/hallucination");
  await settled(visit.page);
  expect(await text(visit.page, "#none")).toMatch(/^No model was asked this yet\. npm run run asks/u);
  expect(await visit.page.locator("figure, table, #reading:not(:empty)").count()).toBe(0);
  expect(await faults(visit)).toEqual([]);
});

test("on a narrow screen nothing lies beyond the edge", async () => {
  await using visit = await site.visit("/hallucination#model=bold", {width: 390});
  const {page} = visit;
  await page.waitForSelector("#subjects svg");
  await settled(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await faults(visit)).toEqual([]);
});

// The page Multimodal over a model that sees, one that guesses and one whose server refuses images, and over a store without answers.
import {join} from "node:path";
import {afterAll, beforeAll, expect, test} from "vitest";
import {benchmarkTasks} from "../../pipelines/generate/benchmarks/registry.js";
import {query} from "../../pipelines/store/sql.node.js";
import {type ForeignSite, faults, settled, siteOf} from "../foreign/site.js";
import {bookOf, reply, SAID} from "../studies/multimodal/given.js";
import {stubServer, type Workbook, workbook} from "../workbook.js";
import {cutLabels, opened, text} from "./reading.js";

let books: Workbook[] = [];
let stub: Awaited<ReturnType<typeof stubServer>>;
let site: ForeignSite;
let empty: ForeignSite;

beforeAll(async () => {
  stub = await stubServer((body, _, response) => reply(body, response));
  books = [
    await workbook(bookOf(stub.url)),
    await workbook({
      "suites/small.yaml": "tasks:\n  - {task: boolean}\n"
    })
  ];
  for (const book of books) await book.command("run"); // the one whose server refuses images ends with what failed
  [site, empty] = (await Promise.all(books.map(({root}) => siteOf(join(root, "data/store"), ["multimodal"])))) as [
    ForeignSite,
    ForeignSite
  ];
}, 300_000);
afterAll(async () => {
  for (const each of [site, empty, stub, ...books]) await each?.[Symbol.asyncDispose]();
});

const ask = async (sql: string) => (await query(sql, {folder: join(books[0]!.root, "data/store")})).rows;
const points = (share: unknown) => (100 * Number(share)).toFixed(1).replace("-0.0", "0.0").replace("-", "−");

test("table, chart and sentence have the numbers of the study; refused images are counted and told", async () => {
  await using visit = await site.visit("/multimodal");
  const {page} = visit;
  await page.waitForSelector("#seeing svg");
  const rows = await ask("select model, accuracy, low, high, n, value, value_low, value_high, pairs, missing from multimodal");
  expect(rows).toHaveLength(3);
  for (const [model, accuracy, low, high, n, value, value_low, value_high, pairs, missing] of rows) {
    const row = await page.locator("#seeing-table tbody tr", {hasText: String(model)}).innerText();
    if (model === "refuser") {
      expect([n, pairs, missing]).toEqual([0, 0, 24]);
      expect(row).toMatch(/–.*\b24\b/su);
      continue;
    }
    expect(row).toContain(`${points(accuracy)} % [${points(low)}, ${points(high)}] n = ${n}`);
    expect(row).toContain(`${points(value)} [${points(value_low)}, ${points(value_high)}] n = ${pairs}`);
  }
  expect(await text(page, "#reading")).toMatch(
    /In 1 of 2 categories of evaluations the picture helps significantly, most in Counting of seer: .* refuser answered 24 questions without their picture and none with it, as where an endpoint refuses images\./u
  );
  expect(await page.locator('#seeing g[aria-label="dot"] circle').count()).toBe(5);
  expect(await cutLabels(page)).toEqual([]);
  expect(await faults(visit)).toEqual([]);
});

test("the gallery has the pictures that were asked about, and answers as text", async () => {
  await using visit = await site.visit("/multimodal#model=guesser&outcome=wrong");
  const {page} = visit;
  await page.waitForSelector("#gallery img");
  const kept = await ask(
    "select place, edition, expected from multimodal_examples where model = 'guesser' and outcome = 'wrong' order by item_id"
  );
  expect(await page.locator("#gallery > *").count()).toBe(kept.length);
  const sources = await page.locator("#gallery img").evaluateAll(images => images.map(image => (image as HTMLImageElement).src));
  const {items} = benchmarkTasks.get("zen-counting")!;
  expect(sources).toEqual(kept.map(([place, edition]) => items.at(Number(place), {edition}).images![0]));
  expect(
    await page
      .locator("#gallery img")
      .evaluateAll(images => images.every(image => (image as HTMLImageElement).naturalWidth === 512))
  ).toBe(true);
  const card = page.locator("#gallery > *").first();
  await card.locator("summary").click();
  expect(await card.innerText()).toContain(SAID);
  expect(await page.locator("#gallery b").count()).toBe(0);
  expect(await card.innerText()).toContain(String(kept[0]![2]));
  await page.getByLabel("Evaluation", {exact: true}).selectOption("seer");
  await expect.poll(() => page.locator("#gallery, #no-pictures").first().innerText()).toMatch(/right|No stored answer/u);
  expect(await faults(visit)).toEqual([]);
});

test("without answers there is no number, and questions can be browsed", async () => {
  await using visit = await empty.visit(opened("/multimodal"));
  const {page} = visit;
  await page.waitForSelector("#browsed img");
  await settled(page);
  expect(await text(page, "#none")).toMatch(/^No model was asked this yet\./u);
  expect(await page.locator("figure, #seeing-table, #gallery, #reading:not(:empty)").count()).toBe(0);
  const first = await page.locator("#browsed img").first().getAttribute("src");
  expect(await page.locator("#browsed img").count()).toBe(6);
  await page.getByLabel("Category", {exact: true}).selectOption("Geometry");
  await expect.poll(() => page.locator("#browsed img").first().getAttribute("src")).not.toBe(first);
  expect(await faults(visit)).toEqual([]);
});

test("on a narrow screen nothing lies beyond the edge", async () => {
  await using visit = await site.visit(opened("/multimodal"), {width: 390});
  await visit.page.waitForSelector("#gallery img");
  await settled(visit.page);
  expect(await cutLabels(visit.page)).toEqual([]);
  expect(await faults(visit)).toEqual([]);
});

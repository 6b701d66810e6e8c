// How answers were read, on pages Samples and Extraction: marks, rules, reasons, counts and examples; and in stores that keep less.
import {mkdtemp, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import type {Page} from "playwright-core";
import {afterAll, beforeAll, expect, test} from "vitest";
import {query} from "../../pipelines/store/sql.node.js";
import {OLDER, SPANS, withReadings} from "../foreign/readings.js";
import {type ForeignSite, faults, siteOf} from "../foreign/site.js";
import {storeOf} from "../foreign/stores.js";
import {text} from "./reading.js";

const HOSTILE = '<img id="evil" src=x onerror="alert(1)"><mark>7</mark>\u202e The answer is 10. <b id="evil">So</b> it is.';
const TEXTS = [
  HOSTILE,
  `${"A long line of working.\n".repeat(400)}The answer is 11.\n${"More.\n".repeat(100)}`,
  "It is 12 or 13."
];
const rows = ["m", "n"].flatMap(model =>
  TEXTS.map((each, i) => ({model, base_task: "sums", prompt: `What is ${i} + 10?`, expected: String(i + 10), text: each}))
);

let root: string;
let site: ForeignSite;
let older: ForeignSite;
/** Addresses of page Samples with the response to each text open. */
let samples: string[];
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "reasonbook-reading-"));
  const store = await storeOf(root, "given", rows);
  const keys = await query("select eval_id || '/' || item_id || '/' || trial from samples where model = 'm' order by expected", {
    folder: store
  });
  samples = keys.rows.map(([key]) => `/samples#sample=${encodeURIComponent(String(key))}`);
  const pages = ["samples", "extraction"];
  site = await siteOf(await withReadings(store, join(root, "spans"), SPANS), pages);
  older = await siteOf(await withReadings(store, join(root, "older"), OLDER), pages);
}, 300_000);
afterAll(async () => {
  for (const each of [site, older]) await each?.[Symbol.asyncDispose]();
  if (root) await rm(root, {recursive: true, force: true});
});

const facts = async (page: Page) => (await page.locator("#reader .rb-facts").innerText()).replace(/\s+/gu, " ");
const marks = (page: Page) => page.locator("#reader .rb-text mark");

test.each([
  1280, 390
])("an answer is marked in a response whose markup stays text, and its rule is named, at %i pixels", async width => {
  await using visit = await site.visit(samples[0]!, {width});
  const {page} = visit;
  await page.locator("#reader .rb-text").last().waitFor();
  expect(await marks(page).allInnerTexts()).toEqual(["10"]);
  expect(await page.locator("#reader .rb-text").last().innerText()).toContain(
    'onerror="alert(1)"><mark>7</mark>⟨U+202E⟩ The answer is 10.'
  );
  expect(await page.locator("#evil").count()).toBe(0);
  expect(await facts(page)).toContain("Answer found 10 read by rule: answer is");
  expect(await page.locator("#reader [data-answer=legend]").innerText()).toBe("The answer was read from the marked text.");
  expect(await faults(visit)).toEqual([]);
});

test("a long response is scrolled to its mark", async () => {
  await using visit = await site.visit(samples[1]!);
  const {page} = visit;
  await marks(page).waitFor();
  const box = page.locator("#reader .rb-text .rb-untrusted").last();
  await expect.poll(() => box.evaluate(element => element.scrollTop)).toBeGreaterThan(0);
  const place = await marks(page).evaluate(mark => {
    const [own, outer] = [mark, mark.closest(".rb-untrusted")!].map(element => element.getBoundingClientRect());
    return own!.top >= outer!.top && own!.bottom <= outer!.bottom;
  });
  expect(place).toBe(true);
});

test("the reason is named where there is no answer, and nothing is marked", async () => {
  await using visit = await site.visit(samples[2]!);
  const {page} = visit;
  await page.locator("#reader .rb-text").last().waitFor();
  expect(await facts(page)).toContain("Answer found no answer: the text states several answers");
  expect(await marks(page).count()).toBe(0);
  expect(await faults(visit)).toEqual([]);
});

test.each([1280, 390])("page Extraction counts samples by rule and reason, of one model too, at %i pixels", async width => {
  await using visit = await site.visit("/extraction", {width});
  const {page} = visit;
  await page.waitForSelector("#answer-rules svg");
  expect(await text(page, "#rules-reading")).toBe("Of 6 samples, 4 (66.7 %) have an answer and 2 (33.3 %) have none.");
  const drawn = async () => (await page.locator("#answer-rules svg text").allTextContents()).filter(each => each.includes("·"));
  expect(await drawn()).toEqual(["answer is · 4 · 66.7 %", "no answer: several · 2 · 33.3 %"]);
  await page.getByLabel("Model", {exact: true}).selectOption({label: "n"});
  await expect.poll(drawn).toEqual(["answer is · 2 · 66.7 %", "no answer: several · 1 · 33.3 %"]);
  expect(await faults(visit)).toEqual([]);
});

test("an example has the text around its answer as text, and opens on page Samples", async () => {
  await using visit = await site.visit("/extraction");
  const {page} = visit;
  const examples = page.locator("#rule-examples details");
  await examples.locator("summary").click();
  expect(await examples.locator("summary").innerText()).toBe("answer is: 3 of 4");
  const shown = await examples.locator(".rb-text").allInnerTexts();
  expect(shown).toHaveLength(3);
  expect(await examples.locator("mark").allInnerTexts()).toEqual(expect.arrayContaining(["10", "11"]));
  expect(shown.some(each => each.includes('<b id="evil">So</b> it is.'))).toBe(true);
  expect(await page.locator("#evil").count()).toBe(0);
  await examples.locator(".rb-sample-link").first().click();
  await marks(page).waitFor();
  expect(["10", "11"]).toContain(await marks(page).innerText());
  expect(await visit.errors()).toEqual([]);
});

test("a store of an older version is described as such on both pages", async () => {
  await using visit = await older.visit("/extraction", {width: 390});
  expect(await text(visit.page, "#rules-reading")).toContain(
    "This store does not keep how the answers of its 6 samples were read"
  );
  expect(await visit.page.locator("#observablehq-main h3", {hasText: "Examples"}).count()).toBe(0);
  expect(await faults(visit)).toEqual([]);
  await using opened = await older.visit(samples[0]!);
  await opened.page.locator("#reader .rb-facts").waitFor();
  expect(await facts(opened.page)).toMatch(/Answer found 10 Ended by/u);
  expect(await marks(opened.page).count()).toBe(0);
  expect(await faults(opened)).toEqual([]);
});

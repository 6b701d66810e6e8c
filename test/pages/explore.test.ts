// Page Explore over the built site: ranges count what SQL counts, a range drawn on a histogram restricts the others, a link restores it; and
// over stores that lack something.
import {mkdtempSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import type {Page} from "playwright-core";
import {afterAll, beforeAll, expect, test} from "vitest";
import {query} from "../../pipelines/store/sql.node.js";
import {faults, settled, siteOf} from "../foreign/site.js";
import {storeOf} from "../foreign/stores.js";
import {openSite, type Site} from "./browser.js";

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.[Symbol.asyncDispose]());

const summary = (page: Page) => page.locator("#summary").innerText();
const range = (page: Page, key: string) => page.locator(`[data-column=${key}] input`);
const bars = (page: Page, key: string) =>
  page
    .locator(`[data-column=${key}] svg`)
    .first()
    .evaluate(svg => [...svg.querySelectorAll("rect")].map(rect => rect.getAttribute("height")).join(" "));
const counted = async (where: string): Promise<number> =>
  Number((await query(`select count(*)::int from samples where ${where}`, {folder: "data/store"})).rows[0]![0]);

test("the table of the chart's data stays open while ranges are drawn, and says what the chart shows by then", async () => {
  await using visit = await site.visit("/explore");
  const {page} = visit;
  await page.waitForSelector("#pair svg rect");
  const table = page.locator("#pair details.rb-data");
  const summary = table.locator("summary");
  await summary.click();
  const rows = table.locator("tbody tr");
  await expect.poll(() => rows.count()).toBeGreaterThan(1);
  const [first, many] = [await rows.first().innerText(), await rows.count()];
  const scrolled = () => table.locator(".rb-scroll").evaluate(node => node.scrollTop);
  await table.locator(".rb-scroll").evaluate(node => (node.scrollTop = 40));
  await page.getByLabel("Colour").selectOption("share correct of finished"); // the same rows
  await expect.poll(() => page.locator("#pair").innerText()).toContain("Correct of finished");
  expect(await scrolled()).toBe(40);
  await page.locator("[data-column=prompt]").scrollIntoViewIfNeeded();
  const box = (await page.locator("[data-column=prompt] svg").boundingBox())!;
  await page.mouse.move(box.x + 20, box.y + 30);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 3, box.y + 30, {steps: 4});
  await expect.poll(async () => (await rows.count()) < many || (await rows.first().innerText()) !== first).toBe(true);
  expect(await table.evaluate(node => (node as HTMLDetailsElement).open)).toBe(true);
  await page.mouse.up();
  await summary.focus();
  const title = () => page.locator("#pair h3").innerText();
  const [open, titles] = [() => table.evaluate(node => (node as HTMLDetailsElement).open), [await title()]];
  await page.getByLabel("Across").selectOption({index: 1});
  await expect.poll(title).not.toBe(titles[0]);
  expect(await open()).toBe(true);
  await summary.click();
  await page.getByLabel("Across").selectOption({index: 0});
  await expect.poll(title).toBe(titles[0]);
  expect(await open()).toBe(false);
  expect(await faults(visit)).toEqual([]);
});

test("the first charts wait for no sample, and are those that the samples give; a restriction waits for them, and says so", async () => {
  await using visit = await site.visit("about:blank", {apart: true});
  const {page} = visit;
  let release = () => {};
  const held = new Promise<void>(resolve => (release = resolve));
  await page.route(/sample_index/, async route => {
    await held;
    await route.continue();
  });
  await page.goto(`${site.url}/explore?source=starter`);
  await page.waitForSelector("#pair svg rect");
  const charts = async () => [
    ...(await Promise.all(["tokens", "prompt", "characters", "cost", "difficulty", "index"].map(key => bars(page, key)))),
    await page
      .locator("#pair svg")
      .last()
      .evaluate(svg => [...svg.querySelectorAll("rect")].map(rect => rect.outerHTML).join(" ")),
    await summary(page)
  ];
  const first = await charts();
  await range(page, "tokens").fill("100-200");
  await expect.poll(() => summary(page)).toMatch(/^Reading the numbers of [\d,]+ samples…$/);
  release();
  const some = await counted("completion_tokens between 100 and 200");
  await expect.poll(() => summary(page)).toMatch(new RegExp(`^${some.toLocaleString("en")} of `));
  await range(page, "tokens").fill("");
  await expect.poll(() => summary(page)).toBe(first.at(-1));
  expect(await charts()).toEqual(first);
  expect(await visit.errors()).toEqual([]);
});

test("samples that cannot be read are one clear line, and the first charts stay", async () => {
  await using visit = await site.visit("about:blank", {apart: true});
  const {page} = visit;
  await page.route(/sample_index/, route => route.abort());
  await page.goto(`${site.url}/explore?source=starter`);
  await page.waitForSelector("#pair svg rect");
  const fault = page.locator(".rb-explorer [role=alert].rb-error").first();
  await expect.poll(() => fault.innerText()).toMatch(/^The samples could not be read \(.+\), so that nothing but/);
  expect(await summary(page)).toMatch(/^[\d,]+ of [\d,]+ samples: correct/);
  expect(await page.locator("#pair svg rect").count()).toBeGreaterThan(1);
  await page.getByLabel("Outcome").selectOption("incorrect");
  await expect.poll(() => summary(page)).toBe("");
  await page.getByLabel("Outcome").selectOption("all");
  await expect.poll(() => summary(page)).toMatch(/^[\d,]+ of [\d,]+ samples: correct/);
});

test("ranges and outcomes count what the samples' table counts, and what is drawn on one histogram restricts the others", async () => {
  await using visit = await site.visit("/explore");
  const {page} = visit;
  await page.waitForSelector("#pair svg rect");
  const shown = (n: number) => expect.poll(() => summary(page)).toMatch(new RegExp(`^${n.toLocaleString("en")} of `));
  expect(await summary(page)).toMatch(
    /correct \d+\.\d % \[\d+\.\d, \d+\.\d\], n = [\d,]+ of those that were finished; [\d,]+ truncated\. simulated/
  );
  const [tokens, prompt] = [await bars(page, "tokens"), await bars(page, "prompt")];
  await range(page, "tokens").fill("100-200");
  await shown(await counted("completion_tokens between 100 and 200"));
  expect(await bars(page, "prompt")).not.toBe(prompt);
  await range(page, "cost").fill("0.05-0.1");
  await shown(await counted("completion_tokens between 100 and 200 and 1000 * cost between 0.05 and 0.1"));
  expect(await bars(page, "tokens")).not.toBe(tokens);
  await range(page, "cost").fill("dear");
  await expect.poll(() => page.locator("[data-column=cost]").innerText()).toContain('"dear" is not a range');
  await range(page, "cost").fill("");
  await page.getByLabel("Outcome").selectOption("incorrect");
  await shown(await counted("completion_tokens between 100 and 200 and status = 0"));
  await page.getByLabel("Outcome").selectOption("all");

  await range(page, "tokens").fill("");
  await page.locator("[data-column=prompt]").scrollIntoViewIfNeeded();
  const box = (await page.locator("[data-column=prompt] svg").boundingBox())!;
  await page.mouse.move(box.x + box.width / 3, box.y + 30);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, box.y + 30, {steps: 3});
  await page.mouse.up();
  const drawn = await range(page, "prompt").inputValue();
  const [low, high] = drawn.split("-").map(Number);
  expect(low! < high!).toBe(true);
  await shown(await counted(`prompt_tokens between ${low} and ${high}`));
  expect(new URLSearchParams(new URL(page.url()).hash.slice(1)).get("prompt")).toBe(drawn);
  await page.mouse.click(box.x + box.width / 2, box.y + 30);
  await shown(await counted("true"));
  expect(await range(page, "prompt").inputValue()).toBe("");
  expect({faults: await faults(visit), outside: visit.outside}).toEqual({faults: [], outside: []});
});

test("a link restores ranges and axes, also of latencies, on a narrow screen", async () => {
  await using visit = await site.visit("/explore#tokens=-90&x=characters&colour=correct&outcome=correct", {width: 390});
  const {page} = visit;
  await page.waitForSelector("#pair svg rect");
  const n = await counted("completion_tokens <= 90 and status = 1");
  await expect.poll(() => summary(page)).toMatch(new RegExp(`^${n.toLocaleString("en")} of .*correct 100\\.0 % \\[`));
  expect(await page.locator("#pair h3").innerText()).toMatch(/^Other models wrong on the test \(%\) against characters written/);
  await page.getByLabel("With latencies").check();
  await page.waitForSelector('[data-column=latency] svg rect:not([height="0"])');
  expect(await faults(visit)).toEqual([]);
});

test("one answer without tokens, and answers that are all alike", async () => {
  const root = mkdtempSync(join(tmpdir(), "reasonbook-explore-"));
  try {
    const row = {model: "only", base_task: "riddles", prompt: "Riddle?", text: "a piano", expected: "a piano"};
    for (const [name, rows, said, columns] of [
      ["one", [row], "1 of 1 samples: correct 100.0 % [20.7, 100.0], n = 1 of those that were finished; 0 truncated.", 2],
      ["alike", Array.from({length: 5}, (_, i) => ({...row, model: `m${i}`, completion_tokens: 7})), "5 of 5 samples", 4]
    ] as const) {
      await using own = await siteOf(await storeOf(root, name, rows), ["explore"]);
      await using visit = await own.visit("/explore");
      await visit.page.waitForSelector("#pair svg rect");
      await settled(visit.page);
      expect(await summary(visit.page)).toContain(said);
      expect(await visit.page.locator("#histograms section").count()).toBeGreaterThanOrEqual(columns);
      expect(await faults(visit)).toEqual([]);
    }
  } finally {
    rmSync(root, {recursive: true, force: true});
  }
});

import {readdirSync, readFileSync} from "node:fs";
import {join} from "node:path";
import type {Page} from "playwright-core";
import {afterAll, beforeAll, expect, test} from "vitest";
import {openSite, type Site} from "./browser.js";

const INTERVAL = /−?\d+\.\d % \[\d+\.\d, \d+\.\d\]/;
const SCORE = /\d+\.\d \[\d+\.\d, \d+\.\d\]/;
const DIST = join(import.meta.dirname, "../../dist");
/** The module that opens tables, which pages hold joined with their others. */
const TABLES = readdirSync(join(DIST, "_import/components/shared")).find(name => name.startsWith("tables."))!;
/** Runs in the page, so it is plain JavaScript: opens and invalidates tables as a redraw does, every other time before they are ready. */
const REDRAWS = `(async () => {
  const {tables} = await import(new URL("./_import/components/shared/${TABLES}", document.baseURI));
  for (let redraw = 0; redraw < 20; redraw++) {
    let invalidate;
    const sql = tables({}, new Promise(resolve => (invalidate = resolve)));
    if (redraw % 2 === 0) await sql\`select \${redraw} as n\`;
    invalidate();
  }
  await new Promise(resolve => setTimeout(resolve, 500));
  return globalThis.reasonbookWorkers;
})()`;
let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(async () => {
  await site?.[Symbol.asyncDispose]();
});

const rows = (page: Page) => page.locator("#leaderboard tbody tr");
/** What the heads of the leaderboard's columns say, without the mark of its order. */
const headings = async (page: Page) =>
  (await page.locator("#leaderboard thead th").allTextContents()).map(head => head.replace(/[▲▼↑↓]/g, "").trim());
/** The cells of the first row of the leaderboard by their column's heading. */
const cells = async (page: Page): Promise<Record<string, string>> => {
  const first = await rows(page).first().locator("td").allTextContents();
  return Object.fromEntries((await headings(page)).map((head, at) => [head, first[at]!]));
};
const texts = (page: Page, selector: string) => page.locator(selector).allTextContents();
/** Names on the vertical axes of charts that begin left of their chart. */
const cutLabels = (page: Page) =>
  page
    .locator('figure svg [aria-label="y-axis tick label"] text, #leaderboard-plot svg [aria-label="y-axis tick label"] text')
    .evaluateAll(labels =>
      labels
        .filter(label => label.getBoundingClientRect().left < label.closest("svg")!.getBoundingClientRect().left)
        .map(label => label.textContent)
    );

test.each([
  ["/", ["#cards svg"]],
  ["/leaderboard", ["#leaderboard-plot svg", "#leaderboard tbody tr", "#heatmap svg"]],
  ["/sql#open=*", ["#sql-text", "#sql-run", ".rb-schema details"]],
  ["/runs#open=*", ["#provenance dd", "#progress", "#stops tbody tr"]]
])("%s shows what it promises, without error, cut name on an axis or request beyond its origin, wide and narrow, light and dark", async (path, selectors) => {
  for (const options of [{width: 1200}, {width: 400}, {width: 1200, dark: true}]) {
    await using visit = await site.visit(path, options);
    for (const selector of selectors) await visit.page.waitForSelector(selector);
    expect(await cutLabels(visit.page)).toEqual([]);
    expect(await visit.page.locator("#observablehq-main .rb-simulated").count()).toBeGreaterThan(0);
    expect(await visit.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    expect(await visit.errors()).toEqual([]);
    expect(visit.outside).toEqual([]);
  }
});

test("the leaderboard shows each rate with its interval and n, says what the chart shows, and can be saved as CSV as it is shown", async () => {
  await using visit = await site.visit("/leaderboard");
  await rows(visit.page).first().waitFor();
  const first = await cells(visit.page);
  expect(first.Evaluation).toContain("simulated");
  expect(first.Rank).toMatch(/^1 \[1, \d+\]$/);
  for (const share of ["Formula score", "Excess accuracy", "Truncated"]) expect(first[share]).toMatch(INTERVAL);
  expect(first.ReasonScore).toMatch(SCORE);
  for (const score of ["Formula score", "Excess accuracy"]) expect(first[score]).toMatch(/ n [\d,]+$/);
  expect(first.Samples).toMatch(/^[\d,]+$/);
  expect((await texts(visit.page, "#reading")).join()).toMatch(
    new RegExp(`leads with a formula score of ${INTERVAL.source}, n = [\\d,]+`)
  );
  expect((await texts(visit.page, "#notice")).join()).toContain("They are not language models");
  const [download] = await Promise.all([visit.page.waitForEvent("download"), visit.page.getByText("Download CSV").click()]);
  const lines = readFileSync(await download.path(), "utf8")
    .trim()
    .split("\r\n");
  expect(lines[0]).toMatch(/^model,template,sampler/);
  expect(lines.length - 1).toBe(await rows(visit.page).count());
  // Twenty redraws leave no worker behind.
  expect(await visit.page.evaluate(REDRAWS)).toBe(1);
  await expect.poll(() => visit.page.workers().length).toBe(1);
});

test("a click on a header sorts, filters change the table, and both stay in the address; a link restores them", async () => {
  await using visit = await site.visit("/leaderboard");
  await rows(visit.page).first().waitFor();
  await visit.page.locator("#leaderboard th button", {hasText: "Tokens per answer"}).click();
  const place = (await headings(visit.page)).indexOf("Tokens per answer");
  const tokens = (
    await rows(visit.page)
      .locator(`td:nth-child(${place + 1})`)
      .allTextContents()
  ).map(text => Number(text.split(" ")[0]!.replaceAll(",", "")));
  expect(tokens).toEqual([...tokens].sort((a, b) => b - a));
  expect(visit.page.url()).toContain("sort=-tokens");
  const all = await rows(visit.page).count();
  const name = ((await rows(visit.page).first().locator("td").first().textContent()) ?? "").replace("simulated", "").trim();
  await visit.page.getByPlaceholder("part of a name").fill(name);
  await expect.poll(() => rows(visit.page).count()).toBeLessThan(all);
  const link = visit.page.url();
  expect(decodeURIComponent(link)).toContain(`search=${name}`);
  await using again = await site.visit(link);
  await rows(again.page).first().waitFor();
  expect(await rows(again.page).count()).toBe(await rows(visit.page).count());
  await again.page.getByPlaceholder("part of a name").fill("no such model");
  await expect.poll(async () => (await texts(again.page, "#reading")).join()).toContain("No evaluation passes the filters");
  await expect.poll(() => again.page.locator("#leaderboard-plot").count()).toBe(0);
});

test.each(["index", "sql", "runs"])("%s.html carries the policy in front of every script", name => {
  const html = readFileSync(join(DIST, `${name}.html`), "utf8");
  const policy = html.indexOf("Content-Security-Policy");
  expect(policy).toBeGreaterThan(html.indexOf("<meta charset"));
  expect(policy).toBeLessThan(html.indexOf("<script"));
  expect(html).not.toContain("unsafe-eval'\"");
});

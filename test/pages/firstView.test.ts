// The leaderboard's first view, which the build has worked out: what it loads, and that DuckDB would say the same.
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import type {Page} from "playwright-core";
import {afterAll, beforeAll, expect, test} from "vitest";
import {openSite, type Site, type Visit} from "./browser.js";
import {withoutFirstView} from "./withoutFirstView.js";

const DIST = join(import.meta.dirname, "../../dist");
/** A first visit may download this much before a reader asks for more. */
const MOST_BYTES = 6e6;

let site: Site;
/** The same site without its first view, so that DuckDB answers. */
let asked: Site;
const folder = mkdtempSync(join(tmpdir(), "reasonbook-first-"));
beforeAll(async () => {
  const html = readFileSync(join(DIST, "leaderboard.html"), "utf8");
  expect(withoutFirstView(html).length).toBeLessThan(html.length);
  const without = join(folder, "leaderboard.html");
  writeFileSync(without, withoutFirstView(html));
  site = await openSite();
  asked = await openSite(DIST, {instead: file => (file === join(DIST, "leaderboard.html") ? without : file)});
});
afterAll(async () => {
  await asked?.[Symbol.asyncDispose]();
  await site?.[Symbol.asyncDispose]();
  rmSync(folder, {recursive: true, force: true});
});

const workers = (page: Page) => page.evaluate(() => (globalThis as {reasonbookWorkers?: number}).reasonbookWorkers ?? 0);

/** What a page says once its tables and charts stand. */
async function said({page}: Visit): Promise<string[]> {
  for (const part of ["#leaderboard-plot svg", "#leaderboard tbody tr", "#pareto svg"]) await page.waitForSelector(part);
  return (await page.locator("#observablehq-main").innerText()).split("\n").filter(line => line.trim() !== "");
}

test("the first view downloads no DuckDB and no table of points, and says what DuckDB says", async () => {
  await using visit = await site.visit("about:blank", {apart: true});
  const names: string[] = [];
  let bytes = 0;
  const session = await visit.page.context().newCDPSession(visit.page);
  await session.send("Network.enable");
  session.on("Network.requestWillBeSent", ({request}) => names.push(request.url));
  session.on("Network.loadingFinished", ({encodedDataLength}) => (bytes += encodedDataLength));
  await visit.page.goto(`${site.url}/leaderboard`); // the published answers
  const first = await said(visit);
  expect(names.filter(name => /duckdb|apache-arrow|\.parquet|\.wasm/.test(name))).toEqual([]);
  expect(bytes).toBeGreaterThan(0);
  expect(bytes).toBeLessThan(MOST_BYTES);
  expect(await workers(visit.page)).toBe(0);
  await using other = await asked.visit("/leaderboard?source=", {apart: true});
  expect(first).toEqual(await said(other));
  expect(await workers(other.page)).toBe(1);
  expect(await visit.errors()).toEqual([]);
});

test("a filter, and an address with one, are answered by DuckDB, and the first choice by the first view again", async () => {
  await using visit = await site.visit("/leaderboard?source=", {apart: true});
  const all = await said(visit);
  await visit.page.getByPlaceholder("part of a name").fill("llama");
  await expect.poll(() => workers(visit.page)).toBe(1);
  await expect.poll(() => said(visit)).not.toEqual(all);
  await using direct = await site.visit("/leaderboard?source=#search=llama", {apart: true});
  await said(direct);
  const narrow = await said(direct);
  await expect.poll(() => said(visit)).toEqual(narrow);
  await visit.page.getByPlaceholder("part of a name").fill("");
  await expect.poll(() => said(visit)).toEqual(all);
});

// The overview: its numbers are those of the tables, each leads to its page, and the old addresses of the leaderboard still do.
import {afterAll, beforeAll, expect, test} from "vitest";
import {openSite, type Site} from "./browser.js";
import {ask, text} from "./reading.js";

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site[Symbol.asyncDispose]());

test.each([1280, 390])("at %i px the cards say what SQL says, and each leads to the page of its question", async width => {
  await using visit = await site.visit("/", {width});
  const {page} = visit;
  await page.waitForSelector("#cards svg");
  const [score, low, high, n] = await ask(
    "select formula, formula_low, formula_high, n from adjusted_scores where suite = 'starter' and layer = 'mean' order by formula desc nulls last limit 1"
  );
  const rate = (share: number) => (100 * share).toFixed(1);
  const estimate = `${rate(score!)} % [${rate(low!)}, ${rate(high!)}]`;
  expect(await text(page, "#reading")).toContain(`${estimate}, n = ${n!.toLocaleString("en-US")}.`);
  expect(await page.locator(".rb-card .rb-estimate").first().innerText()).toBe(estimate);
  const pages = await page.locator(".rb-card h2 a").evaluateAll(links => links.map(link => (link as HTMLAnchorElement).pathname));
  expect(pages).toEqual(expect.arrayContaining(["/leaderboard.html", "/categories.html", "/truncation.html", "/tokens.html"]));
  expect(await page.locator(".rb-card svg").count()).toBe(pages.length);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  expect(await visit.errors()).toEqual([]);
});

test.each([
  ["/#sort=-tokens", "#sort=-tokens"],
  ["/?source=starter#tests=clean&suite=starter", "#tests=clean&suite=starter"]
])("%s leads to the leaderboard with all that it asks for", async (path, hash) => {
  await using visit = await site.visit(path);
  const {page} = visit;
  await page.waitForURL(/\/leaderboard\.html/u);
  await page.waitForSelector("#leaderboard tbody tr");
  const url = new URL(page.url());
  expect(url.searchParams.get("source")).toBe("starter");
  expect(url.hash).toBe(hash);
});

test("a suite is chosen on the overview itself", async () => {
  await using visit = await site.visit("/?source=published#suite=gsm8k");
  await visit.page.waitForSelector("#cards svg");
  expect(await text(visit.page, "#reading")).toMatch(
    /answers to gsm8k\. .+ has the highest formula score: .+ %\s\[.+\], n = [\d,]+\./u
  );
  expect(new URL(visit.page.url()).pathname).toMatch(/\/(?:index\.html)?$/u);
});

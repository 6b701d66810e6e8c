// The overview: its numbers are those of the tables, each leads to its page, and the old addresses of the leaderboard still do.
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterAll, beforeAll, expect, test} from "vitest";
import {openSite, type Site} from "./browser.js";
import {ask, text} from "./reading.js";

const DIST = join(import.meta.dirname, "../../dist");
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
  expect(await page.locator(".rb-card svg").count()).toBe(pages.filter(path => path !== "/irt.html").length); // a list has no chart
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

test("changes since the previous build are a sentence that opens, of the source that is open, and names stay text", async () => {
  const name = "<img src=x onerror=alert(1)>";
  const evaluation = {suite: "starter", model: name, template: "t", sampler: "s", value: 0.5, low: 0.4, high: 0.6, n: 90};
  const changes = {since: "2026-01-02T03:04:05.000Z", added: [{source: "starter", ...evaluation}], removed: [], changed: []};
  const data = JSON.stringify(changes).replaceAll("<", "\\u003c");
  const folder = mkdtempSync(join(tmpdir(), "reasonbook-changes-"));
  const copy = join(folder, "index.html");
  const html = readFileSync(join(DIST, "index.html"), "utf8");
  writeFileSync(
    copy,
    html
      .replace(/<script type="application\/json" id="rb-changes">.*?<\/script>/su, "")
      .replace("</html>", `<script type="application/json" id="rb-changes">${data}</script></html>`)
  );
  try {
    await using changed = await openSite(DIST, {instead: file => (file.endsWith("/dist/index.html") ? copy : file)});
    await using visit = await changed.visit("/");
    const section = visit.page.locator("#changes");
    expect(await section.locator("summary").innerText()).toBe("Since the build of 2026-01-02 03:04:05 UTC: 1 new score.");
    await section.locator("summary").click();
    expect(await section.locator("tbody td").allInnerTexts()).toEqual([
      `${name} t s`,
      "starter",
      "–",
      "50.0 % [40.0, 60.0] n = 90"
    ]);
    await using other = await changed.visit("/?source=published");
    await other.page.waitForSelector("#cards svg");
    expect(await text(other.page, "#changes")).toContain("No formula score changed");
    expect(await visit.errors()).toEqual([]);
  } finally {
    rmSync(folder, {recursive: true, force: true});
  }
});

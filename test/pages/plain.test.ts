// The published site on the plainest of servers, below a path: every link names a file, and a reader gets from page to page.
import {existsSync, readdirSync, readFileSync, statSync} from "node:fs";
import {dirname, join} from "node:path";
import {JSDOM} from "jsdom";
import {afterAll, beforeAll, expect, test} from "vitest";
import {readBook} from "../../pipelines/book/read.node.js";
import {openSite, type Site} from "./browser.js";
import {opened} from "./reading.js";

const DIST = join(import.meta.dirname, "../../dist");
const BASE = "/reports/x";
let site: Site;
beforeAll(async () => {
  site = await openSite(DIST, {base: BASE, plain: true});
});
afterAll(async () => {
  await site?.[Symbol.asyncDispose]();
});

const pages = readdirSync(DIST, {recursive: true, encoding: "utf8"}).filter(file => file.endsWith(".html"));
const isFile = (file: string) => existsSync(file) && statSync(file).isFile();

/** What is looked at in each page as it was built. */
const built = pages.map(page => {
  const {window} = new JSDOM(readFileSync(join(DIST, page), "utf8"));
  const {document} = window;
  const facts = {
    page,
    addresses: Array.from(document.querySelectorAll("[href], [src]"), element => {
      const address = (element.getAttribute("href") ?? element.getAttribute("src"))!;
      return element.closest(".rb-first") && address.startsWith("https://github.com/") ? "#source of published answers" : address;
    }),
    lang: document.documentElement.lang,
    header: document.querySelector("#observablehq-header")?.textContent?.trim(),
    title: document.title
  };
  window.close();
  return facts;
});

test("every address in every built page is relative and names a file of the site", () => {
  const broken: string[] = [];
  let links = 0;
  for (const {page, addresses} of built) {
    for (const address of addresses) {
      if (/^(data:|#)/.test(address)) continue;
      links++;
      const file = join(DIST, dirname(page), address.replace(/[?#].*$/, ""));
      if (/^(\/|\w+:)/.test(address) || !isFile(file)) broken.push(`${page}: ${address}`);
    }
  }
  expect(links).toBeGreaterThan(20 * pages.length);
  expect(broken).toEqual([]);
});

test("every page states its language, and the title stands in its header and its name", async () => {
  const {title} = await readBook();
  for (const {page, ...found} of built) {
    expect(found.lang, page).toBe("en");
    expect(found.header, page).toBe(title);
    expect(found.title, page).toMatch(new RegExp(`\\| ${title}$`));
  }
});

test("a reader gets from page to page, to a model's, and to what a model wrote", async () => {
  await using visit = await site.visit("/leaderboard.html");
  const {page} = visit;
  await page.locator("#leaderboard tbody a").first().click();
  await page.waitForURL(/\/reports\/x\/models\/[^/]+\.html\?source=starter$/);
  await page.locator("#observablehq-main a", {hasText: "manifold"}).last().click();
  await page.waitForURL(/\/reports\/x\/manifold\.html\?source=starter#/);
  await page.locator("#heat .rb-cell").first().click();
  await page.locator("#samples [data-open]").first().click();
  await page.waitForSelector("dialog[open] .rb-text");
  await page.keyboard.press("Escape");
  await page.locator("#observablehq-sidebar summary", {hasText: "Data"}).click();
  expect(await page.locator("#observablehq-sidebar a", {hasText: "SQL"}).getAttribute("title")).toBe(
    "Ask the published tables anything."
  );
  await page.locator("#observablehq-sidebar a", {hasText: "SQL"}).click();
  await page.waitForURL(/\/reports\/x\/sql\.html\?source=starter$/);
  await expect.poll(() => page.locator("#sql-status").textContent()).toMatch(/^\d+ rows in/);
  expect({outside: visit.outside, errors: await visit.errors()}).toEqual({outside: [], errors: []});
});

test("search finds a page by a word of its text, and a term's link leads to its place in the glossary", async () => {
  await using visit = await site.visit(opened("/leaderboard.html"));
  const {page} = visit;
  await page.locator("#observablehq-search input").fill("infit");
  await expect.poll(() => page.locator("#observablehq-search-results a").allInnerTexts()).toContain("Item response");
  await page.locator("#observablehq-search input").fill("");
  await page.locator("#observablehq-sidebar-backdrop").click({position: {x: 900, y: 400}}); // where the sidebar covers the page
  await page.locator("a.rb-term", {hasText: "formula score"}).first().click();
  await page.waitForURL(/\/reports\/x\/glossary\.html\?source=starter#formula-score$/);
  await expect.poll(() => page.locator("#formula-score + dd").innerText()).toMatch(/^What was gained over guessing/);
  expect({outside: visit.outside, errors: await visit.errors()}).toEqual({outside: [], errors: []});
});

test("a link to a heading of a long page leads there, and leaves what inputs keep in the address", async () => {
  await using visit = await site.visit("/contamination.html#exact=0.5", {width: 1_440});
  const {page} = visit;
  await page.getByText("Exact from containment: 0.5").waitFor(); // the page's scripts follow links by now
  await page.locator("#observablehq-toc a", {hasText: /^Corpora$/}).click();
  await expect
    .poll(() => page.locator("h2#corpora").evaluate(heading => Math.abs(heading.getBoundingClientRect().top) < innerHeight))
    .toBe(true);
  expect(page.url()).toMatch(/#exact=0\.5&open=corpora$/); // a link opens the section that it leads into
  expect(await visit.errors()).toEqual([]);
});

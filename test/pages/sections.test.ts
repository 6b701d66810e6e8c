// Sections of pages Human, Item response and Claims: closed at first, worked out when they are opened, and kept in the address.
import type {Page} from "playwright-core";
import {afterAll, beforeAll, expect, test} from "vitest";
import {query} from "../../pipelines/store/sql.node.js";
import {openSite, type Site} from "./browser.js";
import {opened, text} from "./reading.js";

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site[Symbol.asyncDispose]());

/** A page, what its overview draws last, a section, and what stands in that once it is worked out. */
const PAGES: [path: string, drawn: string, section: string, within: string][] = [
  ["/human", "#correlation-overview:not(:empty)", "who-beat-whom", "#wins svg"],
  ["/irt", "#misfit-overview:not(:empty)", "groups-of-models", "#dif-reading"],
  ["/claims", "#claims tbody tr", "verdicts", "text=Each row has its own scale"]
];
/** Height of a page with all sections closed that counts as about one screen with a list of sections below it, pixels at 1,280 px. */
const MOST_CLOSED = 2_000;

const openOnes = (page: Page): Promise<string[]> =>
  page.locator(".rb-section[open] > summary h2").evaluateAll(headings => headings.map(({id}) => id));
const inAddress = (page: Page): string | null => new URLSearchParams(new URL(page.url()).hash.slice(1)).get("open");
/** Contents that cells have drawn in sections, or have tried to. */
const workedOut = (page: Page): Promise<string[]> =>
  page
    .locator(".rb-section .rb-later")
    .evaluateAll(parts =>
      parts.flatMap(part =>
        part.textContent!.trim() || part.querySelector("svg, table, form, [aria-busy=true], .observablehq--error")
          ? [part.id]
          : []
      )
    );

test.each(PAGES)("%s opens as an overview of about one screen, with nothing worked out below it", async (path, drawn) => {
  await using visit = await site.visit(path, {width: 1280});
  const {page} = visit;
  await page.waitForSelector(drawn);
  await page.waitForLoadState("networkidle");
  expect(await openOnes(page)).toEqual([]);
  expect(await workedOut(page)).toEqual([]);
  expect(await page.evaluate(() => document.body.scrollHeight)).toBeLessThanOrEqual(MOST_CLOSED);
  const summaries = await page.locator(".rb-section > summary").allInnerTexts();
  expect(summaries.length).toBeGreaterThan(1);
  for (const summary of summaries) expect(summary.trim()).toMatch(/^[^\n]+\s*\n\s*[A-Z][^\n\d]+\?$/);
  expect({outside: visit.outside, errors: await visit.errors()}).toEqual({outside: [], errors: []});
});

test.each(
  PAGES
)("%s: a click works a section out, the address keeps it, and a reload brings it back", async (path, drawn, section, within) => {
  await using visit = await site.visit(path, {width: 1280});
  const {page} = visit;
  await page.waitForSelector(drawn);
  await page.locator(`h2#${section}`).click();
  await page.waitForSelector(within);
  expect(await openOnes(page)).toEqual([section]);
  expect(inAddress(page)).toBe(section);
  await page.reload();
  await page.waitForSelector(within);
  expect(await openOnes(page)).toEqual([section]);
  await page.locator(`h2#${section}`).click();
  await expect.poll(() => inAddress(page)).toBe(null);
  expect(await visit.errors()).toEqual([]);
});

test.each(PAGES)("%s: every section has contents once all are opened", async (path, drawn) => {
  await using visit = await site.visit(path, {width: 1280});
  const {page} = visit;
  await page.waitForSelector(drawn);
  await page.getByRole("button", {name: "Open all"}).click();
  await expect.poll(() => inAddress(page)).toBe("*");
  const parts = await page.locator(".rb-section .rb-later").count();
  await expect.poll(async () => (await workedOut(page)).length).toBe(parts);
  await page.getByRole("button", {name: "Close all"}).click();
  await expect.poll(() => inAddress(page)).toBe(null);
  expect(await openOnes(page)).toEqual([]);
  expect(await visit.errors()).toEqual([]);
});

test.each(
  PAGES.slice(0, 2)
)("%s: each section works by itself, and none waits for what another one works out", async (path, drawn) => {
  await using visit = await site.visit(path, {width: 1280});
  const {page} = visit;
  await page.waitForSelector(drawn);
  const computed = page.locator(".rb-section", {has: page.locator(".rb-later")}).locator("summary h2");
  for (const name of await computed.evaluateAll(headings => headings.map(({id}) => id))) {
    await page.goto("about:blank");
    await page.goto(`${site.url}${path}#open=${name}`);
    const section = page.locator(".rb-section[open]");
    const lines = async () => (await section.innerText()).split("\n").filter(Boolean).length;
    await expect.poll(lines, {message: name}).toBeGreaterThan(2);
    await expect.poll(() => section.locator("observablehq-loading, [aria-busy=true]").count(), {message: name}).toBe(0);
    expect(await openOnes(page)).toEqual([name]);
  }
  expect(await visit.errors()).toEqual([]);
});

test("links to headings open their sections: from the contents, from the overview, and from elsewhere", async () => {
  await using visit = await site.visit("/human#what-moves-the-verdicts", {width: 1440});
  const {page} = visit;
  await page.waitForSelector("#effects li");
  expect(await openOnes(page)).toEqual(["what-moves-the-verdicts"]);
  await page.locator("#observablehq-toc a", {hasText: "Who beat whom"}).click();
  await page.waitForSelector("#wins svg");
  await page.locator("#overview-part a", {hasText: "Agreement"}).click();
  await page.waitForSelector("#agreement tbody tr");
  expect(await openOnes(page)).toEqual(["who-beat-whom", "do-judges-agree", "what-moves-the-verdicts"]);
  expect(page.url()).toContain("#open=who-beat-whom,do-judges-agree,what-moves-the-verdicts");
  await expect
    .poll(() => page.locator("#do-judges-agree").evaluate(heading => Math.abs(heading.getBoundingClientRect().top) < innerHeight))
    .toBe(true);
  // what is read is marked in the list of contents
  await expect.poll(() => text(page, ".observablehq-secondary-link-active")).toBe("Do judges agree?");
  await page.evaluate(() => (location.hash = "#how-to-read-this"));
  await expect.poll(() => openOnes(page)).toEqual(["how-to-read-this"]);
  expect(await visit.errors()).toEqual([]);
});

test("a section stays open while inputs change, and one that was closed meanwhile opens with what is chosen now", async () => {
  await using visit = await site.visit("/human#open=do-judges-agree", {width: 1280});
  const {page} = visit;
  await page.waitForSelector("#agreement tbody tr");
  const before = await text(page, "#agreement-reading");
  await page.getByLabel("Turn", {exact: true}).selectOption({label: "1"});
  await expect.poll(() => text(page, "#agreement-reading")).not.toBe(before);
  const first = await text(page, "#agreement-reading");
  expect(await openOnes(page)).toEqual(["do-judges-agree"]);
  expect(page.url()).toMatch(/open=do-judges-agree.*turn=1/);
  await page.locator("h2#do-judges-agree").click();
  await expect.poll(() => inAddress(page)).toBe(null);
  await page.getByLabel("Turn", {exact: true}).selectOption({label: "2"});
  await expect.poll(() => text(page, "#agreement-overview")).not.toContain(first.split(";")[0]!);
  await page.locator("h2#do-judges-agree").click();
  await expect.poll(() => text(page, "#agreement-reading")).toContain(await text(page, "#agreement-overview"));
  expect(await visit.errors()).toEqual([]);
});

test("the keyboard reaches a section by one stop, opens and closes it, and the buttons open all", async () => {
  await using visit = await site.visit("/irt", {width: 1280});
  const {page} = visit;
  await page.waitForSelector("#misfit-overview:not(:empty)");
  const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim().split("\n")[0]);
  await page.getByRole("button", {name: "Close all"}).focus();
  await page.keyboard.press("Tab");
  expect(await focused()).toBe("Is there room at the top?");
  await page.keyboard.press("Tab");
  expect(await focused()).toBe("Where the test measures best");
  await page.keyboard.press("Enter");
  await page.waitForSelector("#information svg");
  expect(inAddress(page)).toBe("where-the-test-measures-best");
  await page.keyboard.press("Space");
  await expect.poll(() => openOnes(page)).toEqual([]);
  await page.getByRole("button", {name: "Open all"}).focus();
  await page.keyboard.press("Enter");
  await page.waitForSelector("#screens dd");
  expect(inAddress(page)).toBe("*");
  expect(await visit.errors()).toEqual([]);
});

test("an item that is chosen in the table of items opens its section", async () => {
  await using visit = await site.visit("/irt#open=which-items-do-not-fit", {width: 1280});
  const {page} = visit;
  const second = page.locator("#misfits button.rb-name").nth(1);
  const chosen = await second.innerText();
  await second.click();
  await expect.poll(() => page.locator("#curve h3").innerText()).toContain(chosen);
  expect(await openOnes(page)).toEqual(["which-items-do-not-fit", "one-item"]);
  expect(page.url()).toContain("item=");
  expect(await visit.errors()).toEqual([]);
});

test("a file that is chosen in its section changes the overview, and stays when the section is closed", async () => {
  await using visit = await site.visit("/human", {width: 390, height: 844});
  const {page} = visit;
  await page.waitForSelector("#correlation-overview:not(:empty)");
  await page.getByRole("link", {name: "load your own"}).click();
  await page.locator("#votes-file").setInputFiles("test/fixtures/votes.csv");
  await expect.poll(() => text(page, "#notice")).toBe("Shown: 240 votes of votes.csv.");
  await page.locator("h2#use-your-own-files").click();
  await expect.poll(() => openOnes(page)).toEqual([]);
  expect(await text(page, "#reading")).toContain("240 votes");
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  expect(await visit.errors()).toEqual([]);
});

test("a narrow page with all sections open stays within its edges", async () => {
  await using visit = await site.visit(opened("/irt"), {width: 390, height: 844});
  await visit.page.waitForSelector("#screens dd");
  expect(await visit.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
});

test("an address with an item opens the section that shows it, and no other", async () => {
  const [[item]] = (
    await query("select item_id from irt_items where a is not null order by item_id desc limit 1", {folder: "data/store"})
  ).rows as [[string]];
  await using visit = await site.visit(`/irt#${new URLSearchParams({item})}`);
  const {page} = visit;
  await expect.poll(() => openOnes(page)).toEqual(["one-item"]);
  await page.waitForSelector("#curve-reading");
  expect(await page.getByLabel("Item", {exact: true}).inputValue()).toBe(item);
  await expect.poll(() => page.locator("#item-text").innerText()).toContain("Question");
  await page.locator("#one-item").click();
  await expect.poll(() => openOnes(page)).toEqual([]);
  await page.getByLabel("Category", {exact: true}).selectOption({index: 1}); // what changes else in the address opens nothing
  await expect.poll(() => page.url()).toContain("category=");
  expect(await openOnes(page)).toEqual([]);
  expect(await visit.errors()).toEqual([]);
});

// Links from other pages to page Samples: the same answer opens there, or all answers to the same test.
import type {Page} from "playwright-core";
import {afterAll, beforeAll, expect, test} from "vitest";
import {query} from "../../pipelines/store/sql.node.js";
import {openSite, type Site} from "./browser.js";
import {opened} from "./reading.js";

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site[Symbol.asyncDispose]());

const rowsOf = async (text: string): Promise<unknown[][]> => (await query(text, {folder: "data/store"})).rows;
/** The state that page Samples keeps in its address. */
const state = (page: Page) => new URLSearchParams(new URL(page.url()).hash.slice(1));
const facts = (page: Page, at = 0) => page.locator("#reader .rb-sides > section").nth(at);
/** Follows the one link to page Samples in a place, and waits for what opens there. */
async function followed(page: Page, place: string): Promise<void> {
  await page.locator(`${place} a.rb-sample-link`).first().click();
  await page.waitForSelector("#reader");
}

test("a sample of page Manifold opens on page Samples, with the same answer", async () => {
  await using visit = await site.visit("/manifold");
  const {page} = visit;
  await page.locator("#heat .rb-cell").first().click();
  const button = page.locator("#samples [data-open]").nth(3);
  await button.click();
  const drawer = page.locator("dialog[open]");
  await drawer.locator("a.rb-sample-link").waitFor();
  const [item, response] = [await button.getAttribute("data-open"), await drawer.locator(".rb-text").last().textContent()];
  await followed(page, "dialog[open]");
  expect(state(page).get("sample")).toMatch(new RegExp(`^[^/]+/${item}/0$`));
  expect(await facts(page).locator(".rb-text").last().textContent()).toBe(response);
  expect(await visit.errors()).toEqual([]);
});

test("two answers of page Compare stand side by side on page Samples", async () => {
  await using visit = await site.visit("/compare");
  const {page} = visit;
  const button = page.locator("#flips [data-open]").nth(2);
  await button.click();
  const sides = page.locator("dialog[open] .rb-sides > section");
  await sides.nth(1).waitFor();
  const responses = (part: typeof sides) =>
    part.evaluateAll(all => all.map(each => [...each.querySelectorAll(".rb-text")].at(-1)!.textContent));
  const [item, before] = [await button.getAttribute("data-open"), await responses(sides)];
  await followed(page, "dialog[open]");
  expect(state(page).get("sample")).toContain(`/${item}/0`);
  await expect.poll(() => facts(page, 1).count()).toBe(1);
  expect(await responses(page.locator("#reader .rb-sides > section"))).toEqual(before);
  expect(await visit.errors()).toEqual([]);
});

test("an item of page Item response leads to all answers to it, and one click lists all tests again", async () => {
  const [[item, n]] = (await rowsOf(
    "select item_id, count(*)::int from samples semi join (select item_id from irt_items where a is not null) using (item_id) group by 1 order by 1 desc limit 1"
  )) as [[string, number]];
  await using visit = await site.visit(`/irt#${new URLSearchParams({item})}`);
  const {page} = visit;
  await page.waitForSelector("#item-text");
  await followed(page, "#item-text");
  const summary = page.locator("#summary");
  expect(await summary.innerText()).toMatch(new RegExp(`^${n} of `));
  expect(await page.locator("#of-item").innerText()).toContain(`Only answers to test ${item}`);
  expect(state(page).get("sample")).toContain(`/${item}/`);
  await page.getByRole("button", {name: "Show all tests"}).click();
  await expect.poll(() => summary.innerText()).not.toMatch(new RegExp(`^${n} of `));
  expect(state(page).get("item")).toBeNull();
  expect(await page.locator("#of-item").isHidden()).toBe(true);
  expect(await visit.errors()).toEqual([]);
});

test("a contaminated test leads to its answers; a test that nobody answered lists none", async () => {
  await using visit = await site.visit(opened("/contamination"));
  const {page} = visit;
  await page.waitForSelector("#beside a.rb-sample-link");
  const question = await page.locator("#beside section").first().locator("pre").textContent();
  await followed(page, "#beside");
  expect(await page.locator("#reader .rb-text").first().textContent()).toBe(question);
  await using other = await site.visit("/samples#item=nothing-of-the-kind");
  await expect.poll(() => other.page.locator("#of-item").innerText()).toContain("nothing-of-the-kind");
  expect(await other.page.locator("#list tbody tr").count()).toBe(0);
  expect([...(await visit.errors()), ...(await other.errors())]).toEqual([]);
});

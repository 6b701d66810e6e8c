// What a reader opens from a list stands before their eyes, whatever the page, the width and the place they had scrolled to.
import type {Page} from "playwright-core";
import {afterAll, beforeAll, expect, test} from "vitest";
import {openSite, type Site} from "./browser.js";
import {opened} from "./reading.js";

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(async () => {
  await site?.[Symbol.asyncDispose]();
});

const PAGES = [
  ["/manifold", "#samples", "item", async (page: Page) => page.locator("#heat .rb-cell").first().click()],
  ["/compare", "#flips", "item", async () => {}],
  ["/compression", "#flaws", "trace", async () => {}]
] as const;
const dialog = (page: Page) => page.locator("dialog[open]");
const titleOf = (page: Page) => dialog(page).locator(".rb-drawer-title").innerText();

// One component serves all lists: each page once, one of them at both widths.
test.each(
  PAGES.flatMap(([path, list, key, begin]) =>
    (path === "/manifold" ? [390, 1280] : path === "/compare" ? [390] : [1280]).map(
      width => [path, width, list, key, begin] as const
    )
  )
)("%s at %d px: a row opens in sight, takes the focus, leads to its neighbour, and closes with Escape", async (path, width, list, key, begin) => {
  await using visit = await site.visit(opened(path), {width, height: 800});
  const {page} = visit;
  await begin(page);
  const buttons = page.locator(`${list} [data-open]`);
  await buttons.nth(6).waitFor();
  await buttons.nth(5).scrollIntoViewIfNeeded();
  await buttons.nth(5).click();
  await dialog(page).locator(".rb-text").first().waitFor();
  const box = (await dialog(page).boundingBox())!;
  expect([box.y, box.x + box.width, box.height]).toEqual([0, width, 800]);
  expect(box.x).toBeGreaterThanOrEqual(0);
  const text = (await dialog(page).locator(".rb-text").first().boundingBox())!;
  expect(text.y).toBeLessThan(800);
  expect(await page.evaluate(() => document.activeElement?.closest("dialog[open]") !== null)).toBe(true);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  expect(page.url()).toContain(`${key}=`);
  const first = [await titleOf(page), page.url()];
  await page.getByRole("button", {name: "next row of the list"}).click();
  await expect.poll(() => page.url()).not.toBe(first[1]);
  await page.getByRole("button", {name: "previous row of the list"}).click();
  await expect.poll(async () => [await titleOf(page), page.url()]).toEqual(first);
  await using linked = await site.visit(page.url(), {width, height: 800});
  await dialog(linked.page).locator(".rb-text").first().waitFor();
  expect(await titleOf(linked.page)).toBe(first[0]);
  await page.keyboard.press("Escape");
  await expect.poll(() => dialog(page).count()).toBe(0);
  await expect.poll(() => page.url()).not.toContain(`${key}=`);
  expect(await buttons.nth(5).evaluate(button => button === document.activeElement)).toBe(true);
  await buttons.nth(0).click();
  await dialog(page).waitFor();
  if (width > 900) await page.mouse.click(20, 400);
  else await page.getByRole("button", {name: "Close"}).click();
  await expect.poll(() => dialog(page).count()).toBe(0);
  expect({outside: visit.outside, errors: [...(await visit.errors()), ...(await linked.errors())]}).toEqual({
    outside: [],
    errors: []
  });
});

test("a link to a sample that is not there opens nothing and leaves the address without it", async () => {
  await using visit = await site.visit("/compare#item=nothing");
  await visit.page.locator("#flips [data-open]").first().waitFor();
  await expect.poll(() => visit.page.url()).not.toContain("nothing");
  expect(await dialog(visit.page).count()).toBe(0);
  expect(await visit.errors()).toEqual([]);
});

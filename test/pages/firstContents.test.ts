// Contents that the build has worked out for readers whose scripts have not run yet: scripts show the same, with DuckDB in the browser.
import {readdirSync, readFileSync} from "node:fs";
import {join} from "node:path";
import {afterAll, beforeAll, expect, test} from "vitest";
import {openSite, type Site, type Visit} from "./browser.js";

const DIST = join(import.meta.dirname, "../../dist");
let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.[Symbol.asyncDispose]());

/** Opens a page whose scripts never arrive, but for the guard. */
async function visitWithoutScripts(path: string): Promise<Visit> {
  const visit = await site.visit("about:blank", {apart: true});
  await visit.page.route(/\/_(?:import|npm|node|observablehq)\/.*\.js$/u, route => route.abort());
  await visit.page.goto(`${site.url}${path}`);
  return visit;
}

test.each(["leaderboard", "truncation", "compare", "clusters"])("%s says without scripts what it says with them", async name => {
  await using before = await visitWithoutScripts(`/${name}`);
  const sentence = await before.page.locator("#reading").innerText();
  expect(sentence).toMatch(/\d/u);
  expect(await before.page.locator("main figure svg").first().isVisible()).toBe(true);
  await using after = await site.visit(`/${name}?source=`, {apart: true});
  await expect
    .poll(() => after.page.locator("#reading .rb-first, main figure:is(.rb-first *)").count(), {timeout: 60_000})
    .toBe(0);
  expect(await after.page.locator("#reading").innerText()).toBe(sentence);
  expect(await after.errors()).toEqual([]);
});

test("an address with choices does not show what the build worked out for others", async () => {
  await using visit = await visitWithoutScripts("/leaderboard#search=llama");
  expect(await visit.page.locator(".rb-first").count()).toBeGreaterThan(0);
  expect(await visit.page.locator("#reading").innerText()).toBe("");
  expect(await visit.page.locator("main figure svg").first().isVisible()).toBe(false);
});

test("most pages can be read before their scripts run, within 60 kB, and no id is there twice", () => {
  const pages = readdirSync(DIST).filter(name => name.endsWith(".html"));
  const first = pages.filter(name => readFileSync(join(DIST, name), "utf8").includes('class="rb-first"'));
  expect(first.length).toBeGreaterThanOrEqual(30);
  for (const name of first) {
    const html = readFileSync(join(DIST, name), "utf8");
    expect(html, name).not.toContain("site.invalid");
    expect(html.indexOf('class="rb-first"'), name).toBeLessThan(60_000);
    const ids = Array.from(html.replaceAll(/<script[\s\S]*?<\/script>/gu, "").matchAll(/ id="([^"]+)"/gu), ([, id]) => id);
    expect(new Set(ids).size, name).toBe(ids.length);
  }
});

// A site that was built before the book's first evaluation: the pages say how results are made, and published answers are shown as ever.
import {mkdtempSync, readFileSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {basename, join} from "node:path";
import {afterAll, beforeAll, expect, test} from "vitest";
import {openSite, type Site} from "./browser.js";

const DIST = join(import.meta.dirname, "../../dist");
const EVALUATED = '"isEvaluated":true';
const folder = mkdtempSync(join(tmpdir(), "reasonbook-unevaluated-"));
let site: Site;
beforeAll(async () => {
  site = await openSite(DIST, {instead: unevaluated});
});
afterAll(() => site?.[Symbol.asyncDispose]());

/** The page as a build writes it that finds no results. */
function unevaluated(file: string): string {
  if (!file.endsWith(".html")) return file;
  const html = readFileSync(file, "utf8");
  expect(html).toContain(EVALUATED);
  const copy = join(folder, basename(file));
  writeFileSync(copy, html.replace(EVALUATED, '"isEvaluated":false'));
  return copy;
}

test.each([
  ["/manifold?source=", 390],
  ["/reasonscore?source=", 1_280],
  ["/leaderboard?source=starter", 390]
])("%s names the command that gives it results, and shows nothing else", async (path, width) => {
  await using visit = await site.visit(path, {width});
  const notice = visit.page.locator(".rb-nothing");
  await notice.waitFor();
  expect(await notice.innerText()).toContain("npm run run asks them");
  expect(await notice.locator("code").allInnerTexts()).toEqual(["npm run run", "npm run build"]);
  expect(
    await visit.page
      .locator("#observablehq-main :is(figure, table, form)")
      .evaluateAll(all => all.filter(each => each.checkVisibility()).length)
  ).toBe(0);
  expect(await visit.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  expect({errors: await visit.errors(), outside: visit.outside}).toEqual({errors: [], outside: []});
});

test.each(["/leaderboard?source=", "/glossary?source=", "/about?source="])("%s needs no results of the book", async path => {
  await using visit = await site.visit(path);
  await visit.page.locator("#observablehq-main :is(table, svg, dl, h2)").first().waitFor();
  expect(await visit.page.locator(".rb-nothing").count()).toBe(0);
  expect(await visit.errors()).toEqual([]);
});

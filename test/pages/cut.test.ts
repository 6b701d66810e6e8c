// Tables that are wider than their place say so at the edge that hides more, with the columns that matter first.
import type {Locator, Page} from "playwright-core";
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

/** The lightest point of the outermost columns of pixels at both sides of an element: text and lines apart, what its ground looks like. 0 black, 255 white. */
async function edges(page: Page, element: Locator): Promise<{left: number; right: number}> {
  const png = `data:image/png;base64,${(await element.screenshot()).toString("base64")}`;
  return page.evaluate(async source => {
    const image = Object.assign(new Image(), {src: source});
    await image.decode();
    const canvas = Object.assign(document.createElement("canvas"), {width: image.width, height: image.height});
    const context = canvas.getContext("2d")!;
    context.drawImage(image, 0, 0);
    const lightest = (x: number) => {
      const from = Math.round(image.height / 3); // below the header
      const {data} = context.getImageData(x, from, 1, image.height - from - 5);
      let most = 0;
      for (let i = 0; i < data.length; i += 4) most = Math.max(most, data[i]!);
      return most;
    };
    return {left: lightest(3), right: lightest(image.width - 4)};
  }, png);
}

test.each([
  ["/tokens", "#spending", 1280],
  ["/tokens", "#spending", 390],
  ["/replay", "div#replay", 1280]
])("%s: %s at %d px is shaded where it hides more, and only there", async (path, selector, width) => {
  await using visit = await site.visit(opened(path), {width});
  const {page} = visit;
  const table = page.locator(selector);
  await table.locator("tbody tr").first().waitFor();
  expect(await table.evaluate(({scrollWidth, clientWidth}) => scrollWidth - clientWidth)).toBeGreaterThan(100);
  const begin = await edges(page, table);
  expect(begin.right).toBeLessThan(225);
  expect(begin.left).toBeGreaterThan(245);
  await table.evaluate(element => element.scrollTo({left: element.scrollWidth}));
  const end = await edges(page, table);
  expect(end.right).toBeGreaterThan(245);
  expect(end.left).toBeLessThan(225);
});

test("a table that fits has no shade", async () => {
  await using visit = await site.visit("/clusters", {width: 1280});
  const table = visit.page.locator("div#letters");
  await table.locator("tbody tr").first().waitFor();
  expect(await table.evaluate(({scrollWidth, clientWidth}) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0);
  const {left, right} = await edges(visit.page, table);
  expect(Math.min(left, right)).toBeGreaterThan(245);
});

test.each([
  [
    "/leaderboard",
    "div#leaderboard",
    ["Evaluation", "Rank", "Formula score", "ReasonScore", "Excess accuracy", "Tokens per answer"]
  ],
  ["/replay", "div#replay", ["Evaluation", "Rank", "Excess accuracy"]],
  ["/tokens", "#spending", ["Evaluation", "Tokens per correct", "Cost per correct", "Samples"]],
  ["/compare", "#comparison", ["Task", "Difference"]]
])("%s: %s shows at 1,280 px, without scrolling, what it is sorted and read by", async (path, selector, wanted) => {
  await using visit = await site.visit(opened(path), {width: 1280});
  const table = visit.page.locator(selector);
  await table.locator("tbody tr").first().waitFor();
  const shown = await table.evaluate(element => {
    const edge = element.getBoundingClientRect().right;
    return [...element.querySelectorAll("th")]
      .filter(head => head.getBoundingClientRect().right <= edge)
      .map(head => head.textContent!.trim());
  });
  expect(shown).toEqual(expect.arrayContaining(wanted));
});

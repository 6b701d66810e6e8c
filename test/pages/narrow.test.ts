import {afterAll, beforeAll, expect, test} from "vitest";
import {openSite, type Site} from "./browser.js";
import {opened} from "./reading.js";

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site[Symbol.asyncDispose]());

/** Every observed element is said to be 0 px wide, as while a page is being laid out, or in a tab that is not shown. */
const NOTHING_WIDE = `const Native = window.ResizeObserver;
  window.ResizeObserver = class extends Native {
    constructor(callback) {
      super((entries, observer) => callback(entries.map(({target}) => ({target, contentRect: {width: 0, height: 0}})), observer));
    }
  };`;

test.each([
  ["/irt", "#models tbody tr, #residuals svg, figure#curve svg"],
  ["/human", "#power svg"],
  ["/adaptive", "figure svg"],
  ["/hazard", "figure svg"],
  ["/leaderboard", "figure svg"]
])("%s draws its charts without an error while it is 0 px wide", async (path, drawn) => {
  await using visit = await site.visit("about:blank", {apart: true});
  const {page} = visit;
  await page.addInitScript({content: NOTHING_WIDE});
  await page.goto(`${site.url}${opened(path)}`);
  await page.locator(drawn).first().waitFor({state: "attached"});
  await expect
    .poll(() =>
      page.locator("figure svg").evaluateAll(charts => charts.some(chart => Number(chart.getAttribute("width")) >= 240))
    )
    .toBe(true);
  const narrow = await page
    .locator("figure svg rect")
    .evaluateAll(
      list => list.filter(each => Number(each.getAttribute("width")) < 0 || Number(each.getAttribute("height")) < 0).length
    );
  expect({narrow, errors: await visit.errors()}).toEqual({narrow: 0, errors: []});
});

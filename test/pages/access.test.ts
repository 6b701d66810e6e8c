// What is found for readers with a keyboard, a screen reader or weak sight, and the widgets that were made for them. Every page is looked at
// in everyPage.test.ts.
import {afterAll, beforeAll, describe, expect, test} from "vitest";
import {others, settled, violations} from "./accessibility.js";
import {openSite, type Site} from "./browser.js";
import {opened, text} from "./reading.js";

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site[Symbol.asyncDispose]());

test("the page of unknown addresses has no finding", async () => {
  await using visit = await site.visit("/404");
  await settled(visit.page);
  expect([...(await violations(visit.page)), ...(await others(visit.page))]).toEqual([]);
});

test("what would be a finding is found", async () => {
  await using visit = await site.visit("/glossary");
  const {page} = visit;
  await page.locator("#observablehq-main").evaluate(main => {
    main.insertAdjacentHTML(
      "beforeend",
      `<img src="data:,"><svg width="20" height="20"></svg><p style="color: #ddd; background: #fff; font-size: 9px">pale and small</p>`
    );
  });
  expect((await violations(page)).map(each => each.split(" ")[0])).toEqual(["color-contrast", "image-alt"]);
  expect(await others(page)).toEqual([
    expect.stringContaining("chart without a name"),
    "charts without a table",
    expect.stringContaining("9px of text")
  ]);
});

describe("the matrix of page Clusters is one grid for the keyboard", () => {
  test("one cell takes the tab key, arrows move by rows and columns over the diagonal, and Enter opens the comparison", async () => {
    await using visit = await site.visit(opened("/clusters#most=8"));
    const {page} = visit;
    await page.waitForSelector("#matrix [role=grid]");
    expect(await page.locator("#matrix [role=row]").count()).toBe(8);
    expect(await page.locator("#matrix [role=gridcell]").count()).toBe(56);
    expect(await page.locator("#matrix [role=gridcell][tabindex='0']").count()).toBe(1);
    const names = (await page.locator("#letters tbody tr td:nth-child(2)").allInnerTexts()).map(name =>
      name.replace("simulated", "").trim()
    );
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? "");
    await page.locator("#matrix [role=gridcell][tabindex='0']").focus();
    const steps: [key: string, row: number, column: number][] = [
      ["ArrowDown", 2, 1],
      ["ArrowLeft", 2, 0],
      ["ArrowUp", 1, 0],
      ["ArrowRight", 1, 2],
      ["End", 1, 7],
      ["ArrowRight", 1, 7],
      ["Home", 1, 0],
      ["Control+End", 7, 6]
    ];
    for (const [key, row, column] of steps) {
      await page.keyboard.press(key);
      expect(await focused(), key).toMatch(
        new RegExp(`^${names[row]} against ${names[column]}, .*points, n = [\\d,]+ common tests`)
      );
      expect(await text(page, ".rb-pair-shown")).toBe(await focused());
    }
    expect(await page.locator("#matrix [role=gridcell][tabindex='0']").count()).toBe(1);
    await page.keyboard.press("Enter");
    await page.waitForSelector("#difference svg");
    const hash = new URLSearchParams(new URL(page.url()).hash.slice(1));
    expect([hash.get("a"), hash.get("b")]).toEqual([names[7], names[6]]);
  });
});

test("what a chart says where it is pointed at stands below it as a table, which is made when it is opened", async () => {
  await using visit = await site.visit("/leaderboard");
  const {page} = visit;
  await page.waitForSelector("#pareto svg");
  expect(await page.locator("#pareto .rb-data tr").count()).toBe(0);
  await page.locator("#pareto .rb-data summary").click();
  const named = await page.locator("#pareto .rb-data th").allInnerTexts();
  const listed = await page.locator("#leaderboard tbody tr td:first-child").allInnerTexts();
  expect(named.map(name => name.replace(" (simulated)", "")).sort()).toEqual(
    listed.map(name => name.replace("simulated", "").trim()).sort()
  );
});

test("columns of a wide table can be hidden, but not the one that names its rows", async () => {
  await using visit = await site.visit("/leaderboard");
  const {page} = visit;
  await page.waitForSelector("#leaderboard tbody tr");
  const heads = () => page.locator("#leaderboard th:visible").allInnerTexts();
  const before = await heads();
  await page.getByText(`${before.length} columns`).click();
  const boxes = page.locator("#leaderboard .rb-columns label");
  await expect.poll(async () => (await boxes.allInnerTexts()).map(label => label.trim())).toEqual(before.slice(1));
  await page.locator("#leaderboard").getByLabel("ReasonScore").uncheck();
  expect(await heads()).toEqual(before.filter(head => head !== "ReasonScore"));
  expect(await page.locator("#leaderboard tbody tr").first().locator("td:visible").count()).toBe(before.length - 1);
  await page.locator("#leaderboard").getByRole("button", {name: "Tokens per answer"}).click();
  expect(await heads()).toEqual(before.filter(head => head !== "ReasonScore"));
  await page.locator("#leaderboard").getByLabel("ReasonScore").check();
  expect(await heads()).toEqual(before);
});

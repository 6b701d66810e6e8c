// Pages for readers with a keyboard, a screen reader or weak sight: axe-core's rules of WCAG 2 A and AA, names of charts, sizes of text.
import {readFileSync} from "node:fs";
import {createRequire} from "node:module";
import type {RunOptions} from "axe-core";
import type {Page} from "playwright-core";
import {globSync} from "tinyglobby";
import {afterAll, beforeAll, describe, expect, test} from "vitest";
import {openSite, type Site} from "./browser.js";
import {opened, text} from "./reading.js";

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site[Symbol.asyncDispose]());

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** Of rows and shapes that are alike the first ones stand for all: every one would take minutes. */
const ALIKE = "tbody tr:nth-child(n + 13), [role=row]:nth-child(n + 4), svg g > :nth-child(n + 40)";
const RULES: RunOptions = {runOnly: ["wcag2a", "wcag2aa"], resultTypes: ["violations"]};
/** Every page once, and one of the pages of models, which are alike. */
const PAGES = [...globSync("*.html", {cwd: "dist"}).sort(), ...globSync("models/*.html", {cwd: "dist"}).sort().slice(0, 1)].map(
  file => `/${file.replace(/(^|\/)index\.html$|\.html$/, "")}`
);
/** Least size of text, pixels. */
const LEAST_TEXT = 11;

/** What axe-core finds, by rule, with the first few elements. The page's policy forbids scripts of others, so it goes in by the debugger. */
async function violations(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const run = async (expression: string) => {
    const {result, exceptionDetails} = await session.send("Runtime.evaluate", {
      expression,
      awaitPromise: true,
      returnByValue: true,
      allowUnsafeEvalBlockedByCSP: true
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value as string[];
  };
  if (!(await run("typeof axe === 'object'"))) await run(`${AXE};0`);
  const found = await run(`(async () => {
    const taken = [...document.querySelectorAll(${JSON.stringify(ALIKE)})].map(each => [each.parentNode, each]);
    for (const [, each] of taken) each.remove();
    const {violations} = await axe.run(document, ${JSON.stringify(RULES)});
    for (const [parent, each] of taken) parent.append(each);
    return violations.map(({id, nodes}) =>
      \`\${id} \${nodes.length}: \${nodes.slice(0, 3).map(({html, any, all, none}) =>
        \`\${html.replace(/\\s+/g, " ").slice(0, 200)} (\${[...any, ...all, ...none][0]?.message})\`).join(" | ")}\`);
  })()`);
  await session.detach();
  return found;
}

/** Charts without a name, charts without a table on their page, and text that is too small. */
const others = (page: Page): Promise<string[]> =>
  page.evaluate(least => {
    const main = document.querySelector("#observablehq-main")!;
    const place = (element: Element) => `${element.closest("[id]")?.id}: ${element.outerHTML.slice(0, 80)}`;
    const shown = (element: Element) => element.getClientRects().length > 0;
    const charts = [...main.querySelectorAll("svg")].filter(
      svg => shown(svg) && !svg.closest("[aria-hidden=true]") && !svg.parentElement!.closest("svg, a, button")
    );
    const nameless = charts.filter(svg => !svg.getAttribute("aria-label") || !svg.getAttribute("role"));
    const tables = main.querySelector("table, .rb-data");
    const small = [...main.querySelectorAll("*")].filter(
      each =>
        [...each.childNodes].some(child => child.nodeType === Node.TEXT_NODE && child.textContent!.trim() !== "") &&
        Number.parseFloat(getComputedStyle(each).fontSize) < least &&
        !each.closest(".katex, sup, sub") &&
        shown(each)
    );
    return [
      ...nameless.map(each => `chart without a name in ${place(each)}`),
      ...(charts.length > 0 && !tables ? ["charts without a table"] : []),
      ...small.slice(0, 3).map(each => `${getComputedStyle(each).fontSize} of text in ${place(each)}`)
    ];
  }, LEAST_TEXT);

/** Waits until nothing more is drawn: no cell waits, and the page has kept its size for a moment. */
async function settled(page: Page): Promise<void> {
  const state = () =>
    page.evaluate(() => ({
      waiting: document.querySelectorAll("observablehq-loading, [aria-busy=true]").length,
      elements: document.querySelectorAll("*").length
    }));
  let kept = 0;
  let last = -1;
  await expect
    .poll(
      async () => {
        const {waiting, elements} = await state();
        kept = waiting === 0 && elements === last ? kept + 1 : 0;
        last = elements;
        return kept;
      },
      {timeout: 40_000, interval: 200}
    )
    .toBeGreaterThanOrEqual(3);
}

/** What a page lacks, wide and light and then narrow and dark. */
async function lacking(path: string): Promise<string[]> {
  await using visit = await site.visit(opened(path), {width: 1280});
  const {page} = visit;
  await page.locator("h1").first().waitFor();
  await page.waitForLoadState("networkidle");
  await settled(page);
  const light = [...(await violations(page)), ...(await others(page))];
  await page.setViewportSize({width: 390, height: 844});
  await page.emulateMedia({colorScheme: "dark"});
  await settled(page);
  const dark = [...(await violations(page)), ...(await others(page))];
  return [...light.map(each => `1280 light: ${each}`), ...dark.map(each => `390 dark: ${each}`)];
}

test("no page has a finding of axe-core, a chart without a name, charts without a table, or text below 11 pixels", async () => {
  const left = [...PAGES];
  expect(left).toContain("/clusters");
  const found: Record<string, string[]> = {};
  const lane = async () => {
    for (let path = left.shift(); path !== undefined; path = left.shift()) {
      const own = await lacking(path).catch((error: Error) => [error.message]);
      if (own.length > 0) found[path] = own;
    }
  };
  await Promise.all([lane(), lane()]);
  expect(found).toEqual({});
}, 600_000);

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
    await using visit = await site.visit("/clusters#most=8");
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
  await using visit = await site.visit("/");
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
  await using visit = await site.visit("/");
  const {page} = visit;
  await page.waitForSelector("#leaderboard tbody tr");
  const heads = () => page.locator("#leaderboard th:visible").allInnerTexts();
  const before = await heads();
  await page.getByText(`${before.length} columns`).click();
  const boxes = page.locator("#leaderboard .rb-columns label");
  expect((await boxes.allInnerTexts()).map(label => label.trim())).toEqual(before.slice(1));
  await page.locator("#leaderboard").getByLabel("ReasonScore").uncheck();
  expect(await heads()).toEqual(before.filter(head => head !== "ReasonScore"));
  expect(await page.locator("#leaderboard tbody tr").first().locator("td:visible").count()).toBe(before.length - 1);
  await page.getByRole("button", {name: "Cost"}).click();
  expect(await heads()).toEqual(before.filter(head => head !== "ReasonScore"));
  await page.locator("#leaderboard").getByLabel("ReasonScore").check();
  expect(await heads()).toEqual(before);
});

import {readFileSync} from "node:fs";
import type {Page} from "playwright-core";
import {afterAll, beforeAll, expect, test} from "vitest";
import {query} from "../../pipelines/store/sql.node.js";
import {openSite, type Site} from "./browser.js";
import {opened} from "./reading.js";

let site: Site;
let models: string[];
beforeAll(async () => {
  site = await openSite();
  models = (await ask("select model from points group by model order by model")).map(([model]) => String(model));
});
afterAll(() => site?.[Symbol.asyncDispose]());

const ask = async (text: string): Promise<unknown[][]> => (await query(text, {folder: "data/store"})).rows;
const reading = (page: Page) => page.locator("#reading").innerText();
const percent = (share: number) => (100 * share).toFixed(1).replace("-0.0", "0.0").replace("-", "−");

/** The two models' common tests that count, without exact copies, written out in SQL apart from the code of the page. */
const pairs = (a: string, b: string, where = "true") => `with pairs as (
  select a.base_task, a.params, (a.status = 1)::int - (b.status = 1)::int as d, 1 - a.guess_chance as m, a.status as sa, b.status as sb
  from samples a join samples b using (item_id, trial) where a.model = '${a}' and b.model = '${b}' and trial = 0
    and item_id not in (select item_id from contamination_items where verdict = 'exact') and ${where})`;

test("the difference, its clustered error and the counts are those that SQL finds in the tables", async () => {
  const [a, b] = [models[9]!, models[30]!];
  await using visit = await site.visit(`/compare#a=${a}&b=${b}&error=points`);
  const {page} = visit;
  await page.waitForSelector("#difference svg");
  const [row] = await ask(`${pairs(a, b)}, points as (
      select sum(d) as d, sum(m) as m, count(*) as n from pairs where sa < 2 and sb < 2 group by base_task, params),
    total as (select sum(d) / sum(m) as value, sum(m) as m, sum(n) as n, count(*) as points from points)
    select any_value(value), any_value(total.n), any_value(points),
      sqrt(sum(((points.d - value * points.m) / total.m) ** 2 / (1 - points.m / total.m))),
      (select count(*) from pairs where sa < 2 and sb < 2 and d = 1), (select count(*) from pairs where sa < 2 and sb < 2 and d = -1)
    from points, total`);
  const [value, n, points, error, wins, losses] = row!.map(Number);
  const text = await reading(page);
  expect(text).toContain(
    text.includes(" is better than ")
      ? `${value! < 0 ? b : a} is better than ${value! < 0 ? a : b} by ${percent(Math.abs(value!))} [`
      : `A minus B is ${value! < 0 ? "" : "+"}${percent(value!)} [`
  );
  expect(text).toContain(`n = ${n!.toLocaleString("en-US")} tests in ${points} points`);
  expect(text).toContain(
    `${wins!.toLocaleString("en-US")} of these were right for A only and ${losses!.toLocaleString("en-US")} for B only`
  );
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByText("Download CSV").first().click()]);
  const [head, pooled] = readFileSync(await download.path(), "utf8")
    .trim()
    .split("\r\n");
  const shown = Object.fromEntries(head!.split(",").map((name, i) => [name, pooled!.split(",")[i]!]));
  expect(Number(shown.value)).toBeCloseTo(value!, 9);
  expect(Number(shown.se_points)).toBeCloseTo(error!, 9);
  expect(await page.locator("#notice").innerText()).toContain("not language models");
  expect({outside: visit.outside, errors: await visit.errors()}).toEqual({outside: [], errors: []});
});

test("the 3 × 3 table holds every common test, truncated ones in a row and column of their own", async () => {
  const [a, b] = [models[1]!, models[2]!];
  await using visit = await site.visit(`/compare#a=${a}&b=${b}`);
  await visit.page.waitForSelector("#cross tbody tr");
  const cells = (await visit.page.locator("#cross tbody td").allTextContents()).map(text => Number(text.replaceAll(",", "")));
  const counts = new Map(
    (await ask(`${pairs(a, b)} select sa, sb, count(*) from pairs group by all`)).map(([x, y, n]) => [`${x} ${y}`, Number(n)])
  );
  for (const x of [0, 1, 2]) for (const y of [0, 1, 2]) expect(cells[4 * x + y]).toBe(counts.get(`${x} ${y}`) ?? 0);
  expect(cells.at(-1)).toBe([...counts.values()].reduce((sum, n) => sum + n, 0));
});

test("choices change the result and stay in the address; a link restores them", async () => {
  await using visit = await site.visit(opened("/compare"));
  const {page} = visit;
  await page.waitForSelector("#difference svg");
  const before = await reading(page);
  await page.getByLabel("Truncated", {exact: true}).selectOption({label: "counted as wrong"});
  await expect.poll(() => reading(page)).toContain("Unfinished answers count as wrong");
  await page.getByLabel("Tier", {exact: true}).selectOption({label: "hard"});
  await page.getByLabel("Clustering", {exact: true}).selectOption({index: 1});
  await expect.poll(() => page.url()).toContain("error=points");
  const after = await reading(page);
  expect(after).not.toBe(before);
  await using again = await site.visit(page.url());
  await again.page.waitForSelector("#difference svg");
  await expect.poll(() => reading(again.page)).toBe(after);
  await again.page.getByLabel("B", {exact: true}).selectOption({label: `${models[0]!} (simulated)`});
  await expect.poll(() => reading(again.page)).toMatch(new RegExp(`${models[0]} is better|(?:than|or) ${models[0]} `, "u"));
});

test("every test that ended differently is listed, and both responses open side by side as text", async () => {
  const [a, b] = [models[9]!, models[30]!];
  await using visit = await site.visit(`/compare#a=${a}&b=${b}&flips=a`);
  const {page} = visit;
  await page.waitForSelector("#flips [data-open]");
  const [[flips]] = (await ask(`${pairs(a, b)} select count(*) from pairs where sa = 1 and sb <> 1`)) as [[number]];
  expect(await page.locator("#flips tbody tr").count()).toBe(Math.min(500, flips));
  const requests: string[] = [];
  page.on("request", request => requests.push(request.url()));
  expect(requests.filter(url => url.includes("responses"))).toEqual([]);
  const button = page.locator("#flips [data-open]").first();
  const item = await button.getAttribute("data-open");
  await button.click();
  await page.waitForSelector("#side-by-side .rb-sides section");
  expect(requests.some(url => url.includes("responses"))).toBe(true);
  const stored = await ask(
    `select text, prompt from responses where item_id = '${item}' and trial = 0 and model in ('${a}', '${b}') order by model = '${b}'`
  );
  const sides = await page.locator("#side-by-side .rb-sides section").allInnerTexts();
  expect(sides).toHaveLength(2);
  const last = (text: unknown) => String(text).trim().split("\n").at(-1)!.trim();
  for (const [i, side] of sides.entries()) expect(side).toContain(last(stored[i]![0]));
  expect(await page.locator("#side-by-side").innerText()).toContain(last(stored[0]![1]));
  expect(page.url()).toContain(`item=${item}`);
  expect(await page.locator("#side-by-side script, #side-by-side a:not(.rb-sample-link)").count()).toBe(0);
  expect(await visit.errors()).toEqual([]);
});

test("an evaluation is not compared with itself", async () => {
  await using visit = await site.visit(`/compare#a=${models[0]}&b=${models[0]}`);
  await expect.poll(() => reading(visit.page)).toContain("Choose two different evaluations");
});

test.each([400, 1200])("nothing is cut off at %d pixels", async width => {
  await using visit = await site.visit("/compare", {width, dark: width === 400});
  await visit.page.waitForSelector("#difference svg");
  await visit.page.waitForSelector("#flips tbody tr");
  expect(await visit.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  const cut = await visit.page.evaluate(() => {
    const svg = document.querySelector("#difference svg")!.getBoundingClientRect();
    return [...document.querySelectorAll("#difference svg text")]
      .map(label => ({text: label.textContent, box: label.getBoundingClientRect()}))
      .filter(({box}) => box.left < svg.left - 0.5 || box.right > svg.right + 0.5)
      .map(({text}) => text);
  });
  expect(cut).toEqual([]);
});

import {afterAll, beforeAll, expect, test} from "vitest";
import {query} from "../../pipelines/store/sql.node.js";
import {openSite, type Site} from "./browser.js";
import {opened} from "./reading.js";

const folder = "data/store";
let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.[Symbol.asyncDispose]());

/** First number and interval of a cell such as `1,234 [1,000, 1,500] …`. */
const numbers = (text: string): number[] =>
  (text.match(/[\d,.]+/g) ?? []).map(number => Number(number.replaceAll(",", "").replace(/\.$/, "")));

test("tokens per correct answer, medians, van Elteren's pairs and the onset are those that SQL finds in the samples", async () => {
  await using visit = await site.visit(opened("/tokens#search=sim-lynx-04"));
  const {page} = visit;
  await page.waitForSelector("#spending tbody tr");
  const cells = await page.locator("#spending tbody tr").first().locator("td").allInnerTexts();
  const [name, perCorrect, cost, samples, points, longer, ratio, , onset, median] = cells as string[];
  expect(name).toMatch(/sim-lynx-04\s+simulated/);
  const own = "(from samples where model = 'sim-lynx-04')";
  const {rows} = await query(
    `with own as ${own}, ranked as (select params, base_task, status, completion_tokens,
       rank() over (partition by base_task, params order by completion_tokens) + (count(*) over (partition by base_task, params, completion_tokens) - 1) / 2 as midrank
       from own where status <> 2),
     strata as (select count(*) filter (status = 0) as m, count(*) filter (status = 1) as n,
       sum(midrank) filter (status = 0) - m * (m + 1) / 2 as u,
       avg(ln(completion_tokens)) filter (status = 0) - avg(ln(completion_tokens)) filter (status = 1) as difference
       from ranked group by base_task, params having m > 0 and n > 0)
     select (select sum(completion_tokens) / count(*) filter (status = 1) from own), (select sum(cost) / count(*) filter (status = 1) from own),
       (select count(*) from own), (select count(distinct (base_task, params)) from own),
       (select sum(u / (m + n + 1)) / sum(m * n / (m + n + 1)) from strata),
       (select exp(sum(m * n / (m + n) * difference) / sum(m * n / (m + n))) from strata),
       (select min(t) from (select completion_tokens as t,
          (select count(*) filter (status = 2) / count(*) from own as others where others.completion_tokens > own.completion_tokens) as cut from own) where cut >= 0.5),
       (select median(completion_tokens) from own where status = 1)`,
    {folder}
  );
  const [tokens, dollars, count, places, superiority, factor, begins, middle] = rows[0] as number[];
  expect(numbers(perCorrect!)[0]).toBe(Math.round(tokens!));
  expect(Number(/\$([\d.]+)/.exec(cost!)![1])).toBeCloseTo(dollars!, 4);
  expect([numbers(samples!)[0], numbers(points!)[0]]).toEqual([count, places]);
  expect(numbers(longer!)[0]).toBeCloseTo(100 * superiority!, 1);
  expect(numbers(ratio!)[0]).toBeCloseTo(factor!, 2);
  expect(numbers(onset!)[0]).toBe(begins);
  expect(numbers(median!)[0]).toBeCloseTo(middle!, 0);
  for (const text of [perCorrect, longer, ratio, median]) {
    const [value, low, high] = numbers(text!);
    expect(low!).toBeLessThanOrEqual(value!);
    expect(high!).toBeGreaterThanOrEqual(value!);
  }
  expect({outside: visit.outside, errors: await visit.errors()}).toEqual({outside: [], errors: []});
});

test("every evaluation stands in the charts; sentences are computed; simulated and made-up prices are named", async () => {
  await using visit = await site.visit(opened("/tokens"));
  const {page} = visit;
  await page.waitForSelector("#spending tbody tr");
  const {rows} = await query("select count(distinct eval_id), count(*) filter (status = 2) from samples", {folder});
  const [evaluations, truncated] = rows[0] as number[];
  expect(await page.locator("#spending tbody tr").count()).toBe(evaluations);
  expect(await page.locator("#per-correct").innerText()).toMatch(
    /fewest completion tokens per correct answer, [\d,]+ \[[\d,]+, [\d,]+\] over \d+ points/
  );
  expect(await page.locator("#per-correct").innerText()).toContain("are made up");
  expect(await page.locator("#superiority").innerText()).toMatch(
    /in \d+ of \d+ evaluations and fewer in \d+; in the other \d+ van Elteren's test finds no significant difference/
  );
  expect(await page.locator("#onset").innerText()).toContain(`${truncated!.toLocaleString("en")} samples of`);
  expect(await page.locator("#notice").innerText()).toContain("not language models");
  for (const chart of ["#per-correct-plot", "#superiority-plot", "#spread-plot", "#onset-plot"]) {
    expect(await page.locator(`${chart} svg`).count()).toBeGreaterThan(0);
    expect(await page.locator(`${chart} .rb-simulated`).count()).toBe(1);
  }
  expect(await page.locator("#per-correct-plot circle").count()).toBe(evaluations);
  expect({outside: visit.outside, errors: await visit.errors()}).toEqual({outside: [], errors: []});
});

test("filters, unit and share redraw, and stay in the address", async () => {
  await using visit = await site.visit(opened("/tokens"));
  const {page} = visit;
  await page.waitForSelector("#spending tbody tr");
  const before = await page.locator("#onset").innerText();
  await page.getByLabel("Task", {exact: true}).selectOption("brackets");
  await page.waitForFunction(text => document.querySelector("#onset")?.textContent !== text, before);
  const brackets = await page.locator("#onset").innerText();
  await page.getByLabel("dollars").click();
  await page.waitForSelector("#per-correct-plot:has-text('Cost per correct answer')");
  await page.locator("input[type=number]").fill("90");
  await page.waitForFunction(text => document.querySelector("#onset")?.textContent !== text, brackets);
  expect(await page.locator("#onset").innerText()).toContain("90 % or more are lost beyond");
  expect(page.url()).toMatch(/task=brackets/);
  expect(page.url()).toMatch(/unit=dollars/);
  expect(page.url()).toMatch(/share=90/);
  await using again = await site.visit(new URL(page.url()).pathname + new URL(page.url()).hash);
  await again.page.waitForSelector("#spending tbody tr");
  expect(await again.page.locator("#onset").innerText()).toBe(await page.locator("#onset").innerText());
  expect([...(await visit.errors()), ...(await again.errors())]).toEqual([]);
});

test("nothing is cut off at 400 px, and a search without a match says so", async () => {
  await using visit = await site.visit(opened("/tokens"), {width: 400, dark: true});
  await visit.page.waitForSelector("#spending tbody tr");
  expect(await visit.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await visit.page.getByLabel("Model", {exact: true}).fill("no such model");
  await visit.page.waitForSelector("#per-correct:has-text('No evaluation here has correct answers')");
  expect(await visit.errors()).toEqual([]);
});

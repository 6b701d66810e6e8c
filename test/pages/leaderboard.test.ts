import {DuckDBInstance} from "@duckdb/node-api";
import type {Page} from "playwright-core";
import {afterAll, beforeAll, expect, test} from "vitest";
import {openSite, type Site} from "./browser.js";

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(async () => {
  await site?.[Symbol.asyncDispose]();
});

/** Rows of a query over the store's own Parquet, apart from anything that pages compute. */
async function stored(sql: string): Promise<Record<string, unknown>[]> {
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  const reader = await connection.runAndReadAll(sql.replaceAll(/\{(\w+)\}/g, "'data/store/$1.parquet'"));
  const rows = reader.getRowObjectsJson();
  connection.closeSync();
  instance.closeSync();
  return rows;
}

/** Texts of the table's cells by evaluation. */
async function cells(page: Page): Promise<Map<string, string[]>> {
  await page.waitForSelector("#leaderboard tbody tr");
  const rows = await page
    .locator("#leaderboard tbody tr")
    .evaluateAll(lines => lines.map(line => [...line.querySelectorAll("td")].map(cell => cell.textContent ?? "")));
  return new Map(rows.map(([name, ...rest]) => [name!.replace("simulated", "").trim(), rest]));
}

const numbers = (text: string) =>
  text
    .replaceAll(",", " ")
    .match(/\d+(?:\.\d+)?/g)!
    .map(Number);
const plain = (text: string) => numbers(text.replaceAll(/(\d),(\d{3})/g, "$1$2"));

test("scores are the table's, and tokens per answer have the interval that the samples themselves give", async () => {
  await using visit = await site.visit("/leaderboard");
  const shown = await cells(visit.page);
  const scores = await stored("select * from {adjusted_scores} where suite = 'starter' and layer = 'mean'");
  expect(shown.size).toBe(scores.length);
  const tenths = (...values: unknown[]) => values.map(value => (Math.round(10 * Number(value)) / 10).toFixed(1));
  for (const {model, score, low, high, formula, formula_low, formula_high} of scores) {
    const [published, from, to] = tenths(score, low, high);
    const isWide = Number(high) - Number(low) > 500; // half of the scale says more than the score
    const text = isWide ? `[${from}, ${to}], wide` : `${published} [${from}, ${to}]`;
    expect(shown.get(String(model))![2]!.replaceAll(/(\d),(\d{3})/g, "$1$2")).toBe(
      Number(formula_low) <= 0 ? `[${from}, ${to}], not above guessing` : text
    );
    const share = tenths(100 * Number(formula), 100 * Number(formula_low), 100 * Number(formula_high));
    expect(shown.get(String(model))![1]!.replaceAll("−", "-")).toMatch(`${share[0]} % [${share[1]}, ${share[2]}] n `);
  }
  const tokens = await stored(`with cells as (
      select model, base_task, params, count(*) as n, avg(completion_tokens) as mean, var_samp(completion_tokens) as variance
      from {samples} join (select distinct base_task, params, suites from {points}) using (base_task, params)
      where list_contains(suites, 'starter') and item_id not in (select item_id from {contamination_items} where verdict = 'exact') group by all)
    select model, sum(n * mean) / sum(n) as mean, 1.959963984540054 * sqrt(sum(n * variance)) / sum(n) as half from cells group by model`);
  for (const {model, mean, half} of tokens) {
    const [value, low, high] = plain(shown.get(String(model))![4]!);
    expect(value).toBeCloseTo(Math.round(Number(mean)), 0);
    expect(Math.abs(low! - (Number(mean) - Number(half)))).toBeLessThanOrEqual(0.51);
    expect(Math.abs(high! - (Number(mean) + Number(half)))).toBeLessThanOrEqual(0.51);
  }
});

test("ranks have intervals that hold them; a tier and a search give the ranks among what is shown", async () => {
  await using visit = await site.visit("/leaderboard");
  const {page} = visit;
  const all = await cells(page);
  for (const [rank] of all.values()) {
    const [place, low, high] = numbers(rank!);
    expect(low).toBeLessThanOrEqual(place!);
    expect(high).toBeGreaterThanOrEqual(place!);
    expect(high).toBeLessThanOrEqual(all.size);
  }
  await page.getByLabel("Tier", {exact: true}).selectOption("hard");
  await page.waitForFunction(() => document.querySelector("#leaderboard-plot h3")?.textContent?.includes("tier hard"));
  const [{model}] = (await stored(
    "select model from {adjusted_scores} where suite = 'starter' and layer = 'tier' and tier = 'hard' order by formula desc limit 1"
  )) as [{model: string}];
  expect((await cells(page)).get(model)![0]).toMatch(/^1 \[1, /);
  await page.getByPlaceholder("part of a name").fill(model);
  await expect.poll(async () => (await cells(page)).size).toBe(1);
  expect((await cells(page)).get(model)![0]).toBe("1 [1, 1]");
  expect({outside: visit.outside, errors: await visit.errors()}).toEqual({outside: [], errors: []});
});

test("ranks follow what a reader chooses, and intervals over points are wider and said to be so", async () => {
  await using visit = await site.visit("/leaderboard");
  const {page} = visit;
  const tests = await cells(page);
  const width = (text: string) => {
    const [, low, high] = /\[(−?[\d.]+), (−?[\d.]+)\]/.exec(text)!;
    return Number(high!.replace("−", "-")) - Number(low!.replace("−", "-"));
  };
  await page.getByLabel("Intervals over", {exact: true}).selectOption({label: "tests at other points too (clustered by point)"});
  await page.waitForFunction(() =>
    /over tests at other points/.test(document.querySelector("#leaderboard-plot")?.textContent ?? "")
  );
  const points = await cells(page);
  for (const column of [1, 3]) {
    const wider = [...points].filter(([name, row]) => width(row[column]!) > width(tests.get(name)![column]!)).length;
    expect(wider).toBeGreaterThan(0.9 * points.size);
  }
  const best = await stored(
    "select model from {adjusted_scores} where suite = 'starter' and layer = 'mean' order by score desc limit 1"
  );
  await page.getByLabel("Rank by", {exact: true}).selectOption({label: "ReasonScore, as published"});
  await page.waitForFunction(() => document.querySelector("#leaderboard-plot h3")?.textContent?.startsWith("ReasonScore"));
  expect((await cells(page)).get(String(best[0]!.model))![0]).toMatch(/^1 \[1, /);
  expect(page.url()).toMatch(/by=published/);
  expect({outside: visit.outside, errors: await visit.errors()}).toEqual({outside: [], errors: []});
});

test("the frontier is named, whole and without one name over another, wide and narrow, dark and light", async () => {
  const best = await stored(`with pooled as (
      select model, sum(completion_tokens) / sum(correct + incorrect + truncated) as tokens from {adjusted_points}
      where list_contains(suites, 'starter') group by model),
    joined as (select model, tokens, score from pooled join (select model, formula as score from {adjusted_scores} where suite = 'starter' and layer = 'mean') using (model))
    select model from joined a where not exists (
      select 1 from joined b where b.score >= a.score and b.tokens <= a.tokens and (b.score > a.score or b.tokens < a.tokens))`);
  for (const options of [{width: 1200}, {width: 400}, {width: 1200, dark: true}]) {
    await using visit = await site.visit("/leaderboard", options);
    await visit.page.waitForSelector("#pareto svg");
    expect((await visit.page.locator("#trade").innerText()).startsWith(`${best.length} of `)).toBe(true);
    const names = await visit.page.evaluate(() => {
      const svg = document.querySelector("#pareto svg")!;
      const frame = svg.getBoundingClientRect();
      return [...svg.querySelectorAll('[aria-label="text"] text')].map(text => {
        const {left, right, top, bottom} = text.getBoundingClientRect();
        return {name: text.textContent!, left: left - frame.left, right: right - frame.left, top: top - frame.top, bottom};
      });
    });
    expect(names.map(({name}) => name).sort()).toEqual(best.map(({model}) => String(model)).sort());
    for (const {left, top} of names) expect(Math.min(left, top)).toBeGreaterThanOrEqual(0);
    const tops = names.map(({top}) => top).sort((a, b) => a - b);
    for (const [i, top] of tops.entries()) if (i > 0) expect(top - tops[i - 1]!).toBeGreaterThan(9);
  }
});

import {readFileSync} from "node:fs";
import {join} from "node:path";
import {afterAll, beforeAll, expect, test} from "vitest";
import {modelPath} from "../../pipelines/store/modelPath.js";
import {query} from "../../pipelines/store/sql.node.js";
import {openSite, type Site} from "./browser.js";

const STORE = "data/store";
const DIST = join(import.meta.dirname, "../../dist");
let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.[Symbol.asyncDispose]());

const rowsOf = async (text: string) => (await query(text, {folder: STORE})).rows;
const modelOf = async (): Promise<string> => String((await rowsOf("select max(model) from points"))[0]![0]);
const POOLED = `100 * excess_accuracy(sum(correct), sum(correct + incorrect), sum(guess_sum)),
  100 * excess_low(sum(correct), sum(correct + incorrect), sum(guess_sum)), 100 * excess_high(sum(correct), sum(correct + incorrect), sum(guess_sum)),
  sum(correct + incorrect)::int`;
const spelled = ([accuracy, low, high]: number[]) =>
  `${accuracy!.toFixed(1)} % [${low!.toFixed(1)}, ${high!.toFixed(1)}]`.replace("-0.0", "0.0").replace("-", "−");

test("a model's page shows each task and tier as DuckDB computes them from the store", async () => {
  const model = await modelOf();
  await using visit = await site.visit(`/models/${modelPath(model)}`);
  const {page} = visit;
  await page.waitForSelector("#tiers tbody tr");
  expect(await page.locator("h1").innerText()).toBe(model);
  const heads = await page.locator("#tiers thead th").allInnerTexts();
  const lines = await page
    .locator("#tiers tbody tr")
    .evaluateAll(rows => rows.map(row => [...row.children].map(cell => cell.textContent ?? "")));
  const overall = await rowsOf(
    `select base_task, ${POOLED} from adjusted_points where list_contains(suites, 'starter') and model = '${model}' group by 1 order by 1`
  );
  expect(lines.map(([task]) => task)).toEqual(overall.map(([task]) => task));
  for (const [i, [, ...numbers]] of overall.entries()) {
    expect(lines[i]!.at(-1)).toBe(`${spelled(numbers as number[])} n = ${Number(numbers[3]).toLocaleString("en")}`);
  }
  const tiers = await rowsOf(
    `select base_task, tier, ${POOLED} from (select *, unnest(tiers) as tier from adjusted_points where list_contains(suites, 'starter') and model = '${model}') group by 1, 2`
  );
  for (const [task, tier, ...numbers] of tiers) {
    const line = lines.find(([name]) => name === task)!;
    expect(line[heads.indexOf(String(tier))]).toContain(spelled(numbers as number[]));
  }
  expect(tiers.length).toBeGreaterThan(overall.length);
  expect({outside: visit.outside, errors: await visit.errors()}).toEqual({outside: [], errors: []});
});

test("the web has a spoke per task with its numbers, and the tier filter redraws it and stays in the address", async () => {
  const model = await modelOf();
  await using visit = await site.visit(`/models/${modelPath(model)}`);
  const {page} = visit;
  await page.waitForSelector("#radar svg");
  const labels = () => page.locator("#radar .rb-spoke-label").allTextContents();
  const [[task, ...numbers]] = (await rowsOf(
    `select base_task, ${POOLED} from adjusted_points where list_contains(suites, 'starter') and model = '${model}' group by 1 order by 1`
  )) as [[string, ...number[]]];
  const before = await labels();
  expect(before[0]).toBe(`${task}${spelled(numbers)}n = ${numbers[3]!.toLocaleString("en")}`);
  expect(await page.locator("#radar .rb-simulated").count()).toBe(1);
  expect(await page.locator("#notice").innerText()).toContain("not language models");
  await page.getByLabel("Tier", {exact: true}).selectOption({index: 1});
  await expect.poll(labels).not.toEqual(before);
  expect(page.url()).toContain("tier=");
  await using again = await site.visit(page.url());
  await again.page.waitForSelector("#radar svg");
  expect(await again.page.locator("#radar .rb-spoke-label").allTextContents()).toEqual(await labels());
});

test("truncation, tokens, cost and scores stand with their n and interval", async () => {
  const model = await modelOf();
  await using visit = await site.visit(`/models/${modelPath(model)}`);
  const {page} = visit;
  await page.waitForSelector("#costs tbody tr");
  const costs = await page
    .locator("#costs tbody tr")
    .evaluateAll(rows => rows.map(row => [...row.children].map(cell => cell.textContent ?? "")));
  // Points as strata: mean ± 1.96 √Σ n s² ÷ n, at least 0, from the samples themselves.
  const tokens =
    (await rowsOf(`with strata as (select base_task, count(*) as n, sum(completion_tokens) as t, count(*) * var_samp(completion_tokens) as v
    from samples join (select distinct base_task, params, suites from points) using (base_task, params)
    where list_contains(suites, 'starter') and model = '${model}'
      and item_id not in (select item_id from contamination_items where verdict = 'exact') group by base_task, params)
    select base_task, sum(t) / sum(n), greatest(0, sum(t) / sum(n) - 1.959963984540054 * sqrt(sum(v)) / sum(n)), sum(t) / sum(n) + 1.959963984540054 * sqrt(sum(v)) / sum(n), sum(n)::int
    from strata group by 1 order by 1`)) as [string, number, number, number, number][];
  expect(costs.map(([task, , mean, samples]) => [task, mean, samples])).toEqual(
    tokens.map(([task, mean, low, high, n]) => {
      const [m, l, h] = [mean, low, high].map(value => Math.round(value).toLocaleString("en"));
      return [task, `${m} [${l}, ${h}]`, n.toLocaleString("en")];
    })
  );
  for (const [, truncated] of costs) expect(truncated).toMatch(/^\d+\.\d % \[\d+\.\d, \d+\.\d\]$/);
  const facts = await page.locator("#facts").innerText();
  expect(facts).toMatch(/List price\s+(\$[\d.]+|free) in, (\$[\d.]+|free) out per million tokens/);
  expect(facts).toMatch(/Tokens per answer\s+[\d,]+ \[[\d,]+, [\d,]+\], n = [\d,]+/);
  await page.waitForSelector("#scores tbody tr");
  const scores = await page.locator("#scores tbody tr").allInnerTexts();
  const stored = await rowsOf(
    `select tier, score, low, high from adjusted_scores where suite = 'starter' and model = '${model}' and layer = 'tier' order by score desc`
  );
  const decimal = (value: unknown) => Number(value).toLocaleString("en", {minimumFractionDigits: 1, maximumFractionDigits: 1});
  for (const [i, [tier, score, low, high]] of stored.entries()) {
    expect(scores[i]).toContain(`tier ${tier}`);
    const bounds = `[${decimal(low)}, ${decimal(high)}]`;
    // An interval wider than half of the scale, 0 to 1,000, is shown without its score.
    expect(scores[i]).toContain(Number(high) - Number(low) > 500 ? `${bounds}, wide` : `${decimal(score)} ${bounds}`);
  }
});

test("every model of the store has a page, reached from the leaderboard; its tasks lead to the manifold", async () => {
  const ids = (await rowsOf("select distinct model from points order by 1")).map(([id]) => String(id));
  for (const id of ids)
    expect(readFileSync(join(DIST, "models", `${modelPath(id)}.html`), "utf8")).toContain("Content-Security-Policy");
  await using visit = await site.visit("/leaderboard");
  const {page} = visit;
  await page.waitForSelector("#leaderboard tbody tr a");
  const name = (await page.locator("#leaderboard tbody tr a").first().innerText()).trim();
  await page.locator("#leaderboard tbody tr a").first().click();
  await page.waitForSelector("#tiers tbody tr");
  expect(name.startsWith(await page.locator("h1").innerText())).toBe(true);
  const task = await page.locator("#tiers tbody tr a").first().innerText();
  await page.locator("#tiers tbody tr a").first().click();
  await page.waitForSelector("#heat svg");
  expect(await page.locator("#heat h3").innerText()).toContain(`: ${task} over`);
  expect(await page.locator("#heat h3").innerText()).toContain(name);
  expect({outside: visit.outside, errors: await visit.errors()}).toEqual({outside: [], errors: []});
});

test("no label of the web is cut off, wide or narrow, light or dark", async () => {
  const model = await modelOf();
  for (const options of [{width: 1200}, {width: 400}, {width: 1200, dark: true}]) {
    await using visit = await site.visit(`/models/${modelPath(model)}`, options);
    await visit.page.waitForSelector("#radar svg");
    const cut = await visit.page.evaluate(() => {
      const svg = document.querySelector("#radar svg")!.getBoundingClientRect();
      return [...document.querySelectorAll("#radar text")]
        .filter(label => {
          const {left, right, top, bottom} = label.getBoundingClientRect();
          return left < svg.left - 1 || right > svg.right + 1 || top < svg.top - 1 || bottom > svg.bottom + 1;
        })
        .map(label => label.textContent);
    });
    expect(cut).toEqual([]);
    expect(await visit.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    expect(await visit.errors()).toEqual([]);
  }
});

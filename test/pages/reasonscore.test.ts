import {DuckDBInstance} from "@duckdb/node-api";
import {afterAll, beforeAll, expect, test} from "vitest";
import {openSite, type Site} from "./browser.js";
import {opened} from "./reading.js";

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site[Symbol.asyncDispose]());

test("scores stand with their interval and n, marked as simulated, and find the abilities that were built in", async () => {
  await using visit = await site.visit(opened("/reasonscore"));
  const {page} = visit;
  await page.waitForSelector("#scores tbody tr");
  const first = await page.locator("#scores tbody tr").first().innerText();
  expect(first).toMatch(/simulated/);
  expect(first).toMatch(/\d+\.\d \[\d+\.\d, \d+\.\d\] %/);
  expect(first).toMatch(/\d+\.\d \[\d+\.\d, \d+\.\d\]\s/);
  expect(await page.locator("#notice").innerText()).toContain("not language models");
  const sentence = await page.locator("#calibration").innerText();
  const [, rho, n] = /ρ = (0\.\d+) \[.*\], n = (\d+) models/.exec(sentence)!;
  expect(Number(n)).toBeGreaterThanOrEqual(60);
  // Below 1 by design: some able models run in circles, and truncation lowers the score whatever the ability.
  expect(Number(rho)).toBeGreaterThanOrEqual(0.95);
  await page.getByLabel("per token").click();
  await page.waitForFunction(() => /Formula score, per token/.test(document.body.innerText));
  expect(page.url()).toContain("tier=");
  expect({outside: visit.outside, errors: await visit.errors()}).toEqual({outside: [], errors: []});
});

test("the walk goes from a sample to the score that the table holds, with the counters of the store", async () => {
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  const one = async (sql: string) => (await connection.runAndReadAll(sql)).getRowObjectsJson()[0]!;
  await using visit = await site.visit(opened("/reasonscore#evaluation=sim-lynx-04&walk-tier=hard&task=brackets"));
  const {page} = visit;
  await page.getByText("From a sample to the score").scrollIntoViewIfNeeded();
  await page.waitForSelector("#walk li");
  const heads = await page.locator("#walk h3").allInnerTexts();
  const {score} = await one(
    "from 'data/store/adjusted_scores.parquet' where suite = 'starter' and model = 'sim-lynx-04' and layer = 'tier' and tier = 'hard'"
  );
  expect(heads[3]).toBe(`The tier scores ${Number(score).toFixed(1)}`);
  expect(await page.locator("#walk-stored").innerText()).toMatch(new RegExp(`^${Number(score).toFixed(1)} \\[.*\\], n = `));
  const {token} = await one(
    "select score as token from 'data/store/adjusted_scores.parquet' where suite = 'starter' and model = 'sim-lynx-04' and layer = 'token'"
  );
  expect(heads[4]).toBe(`Per token it is ${Number(token).toFixed(3)}`);
  const {correct, incorrect, truncated} = await one(
    `select sum((status = 1)::int)::int as correct, sum((status = 0)::int)::int as incorrect, sum((status = 2)::int)::int as truncated
    from 'data/store/samples.parquet' where model = 'sim-lynx-04' and base_task = 'brackets'
      and item_id not in (select item_id from 'data/store/contamination_items.parquet' where verdict = 'exact') and params in
      (select params from 'data/store/points.parquet' where base_task = 'brackets' and list_contains(tiers, 'hard'))`
  );
  expect(await page.locator("#walk li").nth(2).innerText()).toContain(
    `${correct} correct, ${incorrect} incorrect, ${truncated} truncated`
  );
  await page.waitForSelector("#walk-tasks svg");
  await page.locator("input[type=range]").first().fill("3");
  const {third} = await one(
    `select "index" as third from 'data/store/samples.parquet' where model = 'sim-lynx-04' and base_task = 'brackets'
      and item_id not in (select item_id from 'data/store/contamination_items.parquet' where verdict = 'exact') and params in
      (select params from 'data/store/points.parquet' where base_task = 'brackets' and list_contains(tiers, 'hard'))
    order by params, "index" limit 1 offset 2`
  );
  await page.waitForFunction(
    place => document.querySelector("#walk li")?.textContent?.includes(`number ${place} of brackets`),
    String(third)
  );
  expect(await visit.errors()).toEqual([]);
  connection.closeSync();
  instance.closeSync();
});

test("coverage is simulated anew for other sizes and guess chances, and the known weakness of the adjusted interval shows", async () => {
  await using visit = await site.visit(opened("/reasonscore#n=128&guess=0.5"));
  const {page} = visit;
  await page.waitForSelector("#coverage-plot svg");
  const sentence = page.locator("#coverage");
  // SciPy at n = 128, guess chance 1/2: the least over 0, 2 … 100 % is 46.4 % at 6 % and 93.9 % at 82 %.
  expect(await sentence.innerText()).toMatch(
    /adjusted interval .* accuracy is 6 %: .* exactly 46\.4 %; the rescaled .* 82 %: .* exactly 93\.9 %/
  );
  const title = () => page.locator("#coverage-plot h3").innerText();
  expect(await title()).toContain("n = 128");
  const before = await sentence.innerText();
  await page.locator("input[type=range]").nth(-2).fill("256");
  await expect.poll(title).toContain("n = 256");
  expect(await sentence.innerText()).not.toBe(before);
  expect(page.url()).toContain("n=256");
});

test("other readings of the score: a rank for each evaluation, and what moves is said", async () => {
  await using visit = await site.visit(opened("/reasonscore"));
  const {page} = visit;
  await page.waitForSelector("#readings tbody tr");
  expect(await page.locator("#readings tbody tr").count()).toBe(await page.locator("#scores tbody tr").count());
  const ranks = (column: number) =>
    page
      .locator(`#readings td:nth-child(${column})`)
      .allInnerTexts()
      .then(texts => texts.map(text => Number.parseInt(text, 10)).sort((a, b) => a - b));
  // Without ties every reading deals out the ranks from 1 on.
  for (const column of [2, 4, 6, 8, 10]) expect(await ranks(column)).toEqual((await ranks(2)).map((_, i) => i + 1));
  expect(await page.locator("#sensitivity").innerText()).toMatch(
    /“truncated = wrong” the order agrees with ρ = [01]\.\d{3} and .* from \d+ to \d+/
  );
  expect(await page.locator("#sensitivity-plot svg").count()).toBeGreaterThan(0);
  expect(await visit.errors()).toEqual([]);
});

import {join} from "node:path";
import {DuckDBInstance} from "@duckdb/node-api";
import type {Page} from "playwright-core";
import {afterAll, beforeAll, expect, test} from "vitest";
import {openSite, type Site} from "./browser.js";
import {opened} from "./reading.js";

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site[Symbol.asyncDispose]());

const SAMPLES = join(import.meta.dirname, "../../data/store/samples.parquet");

/** Counted by DuckDB in Node, from the store's Parquet. */
async function ask(text: string): Promise<Record<string, unknown>[]> {
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  try {
    return (await connection.runAndReadAll(text)).getRowObjectsJson() as Record<string, unknown>[];
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

/** The table when all replicates are in, by its first cells. */
async function taskRows(page: Page): Promise<string[][]> {
  await page.waitForFunction(() => /in 400 bootstrap replicates/.test(document.body.innerText));
  const rows = await page.locator("#tasks tbody tr").all();
  return Promise.all(rows.map(row => row.locator("td").allInnerTexts()));
}
const heads = (page: Page) => page.locator("#tasks thead th").allInnerTexts();
const percent = (share: number) => `${(100 * share).toFixed(1)} %`;

test("shares, tokens and the best limit are what counting the samples gives", async () => {
  await using visit = await site.visit(opened("/hazard#budget=256"));
  const {page} = visit;
  await page.waitForSelector("#tasks tbody tr");
  const model = await page.getByLabel("Evaluation", {exact: true}).locator("option:checked").innerText();
  const of = `from read_parquet('${SAMPLES}') where model = '${model}'`;
  const [counted] = await ask(`select count(*)::int as n, avg((status = 1 and completion_tokens <= 256)::int) as correct,
    avg((status = 0 and completion_tokens <= 256)::int) as incorrect, avg(least(completion_tokens, 256)) as tokens ${of}`);
  const rows = await taskRows(page);
  const columns = await heads(page);
  const all = (name: string) => rows.find(([task]) => task === "all tasks")![columns.indexOf(name)]!;
  expect(all("n")).toBe(Number(counted!.n).toLocaleString("en-US"));
  expect(all("Correct")).toContain(`${percent(Number(counted!.correct))} [`);
  expect(all("Incorrect")).toContain(`${percent(Number(counted!.incorrect))} [`);
  expect(all("Tokens")).toContain(`${Math.round(Number(counted!.tokens)).toLocaleString("en-US")} [`);
  // Every limit at which a sample of this model ended, tried in SQL.
  const [best] =
    await ask(`with ended as (select completion_tokens as t, status ${of}), limits as (select distinct t as cap from ended)
    select cap::int as cap from limits, ended group by cap order by sum((status = 1 and t <= cap)::int) / sum(least(t, cap)) desc, cap limit 1`);
  expect(all("Most per token")).toMatch(new RegExp(`^${Number(best!.cap).toLocaleString("en-US")} \\[`));
  const reading = await page.locator(".reading").innerText();
  expect(reading).toContain(`${model} answers ${percent(Number(counted!.correct))}`);
  expect(await page.locator("#notice").innerText()).toContain("not language models");
  expect({outside: visit.outside, errors: await visit.errors()}).toEqual({outside: [], errors: []});
});

test("counts under the axis are those at risk", async () => {
  await using visit = await site.visit(opened("/hazard#axis=linear"));
  const {page} = visit;
  await page.waitForSelector("#incidence svg");
  const model = await page.locator("select").first().locator("option:checked").innerText();
  const [counted] = await ask(
    `select count(*) filter (completion_tokens >= 1000)::int as writing, count(*) filter (completion_tokens <= 1000 and status = 1)::int as correct
     from read_parquet('${SAMPLES}') where model = '${model}'`
  );
  const texts = (await page.locator("#incidence svg text").allTextContents()).map(text => text.replaceAll(",", ""));
  const tick = texts.filter(text => /^\d+$/.test(text)).indexOf("1000");
  expect(tick).toBeGreaterThan(0);
  expect(texts).toContain(String(counted!.writing));
  expect(texts).toContain(String(counted!.correct));
});

test("a cut as censoring, another error and another task redraw; the address keeps them", async () => {
  await using visit = await site.visit(opened("/hazard"));
  const {page} = visit;
  await taskRows(page);
  expect(await heads(page)).toContain("Truncated");
  expect(await page.locator("#cut").innerText()).toContain("assumes nothing");
  const narrow = await page.locator(".reading").innerText();
  await page.getByLabel("censored: given more tokens").click();
  await page.waitForFunction(() => /independent censoring/.test(document.querySelector("#cut")?.textContent ?? ""));
  await expect.poll(() => heads(page)).not.toContain("Truncated");
  await page.getByLabel("other points too").click();
  await expect.poll(() => page.locator("#over").innerText()).toMatch(/over tests it would be 0\.\d\d times as wide/);
  await expect.poll(() => page.locator(".reading").innerText()).not.toBe(narrow);
  await page.getByLabel("Task", {exact: true}).selectOption("boolean");
  await expect.poll(() => page.locator(".reading").innerText()).toMatch(/at \d+ points/);
  const {open: _, ...state} = Object.fromEntries(new URLSearchParams(new URL(page.url()).hash.slice(1)));
  expect(state).toEqual({cut: "censoring", over: "points", task: "boolean"});
  expect(await visit.errors()).toEqual([]);
});

test("two evaluations are compared on the tests that both answered", async () => {
  await using visit = await site.visit(opened("/hazard#evaluation=sim-otter-08&against=sim-otter-02&budget=128"));
  const {page} = visit;
  await page.waitForSelector("#against");
  const [counted] = await ask(`select count(*)::int as n, 100 * avg((a.status = 1 and a.completion_tokens <= 128)::int
      - (b.status = 1 and b.completion_tokens <= 128)::int) as points
    from read_parquet('${SAMPLES}') a join read_parquet('${SAMPLES}') b using (item_id, trial)
    where a.model = 'sim-otter-08' and b.model = 'sim-otter-02'`);
  const sentence = (await page.locator("#against").innerText()).replaceAll("−", "-");
  expect(sentence).toContain(`On the ${Number(counted!.n).toLocaleString("en-US")} tests`);
  expect(sentence).toContain(`differs by ${Number(counted!.points).toFixed(1)} [`);
  await page.waitForSelector("#difference svg");
  expect(await page.locator("#incidence svg, #incidence-against svg").count()).toBe(2);
  expect({outside: visit.outside, errors: await visit.errors()}).toEqual({outside: [], errors: []});
});

import {DuckDBInstance} from "@duckdb/node-api";
import {afterAll, beforeAll, expect, test} from "vitest";
import {openSite, type Site} from "./browser.js";
import {opened} from "./reading.js";

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site[Symbol.asyncDispose]());

async function rows(query: string): Promise<Record<string, unknown>[]> {
  const instance = await DuckDBInstance.create();
  const connection = await instance.connect();
  return (await connection.runAndReadAll(query)).getRowObjectsJson() as Record<string, unknown>[];
}

test("shows spectra between two nulls, what parameters change, and sound generators", async () => {
  await using visit = await site.visit(opened("/spectrum#base_task=tables"));
  const {page} = visit;
  await expect.poll(() => page.locator("#spectra svg [aria-label=line] path").count()).toBeGreaterThan(2);
  const curves = await page.locator("#spectra").innerText();
  for (const word of ["shuffled", "permuted", "removed"]) expect(curves).toContain(word);
  await expect
    .poll(() => page.locator("#changes").innerText())
    .toMatch(/format of tables \(\d+\.\d \[\d+\.\d, \d+\.\d\] dB in shape.*n = \d+ pairs\)/);
  await expect.poll(() => page.locator("#outliers").innerText()).toMatch(/^No point stands out: \d+ points/);
  await expect
    .poll(() => page.locator("#prediction").innerText())
    .toMatch(/n = \d+ points of \d+ tasks.*Intervals are over tasks/s);
  expect(await page.locator("#notice").innerText()).toContain("simulated");
  expect(await visit.errors()).toEqual([]);
  expect(visit.outside).toEqual([]);
});

test("the sweep's sentence states what the table holds", async () => {
  await using visit = await site.visit(opened("/spectrum#base_task=arithmetic&tokenizer=llama3&param=length"));
  const [low] = await rows(
    `select avg(tokens) as tokens, avg(bandwidth90) as band from 'data/store/spectrum_features.parquet'
     where base_task = 'arithmetic' and tokenizer = 'llama3' and params like '%"length":3,%'`
  );
  const tokens = Math.round(Number(low!.tokens));
  const band = Number(low!.band).toFixed(3);
  await expect.poll(() => visit.page.locator("#sweeping").innerText()).toContain(`below ${band} and`);
  expect(await visit.page.locator("#sweeping").innerText()).toContain(`prompts take ${tokens} and`);
});

test("points whose questions are too long for a spectrum are counted, and their tasks named", async () => {
  await using visit = await site.visit(opened("/spectrum"));
  const key = "base_task, params, generator_version, seed";
  const left = await rows(
    `select base_task, count(*) as n from (select distinct ${key} from 'data/store/points.parquet')
     anti join 'data/store/spectrum_features.parquet' using (${key}) group by all order by all`
  );
  const n = left.reduce((sum, row) => sum + Number(row.n), 0);
  expect(n).toBeGreaterThan(0);
  await expect.poll(() => visit.page.locator("#left").innerText()).toMatch(new RegExp(`^${n} of \\d+ points`));
  const said = await visit.page.locator("#left").innerText();
  for (const {base_task} of left) expect(said).toContain(String(base_task));
});

test("one test under four tokenizers, token by token, as text", async () => {
  await using visit = await site.visit(opened("/spectrum#base_task=boolean"));
  const views = visit.page.locator("#tokens .rb-tokens");
  await expect.poll(() => views.count()).toBe(4);
  const texts = (await views.allInnerTexts()).map(text => text.replaceAll("⏎\n", "\n"));
  const [item] = await rows(
    `select list_aggregate(tokens, 'string_agg', '') as text, len(tokens) as n from 'data/store/token_examples.parquet'
     where item_id = '${await views.first().getAttribute("data-item")}' and tokenizer = 'cl100k'`
  );
  expect(texts[0]!.replaceAll(/\s/g, "")).toBe(String(item!.text).replaceAll(/\s/g, ""));
  expect(await visit.page.locator("#tokens h4").first().innerText()).toBe(`cl100k: ${item!.n} tokens`);
  expect(await views.first().locator("span").count()).toBe(Number(item!.n));
});

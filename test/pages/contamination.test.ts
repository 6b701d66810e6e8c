import {readFile} from "node:fs/promises";
import {afterAll, beforeAll, expect, test} from "vitest";
import {openSite, type Site} from "./browser.js";
import {ask, text} from "./reading.js";

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site[Symbol.asyncDispose]());

test("verdicts are those of the table until a threshold moves; copies stand beside tests; a text of the reader's is searched", async () => {
  await using visit = await site.visit("/contamination");
  const {page} = visit;
  await page.waitForSelector("#rates tbody tr");
  const [exact, near, testable] = await ask(`select count(*) filter (verdict = 'exact'), count(*) filter (verdict = 'near'),
    count(*) filter (verdict <> 'not_testable') from contamination_items`);
  expect(exact!).toBeGreaterThan(0);
  const said = (n: number) => n.toLocaleString("en-US");
  expect(await text(page, "#found")).toContain(
    `Of ${said(testable!)} tests that could be tested, ${said(exact!)} stand in a corpus as they are and ${said(near!)} with changes`
  );
  for (const chart of ["#contamination-rates", "#contamination-gain", "#banding"])
    expect(await page.locator(`${chart} svg`).count(), chart).toBeGreaterThan(0);
  expect((await text(page, "#beside mark")).length).toBeGreaterThan(10);
  expect(await text(page, "#effect")).toMatch(/\d+ of \d+ evaluations gain where tests are contaminated/);
  expect(await text(page, "#effects")).toContain("simulated");
  expect(await text(page, "#corpus-files")).toContain("planted.jsonl");

  const at = "where abs(threshold - 0.15) < 1e-9";
  const [models, pairs, found] = await ask(`select count(*), min(paraphrases), max(found) from contamination_calibration ${at}`);
  expect(models).toBe(2);
  expect(pairs!).toBeGreaterThan(30);
  expect(await page.locator("#calibration-table tbody tr").count()).toBe(2);
  expect(await page.locator("#calibration svg [aria-label=dot] circle").count()).toBe(2);
  const told = await text(page, "#calibrated");
  expect(told).toMatch(/At a distance of 0\.15 lexical-trigrams-768 finds \d+\.\d % \[.*\] of rewordings \(n = \d+\)/);
  expect(told).toContain(`n = ${pairs}`);
  expect(found!).toBeGreaterThan(0);

  const corpus = await readFile("data/corpora/planted.jsonl");
  await page.setInputFiles("input[type=file] >> nth=0", {name: "corpus.jsonl", mimeType: "text/plain", buffer: corpus});
  await page.waitForSelector("#own");
  expect(await text(page, "#own")).toContain(`${said(exact!)} stand in a corpus as they are and ${said(near!)} with changes`);

  await page.locator("input[type=number] >> nth=1").fill("1");
  await expect.poll(() => text(page, "#found")).not.toContain(`and ${said(near!)} with changes`);
});

test("without contaminated tests the leaderboard shows the adjusted scores beside those of all tests", async () => {
  await using visit = await site.visit("/#tests=clean");
  const {page} = visit;
  await page.waitForSelector("#leaderboard tbody tr");
  const model = "sim-quartz-03";
  const row = page.locator("#leaderboard tbody tr", {hasText: model}).first();
  const score = async (table: string) =>
    (100 * (await ask(`select formula from ${table} where model = '${model}' and layer = 'mean'`))[0]!).toFixed(1);
  const [adjusted, raw] = [await score("adjusted_scores"), await score("scores")];
  expect(adjusted).not.toBe(raw);
  const cells = await row.locator("td").allInnerTexts();
  expect(cells[2]).toContain(`${adjusted} %`);
  expect(cells[3]).toContain(`${raw} %`);
  expect(await text(page, "#tested")).toContain("tests that could not be tested remain");
  await page.getByLabel("Tests").selectOption("all");
  await expect.poll(async () => (await row.locator("td").allInnerTexts())[2]).toContain(`${raw} %`);
});

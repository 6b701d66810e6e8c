import {readFile} from "node:fs/promises";
import {afterAll, beforeAll, expect, test} from "vitest";
import {openSite, type Site} from "./browser.js";
import {ask, opened, text} from "./reading.js";

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
    `Of ${said(testable!)} tests that could be tested, ${said(exact!)} ${exact === 1 ? "was" : "were"} found as exact copies and ${said(near!)} as near copies`
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
  const [share, low, contaminated] =
    await ask(`select corpus_share, corpus_low, (select contaminated from contamination_domains where domain = '(all)')
    from contamination_domains where domain = '(other)'`);
  expect(await text(page, "#about")).toContain(`${(100 * share!).toFixed(1)} % [${(100 * low!).toFixed(1)}`);
  expect(contaminated).toBe(exact! + near!);
  expect(await page.locator("#contamination-domains svg").count()).toBe(1);
  expect(await page.locator("#domains tbody tr").count()).toBe((await ask("select count(*) from contamination_domains"))[0]);

  const corpus = await readFile("data/corpora/planted.jsonl");
  await page.setInputFiles("input[type=file] >> nth=0", {name: "corpus.jsonl", mimeType: "text/plain", buffer: corpus});
  await page.waitForSelector("#own");
  expect(await text(page, "#own")).toContain(
    `${said(exact!)} ${exact === 1 ? "was" : "were"} found as exact copies and ${said(near!)} as near copies`
  );

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
    (
      100 * (await ask(`select formula from ${table} where suite = 'starter' and model = '${model}' and layer = 'mean'`))[0]!
    ).toFixed(1);
  const [adjusted, raw] = [await score("adjusted_scores"), await score("scores")];
  expect(adjusted).not.toBe(raw);
  const cells = await row.locator("td").allInnerTexts();
  expect(cells[2]).toContain(`${adjusted} %`);
  expect(cells[3]).toContain(`${raw} %`);
  expect(await text(page, "#tested")).toContain("tests that could not be tested remain");
  await page.getByLabel("Tests", {exact: true}).selectOption("all");
  await expect.poll(async () => (await row.locator("td").allInnerTexts())[2]).toContain(`${raw} %`);
});

test("two models are compared without contaminated tests by choice, as SQL finds it", async () => {
  const [a, b] = ["sim-quartz-03", "sim-cedar-01"];
  const pairs = (
    where: string
  ) => `with pairs as (select a.status as sa, b.status as sb, (a.status = 1)::int - (b.status = 1)::int as d from samples a
    join samples b using (item_id, trial) where trial = 0 and a.model = '${a}' and b.model = '${b}' and ${where})
    select count(*), count(*) filter (sa < 2 and sb < 2 and d = 1), count(*) filter (sa < 2 and sb < 2 and d = -1) from pairs`;
  const FOUND = "select item_id from contamination_items where verdict in ('exact', 'near')";
  const [all, clean] = [await ask(pairs("true")), await ask(pairs(`item_id not in (${FOUND})`))];
  const [asked] = await ask(`select sum(correct + incorrect + truncated) from adjusted_points where model = '${a}'`);
  expect(clean[0]!).toBeLessThan(all[0]!);
  const said = (n: number) => n.toLocaleString("en-US");
  const sentence = ([common, wins, losses]: number[]) =>
    `both the same ${said(common!)}; ${said(wins!)} of these were right for A only and ${said(losses!)} for B only`;
  await using visit = await site.visit(`/compare#a=${a}&b=${b}&tests=clean`);
  const {page} = visit;
  await expect.poll(() => text(page, "#reading")).toContain(sentence(clean));
  expect(await text(page, "#reading")).toContain(`A was asked ${said(asked!)} tests`);
  expect(await text(page, "#tested")).toContain(`${said(all[0]! - clean[0]!)} of ${said(all[0]!)} tests are in a corpus`);
  await page.getByLabel("Tests", {exact: true}).selectOption("all");
  await expect.poll(() => text(page, "#reading")).toContain(sentence(all));
  expect(await visit.errors()).toEqual([]);
});

test("item response names contaminated items, and shows abilities without them beside those by all", async () => {
  const model = "sim-quartz-03";
  const [found, items] = await ask(`select count(*) filter (verdict in ('exact', 'near')), count(*) from irt_items
    join contamination_items using (item_id) where a is not null`);
  const [theta, n] = await ask(`select theta, n from adjusted_ability where model = '${model}'`);
  const [raw] = await ask(`select theta from irt_ability where model = '${model}' and truncated = 'missing'`);
  const said = (value: number) => value.toFixed(2).replace("-", "−");
  expect(said(theta!)).not.toBe(said(raw!));
  await using visit = await site.visit(opened("/irt"));
  const {page} = visit;
  await page.waitForSelector("#screens dd");
  const screen = page.locator("#screens dd").last();
  await expect
    .poll(() => screen.innerText())
    .toContain(`${found!.toLocaleString("en-US")} of ${items!.toLocaleString("en-US")} items are in a corpus`);
  expect(await text(page, "#misfits thead")).toMatch(/in a corpus/i);
  expect(await text(page, "#misfits")).toMatch(/exact|near/);
  await page.getByLabel("Tests", {exact: true}).selectOption({label: "without contaminated ones"});
  const row = page.locator("#abilities tbody tr", {hasText: model}).first();
  await expect.poll(() => row.innerText(), {timeout: 30_000}).toContain(`${said(theta!)} [`);
  const cells = await row.locator("td").allInnerTexts();
  expect(cells[2]).toContain(`${said(theta!)} [`);
  expect(cells[3]).toBe(n!.toLocaleString("en-US"));
  expect(cells[4]).toContain(`${said(raw!)} [`);
  expect(await text(page, "#tested")).toContain(
    `${found!.toLocaleString("en-US")} of ${items!.toLocaleString("en-US")} tests are in a corpus`
  );
  expect(await visit.errors()).toEqual([]);
});

import {readFile} from "node:fs/promises";
import {afterAll, beforeAll, expect, test} from "vitest";
import {DETECTORS} from "../../pipelines/studies/contamination/detectors.js";
import {openSite, type Site} from "./browser.js";
import {ask, opened, text} from "./reading.js";

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site[Symbol.asyncDispose]());

test("verdicts are those of the table until a threshold moves; copies stand beside tests; a text of the reader's is searched", async () => {
  await using visit = await site.visit(opened("/contamination"));
  const {page} = visit;
  await page.waitForSelector("#rates tbody tr");
  const [exact, near, testable] = await ask(`select count(*) filter (verdict = 'exact'), count(*) filter (verdict = 'near'),
    count(*) filter (verdict <> 'not_testable') from contamination_items`);
  expect(exact!).toBeGreaterThan(0);
  const said = (n: number) => n.toLocaleString("en-US");
  expect(await text(page, "#found")).toContain(
    `${said(exact! + near!)} of ${said(testable!)} tests that could be tested were found in the texts that were searched`
  );
  expect(await text(page, "#found")).toContain(`${said(exact!)} as exact and ${said(near!)} as near copies`);
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
  await page.waitForSelector("#own", {timeout: 90_000});
  expect(await text(page, "#own")).toContain(`${said(exact!)} as exact and ${said(near!)} as near copies`);
  await page.waitForSelector("#own-paraphrases", {timeout: 90_000}); // compares every item
  expect(await text(page, "#own-paraphrases")).toMatch(/of [\d,]+ tests that were not found as copies ha(?:s|ve) a paraphrase/u);

  await page.locator("input[type=number] >> nth=1").fill("1");
  await expect.poll(() => text(page, "#found")).not.toContain(`and ${said(near!)} as near copies`);
});

test("two models are compared without exact copies, as SQL finds it", async () => {
  const [a, b] = ["sim-quartz-03", "sim-cedar-01"];
  const pairs = (
    where: string
  ) => `with pairs as (select a.status as sa, b.status as sb, (a.status = 1)::int - (b.status = 1)::int as d from samples a
    join samples b using (item_id, trial) where trial = 0 and a.model = '${a}' and b.model = '${b}' and ${where})
    select count(*), count(*) filter (sa < 2 and sb < 2 and d = 1), count(*) filter (sa < 2 and sb < 2 and d = -1) from pairs`;
  const EXACT = "select item_id from contamination_items where verdict = 'exact'";
  const [all, rest] = [await ask(pairs("true")), await ask(pairs(`item_id not in (${EXACT})`))];
  const [tested] = await ask(pairs("item_id in (select item_id from contamination_items where verdict <> 'not_testable')"));
  const [asked] = await ask(`select sum(correct + incorrect + truncated) from adjusted_points where model = '${a}'`);
  expect(rest[0]!).toBeLessThan(all[0]!);
  const said = (n: number) => n.toLocaleString("en-US");
  const [common, wins, losses] = rest as [number, number, number];
  await using visit = await site.visit(`/compare#a=${a}&b=${b}`);
  const {page} = visit;
  await expect
    .poll(() => text(page, "#reading"))
    .toContain(`both the same ${said(common)}; ${said(wins)} of these were right for A only and ${said(losses)} for B only`);
  expect(await text(page, "#reading")).toContain(`A was asked ${said(asked!)} tests`);
  expect(await text(page, "#left-out")).toContain(
    `${said(all[0]! - rest[0]!)} of the ${said(tested!)} items tested were found word for word in simulated training data and are left out.`
  );
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

test("folded sections: scores that a reference set predicts, and the table of detectors", async () => {
  await using visit = await site.visit("/contamination#open=by-performance,detectors");
  const {page} = visit;
  await page.waitForSelector("#performance-table tbody tr, #performance:not(:empty)");
  // three simulated models are fewer than the test needs
  await expect.poll(() => text(page, "#performance")).toMatch(/of \d+ evaluations (could be tested|score higher)/);
  await page.getByLabel("Reference set").selectOption({index: 1});
  await page.getByLabel("Set", {exact: true}).selectOption({index: 0});
  await expect.poll(() => page.locator("#performance-table tbody tr").count()).toBeGreaterThan(1);
  expect(await text(page, "#performance-table")).toContain("(simulated)");
  await page.waitForSelector("#detector-table tbody tr");
  expect(await page.locator("#detector-table tbody tr").count()).toBe(DETECTORS.length);
  expect(await text(page, "#detector-table")).toMatch(/\d+\.\d % \[\d+\.\d, \d+\.\d\] of [\d,]+/);
  expect(await visit.errors()).toEqual([]);
});

// Pages that open on published figures and votes: Agents, Human and Tokens.
import {afterAll, beforeAll, expect, test} from "vitest";
import {openSite, type Site} from "./browser.js";
import {expectFaultless, publishedRows, WIDTHS} from "./published.js";
import {opened, text} from "./reading.js";

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.[Symbol.asyncDispose]());

test.each(WIDTHS)("Agents opens on the leaderboard of tau2-bench at %i px", async width => {
  await using visit = await site.visit(opened("/agents?source="), {width});
  const {page} = visit;
  await page.waitForSelector("#pass-plot svg");
  expect(await text(page, "#pass-reading")).toMatch(/^In banking, Qwen 3\.8 Max solves 55\.2 % \[46\.8, 63\.2\]/u);
  expect(await text(page, "#leaders")).toMatch(/pairs of submissions within a domain do not differ significantly/u);
  expect(await text(page, "#pass-table")).toContain("33, 11, 12, 10, 31");
  expect(await text(page, "#impossible")).toMatch(/GLM-5\s+banking\s+9\.79, 7\.22, 5\.67, 3\.09\s.*−5\.99 tasks solved 2 times/u);
  expect(await text(page, "#same-figures")).toContain("GPT-5 and Qwen3-Max-Thinking-Preview, telecom");
  await page.getByLabel("Domain", {exact: true}).selectOption({label: "telecom"});
  await expect.poll(() => text(page, "#pass-reading")).toMatch(/^In telecom, /u);
  expect(await page.locator("#pass-differences tbody tr").count()).toBeGreaterThan(1);
  await expectFaultless(visit);
});

test.each(WIDTHS)("Human opens on people's votes and GPT-4's at %i px", async width => {
  await using visit = await site.visit("/human?source=", {width});
  const {page} = visit;
  await page.waitForSelector("#against-overview:not(:empty)");
  await expect.poll(() => text(page, "#notice")).toContain("Shown: 3,355 votes of people on MT-Bench (");
  expect(await text(page, "#reading")).toContain("3,355 votes of 65 judges on 6 models: gpt-4");
  await expect
    .poll(() => text(page, "#against-overview"))
    .toMatch(/GPT-4 gives a person's verdict in 66\.2 % \[.*n = 3,355 .* another person does in 65\.5 % \[.*n = 2,368/u);
  expect(await page.locator("#observablehq-main .rb-simulated").count()).toBe(0);
  await expectFaultless(visit);
});

test.each(WIDTHS)("Tokens opens on Aider's results at %i px", async width => {
  await using visit = await site.visit(opened("/tokens?source="), {width});
  const {page} = visit;
  await page.waitForSelector("#aider-plot svg");
  expect(await text(page, "#aider-reading")).toMatch(/^gpt-5 \(high\) solves most: 88\.0 % \[.*n = 225/u);
  const [[runs]] = (await publishedRows("select count(*)::int from aider_runs where benchmark = 'polyglot'")) as [[number]];
  expect(await page.locator("#aider-table tbody tr").count()).toBe(runs);
  expect(await text(page, "#formats-reading")).toMatch(
    /^JSON instead of Markdown costs deepseek-coder V2 0724 most: −9\.5 \[−12\.1, −6\.8\] points/u
  );
  await page.getByLabel("Against", {exact: true}).selectOption({label: "completion tokens"});
  await expect.poll(() => text(page, "#aider-plot")).toContain("completion tokens");
  await expectFaultless(visit);
});

test.each(["/agents", "/tokens"])("%s of the starter book has its own results alone, marked as simulated", async path => {
  await using visit = await site.visit(opened(path));
  const {page} = visit;
  await page.waitForSelector(path === "/agents" ? "#agents-table" : "#spending");
  expect(await page.locator("#pass-plot, #aider-plot, #formats").count()).toBe(0);
  expect(await text(page, "#notice")).toContain("simulated");
  await expectFaultless(visit);
});

/** Answers of one benchmark by evaluation, of those whose tokens were counted. */
const answersTo = (suite: string) =>
  publishedRows(
    `select model, count(*)::int from samples semi join (select distinct base_task from points where list_contains(suites, '${suite}')) using (base_task) where trial = 0 group by all order by all`
  ) as Promise<[string, number][]>;

test("Tokens shows one benchmark of the published answers, with all of its models", async () => {
  const [mmlu, gsm] = await Promise.all([answersTo("mmlu-pro"), answersTo("gsm8k")]);
  await using visit = await site.visit(opened("/tokens?source="));
  const {page} = visit;
  await page.waitForSelector("#spending tbody tr");
  expect(await page.locator("#spending tbody tr").count()).toBe(mmlu.length);
  expect(await page.locator("#uncounted").count()).toBe(0);
  expect(await text(page, "#counted")).toContain(`of ${mmlu.length} evaluations`);
  await page.getByLabel("Suite", {exact: true}).selectOption("gsm8k");
  await expect.poll(() => page.locator("#spending tbody tr").count()).toBe(gsm.length);
  expect(await page.getByLabel("Suite", {exact: true}).locator("option", {hasText: "all together"}).count()).toBe(0);
  await expectFaultless(visit);
});

test("Extraction counts the answers of one benchmark", async () => {
  const answers = (await answersTo("mmlu-pro")).reduce((sum, [, n]) => sum + n, 0);
  await using visit = await site.visit("/extraction?source=");
  const {page} = visit;
  await page.waitForSelector("#rules-reading");
  expect(await text(page, "#rules-reading")).toContain(answers.toLocaleString("en"));
  await expectFaultless(visit);
});

// Pages that open on published answers without texts: Samples, Explore, Categories, Compression, Claims, and an open test of Compare.
import {afterAll, beforeAll, expect, test} from "vitest";
import {openSite, type Site, type Visit} from "./browser.js";
import {expectFaultless, publishedRows, WIDTHS} from "./published.js";
import {opened, text} from "./reading.js";

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.[Symbol.asyncDispose]());

async function faultless(visit: Visit): Promise<void> {
  expect(await visit.page.locator("#observablehq-main .rb-simulated").count()).toBe(0);
  await expectFaultless(visit);
}

test.each(WIDTHS)("Samples lists all answers, and an open one has the address of its text at %i px", async width => {
  const [[n, cut]] = (await publishedRows("select count(*)::int, count(*) filter (ended = 'cut')::int from samples")) as [
    [number, number]
  ];
  const [[eval_id, item_id, line, rule]] = (await publishedRows(
    "select eval_id, item_id, line, answer_rule from samples where model = '6b_verification' and answer is not null order by line limit 1"
  )) as [[string, string, number, string]];
  await using visit = await site.visit(`/samples?source=#sample=${eval_id}/${item_id}/0`, {width});
  const {page} = visit;
  await page.waitForSelector("#reader [data-texts='raw']");
  expect(await text(page, "#summary")).toContain(`${n.toLocaleString("en")} of ${n.toLocaleString("en")} samples`);
  expect(await text(page, "#without-texts")).toContain("not stored here");
  expect(await text(page, "#reader")).toContain(rule);
  expect(await text(page, "#reader [data-texts='raw']")).toMatch(
    new RegExp(`Published verdict\\s+(?:in)?correct.* record ${line} of `, "su")
  );
  const link = page.locator("#reader [data-texts='raw'] a");
  expect(await link.getAttribute("href")).toMatch(
    /^https:\/\/github\.com\/openai\/grade-school-math\/.*example_model_solutions\.jsonl$/u
  );
  expect(await link.getAttribute("rel")).toContain("noopener");
  await page.locator("#filters form", {hasText: "Outcome"}).locator("select").selectOption({label: "truncated"});
  await expect.poll(() => text(page, "#summary")).toContain(`${cut.toLocaleString("en")} of `);
  await faultless(visit);
});

test.each(WIDTHS)("Explore counts all answers, and those of one model, at %i px", async width => {
  const [[n, ofModel]] = (await publishedRows(
    "select count(*)::int, count(*) filter (model = 'gpt-4o-2024-08-06')::int from samples"
  )) as [[number, number]];
  await using visit = await site.visit("/explore?source=", {width});
  const {page} = visit;
  await page.waitForSelector(".rb-brush svg");
  const main = page.locator("#observablehq-main");
  expect(await main.innerText()).toContain(`${n.toLocaleString("en")} of ${n.toLocaleString("en")} samples`);
  await page.getByLabel("Evaluation", {exact: true}).selectOption({label: "gpt-4o-2024-08-06"});
  await expect.poll(() => main.innerText()).toContain(`${ofModel.toLocaleString("en")} of ${n.toLocaleString("en")} samples`);
  await faultless(visit);
});

test.each(WIDTHS)("Categories opens on the 14 of MMLU-Pro, and offers those of LiveBench, at %i px", async width => {
  await using visit = await site.visit(opened("/categories?source="), {width});
  const {page} = visit;
  await page.waitForSelector("#categories svg");
  expect(await text(page, "#states")).toMatch(/^14 categories, as MMLU-Pro names them, with 12,032 items/u);
  expect(await page.locator("#by-category tbody tr").count()).toBe(14);
  await page.getByLabel("Suite", {exact: true}).selectOption("livebench");
  await expect.poll(() => text(page, "#states")).toMatch(/^6 categories, as LiveBench names them, with 1,136 items/u);
  await faultless(visit);
});

test.each(WIDTHS)("Compression compares outcomes, and names the detectors' rates on real answers, at %i px", async width => {
  const [[loops]] = (await publishedRows("select count(*) filter (loop)::int from trace_flaws")) as [[number]];
  await using visit = await site.visit(opened("/compression?source="), {width});
  const {page} = visit;
  await page.waitForSelector("#difference-plot svg");
  await page.waitForSelector("#load-plot svg");
  expect(await text(page, "#flaws-sentence")).toContain(loops.toLocaleString("en"));
  expect(await text(page, "#checks-sentence")).toMatch(/^Of planted loops 100\.0 % .*n = 3,000/u);
  await page.locator("#flaws button", {hasText: "open"}).first().click();
  await page.waitForSelector("#flaw [data-texts='raw'] a");
  await faultless(visit);
});

test.each(WIDTHS)("Claims recomputes reported accuracies at %i px", async width => {
  await using visit = await site.visit("/claims?source=", {width});
  const {page} = visit;
  await page.waitForSelector("#claims tbody tr");
  expect(await text(page, "#sentence")).toBe("MMLU-Pro, TIGER-AI-Lab: of 20 figures 20 are reproduced.");
  expect(await text(page, "#claims tbody")).toMatch(/DeepSeek-Coder-V2.*63\.63.*6,586 of 10,351 answers are right/su);
  await faultless(visit);
});

test.each(WIDTHS)("an open test of Compare has the addresses of both texts at %i px", async width => {
  await using visit = await site.visit("/compare?source=", {width});
  const {page} = visit;
  await page.locator("#flips button", {hasText: "open"}).first().click();
  await expect.poll(() => page.locator("#side-by-side [data-texts='raw'] a").count()).toBe(2);
  await faultless(visit);
});

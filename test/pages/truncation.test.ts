import {afterAll, beforeAll, expect, test} from "vitest";
import {query} from "../../pipelines/store/sql.node.js";
import {openSite, type Site} from "./browser.js";
import {opened} from "./reading.js";

const folder = "data/store";
let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.[Symbol.asyncDispose]());

/** Readings per evaluation by the SQL macros: how many of each. */
async function readings(accuracy: number, truncation: number, grouping = ""): Promise<Record<string, number>> {
  const {rows} = await query(
    `with pooled as (select sum(correct) as hits, sum(correct + incorrect) as n, sum(guess_sum) as guess, sum(truncated) as cut
       from points group by eval_id${grouping}),
     ends as (select excess_low(hits, n, guess) as low, excess_high(hits, n, guess) as high,
       wilson_low(cut / (n + cut), n + cut) as cut_low, wilson_high(cut / (n + cut), n + cut) as cut_high from pooled),
     read as (select case when low >= ${accuracy} then 'able' when high < ${accuracy} then 'unable' else 'open' end as ability,
       case when cut_low > ${truncation} then 'cut' when cut_high <= ${truncation} then 'whole' else 'open' end as room from ends)
     select case when ability = 'open' or room = 'open' then 'open' else ability || ' ' || room end as reading, count(*) from read group by 1`,
    {folder}
  );
  return Object.fromEntries(rows as [string, number][]);
}

/** How many the page's sentence puts where. */
function told(sentence: string): Record<string, number> {
  const number = (pattern: RegExp) => Number(pattern.exec(sentence)?.[1]?.replaceAll(",", "") ?? 0);
  return {
    "able whole": number(/([\d,]+) (?:is|are) strong/),
    "able cut": number(/([\d,]+) (?:is|are) capable but context-limited/),
    "unable cut": number(/([\d,]+) ha(?:s|ve) both problems/),
    "unable whole": number(/([\d,]+) (?:is|are) capability-limited/),
    open: number(/([\d,]+) cannot be placed/)
  };
}
const withZeros = (counts: Record<string, number>) => ({...told(""), ...counts});

test("each evaluation sits in the quadrant where the SQL macros put it, at any threshold, by evaluation and by task", async () => {
  await using visit = await site.visit(opened("/truncation"));
  const {page} = visit;
  const reading = page.locator("#reading");
  await page.waitForSelector("#quadrants tbody tr");
  expect(told(await reading.innerText())).toEqual(withZeros(await readings(0.5, 0.05)));
  const [accuracy, truncation] = [page.locator("input[type=number]").first(), page.locator("input[type=number]").last()];
  await accuracy.fill("62");
  await truncation.fill("1");
  await page.waitForFunction(() => /truncation 1 %/.test(document.querySelector("#reading")?.textContent ?? ""));
  expect(told(await reading.innerText())).toEqual(withZeros(await readings(0.62, 0.01)));
  expect(page.url()).toContain("accuracy=62");
  await page.getByLabel("task of an evaluation").click();
  await page.waitForFunction(() => /tasks of evaluations/.test(document.querySelector("#reading")?.textContent ?? ""));
  const byTask = await readings(0.62, 0.01, ", base_task");
  expect(told(await reading.innerText())).toEqual(withZeros(byTask));
  const total = Object.values(byTask).reduce((a, b) => a + b, 0);
  expect(await page.locator("#quadrants tbody tr").count()).toBe(total);
  expect({outside: visit.outside, errors: await visit.errors()}).toEqual({outside: [], errors: []});
});

test("crosses have arms in both directions, and the four readings are named", async () => {
  await using visit = await site.visit(opened("/truncation"));
  const {page} = visit;
  await page.waitForSelector("#quadrant-plot svg");
  const evaluations = await page.locator("#quadrants tbody tr").count();
  const links = await page.locator("#quadrant-plot g[aria-label=link] path").count();
  expect(links).toBe(2 * evaluations);
  const text = await page.locator("#quadrant-plot svg").first().textContent();
  for (const name of ["strong", "capable but context-limited", "both problems", "capability-limited"])
    expect(text).toContain(name);
  expect(await page.locator("#quadrant-plot .rb-simulated").count()).toBe(1);
  const row = await page.locator("#quadrants tbody tr").first().innerText();
  expect(row).toMatch(/\d+\.\d % \[\d+\.\d, \d+\.\d\]\s+[\d,]+\s+\d+\.\d % \[\d+\.\d, \d+\.\d\]\s+[\d,]+/);
  expect(await visit.errors()).toEqual([]);
});

test("the point that is cut off most is the one that SQL finds, with its interval, for all models and for one", async () => {
  for (const search of ["", "sim-lynx-04"]) {
    await using visit = await site.visit(opened(search ? `/truncation#search=${search}` : "/truncation"));
    const {page} = visit;
    await page.waitForSelector("#points tbody tr");
    const {rows} = await query(
      `select base_task, sum((status = 2)::int) / count(*) as rate, count(*) as n, count(distinct item_id) as items from samples
       where contains(model, '${search}') group by base_task, params order by rate desc limit 1`,
      {folder}
    );
    const [task, rate, n, items] = rows[0] as [string, number, number, number];
    const [name, share, , samples, count] = await page.locator("#points tbody tr").first().locator("td").allInnerTexts();
    expect(name).toMatch(new RegExp(`^${task}`));
    expect(share).toMatch(new RegExp(`^${(100 * rate).toFixed(1)} % \\[\\d+\\.\\d, \\d+\\.\\d\\]$`));
    expect([samples, count]).toEqual([n.toLocaleString("en"), items.toLocaleString("en")]);
    expect(await page.locator("#worst").innerText()).toContain(`${name} is truncated most: ${share}`);
    expect(await visit.errors()).toEqual([]);
  }
});

test("nothing is cut off at 400 px in the dark, where names keep the values that tell points apart", async () => {
  await using visit = await site.visit(opened("/truncation"), {width: 400, dark: true});
  const {page} = visit;
  await page.waitForSelector("#points-plot svg");
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  const names = await page.locator("#points-plot g[aria-label='y-axis tick label'] text").allTextContents();
  expect(names.length).toBeGreaterThan(10);
  expect(new Set(names).size).toBe(names.length);
  expect(await visit.errors()).toEqual([]);
});

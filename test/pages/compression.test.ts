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

const text = (n: number) => n.toLocaleString("en");

test("loops and garble are counted as the table says, with their interval and n, and models built to loop are found", async () => {
  await using visit = await site.visit(opened("/compression"));
  const {page} = visit;
  await page.waitForSelector("#entropy tbody tr");
  await page.waitForSelector("#built-plot svg");
  const {rows} = await query(
    `select count(*), count(*) filter (loop), count(garble), count(first_512), (select count(*) from samples) from traces`,
    {folder}
  );
  const [traces, loops, garbled, matched, samples] = rows[0] as number[];
  const flaws = await page.locator("#flaws-sentence").innerText();
  expect(flaws).toContain(`${text(loops!)} of ${text(traces!)} traces run in a loop`);
  expect(flaws).toContain(
    garbled === 0 ? `none of ${text(traces!)} traces are garbled` : `${text(garbled!)} of ${text(traces!)} traces are garbled`
  );
  const said = await page.locator("#matched").innerText();
  expect(said).toContain(`${text(matched!)} of ${text(traces!)} traces are that long`);
  // Episodes are many responses in one, and have no trace.
  const {rows: episodes} = await query(
    "select (select count(*) from samples where base_task = 'zen-agent'), (select count(*) from traces where base_task = 'zen-agent')",
    {folder}
  );
  expect(episodes[0]![0]).toBeGreaterThan(0);
  expect(episodes[0]![1]).toBe(0);
  expect(said.includes(`The table holds ${text(traces!)} of ${text(samples!)} responses`)).toBe(traces! < samples!);
  // Truth: the reference models whose looping probability is above a tenth.
  const {rows: built} = await query(
    "select count(distinct model) from reference_models where faculty = 'looping_probability' and value > 0.1",
    {folder}
  );
  expect(await page.locator("#built").innerText()).toContain(
    `${built[0]![0]} of the ${built[0]![0]} simulated models that were built to loop`
  );
  const [worst] = (
    await query(
      "select model, count(*) filter (loop) / count(*) as rate, count(*) from traces group by model order by rate desc limit 1",
      {folder}
    )
  ).rows as [string, number, number][];
  const first = await page.locator("#entropy tbody tr").first().innerText();
  expect(first).toContain(worst![0]);
  expect(first).toMatch(new RegExp(`${(100 * worst![1]).toFixed(1)} % \\[\\d+\\.\\d, \\d+\\.\\d\\]`));
  expect(first).toContain(text(worst![2]));
  for (const chart of ["#difference-plot", "#slope-plot", "#load-plot", "#built-plot"])
    expect(await page.locator(`${chart} .rb-simulated`).count()).toBe(1);
  expect({outside: visit.outside, errors: await visit.errors()}).toEqual({outside: [], errors: []});
});

test("planted faults and clean texts stand with their rates, and the faults that are not looked for are named so", async () => {
  await using visit = await site.visit(opened("/compression"));
  const {page} = visit;
  await page.waitForSelector("#checks tbody tr");
  const {rows} = await query(`select detector, "case", planted, claimed, n, found from trace_checks`, {folder});
  expect(await page.locator("#checks tbody tr").count()).toBe(rows.length);
  for (const [, name, planted, claimed, n, found] of rows as [string, string, boolean, boolean, number, number][]) {
    const line = page.locator("#checks tbody tr").filter({hasText: name}).first();
    expect(await line.innerText()).toContain(text(n));
    if (planted && claimed) expect(found / n).toBeGreaterThan(0.95);
    if (!planted) expect(found / n).toBeLessThan(0.001);
    if (!claimed) expect(await line.innerText()).toContain("not what it looks for");
  }
  expect(await page.locator("#checks-sentence").innerText()).toMatch(
    /Of planted loops 100\.0 % \[\d+\.\d, 100\.0\] are found \(n = [\d,]+\)/
  );
  expect(await visit.errors()).toEqual([]);
});

test("the difference by outcome is that of SQL, within points of which half the traces are long enough", async () => {
  await using visit = await site.visit(opened("/compression#part=last_1024&search=sim-lynx-04"));
  const {page} = visit;
  await page.waitForSelector("#entropy tbody tr");
  const {rows} = await query(
    `with cells as (select base_task, params, status, count(*) as n, count(last_1024) as m, avg(last_1024) as bytes from traces
       where model = 'sim-lynx-04' group by all having m >= 0.5 * n and m > 0)
     select 8 / 1024 * sum(c.m * t.m / (c.m + t.m) * (t.bytes - c.bytes)) / sum(c.m * t.m / (c.m + t.m))
     from cells t join cells c using (base_task, params) where t.status = 2 and c.status = 1`,
    {folder}
  );
  const cells = await page.locator("#entropy tbody tr").first().locator("td").allInnerTexts();
  const difference = Number(cells[3]!.split(" ")[0]!.replace("−", "-"));
  expect(difference).toBeCloseTo(rows[0]![0] as number, 2);
  // It runs in circles, so the ends of its truncated traces must be far more repetitive.
  expect(difference).toBeLessThan(-1);
  expect(await page.locator("#outcomes").innerText()).toContain(
    "truncated traces are denser than correct ones in 0 of 1 evaluations and more repetitive in 1"
  );
  expect(await visit.errors()).toEqual([]);
});

test("a flagged trace opens as inert text with its loop marked; part, task and trace stay in the address", async () => {
  await using visit = await site.visit(opened("/compression"));
  const {page} = visit;
  await page.waitForSelector("#flaws tbody tr");
  const before = await page.locator("#outcomes").innerText();
  await page.getByLabel("Compared", {exact: true}).selectOption({label: "last 1,024 bytes"});
  await page.waitForFunction(said => document.querySelector("#outcomes")?.textContent !== said, before);
  await page.getByLabel("Task", {exact: true}).selectOption("brackets");
  await page.waitForFunction(() =>
    [...document.querySelectorAll("#flaws tbody tr")].every(row => row.textContent!.includes("brackets"))
  );
  await page.locator("#flaws button.rb-name").first().click();
  await page.waitForSelector("#flaw .rb-loop .rb-untrusted");
  const block = (await page.locator("#flaw .rb-loop .rb-untrusted").textContent())!;
  expect(block.length).toBeGreaterThan(10);
  expect(await page.locator("#flaw .rb-text *:not(p, div, span)").count()).toBe(0);
  const found = await page.locator("#flaws tbody tr").first().innerText();
  const [, period, copies] = /([\d,]+) characters, ([\d,]+) times/.exec(found)!;
  expect(block.length).toBe(Number(period!.replaceAll(",", "")));
  expect(await page.locator("#flaw").innerText()).toContain(`occurs here ${copies} times`);
  const {hash} = new URL(page.url());
  for (const key of ["part=last_1024", "task=brackets", "trace="]) expect(hash).toContain(key);
  await using again = await site.visit(`/compression${hash}`);
  await again.page.waitForSelector("#flaw .rb-loop .rb-untrusted");
  expect(await again.page.locator("#flaw .rb-loop .rb-untrusted").textContent()).toBe(block);
  expect({outside: visit.outside, errors: [...(await visit.errors()), ...(await again.errors())]}).toEqual({
    outside: [],
    errors: []
  });
});

test("nothing is cut off at 400 px in the dark; a search without a match says so", async () => {
  await using visit = await site.visit(opened("/compression"), {width: 400, dark: true});
  const {page} = visit;
  await page.waitForSelector("#built-plot svg");
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await page.getByLabel("Model", {exact: true}).fill("no such model");
  await page.waitForSelector("#flaws-sentence:has-text('No trace passes the filters')");
  expect(await visit.errors()).toEqual([]);
});

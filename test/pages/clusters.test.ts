import {readFileSync} from "node:fs";
import {join} from "node:path";
import type {Page} from "playwright-core";
import {afterAll, beforeAll, expect, test} from "vitest";
import {query} from "../../pipelines/store/sql.node.js";
import {siteOf} from "../foreign/site.js";
import {workbook} from "../workbook.js";
import {openSite, type Site} from "./browser.js";
import {opened} from "./reading.js";

/** The simulated models of the lowest and the highest ability. */
const [WEAK, STRONG] = ["sim-heron-01", "sim-tundra-08"];

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.[Symbol.asyncDispose]());

const ask = async (text: string): Promise<unknown[][]> => (await query(text, {folder: "data/store"})).rows;
const reading = async (page: Page) => (await page.locator("#reading, #method").allInnerTexts()).join(" ");
const number = (text: string | undefined) => Number(text?.replaceAll(",", ""));

interface Line {
  name: string;
  letters: string[];
  low: number;
  high: number;
  n: number;
  better: number;
  tied: number;
  worse: number;
}
/** The table as a reader sees it. */
async function lines(page: Page): Promise<Line[]> {
  const rows = await page.locator("#letters tbody tr").all();
  return Promise.all(
    rows.map(async row => {
      const [, name, rate, letters, n, better, tied, worse] = await row.locator("td").allInnerTexts();
      const [, low, high] = /\[([\d.−]+), ([\d.]+)\]/.exec(rate!)!;
      return {
        name: name!.replace("simulated", "").trim(),
        letters: letters!.split(" "),
        low: number(low!.replace("−", "-")),
        high: number(high),
        n: number(n),
        better: number(better),
        tied: number(tied),
        worse: number(worse)
      };
    })
  );
}

test("letters, counts and sentence agree: a letter is shared by exactly the pairs that are not told apart", async () => {
  await using visit = await site.visit(opened("/clusters"));
  const {page} = visit;
  await page.waitForSelector("#matrix svg");
  const table = await lines(page);
  const [, pairs, size, told] = /Of ([\d,]+) pairs of ([\d,]+) evaluations, ([\d,]+) differ significantly/.exec(
    await reading(page)
  )!;
  expect(number(size)).toBe(table.length);
  expect(number(pairs)).toBe((table.length * (table.length - 1)) / 2);
  let shared = 0;
  for (const [i, a] of table.entries())
    for (const b of table.slice(i + 1)) if (a.letters.some(letter => b.letters.includes(letter))) shared++;
  expect(shared).toBe(number(pairs) - number(told));
  expect(table.reduce((sum, {tied}) => sum + tied, 0)).toBe(2 * shared);
  for (const {better, tied, worse} of table) expect(better + tied + worse).toBe(table.length - 1);
  expect(new Set(table.flatMap(({letters}) => letters)).size).toBe(number(/name ([\d,]+) /.exec(await reading(page))![1]));
  expect(await page.locator("#notice").innerText()).toContain("not language models");
  expect({outside: visit.outside, errors: await visit.errors()}).toEqual({outside: [], errors: []});
});

test("the numbers of common tests are those that SQL finds in the tables", async () => {
  const common = `select least(a.model, b.model), greatest(a.model, b.model), count(*) as n from samples a join samples b using (item_id)
    where a.model < b.model and a.status < 2 and b.status < 2 and a.trial = 0 and b.trial = 0 group by all`;
  const [[least, most]] = (await ask(`select min(n), max(n) from (${common})`)) as [[number, number]];
  const [[asked]] = (await ask("select count(*) from items")) as [[number]];
  const count = (n: number) => n.toLocaleString("en-US");
  await using visit = await site.visit(opened("/clusters"));
  await expect
    .poll(() => reading(visit.page))
    .toContain(`between ${count(least)} and ${count(most)} of ${count(asked)} tests in common`);
});

test("where intervals decide, those are tied whose intervals in the table overlap", async () => {
  await using visit = await site.visit(opened("/clusters#method=overlap&most=16"));
  await visit.page.waitForSelector("#matrix svg");
  const table = await lines(visit.page);
  expect(table).toHaveLength(16);
  // Ends are shown to a tenth of a percent: pairs nearer than that may go either way.
  for (const a of table)
    for (const b of table) {
      const gap = Math.max(a.low - b.high, b.low - a.high);
      if (a !== b && Math.abs(gap) > 0.11) expect(a.letters.some(letter => b.letters.includes(letter))).toBe(gap < 0);
    }
  expect(await reading(visit.page)).toContain("differ: their 95 % intervals do not overlap");
});

test("filters narrow tests and evaluations and stay in the address", async () => {
  await using visit = await site.visit(opened("/clusters"));
  const {page} = visit;
  await page.waitForSelector("#matrix svg");
  const before = await reading(page);
  const [[task]] = (await ask("select base_task from points group by base_task, params order by base_task limit 1")) as [
    [string]
  ];
  await page.getByLabel("Task", {exact: true}).selectOption({label: task});
  await expect.poll(() => reading(page)).not.toBe(before);
  const [[asked]] = (await ask(`select count(*) from items where base_task = '${task}'`)) as [[number]];
  expect(await reading(page)).toContain(`of ${asked.toLocaleString("en-US")} tests in common`);
  await page.getByPlaceholder("part of a name").fill("-08");
  await expect.poll(async () => (await lines(page)).length).toBe(8);
  expect((await lines(page)).every(({name}) => name.endsWith("-08"))).toBe(true);
  await using again = await site.visit(page.url());
  await expect.poll(() => reading(again.page)).toBe(await reading(page));
  await page.getByPlaceholder("part of a name").fill("no such model");
  await expect.poll(() => reading(page)).toContain("nothing to compare");
  expect(await visit.errors()).toEqual([]);
});

test("at a single point an error over points is one over tests, the sentence says so, and a strong model differs from a weak one", async () => {
  await using book = await workbook({
    "suites/small.yaml": "tasks:\n  - {task: boolean, params: {length: 16}, tiers: {easy: {length: 16}}}\n",
    "models/two.yaml": `endpoint: "reference:"\nmodels: [${[WEAK, STRONG].map(id => `{id: ${id}}`).join(", ")}]\n`,
    "book.yaml":
      "suite: suites/small.yaml\nmodels: [models/two.yaml]\ntemplate: templates/plain.yaml\nsampler: samplers/greedy.yaml\nprecision: {min: 200, step: 200, max: 200, width: 0.01}\nseed: 7\n"
  });
  const ran = await book.command("run");
  expect(ran.code, ran.stderr).toBe(0);
  const store = join(book.root, "data/store");
  // McNemar's statistic of their answers to the same tests.
  const [[z]] = (
    await query(
      `select (count(*) filter (strong and not weak) - count(*) filter (weak and not strong)) / sqrt(count(*) filter (strong <> weak))
      from (select bool_or(status = 1) filter (model = '${STRONG}') as strong, bool_or(status = 1) filter (model = '${WEAK}') as weak from samples group by item_id)`,
      {folder: store}
    )
  ).rows as [number[]];
  expect(z).toBeGreaterThan(5);
  await using small = await siteOf(store, ["clusters"]);
  await using visit = await small.visit(opened("/clusters#task=boolean&tier=easy&error=points"));
  const {page} = visit;
  await page.waitForSelector("#matrix svg");
  const told = async () => number(/([\d,]+) differ/.exec(await reading(page))![1]);
  expect(await reading(page)).toContain("with the error over tests, since they all lie in one point");
  expect(await told()).toBe(1);
  await page.getByLabel("Clustering", {exact: true}).selectOption({label: "tests like these"});
  await expect.poll(() => reading(page)).toContain("with the error over tests of these points");
  expect(await told()).toBe(1);
});

test("stricter control tells fewer apart, and a cell opens its comparison", async () => {
  await using visit = await site.visit(opened("/clusters#most=8"));
  const {page} = visit;
  await page.waitForSelector("#matrix svg");
  const told = async () => number(/([\d,]+) differ/.exec(await reading(page))![1]);
  const loose = await told();
  await page.getByLabel("Test method", {exact: true}).selectOption({index: 1});
  await expect.poll(() => reading(page)).toContain("Benjamini–Yekutieli");
  expect(await told()).toBeLessThanOrEqual(loose);
  const names = (await lines(page)).map(({name}) => name);
  await page.locator("#matrix [role=gridcell]").first().click();
  await page.waitForSelector("#difference svg");
  const hash = new URLSearchParams(new URL(page.url()).hash.slice(1));
  expect([hash.get("a"), hash.get("b")].every(name => names.includes(name!))).toBe(true);
  expect(await page.locator("#difference h3").innerText()).toContain(`${hash.get("a")} (A) minus ${hash.get("b")} (B)`);
});

test("the table can be saved as CSV, one line each", async () => {
  await using visit = await site.visit(opened("/clusters#most=8"));
  await visit.page.waitForSelector("#matrix svg");
  const [download] = await Promise.all([visit.page.waitForEvent("download"), visit.page.getByText("Download CSV").click()]);
  const saved = readFileSync(await download.path(), "utf8")
    .trim()
    .split("\r\n");
  expect(saved[0]).toMatch(/^rank,name,eval_id,model/);
  expect(saved).toHaveLength(9);
});

test.each([400, 1200])("nothing is cut off at %d pixels", async width => {
  await using visit = await site.visit(opened("/clusters"), {width, dark: width === 400});
  await visit.page.waitForSelector("#matrix svg");
  expect(await visit.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  const cut = await visit.page.evaluate(() => {
    const svg = [...document.querySelectorAll("#matrix svg")].at(-1)!;
    const frame = svg.getBoundingClientRect();
    return [...svg.querySelectorAll('[aria-label="y-axis tick label"] text')]
      .filter(label => label.getBoundingClientRect().left < frame.left)
      .map(label => label.textContent);
  });
  expect(cut).toEqual([]);
});

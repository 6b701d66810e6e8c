import {readdirSync, readFileSync} from "node:fs";
import {join} from "node:path";
import {setTimeout as sleep} from "node:timers/promises";
import {tableFromIPC} from "apache-arrow";
import type {Page} from "playwright-core";
import {afterAll, beforeAll, expect, test} from "vitest";
import {estimateTables} from "../../pipelines/store/estimates.sql.js";
import {openSite, type Site, type Visit} from "./browser.js";

const RUNAWAY = "select sum(a.range * b.range) from range(1000000) a, range(1000000) b";
let site: Site;
/** The console that tests share which only ask; opening it takes longer than most of them. */
let open: Visit;
beforeAll(async () => {
  site = await openSite();
  open = await site.visit("/sql");
});
afterAll(async () => {
  await site?.[Symbol.asyncDispose]();
});

async function ask(page: Page, query: string): Promise<void> {
  await page.locator("#sql-text").fill(query);
  await page.locator("#sql-text").press("Control+Enter");
}
const status = (page: Page) => page.locator("#sql-status").textContent();
const settled = (page: Page) => expect.poll(() => status(page)).not.toMatch(/^(running …)?$/);
const cells = (page: Page) => page.locator("#sql-result tbody tr").first().locator("td").allTextContents();

test("the console answers with rows, their number, lists and nulls as text", async () => {
  await ask(
    open.page,
    "select 1 + 1 as two, [1, 2] as list, null as nothing, {'a': 'b'} as struct, timestamp '2020-01-02 03:04:05' as t, 'x' as two;"
  );
  await settled(open.page);
  expect(await status(open.page)).toMatch(/^1 row in /);
  expect(await cells(open.page)).toEqual(["2", "[1, 2]", "null", "{a: b}", "2020-01-02T03:04:05.000Z", "x"]);
  expect(await open.errors()).toEqual([]);
});

test("every published table can be asked, and the macros pool counters", async () => {
  await open.page.waitForSelector(".rb-schema summary", {state: "attached"});
  const tables = await open.page.locator(".rb-schema summary > code:first-of-type").allTextContents();
  const loaders = readdirSync(join(import.meta.dirname, "../../loaders")).filter(name => name.endsWith(".parquet.ts"));
  const views = ["results", ...Object.keys(estimateTables)];
  expect(tables.toSorted()).toEqual([...views, ...loaders.map(name => name.replace(/\..*/, ""))].sort());
  for (const details of await open.page.locator(".rb-schema details").all()) {
    expect(await details.locator("dt").count()).toBeGreaterThan(1);
    expect(
      (await details.locator("summary, dd").evaluateAll(all => all.map(each => each.textContent!.trim()))).every(Boolean)
    ).toBe(true);
  }
  const counts = tables.map(name => `select '${name}' as name, count(*)::int as n from ${name}`);
  for (const half of [counts.slice(0, counts.length / 2), counts.slice(counts.length / 2)]) {
    await ask(open.page, half.join(" union all "));
    await settled(open.page);
    expect(await status(open.page)).toMatch(new RegExp(`^${half.length} rows`));
  }
  await ask(open.page, "select excess_accuracy(75, 100, 50.0) as p, excess_low(75, 100, 50.0) < 0.5 as below");
  await expect.poll(() => cells(open.page)).toEqual(["0.5", "true"]);
  await ask(
    open.page,
    `select sum(n)::int = (select sum(correct + incorrect)::int from points where list_contains(suites, 'starter')) as whole,
      bool_and(low <= score and score <= high) as inside from results where suite = 'starter'`
  );
  await expect.poll(() => cells(open.page)).toEqual(["true", "true"]);
});

test("it opens with the answer to its first query, and fetches no table that this does not name", async () => {
  await using visit = await site.visit("/sql");
  const tables: string[] = [];
  visit.page.on("request", request => tables.push(...(/\/(\w+)\.[^/]*\.parquet$/.exec(request.url())?.slice(1) ?? [])));
  await expect.poll(() => status(visit.page)).toMatch(/^\d+ rows in /);
  expect(await visit.page.locator("#sql-result tbody tr").count()).toBeGreaterThan(1);
  expect(new Set(tables)).toEqual(new Set(["points"]));
  await ask(
    visit.page,
    "select count(*)::int as n from information_schema.tables where table_name in ('votes', 'spectra', 'samples')"
  );
  await expect.poll(() => cells(visit.page)).toEqual(["3"]);
  expect(await visit.errors()).toEqual([]);
});

test("a long result shows its first 1,000 rows and says how many there are", async () => {
  await ask(open.page, "select range as n from range(123456)");
  await settled(open.page);
  expect(await status(open.page)).toMatch(/^first 1,000 of 123,456 rows/);
  expect(await open.page.locator("#sql-result tbody tr").count()).toBe(1000);
});

test("a query that never ends can be cancelled, and the next one is answered", async () => {
  await using visit = await site.visit("/sql");
  await ask(visit.page, RUNAWAY);
  await expect.poll(() => status(visit.page)).toContain("running");
  await visit.page.waitForTimeout(1_000);
  await visit.page.locator("#sql-cancel").click();
  await expect.poll(() => status(visit.page)).toContain("cancelled");
  await ask(visit.page, "select count(*) > 0 as answered from points");
  await expect.poll(() => cells(visit.page)).toEqual(["true"]);
  await expect.poll(() => visit.page.workers().length).toBe(1);
  expect(await visit.errors()).toEqual([]);
});

test("cancelling ends a query that was asked while another ran, too", async () => {
  await using visit = await site.visit("/sql");
  await ask(visit.page, RUNAWAY);
  await expect.poll(() => status(visit.page)).toContain("running");
  await ask(visit.page, `${RUNAWAY} where a.range > 1`);
  await visit.page.locator("#sql-cancel").click();
  await expect.poll(() => status(visit.page)).toContain("cancelled");
  await expect.poll(() => visit.page.locator("#sql-run").isEnabled()).toBe(true);
});

test("a query is stopped after its time limit, in words that say what to do", async () => {
  await using visit = await site.visit("/sql", {apart: true});
  await settled(visit.page); // or the page's first query would still run while the clock is put forward
  await visit.page.clock.install();
  await ask(visit.page, RUNAWAY);
  await expect.poll(() => status(visit.page)).toMatch(/^running/);
  await visit.page.clock.fastForward(29_000);
  expect(await status(visit.page)).toMatch(/^running/);
  const statusLater = async () => {
    await visit.page.clock.fastForward(2_000); // again if the limit began to count later than the status
    return status(visit.page);
  };
  await expect.poll(statusLater).toContain("stopped after 30 seconds");
});

test("a link restores query and result", async () => {
  await using visit = await site.visit("/sql");
  await ask(visit.page, "select 'ä & ü #1' as kept");
  await settled(visit.page);
  await using again = await site.visit(visit.page.url());
  await expect.poll(() => cells(again.page)).toEqual(["ä & ü #1"]);
});

test("an error is one plain line and leaves the console usable", async () => {
  await ask(open.page, "select * from nowhere");
  await settled(open.page);
  expect(await status(open.page)).toBe("table with name nowhere does not exist.");
  await ask(open.page, "selec 1");
  await expect.poll(() => status(open.page)).toMatch(/^not valid SQL: .*selec/);
  for (const text of ["select tokens_completion from points", "select sum(p.tokens_completion) from points p"]) {
    await ask(open.page, `${text} -- under its old name`);
    await expect.poll(() => status(open.page)).toBe('no column "tokens_completion": it is called "completion_tokens" now');
    await ask(open.page, "select 1 as one");
    await expect.poll(() => cells(open.page)).toEqual(["1"]);
  }
});

test("SQL of later versions of DuckDB is answered by the SQL to write instead", async () => {
  for (const [query, instead] of [
    ["select max(correct, 3) from points", "`list(x order by x desc)[1:n]`"],
    ["select * rename (model as m) from points", "`* exclude (x), x as y`"],
    ["select * like 'm%' from points", "`columns('c')`"],
    ["select list_filter([1, 2], lambda v: v > 1)", "`v -> v + 1`"],
    ["select params ->> 'length' from points", "`regexp_extract("],
    ["select sha1(model) from points", "`npm run sql`"]
  ] as const) {
    await ask(open.page, query);
    await expect.poll(() => status(open.page), {message: query}).toContain(instead);
    expect(await status(open.page)).toContain("pages run DuckDB 0.9.1");
  }
  await ask(open.page, "select range(3) as v");
  await expect
    .poll(() => open.page.locator("#sql-result .rb-error").allTextContents())
    .toEqual([expect.stringContaining("`range(3)::int[]`")]);
  await ask(open.page, "select range(3)::int[] as v");
  await expect.poll(() => cells(open.page)).toEqual(["[0, 1, 2]"]);
  expect(await open.page.locator("#sql-result .rb-error").count()).toBe(0);
  expect(await open.errors()).toEqual([]);
});

test("markup, escapes and addresses in results and queries stay inert", async () => {
  await ask(
    open.page,
    `select '<img src=x onerror="document.title=1">' as markup, '[x](https://example.com/)' as link, chr(27) || '[31mred' || chr(8238) || 'abc' as hidden`
  );
  await settled(open.page);
  expect(await cells(open.page)).toEqual([
    '<img src=x onerror="document.title=1">',
    "[x](https://example.com/)",
    "red⟨U+202E⟩abc"
  ]);
  expect(await open.page.locator("#sql-result img, #sql-result a").count()).toBe(0);
  expect(await open.page.title()).toContain("SQL");
  expect(await open.errors()).toEqual([]);
});

test("a query that names an outside address sends nothing there", async () => {
  for (const query of [
    "from 'https://example.com/a.parquet'",
    "select * from read_csv_auto('http://example.com/a.csv')",
    "copy (select 1) to 'https://example.com/b.parquet'",
    "install spatial",
    " Attach 'https://example.com/c.db'"
  ]) {
    await ask(open.page, query);
    await expect.poll(() => status(open.page), {message: query}).toContain("this page reads its own tables only");
    await ask(open.page, "select 1 as one");
    await expect.poll(() => cells(open.page)).toEqual(["1"]);
  }
  expect(open.outside).toEqual([]);
});

test("tables and columns are completed, and the place of a mistake is marked", async () => {
  await using visit = await site.visit("/sql");
  await settled(visit.page);
  await visit.page.locator("#sql-text").fill("");
  await visit.page.locator("#sql-text").pressSequentially("select * from sample_w");
  await visit.page.locator(".cm-tooltip-autocomplete li", {hasText: "sample_words"}).waitFor();
  await sleep(200); // the editor takes no proposal that has just appeared
  await visit.page.keyboard.press("Tab");
  await expect.poll(() => visit.page.locator("#sql-text").innerText()).toBe("select * from sample_words");
  await ask(visit.page, "select 1 as a,\n  nowhere from points");
  await expect.poll(() => status(visit.page)).toContain('"nowhere" not found');
  expect(await visit.page.locator(".cm-lintRange-error").allTextContents()).toEqual(["nowhere"]);
  await ask(visit.page, "select 1 as one");
  await expect.poll(() => cells(visit.page)).toEqual(["1"]);
  expect(await visit.page.locator(".cm-lintRange-error").count()).toBe(0);
  expect(await visit.errors()).toEqual([]);
});

test("a result is saved in every format, becomes cells of a page, and its query is remembered", async () => {
  await using visit = await site.visit("/sql", {apart: true});
  await settled(visit.page);
  await ask(visit.page, "select 'a' as name, 1 as n union all select 'b', 2 order by 1");
  await expect.poll(() => cells(visit.page)).toEqual(["a", "1"]);
  const saved = async (label: string) => {
    const [file] = await Promise.all([
      visit.page.waitForEvent("download"),
      visit.page.locator("#sql-save button", {hasText: label}).click()
    ]);
    return readFileSync(await file.path());
  };
  expect((await saved("Download CSV")).toString()).toBe("name,n\r\na,1\r\nb,2\r\n");
  expect(JSON.parse((await saved("JSON")).toString())).toEqual([
    {name: "a", n: 1},
    {name: "b", n: 2}
  ]);
  expect((await saved("Parquet")).subarray(0, 4).toString()).toBe("PAR1");
  expect(tableFromIPC(await saved("Arrow")).numRows).toBe(2);
  await visit.page.getByText("Copy as page").click();
  expect(await visit.page.locator("#sql-page").inputValue()).toContain("select 'a' as name, 1 as n");
  await visit.page.reload();
  await settled(visit.page);
  expect(await visit.page.locator("#sql-history li").first().textContent()).toContain("select 'a' as name");
  expect(await visit.errors()).toEqual([]);
});

test("rows can be plotted by chosen columns", async () => {
  await using visit = await site.visit("/sql");
  await visit.page.locator(".rb-chip", {hasText: "Accuracy against tokens"}).click();
  await settled(visit.page);
  await visit.page.locator(".rb-plot summary").click();
  await visit.page.waitForSelector("#sql-plot svg");
  for (const mark of ["line", "bar", "dot"]) {
    await visit.page.getByLabel("mark").selectOption(mark);
    await visit.page.getByLabel("x", {exact: true}).selectOption(mark === "bar" ? "model" : "tokens_per_answer");
    expect(await visit.page.locator(`#sql-plot g[aria-label="${mark === "bar" ? "bar" : mark}"] > *`).count()).toBeGreaterThan(0);
  }
  expect(await visit.errors()).toEqual([]);
});

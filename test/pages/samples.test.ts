// Page Samples over the built site: what a reader finds, reads, compares, marks and takes away; and over stores that lack something.
import {createWriteStream, mkdtempSync, readFileSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {finished} from "node:stream/promises";
import type {Page} from "playwright-core";
import {afterAll, beforeAll, expect, test, vi} from "vitest";
import {MOST_TEXTS, publish} from "../../pipelines/store/publish.node.js";
import {openTables} from "../../pipelines/store/sql.node.js";
import {faults, settled, siteOf} from "../foreign/site.js";
import {storeOf} from "../foreign/stores.js";
import {openSite, type Site, type Visit} from "./browser.js";

let site: Site;
let open: Visit;
beforeAll(async () => {
  site = await openSite();
  open = await site.visit("/samples");
});
afterAll(async () => {
  await site?.[Symbol.asyncDispose]();
});

const summary = (page: Page) => page.locator("#summary").innerText();
const field = (page: Page, label: string) => page.locator("#filters form", {hasText: label}).locator("input, select").first();
const lines = (page: Page) => page.locator("#list tbody tr");
const filled = (page: Page) => expect.poll(() => page.locator("#list td", {hasText: /^…$/}).count()).toBe(0);

/** What the store itself says. */
async function asked<Row>(query: string): Promise<Row[]> {
  const {connection, close} = await openTables(join("data", "store"));
  try {
    return (await connection.runAndReadAll(query)).getRowObjectsJS() as Row[];
  } finally {
    close();
  }
}

test("filters and words count what the store's tables count, each share with its interval", async () => {
  const {page} = open;
  await lines(page).first().waitFor();
  const count = async (where: string) =>
    (
      await asked<{n: number}>(
        `select count(*)::int as n from samples join responses using (eval_id, item_id, trial) where ${where}`
      )
    )[0]!.n;
  const shown = (n: number) => expect.poll(() => summary(page)).toMatch(new RegExp(`^${n.toLocaleString("en")} of `));
  expect(await summary(page)).toMatch(
    /correct \d+\.\d % \[\d+\.\d, \d+\.\d\], incorrect .*, truncated .*; n = [\d,]+\..*simulated/s
  );
  await field(page, "Outcome").selectOption({label: "incorrect"});
  await shown(await count("status = 0"));
  await field(page, "Tokens").fill("100-200");
  await shown(await count("status = 0 and completion_tokens between 100 and 200"));
  await field(page, "Outcome").selectOption({label: "all"});
  await field(page, "Tokens").fill("");
  await field(page, "Words").fill("true answer");
  const word = (name: string) =>
    `regexp_matches(lower(coalesce(reasoning, '') || ' ' || text), '(^|[^\\p{L}\\p{N}\\p{M}])${name}([^\\p{L}\\p{N}\\p{M}]|$)')`;
  await shown(await count(`${word("true")} and ${word("answer")}`));
  await field(page, "Words").fill("nosuchwordanywhere");
  await expect.poll(() => summary(page)).toMatch(/^None of [\d,]+ samples passes/);
  await field(page, "Words").fill("");
  await field(page, "Tokens").fill("many");
  await expect.poll(() => summary(page)).toContain('"many" is not a range');
  await field(page, "Tokens").fill("");
  expect(await open.errors()).toEqual([]);
});

test("where the numbers of all samples are large, those of one evaluation are read first, and others when they are asked for", async () => {
  await using visit = await site.visit("about:blank", {apart: true});
  const {page} = visit;
  // The page is told that the file is large: its own size would be so from some three million samples on.
  const enlarged = (html: string) =>
    html
      .replace(/("name":"[^"]*sample_index\.parquet"[^}]*?"size":)\d+/gu, "$199999999")
      .replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/u, ""); // it knows the digest of the script that names the size
  await page.route(/\/samples(\.html)?\?source=starter$/, async route => {
    const answer = await route.fetch();
    const html = await answer.text();
    expect(enlarged(html)).not.toBe(html);
    await route.fulfill({response: answer, body: enlarged(html)});
  });
  await page.goto(`${site.url}/samples?source=starter`);
  await lines(page).first().waitFor();
  const evaluations = await asked<{eval_id: string; n: number; wrong: number}>(
    "select eval_id, count(*)::int as n, (count(*) filter (status = 0))::int as wrong from samples group by model, template, sampler, eval_id order by model, template, sampler, eval_id"
  );
  const all = evaluations.reduce((sum, {n}) => sum + n, 0);
  const shown = (n: number) =>
    expect.poll(() => summary(page)).toMatch(new RegExp(`^${n.toLocaleString("en")} of ${all.toLocaleString("en")} samples`));
  const evaluation = field(page, "Evaluation");
  const chosen = async () =>
    (await page.evaluate(() => new URLSearchParams(location.hash.slice(1)).get("evaluation"))) ?? evaluations[0]!.eval_id;
  const [first, , third] = evaluations as [(typeof evaluations)[0], (typeof evaluations)[0], (typeof evaluations)[0]];
  expect(await chosen()).toBe(first.eval_id);
  await shown(first.n);
  await evaluation.selectOption({index: 3});
  expect(await chosen()).toBe(third.eval_id);
  await shown(third.n);
  await field(page, "Outcome").selectOption({label: "incorrect"});
  await shown(third.wrong);
  // A sample beside those of evaluations that have not been read.
  await page.keyboard.press("j");
  await page.locator("#beside select").selectOption({index: 5});
  await expect.poll(() => page.locator(".rb-sides section").count()).toBe(2);
  const [mine, other] = await page.locator(".rb-sides section").allInnerTexts();
  expect(mine).toMatch(/incorrect/i);
  expect(other).toMatch(/Tokens\s+[\d,]+/);
  const url = page.url();
  const heading = await page.locator("#sample").innerText();
  await page.goto("about:blank");
  await page.goto(url);
  await expect.poll(() => page.locator(".rb-sides section").count()).toBe(2);
  expect(await page.locator("#sample").innerText()).toBe(heading);
  // A link to a sample alone opens its evaluation.
  const key = new URLSearchParams(new URL(url).hash.slice(1)).get("sample")!;
  await page.goto("about:blank");
  await page.goto(`${site.url}/samples?source=starter#sample=${encodeURIComponent(key)}`);
  await expect.poll(() => page.locator("#sample").innerText()).toBe(heading);
  await shown(third.n);
  await evaluation.selectOption({label: "all"});
  await shown(all);
  expect(await visit.errors()).toEqual([]);
});

test("a sample is read, by keys too, beside another whose words are compared, and a link restores it", async () => {
  await using visit = await site.visit("/samples", {width: 390});
  const {page} = visit;
  await lines(page).first().waitFor();
  await page.keyboard.press("j");
  await page.locator("#reader").waitFor();
  const first = page.url();
  await page.keyboard.press("j");
  await expect.poll(() => page.url()).not.toBe(first);
  await page.keyboard.press("k");
  await expect.poll(() => page.url()).toBe(first);
  await page.locator("#beside select").selectOption({index: 1});
  await page.locator(".rb-differences summary").click();
  await page.locator(".rb-difference del").first().waitFor();
  expect(await page.locator(".rb-sides section").count()).toBe(2);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await using again = await site.visit(page.url());
  await expect.poll(() => again.page.locator(".rb-sides section").count()).toBe(2);
  expect(await again.page.locator("#sample").innerText()).toBe(await page.locator("#sample").innerText());
  await page.keyboard.press("Escape");
  await expect.poll(() => page.url()).not.toContain("sample=");
  await using missing = await site.visit("/samples#sample=nobody/nothing/0");
  await expect.poll(() => missing.page.locator("#missing").innerText()).toBe("no sample nobody/nothing/0 here");
  expect([...(await visit.errors()), ...(await again.errors()), ...(await missing.errors())]).toEqual([]);
});

test("marks need a reason, are kept, and are a file that the command takes; a selection is saved with its texts", async () => {
  await using visit = await site.visit("/samples#outcome=incorrect", {apart: true});
  const {page} = visit;
  await lines(page).first().waitFor();
  await filled(page);
  await lines(page).first().locator("button").click();
  await page.locator("#reader summary", {hasText: "The scorer is wrong"}).click();
  await page.locator("#mark button", {hasText: /^Mark$/}).click();
  await expect.poll(() => page.locator("#mark [role=status]").innerText()).toContain("without a reason");
  await page.locator("#mark input").fill('<b>it</b> is "right"');
  await page.locator("#mark button", {hasText: /^Mark$/}).click();
  await expect.poll(() => page.locator("#marks").innerText()).toContain("1 marked");
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByText("Download corrections").click()]);
  const mark = JSON.parse(readFileSync(await file.path(), "utf8")) as Record<string, unknown>;
  expect(mark).toMatchObject({status: "correct", reason: '<b>it</b> is "right"', trial: 0});
  expect(
    await asked(`select status from samples where eval_id = '${mark.eval_id}' and item_id = '${mark.item_id}' and trial = 0`)
  ).toEqual([{status: 0}]);
  await field(page, "Evaluation").selectOption({index: 1});
  await field(page, "Tokens").fill("-150");
  await expect.poll(() => page.locator("#reader").count()).toBe(0); // a change of filters closes what is open
  await filled(page);
  const [saved] = await Promise.all([page.waitForEvent("download", {timeout: 90_000}), page.getByText("Download JSON").click()]);
  const rows = JSON.parse(readFileSync(await saved.path(), "utf8")) as Record<string, unknown>[];
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.every(row => row.status === 0 && Number(row.completion_tokens) <= 150 && typeof row.text === "string")).toBe(true);
  expect(await visit.errors()).toEqual([]);
});

test("a store of one sample whose response is markup, without tokens, is read as text", async () => {
  const root = mkdtempSync(join(tmpdir(), "reasonbook-samples-"));
  try {
    const store = await storeOf(root, "one", [
      {model: "m/1", base_task: "hand", prompt: "2 + 2?", expected: "4", text: "<img src=x onerror=alert(1)> Answer: 4"}
    ]);
    await using one = await siteOf(store, ["samples"]);
    await using visit = await one.visit("/samples");
    await settled(visit.page);
    await expect.poll(() => summary(visit.page)).toMatch(/^1 of 1 samples: correct 100\.0 % \[/);
    await visit.page.keyboard.press("j");
    await visit.page.locator("#reader").waitFor();
    expect(await visit.page.locator("#reader").innerText()).toContain("<img src=x onerror=alert(1)>");
    expect(await visit.page.locator("#reader img").count()).toBe(0);
    expect(await faults(visit)).toEqual([]);
  } finally {
    rmSync(root, {recursive: true, force: true});
  }
});

test("where texts stay in the store, samples are found by their words and shown without them, and the page says how to read one", async () => {
  const folder = mkdtempSync(join(tmpdir(), "reasonbook-texts-"));
  vi.stubEnv(MOST_TEXTS, "0");
  try {
    const empty = join(folder, "responses.parquet");
    const output = createWriteStream(empty);
    await publish("responses", join("data", "store"), {output});
    await finished(output.end());
    await using without = await openSite(undefined, {
      instead: file => (/\/data\/responses\.\w+\.parquet$/.test(file) ? empty : file)
    });
    await using visit = await without.visit("/samples");
    const {page} = visit;
    await lines(page).first().waitFor();
    await field(page, "Words").fill("true answer");
    await expect.poll(() => summary(page)).toMatch(/^[1-9][\d,]* of /);
    await page.keyboard.press("Escape");
    await page.locator("h1").click();
    await page.keyboard.press("j");
    const reader = page.locator("#reader");
    await reader.waitFor();
    expect(await reader.innerText()).toContain("The text of this response is not here: it is not stored, or was not published.");
    expect(await reader.innerText()).toContain("npm run -s samples -- show ");
    expect(await visit.errors()).toEqual([]);
  } finally {
    vi.unstubAllEnvs();
    rmSync(folder, {recursive: true, force: true});
  }
});

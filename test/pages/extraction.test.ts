// The page Extraction over answers written here, one of them hostile, and over a store whose only answer is truncated.
import {mkdtemp, rm, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterAll, beforeAll, expect, test} from "vitest";
import {query} from "../../pipelines/store/sql.js";
import {textDigest} from "../../pipelines/studies/extraction/judgeFile.js";
import {type ForeignSite, faults, siteOf} from "../foreign/site.js";
import {storeOf} from "../foreign/stores.js";
import {text} from "./reading.js";

const rows = [
  ...Array.from({length: 9}, (_, i) => ({
    ...{model: "m", base_task: "places", prompt: `Where is parcel ${i}?`, expected: "harbour"},
    text: "The last known place of the parcel is the harbour."
  })),
  {
    ...{model: "m", base_task: "places", prompt: "Where is it?", expected: "quay"},
    text: 'The place is <img id="evil" src=x onerror="alert(1)">.'
  },
  {model: "m", base_task: "sums", prompt: "What is 1 + 1?", text: "So the answer is 2.", expected: "2"}
];

/** Adds what a judge whose name is markup read in the nine like answers: in seven the classifier's words, in one other ones, in one nothing that is a reading. */
async function withJudge(store: string): Promise<string> {
  const answers = await query("select eval_id, item_id, text from responses where text like '%parcel is the harbour%'", {
    folder: store
  });
  const lines = answers.rows.map(([eval_id, item_id, text], i) => ({
    ...{judge: "<i>reader</i>", eval_id, item_id, text: textDigest(String(text))},
    ...{answer: i === 0 ? "attic" : i === 1 ? null : "the harbour", unread: i === 1 ? "no JSON" : null},
    ...{own: false, simulated: true}
  }));
  await writeFile(join(store, "extraction-judge.jsonl"), lines.map(line => `${JSON.stringify(line)}\n`).join(""));
  return store;
}

let root: string;
let site: ForeignSite;
let empty: ForeignSite;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "reasonbook-extraction-"));
  site = await siteOf(await withJudge(await storeOf(root, "given", rows)), ["index", "extraction"]);
  empty = await siteOf(await storeOf(root, "cut", [{...rows[0], finish_reason: "length"}]), ["index", "extraction"]);
}, 300_000);
afterAll(async () => {
  for (const each of [site, empty]) await each?.[Symbol.asyncDispose]();
  if (root) await rm(root, {recursive: true, force: true});
});

test("the sentence and the table have the numbers of the study, with n and interval, and a task can be chosen", async () => {
  await using visit = await site.visit("/extraction");
  const {page} = visit;
  await page.waitForSelector("#extractions tbody tr");
  const [[apart, n]] = (await query("select sum(n - agreed)::int, sum(n)::int from extractions", {folder: join(root, "given")}))
    .rows as [[number, number]];
  expect(await text(page, "#reading")).toContain(`${apart} of ${n} answers are read differently`);
  expect(await page.locator("#extractions tbody tr", {hasText: "places"}).innerText()).toMatch(/90\.0 % \[\d\d\.\d, \d\d\.\d\]/u);
  await page.getByLabel("Task", {exact: true}).selectOption({label: "sums"});
  await expect.poll(() => page.locator("#extractions tbody tr").count()).toBe(1);
  expect(await text(page, "#no-examples")).toContain("read differently");
  expect(await faults(visit)).toEqual([]);
});

test("what a model wrote is text, and both readings stand beside it", async () => {
  await using visit = await site.visit("/extraction");
  const {page} = visit;
  await page.waitForSelector("#example-list dl");
  expect(await page.locator("#example-list").innerText()).toContain("harbour");
  expect(await page.locator("#evil").count()).toBe(0);
  expect(await page.locator("#example-list .rb-simulated").count()).toBe(0);
  expect(await faults(visit)).toEqual([]);
});

test("what a judge read stands beside both methods, with n and intervals, and a simulated judge is marked", async () => {
  await using visit = await site.visit("/extraction", {width: 390});
  const {page} = visit;
  await page.waitForSelector("#judged tbody tr");
  const cells = await page.locator("#judged tbody tr").first().locator("td").allInnerTexts();
  expect(cells.slice(0, 7)).toEqual([
    expect.stringMatching(/^<i>reader<\/i>\s+simulated$/u),
    "different",
    "8",
    "0",
    "7",
    "1",
    "1"
  ]);
  expect(cells[7]).toMatch(/^100\.0 % \[\d\d\.\d, 100\.0\]/u); // 8 of 8 otherwise than the rules
  expect(cells[8]).toMatch(/^12\.5 % \[2\.2, 47\.1\]/u); // Wilson's interval of 1 of 8
  expect(await text(page, "#judged-reading")).toBe(
    "<i>reader</i> reads, of 8 answers on which rules and classifier differ, 0 as the rules and 7 as the classifier."
  );
  expect(await faults(visit)).toEqual([]);
});

test("built-in texts have macro-F1 by method with n and interval", async () => {
  await using visit = await site.visit("/extraction", {width: 390});
  const {page} = visit;
  await page.waitForSelector("#confusion svg");
  expect(await text(page, "#checks-reading")).toMatch(
    /Macro-F1 is 0\.\d{3} \[0\.\d{3}, 0\.\d{3}\] n = \d+ for the classifier and 0\.\d{3} \[0\.\d{3}, 0\.\d{3}\] n = \d+ for the rules alone/u
  );
  expect(await page.locator('#confusion g[aria-label="bar"] rect').count()).toBeGreaterThan(6);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
});

test("a store without such answers says so in a paragraph, and shows no empty table", async () => {
  await using visit = await empty.visit("/extraction");
  const {page} = visit;
  expect(await text(page, "#none")).toContain("No answer here is read by the rules");
  expect(await page.locator("#extractions, #example-list").count()).toBe(0);
  expect(await faults(visit)).toEqual([]);
});

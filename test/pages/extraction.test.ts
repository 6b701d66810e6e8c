// The page Extraction over answers written here, one of them hostile, and the figures of the classifier.
import {mkdtemp, rm, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterAll, beforeAll, expect, test} from "vitest";
import {FIGURES} from "../../pipelines/score/answer/classifier/measured.js";
import {shareOf} from "../../pipelines/stats/intervals.js";
import {query} from "../../pipelines/store/sql.node.js";
import {textDigest} from "../../pipelines/studies/extraction/judgeFile.node.js";
import {type ForeignSite, faults, siteOf} from "../foreign/site.js";
import {storeOf} from "../foreign/stores.js";
import {opened, text} from "./reading.js";

const rows = [
  ...Array.from({length: 9}, (_, i) => ({
    model: "m",
    base_task: "places",
    prompt: `Where is parcel ${i}?`,
    expected: "harbour",
    text: "The last known place of the parcel is the harbour."
  })),
  {
    model: "m",
    base_task: "places",
    prompt: "Where is it?",
    expected: "quay",
    text: 'The place is <img id="evil" src=x onerror="alert(1)">.'
  },
  {model: "m", base_task: "sums", prompt: "What is 1 + 1?", text: "So the answer is 2.", expected: "2"}
];

/** Adds the readings of a judge whose name is markup: of nine answers it reads seven as they were read, one differently, and one not at all. */
async function withJudge(store: string): Promise<string> {
  const answers = await query("select eval_id, item_id, text from responses where text like '%parcel is the harbour%'", {
    folder: store
  });
  const lines = answers.rows.map(([eval_id, item_id, text], i) => ({
    judge: "<i>reader</i>",
    eval_id,
    item_id,
    text: textDigest(String(text)),
    answer: i === 0 ? "attic" : i === 1 ? null : "the harbour",
    unread: i === 1 ? "no JSON" : null,
    own: false,
    simulated: true
  }));
  await writeFile(join(store, "extraction-judge.jsonl"), lines.map(line => `${JSON.stringify(line)}\n`).join(""));
  return store;
}

let root: string;
let site: ForeignSite;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "reasonbook-extraction-"));
  site = await siteOf(await withJudge(await storeOf(root, "given", rows)), ["extraction"]);
}, 300_000);
afterAll(async () => {
  await site?.[Symbol.asyncDispose]();
  if (root) await rm(root, {recursive: true, force: true});
});

test("a judge's readings have counts, n and intervals, a simulated judge is marked, and its name is text", async () => {
  await using visit = await site.visit("/extraction", {width: 390});
  const {page} = visit;
  await page.waitForSelector("#judged tbody tr");
  const [[rule]] = (await query("select rule from extraction_judged", {folder: join(root, "given")})).rows as [[string]];
  const cells = await page.locator("#judged tbody tr").first().locator("td").allInnerTexts();
  expect(cells.slice(0, 5)).toEqual([expect.stringMatching(/^<i>reader<\/i>\s+simulated$/u), rule, "8", "7", "1"]);
  expect(cells[5]).toMatch(/^12\.5 % \[2\.2, 47\.1\]/u); // Wilson's interval of 1 of 8
  expect(await text(page, "#judged-reading")).toBe("<i>reader</i> reads 1 of 8 answers differently.");
  expect(await page.locator("#evil").count()).toBe(0);
  expect(await faults(visit)).toEqual([]);
});

test("the classifier has its figures by kind of value with n and intervals, and a reliability diagram", async () => {
  await using visit = await site.visit(opened("/extraction"), {width: 390});
  const {page} = visit;
  await page.waitForSelector("#classifier tbody tr");
  expect(await page.locator("#classifier tbody tr").count()).toBe(FIGURES.length);
  for (const {kind, enabled, unseen} of FIGURES.filter(({unseen}) => unseen.read > 0)) {
    const cells = await page.locator("#classifier tbody tr", {hasText: kind}).locator("td").allInnerTexts();
    expect(cells.slice(0, 2)).toEqual([kind, enabled ? "yes" : "no"]);
    const {value, low, high} = shareOf(unseen.right, unseen.read);
    const percent = (share: number) => (100 * share).toFixed(1);
    expect(cells[4]).toContain(`${percent(value!)} % [${percent(low)}, ${percent(high)}]`);
  }
  expect(await page.locator("#reliability svg").count()).toBeGreaterThan(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  expect(await faults(visit)).toEqual([]);
});

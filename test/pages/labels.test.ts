// The section of page Human on a judge's grades, over a store with labels written here, whose annotator and notes are hostile; and page
// Annotate with a file of a plan.
import {mkdtemp, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterAll, beforeAll, expect, test} from "vitest";
import {shareOf} from "../../pipelines/stats/intervals.js";
import {query} from "../../pipelines/store/sql.node.js";
import {storeLabels} from "../../pipelines/studies/preferences/labels/labelsFile.node.js";
import {type ForeignSite, faults, siteOf} from "../foreign/site.js";
import {storeOf} from "../foreign/stores.js";
import {text} from "./reading.js";

/** Two models of 40 answers; every fifth of the first one's is wrong, every second of the other's. */
const rows = ["m", "n"].flatMap((model, m) =>
  Array.from({length: 40}, (_, i) => ({
    model,
    base_task: "sums",
    prompt: `What is ${i} + 1?`,
    expected: `${i + 1}`,
    text: `The answer is ${i % (m === 0 ? 5 : 2) === 0 ? i : i + 1}.`
  }))
);

let root: string;
let labelledSite: ForeignSite;
let bareSite: ForeignSite;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "reasonbook-labels-"));
  bareSite = await siteOf(await storeOf(root, "bare", rows), ["human", "annotate"]);
  const store = await storeOf(root, "labelled", rows);
  const answers = await query(
    "select eval_id, item_id, status = 1 as correct from samples where model = 'm' order by md5(item_id) limit 20",
    {folder: store}
  );
  const labels = answers.rows.map(([eval_id, item_id, correct], i) => ({
    eval_id: String(eval_id),
    item_id: String(item_id),
    label: (correct === true) === (i !== 0) ? ("correct" as const) : ("incorrect" as const),
    annotator: '<img id="evil" src=x>',
    note: '<img id="evil" src=x>'
  }));
  await storeLabels(store, labels);
  labelledSite = await siteOf(store, ["human", "annotate"]);
}, 300_000);
afterAll(async () => {
  for (const site of [labelledSite, bareSite]) await site?.[Symbol.asyncDispose]();
  if (root) await rm(root, {recursive: true, force: true});
});

test("each model has its accuracy as judged and corrected, with n, interval, labels used and needed; it fits on a phone", async () => {
  await using visit = await labelledSite.visit("/human#open=a-judges-grades-corrected-by-people", {width: 390});
  const {page} = visit;
  await page.waitForSelector("#grades tbody tr");
  const cells = await page
    .locator("#grades tbody tr")
    .evaluateAll(list => list.map(row => [...row.querySelectorAll("td")].map(cell => cell.textContent?.trim())));
  const [labelled, other] = [cells.find(([model]) => model === "m")!, cells.find(([model]) => model === "n")!];
  const percent = (value: number) => (100 * value).toFixed(1);
  const judged = shareOf(32, 40);
  expect(labelled.slice(0, 3)).toEqual(["m", "40", `${percent(0.8)} % [${percent(judged.low)}, ${percent(judged.high)}]`]);
  expect(labelled[3]).toMatch(/^\d+\.\d % \[\d+\.\d, \d+\.\d\]$/u);
  expect(labelled.slice(4)).toEqual(["labels of this model", "20", "more answers"]);
  expect(other.slice(4, 6)).toEqual(["labels of all models", "20"]);
  expect(await text(page, "#grades-reading")).toMatch(
    /^The answer reader calls right \d+\.\d % \[.*\] of \d+ right answers that people labelled, and wrong .*\.$/u
  );
  expect(await page.locator("#evil").count()).toBe(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  expect(await faults(visit)).toEqual([]);
});

test("the judge's errors are listed with links: the answer opens in Annotate without its label, blind", async () => {
  await using visit = await labelledSite.visit("/human#open=a-judges-grades-corrected-by-people");
  const {page} = visit;
  await page.waitForSelector("#judge-errors tbody tr");
  const cells = await page.locator("#judge-errors tbody tr td").allInnerTexts();
  expect(cells[0]).toMatch(/^false (?:positive|negative)$/u);
  expect(cells.slice(1, 6)).toEqual(["the answer reader", "m", "sums", "1 of 1", '<img id="evil" src=x>']);
  expect(await text(page, "#errors-reading")).toMatch(/1 false/u);
  expect(await text(page, "#label-agreement")).toContain("No two people have labelled the same answer (1 annotator)");
  const links = page.locator("#judge-errors a");
  expect(await links.first().getAttribute("href")).toMatch(/samples\.html#sample=/u);
  const key = new URLSearchParams((await links.last().getAttribute("href"))!.split("#")[1]).get("answer")!;
  await links.last().click();
  await page.waitForSelector("#answer .rb-untrusted");
  const item = key.split("/")[1]!;
  expect(await page.locator('[aria-label="label"] [aria-pressed="true"]').count()).toBe(0);
  await page.keyboard.press("c");
  await page.keyboard.press("Enter");
  await expect.poll(() => page.evaluate(() => location.hash)).toBe("#mode=answers");
  const stored = await page.evaluate(() => localStorage.getItem('reasonbook labels ["annotator-1","random"]'));
  expect((JSON.parse(stored!) as {done: unknown[]}).done).toMatchObject([{item_id: item, label: "correct"}]);
  expect(await faults(visit)).toEqual([]);
});

test("without labels the section says how to begin", async () => {
  await using visit = await bareSite.visit("/human#open=a-judges-grades-corrected-by-people", {width: 390});
  await expect.poll(() => text(visit.page, "#grades-reading")).toContain("human -- correct --labels labels.jsonl --save");
  expect(await faults(visit)).toEqual([]);
});

test("page Annotate opens a person's file of a plan: instructions first, its pairs in place of the store's, and no text of it becomes markup", async () => {
  await using visit = await bareSite.visit("/annotate", {width: 390});
  const {page} = visit;
  await page.waitForSelector("#planned", {state: "attached"});
  const pair = (i: number) => ({
    ...{pair_id: `p${i}`, question_id: `q${i}`, turn: 1, model_a: "m", model_b: "n", simulated: false},
    ...{prompt: `planned question ${i}`, response_a: '<img id="evil" src=x>', response_b: "b"}
  });
  const lines = [{instructions: '<img id="evil" src=x> read both'}, pair(1), pair(2), {x: 1}].map(line => JSON.stringify(line));
  const buffer = Buffer.from(lines.join("\n"));
  await page.setInputFiles("#planned", {name: "annotator-01.jsonl", mimeType: "application/jsonl", buffer});
  await expect.poll(() => text(page, "#instructions")).toContain("read both");
  expect(await text(page, "#instructions")).toContain("1 line without a pair or an answer; the first is line 4");
  await expect.poll(() => text(page, ".rb-progress")).toContain("0 of 2 pairs");
  expect(await text(page, "#question")).toMatch(/planned question [12]/u);
  expect(await page.locator("#evil").count()).toBe(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  expect(await faults(visit)).toEqual([]);
});

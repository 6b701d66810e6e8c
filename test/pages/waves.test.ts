// The section of page History on people's votes over time, over a store with labels of two months, and over one without.
import {mkdtemp, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterAll, beforeAll, expect, test} from "vitest";
import {query} from "../../pipelines/store/sql.node.js";
import {storeLabels} from "../../pipelines/studies/preferences/labels/labelsFile.node.js";
import {type ForeignSite, faults, siteOf} from "../foreign/site.js";
import {storeOf} from "../foreign/stores.js";
import {text} from "./reading.js";

const MODELS = ["a", "b", "c", "d", "e"];
/** Model i is right on 4 i + 2 of 20 sums. */
const rows = MODELS.flatMap((model, m) =>
  Array.from({length: 20}, (_, i) => ({
    model,
    base_task: "sums",
    prompt: `What is ${i} + 1?`,
    expected: `${i + 1}`,
    text: `The answer is ${i < 4 * m + 2 ? i + 1 : i}.`
  }))
);

let root: string;
let site: ForeignSite;
let bare: ForeignSite;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "reasonbook-waves-"));
  bare = await siteOf(await storeOf(root, "bare", rows), ["history"]);
  const store = await storeOf(root, "labelled", rows);
  const answers = await query("select eval_id, item_id, status = 1 as correct, model from samples order by all", {folder: store});
  // In March people call right what is right; in April the best model is called wrong always.
  const labels = ["2026-03-05T12:00:00Z", "2026-04-05T12:00:00Z"].flatMap((at, month) =>
    answers.rows.map(([eval_id, item_id, correct, model]) => ({
      ...{eval_id: String(eval_id), item_id: String(item_id), annotator: `person ${month}`, at},
      label: correct === true && !(month === 1 && model === "e") ? ("correct" as const) : ("incorrect" as const)
    }))
  );
  await storeLabels(store, labels);
  site = await siteOf(store, ["history"]);
}, 300_000);
afterAll(async () => {
  for (const each of [site, bare]) await each?.[Symbol.asyncDispose]();
  if (root) await rm(root, {recursive: true, force: true});
});

test("waves have their correlation with interval and n, in table, chart and sentence; it fits on a phone", async () => {
  await using visit = await site.visit("/history#open=*", {width: 390});
  const {page} = visit;
  await page.waitForSelector("#waves tbody tr");
  const cells = await page
    .locator("#waves tbody tr")
    .evaluateAll(list => list.map(row => [...row.querySelectorAll("td")].map(cell => cell.textContent?.trim())));
  expect(cells.map(row => [row[0], row[1], ...row.slice(4, 8)])).toEqual([
    ["labels", "2026-03", "100", "1", "5", "5"],
    ["labels", "2026-04", "100", "1", "5", "5"]
  ]);
  // Ranks 1 to 5 on both sides; then the last model is first: 1 − 6 (4² + 4) ÷ 120 = 0.
  expect(cells.map(row => row[8])).toEqual(["1.00", expect.stringMatching(/^0\.00 \[−0\.\d\d, 0\.\d\d\]$/u)]);
  expect(await text(page, "#waves-reading")).toContain("2 waves of 1 study are recorded");
  expect(await text(page, "#waves-reading")).toMatch(/2026-03 \(n = 5 models\).*2026-04 \(n = 5 models\)/u);
  expect(await page.locator("#waves-chart svg").count()).toBeGreaterThan(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  expect(await faults(visit)).toEqual([]);
});

test("without votes and labels the section says what would fill it", async () => {
  await using visit = await bare.visit("/history#open=*");
  await expect.poll(() => text(visit.page, "#waves-reading")).toContain("Put files of votes into data/human/votes");
  expect(await visit.page.locator("#waves").count()).toBe(0);
  expect(await faults(visit)).toEqual([]);
});

// The page History over runs that are written here: one date, a change that is planted, and names that an endpoint says of itself.
import {mkdtemp, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterAll, beforeAll, expect, test} from "vitest";
import {readManifest} from "../../pipelines/store/manifest.node.js";
import {packed} from "../../pipelines/studies/history/changes.js";
import {writeRun} from "../../pipelines/studies/history/files.node.js";
import type {HistoryRow} from "../../pipelines/studies/history/row.js";
import {type ForeignSite, faults, siteOf} from "../foreign/site.js";
import {storeOf} from "../foreign/stores.js";
import {text} from "./reading.js";

const TESTS = 60;
/** A run in which a test is right by its place. */
function run(date: string, isRight: (i: number) => boolean, {model = "m", served = [] as string[]} = {}): HistoryRow {
  const outcomes = Array.from({length: TESTS}, (_, i) => ({
    item_id: `0123456789ab-${i}`,
    index: i,
    refused: false,
    status: isRight(i) ? (1 as const) : (0 as const)
  }));
  const correct = outcomes.filter(({status}) => status === 1).length;
  const value = correct / TESTS;
  return {
    schema: 1,
    date: `${date}T12:00:00.000Z`,
    version: "0.1.0",
    git_commit: null,
    book: "b",
    made_from: null,
    suite: "small",
    eval_id: "", // the store's, once there is one
    model,
    template: "plain",
    sampler: "greedy",
    claimed: model,
    served,
    simulated: false,
    status: "complete",
    n: TESTS,
    correct,
    truncated: 0,
    refused: 0,
    unscored: 0,
    score: null,
    reasonscore: null,
    accuracy: {value, low: Math.max(0, value - 0.1), high: Math.min(1, value + 0.1)},
    cost: {n: TESTS, mean: 0.001, sd: 0, total: 0.06},
    latency: {n: TESTS, p50: 900, p90: 1_200, p99: 1_500, p50_low: 850, p50_high: 950},
    items: "i",
    content: `${date} ${model}`,
    outcomes: packed(outcomes)
  };
}
const DATES = ["2026-01-05", "2026-02-05", "2026-03-05", "2026-04-05", "2026-05-05", "2026-06-05"];
/** Right on nine in ten until March, on half since April, when the endpoint says another name. */
const CHANGED = DATES.map((date, k) =>
  run(date, i => (k < 3 ? i % 10 < 9 : i % 2 === 0), {served: k < 3 ? [] : ['<img id="evil" src=x onerror="alert(1)">']})
);

let root: string;
const sites: ForeignSite[] = [];
/** The site over the store, with a history of these rows. */
async function siteWith(name: string, rows: readonly HistoryRow[]): Promise<ForeignSite> {
  const before = process.env.REASONBOOK_HISTORY;
  process.env.REASONBOOK_HISTORY = join(root, `history of ${name}`);
  try {
    const {evaluations} = (await readManifest(join(root, "given")))!;
    const idOf = (row: HistoryRow) => evaluations.find(({model}) => model === row.model)!.eval_id;
    for (const row of rows) await writeRun([{...row, eval_id: idOf(row)}]);
    const site = await siteOf(join(root, "given"), ["history"]);
    sites.push(site);
    return site;
  } finally {
    if (before === undefined) delete process.env.REASONBOOK_HISTORY;
    else process.env.REASONBOOK_HISTORY = before;
  }
}
let changed: ForeignSite;
let single: ForeignSite;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "reasonbook-history-"));
  const sum = {base_task: "sums", prompt: "What is 1 + 1?", text: "It is 2.", expected: "2"};
  await storeOf(root, "given", [
    {model: "m", ...sum},
    {model: "other", ...sum}
  ]);
  changed = await siteWith("changed", [...CHANGED, run("2026-06-05", () => true, {model: "other"})]);
  single = await siteWith("single", [run("2026-01-05", () => false)]);
}, 300_000);
afterAll(async () => {
  for (const each of sites) await each[Symbol.asyncDispose]();
  if (root) await rm(root, {recursive: true, force: true});
});

test("a planted change is named between its dates, with n and interval, and its chart and tables agree", async () => {
  await using visit = await changed.visit("/history");
  const {page} = visit;
  await page.waitForSelector("#runs tbody tr");
  // right are 54 of 60 before and 30 after: those of even places, all of which were right before
  expect(await text(page, "#reading")).toMatch(/6 dates are recorded\. .*accuracy of m between 2026-03-05.* and 2026-04-05/u);
  expect(await text(page, "#reading")).toContain("n = 60 tests");
  expect(await page.locator("#runs tbody tr").count()).toBe(7);
  expect(await page.locator("#runs tbody tr", {hasText: "2026-05-05"}).innerText()).toMatch(/50\.0 % \[40\.0, 60\.0\]/u);
  const named = page.locator("#changes tbody tr", {hasText: "before and after"}).filter({hasText: "yes"});
  expect(await named.filter({hasText: "accuracy"}).innerText()).toMatch(/−40\.0 \[−\d\d\.\d, −\d\d\.\d\]/u);
  expect(await page.locator("#evil").count()).toBe(0);
  expect(await page.locator("#runs").innerText()).toContain("<img id=");
  await page.getByLabel("Evaluation", {exact: true}).selectOption({label: "other"});
  await expect.poll(() => page.locator("#runs tbody tr").count()).toBe(1);
  expect(await faults(visit)).toEqual([]);
  await page.setViewportSize({width: 390, height: 844});
  expect(await faults(visit)).toEqual([]);
});

test("one date of which nothing is right is shown, and nothing is compared", async () => {
  await using visit = await single.visit("/history");
  const {page} = visit;
  await page.waitForSelector("#runs tbody tr");
  expect(await text(page, "#reading")).toContain("One date is recorded");
  expect(await page.locator("#changes").count()).toBe(0);
  expect(await faults(visit)).toEqual([]);
});

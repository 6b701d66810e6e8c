// Page Annotate in its mode of single answers: blind, by keyboard, across reloads; its labels are what human correct reads.
import {mkdtemp, readFile, rm, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import type {Page} from "playwright-core";
import {afterAll, beforeAll, expect, test} from "vitest";
import {query} from "../../pipelines/store/sql.node.js";
import {withStore} from "../../pipelines/studies/maker.node.js";
import {labelsFrom} from "../../pipelines/studies/preferences/labels/labelsFile.node.js";
import {labelled} from "../../pipelines/studies/preferences/labels/store.node.js";
import {type ForeignSite, faults, siteOf} from "../foreign/site.js";
import {storeOf} from "../foreign/stores.js";
import {text} from "./reading.js";

const MODELS = ["hidden-alder", "hidden-birch"];
const EVIL = '<img id="evil" src=x>';
const rows = MODELS.flatMap((model, m) =>
  Array.from({length: 15}, (_, i) => ({
    model,
    base_task: "sums",
    prompt: `${EVIL} What is ${i} + 1?`,
    expected: `${i + 1}`,
    text: `${EVIL} The answer is ${i % (m + 2) === 0 ? i : i + 1}.`
  }))
);

let root: string;
let store: string;
let site: ForeignSite;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "reasonbook-answers-"));
  store = await storeOf(root, "store", rows);
  site = await siteOf(store, ["annotate"]);
}, 300_000);
afterAll(async () => {
  await site?.[Symbol.asyncDispose]();
  if (root) await rm(root, {recursive: true, force: true});
});

const ready = (page: Page) => page.waitForSelector("#answer .rb-untrusted");
const progress = (page: Page) => text(page, ".rb-progress");
const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};
const download = async (page: Page): Promise<string> => {
  const saved = page.waitForEvent("download");
  await page.click("#download");
  return readFile((await (await saved).path())!, "utf8");
};
const linesOf = (content: string) =>
  content
    .trim()
    .split("\n")
    .map(line => JSON.parse(line) as Record<string, unknown>);

test("answers are labelled by keyboard alone, blind; a reload loses nothing, and human correct reads the file", async () => {
  await using visit = await site.visit("/annotate#mode=answers&judge=Ada");
  const {page} = visit;
  await ready(page);
  expect(await progress(page)).toContain(`0 of ${rows.length} answers`);
  const texts: string[] = [];
  for (let i = 0; i < 6; i++) {
    texts.push((await page.locator("#answer .rb-untrusted").textContent())!);
    const html = await page.evaluate(() => document.documentElement.outerHTML);
    expect(MODELS.filter(name => html.includes(name))).toEqual([]);
    expect(await text(page, "section.rb-annotator")).not.toMatch(/verdict|rules|judge/iu);
    await press(page, i % 2 === 0 ? "c" : "i");
    if (i === 2) {
      await press(page, "n");
      await page.keyboard.type("a note: c and i");
      await press(page, "Enter");
    } else await press(page, "Enter");
    await expect.poll(() => progress(page)).toContain(`${i + 1} of`);
  }
  expect(await page.locator("#evil").count()).toBe(0);
  await press(page, "i");
  await page.reload();
  await ready(page);
  expect(await progress(page)).toContain("6 of");
  expect(await text(page, '[aria-label="label"] [aria-pressed="true"]')).toContain("Incorrect");

  const content = await download(page);
  const file = join(root, "labels.jsonl");
  await writeFile(file, content);
  const records = await labelsFrom(file);
  expect(records.map(({label, annotator, note, draw}) => [label, annotator, note, draw])).toEqual(
    texts.map((_, i) => [i % 2 === 0 ? "correct" : "incorrect", "Ada", i === 2 ? "a note: c and i" : "", "random"])
  );
  const {labels, missing} = await withStore(store, each => labelled(store, each, records));
  expect([missing.count, labels.filter(({unused}) => unused !== "").length]).toEqual([0, 0]);
  // Each label is of the answer that was on the page.
  const responses = await query("select eval_id || '/' || item_id, text from responses", {folder: store});
  const textOf = new Map(responses.rows.map(([key, value]) => [String(key), String(value)]));
  expect(records.map(({eval_id, item_id}) => textOf.get(`${eval_id}/${item_id}`))).toEqual(texts);
  expect(await faults(visit)).toEqual([]);
});

test("undo goes back over saved labels, an earlier one can be changed, and the last of a person counts", async () => {
  await using visit = await site.visit("/annotate#mode=answers&judge=Bob", {width: 390});
  const {page} = visit;
  await ready(page);
  const first = await page.locator("#answer .rb-untrusted").textContent();
  await press(page, "c", "Enter");
  await expect.poll(() => progress(page)).toContain("1 of");
  await press(page, "u");
  await expect.poll(() => progress(page)).toContain("0 of");
  expect(await page.locator("#answer .rb-untrusted").textContent()).toBe(first);
  expect(await text(page, '[aria-label="label"] [aria-pressed="true"]')).toContain("Correct");
  await press(page, "Enter", "i", "Enter");
  await expect.poll(() => progress(page)).toContain("2 of");
  await page.click("#earlier summary");
  await page.locator("#earlier button").last().click();
  await expect.poll(() => page.locator("#answer .rb-untrusted").textContent()).toBe(first);
  await press(page, "i", "Enter");
  await expect.poll(() => progress(page)).toContain("2 of");
  const labels = linesOf(await download(page));
  expect(labels.map(({label}) => label)).toEqual(["correct", "incorrect", "incorrect"]);
  expect(labels[2]!.item_id).toBe(labels[0]!.item_id);
  expect(await text(page, "#labels-reading")).toBe("2 labels of 1 annotator.");

  // Another person's file: agreement with interval and n. Ada labels as Bob does, but for one answer.
  const others = labels.slice(1).map((label, i) => ({...label, annotator: "Ada", label: i === 0 ? label.label : "correct"}));
  const buffer = Buffer.from(others.map(label => JSON.stringify(label)).join("\n"));
  await page.setInputFiles("input[type=file]:not(#planned)", {name: "ada.jsonl", mimeType: "application/jsonl", buffer});
  await expect.poll(() => text(page, "#labels-reading")).toBe("4 labels of 2 annotators.");
  await expect.poll(() => text(page, "#label-agreement")).toMatch(/Cohen's κ\s+.*n = 2/u);
  const bad = Buffer.from('{"winner":"tie"}\n');
  await page.setInputFiles("input[type=file]:not(#planned)", {name: "votes.jsonl", mimeType: "application/jsonl", buffer: bad});
  await expect.poll(() => text(page, "#warnings")).toContain("votes.jsonl");
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  expect(await faults(visit)).toEqual([]);
});

test("no disagreement drawn: the page says so; a label by an earlier rubric is asked again; pairs are one choice away", async () => {
  await using visit = await site.visit("/annotate#mode=answers&judge=Cy&draw=disagree");
  const {page} = visit;
  await expect.poll(() => text(page, "section.rb-annotator")).toContain("No answer of this store was drawn in this way");
  await page.selectOption("select:has(option:text('at random'))", {label: "at random"});
  await ready(page);
  await press(page, "c", "Enter");
  await expect.poll(() => progress(page)).toContain("1 of");
  // The same label, as it would be by an earlier rubric.
  await page.evaluate(() => {
    const key = 'reasonbook labels ["Cy","random"]';
    const session = JSON.parse(localStorage.getItem(key)!) as {done: Record<string, unknown>[]};
    session.done = session.done.map(label => ({...label, rubric: "older"}));
    localStorage.setItem(key, JSON.stringify(session));
  });
  await page.reload();
  await ready(page);
  expect(await progress(page)).toContain("0 of");
  await page.selectOption("select:has(option:text('pairs of responses'))", {label: "pairs of responses"});
  await page.waitForSelector("#left .rb-untrusted");
  expect(await progress(page)).toContain("pairs");
  expect(await faults(visit)).toEqual([]);
});

test("a person's file of answers is labelled in place of the store's", async () => {
  await using visit = await site.visit("/annotate#mode=answers&judge=Di");
  const {page} = visit;
  await ready(page);
  const answer = (i: number) => ({
    ...{
      eval_id: "elsewhere",
      item_id: `q${i}`,
      trial: 0,
      prompt: `planned question ${i}`,
      response: EVIL,
      expected: "",
      rubric: EVIL
    },
    ...{response_digest: `r${i}`, rubric_digest: "1", simulated: false}
  });
  const lines = [{instructions: "read to the end"}, answer(1), answer(2)].map(line => JSON.stringify(line));
  const buffer = Buffer.from(lines.join("\n"));
  await page.setInputFiles("#planned", {name: "annotator-01.jsonl", mimeType: "application/jsonl", buffer});
  await expect.poll(() => progress(page)).toContain("0 of 2 answers");
  expect(await text(page, "#instructions")).toContain("read to the end");
  expect(await text(page, "#question")).toMatch(/planned question [12]/u);
  await press(page, "i", "Enter", "c", "Enter");
  await expect.poll(() => text(page, "section.rb-annotator")).toContain("All answers are labelled");
  expect(linesOf(await download(page)).map(({label, rubric}) => [label, rubric])).toEqual([
    ["incorrect", "1"],
    ["correct", "1"]
  ]);
  expect(await page.locator("#evil").count()).toBe(0);
  expect(await faults(visit)).toEqual([]);
});

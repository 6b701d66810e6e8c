// The page Report over a small store of its own: published columns, dashes with reasons, files, print, and a store with a single weak model.
import {readFile} from "node:fs/promises";
import {join} from "node:path";
import {afterAll, beforeAll, expect, test} from "vitest";
import {currentBook} from "../../pipelines/book/read.node.js";
import {reportFiles} from "../../pipelines/run/pipeline/reportFiles.js";
import {boundedText, columnsOf} from "../../pipelines/studies/report/markdown.js";
import {reportSchema} from "../../pipelines/studies/report/schema.js";
import {type ForeignSite, faults, settled, siteOf} from "../foreign/site.js";
import {silent} from "../silent.js";
import {type Workbook, workbook} from "../workbook.js";
import {cutLabels, opened, text} from "./reading.js";

/** Two of the benchmarks of the suite zen, which the repository's own book lists: pages' tables are made of that book here. */
const FILES = {
  "suites/small.yaml":
    "tasks:\n  - {task: arithmetic, params: {length: 4}, tiers: {easy: {length: 4}}}\n  - {task: zen-reason}\n  - {task: zen-calib}\n",
  "book.yaml":
    "suite: suites/small.yaml\nmodels: [models/reference.yaml]\ntemplate: templates/plain.yaml\nsampler: samplers/greedy.yaml\nprecision: {min: 16, step: 16, max: 16, width: 0.15}\nseed: 7\n"
};
let book: Workbook;
let weak: Workbook;
let site: ForeignSite;
let alone: ForeignSite;

beforeAll(async () => {
  book = await workbook(FILES);
  weak = await workbook({
    "suites/small.yaml": "tasks: [{task: arithmetic, params: {length: 12}, tiers: {easy: {length: 12}}}]\n",
    "models/reference.yaml": 'endpoint: "reference:"\nmodels: [{id: sim-cedar-01}]\n'
  });
  for (const each of [book, weak]) {
    const ran = await each.command("run");
    expect(ran.code, ran.stderr).toBe(0);
  }
  const open = async (each: Workbook) => {
    const folder = join(each.root, "data/store");
    const opened = await siteOf(folder, ["report"]);
    await reportFiles({
      folder,
      book: await currentBook(),
      out: undefined,
      maxCost: undefined,
      judge: undefined,
      history: false,
      report: silent
    });
    return opened;
  };
  site = await open(book);
  alone = await open(weak);
}, 900_000);
afterAll(async () => {
  for (const each of [site, alone, book, weak]) await each?.[Symbol.asyncDispose]();
});

const fileOf = (of: Workbook, name: string) => readFile(join(of.root, "data/store", name), "utf8");
const reportOf = async (of: Workbook) => reportSchema.parse(JSON.parse(await fileOf(of, "report.json")));

test("it has the published columns, every score of report.json, and a reason for each dash", async () => {
  await using visit = await site.visit(opened("/report"));
  const {page} = visit;
  await page.waitForSelector("#sources tbody tr");
  await settled(page);
  const {suites} = await reportOf(book);
  const [suite] = suites;
  const scored = new Set(
    suite!.evaluations.flatMap(({scores}) => scores.flatMap(({domain, score}) => (score === null ? [] : [domain])))
  );
  const domains = columnsOf(suite!.domains).filter(({domain}) => scored.has(domain));
  expect(domains.length).toBe(2); // of 8: the others have no score, and no column
  expect(await page.locator("#scores thead th").allInnerTexts()).toEqual([
    ...["Evaluation", "Rank", "Overall"],
    ...domains.map(({label}) => label)
  ]);
  for (const {model, scores} of suite!.evaluations) {
    const row = (await page.locator("#scores tbody tr", {hasText: model}).innerText()).replace(/\s+/gu, " ");
    expect(row).toContain("simulated");
    for (const score of scores.filter(({scope}) => scope === "overall" || scope === "domain"))
      if (score.score !== null) expect(row).toContain(`${boundedText(score)} n ${score.n}`);
  }
  expect(await text(page, "#reasons")).toContain("Mathematics: it was asked nothing of this");
  expect(await text(page, "#reading")).toMatch(/Overall of \d+ of 52 categories\..*21 of 52 categories are empty/su);
  expect(await text(page, "#notice")).toContain("They are not language models");
  expect(await text(page, "#first")).toContain("no earlier report");
  expect(await cutLabels(page)).toEqual([]);
  expect(await faults(visit)).toEqual([]);
});

test("its files are those that the command writes", async () => {
  await using visit = await site.visit(opened("/report"));
  const {page} = visit;
  for (const name of ["report.json", "report.md"]) {
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", {name: `Download ${name}`}).click()
    ]);
    expect(await readFile(await download.path(), "utf8")).toBe(await fileOf(book, name));
  }
});

test("printed, it has no buttons, and tables are whole and no wider than the paper", async () => {
  await using visit = await site.visit(opened("/report"));
  const {page} = visit;
  await page.waitForSelector("#sources tbody tr");
  await page.emulateMedia({media: "print"});
  await page.setViewportSize({width: 703, height: 1_032}); // A4 within margins of 12 mm, at 96 dots an inch
  expect(await page.locator("#files").isVisible()).toBe(false);
  for (const id of ["scores", "besides", "card", "sources"]) {
    const [content, box] = await page.locator(`#${id}`).evaluate(node => [node.scrollWidth, node.clientWidth]);
    expect(content, id).toBeLessThanOrEqual(box! + 1);
  }
  const pdf = await page.pdf({format: "A4"});
  expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
  await page.emulateMedia({media: null}); // the next visit has the same page
});

test("one weak model without domains has a report without empty parts", async () => {
  await using visit = await alone.visit(opened("/report"), {width: 390});
  const {page} = visit;
  await page.waitForSelector("#sources tbody tr");
  await settled(page);
  const [own] = (await reportOf(weak)).suites[0]!.evaluations;
  expect(await page.locator("#scores tbody tr").count()).toBe(1);
  expect((await text(page, "#scores tbody tr")).replace(/\s+/gu, " ")).toContain(boundedText(own!.scores[0]!));
  expect(await page.locator("#reasons").count()).toBe(0);
  expect(await page.getByLabel("Scorecard of", {exact: true}).count()).toBe(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  expect(await faults(visit)).toEqual([]);
});

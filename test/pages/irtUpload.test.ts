// A reader's own matrix on page Item response: fitted in a worker, with progress and a way to cancel, to the numbers of the command.
import {execFileSync} from "node:child_process";
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {csvParse} from "d3";
import type {Page} from "playwright-core";
import {afterAll, beforeAll, expect, test} from "vitest";
import {randomOf} from "../../pipelines/generate/seed.js";
import {answers, normal, someItems} from "../studies/irt/simulated.js";
import {COMMAND} from "../workbook.js";
import {openSite, type Site} from "./browser.js";
import {opened, text} from "./reading.js";

let site: Site;
const folder = mkdtempSync(join(tmpdir(), "irt-upload-"));
beforeAll(async () => {
  site = await openSite();
});
afterAll(async () => {
  rmSync(folder, {recursive: true});
  await site[Symbol.asyncDispose]();
});

function matrix(name: string, persons: number, items: number): string {
  const random = randomOf(name);
  const curves = someItems(items, random);
  const theta = Array.from({length: persons}, () => normal(random));
  const {persons: ids, cells} = answers(theta, () => curves, name);
  const lines = ids.map((id, i) => [id, ...cells.subarray(i * items, (i + 1) * items)].join());
  const file = join(folder, `${name}.csv`);
  writeFileSync(file, [["model", ...curves.map(({id}) => id)].join(), ...lines].join("\n"));
  return file;
}
const small = matrix("small", 120, 12);
/** Takes a fit long enough to be cancelled on any machine. */
const large = matrix("large", 4_000, 120);

const choose = (page: Page, file: string | {name: string; text: string}) =>
  page
    .locator("#own input[accept^='.csv']")
    .setInputFiles(typeof file === "string" ? file : {name: file.name, mimeType: "text/csv", buffer: Buffer.from(file.text)});
const source = (page: Page) => text(page, "#source");

async function saved(page: Page, part: string): Promise<Record<string, string>[]> {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.locator(`#${part} button`, {hasText: "Download CSV"}).click()
  ]);
  return csvParse(readFileSync(await download.path(), "utf8"));
}

test("while a matrix is fitted the page shows how far it is, answers the reader, and cancels at a click", async () => {
  await using visit = await site.visit(opened("/irt"));
  const {page} = visit;
  await page.waitForSelector("#screens dd");
  const [before, shown] = [page.workers().length, await source(page)];
  await page.evaluate(() => {
    const seen = new Set<string>();
    const panel = document.querySelector("#fitting")!;
    const note = () => {
      const step = /Step [\d,]+/.exec(panel.textContent ?? "")?.[0];
      if (step) seen.add(step);
    };
    new MutationObserver(note).observe(panel, {childList: true, subtree: true, characterData: true});
    Object.assign(globalThis, {seenSteps: seen});
  });
  const steps = () => page.evaluate(() => (globalThis as unknown as {seenSteps: Set<string>}).seenSteps.size);
  await choose(page, large);
  await expect.poll(steps).toBeGreaterThanOrEqual(5);
  expect(await text(page, "#fitting")).toMatch(/Fitting 4,000 evaluations × 120 items: 3PL by empirical Bayes/);
  expect(await text(page, "#fitting")).toMatch(/largest slope .* still this workbook’s own/);
  expect(page.workers().length).toBe(before + 1);
  await page.getByLabel("Category", {exact: true}).selectOption({index: 1}); // what stands below is drawn anew meanwhile
  await expect.poll(() => page.url()).toContain("category=");
  await page.locator("#fitting button").click();
  expect(await text(page, "#fitting")).toContain("The fit of large.csv was cancelled");
  // the fit's worker is gone; that of the category, which no table speaks of, stays
  await expect.poll(() => page.workers().length).toBe(before + 1);
  expect(await source(page)).toBe(shown);
  expect({outside: visit.outside, errors: await visit.errors()}).toEqual({outside: [], errors: []});
});

test("page and command give the same numbers", async () => {
  const out = join(folder, "fit.json");
  execFileSync(process.execPath, [...COMMAND, "irt", "fit", "--responses", small, "--out", out]);
  const fit = JSON.parse(readFileSync(out, "utf8")) as {
    model: string;
    converged: boolean;
    item: {id: string; a: number; b: number; se_b: number}[];
    ability: {id: string; eap: number; lo: number}[];
  };
  expect(fit).toMatchObject({model: "2pl", converged: true});
  await using visit = await site.visit(opened("/irt"));
  const {page} = visit;
  await page.waitForSelector("#screens dd");
  await choose(page, small);
  await expect
    .poll(() => source(page))
    .toContain("small.csv; nothing leaves this page: 2PL by empirical Bayes (chosen: 1,440 answers");
  await expect.poll(() => page.locator("#misfits tbody tr").count()).toBe(12);
  await expect.poll(() => page.locator("[aria-busy=true]").count()).toBe(0);
  const items = new Map((await saved(page, "misfit-part")).map(row => [row.id, row]));
  for (const {id, a, b, se_b} of fit.item) {
    const drawn = items.get(id)!;
    for (const [key, value] of Object.entries({a, b, se_b}))
      expect(Math.abs(Number(drawn[key]) - value), `${id} ${key}`).toBeLessThan(1e-9);
  }
  const abilities = new Map((await saved(page, "ability-part")).map(row => [row.name, row]));
  for (const {id, eap, lo} of fit.ability) {
    expect(Math.abs(Number(abilities.get(id)!.eap) - eap)).toBeLessThan(1e-9);
    expect(Math.abs(Number(abilities.get(id)!.low) - lo)).toBeLessThan(1e-9);
  }
  expect(await visit.errors()).toEqual([]);
});

test("a later file takes the place of the one before, which is given up", async () => {
  await using visit = await site.visit(opened("/irt"));
  const {page} = visit;
  await page.waitForSelector("#screens dd");
  const before = page.workers().length;
  await choose(page, large);
  await expect.poll(() => text(page, "#fitting")).toContain("Fitting 4,000");
  await choose(page, small);
  await expect.poll(() => source(page)).toContain("small.csv");
  // Both fits' workers are gone; the one that computes the tables of the file, which the published study has no numbers of, stays.
  await expect.poll(() => page.locator("#misfits tbody tr").count()).toBe(12);
  await expect.poll(() => page.workers().length).toBe(before + 1);
  expect(await page.locator("#fitting").isHidden()).toBe(true);
  await page.getByRole("button", {name: "Remove file"}).first().click();
  await expect.poll(() => source(page)).toContain("Drawn from this workbook");
  expect(await visit.errors()).toEqual([]);
});

test("a reversed item is outlined on the map and named with its curve, and the workbook's own planner is put away", async () => {
  const lines = readFileSync(small, "utf8").split("\n");
  const turned = lines.map((line, i) => (i === 0 ? line : line.replace(/,([01])$/, (_, last) => `,${1 - Number(last)}`)));
  await using visit = await site.visit(opened("/irt"));
  const {page} = visit;
  await page.waitForSelector("#screens dd");
  expect(await page.getByLabel("Target error (%)").count()).toBe(1);
  await choose(page, {name: "turned.csv", text: turned.join("\n")});
  await expect.poll(() => source(page)).toContain("turned.csv");
  await expect.poll(() => text(page, "#wright")).toContain("Outlined, in red: 1 reversed item");
  await expect.poll(() => text(page, "#fit-warnings")).toContain("1 item is reversed, with a below 0");
  await expect.poll(() => page.getByLabel("Target error (%)").count()).toBe(0);
  await page.getByLabel("Item", {exact: true}).fill("item 11");
  await page.keyboard.press("Enter");
  await expect.poll(() => text(page, "#curve-reading")).toMatch(/^Discrimination −.*Reversed: abler evaluations get it wrong/);
  expect(await visit.errors()).toEqual([]);
});

test("what cannot be fitted is refused in one sentence, and what was shown before stays", async () => {
  await using visit = await site.visit(opened("/irt"));
  const {page} = visit;
  await page.waitForSelector("#screens dd");
  await choose(page, small);
  await expect.poll(() => source(page)).toContain("small.csv");
  for (const [name, content, message] of [
    ["empty.csv", "", "empty.csv is empty"],
    ["value.csv", "model,x,y\na,0,1\nb,1,7\n", "value.csv: there is no score between 1 and 7; if 7 marks a missing response"],
    ["words.csv", "when,where\nnow,here\nthen,there\n", 'words.csv:2:5 response "here" is not a score from 0 to 1'],
    ["item.csv", "model,x\na,0\nb,1\nc,1\n", "item.csv: 1 item cannot separate able models from easy ones"],
    ["person.csv", "model,x,y,z\na,0,1,1\n", "person.csv: 1 model has answers, which cannot separate able models"],
    ["right.csv", "model,x,y,z\na,1,1,1\nb,1,1,1\nc,1,1,1\n", "no item tells models apart (3 answered right by all)"],
    ["wrong.csv", "model,x,y,z\na,0,0,0\nb,0,0,0\nc,0,0,0\n", "no item tells models apart (3 answered wrong by all)"],
    ["torn.jsonl", '{"model": "a", "item": "x", "correct": 1}\n{"model": "b"', "torn.jsonl:2:1 not JSON: "]
  ] as const) {
    await choose(page, {name, text: content});
    await expect.poll(() => text(page, "#fitting"), {message: name}).toContain(message);
    expect(await text(page, "#fitting")).toContain("What is shown below is still small.csv.");
    expect(await source(page)).toContain("small.csv");
  }
  await choose(page, small);
  await page.locator("#own input[accept='.json']").setInputFiles({
    name: "other.json",
    mimeType: "application/json",
    buffer: Buffer.from('{"item": [{"id": "another", "a": 1, "d": 0}], "ability": []}')
  });
  await expect.poll(() => text(page, "#fitting")).toContain("other.json has no fitted item of small.csv");
  expect(await visit.errors()).toEqual([]);
});

test.each([
  1_280, 390
])("a matrix of scores at %i px: thresholds with intervals, mean scores within the frame, nothing cut", async width => {
  const random = randomOf("page scores");
  const long = "a".repeat(64);
  const items = [long, "work", "future", "benefit", "comfort"];
  const lines = Array.from({length: 60}, (_, i) => {
    const theta = normal(random);
    return [
      `m${i}`,
      ...items.map((_, j) => (i < 8 ? 2 : Math.min(2, Math.max(0, Math.round(1 + theta + normal(random) - j / 4)))))
    ].join();
  });
  await using visit = await site.visit(opened("/irt"), {width});
  const {page} = visit;
  await choose(page, {name: "scores.csv", text: [["model", ...items].join(), ...lines].join("\n")});
  await expect.poll(() => source(page)).toContain("scores.csv; nothing leaves this page: graded by");
  await expect.poll(() => text(page, "#misfit-overview")).toContain("not computed of scores");
  expect(await text(page, "#saturation-reading")).toMatch(/to miss [\d.]+ % \[.*\] of the highest score on 5 items/);
  await expect
    .poll(() => text(page, "#curve-reading"))
    .toMatch(/, thresholds −?[\d.]+ \[−?[\d.]+, −?[\d.]+\], .*; the mean score of 60 answers/);
  await expect.poll(() => page.locator("#curve h3").innerText()).toContain(long);
  expect(await page.locator("#item-part").innerText()).not.toContain("table of items");
  const frame = await page.evaluate(() => {
    const [low, high] = [...document.querySelectorAll("#curve svg [aria-label='y-grid'] line")]
      .map(line => line.getBoundingClientRect().top)
      .sort((a, b) => a - b)
      .filter((_, i, all) => i === 0 || i === all.length - 1);
    const bars = [...document.querySelectorAll("#curve svg [aria-label=rule] line")].map(line => line.getBoundingClientRect());
    return {bars: bars.length, within: bars.every(({top, bottom}) => top >= low! - 1 && bottom <= high! + 1)};
  });
  expect(frame.bars).toBeGreaterThan(4);
  expect(frame.within).toBe(true);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  expect(await visit.errors()).toEqual([]);
});

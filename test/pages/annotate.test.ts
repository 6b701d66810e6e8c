import {readFile} from "node:fs/promises";
import {DuckDBInstance} from "@duckdb/node-api";
import type {Page} from "playwright-core";
import {afterAll, beforeAll, expect, test} from "vitest";
import {humanStudy} from "../../pipelines/studies/preferences/study.js";
import {readVotes} from "../../pipelines/studies/preferences/votes/read.js";
import {recordsOf} from "../../pipelines/studies/preferences/votes/records.js";
import {openSite, type Site} from "./browser.js";

let site: Site;
let pairs: Map<string, Record<string, unknown>>;
beforeAll(async () => {
  site = await openSite();
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  const rows = (await connection.runAndReadAll("from 'data/store/annotation_pairs.parquet'")).getRowObjectsJS();
  pairs = new Map(rows.map(row => [String(row.pair_id), row]));
  connection.closeSync();
  instance.closeSync();
});
afterAll(() => site[Symbol.asyncDispose]());

const ready = (page: Page) => page.waitForSelector("#left .rb-untrusted");
const progress = (page: Page) => page.locator(".rb-progress").innerText();
async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}
async function download(page: Page): Promise<Record<string, unknown>[]> {
  const saved = page.waitForEvent("download");
  await page.click("#download");
  const text = await readFile((await (await saved).path())!, "utf8");
  return text
    .trim()
    .split("\n")
    .filter(Boolean)
    .map(line => JSON.parse(line) as Record<string, unknown>);
}

test("pairs are judged by keyboard alone; a reload loses nothing; the votes name what was shown", async () => {
  await using visit = await site.visit("/annotate");
  const {page} = visit;
  await ready(page);
  expect(await page.locator("#notice").innerText()).toContain("not language models");
  expect(await page.locator("section.rb-annotator").innerText()).toContain("simulated");
  expect(await progress(page)).toContain(`0 of ${pairs.size} pairs`);
  const shown = [
    await page.locator("#left .rb-untrusted").textContent(),
    await page.locator("#right .rb-untrusted").textContent()
  ];
  await press(page, "a", "5", "4", "3", "s", "2", "1"); // the sixth rating saves
  await expect.poll(() => progress(page)).toContain("1 of");
  await press(page, "t", "Enter", "b", "4");
  await expect.poll(() => progress(page)).toContain("2 of");
  await page.reload();
  await ready(page);
  expect(await progress(page)).toContain("2 of");
  expect(await page.locator('[aria-label="preference"] [aria-pressed="true"]').innerText()).toContain("Right");
  await press(page, "Enter");
  await expect.poll(() => progress(page)).toContain("3 of");
  const votes = await download(page);
  expect(votes.map(({winner}) => winner)).toEqual(["model_a", "tie", "model_b"]);
  expect(votes[0]).toMatchObject({
    judge: "annotator-1",
    wave: "1",
    helpfulness: {a: 5, b: 4},
    correctness: {a: 3, b: null},
    fluency: {a: 2, b: 1},
    simulated: true
  });
  const pair = pairs.get(String(votes[0]!.pair_id))!;
  const straight = votes[0]!.shown_order === "straight";
  expect([votes[0]!.model_a, votes[0]!.model_b]).toEqual(straight ? [pair.model_a, pair.model_b] : [pair.model_b, pair.model_a]);
  expect(shown).toEqual(straight ? [pair.response_a, pair.response_b] : [pair.response_b, pair.response_a]);
  expect(await page.locator("#waves tbody tr").innerText()).toMatch(/^1\s+3\s+1/);
  expect({outside: visit.outside, errors: await visit.errors()}).toEqual({outside: [], errors: []});
});

test("undo goes back over saved pairs, and the names of models never stand on the page", async () => {
  await using visit = await site.visit("/annotate");
  const {page} = visit;
  await ready(page);
  const first = await page.locator("#left .rb-untrusted").textContent();
  await press(page, "b", "Enter");
  await expect.poll(() => progress(page)).toContain("1 of");
  await press(page, "u", "u");
  await expect.poll(() => progress(page)).toContain("0 of");
  expect(await page.locator("#left .rb-untrusted").textContent()).toBe(first);
  const html = await page.locator("#observablehq-main").innerHTML();
  for (const {model_a, model_b} of pairs.values())
    for (const name of [model_a, model_b]) expect(html).not.toContain(String(name));
});

test("another judge's file joins in: κ appears with its interval and n", async () => {
  await using visit = await site.visit("/annotate");
  const {page} = visit;
  await ready(page);
  for (let i = 0; i < 12; i++) await press(page, i % 3 === 0 ? "a" : "b", "Enter");
  await expect.poll(() => progress(page)).toContain("12 of");
  const votes = await download(page);
  const others = votes
    .map((vote, i) => JSON.stringify({...vote, judge: "other", winner: i === 0 ? "tie" : vote.winner}))
    .join("\n");
  await page.setInputFiles("input[type=file]:not(#planned)", {
    name: "votes.jsonl",
    mimeType: "application/jsonl",
    buffer: Buffer.from(others)
  });
  await expect
    .poll(() => page.locator("#waves tbody tr").innerText())
    .toMatch(/1\s+24\s+2\s+−?0\.\d\d \[.*\] over prompts, n = 12/);
  await page.setInputFiles("input[type=file]:not(#planned)", {
    name: "bad.jsonl",
    mimeType: "application/jsonl",
    buffer: Buffer.from('{"judge":"x","model_a":"m","model_b":"m","winner":"tie"}\n')
  });
  await expect.poll(() => page.locator("#warnings").innerText()).toMatch(/against itself \(bad\.jsonl:1:28\)/);
  expect(await visit.errors()).toEqual([]);
});

/** Fleiss' κ of two judges from its definition: with two ratings a unit, the share of units that agree against Σ p². */
function fleissOfTwo(units: readonly (readonly [string, string])[]): number {
  const all = units.flat();
  const chance = [...new Set(all)].reduce((sum, name) => sum + (all.filter(each => each === name).length / all.length) ** 2, 0);
  return (units.filter(([x, y]) => x === y).length / units.length - chance) / (1 - chance);
}

test("two annotators judge the same twenty pairs, blind, each in an order of their own; their files make a study", async () => {
  const names = [...new Set([...pairs.values()].flatMap(({model_a, model_b}) => [String(model_a), String(model_b)]))];
  const sessions: Record<string, unknown>[][] = [];
  for (const judge of ["ann", "bob"]) {
    await using visit = await site.visit(`/annotate#judge=${judge}`);
    const {page} = visit;
    await ready(page);
    expect(await page.locator("#waves").innerText()).toBe("No votes yet.");
    for (let i = 0; i < 20; i++) {
      const length = (await page.locator("#left .rb-untrusted").textContent())!.length;
      await press(page, ["a", "b", "t"][(length + (judge === "bob" && i % 4 === 0 ? 1 : 0)) % 3]!, "Enter");
      await expect.poll(() => progress(page)).toContain(`${i + 1} of`);
      if (i === 9) {
        await page.reload();
        await ready(page);
        expect(await progress(page)).toContain("10 of");
      }
      // Neither text nor attributes nor titles tell who answered.
      const html = await page.evaluate(() => document.documentElement.outerHTML);
      expect(names.filter(name => html.includes(name))).toEqual([]);
    }
    sessions.push(await download(page));
    expect(await visit.errors()).toEqual([]);
  }
  const [ann, bob] = sessions as [Record<string, unknown>[], Record<string, unknown>[]];
  const ids = (votes: Record<string, unknown>[]) => votes.map(({pair_id}) => String(pair_id));
  expect(ids(ann).sort()).toEqual(ids(bob).sort());
  expect(sessions.map(votes => votes.map(({shown_position}) => shown_position))).toEqual(
    sessions.map(() => Array.from({length: 20}, (_, i) => i + 1))
  );
  expect(ann[0]!.order_seed).not.toBe(bob[0]!.order_seed);
  const verdict = (vote: Record<string, unknown>) => (vote.winner === "tie" ? "tie" : String(vote[String(vote.winner)]));
  const units = ann.map(vote => [verdict(vote), verdict(bob.find(({pair_id}) => pair_id === vote.pair_id)!)] as const);
  // Categories are the first, a tie, the second of a pair by name.
  const places = units.map((unit, i) => {
    const first = [String(ann[i]!.model_a), String(ann[i]!.model_b)].sort()[0];
    return unit.map(name => (name === "tie" ? "tie" : name === first ? "first" : "second")) as [string, string];
  });
  const kappa = fleissOfTwo(places);
  const lines = (votes: Record<string, unknown>[]) => votes.map(vote => `${JSON.stringify(vote)}\n`).join("");
  await using visit = await site.visit("/annotate#judge=nobody");
  const {page} = visit;
  await ready(page);
  await page.setInputFiles("input[type=file]:not(#planned)", {
    name: "both.jsonl",
    mimeType: "application/jsonl",
    buffer: Buffer.from(lines(ann) + lines(bob))
  });
  await expect
    .poll(() => page.locator("#waves tbody tr").innerText())
    .toMatch(new RegExp(`^1\\s+40\\s+2\\s+${kappa.toFixed(2).replace("-", "−")} \\[.*\\] over prompts, n = 20\\s`));
  // The same as two waves: κ with the wave before instead.
  await page.setInputFiles("input[type=file]:not(#planned)", {
    name: "waves.jsonl",
    mimeType: "application/jsonl",
    buffer: Buffer.from(lines(ann) + lines(bob).replaceAll('"wave":"1"', '"wave":"2"'))
  });
  await expect.poll(() => page.locator("#waves tbody tr").last().innerText()).toMatch(/^2\s+20\s+1\s.*n = 20/s);
  await page.setInputFiles("input[type=file]:not(#planned)", {
    name: "image.png",
    mimeType: "image/png",
    buffer: Buffer.from([0x89, 0x50, 0, 1, 2])
  });
  await expect
    .poll(() => page.locator(".rb-own-file:not(:has(#planned))").getByRole("status").innerText())
    .toBe(
      "image.png is neither text nor Parquet: choose a file of JSON lines, JSON, CSV or Parquet. waves.jsonl is still shown."
    );
  await page.getByRole("button", {name: "Remove file"}).click();
  await expect.poll(() => page.locator("#waves").innerText()).toBe("No votes yet.");
  await expect.poll(() => page.locator("#warnings").count()).toBe(0);
  const {study} = humanStudy(readVotes(recordsOf(lines(ann) + lines(bob))).votes);
  expect(study).toMatchObject({votes: 40, judges: 2});
  expect(study.agreement.fleiss.value).toBeCloseTo(kappa, 10);
  expect(study.strengths.every(({model}) => names.includes(model))).toBe(true);
  expect(await visit.errors()).toEqual([]);
});

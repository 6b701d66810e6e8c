// Two tables of scores on the page of judgments, without votes: their correlation, the intervals they bring, and how models were matched.
import {afterAll, beforeAll, expect, test} from "vitest";
import {openSite, type Site} from "./browser.js";
import {opened, text} from "./reading.js";

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.[Symbol.asyncDispose]());

const file = (name: string, lines: string[]) => ({name, mimeType: "text/csv", buffer: Buffer.from(`${lines.join("\n")}\n`)});
// r by SciPy: pearsonr([1, 2, 3, 4, 5, 6], [2, 1, 4, 3, 6, 5]) = 0.8285714
const one = file("one.csv", [
  "model,score,rating_q025,rating_q975,avg_tokens,date",
  ...[1, 2, 3, 4, 5, 6].map(i => `Model-${i},${i},${i - 0.4},${i + 0.4},${100 * i},2024-01-0${i}`),
  "only-here,9,8,10,50,2024-01-09"
]);
const other = file("other.csv", [
  "model,elo,n_votes",
  ...[2, 1, 4, 3, 6, 5].map((y, i) => `model-${i + 1},${y},${i}`),
  "only-there,1,1"
]);

test("two tables are correlated over the models of both; ends of intervals and counts are no benchmarks unless they are ticked", async () => {
  await using visit = await site.visit(opened("/human"));
  const {page} = visit;
  await page.waitForSelector("#strengths tbody tr");
  await page.setInputFiles("#scores-file", one);
  await page.setInputFiles("#criterion-file", other);
  await expect
    .poll(() => text(page, "#correlation-reading"))
    .toContain("score correlates most with elo of other.csv: r = 0.83 [");
  expect(await text(page, "#correlation-reading")).toContain("n = 6 models");
  expect(await page.locator("#correlations tbody tr").count()).toBe(1);
  expect(await text(page, "#scores-notes")).toContain("rating_q025 and rating_q975 are the ends of the intervals of score");
  expect(await text(page, "#scores-notes")).toContain("no benchmarks by their names: avg_tokens");
  expect(await page.locator("#matched summary").innerText()).toBe(
    "6 models are in both one.csv and other.csv, 6 of them under different names"
  );
  await page.locator("#matched summary").click();
  const matched = await page.locator("#matched").innerText();
  for (const line of ["Model-1 = model-1", "Only in one.csv (1): only-here.", "Only in other.csv (1): only-there."])
    expect(matched).toContain(line);
  expect(await text(page, "#scatter")).toContain("Bars: 95 % intervals as the tables give them");
  await page.locator("#aside").getByLabel("avg_tokens").check();
  await expect.poll(() => page.locator("#correlations tbody tr").count()).toBe(2);
  expect({outside: visit.outside, errors: await visit.errors()}).toEqual({outside: [], errors: []});
});

import {readFileSync} from "node:fs";
import {afterAll, beforeAll, expect, test} from "vitest";
import {openSite, type Site} from "./browser.js";
import {opened} from "./reading.js";

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site[Symbol.asyncDispose]());

const {sets} = JSON.parse(readFileSync("data/claims/reproductions.json", "utf8")) as {
  sets: {id: string; title: string; published: Record<string, string | Record<string, string>>}[];
};
const figures = ({published}: (typeof sets)[number]) =>
  Object.values(published).flatMap(figure => (typeof figure === "string" ? [figure] : Object.values(figure)));

test("every published figure is in the table with n, interval, verdict and source", async () => {
  await using visit = await site.visit(opened("/reproductions"));
  const {page} = visit;
  await page.waitForSelector("#reproductions tbody tr");
  const printed = await page
    .locator("#reproductions tbody tr")
    .evaluateAll(rows => rows.map(row => Array.from(row.querySelectorAll("td"), cell => cell.textContent ?? "")));
  expect(printed).toHaveLength(sets.flatMap(figures).length);
  for (const [, , recomputed, , n, verdict] of printed) {
    expect(recomputed).toMatch(/\d \[[\d.]+, [\d.]+\]/);
    expect(n).toMatch(/^[\d,]+ \w/);
    expect(verdict).toMatch(/equal after rounding|within its error|differs/);
  }
  const [first] = printed;
  expect(first![5]).toContain("differs"); // differences come first
  expect(await page.locator("#sentence").innerText()).toMatch(/^Of [\d,]+ published figures in \d+ sets, [\d,]+ are equal/);
  await page.locator("#differences svg").first().waitFor();
  expect({outside: visit.outside, errors: await visit.errors()}).toEqual({outside: [], errors: []});
});

test("a set and a verdict are chosen, and the link keeps them", async () => {
  await using visit = await site.visit(opened("/reproductions#set=gsm8k&verdict=differs"));
  const {page} = visit;
  await page.waitForSelector("#reproductions tbody tr");
  const {title} = sets.find(({id}) => id === "gsm8k")!;
  for (const figure of await page.locator("#reproductions tbody td:nth-child(1)").allInnerTexts())
    expect(figure).toContain(title);
  for (const figure of await page.locator("#reproductions tbody td:nth-child(1)").allInnerTexts())
    expect(figure).toMatch(/Reason: .{20}/u);
  expect(await visit.errors()).toEqual([]);
});

test("no figure with a verdict is said so", async () => {
  await using visit = await site.visit(opened("/reproductions#set=tau-bench&verdict=differs"));
  await visit.page.waitForSelector("#none");
  expect(await visit.page.locator("#reproductions").count()).toBe(0);
  expect(await visit.errors()).toEqual([]);
});

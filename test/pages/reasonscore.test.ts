import {afterAll, beforeAll, expect, test} from "vitest";
import {openSite, type Site} from "./browser.js";

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site[Symbol.asyncDispose]());

test("scores stand with their interval and n, marked as simulated, and find the abilities that were built in", async () => {
  await using visit = await site.visit("/reasonscore");
  const {page} = visit;
  await page.waitForSelector("#scores tbody tr");
  const first = await page.locator("#scores tbody tr").first().innerText();
  expect(first).toMatch(/simulated/);
  expect(first).toMatch(/\d+\.\d \[\d+\.\d, \d+\.\d\]/);
  expect(await page.locator("#notice").innerText()).toContain("not language models");
  const sentence = await page.locator("#calibration").innerText();
  const [, rho, n] = /ρ = (0\.\d+) \[.*\], n = (\d+) models/.exec(sentence)!;
  expect(Number(n)).toBeGreaterThanOrEqual(60);
  // Below 1 by design: some able models run in circles, and truncation lowers the score whatever the ability.
  expect(Number(rho)).toBeGreaterThanOrEqual(0.95);
  await page.getByLabel("per token").click();
  await page.waitForFunction(() => /Score per token/.test(document.body.innerText));
  expect(page.url()).toContain("tier=");
  expect({outside: visit.outside, errors: await visit.errors()}).toEqual({outside: [], errors: []});
});

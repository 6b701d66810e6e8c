// What the page of human judgments says beside the ranking: length held equal, judges in pairs, base rates, correlations without noise.
import {afterAll, beforeAll, expect, test} from "vitest";
import {openSite, type Site} from "./browser.js";
import {ask, opened, text} from "./reading.js";

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.[Symbol.asyncDispose]());

test("strengths with length held equal bear intervals and ranks; ties by SQL; judges in pairs; r corrected for noise in the votes", async () => {
  await using visit = await site.visit(opened("/human"));
  const {page} = visit;
  await page.waitForSelector("#held tbody tr");
  await expect.poll(() => text(page, "#freed-reading")).not.toBe("");
  const [ties] = await ask("select (100.0 * count(*) filter (winner = 'tie') / count(*))::double from votes");
  expect(await text(page, "#agreement tbody tr:last-child")).toContain(` / ${ties!.toFixed(1)} % / `); // every unit has three votes
  // Longer answers are preferred by plan: with length held equal, strengths stand with intervals and ranks of their own.
  expect(await text(page, "#held-reading")).toMatch(
    /With position and length held equal \(n = 12,000 votes\), \d+ of 15 models change rank/
  );
  expect(await page.locator("#held tbody tr").count()).toBe(15);
  expect(await text(page, "#held tbody tr:first-child")).toMatch(
    /sim-tundra-08\s+1,\d{3} \[1,\d{3}, 1,\d{3}\]\s+−?\d+\s+1 \[1, 1\]/
  );
  expect(await text(page, "#judge-pairs-reading")).toMatch(
    /of the 30 pairs that have the most units in common, κ is −?0\.\d\d to 0\.\d\d/
  );
  expect(await text(page, "#freed-reading")).toMatch(/Corrected for noise in the votes, ReasonScore.* n = 15 models/);
  expect({outside: visit.outside, errors: await visit.errors()}).toEqual({outside: [], errors: []});
});

test("all ties: models are level at the top, and position is not said to do nothing", async () => {
  await using visit = await site.visit(opened("/human"));
  const {page} = visit;
  await page.waitForSelector("#strengths tbody tr");
  const votes = ["a,b", "b,c", "c,a", "a,c", "b,a", "c,b"].map((pair, q) => `j${q % 2},${pair},q${q},tie`);
  const buffer = Buffer.from(`judge,model_a,model_b,question_id,winner\n${votes.join("\n")}\n`);
  await page.setInputFiles("#votes-file", {name: "ties.csv", mimeType: "text/csv", buffer});
  await expect
    .poll(() => text(page, "#reading"))
    .toContain("3 models are level at the top, a among them, with the rank 1 [1, 3]");
  await expect.poll(() => text(page, "#effects")).toMatch(/Being shown first adds 0\.00 \[−[1-9].*, [1-9].*\] to the log-odds/);
  expect(await visit.errors()).toEqual([]);
});

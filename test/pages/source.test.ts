// The switch between published answers and the starter book: each page loads one source only, and shows no row of the other.
import {existsSync, readFileSync} from "node:fs";
import {expect, test} from "vitest";
import {SITE_SOURCES, type SiteSources} from "../../pipelines/store/source.js";
import {openSite, type Site, type Visit} from "./browser.js";
import {opened} from "./reading.js";

const MANIFEST = "data/published/manifest.json";
const absent = !existsSync(MANIFEST);

/** A visit to the leaderboard, and the files of results that it fetched. */
async function leaderboard(site: Site, path: string): Promise<{visit: Visit; files: string[]}> {
  const visit = await site.visit("about:blank", {width: 390});
  const files: string[] = [];
  visit.page.on("request", request => request.url().includes("/_file/") && files.push(request.url()));
  await visit.page.goto(`${site.url}${path}`);
  await visit.page.waitForSelector("#leaderboard tbody tr");
  return {visit, files};
}
const folders = (files: readonly string[]) => [...new Set(files.map(file => /_file\/(\w+)\//.exec(file)![1]))];

test.skipIf(absent)(`the leaderboard loads one source only${absent ? " (skipped: data/published is absent)" : ""}`, async () => {
  await using site = await openSite();
  const {models} = JSON.parse(readFileSync(MANIFEST, "utf8")) as {models: string[]};
  const real = await leaderboard(site, "/leaderboard");
  const names = await real.visit.page.locator("#leaderboard tbody tr td:first-child").allInnerTexts();
  expect(names.length).toBeGreaterThan(1);
  for (const name of names) expect(models).toContain(name.trim());
  expect(await real.visit.page.locator("#observablehq-main .rb-simulated").count()).toBe(0);
  await real.visit.page.getByLabel("Intervals over", {exact: true}).selectOption({index: 1}); // DuckDB answers
  await expect.poll(() => real.files.some(file => file.includes("points"))).toBe(true);
  expect(folders(real.files)).toEqual(["published"]);
  expect(await real.visit.page.locator("#rb-source a[aria-current]").innerText()).toBe("Published answers");

  await real.visit.page.locator("#rb-source a:not([aria-current])").click();
  await real.visit.page.waitForSelector("#leaderboard .rb-simulated");
  expect(new URL(real.visit.page.url()).search).toBe("?source=starter");
  await real.visit.page.evaluate(() =>
    document.querySelector<HTMLAnchorElement>('#observablehq-sidebar a[href*="compare"]')!.click()
  );
  await real.visit.page.waitForSelector("#difference");
  expect(new URL(real.visit.page.url()).search).toBe("?source=starter");
  expect(await real.visit.errors()).toEqual([]);
  await real.visit[Symbol.asyncDispose]();

  const simulated = await leaderboard(site, "/leaderboard?source=starter");
  expect(folders(simulated.files)).toEqual(["data"]);
  for (const row of await simulated.visit.page.locator("#leaderboard tbody tr").all())
    expect(await row.locator(".rb-simulated").count()).toBe(1);
  await simulated.visit[Symbol.asyncDispose]();
});

test.skipIf(absent)(
  `a page that published answers cannot answer says so in a sentence and loads nothing${absent ? " (skipped: data/published is absent)" : ""}`,
  async () => {
    await using site = await openSite();
    await using visit = await site.visit(opened("/reasonscore?source=published"));
    const {page} = visit;
    const files: string[] = [];
    page.on("request", request => request.url().includes("/_file/") && files.push(request.url()));
    await expect.poll(() => page.locator(".rb-nothing").innerText()).toMatch(/published answers have nothing/);
    expect(files).toEqual([]);
    await using other = await site.visit(opened("/reasonscore?source="));
    const sources = JSON.parse((await other.page.locator(`#${SITE_SOURCES}`).textContent())!) as SiteSources;
    expect(await other.page.locator("#rb-source a[aria-current]").innerText()).toContain(
      sources.local === "starter" ? "Starter book" : "Your results"
    );
  }
);

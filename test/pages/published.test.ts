// What pages show of everything, unfiltered, is read from published tables: nothing is computed until a reader asks for something else.
import {readFileSync} from "node:fs";
import {globSync} from "tinyglobby";
import {afterAll, beforeAll, expect, test} from "vitest";
import {openSite, type Site, type Visit} from "./browser.js";
import {opened} from "./reading.js";

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site[Symbol.asyncDispose]());

/** Those of some names that only one function of all files has, so that a run of one is a run of that. */
function unique(names: readonly string[]): Set<string> {
  const sources = globSync(["pipelines/**/*.ts", "src/components/**/*.ts"]).map(file => readFileSync(file, "utf8"));
  const count = (name: string) => sources.filter(text => new RegExp(`(?:function|const) ${name}\\b`).test(text)).length;
  for (const name of names) expect(count(name), `${name} is gone`).toBeGreaterThan(0);
  return new Set(names.filter(name => count(name) === 1));
}

/** Those of some functions that have run since the last call, by the browser's own record. */
async function ran({page}: Visit, names: ReadonlySet<string>): Promise<string[]> {
  const scripts = await page.coverage.stopJSCoverage();
  await page.coverage.startJSCoverage({resetOnNavigation: false});
  return scripts
    .filter(({url}) => url.includes("/_import/"))
    .flatMap(({functions}) => functions.filter(({ranges}) => ranges[0]!.count > 0).map(({functionName}) => functionName))
    .filter(name => names.has(name));
}

/** A visit to a page that is recorded from its first script on, once it is drawn whole. */
async function recorded(path: string, last: string): Promise<Visit> {
  const visit = await site.visit("about:blank", {apart: true});
  await visit.page.coverage.startJSCoverage({resetOnNavigation: false});
  await visit.page.addInitScript(() => {
    const own = globalThis as unknown as {opened: string[]; Blob: typeof Blob};
    own.opened = [];
    const Plain = own.Blob;
    own.Blob = class extends Plain {
      constructor(parts: BlobPart[] = [], options?: BlobPropertyBag) {
        super(parts, options);
        own.opened.push(...parts.filter(part => typeof part === "string"));
      }
    };
  });
  await visit.page.goto(`${site.url}${path}`);
  await visit.page.waitForSelector(last);
  await settled(visit);
  return visit;
}
const settled = (visit: Visit) => expect.poll(() => visit.page.locator("[aria-busy='true']").count()).toBe(0);

/** Workers that were opened for the page's own computations; DuckDB's is none. */
const workers = async ({page}: Visit): Promise<string[]> =>
  (await page.evaluate(() => (globalThis as unknown as {opened: string[]}).opened)).filter(text =>
    /^import\(.*worker/.test(text)
  );

test("page Item response opens no worker for all evaluations and items, and one for a category", async () => {
  await using visit = await recorded(opened("/irt?source=starter"), "#screens dd");
  const {page} = visit;
  expect(await workers(visit)).toEqual([]);
  const names = unique(["itemFits", "summedScoreFit", "checksOf"]);
  expect(names.size).toBeGreaterThan(1);
  expect(await ran(visit, names)).toEqual([]);
  expect(await page.locator("#abilities tbody tr").count()).toBeGreaterThan(2);
  expect(await page.locator("#misfits tbody tr").count()).toBeGreaterThan(2);
  const before = await page.locator("#screens").innerText();
  await page.getByLabel("Category", {exact: true}).selectOption("sort");
  await expect.poll(() => page.locator("#screens").innerText()).not.toBe(before);
  expect(await workers(visit)).toHaveLength(1);
  expect(await visit.errors()).toEqual([]);
});

test("page Human computes nothing of all shipped votes, and does for one turn", async () => {
  await using visit = await recorded(opened("/human"), "#correlations tbody tr");
  const {page} = visit;
  const names = unique([
    ...["scoresOf", "informationCovariance", "sandwich", "meatBy", "twoWay", "crossed", "asExpected", "intersection"],
    ...["disagreement", "midranksOf", "addTo", "apartFrom", "modelMeans", "ratingAgreement", "consensusOf", "chances"]
  ]);
  expect(await ran(visit, names)).toEqual([]);
  expect(await page.locator("#strengths tbody tr").count()).toBeGreaterThan(2);
  expect(await page.locator("#win-rates tbody tr").count()).toBeGreaterThan(2);
  const before = await page.locator("#reading").innerText();
  await page.getByLabel("Turn", {exact: true}).selectOption("1");
  await expect.poll(() => page.locator("#reading").innerText()).not.toBe(before);
  await settled(visit);
  expect((await ran(visit, names)).length).toBeGreaterThan(3);
  expect(await visit.errors()).toEqual([]);
});

// Every page as it was built, below a path, on the plainest of servers, wide and light, then narrow and dark: it works there under its policy,
// its links lead to files, and nothing is lacking for readers with a keyboard, a screen reader or weak sight.
import {existsSync, readFileSync, statSync} from "node:fs";
import {join, relative} from "node:path";
import {globSync} from "tinyglobby";
import {afterAll, beforeAll, expect, test} from "vitest";
import {others, settled, violations} from "./accessibility.js";
import {openSite, type Site} from "./browser.js";
import {opened} from "./reading.js";

const DIST = join(import.meta.dirname, "../../dist");
const BASE = "/reports/x";
let site: Site;
beforeAll(async () => {
  site = await openSite(DIST, {base: BASE, plain: true});
});
afterAll(async () => {
  await site?.[Symbol.asyncDispose]();
});

/** Every page once, and one of the pages of models, which are alike. The page of unknown addresses names its links from the site's root. */
const PAGES = [
  ...globSync("*.html", {cwd: DIST, ignore: "404.html"}).sort(),
  ...globSync("models/sim-*.html", {cwd: DIST}).sort().slice(0, 1)
];
/** Addresses outside of the site that its pages link to: where published answers and figures come from. */
const {published, figures} = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../data/published/manifest.json"), "utf8")
) as {
  published: {address: string}[];
  figures: {address: string}[];
};
/** Pages and files that print the figures of page Reproductions. */
const {sets} = JSON.parse(readFileSync(join(import.meta.dirname, "../../data/claims/reproductions.json"), "utf8")) as {
  sets: {source: string; sources?: Record<string, string>}[];
};
const SOURCES = new Set([
  ...[...published, ...figures].map(({address}) => address),
  ...sets.flatMap(({source, sources = {}}) => [source, ...Object.values(sources)])
]);
const isFile = (file: string) => existsSync(file) && statSync(file).isFile();

test("there are pages to look at, and one of a model", () => {
  expect(PAGES).toEqual(expect.arrayContaining(["clusters.html", expect.stringMatching(/^models\/.+\.html$/)]));
});

// Two at a time, since each waits until nothing more is drawn.
test.concurrent.each(
  PAGES.map(page => [page])
)("%s works from its file and below a path, all its links lead to files, and nothing is lacking for any reader", async path => {
  await using visit = await site.visit(opened(`/${path}`), {width: 1280});
  const {page} = visit;
  await page.locator("#observablehq-main h1").first().waitFor();
  await page.waitForLoadState("networkidle");
  await settled(page);
  expect(await page.locator("#observablehq-main .observablehq--block").count()).toBeGreaterThan(0);
  const addresses = await page.locator("a[href]").evaluateAll(links => links.map(link => (link as HTMLAnchorElement).href));
  const broken = [...new Set(addresses)].filter(address => {
    if (SOURCES.has(address)) return false;
    const {pathname} = new URL(address);
    return !pathname.startsWith(`${BASE}/`) || !isFile(join(DIST, relative(BASE, decodeURIComponent(pathname))));
  });
  const light = [...(await violations(page)), ...(await others(page))];
  await page.setViewportSize({width: 390, height: 844});
  await page.emulateMedia({colorScheme: "dark"});
  await settled(page);
  const dark = [...(await violations(page)), ...(await others(page))];
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect({broken, outside: visit.outside, errors: await visit.errors(), light, dark, beyond: Math.max(0, beyond)}).toEqual({
    broken: [],
    outside: [],
    errors: [],
    light: [],
    dark: [],
    beyond: 0
  });
});

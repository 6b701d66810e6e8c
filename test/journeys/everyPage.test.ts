// Every page at two widths: no error in the console, no request beyond the site, nothing wider than the screen, nothing missing for readers with a
// keyboard, a screen reader or weak sight.
import {join} from "node:path";
import type {Page} from "playwright-core";
import {globSync} from "tinyglobby";
import {expect} from "vitest";
import {others, settled, violations} from "../pages/accessibility.js";
import {opened} from "../pages/reading.js";
import {journey, journeys} from "./journey.js";

/** Every page once, and one of the pages of models, which are alike. */
const PAGES = [
  ...globSync("*.md", {cwd: join(import.meta.dirname, "../../src"), ignore: "404.md"})
    .sort()
    .map(name => name.replace(/md$/u, "html")),
  "models/sim-cedar-01.html"
];

journeys(
  "every page opens at 1280 and 390 px",
  () => {
    for (const path of PAGES)
      journey(path, async reader => {
        const {page, outside, errors} = await reader.visit(opened(`/${path}`), {width: 1280});
        await page.locator("#observablehq-main h1").first().waitFor();
        await settled(page);
        expect(await page.locator("#observablehq-main .observablehq--block").count()).toBeGreaterThan(0);
        const wide = {overflow: await overflow(page), findings: [...(await violations(page)), ...(await others(page))]};
        await page.setViewportSize({width: 390, height: 844});
        await settled(page);
        const narrow = {overflow: await overflow(page), findings: [...(await violations(page)), ...(await others(page))]};
        const none = {overflow: 0, findings: []};
        expect({wide, narrow, outside, errors: await errors()}).toEqual({wide: none, narrow: none, outside: [], errors: []});
      });
  },
  {concurrent: true}
);

/** Pixels by which the page is wider than the screen. */
const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - innerWidth));

// Journeys of a reader in Chromium, on the site of the fixture store. One that fails leaves a picture of each of its pages and what their
// consoles printed in test/output/.
import {mkdirSync, rmSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import type {Page} from "playwright-core";
import {beforeAll, describe, inject, test} from "vitest";
import {openSite, type Site, type Visit, type VisitOptions} from "../pages/browser.js";
import {siteBuilt} from "./siteFolder.js";

const SITE = inject("fixtureSite");
const OUTPUT = join(import.meta.dirname, "../output");

/** One server for all files of a process, so that its pages share what the browser has compiled; it ends with the process. */
let shared: Promise<Site> | undefined;

export interface Reader {
  /** folder of the built site */
  dist: string;
  visit(path: string, options?: VisitOptions): Promise<Visit>;
}

/** Milliseconds that a busy machine may need to build the site. */
const BUILD_MS = 600_000;

/** A group of journeys, which begin once the site is built. */
export function journeys(name: string, define: () => void, {concurrent = false} = {}): void {
  describe(name, {concurrent}, () => {
    beforeAll(async () => {
      if (SITE !== null) await siteBuilt(SITE);
    }, BUILD_MS);
    define();
  });
}

/** A test in which a reader visits pages; skipped where there is no browser. */
export function journey(name: string, run: (reader: Reader) => Promise<void>): void {
  test.skipIf(SITE === null)(name, async () => {
    const dist = SITE!;
    shared ??= openSite(dist);
    const site = await shared;
    const visits: {visit: Visit; printed: string[]}[] = [];
    const file = join(OUTPUT, name.replaceAll(/[^\w]+/gu, "-").slice(0, 80));
    for (const ending of [".txt", ...PICTURES]) rmSync(`${file}${ending}`, {force: true});
    try {
      await run({
        dist,
        async visit(path, options) {
          const visit = await site.visit("about:blank", options);
          visits.push({visit, printed: listen(visit.page)});
          await visit.page.goto(`${site.url}${path}`);
          return visit;
        }
      });
    } catch (error) {
      mkdirSync(OUTPUT, {recursive: true});
      const texts = visits.map(({visit, printed}) => [visit.page.url(), ...printed].join("\n"));
      writeFileSync(`${file}.txt`, `${texts.join("\n\n")}\n\n${error instanceof Error ? error.stack : String(error)}\n`);
      for (const [i, {visit}] of visits.entries())
        await visit.page.screenshot({path: `${file}${PICTURES[i] ?? PICTURES.at(-1)}`, fullPage: true}).catch(() => {});
      throw error;
    } finally {
      for (const {visit} of visits) await visit[Symbol.asyncDispose]();
    }
  });
}

/** Endings of pictures, one for each page of a journey. */
const PICTURES = [".png", "-2.png", "-3.png"];

function listen(page: Page): string[] {
  const printed: string[] = [];
  page.on("console", message => printed.push(`${message.type()}: ${message.text()}`));
  page.on("pageerror", error => printed.push(`uncaught: ${error.message}`));
  page.on("requestfailed", request => printed.push(`failed request: ${request.url()}`));
  return printed;
}

// The site on hosts as they are: unknown addresses at any depth, a policy that blocks parts of pages, files that a later build has replaced.
import type {Page} from "playwright-core";
import {expect} from "vitest";
import {openSite, type Serving} from "../pages/browser.js";
import {journey, journeys} from "./journey.js";

const BASE = "/reports/x";
const hosted = (dist: string, serving: Serving) => openSite(dist, {base: BASE, plain: true, ...serving});
const sentence = (page: Page) => page.locator("#rb-guard").first();

journeys("hosts", () => {
  for (const path of ["/404.html", "/nothing", "/models/no-such-model", "/a/b/c.html", "/a/b/"])
    journey(`the page of unknown addresses works at ${path}`, async ({dist}) => {
      await using site = await hosted(dist, {hasPageOfUnknown: true});
      await using visit = await site.visit(path);
      const {page} = visit;
      await page.locator("#missing").waitFor();
      const last = await page
        .locator("#missing a")
        .last()
        .evaluate(link => (link as HTMLAnchorElement).pathname);
      expect(last).toBe(`${BASE}/${path.startsWith("/models/") ? "leaderboard" : "index"}.html`);
      expect(await page.evaluate(() => getComputedStyle(document.querySelector("#observablehq-header")!).position)).not.toBe(
        "static"
      );
      expect(await visit.errors().then(errors => errors.filter(error => !/404/u.test(error)))).toEqual([]);
    });

  for (const [name, gone, path] of [
    ["a script", /\/_import\/pages\//u, "/index.html"],
    ["the runtime", /\/_observablehq\/client/u, "/index.html"],
    ["a table", /\/_file\/.*\.parquet$/u, "/sql.html"]
  ] as const)
    journey(`where ${name} of an earlier build is gone, the page asks to be reloaded`, async ({dist}) => {
      await using site = await hosted(dist, {instead: file => (gone.test(file) ? null : file)});
      await using visit = await site.visit(path);
      await sentence(visit.page).waitFor();
      expect(await sentence(visit.page).innerText()).toMatch(/published again.*reload/u);
    });

  for (const [name, policy, path] of [
    ["no workers of blob:", "default-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'; worker-src 'self'", "/samples.html"],
    ["no inline scripts", "default-src 'self'", "/index.html"],
    ["no WebAssembly", "default-src 'self' 'unsafe-inline'; worker-src blob:", "/samples.html"],
    ["no workers of blob:, on page SQL", "default-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'; worker-src 'self'", "/sql.html"]
  ] as const)
    journey(`a policy of the server that allows ${name} shows a sentence, and nothing waits`, async ({dist}) => {
      await using site = await hosted(dist, {headers: {"content-security-policy": policy}});
      await using visit = await site.visit(path);
      await sentence(visit.page).waitFor();
      expect(await sentence(visit.page).innerText()).toContain("Content-Security-Policy");
      await expect.poll(() => visit.page.locator("observablehq-loading").count()).toBe(0);
    });

  journey("a policy that allows what the documents name shows no sentence", async ({dist}) => {
    const policy =
      "default-src 'self'; script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; worker-src 'self' blob:; connect-src 'self' blob: data:";
    await using site = await hosted(dist, {headers: {"content-security-policy": policy}});
    await using visit = await site.visit("/sql.html?source=starter");
    await expect.poll(() => visit.page.locator("#sql-status").textContent()).toMatch(/^\d+ rows in/u);
    expect(await sentence(visit.page).count()).toBe(0);
  });
});

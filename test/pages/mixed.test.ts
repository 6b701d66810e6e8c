// A book of simulated models and one of somebody's own: pages count the simulated ones truly. And a site with a damaged table.
import {existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {basename, join} from "node:path";
import {expect, test} from "vitest";
import {study} from "../../pipelines/studies/make.node.js";
import {settled} from "../foreign/site.js";
import {stubServer, workbook} from "../workbook.js";
import {openSite} from "./browser.js";

test("three of four evaluations are simulated, and every page that says how many says so", async () => {
  await using stub = await stubServer(() => "Answer: 4");
  await using book = await workbook({
    "book.yaml":
      "suite: suites/small.yaml\nmodels: [models/reference.yaml, models/own.yaml]\ntemplate: templates/plain.yaml\nsampler: samplers/greedy.yaml\nprecision: {min: 16, max: 16}\nseed: 7\n",
    "models/own.yaml": `id: own\nendpoint: ${stub.url}\n`
  });
  const ran = await book.command("run");
  expect(ran.code, ran.stderr).toBe(0);
  // These pages ask for tables of runs, and the leaderboard for its study's.
  await study("adjusted_task_counts", join(book.root, "data", "store"));
  await using site = await openSite(undefined, {
    instead(file) {
      const own = join(book.root, "data", "store", basename(file).replace(/\.[0-9a-f]+(?=\.\w+$)/u, ""));
      return /\/_file\/data\//.test(file) && existsSync(own) ? own : file;
    }
  });
  const counted: string[] = [];
  for (const page of ["", "leaderboard", "reasonscore", "truncation", "sql", "runs"]) {
    await using visit = await site.visit(`/${page}`);
    await settled(visit.page);
    const notices = await visit.page.locator(".rb-notice").allInnerTexts();
    for (const notice of notices) {
      if (!/evaluations? here/.test(notice)) continue;
      counted.push(page);
      expect(notice, page).toContain("3 of 4 evaluations here are of reasonbook's built-in reference models");
    }
    expect(await visit.errors(), page).toEqual([]);
  }
  expect(counted).toEqual(expect.arrayContaining(["", "leaderboard", "sql", "runs"]));
});

test.each([
  ["cut", (bytes: Buffer) => bytes.subarray(0, bytes.length >> 1)],
  ["empty", () => Buffer.alloc(0)],
  ["of zeros in its middle", (bytes: Buffer) => Buffer.from(bytes).fill(0, bytes.length >> 2, (3 * bytes.length) >> 2)],
  ["no Parquet at all", () => Buffer.from("<html>not found</html>")]
])("a table that is %s is told in one line with a way out, as no object's name", async (_, damage) => {
  const folder = mkdtempSync(join(tmpdir(), "reasonbook-damaged-"));
  try {
    const other = join(folder, "adjusted_task_counts.parquet");
    let made = false;
    await using site = await openSite(undefined, {
      instead(file) {
        if (!/\/data\/adjusted_task_counts\.[0-9a-f]+\.parquet$/.test(file)) return file;
        if (!made) writeFileSync(other, damage(readFileSync(file)));
        made = true;
        return other;
      }
    });
    await using visit = await site.visit("/leaderboard#tier=hard"); // what the build has not worked out
    await visit.page.locator(".observablehq--error").first().waitFor();
    const told = await visit.page.locator(".observablehq--error").allInnerTexts();
    for (const each of told) {
      expect(each).not.toMatch(/\[object |WebAssembly\.Exception|std::|undefined/);
      expect(each.trim().split("\n")).toHaveLength(1);
    }
    expect(told.join("\n")).toMatch(/npm run build publishes/);
  } finally {
    rmSync(folder, {recursive: true});
  }
});

// Facts about published models on pages: columns and a filter of the leaderboard, links to sources on a model's page.
import {existsSync} from "node:fs";
import {expect, test} from "vitest";
import {PUBLISHED} from "../../pipelines/store/publish.node.js";
import {query} from "../../pipelines/store/sql.node.js";
import {openSite} from "./browser.js";

const absent = !existsSync(PUBLISHED);
const note = absent ? " (skipped: data/published is absent)" : "";
const stored = async (sql: string) => (await query(sql, {folder: PUBLISHED})).rows as (string | number | null)[][];

test.skipIf(absent)(`the leaderboard shows the stored facts, and the models of one kind of weights${note}`, async () => {
  await using site = await openSite();
  await using visit = await site.visit("/leaderboard?source=published");
  const {page} = visit;
  await page.waitForSelector("#leaderboard tbody tr");
  const heads = await page.locator("#leaderboard thead th").allInnerTexts();
  const column = heads.findIndex(head => head.startsWith("Developer"));
  const cells = async () =>
    page
      .locator("#leaderboard tbody tr")
      .evaluateAll(
        (lines, i) => lines.map(line => [0, i, i + 2, i + 3].map(each => line.children[each]!.textContent!.trim())),
        column
      );
  const all = await cells();
  const facts = new Map((await stored("select model, developer, weights, released from models")).map(row => [row[0], row]));
  for (const row of all) expect(facts.get(row[0]!)!.map(fact => fact ?? "unknown")).toEqual(row);
  await page.getByLabel("Weights", {exact: true}).selectOption("open");
  const open = all.filter(([, , weights]) => weights === "open");
  await expect.poll(async () => (await cells()).length).toBe(open.length);
  expect(open.length).toBeLessThan(all.length);
  expect(page.url()).toContain("weights=open");
  expect(await visit.errors()).toEqual([]);
});

test.skipIf(absent)(`a model's page links each fact to its source, and shows none in the starter book${note}`, async () => {
  await using site = await openSite();
  await using visit = await site.visit("/models/gpt-4o-2024-05-13?source=published");
  await visit.page.waitForSelector("#model-facts dd");
  const [sources] = await stored(
    "select developer_source, weights_source, released_source, price_source from models where model = 'gpt-4o-2024-05-13'"
  );
  const links = visit.page.locator("#model-facts a");
  expect(await links.evaluateAll(each => each.map(link => (link as HTMLAnchorElement).href))).toEqual(sources);
  expect(await visit.page.locator("#model-facts dd").allInnerTexts()).toContain("unknown");
  expect(await visit.errors()).toEqual([]);
  await using starter = await site.visit("/models/sim-lynx-05?source=starter");
  await starter.page.waitForSelector("#tiers tbody tr");
  expect(await starter.page.locator("#model-facts").count()).toBe(0);
});

// One model, one figure: all pages show the headline figure of the table that the study makes, and say how many items it leaves out.
import {existsSync} from "node:fs";
import {afterAll, beforeAll, expect, test} from "vitest";
import {modelPath} from "../../pipelines/store/modelPath.js";
import {query} from "../../pipelines/store/sql.node.js";
import {openSite, type Site} from "./browser.js";
import {publishedRows} from "./published.js";
import {opened, text} from "./reading.js";

/** Whether the built site has the published answers: one of a store of the user's may not. */
const HAS_PUBLISHED = existsSync("dist/_file/published");
let site: Site;
/** The model whose figure differs most from that over all items. */
let chosen: string;
beforeAll(async () => {
  site = await openSite();
  const [[model]] = (await rows(
    "select model from headlines where suite = 'starter' order by abs(difference) desc, model limit 1"
  )) as [[string]];
  chosen = model;
});
afterAll(() => site[Symbol.asyncDispose]());

const rows = async (sql: string) => (await query(sql, {folder: "data/store"})).rows;
const percent = (share: unknown) => (100 * Number(share)).toFixed(1).replace("-0.0", "0.0").replace("-", "−");
const interval = (value: unknown, low: unknown, high: unknown) => `${percent(value)} % [${percent(low)}, ${percent(high)}]`;
const counted = (n: unknown) => Number(n).toLocaleString("en-US");

test("Leaderboard, ReasonScore, the model's page and the SQL table have the same figure; the opened row has all items and the difference", async () => {
  const [[formula, low, high, n, all, allLow, allHigh, allN, items, left, right]] =
    (await rows(`select formula, formula_low, formula_high, n, all_formula,
    all_formula_low, all_formula_high, all_n, items, left_out, "right" from headlines where suite = 'starter' and model = '${chosen}'`)) as [
      unknown[]
    ];
  // The score over all items is that of the store's table of scores, and the items left out are counted from the samples.
  expect(
    await rows(`select formula, formula_low, n from scores where suite = 'starter' and layer = 'mean' and model = '${chosen}'`)
  ).toEqual([[all, allLow, allN]]);
  const own = `select distinct item_id from samples semi join (select * from points where list_contains(suites, 'starter')) using (eval_id, base_task, params) where model = '${chosen}'`;
  expect(
    await rows(
      `select count(*)::int, (count(*) filter (item_id in (select item_id from contamination_items where verdict = 'exact')))::int from (${own})`
    )
  ).toEqual([[items, left]]);
  const [[tested]] = (await rows(
    `select count(*)::int from (${own}) join contamination_items using (item_id) where verdict <> 'not_testable'`
  )) as [unknown[]];
  expect(Number(left)).toBeGreaterThan(0);
  const figure = interval(formula, low, high);
  expect(figure).not.toBe(interval(all, allLow, allHigh));

  await using board = await site.visit("/leaderboard");
  const row = board.page.locator("#leaderboard tbody tr", {hasText: chosen}).first();
  await expect.poll(() => row.innerText()).toContain(figure);
  expect(await text(board.page, "#left-out")).toMatch(
    /items tested were found word for word in simulated training data and are left out\./
  );
  const opener = row.getByRole("button", {name: `Details of ${chosen}`});
  await opener.click();
  expect(await opener.getAttribute("aria-expanded")).toBe("true");
  const facts = await text(board.page, "#leaderboard .rb-opened");
  expect(facts).toContain(`${figure}, n = ${counted(n)}`);
  expect(facts).toContain(`${interval(all, allLow, allHigh)}, n = ${counted(allN)}`);
  expect(facts).toContain(`${counted(left)} of ${counted(items)}`);
  expect(facts).toMatch(/[+−]\d+\.\d\d \[−?\d+\.\d\d, −?\d+\.\d\d\] points/);
  expect(facts).toContain(`${percent(right)} % [`);
  await board.page.locator("#leaderboard thead button", {hasText: "Evaluation"}).click();
  expect(await board.page.locator("#leaderboard .rb-opened").count(), "an opened row goes with its row").toBe(1);
  await opener.click();
  expect(await board.page.locator("#leaderboard .rb-opened").count()).toBe(0);
  expect(await board.errors()).toEqual([]);

  await using overview = await site.visit("/#suite=starter");
  await overview.page.waitForSelector("#cards svg");
  const [best] = (await rows(
    "select formula, formula_low, formula_high from headlines where suite = 'starter' order by formula desc limit 1"
  )) as [[unknown, unknown, unknown]];
  expect(await text(overview.page, "#reading")).toContain(interval(...best));

  await using score = await site.visit(opened("/reasonscore"));
  await expect
    .poll(() => score.page.locator("#scores tbody tr", {hasText: chosen}).first().innerText())
    .toContain(`${percent(formula)} [${percent(low)}, ${percent(high)}] %`);
  expect(await text(score.page, "#left-out")).toContain("are left out");

  await using own1 = await site.visit(`/models/${modelPath(chosen)}`);
  await expect
    .poll(() => own1.page.locator("#scores tbody tr", {hasText: "mean"}).first().innerText())
    .toContain(`${percent(formula)} [${percent(low)}, ${percent(high)}] %`);
  expect(await text(own1.page, "#left-out")).toContain(
    `${counted(left)} of the ${counted(tested)} items tested were found word for word`
  );
  expect(await own1.errors()).toEqual([]);
});

test("Categories, Report and the model's page have the same domains", async () => {
  const domains = await rows(
    `select domain, value, low, high, suite_id from domain_scorecards where model = '${chosen}' and value is not null order by domain`
  );
  expect(domains.length).toBeGreaterThan(1);
  await using categories = await site.visit(opened("/categories"));
  await using report = await site.visit(opened(`/report#evaluation=${chosen}`));
  for (const [domain, value, low, high] of domains) {
    const row = categories.page
      .locator("#by-domain tbody tr", {hasText: String(domain)})
      .filter({hasText: chosen})
      .first();
    await expect.poll(() => row.innerText()).toContain(interval(value, low, high));
    const card = report.page.locator("#card tbody tr", {hasText: String(domain)}).first();
    await expect.poll(() => card.innerText()).toContain(percent(value));
  }
  expect(await text(report.page, "#reading")).toMatch(/found word for word in simulated training data/);
  expect([...(await categories.errors()), ...(await report.errors())]).toEqual([]);
});

test.skipIf(!HAS_PUBLISHED)(
  "published answers leave out what the audit of public training sets found, and say where none was looked for",
  async () => {
    const [[model, formula, low, high, items, left]] = (await publishedRows(
      "select model, formula, formula_low, formula_high, items, left_out from headlines where suite = 'gsm8k' order by formula desc, model limit 1"
    )) as [unknown[]];
    await using visit = await site.visit("/leaderboard?source=");
    await visit.page.getByLabel("Suite", {exact: true}).selectOption("gsm8k");
    await expect
      .poll(() =>
        visit.page
          .locator("#leaderboard tbody tr", {hasText: String(model)})
          .first()
          .innerText()
      )
      .toContain(interval(formula, low, high));
    expect(await text(visit.page, "#left-out")).toContain(`${counted(left)} of `);
    expect(await text(visit.page, "#left-out")).toContain(`${counted(items)} items`);
    await visit.page.getByLabel("Suite", {exact: true}).selectOption("math-level-5");
    await expect.poll(() => text(visit.page, "#left-out")).toBe("");
    expect(await visit.errors()).toEqual([]);
  }
);

test("no category of published answers has an item that headline figures leave out", async () => {
  expect(
    await publishedRows(`select count(*)::int from samples where item_id in (select item_id from contamination_items where verdict = 'exact')
      and base_task <> 'gsm8k'`)
  ).toEqual([[0]]);
  expect(await publishedRows("select count(*)::int from scorecards where suite_id = 'gsm8k'")).toEqual([[0]]);
});

test("Explore and Clusters say that they cover all items", async () => {
  for (const path of ["/explore", "/clusters"]) {
    await using visit = await site.visit(opened(path));
    await expect.poll(() => text(visit.page, "#observablehq-main")).toContain("found word for word in training data");
  }
});

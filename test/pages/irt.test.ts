import {existsSync} from "node:fs";
import {DuckDBInstance} from "@duckdb/node-api";
import {afterAll, beforeAll, expect, test} from "vitest";
import {openSite, type Site} from "./browser.js";
import {opened} from "./reading.js";

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site[Symbol.asyncDispose]());

async function rows(sql: string): Promise<Record<string, unknown>[]> {
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  try {
    return (await connection.runAndReadAll(sql)).getRowObjectsJS();
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

test("every question is answered with n and interval, marked as simulated, with the numbers of the tables", async () => {
  await using visit = await site.visit(opened("/irt"));
  const {page} = visit;
  await page.waitForSelector("#screens dd");
  const text = (id: string) => page.locator(`#${id}`).innerText();
  expect(await text("notice")).toContain("not language models");
  const [{items, evaluations, share, best, theta}] = (await rows(`select
    (select count(*)::int from 'data/store/irt_items.parquet' where a is not null) as items,
    (select count(*)::int from 'data/store/irt_ability.parquet' where truncated = 'missing') as evaluations,
    (select 100 * avg((correct > 0.95 * n)::int) from 'data/store/irt_items.parquet' where a is not null) as share,
    model as best, theta from 'data/store/irt_ability.parquet' where truncated = 'missing' order by theta desc limit 1`)) as [
    {items: number; evaluations: number; share: number; best: string; theta: number}
  ];
  expect(await text("source")).toContain(`${evaluations} evaluations and ${items.toLocaleString("en")} items`);
  expect(await text("ability-reading")).toContain(`${best} has the highest ability, ${theta.toFixed(2)} [`);
  const all = await page.locator("#saturation tbody tr").first().innerText();
  expect(all).toContain(items.toLocaleString("en"));
  expect(all).toMatch(new RegExp(`${share.toFixed(1)} % \\[\\d+\\.\\d, \\d+\\.\\d\\]`));
  for (const [id, words] of [
    ["wright-reading", /% of [\d,]+ items/],
    ["information-reading", /standard error/],
    ["moves-reading", /unfinished.*from −?\d\.\d+ \[.*\] to −?\d\.\d+ \[/],
    ["lean", /Items have \d+ to \d+ answers.*n = [\d,]+ items/],
    ["misfit-reading", /Benjamini–Hochberg/],
    ["curve-reading", /discrimination .* \[.*\], difficulty .* \[.*\].* answers are right/],
    ["parameter-reading", /r = −?\d\.\d+ \[.*\] over \d+ items/],
    ["residual-reading", /of [\d,]+ cells/],
    ["dif-reading", /evaluations of .* against \d+ others/],
    ["models-reading", /n = [\d,]+\), .* predicts best/]
  ] as const)
    expect(await text(id), id).toMatch(words);
  for (const id of [
    "headroom",
    "wright",
    "information",
    "ability",
    "moves",
    "curve",
    "item-information",
    "by-parameter",
    "residuals",
    "variance-reading"
  ])
    expect(await page.locator(`#${id} .rb-simulated`).count(), id).toBeGreaterThan(0);
  expect(await page.locator("#item-text .rb-untrusted").count()).toBe(3);
  expect({outside: visit.outside, errors: await visit.errors()}).toEqual({outside: [], errors: []});
});

test("the built-in ability is recovered: Spearman's ρ of at least 0.97, as SQL has it", async () => {
  await using visit = await site.visit(opened("/irt"));
  await visit.page.waitForSelector("#recovery");
  await expect.poll(() => visit.page.locator("#recovery").innerText()).toMatch(/ρ = /);
  const [, shown] = /ρ = (\d\.\d+)/.exec(await visit.page.locator("#recovery").innerText())!;
  const [{rho}] = (await rows(`with ranked as (select rank() over (order by theta) as x, rank() over (order by ability) as y
    from 'data/store/irt_ability.parquet' join (select distinct model, ability from 'data/store/reference_models.parquet') using (model)
    where truncated = 'missing') select corr(x, y) as rho from ranked`)) as [{rho: number}];
  expect(Number(shown)).toBeCloseTo(rho, 2);
  expect(Number(shown)).toBeGreaterThanOrEqual(0.97);
});

test("category and item stand in the address and redraw", async () => {
  const [{id, n, correct}] = (await rows(
    "select item_id as id, n, correct from 'data/store/irt_items.parquet' where base_task = 'sort' and a is not null order by item_id limit 1"
  )) as [{id: string; n: number; correct: number}];
  await using visit = await site.visit(opened(`/irt#category=sort&item=${id}`));
  const {page} = visit;
  await page.waitForSelector("#screens dd");
  await expect.poll(() => page.locator("#curve-reading").innerText()).toContain(`sort: discrimination`);
  expect(await page.locator("#curve-reading").innerText()).toContain(`${correct} of ${n} answers are right`);
  const before = await page.locator("#wright-reading").innerText();
  const second = page.locator("#misfits button.rb-name").nth(1);
  const misfit = await second.innerText();
  await page.getByLabel("Category", {exact: true}).selectOption("dates");
  await expect.poll(() => page.locator("#wright-reading").innerText()).not.toBe(before);
  expect(page.url()).toContain("category=dates");
  // the list follows the category a moment after the map: a click before that would choose an item of the one before
  await expect.poll(() => second.innerText()).not.toBe(misfit);
  const chosen = await second.innerText();
  await second.click();
  await expect.poll(() => page.locator("#curve h3").innerText()).toContain(chosen);
  expect(await visit.errors()).toEqual([]);
});

const LSAT = "../shared/data/irt/LSAT6.csv";
test.skipIf(!existsSync(LSAT))(
  "a reader's own matrix is fitted and drawn here; a bad one is refused with its place",
  async () => {
    await using visit = await site.visit(opened("/irt"));
    const {page} = visit;
    await page.waitForSelector("#screens dd");
    await page.locator("#own input[accept^='.csv']").setInputFiles(LSAT);
    await expect.poll(() => page.locator("#source").innerText()).toContain("1,000 evaluations and 5 items");
    await expect.poll(() => page.locator("#saturation tbody tr").count()).toBe(1);
    expect(await page.locator("#notice").innerText()).toBe("");
    await expect.poll(() => page.locator("#misfits thead").innerText()).toContain("S-X²");
    await page
      .locator("#own input[accept^='.csv']")
      .setInputFiles({name: "bad.csv", mimeType: "text/csv", buffer: Buffer.from("model,x,y\na,0,1\nb,1,7\n")});
    await expect
      .poll(() => page.locator(".rb-error").first().innerText())
      .toContain("bad.csv: there is no score between 1 and 7");
    expect({outside: visit.outside, errors: await visit.errors()}).toEqual({outside: [], errors: []});
  }
);

const published = "data/published/suspect_items.parquet";
test.skipIf(!existsSync(published))(
  `of published answers the page begins with how few models there are, and names items to be checked${existsSync(published) ? "" : " (skipped: data/published is absent)"}`,
  async () => {
    await using visit = await site.visit(`${opened("/irt?source=published")}&suite=mmlu-pro`);
    const {page} = visit;
    await page.waitForSelector("#suspects tbody tr");
    const first = page.locator("#observablehq-main > p").first();
    await expect.poll(() => first.innerText()).toMatch(/^Only 20 models were fitted: with fewer than 50/);
    const [{order, agreement, revised}] =
      (await rows(`select count_if(reason = 'order')::int as order, count_if(reason = 'agreement')::int as agreement,
      count_if(reason = 'agreement' and other_expected is not null)::int as revised from '${published}' where suite = 'mmlu-pro'`)) as [
        {order: number; agreement: number; revised: number}
      ];
    expect(await page.locator("#suspects tbody tr").count()).toBe(order + agreement);
    expect(await page.locator("#suspect-reading").innerText()).toMatch(
      /^To be checked, which does not mean wrong: 30 items .* \(n = 20 evaluations/
    );
    const release = await page.locator("#release-reading").innerText();
    expect(release).toMatch(
      new RegExp(`Of the ${agreement} items that all answered alike, ${revised} are among them: \\d+\\.\\d % \\[\\d`)
    );
    expect(await page.locator("#dependence tbody tr").count()).toBe(14);
    for (const id of ["difficulty-along-the-manifold", "groups-of-models"])
      expect(await page.locator(`#${id}`).isVisible(), id).toBe(false);
    expect(await page.locator("#notice").textContent()).toContain("TIGER-AI-Lab/MMLU-Pro");
    expect(await page.locator("#notice").textContent()).not.toContain("LiveBench");
    expect(await visit.errors()).toEqual([]);
  }
);

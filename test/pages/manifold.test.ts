import {cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import type {Page} from "playwright-core";
import {afterAll, beforeAll, expect, test} from "vitest";
import {visibleText} from "../../pipelines/score/answer/visible.js";
import {openTables, query} from "../../pipelines/store/sql.node.js";
import {openSite, type Site} from "./browser.js";

const DIST = join(import.meta.dirname, "../../dist");
const STORE = "data/store";
/** Markup and a link that would act, were they anything but text. */
const HOSTILE =
  '<img src=x onerror="window.hostile=1"><script>window.hostile=1</script> [click](javascript:hostile) \u202e<b>bold</b>';
let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.[Symbol.asyncDispose]());

const link = (state: Record<string, string>) => `/manifold#${new URLSearchParams(state)}`;
const rowsOf = async (text: string) => (await query(text, {folder: STORE})).rows;
/** The cells as a reader sees them: name → its lines. */
async function cellsOn(page: Page): Promise<Map<string, string[]>> {
  await page.waitForSelector("#heat svg");
  return new Map(
    await page.evaluate(() =>
      [...document.querySelectorAll("#heat [data-cell]")].map(
        cell =>
          [cell.getAttribute("data-cell")!, [...cell.querySelectorAll(":scope > text")].map(line => line.textContent)] as [
            string,
            string[]
          ]
      )
    )
  );
}
/** Task, evaluation and axes of a surface that the suite names, both axes numeric. */
async function someSurface() {
  const {slices} = JSON.parse(readFileSync(join(STORE, "manifest.json"), "utf8"));
  const {task, name, x, y} = slices.find(
    (slice: {kind: string; name: string}) => slice.kind === "surface" && slice.name.startsWith("arithmetic")
  );
  const [[model, template, sampler]] = (await rowsOf(
    `select model, template, sampler from points where base_task = '${task}' order by accuracy desc limit 1`
  )) as [[string, string, string]];
  return {task, name, x, y, model, template, sampler, evaluation: [model, template, sampler].join(" ")};
}
const percent = (share: number) => (100 * share).toFixed(1);
const EXPECTED = `round(100 * excess_accuracy(sum(correct), sum(correct + incorrect), sum(guess_sum)), 6),
  100 * excess_low(sum(correct), sum(correct + incorrect), sum(guess_sum)), 100 * excess_high(sum(correct), sum(correct + incorrect), sum(guess_sum)),
  sum(correct + incorrect)::int`;

test("every cell shows estimate, interval and n as DuckDB computes them from the store, and the mark of simulation", async () => {
  const {task, name, x, y, model, evaluation} = await someSurface();
  await using visit = await site.visit(link({task, surface: name, evaluation}));
  const shown = await cellsOn(visit.page);
  const expected = await rowsOf(
    `select params_map['${x}'], params_map['${y}'], ${EXPECTED} from points
    where base_task = '${task}' and model = '${model}' and list_contains(surfaces, '${name}') group by 1, 2`
  );
  expect(expected.length).toBeGreaterThan(3);
  for (const [across, down, accuracy, low, high, n] of expected as number[][]) {
    const [estimate, interval, count] = shown.get(`${x}=${across} ${y}=${down}`)!;
    expect(Number(estimate!.replace(" %", "").replace("−", "-"))).toBeCloseTo(accuracy!, 0.9);
    expect(interval).toBe(`[${low!.toFixed(1)}, ${high!.toFixed(1)}]`);
    expect(count).toBe(`n = ${n!.toLocaleString("en")}`);
  }
  expect(await visit.page.locator("#heat .rb-simulated").count()).toBe(1);
  expect(await visit.page.locator("#notice").innerText()).toContain("not language models");
  expect(await visit.page.locator("#reading").innerText()).toMatch(
    /^Highest .* % \[.*\] n = .* at .*, lowest .* of the grid|guessing/
  );
  expect({outside: visit.outside, errors: await visit.errors()}).toEqual({outside: [], errors: []});
});

test("axes of one's choice pool what differs beside them, say so, and cells without data say so too", async () => {
  await using visit = await site.visit(link({task: "listops", surface: "own", x: "max_depth", y: "operations"}));
  const {page} = visit;
  const shown = await cellsOn(page);
  const evaluation = await page
    .getByLabel("Evaluation", {exact: true})
    .evaluate(select => (select as HTMLSelectElement).selectedOptions[0]!.text.trim());
  const expected = await rowsOf(
    `select params_map['max_depth'], regexp_extract(params, '"operations":"([^"]*)"', 1), ${EXPECTED}, count(*) from points
    where base_task = 'listops' and model = '${evaluation}' group by 1, 2`
  );
  for (const [depth, operations, accuracy, , , n] of expected as [number, string, number, number, number, number][]) {
    const lines = shown.get(`max_depth=${depth} operations=${operations}`)!;
    expect([Number.parseFloat(lines[0]!), lines[2]]).toEqual([Number(percent(accuracy / 100)), `n = ${n}`]);
  }
  const empty = [...shown.values()].filter(([line]) => line === "no data").length;
  expect(empty).toBe(shown.size - expected.length);
  expect(empty).toBeGreaterThan(0);
  expect(await page.locator("#reading").innerText()).toContain(`${empty} cell`);
  const most = Math.max(...expected.map(row => Number(row.at(-1))));
  expect(await page.locator("#heat figcaption").innerText()).toContain(`pools up to ${most} points that differ in max_arity`);
  await page.getByLabel("max_arity").first().selectOption({index: 1});
  await expect.poll(() => page.locator("#heat figcaption").innerText()).not.toContain("pools up to");
  expect(decodeURIComponent(page.url())).toContain("at.max_arity=");
});

test("a click on a cell lists its samples, a click on one shows the stored exchange, and the link restores both", async () => {
  const {task, name, x, y, model, evaluation} = await someSurface();
  await using visit = await site.visit(link({task, surface: name, evaluation}));
  const {page} = visit;
  const requested: string[] = [];
  page.context().on("request", request => requested.push(request.url()));
  const cell = [...(await cellsOn(page)).keys()][0]!;
  expect(requested.filter(url => /responses|samples/.test(url))).toEqual([]);
  await page.locator(`#heat [data-cell="${cell}"]`).click();
  await page.waitForSelector("#samples tbody tr");
  const [across, down] = cell.split(" ").map(part => part.split("=")[1]);
  const expected = await rowsOf(
    `select item_id, status, samples.completion_tokens, expected, answer from samples join points using (model, template, sampler, base_task, params)
    where base_task = '${task}' and model = '${model}' and params_map['${x}'] = ${across} and params_map['${y}'] = ${down}
      and list_contains(surfaces, '${name}') order by status, params, "index"`
  );
  const listed = await page
    .locator("#samples tbody tr")
    .evaluateAll(rows => rows.map(row => [...row.children].map(cell => cell.textContent)));
  expect(listed.map(([, ...rest]) => rest)).toEqual(
    expected.map(([, status, tokens, right, answer]) => [
      ["incorrect", "correct", "truncated"][status as number],
      Number(tokens).toLocaleString("en"),
      String(right),
      answer === null ? "none found" : String(answer)
    ])
  );
  await page.locator("#samples tbody tr button").nth(1).click();
  await page.waitForSelector("#samples .rb-text");
  const item = expected[1]![0];
  const [[prompt, reasoning, text]] = (await rowsOf(
    `select prompt, reasoning, text from responses where model = '${model}' and item_id = '${item}'`
  )) as [[string, string | null, string]];
  const parts = await page.locator("#samples .rb-text").allTextContents();
  const facts = await page.locator("#samples dialog .rb-facts").innerText();
  const [, status, , right, found] = expected[1]!;
  expect(facts).toMatch(new RegExp(`^Status\\s+${["incorrect", "correct", "truncated"][status as number]}\\s`));
  expect(facts.replace(/\s+/g, " ")).toContain(`Expected ${right} Answer found ${found ?? "no answer"}`);
  const {trace, final} = visibleText({text, reasoning});
  expect(parts).toEqual(trace === text ? [prompt, text] : [prompt, trace, final]);
  await using again = await site.visit(page.url());
  await again.page.waitForSelector("#samples .rb-text");
  expect(await again.page.locator("#samples .rb-text").allTextContents()).toEqual(parts);
  expect(await again.page.locator("#heat [aria-pressed=true]").getAttribute("data-cell")).toBe(cell);
  expect(
    await again.page.getByLabel("Surface").evaluate(select => (select as HTMLSelectElement).selectedOptions[0]!.text.trim())
  ).toBe(name);
  expect({outside: again.outside, errors: await again.errors()}).toEqual({outside: [], errors: []});
});

test("what a model wrote stays text: markup in a stored response neither runs nor becomes an element", async () => {
  const {task, name, model, evaluation} = await someSurface();
  const folder = mkdtempSync(join(tmpdir(), "reasonbook-hostile-"));
  try {
    cpSync(DIST, folder, {recursive: true});
    const data = join(folder, "_file/data");
    const {connection, close} = await openTables(STORE);
    for (const [table, replaced] of [
      ["samples", "$1 as answer, $1 as expected"],
      ["responses", "$1 as prompt, $1 as reasoning, $1 as text"]
    ] as const) {
      const file = join(data, readdirSync(data).find(each => each.startsWith(`${table}.`))!);
      const select = `select * replace (${replaced.replaceAll("$1", `'${HOSTILE.replaceAll("'", "''")}'`)}) from ${table} where model = '${model}'`;
      await connection.run(`copy (${select}) to '${file}' (format parquet)`);
    }
    close();
    await using hostile = await openSite(folder);
    await using visit = await hostile.visit(link({task, surface: name, evaluation}));
    const {page} = visit;
    await page.locator("#heat .rb-cell").first().click();
    await page.locator("#samples tbody tr button").first().click();
    await page.waitForSelector("#samples .rb-text");
    expect(await page.locator("#samples .rb-text").first().textContent()).toBe(HOSTILE.replace("\u202e", "⟨U+202E⟩"));
    expect(await page.locator("#samples").locator("img, script, a:not(.rb-sample-link), b, iframe").count()).toBe(0);
    expect(await page.evaluate(() => (window as {hostile?: unknown}).hostile)).toBeUndefined();
    expect({outside: visit.outside, errors: await visit.errors()}).toEqual({outside: [], errors: []});
  } finally {
    rmSync(folder, {recursive: true, force: true});
  }
});

test("the 3-D surface is loaded when it is asked for, draws every cell with data, and needs nothing that the policy forbids", async () => {
  const {task, name, evaluation} = await someSurface();
  await using visit = await site.visit(link({task, surface: name, evaluation}));
  const {page} = visit;
  const requested: string[] = [];
  page.context().on("request", request => requested.push(request.url()));
  const tabs = page.context().pages().length;
  const cells = [...(await cellsOn(page)).values()].filter(([line]) => line !== "no data" && line !== "–").length;
  const loaded = () => page.evaluate(() => performance.getEntriesByType("resource").some(({name}) => name.includes("plotly")));
  expect(await loaded()).toBe(false);
  await page
    .getByLabel("3-D surface")
    .getByLabel("on")
    .or(page.getByLabel("on", {exact: true}))
    .first()
    .click();
  await page.waitForSelector("#surface3d [data-points], #surface3d .rb-error");
  const drawn = page.locator("#surface3d [data-points]");
  // A browser without WebGL is told so; the numbers stand in the cells either way.
  if ((await drawn.count()) === 0) expect(await page.locator("#surface3d .rb-error").innerText()).toContain("WebGL");
  else expect(await drawn.getAttribute("data-points")).toBe(String(cells));
  expect(await page.locator("#surface3d .rb-simulated").count()).toBe(1);
  expect(page.url()).toContain("depth=on");
  // Plotly's own choice of buttons holds one that opens a window to upload the chart.
  const buttons = await page
    .locator("#surface3d .modebar-btn")
    .evaluateAll(all => all.map(each => each.getAttribute("data-title") ?? ""));
  if ((await drawn.count()) > 0) expect(buttons).toHaveLength(6);
  expect(buttons.filter(title => /share|cloud|upload|edit|plotly/i.test(title))).toEqual([]);
  for (const button of await page.locator("#surface3d .modebar-btn:not([data-title*=Download])").all()) await button.click();
  expect(page.context().pages()).toHaveLength(tabs);
  expect(await page.locator("a[href*=plotly], .plotly-cloud-dialog-box").count()).toBe(0);
  expect({outside: visit.outside, errors: await visit.errors()}).toEqual({outside: [], errors: []});
});

test("curves follow a projection for several evaluations with their intervals, and filters change what is offered", async () => {
  const models = (await rowsOf("select distinct model, template, sampler from points order by 1 limit 3")) as string[][];
  const [first, ...others] = models.map(row => row.join(" "));
  await using visit = await site.visit(
    link({task: "arithmetic", evaluation: first!, along: "by length", with: others.join(",")})
  );
  const {page} = visit;
  await page.waitForSelector("#curves svg");
  const rows = await page
    .locator("#curve-table tbody tr")
    .evaluateAll(lines => lines.map(line => [...line.children].map(cell => cell.textContent)));
  const expected = await rowsOf(
    `select model, params_map['length'], ${EXPECTED} from points where base_task = 'arithmetic' and model in (${models.map(([model]) => `'${model}'`)}) group by 1, 2 order by 1, 2`
  );
  expect(rows.map(([model, x, , n]) => [model, Number(x), Number(n!.replaceAll(",", ""))])).toEqual(
    expected.map(([model, x, , , , n]) => [model, x, n])
  );
  for (const [i, [, , , low, high]] of (expected as number[][]).entries())
    expect(rows[i]![2]).toContain(`[${low!.toFixed(1)}, ${high!.toFixed(1)}]`);
  expect(await page.locator("#curve-reading").innerText()).toMatch(/^Along length, .*; .*; /);
  const before = (await cellsOn(page)).size;
  await page.getByLabel("Tier", {exact: true}).selectOption({index: 1});
  await expect.poll(async () => (await cellsOn(page)).size).toBeLessThan(before);
  expect(page.url()).toContain("tier=");
});

test("a changed address changes the page without a reload, and a cell answers to the keyboard", async () => {
  const {task, name, evaluation} = await someSurface();
  await using visit = await site.visit("/manifold");
  const {page} = visit;
  await cellsOn(page);
  await page.evaluate(
    hash => (location.hash = hash),
    new URLSearchParams({task, surface: name, evaluation, tier: "easy"}).toString()
  );
  await expect
    .poll(() =>
      page
        .getByLabel("Evaluation", {exact: true})
        .evaluate(select => (select as HTMLSelectElement).selectedOptions[0]!.text.trim())
    )
    .toBe(evaluation.split(" ")[0]);
  await expect.poll(() => page.locator("#heat h3").innerText()).toContain(`${evaluation.split(" ")[0]}: ${task} over`);
  const cell = page.locator("#heat .rb-cell").first();
  await cell.focus();
  await page.keyboard.press("Enter");
  await page.waitForSelector("#samples tbody tr");
  expect(await cell.getAttribute("aria-pressed")).toBe("true");
  expect(page.url()).toContain("cell=");
  await page.keyboard.press("Enter");
  await expect.poll(() => page.locator("#samples").count()).toBe(0);
  expect(page.url()).not.toContain("cell=");
});

test("it fits a narrow screen and a dark one", async () => {
  for (const options of [{width: 400}, {width: 1200, dark: true}]) {
    await using visit = await site.visit("/manifold", options);
    await cellsOn(visit.page);
    await visit.page.waitForSelector("#curves svg");
    expect(await visit.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    expect(await visit.errors()).toEqual([]);
  }
  expect(existsSync(join(DIST, "manifold.html"))).toBe(true);
});

// The page Long context over a small store of its own, and over one that has no question of a stated length.
import {join} from "node:path";
import {afterAll, beforeAll, expect, test} from "vitest";
import {query} from "../../pipelines/store/sql.node.js";
import {type ForeignSite, faults, settled, siteOf} from "../foreign/site.js";
import {type Workbook, workbook} from "../workbook.js";
import {cutLabels, opened, text} from "./reading.js";

const BOOK =
  "suite: suites/small.yaml\nmodels: [models/reference.yaml]\ntemplate: templates/plain.yaml\nsampler: samplers/greedy.yaml\nprecision: {min: 24, step: 24, max: 24, width: 0.15}\nseed: 7\n";
const SUITE = `tasks:
  - {task: facts, params: {context_tokens: 0}}
  - {task: facts, params: {context_tokens: [1000, 8000, 32000], depth: [0, 0.5, 1]}}
  - {task: needles, params: {context_tokens: 0}}
`;
let book: Workbook;
let other: Workbook;
let site: ForeignSite;
let empty: ForeignSite;

beforeAll(async () => {
  book = await workbook({"suites/small.yaml": SUITE, "book.yaml": BOOK});
  other = await workbook({"book.yaml": BOOK});
  for (const each of [book, other]) {
    const ran = await each.command("run");
    expect(ran.code, ran.stderr).toBe(0);
  }
  site = await siteOf(join(book.root, "data/store"), ["long-context"]);
  empty = await siteOf(join(other.root, "data/store"), ["long-context"]);
}, 300_000);
afterAll(async () => {
  for (const each of [site, empty, book, other]) await each?.[Symbol.asyncDispose]();
});

const ask = async (sql: string) => (await query(sql, {folder: join(book.root, "data/store")})).rows;
const points = (share: unknown) => (100 * Number(share)).toFixed(1).replace("-", "−");

test("the map, the curves and the tables have the numbers of the study's tables, and all that is simulated says so", async () => {
  await using visit = await site.visit(opened("/long-context"));
  const {page} = visit;
  await page.waitForSelector("#loss-forest svg");
  expect(await text(page, "#notice")).toContain("They are not language models");
  for (const figure of ["#heat", "#curves", "#middle-forest", "#loss-forest"])
    expect(await page.locator(`${figure} .rb-simulated`).count(), figure).toBe(1);

  for (const [length, depth, mean, n] of await ask(
    "select length, depth, avg(accuracy), sum(n)::int from lengths where base_task = 'facts' and position <> 'all' group by 1, 2"
  )) {
    const cell = page.locator(`#heat [data-cell="tokens=${length} position=${depth ?? "anywhere"}"]`);
    expect(await cell.getAttribute("aria-label")).toMatch(new RegExp(`${points(mean)} % \\[.*\\] n = ${n}$`, "u"));
  }
  await page.locator("select").filter({hasText: "mean of all 3"}).selectOption("sim-comet-05");
  await expect.poll(() => text(page, "#heat h3")).toContain("sim-comet-05");
  for (const [length, depth, accuracy, low, high, n] of await ask(
    "select length, depth, accuracy, low, high, n from lengths where model = 'sim-comet-05' and base_task = 'facts' and position <> 'all'"
  )) {
    const cell = page.locator(`#heat [data-cell="tokens=${length} position=${depth ?? "anywhere"}"]`);
    expect(await cell.getAttribute("aria-label")).toContain(`${points(accuracy)} % [${points(low)}, ${points(high)}] n = ${n}`);
  }

  for (const [model, value, low, high, n] of await ask(
    "select model, value, low, high, n from length_contrasts where base_task = 'facts' and contrast = 'loss' and length = 32000 and depth is null"
  )) {
    const signed = `${Number(value) < -0.0005 ? "" : "+"}${points(value)}`;
    const row = page.locator("#losses tbody tr", {hasText: String(model)});
    expect(await row.innerText()).toContain(`${signed} [${points(low)}, ${points(high)}]\t${n}`);
  }
  expect(await page.locator("#effective tbody tr").count()).toBe(3);
  expect(await faults(visit)).toEqual([]);
});

test("one evaluation is drawn with its fit and, where it is simulated, with the truth; a position has McNemar's test", async () => {
  await using visit = await site.visit(opened("/long-context#model=sim-heron-08&length=8000&depth=0.5"));
  const {page} = visit;
  await expect.poll(() => text(page, "#curves figcaption")).toContain("Dashed: the truth");
  expect(await page.locator('#curves g[aria-label="line"] path').count()).toBe(2);
  expect(await page.locator('#curves g[aria-label="dot"] path').count()).toBe(4);
  const ticks = await page.locator('#curves [aria-label="x-axis tick label"] text').allTextContents();
  expect(ticks).toEqual(["0", "1,000", "8,000", "32,000"]);
  const [[first, second]] = (await ask(
    "select only_first, only_second from length_contrasts where model = 'sim-heron-08' and contrast = 'loss' and length = 8000 and depth = 0.5"
  )) as [number[]];
  await expect
    .poll(() => page.locator("#losses tbody tr", {hasText: "sim-heron-08"}).innerText())
    .toMatch(new RegExp(`\\t${first}\\t${second}\\t[\\d.]+$`, "u"));
  expect(await faults(visit)).toEqual([]);
});

test("questions of one length have no effective length and no contrast, and the page says so", async () => {
  await using visit = await site.visit(opened("/long-context"));
  const {page} = visit;
  await page.waitForSelector("#effective tbody tr");
  await page.getByLabel("Questions", {exact: true}).selectOption("needles: its only kind");
  await expect.poll(() => text(page, "#effective-reading")).toBe("No effective length can be estimated: one length only.");
  expect(await text(page, "#middle-reading")).toContain("No question was asked both in the middle and at an end");
  expect(await text(page, "#loss-reading")).toContain("No question is known to have been asked at two lengths here");
  expect(await page.locator("#effective tbody tr").first().innerText()).toContain("none: one length only");
  expect(await faults(visit)).toEqual([]);
});

test("a store without questions of a stated length says so, and how to get some", async () => {
  await using visit = await empty.visit(opened("/long-context"));
  await settled(visit.page);
  expect(await text(visit.page, "#none")).toContain("No evaluation here was asked questions of a stated length");
  expect(await visit.page.locator("figure").count()).toBe(0);
  expect(await visit.page.locator("#features tbody tr").count()).toBeGreaterThan(5);
  expect(await faults(visit)).toEqual([]);
});

test("on a narrow screen nothing lies beyond the edge, and no label of a chart is cut", async () => {
  for (const width of [390, 1280]) {
    await using visit = await site.visit(opened("/long-context#model=sim-heron-08"), {width});
    const {page} = visit;
    await page.waitForSelector("#loss-forest svg");
    await settled(page);
    expect(await cutLabels(page), String(width)).toEqual([]);
    expect(await faults(visit)).toEqual([]);
  }
});

test("on the starter book the intervals of effective lengths hold what the faculties say, and those of the middle's loss, too", async () => {
  const folder = "data/store";
  const faculty = (name: string) => `max(value) filter (faculty = '${name}')`;
  const {rows} = await query(
    `select share, low, high, half, loss, range from effective_lengths e
     join (select model, ${faculty("recall_half_tokens")} as half, ${faculty("middle_loss")} as loss from reference_models group by 1) using (model)
     where e.base_task = 'needles' order by all`,
    {folder}
  );
  /** Share of single sentences that are recalled at three depths, by the formula of docs/long-context.md. */
  const recalled = (tokens: number, {half, loss}: {half: number; loss: number}) => {
    const middle = loss * (tokens / (tokens + 2_000));
    return (2 / 3 + (1 - middle) / 3) / (1 + tokens / half);
  };
  let held = 0;
  for (const [share, low, high, half, loss] of rows as [number, number | null, number | null, number, number][]) {
    const model = {half, loss};
    const fewest = low === null || recalled(low, model) >= share;
    const most = high === null || recalled(high, model) <= share;
    if (fewest && most) held++;
  }
  expect(rows.length).toBe(128);
  expect(held / rows.length).toBeGreaterThan(0.9);
  expect(rows.filter(row => row[5] === "within").length).toBeGreaterThan(30);
  const middles = (
    await query(
      `select value, low, high, half, loss from length_contrasts
       join (select model, ${faculty("recall_half_tokens")} as half, ${faculty("middle_loss")} as loss from reference_models group by 1) using (model)
       where contrast = 'middle' and length = 16000 and base_task = 'needles'`,
      {folder}
    )
  ).rows as [number, number, number, number, number][];
  const lost = (half: number, loss: number) => (loss * (16_000 / 18_000)) / (1 + 16_000 / half);
  expect(middles.length).toBe(64);
  expect(
    middles.filter(([, low, high, half, loss]) => low <= lost(half, loss) && lost(half, loss) <= high).length
  ).toBeGreaterThan(55);
});

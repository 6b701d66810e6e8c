// The page Calibration over a small store of its own, over one without any confidence, and over one of the weakest answers.
import {cp, mkdtemp, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterAll, beforeAll, expect, test} from "vitest";
import {openDuckDB} from "../../pipelines/store/duckdb.node.js";
import {query} from "../../pipelines/store/sql.node.js";
import {type ForeignSite, faults, settled, siteOf} from "../foreign/site.js";
import {recordTables} from "../recordTables.js";
import {type Workbook, workbook} from "../workbook.js";
import {cutLabels, opened, text} from "./reading.js";

const BOOK =
  "suite: suites/small.yaml\nmodels: [models/reference.yaml]\ntemplate: templates/plain.yaml\nsampler: samplers/greedy.yaml\nprecision: {min: 64, step: 64, max: 64, width: 0.01}\nseed: 7\n";
const SUITE =
  "tasks:\n  - {task: zen-calib, params: {of: [zen-reason, zen-algebra, zen-logic]}}\n  - {task: arithmetic, params: {length: 4}}\n";
let book: Workbook;
let other: Workbook;
let weak: string;
let site: ForeignSite;
let empty: ForeignSite;
let weakest: ForeignSite;

beforeAll(async () => {
  book = await workbook({"suites/small.yaml": SUITE, "book.yaml": BOOK});
  other = await workbook({"book.yaml": BOOK});
  for (const each of [book, other]) {
    const ran = await each.command("run");
    expect(ran.code, ran.stderr).toBe(0);
  }
  const store = join(book.root, "data/store");
  weak = await mkdtemp(join(tmpdir(), "reasonbook-weak-"));
  await cp(store, weak, {recursive: true});
  const {connection, close} = await openDuckDB();
  // All confidences are alike, of one model out of range, and percentages.
  await connection.run(`copy (select * replace (case when name <> 'confidence' then value when model = 'sim-cedar-01' then -1 else 80 end as value)
    from '${join(store, "measures.parquet")}') to '${join(weak, "measures.parquet")}' (format parquet)`);
  close();
  await recordTables(weak);
  site = await siteOf(store, ["calibration"]);
  empty = await siteOf(join(other.root, "data/store"), ["calibration"]);
  weakest = await siteOf(weak, ["calibration"]);
}, 300_000);
afterAll(async () => {
  for (const each of [site, empty, weakest, book, other]) await each?.[Symbol.asyncDispose]();
  await rm(weak, {recursive: true, force: true});
});

const ask = async (sql: string) => (await query(sql, {folder: join(book.root, "data/store")})).rows;
const points = (share: unknown) => (100 * Number(share)).toFixed(1).replace("-", "−");

test("the diagram, the histogram, the curve and the table have the numbers of the study, and all that is simulated says so", async () => {
  await using visit = await site.visit(opened("/calibration"));
  const {page} = visit;
  await page.waitForSelector("#selective svg");
  expect(await text(page, "#notice")).toContain("They are not language models");
  for (const figure of ["#reliability", "#histogram", "#selective"])
    expect(await page.locator(`${figure} .rb-simulated`).count(), figure).toBe(1);
  const [[bins]] = (await ask("select count(*)::int from calibration_bins where category = '' and binning = 'width'")) as [
    number[]
  ];
  expect(await page.locator('#reliability g[aria-label="dot"] path').count()).toBe(bins);
  await page.locator("#bins summary").click();
  expect(await page.locator("#bins tbody tr").count()).toBe(bins);
  for (const [model, n, accuracy, low, high, brier, auroc, missing, truncated] of await ask(
    "select model, n, accuracy, accuracy_low, accuracy_high, brier, auroc, missing, truncated from calibration where category = ''"
  )) {
    const row = await page.locator("#measures tbody tr", {hasText: String(model)}).innerText();
    expect(row).toContain(`${n}\t${points(accuracy)} % [${points(low)}, ${points(high)}]`);
    expect(row).toContain(`${Number(brier).toFixed(3)} [`);
    expect(row).toContain(`${Number(auroc).toFixed(3)} [`);
    expect(row).toMatch(new RegExp(`${missing}\\t0\\t${truncated}$`, "u"));
  }
  expect(await text(page, "#reading")).toMatch(/^Of 3 evaluations, \d (?:is|are) significantly overconfident/u);
  expect(await faults(visit)).toEqual([]);
});

test("one evaluation, one category and bins of equal mass are chosen by the address", async () => {
  await using visit = await site.visit(opened("/calibration#model=sim-comet-05&category=zen-logic&bins=mass"));
  const {page} = visit;
  await expect.poll(() => text(page, "#reliability h3")).toContain("sim-comet-05");
  const [[bins, n]] = (await ask(
    "select count(*)::int, sum(n)::int from calibration_bins where category = 'zen-logic' and binning = 'mass' and model = 'sim-comet-05'"
  )) as [number[]];
  expect(await page.locator('#reliability g[aria-label="dot"] path').count()).toBe(bins);
  expect(await text(page, "#histogram figcaption")).toContain(`sim-comet-05: n = ${n}`);
  expect(await faults(visit)).toEqual([]);
});

test("confidences that are alike, percentages and those out of range are told", async () => {
  await using visit = await weakest.visit(opened("/calibration"));
  const {page} = visit;
  await page.waitForSelector("#measures tbody tr");
  const row = (model: string) => page.locator("#measures tbody tr", {hasText: model}).innerText();
  expect(await row("sim-heron-08")).toContain("none: all confidences are the same");
  expect(await row("sim-heron-08")).toContain("80.0 % [–]");
  expect(await row("sim-cedar-01")).toMatch(/\t0\t–/u);
  expect(await text(page, "#reading")).toMatch(
    /Left out: .*answers state none in range.*read as percentages \(2 of 2 evaluations\)/u
  );
  expect(await page.locator('#reliability g[aria-label="dot"] path').count()).toBe(2);
  expect(await faults(visit)).toEqual([]);
});

test("a store without a confidence says so, and how to get some", async () => {
  await using visit = await empty.visit(opened("/calibration"));
  await settled(visit.page);
  expect(await text(visit.page, "#none")).toContain("No answer here has a confidence");
  expect(await visit.page.locator("figure").count()).toBe(0);
  expect(await faults(visit)).toEqual([]);
});

test("on a narrow screen nothing lies beyond the edge, and no label of a chart is cut", async () => {
  for (const width of [390, 1280]) {
    await using visit = await site.visit(opened("/calibration"), {width});
    const {page} = visit;
    await page.waitForSelector("#selective svg");
    await settled(page);
    expect(await cutLabels(page), String(width)).toEqual([]);
    expect(await faults(visit)).toEqual([]);
  }
});

// The page Languages over models with planted gaps, over a store of one language, and over one without answers.
import {join} from "node:path";
import {afterAll, beforeAll, expect, test} from "vitest";
import {query} from "../../pipelines/store/sql.node.js";
import {type ForeignSite, faults, settled, siteOf} from "../foreign/site.js";
import {bookOf, KINDS, LANGUAGES, MODELS, reply} from "../studies/languages/given.js";
import {stubServer, type Workbook, workbook} from "../workbook.js";
import {cutLabels, text} from "./reading.js";

let books: Workbook[] = [];
let stub: Awaited<ReturnType<typeof stubServer>>;
let sites: ForeignSite[] = [];

beforeAll(async () => {
  stub = await stubServer(reply);
  books = [
    await workbook(bookOf(stub.url)),
    await workbook(bookOf(stub.url, "{task: zen-multilang, params: {language: de}}")),
    await workbook({"suites/small.yaml": "tasks:\n  - {task: boolean}\n"})
  ];
  for (const book of books) {
    const ran = await book.command("run");
    expect(ran.code, ran.stderr).toBe(0);
  }
  sites = await Promise.all(books.map(({root}) => siteOf(join(root, "data/store"), ["languages"])));
}, 300_000);
afterAll(async () => {
  for (const each of [...sites, stub, ...books]) await each?.[Symbol.asyncDispose]();
});

const ask = async (sql: string) => (await query(sql, {folder: join(books[0]!.root, "data/store")})).rows;
const points = (share: unknown) => (100 * Number(share)).toFixed(1).replace("-0.0", "0.0").replace("-", "−");
const name = (code: unknown) => new Intl.DisplayNames("en", {type: "language"}).of(String(code))!;

test("chart, table and sentence have the gaps of the study, with interval and n, the largest first", async () => {
  await using visit = await sites[0]!.visit("/languages#model=fading");
  const {page} = visit;
  await page.waitForSelector("#parity-chart svg");
  await expect.poll(() => text(page, "#parity-chart h3")).toContain("fading");
  expect(await page.locator('#parity-chart g[aria-label="dot"] circle').count()).toBe(LANGUAGES.length - 1);
  expect(await page.locator("#gaps tbody tr").count()).toBe(LANGUAGES.length);
  const rows = await ask(
    "select language, gap, gap_low, gap_high, pairs, wrong_language, measured from language_gaps where model = 'fading' and kind = '' and language not in ('', 'en') order by gap desc"
  );
  for (const [language, gap, low, high, n, wrong, measured] of rows) {
    const row = await page
      .locator("#gaps tbody tr")
      .filter({has: page.getByText(name(language), {exact: true})})
      .innerText();
    expect(row, String(language)).toContain(`+${points(gap)} [${points(low)}, ${points(high)}] n = ${n}`.replace("+−", "−"));
    expect(row, String(language)).toMatch(new RegExp(`${points(wrong)} % \\[[\\d., ]+\\] n = ${measured}`, "u"));
  }
  expect(await page.locator("#gaps tbody tr td").first().innerText()).toBe(name(rows[0]![0]));
  const [[worse]] = (await ask(
    "select count(*)::int from language_gaps where model = 'fading' and kind = '' and q <= 0.05 and gap > 0"
  )) as [number[]];
  expect(await text(page, "#reading")).toContain(`significantly worse in ${worse} of 21 languages`);
  expect(await page.locator("#parities tbody tr").count()).toBe(MODELS.length);
  expect(await page.locator("#parity-chart .rb-simulated").count()).toBe(0);
  expect(await cutLabels(page)).toEqual([]);
  expect(await faults(visit)).toEqual([]);
});

test("kinds and evaluations can be chosen; all alike is no gap", async () => {
  await using visit = await sites[0]!.visit("/languages#kind=arithmetic&model=even");
  const {page} = visit;
  await page.waitForSelector("#gaps tbody tr");
  expect(await page.getByLabel("Kind of question", {exact: true}).locator("option").count()).toBe(KINDS.length + 1);
  await expect.poll(() => text(page, "#reading")).toMatch(/even is \+0\.0 \[.*significantly worse in 0 of 21 languages\./u);
  expect(await text(page, "#no-wrong")).toContain("not measured");
  await page.getByLabel("Evaluation", {exact: true}).selectOption("mute");
  await expect.poll(() => text(page, "#reading")).toMatch(/mute is \+0\.0/u);
  expect(await faults(visit)).toEqual([]);
});

test("one language alone has accuracy and no gap", async () => {
  await using visit = await sites[1]!.visit("/languages#model=even");
  const {page} = visit;
  await expect.poll(() => text(page, "#reading")).toBe("even was asked in one language alone, so there is no gap.");
  expect(await page.locator("#gaps tbody tr").innerText()).toMatch(/German\s+–/u);
  expect(await page.locator("#parity-chart").count()).toBe(0);
  expect(await faults(visit)).toEqual([]);
});

test("where no model was asked there is no number, heading or chart, and the page says how to get some", async () => {
  await using visit = await sites[2]!.visit("/languages");
  await settled(visit.page);
  expect(await text(visit.page, ".rb-nothing")).toMatch(/^No model was asked this yet\. npm run run asks/u);
  expect(await visit.page.locator("figure:visible, table:visible, h2:visible").count()).toBe(0);
  expect(await faults(visit)).toEqual([]);
});

test("on a narrow screen nothing lies beyond the edge", async () => {
  await using visit = await sites[0]!.visit("/languages#model=fading", {width: 390});
  await visit.page.waitForSelector("#wrong-language svg");
  await settled(visit.page);
  expect(await cutLabels(visit.page)).toEqual([]);
  expect(await faults(visit)).toEqual([]);
});

// The page Agents over a small store of its own, over answers of a model that is none of ours, and over a store without errands.
import {join} from "node:path";
import {afterAll, beforeAll, expect, test} from "vitest";
import {recordText} from "../../pipelines/score/episode.js";
import {query} from "../../pipelines/store/sql.node.js";
import {type ForeignSite, faults, settled, siteOf} from "../foreign/site.js";
import {stubServer, type Workbook, workbook} from "../workbook.js";
import {opened, text} from "./reading.js";

const BOOK =
  "suite: suites/small.yaml\nmodels: [models/reference.yaml]\ntemplate: templates/plain.yaml\nsampler: samplers/greedy.yaml\nprecision: {min: 16, step: 16, max: 16, width: 0.15}\nseed: 7\n";
const SUITE =
  "tasks:\n  - {task: zen-agent, params: {world: [calendar, ledger], faults: some}}\n  - {task: boolean, params: {length: 6}, tiers: {easy: {length: 6}}}\n";
/** What a model could say that a page must not take for its own. */
const WICKED = "<img src=x onerror=alert(1)><script>alert(2)</script> done";
let books: Workbook[] = [];
let sites: ForeignSite[] = [];

beforeAll(async () => {
  await using stub = await stubServer(() => WICKED);
  const files = {"suites/small.yaml": SUITE, "book.yaml": BOOK};
  books = [
    await workbook(files),
    await workbook({...files, "models/reference.yaml": `{id: own, endpoint: "${stub.url}"}\n`}),
    await workbook({"book.yaml": BOOK})
  ];
  for (const book of books) {
    const ran = await book.command("run");
    expect(ran.code, ran.stderr).toBe(0);
  }
  sites = await Promise.all(books.map(book => siteOf(join(book.root, "data/store"), ["agents"])));
}, 300_000);
afterAll(async () => {
  for (const each of [...sites, ...books]) await each?.[Symbol.asyncDispose]();
});

const ask = async (sql: string, book = 0) => (await query(sql, {folder: join(books[book]!.root, "data/store")})).rows;
const points = (share: unknown) => (100 * Number(share)).toFixed(1);

test("table and chart have the numbers of the study, with n and interval, and what is simulated says so", async () => {
  await using visit = await sites[0]!.visit(opened("/agents"));
  const {page} = visit;
  await page.waitForSelector("#agents-forest svg");
  expect(await text(page, "#notice")).toContain("They are not language models");
  expect(await page.locator("#agents-forest .rb-simulated").count()).toBe(1);
  for (const [model, value, low, high, n] of await ask(
    "select model, value, low, high, n from agents where world = '' and measure = 'success'"
  )) {
    const row = page.locator("#agents-table tbody tr", {hasText: String(model)});
    expect(await row.innerText()).toContain(`${points(value)} % [${points(low)}, ${points(high)}] n = ${n}`);
  }
  await page.locator("select").filter({hasText: "all worlds together"}).selectOption("ledger");
  const [[success]] = (await ask(
    "select value from agents where world = 'ledger' and measure = 'success' and model = 'sim-cedar-01'"
  )) as [[number]];
  await expect.poll(() => text(page, "#agents-table")).toContain(`${points(success)} %`);
  const {stdout} = await books[0]!.command("analyze", "agents", "--by", "world", "--measure", "success", "--format", "json");
  const rows = JSON.parse(stdout) as {model: string; world: string; value: number}[];
  expect(rows.find(row => row.model === "sim-cedar-01" && row.world === "ledger")!.value).toBe(success);
  expect(await faults(visit)).toEqual([]);
});

test("an episode is shown turn by turn: calls, answers, changes, and how its end differs from the goal", async () => {
  const [[eval_id, item_id, calls, tool]] = (await ask(
    `select eval_id, item_id, calls, (select any_value(tool) from episode_steps s where s.item_id = e.item_id and s.eval_id = e.eval_id and changes is not null)
    from episodes e where "end" = 'other' and model = 'sim-cedar-01' order by item_id limit 1`
  )) as [[string, string, number, string]];
  const address = new URLSearchParams({evaluation: eval_id, end: "other", episode: `${item_id} 0`});
  await using visit = await sites[0]!.visit(opened(`/agents#${address}`));
  const {page} = visit;
  await page.waitForSelector("#trace");
  expect(await page.locator("#trace section li").count()).toBe(calls);
  expect(await text(page, "#trace")).toContain(tool);
  expect(await text(page, "#trace")).toContain("Run these errands with your tools:");
  expect(await text(page, "#end-state")).toMatch(/missing in|too many in/u);
  await page.locator("select").filter({hasText: "nothing changed"}).selectOption({label: "goal reached"});
  await expect.poll(() => text(page, "#end-state")).toBe("The rows are those of the goal.");
  expect(await faults(visit)).toEqual([]);
});

test("a model that only talks has 0 % with n and interval, and its words stand as text", async () => {
  await using visit = await sites[1]!.visit(opened("/agents"));
  const {page} = visit;
  await page.waitForSelector("#trace");
  expect(await text(page, "#agents-table")).toMatch(/0\.0 % \[0\.0, \d+\.\d\] n = 32/u);
  expect(await page.locator("#notice .rb-notice").count()).toBe(0);
  expect(await text(page, "#trace")).toContain(WICKED);
  expect(await page.locator("#trace img, #trace script").count()).toBe(0);
  expect(await faults(visit)).toEqual([]);
});

test("a store without errands says so, and how to get some", async () => {
  await using visit = await sites[2]!.visit(opened("/agents"));
  await settled(visit.page);
  expect(await text(visit.page, "#none")).toContain("zen-agent");
  expect(await visit.page.locator("#agents-table, #trace").count()).toBe(0);
  expect(await faults(visit)).toEqual([]);
});

test("records keep no mark that a reader could take for reasoning", () => {
  expect(recordText([{text: WICKED, calls: []}])).not.toContain("<");
});

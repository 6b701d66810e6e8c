// Two stores of one book and a dataset, published side by side: what a build from given stores shows, and what the choice of one leaves.
import {existsSync, readdirSync, readFileSync, rmSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import type {Page} from "playwright-core";
import {afterAll, beforeAll, expect, test} from "vitest";
import {query} from "../../pipelines/store/sql.node.js";
import {shareStudies} from "../shared-studies.js";
import {smallSite} from "../small-site.js";
import {openSite, type Site} from "./browser.js";
import {opened} from "./reading.js";

const TITLE = 'Cedar & "friends" <only>';
const DATASET = `title: '${TITLE}'
store: data/store/runs/first
simulated: true
evaluations: [{model: "sim-cedar-*", groups: ["wood:soft"]}]
`;
// Few samples, since what takes the time of a build is to fit their tests.
const BOOK =
  "suite: suites/small.yaml\nmodels: [models/reference.yaml]\ntemplate: templates/plain.yaml\nsampler: samplers/greedy.yaml\nprecision: {min: 8, step: 8, max: 16, width: 0.15}\nseed: 7\n";
let book: Awaited<ReturnType<typeof smallSite>>;
let site: Site;
beforeAll(async () => {
  book = await smallSite({"datasets/cedar.yaml": DATASET, "book.yaml": BOOK});
  const stores = ["--store", "data/store", "--store", "data/store/runs/first", "--store", "data/datasets/cedar.yaml"];
  const commands = [
    ["run"],
    ["score", "--store", "data/store", "--out", "data/store/runs/first", "--samples", "8"],
    ["refresh", "manifest", ...stores], // joins the stores
    ["build", ...stores]
  ];
  for (const command of commands) {
    if (command[0] === "build") await shareStudies(joined());
    const {code, stderr} = await book.command(...command);
    expect(code, `${command.join(" ")}\n${stderr.slice(-2_000)}`).toBe(0);
  }
  site = await openSite(book.dist, {base: "/r", plain: true});
}, 600_000);
afterAll(async () => {
  await site?.[Symbol.asyncDispose]();
  await book?.[Symbol.asyncDispose]();
});

const joined = () => {
  const folder = join(book.root, "data/store/joined");
  return join(folder, readdirSync(folder)[0]!);
};
const ask = async (text: string) => (await query(text, {folder: joined()})).rows;
const of = async (folder: string, text: string) => (await query(text, {folder: join(book.root, folder)})).rows;
const names = (page: Page) =>
  page
    .locator("#leaderboard tbody td:first-child")
    .evaluateAll(cells => cells.map(cell => cell.textContent!.replace("simulated", "").trim()).sort());

test("evaluations of one name from two stores are told apart and not pooled; every row of both is there", async () => {
  const counted = "select model, sum(correct)::int, sum(incorrect)::int, sum(truncated)::int from points";
  const [whole, first] = await Promise.all([
    of("data/store", `${counted} group by 1 order by 1`),
    of("data/store/runs/first", `${counted} group by 1 order by 1`)
  ]);
  expect(whole).not.toEqual(first);
  expect(await ask(`${counted} where sampler = 'greedy@book' group by 1 order by 1`)).toEqual(whole);
  expect(await ask(`${counted} where sampler = 'greedy@first' group by 1 order by 1`)).toEqual(first);
  expect(await ask("select count(distinct eval_id), count(distinct sampler) from points")).toEqual([[6, 2]]);
  for (const table of ["samples", "responses", "timings", "scores"]) {
    const n = async (folder: string) => Number((await of(folder, `select count(*) from ${table}`))[0]![0]);
    expect(await ask(`select count(*), count(distinct eval_id) from ${table}`), table).toEqual([
      [(await n("data/store")) + (await n("data/store/runs/first")), 6]
    ]);
  }
  // The tests are the same ones, so each is one row.
  expect(await ask("select count(*) from items")).toEqual(await of("data/store", "select count(*) from items"));
  expect(await ask("select count(*) from samples anti join items using (item_id)")).toEqual([[0]]);
});

test("the manifest lists the datasets, and a dataset's facets are on its points beside those of the store", async () => {
  const manifest = JSON.parse(readFileSync(join(joined(), "manifest.json"), "utf8"));
  expect(
    manifest.datasets.map(({name, evaluations}: {name: string; evaluations: string[]}) => [name, evaluations.length])
  ).toEqual([
    ["book", 3],
    ["first", 3],
    ["cedar", 1]
  ]);
  expect(manifest.datasets[1].evaluations).toContain(manifest.datasets[2].evaluations[0]);
  expect(manifest.simulated).toBe(true);
  expect(await ask("select distinct model, sampler, groups from points where list_contains(groups, 'wood:soft')")).toEqual([
    ["sim-cedar-01", "greedy@first", ["reference", "wood:soft"]]
  ]);
});

test("a choice leaves its evaluations, stands in the address, and goes along to the next page", async () => {
  await using visit = await site.visit("/leaderboard.html");
  const {page} = visit;
  await page.locator("#leaderboard tbody tr").first().waitFor();
  expect(await names(page)).toHaveLength(6);
  await page.getByLabel("Dataset", {exact: true}).selectOption({label: "first"});
  await expect.poll(() => names(page)).toHaveLength(3);
  expect(page.url()).toContain("dataset=first");
  await page.getByLabel("Dataset", {exact: true}).selectOption({label: TITLE});
  await expect.poll(() => names(page)).toEqual(["sim-cedar-01"]);
  await page.locator(".rb-tabs a", {hasText: "Clusters"}).click();
  await page.locator("#letters tbody tr").first().waitFor();
  expect(await page.locator("#letters tbody tr").count()).toBe(1);
  expect(page.url()).toMatch(/clusters\.html\?source=starter#.*dataset=cedar/);
  await page.getByLabel("Dataset", {exact: true}).selectOption({index: 0});
  await expect.poll(() => page.locator("#letters tbody tr").count()).toBe(6);
  await using linked = await site.visit("/leaderboard.html#dataset=cedar");
  await expect.poll(() => names(linked.page)).toEqual(["sim-cedar-01"]);
  await using unknown = await site.visit("/leaderboard.html#dataset=nowhere");
  await expect.poll(() => names(unknown.page)).toHaveLength(6);
  for (const each of [visit, linked, unknown])
    expect({outside: each.outside, errors: await each.errors()}).toEqual({outside: [], errors: []});
});

test("tests count for the evaluations that are left, and SQL sees the same rows as the pages", async () => {
  await using visit = await site.visit(
    `/sql.html#${new URLSearchParams({dataset: "cedar", sql: "select count(*)::int as n, count(distinct eval_id)::int as e, (select count(*)::int from items) as items from samples"})}`
  );
  const {page} = visit;
  const [[n]] = (await of("data/store/runs/first", "select count(*)::int from samples where model = 'sim-cedar-01'")) as [
    [number]
  ];
  await expect.poll(() => page.locator("#sql-result tbody td").allTextContents()).toEqual([String(n), "1", String(n)]);
  expect(await visit.errors()).toEqual([]);
});

const WITHOUT = ["claims", "human"];
test.each([
  "claims",
  "human",
  "manifold",
  "compare",
  "irt",
  "spectrum",
  "runs"
])("%s asks for a dataset if it tells evaluations apart, and stands a dataset of one evaluation", async path => {
  await using visit = await site.visit(opened(`/${path}.html#dataset=cedar`));
  const {page} = visit;
  await page.locator("h1").first().waitFor();
  if (WITHOUT.includes(path)) expect(await page.getByLabel("Dataset", {exact: true}).count()).toBe(0);
  else await page.getByLabel("Dataset", {exact: true}).waitFor();
  await page.waitForLoadState("networkidle");
  await page.waitForFunction(() => !document.querySelector(".observablehq-loading"));
  expect({outside: visit.outside, errors: await visit.errors()}).toEqual({outside: [], errors: []});
});

test("a store has a page for each of its models, and one alone asks for no dataset", async () => {
  expect(readdirSync(join(book.dist, "models")).sort()).toEqual(["sim-cedar-01.html", "sim-comet-05.html", "sim-heron-08.html"]);
  // The other pages stay empty, and tables that nothing asks for are not made.
  for (const page of readdirSync(join(book.root, "src")))
    if (page.endsWith(".md") && page !== "leaderboard.md") writeFileSync(join(book.root, "src", page), "# Empty\n");
  for (const loader of readdirSync(join(book.root, "loaders")))
    if (
      !/^(?:manifest|models|points|adjusted_points|task_counts|adjusted_task_counts|samples|scores|adjusted_scores|headlines|items|responses|categories|repetitions|suite_categories|scorecards|domain_scorecards)\./u.test(
        loader
      )
    )
      rmSync(join(book.root, "loaders", loader));
  const {code, stderr} = await book.command("build", "--store", "data/datasets/cedar.yaml");
  expect(code, stderr.slice(-2_000)).toBe(0);
  expect(readdirSync(join(book.dist, "models"))).toEqual(["sim-cedar-01.html"]);
  await using visit = await site.visit("/leaderboard.html");
  await expect.poll(() => names(visit.page)).toEqual(["sim-cedar-01"]);
  expect(await visit.page.getByLabel("Dataset", {exact: true}).count()).toBe(0);
  expect(await visit.page.title()).toBe(`Leaderboard | ${TITLE}`);
  expect((await visit.page.locator("#observablehq-header").innerText()).trim()).toBe(TITLE);
  expect(await visit.errors()).toEqual([]);
  expect(existsSync(join(book.root, "data/store/runs/first/studies.json")), "the store itself is left as it is").toBe(false);
}, 600_000);

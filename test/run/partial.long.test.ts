// Runs of less than the book, in a store that holds the book's results.
import {readFileSync} from "node:fs";
import {join} from "node:path";
import {expect, test} from "vitest";
import {readBook} from "../../pipelines/book/read.node.js";
import {type Ran, run} from "../../pipelines/run/run.js";
import {manifestIfCurrent} from "../../pipelines/run/storeManifest.js";
import {fixedSamples} from "../../pipelines/score/precision.js";
import type {Manifest} from "../../pipelines/store/manifest.node.js";
import {tag} from "../../pipelines/store/points/edits.node.js";
import {query} from "../../pipelines/store/sql.node.js";
import {silent} from "../silent.js";
import {stubServer, type Workbook, workbook} from "../workbook.js";

const storeOf = ({root}: Workbook, store = "data/store") => join(root, store);
const manifestOf = (book: Workbook, store?: string): Manifest =>
  JSON.parse(readFileSync(join(storeOf(book, store), "manifest.json"), "utf8")) as Manifest;
async function rows(book: Workbook, text: string, store?: string): Promise<Record<string, unknown>[]> {
  const {columns, rows} = await query(text, {folder: storeOf(book, store)});
  return rows.map(row => Object.fromEntries(columns.map((name, i) => [name, row[i]])));
}

interface Part {
  model?: string;
  limit?: number;
  samples?: number;
  maxCost?: number;
}
/** A run in this process, as `npm run run` with the words of the same names. */
async function ran(book: Workbook, {model, limit, samples, maxCost}: Part = {}, store?: string): Promise<Ran> {
  const whole = await readBook(undefined, {root: book.root});
  const models = whole.models.filter(({id}) => model === undefined || id === model);
  const precision = samples === undefined ? whole.precision : fixedSamples(samples);
  const folder = storeOf(book, store);
  return (await run({...whole, models, precision}, {folder, limit, maxCost, partial: samples !== undefined, report: silent}))!;
}
const isCurrent = async (book: Workbook) =>
  (await manifestIfCurrent(await readBook(undefined, {root: book.root}), storeOf(book)))?.status === "complete";

const TABLES = ["points", "responses", "samples", "timings"];
const counts = (book: Workbook) =>
  rows(
    book,
    `${TABLES.map(table => `select '${table}' as name, model, count(*)::int as n from ${table} group by all`).join(" union all ")} order by all`
  );
const of = (model: string, all: Record<string, unknown>[]) => all.filter(row => row.model === model).map(({n}) => n);

test("a smoke test of one model leaves a complete book as it was, whole and current", async () => {
  await using book = await workbook();
  await ran(book);
  const [before, manifest] = [await book.tableHashes(), manifestOf(book)];
  const {code, stderr} = await book.command("run", "--model", "sim-heron-08", "--limit", "10");
  expect(code, stderr).toBe(0);
  expect(stderr).toContain("limited: 10 samples over 5 points of 1 model");
  expect(stderr).toContain(
    "no point changed; 5 points of this run had at least as many samples before and keep them; 2 other evaluations stay"
  );
  expect(await book.tableHashes()).toEqual(before);
  const changing = {started: "", finished: "", requests: 0, cached: 10};
  expect({...manifestOf(book), ...changing}).toEqual({...manifest, ...changing});
  expect(manifestOf(book)).toMatchObject({requests: 0, cached: 10});
  expect(await isCurrent(book)).toBe(true);
});

test("a model that joins adds its rows to every table and changes no other's", async () => {
  await using stub = await stubServer(() => "Answer: 4");
  await using book = await workbook({"models/mine.yaml": `id: newcomer\nendpoint: ${stub.url}\n`});
  await ran(book);
  const before = await counts(book);
  const text = readFileSync(join(book.root, "data/book.yaml"), "utf8");
  await using joined = await workbook({"book.yaml": text});
  const newcomer = await readBook(undefined, {root: joined.root});
  const models = [{...newcomer.models[0]!, id: "newcomer", endpoint: stub.url}];
  const {change} = (await run({...newcomer, models}, {folder: storeOf(book), limit: 7, report: silent}))!;
  expect(change).toBe("updated 5 points of 1 evaluation; 3 other evaluations stay (--only drops them)");
  const after = await counts(book);
  expect(after.filter(({model}) => model !== "newcomer")).toEqual(before);
  expect(of("newcomer", after)).toEqual([5, 7, 7, 7]);
  const manifest = manifestOf(book);
  expect(manifest).toMatchObject({points: 20, status: "limited", requests: 7});
  expect(manifest.models).toEqual(["sim-cedar-01", "sim-heron-08", "sim-comet-05", "newcomer"]);
  const sums =
    "select sum(correct + incorrect + truncated)::int as samples, sum(completion_tokens)::int as completion, sum(prompt_tokens)::int as prompt from points";
  expect(await rows(book, sums)).toEqual([{samples: manifest.samples, ...manifest.tokens}]);
  const orphans =
    "select (select count(*) from samples anti join items using (item_id))::int as tests, (select count(*) from samples anti join responses using (model, item_id))::int as texts, (select count(*) from items)::int - (select count(distinct item_id) from samples)::int as unused";
  expect(await rows(book, orphans)).toEqual([{tests: 0, texts: 0, unused: 0}]);
  expect(await isCurrent(book)).toBe(true); // the book does not name the newcomer
});

test("whatever part was run before, the whole book then has the bytes of the whole book alone", async () => {
  await using alone = await workbook();
  await ran(alone);
  const whole = await alone.tableHashes();
  const orders: Part[][] = [
    [{model: "sim-heron-08"}, {limit: 9}],
    [{samples: 64}, {model: "sim-comet-05", samples: 3}],
    [{model: "sim-comet-05"}, {model: "sim-cedar-01"}, {model: "sim-heron-08"}]
  ];
  for (const parts of orders) {
    await using book = await workbook();
    for (const part of parts) await ran(book, part);
    const complete = parts.length === 3; // model by model the book is whole already
    expect(await isCurrent(book)).toBe(complete);
    if (!complete) await ran(book);
    expect(await book.tableHashes()).toEqual(whole);
    expect(manifestOf(book)).toMatchObject({book_hash: manifestOf(alone).book_hash, status: "complete"});
  }
});

test("a larger limit adds, a smaller one takes nothing away", async () => {
  await using book = await workbook();
  const model = "sim-heron-08";
  for (const limit of [10, 25]) {
    await ran(book, {model, limit});
    expect(await rows(book, "select count(*)::int as n from samples")).toEqual([{n: limit}]);
  }
  const tables = await book.tableHashes();
  expect((await ran(book, {model, limit: 4})).change).toBe(
    "no point changed; 4 points of this run had at least as many samples before and keep them"
  );
  expect(await book.tableHashes()).toEqual(tables);
  await using once = await workbook();
  await ran(once, {model, limit: 25});
  expect(await once.tableHashes()).toEqual(tables);
});

test("--only drops what is no part of the run, and asks before it does", async () => {
  await using book = await workbook();
  await ran(book);
  const before = await book.tableHashes();
  const words = ["run", "--model", "sim-heron-08", "--limit", "10", "--only"];
  const refused = await book.command(...words);
  expect(refused.code).toBe(2);
  expect(refused.stderr).toMatch(/--only drops 2 other evaluations with 10 points and [\d,]+ samples.* add --yes to do it/);
  expect(refused.stderr.trim().split("\n")).toHaveLength(1);
  expect(await book.tableHashes()).toEqual(before);
  expect((await book.command(...words, "--yes")).code).toBe(0);
  expect(await rows(book, "select model, count(*)::int as n from samples group by all")).toEqual([
    {model: "sim-heron-08", n: 10}
  ]);
  expect(manifestOf(book)).toMatchObject({models: ["sim-heron-08"], points: 5, samples: 10, status: "limited"});
  await using empty = await workbook();
  expect((await empty.command(...words)).code).toBe(0); // nothing to drop, nothing to ask
});

test("an evaluation that is asked otherwise takes the place of the one by its name, and of no other", async () => {
  await using book = await workbook();
  await ran(book);
  const before = (await counts(book)).filter(({model}) => model !== "sim-heron-08");
  await using stub = await stubServer(() => "Answer: 4");
  const whole = await readBook(undefined, {root: book.root});
  const models = [{...whole.models[1]!, endpoint: stub.url}];
  await run({...whole, models}, {folder: storeOf(book), limit: 5, report: silent});
  const after = await counts(book);
  expect(after.filter(({model}) => model !== "sim-heron-08")).toEqual(before);
  expect(of("sim-heron-08", after)).toEqual([4, 5, 5, 5]);
  expect(manifestOf(book).evaluations).toHaveLength(3);
  expect(await isCurrent(book)).toBe(false);
});

test("a run that fails, or reaches its budget, takes nothing away", async () => {
  let broken = false;
  await using stub = await stubServer((_, __, response) => {
    if (!broken) return "Answer: 4";
    response.statusCode = 400;
    response.end(JSON.stringify({error: {message: "no"}}));
    return undefined;
  });
  await using book = await workbook({
    "models/reference.yaml": `id: mine\nendpoint: ${stub.url}\nprice: {input: 1000, output: 1000}\n`
  });
  await ran(book, {samples: 4});
  const before = await book.tableHashes();
  broken = true;
  expect((await ran(book)).status).toBe("failed");
  expect(await book.tableHashes()).toEqual(before);
  broken = false;
  expect((await ran(book, {maxCost: 0.01})).status).toBe("budget");
  expect(await book.tableHashes()).toEqual(before);
});

test("tasks that a limit left unasked are named, and no whole score is given; tags and rescoring keep to it", async () => {
  await using book = await workbook({
    "suites/small.yaml":
      "tasks:\n  - {task: arithmetic, params: {length: [4, 12]}, tiers: {easy: {length: 4}, hard: {length: 12}}}\n  - {task: boolean, params: {length: 6}, tiers: {easy: {}}}\n  - {task: sort, params: {length: [4, 8]}, tiers: {easy: {length: 4}, hard: {length: 8}}}\n"
  });
  const layers = "select model, layer, tier, missing from scores where layer in ('tier', 'mean', 'token') order by all";
  const partial = {model: "sim-cedar-01", layer: "tier", tier: "easy", missing: ["sort"]};
  await ran(book, {model: "sim-cedar-01", limit: 2});
  expect(await rows(book, layers)).toEqual([partial]);
  await ran(book, {model: "sim-heron-08"});
  await tag(storeOf(book), {facet: "tiers", add: ["mine"], filter: {tasks: ["boolean"]}});
  const scores = await rows(book, layers);
  expect(scores.filter(({model}) => model === "sim-cedar-01")).toEqual([partial, {...partial, tier: "mine", missing: []}]);
  expect(scores.filter(({model, layer}) => model === "sim-heron-08" && layer === "mean")).toHaveLength(1);
  expect(scores.filter(({model, missing}) => model === "sim-heron-08" && String(missing) !== "")).toEqual([]);
  expect((await book.command("score", "--store", "data/store", "--out", "again")).code).toBe(0);
  expect(await rows(book, layers, "again")).toContainEqual(partial);
  // Off the task altogether, a tier no longer asks for it.
  await tag(storeOf(book), {facet: "tiers", remove: ["easy"], filter: {tasks: ["sort"]}});
  expect((await rows(book, layers)).find(({model, tier}) => model === "sim-cedar-01" && tier === "easy")).toMatchObject({
    missing: []
  });
});

// The commands report and zen: a book without domains, steps by themselves, rounds, models that may cost something, and mistakes.
import {readdir, readFile, rm, writeFile} from "node:fs/promises";
import {join} from "node:path";
import {expect, test} from "vitest";
import {query} from "../../../pipelines/store/sql.node.js";
import {reportSchema} from "../../../pipelines/studies/report/schema.js";
import {stubServer, type Workbook, workbook} from "../../workbook.js";

const textOf = (book: Workbook, name: string, folder = "data/store") => readFile(join(book.root, folder, name), "utf8");
const reportOf = async (book: Workbook, folder?: string) =>
  reportSchema.parse(JSON.parse(await textOf(book, "report.json", folder)));
/** Few tests, since most of what the pipeline takes here is a fit of every one of them. */
const SUITE = "tasks:\n  - {task: arithmetic, params: {length: 4}}\n  - {task: boolean, params: {length: 6}}\n";
/** As many as tell items' difficulties. */
const MODELS = [
  "cedar-02",
  "cedar-04",
  "cedar-06",
  "cedar-08",
  "heron-03",
  "heron-05",
  "heron-07",
  "lynx-04",
  "lynx-06",
  "comet-05"
];
const BOOK = (max: number) =>
  `suite: suites/small.yaml\nmodels: [models/reference.yaml]\ntemplate: templates/plain.yaml\nsampler: samplers/greedy.yaml\nprecision: {min: ${max}, step: 8, max: ${max}, width: 0.01}\nseed: 7\n`;

test("a book without domains has its tasks as categories; a second round keeps the scale of the first and says what changed", async () => {
  await using book = await workbook({
    "book.yaml": BOOK(16),
    "suites/small.yaml": SUITE,
    "models/reference.yaml": `endpoint: "reference:"\nmodels: [${MODELS.map(name => `{id: sim-${name}}`).join(", ")}]\n`
  });
  const first = await book.command("report", "--out", "elsewhere");
  expect(first.code, first.stderr).toBe(0);
  expect(first.stderr).toContain("the book names no corpus");
  expect(first.stderr).toContain("5/6 irt: round 1");
  const report = await reportOf(book);
  expect(report.changes).toBeNull();
  expect(report.simulated).toBe("all");
  const [suite] = report.suites;
  expect(suite!.domains).toEqual([{domain: "Tasks", categories: 2, empty: 0}]);
  for (const {scores, rank, all_items, contamination, cost} of suite!.evaluations) {
    const parts = scores.filter(({scope}) => scope === "category");
    const [overall] = scores;
    expect(parts.map(({category}) => category)).toEqual(["arithmetic", "boolean"]);
    expect(overall!.score).toBeCloseTo(parts.reduce((sum, {score}) => sum + score!, 0) / 2, 9);
    expect(overall!.low! < overall!.score! && overall!.score! < overall!.high!).toBe(true);
    expect(rank!.among).toBe(MODELS.length);
    expect(all_items).toBeNull();
    expect(contamination.testable).toBe(0);
    expect(cost.answers).toBe(32); // two points of 16
  }
  expect(await textOf(book, "report.md", "elsewhere")).toBe(await textOf(book, "report.md"));

  const rounds = JSON.parse(await textOf(book, "irt-rounds.json")) as {item: {id: string}[]; rounds: {anchors: number}[]};
  await writeFile(join(book.root, "data/book.yaml"), BOOK(24));
  const second = await book.command("report", "--html", "report.html");
  expect(await book.command("view", "report.html")).toMatchObject({code: 0});
  expect(second.code, second.stderr).toBe(0);
  const later = JSON.parse(await textOf(book, "irt-rounds.json")) as typeof rounds & {rounds: {added: number}[]};
  expect(later.rounds).toHaveLength(2);
  expect(later.rounds[1]!.anchors).toBeGreaterThanOrEqual(2);
  expect(later.rounds[1]!.added).toBeGreaterThan(0);
  expect(later.item.slice(0, rounds.item.length)).toEqual(rounds.item); // items of the first round keep their parameters
  expect(later.item.length).toBe(rounds.item.length + later.rounds[1]!.added);

  const compared = (await reportOf(book)).changes!;
  expect(compared.since).toBe(report.date);
  expect(compared.evaluations.map(({kind}) => kind)).toEqual(MODELS.map(() => "both"));
  for (const {change, before, after} of compared.evaluations)
    expect(change.low! <= change.score! && change.score! <= change.high! && after.n > before.n).toBe(true);
  const text = await textOf(book, "report.json");
  expect((await book.command("report", "--only", "report")).code).toBe(0);
  expect(await textOf(book, "report.json")).toBe(text);
}, 600_000);

test("one model of which nothing is right has a report: a score of 0 with an interval, no fit, a rank of 1 among 1", async () => {
  await using stub = await stubServer(() => "no idea");
  await using book = await workbook({
    "book.yaml": BOOK(16),
    "suites/small.yaml": "tasks: [{task: arithmetic, params: {length: 4}}]\n",
    "models/reference.yaml": `id: own\nendpoint: ${stub.url}\nprice: {input: 1, output: 1}\n`
  });
  const refused = await book.command("report");
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain("no results in data/store yet; --max-cost DOLLARS lets this ask own");
  expect(stub.requests).toHaveLength(0);
  const ran = await book.command("report", "--max-cost", "1");
  expect(ran.code, ran.stderr).toBe(0);
  expect(stub.requests.length).toBe(16);
  expect(ran.stderr).toContain("5/6 irt: nothing to fit");
  const report = await reportOf(book);
  expect(report.simulated).toBe("none");
  const [own] = report.suites[0]!.evaluations;
  expect(own!.rank).toEqual({rank: 1, low: 1, high: 1, among: 1});
  const [overall] = own!.scores;
  expect(overall).toMatchObject({score: 0, low: 0, n: 16});
  expect(overall!.high).toBeGreaterThan(5);
  expect(own!.scores.find(({scope}) => scope === "full")).toMatchObject({
    score: null,
    why: "no votes on its answers in this store"
  });
  expect(await textOf(book, "report.md")).not.toContain("simulated)");

  // its evaluations are in the history, once; of a store that is not the book's they are recorded by its report
  const history = join(book.root, "data/history");
  expect(await readdir(history)).toHaveLength(1);
  await rm(history, {recursive: true});
  for (const _ of [1, 2]) expect((await book.command("report", "--only", "report")).code).toBe(0);
  expect(await readdir(history)).toHaveLength(1);
  expect((await book.command("report", "--only", "report", "--no-history")).code).toBe(0);

  // without a budget, a store that is behind stays as it is
  await writeFile(join(book.root, "data/book.yaml"), BOOK(32));
  const behind = await book.command("report");
  expect(behind.code).toBe(0);
  expect(behind.stderr).toContain("the tables in data/store are behind the book");
  expect(stub.requests.length).toBe(16);
}, 600_000);

test("a model that is added is audited with the next scoring: what it was asked, and what it gains by it", async () => {
  const models = (names: readonly string[]) =>
    `endpoint: "reference:"\nmodels: [${names.map(name => `{id: sim-${name}}`).join(", ")}]\n`;
  await using book = await workbook({
    "book.yaml": `${BOOK(8)}corpora: [{name: small, files: corpora/*.jsonl, source: here, licence: MIT}]\n`,
    "suites/small.yaml": "tasks: [{task: arithmetic, params: {length: 4}}]\n",
    "corpora/small.jsonl": `${JSON.stringify({id: "page", text: "One page of words that no test has, and then some more of them."})}\n`,
    "models/reference.yaml": models(["cedar-02"])
  });
  const audited = async () => {
    expect((await book.command("run")).code).toBe(0);
    const scored = await book.command("report", "--only", "scoring");
    expect(scored.code, scored.stderr).toBe(0);
    return (
      await query("select model from contamination_effects order by model", {folder: join(book.root, "data/store")})
    ).rows.flat();
  };
  expect(await audited()).toEqual(["sim-cedar-02"]);
  await writeFile(join(book.root, "data/models/reference.yaml"), models(["cedar-02", "heron-05"]));
  expect(await audited()).toEqual(["sim-cedar-02", "sim-heron-05"]);
}, 600_000);

test("a step by itself, the schema, and mistakes in one line", async () => {
  await using book = await workbook();
  const report = await book.command("report", "--only", "report");
  expect(report.code).toBe(2);
  expect(report.stderr).toContain("has no manifest.json to report on");
  for (const step of ["extraction", "scoring", "irt"]) {
    const none = await book.command("report", "--only", step, "--store", "nothing");
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining("no store in nothing")]);
  }
  const unknown = await book.command("report", "--from", "infer");
  expect(unknown.code).toBe(2);
  expect(unknown.stderr).toContain("contamination, inference, extraction, scoring, irt, report");
  const both = await book.command("report", "--from", "irt", "--only", "irt");
  expect(both.code).toBe(2);
  const schema = await book.command("zen", "--schema");
  expect(JSON.parse(schema.stdout)).toHaveProperty("properties.suites");
}, 600_000);

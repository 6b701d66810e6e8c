// A book of several suites: each has the scores that it has alone, shared points are asked once, and filters choose suites and categories.
import {writeFile} from "node:fs/promises";
import {join} from "node:path";
import {expect, test} from "vitest";
import {openTables, typedRows} from "../../pipelines/store/sql.node.js";
import {study} from "../../pipelines/studies/make.node.js";
import {importQuestions} from "../ownBank.js";
import {silent} from "../silent.js";
import {stubServer, type Workbook, workbook} from "../workbook.js";

const bookOf = (suites: string, models = "models/reference.yaml"): string =>
  `${suites}\nmodels: [${models}]\ntemplate: templates/plain.yaml\nsampler: samplers/greedy.yaml\nprecision: {min: 8, step: 8, max: 16, width: 0.3}\nseed: 7\n`;
/** Both have `boolean` of length 6: easy in one, hard in the other. */
const ONE =
  "tasks:\n  - {task: boolean, params: {length: [6, 12]}, tiers: {easy: {length: 6}, hard: {length: 12}}}\n  - {task: arithmetic, params: {length: [4, 8]}, tiers: {easy: {length: 4}, hard: {length: 8}}}\n";
const OTHER = "tasks:\n  - {task: boolean, params: {length: [4, 6]}, tiers: {easy: {length: 4}, hard: {length: 6}}}\n";

async function ask({root}: Pick<Workbook, "root">, sql: string, store = "data/store"): Promise<unknown[][]> {
  const {connection, close} = await openTables(join(root, store));
  try {
    return typedRows(await connection.runAndReadAll(sql)).rows;
  } finally {
    close();
  }
}
async function done(book: Workbook, ...words: string[]) {
  const ended = await book.command(...words);
  expect(ended.code, `${words.join(" ")}\n${ended.stderr}`).toBe(0);
  return ended;
}
const SCORES =
  "select model, layer, tier, base_task, params, score, low, high, conservative, formula, formula_low, formula_high, n, missing from scores";

test("each suite has the scores that it has alone, of points that are asked once; nothing in the cache is asked anew", async () => {
  await using book = await workbook({
    "book.yaml": bookOf("suite: suites/one.yaml"),
    "other.yaml": bookOf("suite: suites/other.yaml"),
    "both.yaml": bookOf("suites: [suites/one.yaml, suites/other.yaml]"),
    "suites/one.yaml": ONE,
    "suites/other.yaml": OTHER
  });
  await done(book, "run", "--out", "one");
  await done(book, "run", "--book", "data/other.yaml", "--out", "other");
  const both = await done(book, "run", "--book", "data/both.yaml", "--out", "both");
  expect(both.stderr).toMatch(/\b0 asked/u);
  for (const name of ["one", "other"]) {
    const alone = await ask(book, `${SCORES} order by all`, name);
    expect(alone.length).toBeGreaterThan(0);
    expect(await ask(book, `${SCORES} where suite = '${name}' order by all`, "both")).toEqual(alone);
    expect(await ask(book, "select distinct suite from scores", name)).toEqual([[name]]);
  }
  // 4 points of one, 2 of the other, 1 of them shared.
  expect(await ask(book, "select count(*)::int from points where model = 'sim-cedar-01'", "both")).toEqual([[5]]);
  expect(await ask(book, "select distinct suites, suite_tiers, tiers from points where len(suites) = 2", "both")).toEqual([
    [
      ["one", "other"],
      ["one easy", "other hard"],
      ["easy", "hard"]
    ]
  ]);

  // Tiers are those of the suite that a filter names.
  const count = async (...words: string[]) =>
    (
      JSON.parse(
        (await done(book, "points", "count", "--store", "both", "--json", "--model", "sim-cedar-01", ...words)).stdout
      ) as [{points: number}]
    )[0].points;
  expect([await count(), await count("--tier", "hard"), await count("--suite", "other")]).toEqual([5, 3, 2]);
  expect([await count("--suite", "one", "--tier", "hard"), await count("--suite", "other", "--tier", "hard")]).toEqual([2, 1]);
  const unknown = await book.command("points", "count", "--store", "both", "--suite", "onee");
  expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('"onee"; did you mean "one"?')]);

  const analyzed = async (...words: string[]) =>
    JSON.parse((await done(book, "analyze", ...words, "--store", "both", "--format", "json")).stdout) as Record<
      string,
      unknown
    >[];
  const means = await analyzed("scores", "--layer", "mean");
  expect(means.map(({suite, rank}) => [suite, rank])).toEqual(
    ["one", "other"].flatMap(suite => [1, 2, 3].map(rank => [suite, rank]))
  );
  expect(await analyzed("scores", "--layer", "mean", "--suite", "other")).toEqual(means.filter(({suite}) => suite === "other"));
  const ofOne = await analyzed("evals", "--suite", "one");
  expect(ofOne.every(({score}) => typeof score === "number")).toBe(true);
  expect(await analyzed("evals")).toEqual(ofOne); // the first suite

  const plan = await done(book, "plan", "--book", "data/both.yaml");
  expect(plan.stdout).toMatch(/By suite; a point in two is asked once:\n.*\n\s+one\s+4 .*\n\s+other\s+2 /u);

  // What is scored again keeps its suites, and so its scores.
  await done(book, "score", "--store", "both", "--out", "again");
  expect(await ask(book, `${SCORES}, suite order by all`.replace(" from scores,", ", suite from scores"), "again")).toEqual(
    await ask(book, `${SCORES}, suite order by all`.replace(" from scores,", ", suite from scores"), "both")
  );

  // One suite after the other into one store is the same as both together.
  await done(book, "run", "--out", "mixed");
  await done(book, "run", "--suite", join(book.root, "data/suites/other.yaml"), "--out", "mixed");
  expect(await ask(book, `${SCORES} where suite = 'one' order by all`, "mixed")).toEqual(
    await ask(book, `${SCORES} where suite = 'one' order by all`, "one")
  );
  expect(await ask(book, `${SCORES} where suite = 'other' order by all`, "mixed")).toEqual(
    await ask(book, `${SCORES} where suite = 'other' order by all`, "other")
  );
});

test("mistakes in a book of suites are named with their place", async () => {
  await using book = await workbook({
    "suites/one.yaml": ONE,
    "suites/other.yaml": OTHER,
    "suites/strict.yaml": `guess: published\n${OTHER}`,
    "suites/same.yaml": `id: one\n${OTHER}`
  });
  const fault = async (suites: string): Promise<string> => {
    await writeFile(join(book.root, "data/book.yaml"), bookOf(suites));
    const {code, stderr} = await book.command("plan");
    expect(code).toBe(2);
    return stderr;
  };
  expect(await fault("suite: suites/one.yaml\nsuites: [suites/other.yaml]")).toContain(
    "data/book.yaml:2:9 suite and suites exclude each other; leave one out"
  );
  expect(await fault("suites: []")).toContain("no suites: give at least one");
  expect(await fault("title: x")).toContain('"suite"');
  expect(await fault("suites: [suites/one.yaml, suites/same.yaml]")).toContain(
    'data/book.yaml:1:27 suite "one" is already given at data/book.yaml:1:10'
  );
  expect(await fault("suites: [suites/one.yaml, suites/strict.yaml]")).toMatch(
    /suites one and strict share boolean .* same `guess`/u
  );
});

test("a suite of banks alone has no scores but categories, and analyze counts the answers of a domain or category alone", async () => {
  // Knows all history, and guesses A in law.
  await using stub = await stubServer(({messages}) => (/law/u.test(JSON.stringify(messages)) ? "Answer: (A)" : "Answer: (C)"));
  await using book = await workbook({
    "book.yaml": bookOf("suites: [suites/one.yaml, suites/exams.yaml]", "models/own.yaml").replace("max: 16", "max: 64"),
    "suites/one.yaml": "tasks:\n  - {task: boolean, params: {length: 6}}\n",
    "suites/exams.yaml": "tasks:\n  - bank: exams\n",
    "models/own.yaml": `endpoint: ${stub.url}\nmodels: [{id: a}, {id: b}]\n`
  });
  const questions = Array.from({length: 20}, (_, i) => ({
    question: `${i < 12 ? "history" : "law"} ${i}?`,
    subject: i < 12 ? "history" : "law",
    choices: ["wrong", "false", "right", "bad"],
    answer: 2
  }));
  await importQuestions(book, {name: "exams", questions, more: ["--domain", "knowledge"]});
  await done(book, "run");
  expect(await ask(book, "select distinct suite from scores")).toEqual([["one"]]);
  await study("categories", join(book.root, "data/store"), {report: silent});
  expect(
    await ask(book, "select model, suite, domain, category, n, correct from categories where suite = 'exams' order by all")
  ).toEqual(
    ["a", "b"].flatMap(model => [
      [model, "exams", "knowledge", "history", 12, 12],
      [model, "exams", "knowledge", "law", 8, 0]
    ])
  );

  const rows = async (...words: string[]) =>
    JSON.parse((await done(book, "analyze", ...words, "--format", "json")).stdout) as Record<string, unknown>[];
  // Of 8 answers none is right; a quarter would be by guessing.
  expect(
    (await rows("evals", "--category", "law")).map(({model, n, correct, accuracy}) => [model, n, correct, accuracy])
  ).toEqual([
    ["a", 8, 0, -1 / 3],
    ["b", 8, 0, -1 / 3]
  ]);
  expect((await rows("tasks", "--domain", "knowledge", "--model", "a")).map(({n, correct}) => [n, correct])).toEqual([[20, 12]]);
  const pair = ["compare", "--a", "a", "--b", "b"];
  expect((await rows(...pair, "--category", "history")).map(({n, value}) => [n, value])).toEqual([
    [12, 0],
    [12, 0]
  ]);
  const whole = await rows("points", "--task", "exams");
  const both = await rows("points", "--category", "history,law");
  expect(both.map(({accuracy, n, ci_low}) => [accuracy, n, ci_low])).toEqual(
    whole.map(({accuracy, n, ci_low}) => [accuracy, n, ci_low])
  );
  const wrong = await book.command("analyze", "evals", "--category", "histori");
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('did you mean "history"?')]);
  const scored = await book.command("analyze", "scores", "--category", "history");
  expect([scored.code, scored.stderr]).toEqual([2, expect.stringContaining("they cannot be combined with --category")]);
});

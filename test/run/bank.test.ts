// A bank through the whole pipeline: import, run against an endpoint, tables, scores, resume.
import {writeFile} from "node:fs/promises";
import {join} from "node:path";
import {expect, test} from "vitest";
import {openDuckDB} from "../../pipelines/store/duckdb.node.js";
import {study} from "../../pipelines/studies/make.node.js";
import {importQuestions, suiteOf} from "../ownBank.js";
import {silent} from "../silent.js";
import {stubServer, workbook} from "../workbook.js";

/** 40 questions of two subjects; the right option is always "right". */
const QUESTIONS = Array.from({length: 40}, (_, i) => ({
  question: `Which of these is right, number ${i}?`,
  subject: i < 25 ? "history" : "law",
  choices: ["wrong", "false", "right", "bad"],
  answer: 2
}));
const BOOK =
  "suite: suites/mine.yaml\nmodels: [models/reference.yaml, models/own.yaml]\ntemplate: templates/plain.yaml\nsampler: samplers/greedy.yaml\nprecision: {min: 16, step: 16, max: 64, width: 0.01}\nseed: 7\n";
/** Knows all history and guesses A in law. */
const reply = (body: Record<string, unknown>) => {
  const text = JSON.stringify(body.messages);
  return /number (?:2[5-9]|3\d)/u.test(text) ? "Answer: (A)" : /number \d+\?/u.test(text) ? "Answer: (C)" : "Answer: 4";
};

async function rows(root: string, sql: string): Promise<Record<string, unknown>[]> {
  const {connection, close} = await openDuckDB();
  try {
    return (
      await connection.runAndReadAll(
        sql.replaceAll(/\$(\w+)/gu, (_, name) => `read_parquet('${join(root, "data/store", `${name}.parquet`)}')`)
      )
    ).getRowObjectsJS();
  } finally {
    close();
  }
}

test("one import and one line of the suite make a scored category beside the tasks, and nothing of it enters a score", async () => {
  await using stub = await stubServer(reply);
  await using book = await workbook({
    "book.yaml": BOOK,
    "models/own.yaml": `id: own\nendpoint: ${stub.url}\n`,
    "suites/mine.yaml": suiteOf()
  });
  const before = await book.command("run");
  expect(before.code, before.stderr).toBe(0);
  const scores = await rows(book.root, "select model, layer, tier, score, formula, n from $scores order by all");

  const imported = await importQuestions(book, {
    name: "my-mmlu",
    questions: [...QUESTIONS, QUESTIONS[3]!],
    more: ["--domain", "knowledge"]
  });
  expect(imported.stdout).toContain("40 items of 41 records: 40 with options");
  expect(imported.stdout).toContain("1 duplicates, asked once");
  await writeFile(join(book.root, "data/suites/mine.yaml"), suiteOf("my-mmlu"));

  const plan = await book.command("plan", "--json");
  expect(plan.code, plan.stderr).toBe(0);
  const notAsked = "since the built-in models are programs for the built-in tasks and cannot read banks";
  expect(plan.stderr).toBe(`my-mmlu: not asked of 3 models, ${notAsked}\n`);
  const alone = await book.command("run", "--model", "sim-heron-08", "--out", "alone");
  expect(alone.stderr).toContain(`my-mmlu: not asked of any model here, ${notAsked}`);
  const {by_model} = JSON.parse(plan.stdout) as {by_model: {model: string; requests: {low: number; high: number}}[]};
  expect(by_model.find(({model}) => model === "own")!.requests).toEqual({low: 16, high: 40});
  expect(by_model.find(({model}) => model !== "own")!.requests.high).toBe(0);

  const asked = stub.requests.length;
  const ran = await book.command("run");
  expect(ran.code, ran.stderr).toBe(0);
  expect(stub.requests.length - asked).toBe(40); // each item once, nothing of the task anew

  // the simulated models are programs for tasks: they are not asked, so they do not fail either
  expect(
    await rows(book.root, "select model, params, stopped, correct, incorrect, guess_sum from $points where bank order by all")
  ).toEqual([{model: "own", params: "{}", stopped: "exhausted", correct: 25, incorrect: 15, guess_sum: 10}]);
  expect(
    await rows(
      book.root,
      "select distinct domain, category, count(*)::int as n from $items where base_task = 'my-mmlu' group by all order by all"
    )
  ).toEqual([
    {domain: "knowledge", category: "history", n: 25},
    {domain: "knowledge", category: "law", n: 15}
  ]);
  expect(
    await rows(
      book.root,
      "select answer, expected, status, count(*)::int as n from $samples where base_task = 'my-mmlu' group by all order by all"
    )
  ).toEqual([
    {answer: "A", expected: "C", status: 0, n: 15},
    {answer: "C", expected: "C", status: 1, n: 25}
  ]);
  expect(await rows(book.root, "select model, layer, tier, score, formula, n from $scores order by all")).toEqual(scores);

  // scored anew from the store, its items stay those of a bank
  const rescored = await book.command("score", "--store", "data/store", "--out", "data/store/again");
  expect(rescored.code, rescored.stderr).toBe(0);
  expect(
    await rows(
      book.root,
      `select model, correct from read_parquet('${join(book.root, "data/store/again/points.parquet")}') where bank`
    )
  ).toEqual([{model: "own", correct: 25}]);

  const again = await book.command("run");
  expect(again.code, again.stderr).toBe(0);
  expect(stub.requests.length - asked).toBe(40);
  await study("categories", join(book.root, "data/store"), {report: silent});
  expect(
    await rows(
      book.root,
      "select category, n, correct, accuracy from $categories where model = 'own' and domain <> '' order by all"
    )
  ).toEqual([
    {category: "history", n: 25, correct: 25, accuracy: 1},
    {category: "law", n: 15, correct: 0, accuracy: -1 / 3}
  ]);
});

test("with a limit, a run of a bank is a prefix of the whole, whatever is killed in between", async () => {
  await using stub = await stubServer(reply);
  const files = {
    "book.yaml": BOOK.replace("models/reference.yaml, ", ""),
    "models/own.yaml": `id: own\nendpoint: ${stub.url}\n`,
    "suites/mine.yaml": "tasks:\n  - {bank: mine, by: category}\n",
    "banks/mine.yaml": "files: mine.jsonl\nlayout: mmlu\n",
    "banks/mine.jsonl": QUESTIONS.map(each => JSON.stringify(each)).join("\n")
  };
  await using book = await workbook(files);
  await using other = await workbook({...files, "models/own.yaml": `id: own\nendpoint: ${stub.url}\n`});
  expect((await book.command("run", "--limit", "10")).code).toBe(0);
  const few = await rows(book.root, "select item_id from $samples order by all");
  expect(few).toHaveLength(10);
  expect((await book.command("run")).code).toBe(0);
  expect((await other.command("run")).code).toBe(0);
  const all = await rows(book.root, "select item_id from $samples order by all");
  expect(all).toHaveLength(40);
  expect(all).toEqual(expect.arrayContaining(few));
  expect(await book.tableHashes()).toEqual(await other.tableHashes());
  expect(await rows(book.root, "select params, stopped from $points order by all")).toEqual([
    {params: '{"category":"history"}', stopped: "exhausted"},
    {params: '{"category":"law"}', stopped: "exhausted"}
  ]);
});

test("a category with commas, quotes and other signs can be compared by, alone and beside others", async () => {
  await using stub = await stubServer(reply);
  await using book = await workbook({
    "book.yaml": BOOK.replace("models/reference.yaml, ", ""),
    "models/own.yaml": `endpoint: ${stub.url}\nmodels: [{id: own}, {id: other}]\n`,
    "suites/mine.yaml": "tasks:\n  - bank: odd\n"
  });
  const odd = `law, ethics; "R&D" of one's`;
  await importQuestions(book, {
    name: "odd",
    questions: QUESTIONS.map(each => ({...each, subject: each.subject === "law" ? odd : "history"}))
  });
  expect((await book.command("run")).code).toBe(0);
  const asked = async (...filters: string[]) => {
    const {code, stdout, stderr} = await book.command(
      "analyze",
      "compare",
      "--a",
      "own",
      "--b",
      "other",
      "--format",
      "json",
      ...filters
    );
    return code === 0 ? (JSON.parse(stdout) as {n: number}[])[0]!.n : stderr;
  };
  expect(await asked()).toBe(40);
  expect(await asked("--category", odd)).toBe(15);
  expect(await asked("--category", `history,${odd}`)).toBe(40);
  expect(await asked("--category", "law, ethics")).toMatch(/^--category: no category "law" in the store; /u);
});

// Narratives from their settings to a scored bank, by commands alone.
import {mkdir, readdir, readFile, writeFile} from "node:fs/promises";
import {join} from "node:path";
import {expect, test} from "vitest";
import {randomOf} from "../../pipelines/generate/seed.js";
import {mindOf, unlimited} from "../../pipelines/infer/reference/mind.js";
import {questionIn} from "../../pipelines/infer/reference/solve/registry.node.js";
import {type Stub, stubServer, type Workbook, workbook} from "../workbook.js";

const BOOK =
  "suite: suites/mine.yaml\nmodels: [models/own.yaml]\ntemplate: templates/plain.yaml\nsampler: samplers/greedy.yaml\nprecision: {min: 16, step: 16, max: 64, width: 0.01}\nseed: 7\n";
const SETTINGS = "count: 24\nseed: 3\ntarget_tokens: 1200\nnum_operations: 5\nmax_depth: 3\n";
const lines = async (file: string): Promise<Record<string, unknown>[]> =>
  (await readFile(file, "utf8"))
    .trim()
    .split("\n")
    .map(line => JSON.parse(line) as Record<string, unknown>);

async function ownBook(stub: Pick<Stub, "url">): Promise<Workbook> {
  const book = await workbook({
    "book.yaml": BOOK,
    "models/own.yaml": `id: own\nendpoint: ${stub.url}\n`,
    "suites/mine.yaml": "title: Mine\ntasks:\n  - bank: stories\n",
    "narrators/mine.yaml": SETTINGS
  });
  await mkdir(join(book.root, "data/banks"), {recursive: true});
  return book;
}

const make = (book: Workbook) =>
  book.command("narratives", "make", "--settings", "data/narrators/mine.yaml", "--out", "data/banks/stories.jsonl");

/** A reader that makes no errors. */
const reader = (body: Record<string, unknown>) => {
  const {content} = (body.messages as {content: string}[]).at(-1)!;
  const {question, solver} = questionIn(content)!;
  return `Answer: ${solver.solve(question, mindOf(unlimited, randomOf("reader"))).answer}`;
};

test("settings become a valid bank, which a suite asks and scores; a smaller number is the beginning of a larger one", async () => {
  await using stub = await stubServer(reader);
  await using book = await ownBook(stub);
  const made = await make(book);
  expect(made.code, made.stderr).toBe(0);
  expect(made.stderr).toContain("24 narratives");
  const all = await lines(join(book.root, "data/banks/stories.jsonl"));
  expect(all).toHaveLength(24);
  expect(Object.keys(all[0]!).slice(0, 6)).toEqual([
    "id",
    "full_text_for_eval",
    "ground_truth_value",
    "ast_str",
    "num_operations",
    "token_count_narrative"
  ]);

  const valid = await book.command("narratives", "validate", "data/banks/stories.jsonl");
  expect(valid.code, valid.stderr + valid.stdout).toBe(0);
  expect(valid.stderr).toContain("24 narratives, 24 passed, 0 failed");

  const ran = await book.command("run");
  expect(ran.code, ran.stderr).toBe(0);
  expect(stub.requests).toHaveLength(24);
  const accuracy = await book.command(
    "sql",
    "--json",
    "select sum(correct)::int as correct, sum(incorrect)::int as incorrect from points"
  );
  expect(accuracy.code, accuracy.stderr).toBe(0);
  expect(JSON.parse(accuracy.stdout)).toEqual([{correct: 24, incorrect: 0}]);

  const fewer = await book.command(
    "narratives",
    "make",
    "--settings",
    "data/narrators/mine.yaml",
    "--count",
    "5",
    "--out",
    "data/banks/fewer.jsonl"
  );
  expect(fewer.code, fewer.stderr).toBe(0);
  expect(await lines(join(book.root, "data/banks/fewer.jsonl"))).toEqual(all.slice(0, 5));
});

test.each([
  ["target_tokens: 300\n", /narrative 1: the instructions and examples take more than the 300 tokens/],
  [
    "count: 3\nexamples: 0\ntarget_tokens: 700\n",
    /narrative 1: 7 operations take \d+ tokens to tell, more than the \d+ that there are/
  ],
  ["operations: MAX FOO\n", /mine\.yaml:1:1 unknown operation "FOO"/],
  ["tokens: 5\n", /mine\.yaml:1:1 unknown key "tokens"/]
])("%j ends in one line, and nothing is written", async (settings, message) => {
  await using book = await ownBook({url: "http://127.0.0.1:9"});
  await writeFile(join(book.root, "data/narrators/mine.yaml"), settings);
  const made = await make(book);
  expect(made.code).toBe(2);
  expect(made.stderr).toMatch(message);
  expect(await readdir(join(book.root, "data/banks"))).toEqual([]);
});

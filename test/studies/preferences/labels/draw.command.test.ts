// Answers to label, drawn from a small run with a judge: at random, where judge and rules disagree, and again after a change of the rubric.
import {writeFile} from "node:fs/promises";
import {join} from "node:path";
import {afterAll, beforeAll, expect, test} from "vitest";
import {study} from "../../../../pipelines/studies/make.node.js";
import {silent} from "../../../silent.js";
import {stubServer, type Workbook, workbook} from "../../../workbook.js";

type Row = Record<string, unknown>;

const QUESTIONS = 12;
const DOUBLE = (i: number) => 2 * i + 2;
const bank = (rubric: string) =>
  `files: sums.jsonl\nfields: {question: q, answer: a}\nscorer: {kind: rubric, rubric: "${rubric}"}\njudge: models/judge.yaml\n`;
const files = (url: string) => ({
  "book.yaml":
    "suite: suites/sums.yaml\nmodels: [models/adder.yaml]\ntemplate: templates/plain.yaml\nsampler: samplers/greedy.yaml\nprecision: {min: 32, max: 32}\nseed: 7\n",
  "suites/sums.yaml": "tasks:\n  - {bank: sums}\n",
  "models/adder.yaml": `{id: adder, endpoint: ${url}, retries: 0}\n`,
  "models/judge.yaml": `{id: examiner, endpoint: ${url}, model: strict-1, retries: 0, price: {input: 1, output: 1}}\n`,
  "banks/sums.yaml": bank("Is the sum right?"),
  "banks/sums.jsonl": Array.from({length: QUESTIONS}, (_, i) =>
    JSON.stringify({q: `Sum ${i}: what is ${i + 1} + ${i + 1}?`, a: String(DOUBLE(i))})
  ).join("\n")
});

/** Answers every third sum wrongly; the judge calls everything right but sum 1, which is right. */
const server = () =>
  stubServer(body => {
    const prompt = (body.messages as {content: string}[]).at(-1)!.content;
    const i = Number(/Sum (\d+)/u.exec(prompt)![1]);
    if (prompt.startsWith("You grade one answer")) return JSON.stringify({points: i === 1 ? 0 : 10});
    return `<think>secret thoughts</think>The answer is ${DOUBLE(i) + (i % 3 === 0 ? 1 : 0)}.`;
  });

let stub: Awaited<ReturnType<typeof server>>;
let book: Workbook;
beforeAll(async () => {
  stub = await server();
  book = await workbook(files(stub.url));
  expect((await book.command("run")).code).toBe(0);
});
afterAll(async () => {
  await book[Symbol.asyncDispose]();
  await stub[Symbol.asyncDispose]();
});

const query = async (sql: string): Promise<Row[]> => {
  const {stdout, stderr} = await book.command("sql", "--json", sql);
  expect(stderr).toBe("");
  return JSON.parse(stdout) as Row[];
};
const drawAgain = async (): Promise<Row[]> => {
  await study("annotation_answers", join(book.root, "data/store"), {report: silent});
  return query("select * from annotation_answers order by position");
};
const sumOf = ({prompt}: Row) => Number(/Sum (\d+)/u.exec(String(prompt))![1]);
const label = ({eval_id, item_id, trial, response_digest, rubric_digest}: Row, word: string, more: Row = {}) => ({
  ...{eval_id, item_id, trial, response: response_digest, rubric: rubric_digest, annotator: "Ada"},
  ...more,
  label: word
});
const save = async (labels: readonly Row[]) => {
  await writeFile(join(book.root, "labels.jsonl"), labels.map(each => `${JSON.stringify(each)}\n`).join(""));
  const saved = await book.command("human", "correct", "--labels", "labels.jsonl", "--save", "--json");
  expect(saved.code, saved.stderr).toBe(0);
  return saved;
};

test("all answers are drawn without verdict and reasoning; those where judge and rules disagree are marked, then errors and old labels", async () => {
  const answers = await drawAgain();
  expect(answers.length).toBe(QUESTIONS);
  expect(answers.every(({random, again, error}) => random && !again && !error)).toBe(true);
  // Sums 0, 3, 6 and 9 are wrong and the judge calls them right; sum 1 is right and it calls it wrong.
  expect(
    answers
      .filter(({disagree}) => disagree)
      .map(sumOf)
      .sort((a, b) => a - b)
  ).toEqual([0, 1, 3, 6, 9]);
  for (const row of answers) {
    expect(Object.keys(row)).not.toEqual(expect.arrayContaining(["verdict", "status"]));
    expect(row).toMatchObject({expected: String(DOUBLE(sumOf(row))), rubric: "Is the sum right?"});
    expect(row.response).toMatch(/^The answer is \d+\.$/);
  }

  // Labels of the truth: the judge's errors are the rows with an error, and only those of the random draw correct accuracies.
  const truth = (row: Row) => (sumOf(row) % 3 === 0 ? "incorrect" : "correct");
  const random = answers.filter(row => sumOf(row) < 8).map(row => label(row, truth(row), {draw: "random"}));
  const chosen = answers.filter(row => sumOf(row) >= 8).map(row => label(row, truth(row), {draw: "disagree"}));
  const {stdout} = await save([...random, ...chosen]);
  const result = JSON.parse(stdout) as {judges: {judge: string; labels: number}[]; notes: string[]};
  expect(result.judges).toMatchObject([{judge: "examiner", labels: 8}]);
  expect(result.notes).toEqual([expect.stringContaining("4 labels left out: of answers drawn because")]);
  const labelled = await drawAgain();
  expect(
    labelled
      .filter(({error}) => error)
      .map(sumOf)
      .sort((a, b) => a - b)
  ).toEqual([0, 1, 3, 6, 9]);
  expect(await query("select draw, unused, count(*)::int as n from labels group by all order by all")).toEqual([
    {draw: "disagree", unused: "draw", n: 4},
    {draw: "random", unused: "", n: 8}
  ]);

  // Another rubric: what was labelled is asked again, first, in the draw that it was labelled in.
  await writeFile(join(book.root, "data/banks/sums.yaml"), bank("Is the sum right, and is it stated alone?"));
  const rerun = await book.command("run");
  expect(rerun.code, rerun.stderr).toBe(0);
  const asked = await drawAgain();
  const again = asked.filter(row => row.again);
  expect(again.map(sumOf).sort((a, b) => a - b)).toEqual(Array.from({length: QUESTIONS}, (_, i) => i));
  expect(asked.every(({rubric}) => rubric === "Is the sum right, and is it stated alone?")).toBe(true);
  expect(asked.some(({error}) => error)).toBe(false);
});

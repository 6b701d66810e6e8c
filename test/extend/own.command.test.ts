// A task and a scorer of the user's own in a data folder far from the checkout: asked, scored, stored, looked at and held still.
import {readFile, writeFile} from "node:fs/promises";
import {join} from "node:path";
import {afterAll, beforeAll, expect, test} from "vitest";
import {type Stub, stubServer, type Workbook, workbook} from "../workbook.js";
import {NUMERAL, ROMAN} from "./examples.js";

let book: Workbook;
let server: Stub;
const FILES = {
  "tasks/roman.ts": ROMAN,
  "scorers/numeral.ts": NUMERAL,
  "suites/small.yaml":
    "tasks:\n  - {task: roman, params: {terms: [1, 2], most: 39}, tiers: {easy: {terms: 1}}}\n  - {bank: years}\n  - {task: boolean, params: {length: 6}}\n",
  "banks/years.yaml":
    "files: years.jsonl\nlayout: plain\ndomain: numbers\ncategory: years\nscorer: {kind: own, name: numeral}\nversion: 1\n",
  "banks/years.jsonl": [14, 21, 1999, 40]
    .map((year, i) => JSON.stringify({id: `y${i}`, question: `Write ${year} as a Roman numeral.`, answer: String(year)}))
    .join("\n")
};
const SIGNS: Record<string, number> = {I: 1, V: 5, X: 10};
/** Numerals up to 39 by their digits, which shares no code with the task. */
const read = (numeral: string): number =>
  numeral
    .replace("IX", "VIIII")
    .replace("IV", "IIII")
    .split("")
    .reduce((sum, sign) => sum + SIGNS[sign]!, 0);

beforeAll(async () => {
  server = await stubServer(body => {
    const [message] = (body.messages as {content: string}[]).slice(-1);
    const sum = /What number is ([IVX +]+)\?/.exec(message!.content)?.[1];
    if (sum) return `Answer: ${sum.split(" + ").reduce((total, each) => total + read(each), 0)}`;
    if (/Write 14 /.test(message!.content)) return "Answer: XIV";
    if (/Write 21 /.test(message!.content)) return "Answer: 21";
    return "Answer: True";
  });
  book = await workbook({
    ...FILES,
    "models/reference.yaml": `endpoint: "${server.url}"\nmodels: [{id: clerk}]\n`
  });
});
afterAll(async () => {
  await book?.[Symbol.asyncDispose]();
  await server?.[Symbol.asyncDispose]();
});

const rows = async (query: string) => {
  const {stdout, stderr} = await book.command("sql", query, "--json");
  expect(stderr).toBe("");
  return JSON.parse(stdout) as Record<string, unknown>[];
};

test("a book that asks them runs end to end, and its tables name them with their versions", async () => {
  const plan = await book.command("plan");
  expect([plan.code, plan.stderr]).toEqual([0, expect.anything()]);
  const run = await book.command("run");
  expect(run.stderr).not.toMatch(/error|warning/i);
  expect(run.code).toBe(0);
  expect(
    await rows(
      "select base_task, params, generator_version as v, tiers, correct, incorrect from points where base_task <> 'boolean' order by 1, 2"
    )
  ).toEqual([
    {base_task: "roman", params: '{"most":39,"terms":1}', v: 1, tiers: ["easy"], correct: expect.any(Number), incorrect: 0},
    {base_task: "roman", params: '{"most":39,"terms":2}', v: 1, tiers: [], correct: expect.any(Number), incorrect: 0},
    {base_task: "years", params: "{}", v: 1, tiers: [], correct: 2, incorrect: 2}
  ]);
  const [measured] = await rows("select distinct scorer from items where base_task = 'years'");
  expect(JSON.parse(measured!.scorer as string)).toEqual({kind: "own", name: "numeral", settings: {}, version: 1});
});

test("its tests are printed by name, items are shown, and studies that thread know them", async () => {
  const {stdout, code} = await book.command("tests", "--task", "roman", "--params", '{"terms": 3}', "--count", "2");
  expect(code).toBe(0);
  for (const line of stdout.trim().split("\n")) {
    const {params, expression, expected, generator_version} = JSON.parse(line);
    expect([params, generator_version]).toEqual([{terms: 3, most: 3999}, 1]);
    expect(expression.split(" + ")).toHaveLength(3);
    expect(expected).toMatch(/^\d+$/);
  }
  expect((await book.command("items", "show", "years", "--count", "1")).stdout).toContain("Roman numeral");
  expect((await book.command("tests", "--task", "romn")).stderr).toBe('unknown task "romn"; did you mean "roman"?\n');
});

test("scores again by the scorer as it is now: another verdict, another version, no request", async () => {
  const asked = server.requests.length;
  const file = join(book.root, "data/scorers/numeral.ts");
  await writeFile(file, NUMERAL.replace("version: 1", "version: 2").replace("default(true)", "default(false)"));
  const scored = await book.command("score", "--store", "data/store", "--out", "data/scored");
  expect([scored.code, scored.stderr]).toEqual([0, expect.anything()]);
  const {stdout} = await book.command(
    "sql",
    "select correct, incorrect from points where base_task = 'years'",
    "--json",
    "--store",
    "data/scored"
  );
  expect(JSON.parse(stdout)).toEqual([{correct: 1, incorrect: 3}]);
  expect((await book.command("run")).code).toBe(0); // the book's own store is behind, and scored anew from the cache
  expect(await rows("select correct from points where base_task = 'years'")).toEqual([{correct: 1}]);
  expect(server.requests).toHaveLength(asked);
});

test("golden vectors are written beside the task, and stop a change that has no new version", async () => {
  const file = join(book.root, "data/tasks/roman.ts");
  const golden = (what: string, ...more: string[]) => book.command("tests", "--golden", what, ...more);
  expect((await golden("check")).stderr).toBe(
    "data/tasks/roman.golden.json does not exist; npm run tests -- --task roman --golden write\n"
  );
  expect((await golden("write", "--task", "roman", "--params", '{"terms": 5}')).stdout).toBe(
    "data/tasks/roman.golden.json: 6 vectors of version 1\n"
  );
  expect((await golden("check")).stdout).toBe("data/tasks/roman.golden.json: 6 vectors of version 1 match\n");
  await writeFile(file, ROMAN.replace("What number", "Which number"));
  expect((await book.command("tests", "--task", "roman", "--count", "1")).stdout).toContain("Which number"); // to look at it
  for (const words of [["plan"], ["tests", "--golden", "check"], ["tests", "--golden", "write"]]) {
    const {code, stderr} = await book.command(...words);
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/^data\/tasks\/roman\.golden\.json: question 0 .* raise the task's version, or revert the change\n$/)
    ]);
  }
  await writeFile(file, ROMAN.replace("What number", "Which number").replace("version: 1", "version: 2"));
  expect((await book.command("plan")).stderr).toContain("--golden write");
  expect((await golden("write")).stdout).toBe("data/tasks/roman.golden.json: 6 vectors of version 2\n");
  expect(JSON.parse(await readFile(join(book.root, "data/tasks/roman.golden.json"), "utf8")).version).toBe(2);
  expect((await golden("check", "--task", "boolean")).stderr).toMatch(/^--golden is for tasks of data\/tasks/);
  expect((await book.command("tests", "--task", "roman", "--count", "1")).stdout).toContain("Which number");
});

test("a broken file stops what asks tests, and nothing that only reads", async () => {
  const file = join(book.root, "data/tasks/broken.ts");
  await writeFile(file, "export const broken = {generate() {}};");
  const {code, stderr} = await book.command("plan");
  expect([code, stderr]).toEqual([2, "data/tasks/broken.ts: its task has no name; name it as its file is\n"]);
  expect((await book.command("sql", "select 1 as one")).code).toBe(0);
});

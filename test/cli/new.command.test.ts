// What `npm run new` writes is taken as it stands, names that cannot be are refused, and nothing is overwritten.
import {cp, mkdir, readFile, writeFile} from "node:fs/promises";
import {dirname, join} from "node:path";
import {afterAll, beforeAll, expect, test} from "vitest";
import {type Workbook, workbook} from "../workbook.js";

let book: Workbook;
beforeAll(async () => {
  book = await workbook();
});
afterAll(() => book?.[Symbol.asyncDispose]());

const make = async (...words: string[]) => {
  const {code, stdout, stderr} = await book.command("new", ...words);
  return {code, written: stdout.trim().split("\n"), stderr};
};
const read = (path: string) => readFile(join(book.root, path), "utf8");

test("a task, a scorer and a bank are found by their names, and pass their checks", async () => {
  expect(await make("task", "long-sums")).toMatchObject({
    code: 0,
    written: ["data/tasks/long-sums.ts", "data/tasks/long-sums.test.ts"],
    stderr: expect.stringContaining("--golden write")
  });
  expect((await make("scorer", "spelled")).written).toEqual(["data/scorers/spelled.ts", "data/scorers/spelled.test.ts"]);
  expect((await make("bank", "capitals")).written).toEqual(["data/banks/capitals.yaml", "data/banks/capitals.jsonl"]);
  const {stdout, ...ended} = await book.command("tests", "--task", "long-sums", "--count", "1");
  expect(ended).toEqual({code: 0, signal: null, stderr: ""});
  expect(JSON.parse(stdout)).toMatchObject({base_task: "long-sums", params: {terms: 4}});
  await writeFile(
    join(book.root, "data/banks/capitals.yaml"),
    `${await read("data/banks/capitals.yaml")}scorer: {kind: own, name: spelled}\n`
  );
  expect(await book.command("items", "check", "capitals")).toMatchObject({code: 0});
  expect((await book.command("tests", "--golden", "write")).stdout).toBe(
    "data/tasks/long-sums.golden.json: 3 vectors of version 1\n"
  );
});

test("nothing is overwritten", async () => {
  const before = await read("data/tasks/long-sums.ts");
  const {code, stderr} = await make("task", "long-sums");
  expect([code, stderr]).toEqual([2, "data/tasks/long-sums.ts exists already; choose another name, or delete it\n"]);
  expect(await read("data/tasks/long-sums.ts")).toBe(before);
});

test.each([
  [
    "task",
    "Long",
    '"Long" is not a name for a task; use lower-case letters, digits and single hyphens between them, starting with a letter'
  ],
  [
    "task",
    "../up",
    '"../up" is not a name for a task; use lower-case letters, digits and single hyphens between them, starting with a letter'
  ],
  ["task", "boolean", '"boolean" is the name of a built-in task; choose another'],
  ["bank", "zen-code", '"zen-code" is the name of a generated benchmark; choose another'],
  ["task", "expanded-sums", '"expanded-sums" is the name of a task in long texts; choose another'],
  ["scorer", "number", '"number" is the name of a built-in scorer; choose another'],
  [
    "study",
    "two-words",
    '"two-words" is not a name for a study; use lower-case letters and digits, starting with a letter, since a table is named after it'
  ],
  ["study", "lengths", '"lengths" is the name of a table of the workbook; choose another'],
  ["study", "irt", '"irt" is the name of a study of the workbook; choose another']
])("%s %s is refused in one line", async (what, name, message) => {
  expect(await book.command("new", what, name)).toMatchObject({code: 2, stdout: "", stderr: `${message}\n`});
});

test("a page of a workbook is one file, which the navigation finds by itself", async () => {
  expect(await make("page", "mine")).toMatchObject({code: 0, written: ["src/mine.md"]});
});

test("what is no kind is refused, with the kinds", async () => {
  const {code, stderr} = await book.command("new", "taks", "mine");
  expect([code, stderr]).toEqual([2, expect.stringContaining("task, scorer, study, page, bank")]);
});

test("a study gets its folder, its loader and its three lines, each in its place; a page its file and the line to write", async () => {
  for (const path of ["observablehq.config.ts", "pipelines/studies/registry.ts", "src/components/sql/everyTable.ts"]) {
    await mkdir(dirname(join(book.root, path)), {recursive: true});
    await cp(path, join(book.root, path));
  }
  const {code, written} = await make("study", "speeds");
  expect(code).toBe(0);
  expect(written).toEqual([
    "pipelines/studies/speeds/tables.ts",
    "pipelines/studies/speeds/make.node.ts",
    "loaders/speeds.parquet.ts",
    "test/studies/speeds/speeds.command.test.ts",
    "pipelines/studies/registry.ts: one line added",
    "src/components/sql/everyTable.ts: one line added"
  ]);
  const added = async (path: string) => {
    const before = new Set((await readFile(path, "utf8")).split("\n"));
    return (await read(path)).split("\n").filter(line => !before.has(line));
  };
  expect(await added("pipelines/studies/registry.ts")).toEqual([
    'import {speedsTables} from "./speeds/tables.js";',
    '  speeds: {tables: speedsTables, restsOn: ["samples"], version: 1},'
  ]);
  expect(await added("src/components/sql/everyTable.ts")).toEqual(['  speeds: FileAttachment("../../data/speeds.parquet"),']);
  expect(await make("page", "answer-speeds")).toMatchObject({
    written: ["src/answer-speeds.md", "test/pages/answerSpeeds.test.ts"],
    stderr: expect.stringContaining('{name: "Answer speeds", path: "/answer-speeds"},')
  });
  expect((await make("study", "speeds")).stderr).toContain("exists already");
});

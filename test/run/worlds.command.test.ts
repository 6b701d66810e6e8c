// The shipped world of a sales call, from its file to the table of samples, with a stub server as the model; and the commands of docs/worlds.md.
import {readFileSync} from "node:fs";
import {join} from "node:path";
import {expect, test} from "vitest";
import {query} from "../../pipelines/store/sql.node.js";
import {stubServer, workbook} from "../workbook.js";

const shipped = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), "utf8");
const FILES = {
  "worlds/sales-signals.yaml": shipped("data/worlds/sales-signals.yaml"),
  "narrators/sales-signals.yaml": shipped("data/narrators/sales-signals.yaml"),
  "banks/README.md": "",
  "suites/sales-signals.yaml": shipped("data/suites/sales-signals.yaml")
};
const PARAMS = {genre: "worlds/sales-signals.yaml", operations: "MAX MIN MED SUM AVG", num_operations: 3, max_depth: 2};
const SUITE = `tasks:\n  - task: verbose-listops\n    params: ${JSON.stringify({...PARAMS, target_tokens: 1500})}\n`;

interface PrintedTest {
  prompt: string;
  expected: string;
  steps: {name: string; value: number}[];
}

test("a model that extracts every signal is right in all of them, and one that misses the first is wrong in it", async () => {
  const printedTests = new Map<string, PrintedTest>();
  await using server = await stubServer(({model, messages}) => {
    const {content} = (messages as {content: string}[]).at(-1)!;
    const {steps, expected} = printedTests.get(content) ?? {steps: [], expected: "unknown"};
    const isCareless = model === "careless";
    const stated = steps.map(({name, value}, i) => `${name} is ${isCareless && i === 0 ? value + 1 : value}.`);
    return `${stated.join("\n")}\nAnswer: ${isCareless ? Number(expected) + 1 : expected}`;
  });
  const model = (id: string) => `{id: ${id}, endpoint: "${server.url}"}`;
  await using book = await workbook({
    ...FILES,
    "suites/small.yaml": SUITE,
    "models/stub.yaml": `models: [${model("careful")}, ${model("careless")}]\n`,
    "book.yaml":
      "title: Signals\nsuite: suites/small.yaml\nmodels: [models/stub.yaml]\ntemplate: templates/plain.yaml\nseed: 42\nsampler: samplers/greedy.yaml\nprecision: {min: 8, step: 8, max: 8}\n"
  });
  const printed = await book.command(
    "tests",
    "--task",
    "verbose-listops",
    "--params",
    JSON.stringify({...PARAMS, target_tokens: 1500}),
    "--count",
    "8"
  );
  expect(printed.code, printed.stderr).toBe(0);
  for (const line of printed.stdout.trim().split("\n")) {
    const each = JSON.parse(line) as PrintedTest;
    printedTests.set(each.prompt, each);
    for (const {name} of each.steps) expect(name).toMatch(/^the [A-Z]\w+ (?:Decision Maker|Budget|Timing|Pain|Fit)$/u);
  }
  const run = await book.command("run");
  expect(run.code, run.stderr).toBe(0);
  const {rows} = await query(
    `with wide as (pivot measures on name using any_value(value) group by eval_id, item_id, trial)
     select model, count(*)::int, count(*) filter (status = 1)::int, min(steps)::int, min(steps_stated)::int, min(first_wrong_step)::int, max(first_wrong_step)::int
     from samples join wide using (eval_id, item_id, trial) group by 1 order by 1`,
    {folder: join(book.root, "data/store")}
  );
  expect(rows).toEqual([
    ["careful", 8, 8, 3, 3, null, null],
    ["careless", 8, 0, 3, 3, 1, 1]
  ]);
});

test("a world with a mistake ends a run with the suite, the world's file and field", async () => {
  await using book = await workbook({
    ...FILES,
    "suites/small.yaml": SUITE,
    "worlds/sales-signals.yaml": FILES["worlds/sales-signals.yaml"].replace("the public sector team", "the team of twelve")
  });
  const {code, stderr} = await book.command("run");
  expect(code).toBe(2);
  expect(stderr).toMatch(
    /^data\/suites\/small\.yaml:\d+:\d+ .*data\/worlds\/sales-signals\.yaml:\d+:\d+ settings\[3\]: "the team of twelve" says a number, "twelve"/
  );
});

test("a world is for the built-in narrator alone", async () => {
  await using book = await workbook({...FILES, "narrators/own.yaml": "narrator: gpt\ngenre: worlds/sales-signals.yaml\n"});
  const {code, stderr} = await book.command(
    "narratives",
    "make",
    "--settings",
    "data/narrators/own.yaml",
    "--out",
    "data/banks/own.jsonl"
  );
  expect({code, stderr}).toEqual({
    code: 2,
    stderr: expect.stringMatching(/^data\/narrators\/own\.yaml:2:8 only the built-in narrator uses/)
  });
});

test("the commands of docs/worlds.md do what it says", async () => {
  await using book = await workbook(FILES);
  const commands = [...shipped("docs/worlds.md").matchAll(/^ {7}npm run (?:-s )?(\w+) -- (.+)$/gmu)];
  expect(commands).toHaveLength(4);
  for (const [line, name, rest] of commands) {
    const args = rest!.match(/'[^']*'|\S+/gu)!.map(word => word.replaceAll("'", ""));
    const {code, stderr} = await book.command(name!, ...args);
    expect(code, `${line}\n${stderr}`).toBe(0);
  }
});

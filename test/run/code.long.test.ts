// Programs in answers through the whole pipeline: run against an endpoint, scored by their tests, measured, the same again from the cache.
import {join} from "node:path";
import {expect, test} from "vitest";
import {openDuckDB} from "../../pipelines/store/duckdb.node.js";
import {stubServer, workbook} from "../workbook.js";

const ITEMS = Array.from({length: 20}, (_, i) =>
  JSON.stringify({
    task_id: i,
    text: `Write a function that adds ${i} to a number.`,
    code: `def add(x):\n    return x + ${i}`,
    test_list: [`assert add(1) == ${1 + i}`, `assert add(${-i}) == 0`]
  })
);
/** By the rest of an item's number: right, half right, no Python, another function, no program. */
const reply = (body: Record<string, unknown>) => {
  const i = Number(/adds (\d+) to/u.exec(JSON.stringify(body.messages))?.[1] ?? 4);
  const lines = [`def add(x): return x + ${i}`, `def add(x): return ${1 + i}`, "def add(x) return x", "def plus(x): return x"][
    i % 5
  ];
  return lines === undefined ? "I cannot." : `\`\`\`python\n${lines}\n\`\`\``;
};

test("answers of a bank in MBPP's layout and of ZenCode-Hard are run, and their failures are measures", async () => {
  await using stub = await stubServer(reply);
  await using book = await workbook({
    "book.yaml":
      "suite: suites/mine.yaml\nmodels: [models/own.yaml]\ntemplate: templates/plain.yaml\nsampler: samplers/greedy.yaml\nprecision: {min: 20, step: 20, max: 20}\nseed: 7\n",
    "models/own.yaml": `id: own\nendpoint: ${stub.url}\n`,
    "suites/mine.yaml": "tasks:\n  - {bank: mine}\n  - {task: zen-code, params: {family: digits, level: 1}}\n",
    "banks/mine.yaml": "files: mine.jsonl\nlayout: mbpp\n",
    "banks/mine.jsonl": ITEMS.join("\n")
  });
  const ran = await book.command("run");
  expect(ran.code, ran.stderr).toBe(0);
  const {connection, close} = await openDuckDB();
  const rows = async (sql: string) =>
    (
      await connection.runAndReadAll(
        sql.replaceAll(/\$(\w+)/gu, (_, name) => `read_parquet('${join(book.root, "data/store", `${name}.parquet`)}')`)
      )
    ).getRowObjectsJS();
  try {
    expect(
      await rows("select base_task, status, count(*)::int n from $samples group by all order by all")
    ).toMatchInlineSnapshot(`
      [
        {
          "base_task": "mine",
          "n": 16,
          "status": 0,
        },
        {
          "base_task": "mine",
          "n": 4,
          "status": 1,
        },
        {
          "base_task": "zen-code",
          "n": 20,
          "status": 0,
        },
      ]
    `);
    expect(
      await rows("select name, count(*)::int n, sum(value)::double total from $measures group by all order by all")
    ).toMatchInlineSnapshot(`
      [
        {
          "n": 4,
          "name": "no_function",
          "total": 4,
        },
        {
          "n": 24,
          "name": "no_program",
          "total": 24,
        },
        {
          "n": 4,
          "name": "syntax_error",
          "total": 4,
        },
        {
          "n": 40,
          "name": "tests_passed",
          "total": 6,
        },
        {
          "n": 4,
          "name": "wrong_result",
          "total": 4,
        },
      ]
    `);
  } finally {
    close();
  }
  const hashes = await book.tableHashes();
  const asked = stub.requests.length;
  expect((await book.command("run")).code).toBe(0);
  expect(stub.requests.length).toBe(asked);
  expect(await book.tableHashes()).toEqual(hashes);
});

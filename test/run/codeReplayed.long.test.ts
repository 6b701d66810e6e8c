// Programs in answers where nothing is asked: a plan replays the stopping rule on what they passed, and `score` runs them again.
import {join} from "node:path";
import {expect, test} from "vitest";
import {openDuckDB} from "../../pipelines/store/duckdb.node.js";
import {stubServer, workbook} from "../workbook.js";

const ITEMS = Array.from({length: 40}, (_, i) =>
  JSON.stringify({task_id: i, text: `Add ${i}.`, code: "", test_list: [`assert add(1) == ${1 + i}`, `assert add(5) == ${5 + i}`]})
);
/** Right but for every eighth item, whose program never ends. */
const reply = (body: Record<string, unknown>) => {
  const i = Number(/Add (\d+)\./u.exec(JSON.stringify(body.messages))?.[1]);
  return `\`\`\`python\ndef add(x):\n    ${i % 8 === 7 ? "while True: pass" : `return x + ${i}`}\n\`\`\``;
};

test("a plan after a run that stopped early asks for nothing, and score finds the same results in the stored answers", async () => {
  await using stub = await stubServer(reply);
  await using book = await workbook({
    "book.yaml":
      "suite: suites/mine.yaml\nmodels: [models/own.yaml]\ntemplate: templates/plain.yaml\nsampler: samplers/greedy.yaml\nprecision: {width: 0.5, min: 8, step: 8, max: 40}\nseed: 7\n",
    "models/own.yaml": `id: own\nendpoint: ${stub.url}\n`,
    "suites/mine.yaml": "tasks: [{bank: mine}]\n",
    "banks/mine.yaml": "files: mine.jsonl\nlayout: mbpp\nscorer: {kind: code, milliseconds: 300}\n",
    "banks/mine.jsonl": ITEMS.join("\n")
  });
  const ran = await book.command("run");
  expect(ran.code, ran.stderr).toBe(0);
  const asked = stub.requests.length;
  expect(asked).toBeGreaterThan(0);
  expect(asked).toBeLessThan(40);
  const plan = await book.command("plan", "--json");
  expect(plan.code, plan.stderr).toBe(0);
  expect(JSON.parse(plan.stdout)).toMatchObject({cached: asked, expected: {requests: {estimate: 0, low: 0, high: 0}}});
  const scored = await book.command("score", "--store", "data/store", "--out", "again");
  expect(scored.code, scored.stderr).toBe(0);
  const {connection, close} = await openDuckDB();
  const results = async (folder: string) =>
    (
      await connection.runAndReadAll(`select item_id, status, answer, name, value from read_parquet('${join(book.root, folder, "samples.parquet")}') samples
        left join read_parquet('${join(book.root, folder, "measures.parquet")}') measures using (eval_id, item_id, trial) order by all`)
    ).getRowObjectsJS();
  try {
    const first = await results("data/store");
    expect(first.filter(({name}) => name === "timed_out").length).toBeGreaterThan(0);
    expect(first.filter(({name, value}) => name === "tests_passed" && value === 1).length).toBeGreaterThan(0);
    expect(await results("again")).toEqual(first);
  } finally {
    close();
  }
  expect(stub.requests.length).toBe(asked);
});

// Adaptive tests over a bank whose items its own scorers judge, asked at the built-in server as at any other endpoint.
import {readFileSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {expect, test} from "vitest";
import {suiteSchema} from "../../../pipelines/book/schemas.js";
import {manifold} from "../../../pipelines/generate/manifold.node.js";
import {testsOf} from "../../../pipelines/run/forecast/pointEstimate.js";
import {query} from "../../../pipelines/store/sql.node.js";
import type {AdaptiveSession} from "../../../pipelines/studies/adaptive/sessionFile.node.js";
import {builtInServer} from "../../builtInServer.js";
import {workbook} from "../../workbook.js";

/** Questions of built-in tasks, which the built-in server can answer, as items of a bank: sums with a number, and dates with options. */
const QUESTIONS = manifold(
  {
    ...suiteSchema.parse({
      tasks: [
        {task: "arithmetic", params: {length: [4, 24]}},
        {task: "shuffle", params: {depth: [2, 12]}}
      ]
    }),
    id: "s"
  },
  {seed: 3}
).flatMap(point => {
  const test = testsOf(point);
  return Array.from({length: 8}, (_, i) => test(i));
});
const items = QUESTIONS.map(({prompt, expected, choices}) =>
  choices ? {question: prompt, choices, answer: expected, listed: true} : {question: prompt, answer: expected}
);
const MODELS = ["sim-cedar-03", "sim-lynx-06"] as const;

test("numbers and options: each step is scored as its answer says, as in a run, and what a run has asked is not asked again", async () => {
  const url = await builtInServer();
  await using book = await workbook({
    "book.yaml":
      "suite: suites/own.yaml\nmodels: [models/own.yaml]\ntemplate: templates/plain.yaml\nsampler: samplers/greedy.yaml\nprecision: {min: 64, max: 64}\n",
    "suites/own.yaml": "tasks: [{bank: own}]\n",
    "models/own.yaml": `endpoint: ${url}\nmodels: [${MODELS.map(id => `{id: ${id}}`).join(", ")}]\n`,
    "samplers/greedy.yaml": "max_tokens: 4096\n",
    // one worked example in front of each question, which a store's table of items does not hold
    "banks/own.yaml": "files: own.jsonl\nscorer: {kind: number}\nprompt: {shots: 1, examples: {first: 1}, instruction: ''}\n"
  });
  writeFileSync(join(book.root, "data/banks/own.jsonl"), items.map(item => JSON.stringify(item)).join("\n"));
  const ran = await book.command("run", "--model", MODELS[0]);
  expect(ran.code, ran.stderr).toBe(0);
  const {rows} = await query("select item_id, expected, json_extract_string(scorer, '$.kind') from items order by 1", {
    folder: join(book.root, "data/store")
  });
  const stored = new Map(rows.map(([id, expected, kind]) => [id as string, {expected, kind} as Record<string, string>]));
  expect(stored.size).toBe(items.length - 1); // the first is the example
  const ids = [...stored.keys()];
  const fit = {
    model: "2pl",
    item: ids.map((id, i) => ({id, a: 1.2, b: -1.5 + (3 * i) / ids.length, c: 0})),
    ability: []
  };
  writeFileSync(join(book.root, "fit.json"), JSON.stringify(fit));

  for (const [i, model] of MODELS.entries()) {
    const ended = await book.command("adaptive", "--bank", "fit.json", "--model", model, "--max", "20", "--out", "out.json");
    expect(ended.code, ended.stderr).toBe(0);
    const {steps, asked, simulated} = JSON.parse(readFileSync(join(book.root, "out.json"), "utf8")) as AdaptiveSession;
    expect(steps).toHaveLength(20);
    expect([asked, simulated]).toEqual([i === 0 ? 0 : 20, false]);
    // The rest is asked as well, and every answer is in the store then.
    expect((await book.command("run", "--model", model)).code).toBe(0);
    const {rows: sampled} = await query(
      `select item_id, s.status::int, r.text from samples s join responses r using (eval_id, item_id, trial) where s.model = '${model}'`,
      {folder: join(book.root, "data/store")}
    );
    const answers = new Map(
      sampled.map(([id, status, text]) => [id as string, {status: status as number, text: text as string}])
    );
    const kinds = new Set<string>();
    let read = 0;
    for (const {item_id, status, right} of steps) {
      const {expected, kind} = stored.get(item_id)!;
      kinds.add(kind!);
      expect(status).toBe(answers.get(item_id)!.status);
      if (status === 2) continue;
      // What the model says, read by hand: its last line is "Answer: …".
      const text = answers.get(item_id)!.text;
      const said = /Answer: (.+?)\**\s*$/u.exec(text)?.[1]?.trim();
      const letter = (text: string | undefined) => text?.replace(/^\(?([A-Z])\)?$/u, "$1");
      if (said === undefined) continue; // the answer is looked for elsewhere then
      read++;
      const holds = kind === "number" ? Number(said) === Number(expected) : letter(said) === expected;
      expect([item_id, status, right]).toEqual([item_id, holds ? 1 : 0, holds]);
    }
    expect(read).toBeGreaterThan(10);
    expect([...kinds].sort()).toEqual(["choice", "number"]);
  }
});

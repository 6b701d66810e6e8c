// Runs against a server that cuts long prompts in silence: told once a model, marked for SQL, kept by reruns and rescoring.
import {expect, test} from "vitest";
import {query} from "../../pipelines/store/sql.node.js";
import {tokenizer} from "../../pipelines/tokenizer/tokenizer.node.js";
import {stubServer, workbook} from "../workbook.js";

const WINDOW = 2_048;

test("a server that cuts at 2,048 tokens: one line a model, a measure for each answer to a cut prompt, none for the others", async () => {
  const {encode} = await tokenizer("o200k");
  await using stub = await stubServer((body, _, response) => {
    const {model, messages} = body as {model: string; messages: {content: string}[]};
    const whole = encode(messages[0]!.content).length;
    const usage = {prompt_tokens: model === "honest" ? whole : Math.min(whole, WINDOW), completion_tokens: 4};
    const choices = [{message: {content: "Answer: garden"}, finish_reason: "stop"}];
    response.setHeader("content-type", "application/json").end(JSON.stringify({choices, usage}));
    return undefined;
  });
  await using book = await workbook({
    "book.yaml":
      "suite: suites/small.yaml\nmodels: [models/own.yaml]\ntemplate: templates/plain.yaml\nsampler: samplers/greedy.yaml\nprecision: {min: 4, max: 4}\n",
    "suites/small.yaml": 'tasks: [{task: facts, params: {skill: "one fact", context_tokens: [0, 1000, 4000, 16000]}}]\n',
    "models/own.yaml": `endpoint: ${stub.url}\nmodels: [{id: cutter}, {id: honest}]\n`
  });
  const rows = async (text: string) => (await query(text, {folder: `${book.root}/data/store`})).rows;
  const marked = `select s.model, s.params::json->>'context_tokens' as tokens, count(*)::int as n, min(m.value) as low, max(m.value) as high
    from samples s join measures m using (eval_id, item_id, trial) where m.name = 'prompt_cut' group by all order by all`;
  const told = (stderr: string) => stderr.split("\n").filter(line => line.includes("seems to cut prompts silently"));

  const ran = await book.command("run");
  expect(ran.code, ran.stderr).toBe(0);
  expect(told(ran.stderr)).toHaveLength(1);
  expect(told(ran.stderr)[0]).toMatch(/cutter: its server reports 2,048 prompt tokens for a prompt of about [\d,]+ \(o200k\)/);
  expect(ran.stderr).toContain("cutter: 8 answers to prompts that its server seems to have cut");
  const found = await rows(marked);
  expect(found.map(([model, tokens, n]) => [model, tokens, Number(n)])).toEqual([
    ["cutter", "16000", 4],
    ["cutter", "4000", 4]
  ]);
  for (const [, tokens, , low, high] of found)
    for (const share of [low, high]) expect(Number(share)).toBeCloseTo(WINDOW / Number(tokens), 1);
  const [[reported]] = (await rows("select max(reported_prompt_tokens) from timings where model = 'cutter'")) as [[number]];
  expect(Number(reported)).toBe(WINDOW);

  // A rerun asks nothing and marks the same; so does rescoring.
  const [hashes, asked] = [await book.tableHashes(), stub.requests.length];
  const again = await book.command("run");
  expect(again.code, again.stderr).toBe(0);
  expect(told(again.stderr)).toHaveLength(1);
  expect(await book.tableHashes()).toEqual(hashes);
  expect(stub.requests).toHaveLength(asked);
  const rescored = await book.command("score", "--out", "data/store/again");
  expect(rescored.code, rescored.stderr).toBe(0);
  expect((await query(marked, {folder: `${book.root}/data/store/again`})).rows).toEqual(found);
});

// A whole run with one test of a million tokens, against a stub server of the registry.
import {mkdir, writeFile} from "node:fs/promises";
import type {AddressInfo} from "node:net";
import {join} from "node:path";
import {Stubby} from "stubby";
import {expect, onTestFinished, test} from "vitest";
import {query} from "../../pipelines/store/sql.node.js";
import {estimatedTokens} from "../../pipelines/tokenizer/estimate.js";
import {tokenizer} from "../../pipelines/tokenizer/tokenizer.node.js";
import {workbook} from "../workbook.js";

const TOKENS = 1_000_000;

test("a question of a million tokens is asked of a stub server, which finds the fact in it and answers; the answer is scored", async () => {
  await using book = await workbook({
    "book.yaml":
      "suite: suites/small.yaml\nmodels: [models/own.yaml]\ntemplate: templates/plain.yaml\nsampler: samplers/greedy.yaml\nprecision: {min: 1, max: 1}\n",
    "suites/small.yaml": `tasks: [{task: facts, params: {skill: one fact, facts: 1, depth: 0.5, context_tokens: ${TOKENS}}}]\n`
  });
  // The same question without a background tells what the fact is.
  const testOf = async (context_tokens: number): Promise<string> => {
    const params = JSON.stringify({skill: "one fact", facts: 1, depth: 0.5, context_tokens});
    const printed = await book.command("tests", "--task", "facts", "--params", params, "--count", "1");
    return (JSON.parse(printed.stdout.split("\n")[0]!) as {prompt: string}).prompt;
  };
  const [, fact, place] = /text\.\n\n(.+ )(\w+)\.\n\nQuestion/u.exec(await testOf(0))!;
  const body = (answer: string) =>
    JSON.stringify({
      choices: [{message: {role: "assistant", content: `I think so.\n\nAnswer: ${answer}`}, finish_reason: "stop"}],
      usage: {prompt_tokens: TOKENS, completion_tokens: 9, prompt_tokens_details: {cached_tokens: 1_024}}
    });
  // The first rule needs the fact and takes the place from it; the second shows that it was not there.
  const post = {url: "^/v1/chat/completions$", method: "POST"};
  const headers = {"content-type": "application/json"};
  const stub = new Stubby();
  await stub.start({
    data: [
      {request: {...post, post: `${fact}(\\w+)\\.`}, response: {headers, body: body("<% post[1] %>")}},
      {request: {...post, post: "."}, response: {headers, body: body("nowhere")}}
    ],
    stubs: 0,
    tls: 0,
    admin: 0,
    location: "127.0.0.1"
  });
  onTestFinished(() => stub.stop());
  const {port} = stub.stubsPortal.address() as AddressInfo;
  await mkdir(join(book.root, "data/models"), {recursive: true});
  await writeFile(
    join(book.root, "data/models/own.yaml"),
    `id: own\nendpoint: http://127.0.0.1:${port}/v1\ncontext_tokens: 1200000\n`
  );
  const ran = await book.command("run");
  expect(ran.code, ran.stderr).toBe(0);
  expect(ran.stderr).not.toContain("cut prompts");
  const {rows} = await query(
    `select s.answer, s.expected, s.status::int, s.prompt_tokens, t.cached_prompt_tokens, length(i.prompt), length(r.prompt)
     from samples s join timings t using (item_id) join items i using (item_id) join responses r using (item_id)`,
    {folder: join(book.root, "data/store")}
  );
  expect(rows).toHaveLength(1);
  const [answer, expected, status, tokens, cached, kept, named] = rows[0]!;
  expect([answer, expected, Number(status)]).toEqual([place, place, 1]);
  expect([Number(tokens), Number(cached)]).toEqual([TOKENS, 1_024]);
  expect(Number(kept)).toBeLessThan(34_000);
  expect(Number(named)).toBeLessThan(4_400);

  // What was sent has the length that was asked for, within 2 %, and 1 % for the estimate.
  const {encode} = await tokenizer("o200k");
  expect(Math.abs(estimatedTokens({encode}, await testOf(TOKENS)) / TOKENS - 1)).toBeLessThan(0.03);
});

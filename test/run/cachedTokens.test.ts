// A run whose server says which prompt tokens its cache held.
import {expect, test} from "vitest";
import {query} from "../../pipelines/store/sql.node.js";
import {stubServer, workbook} from "../workbook.js";

const model = (url: string, price: string) => `id: own\nendpoint: ${url}\nprice: ${price}\n`;

test("cached prompt tokens stand in timings and are priced; a rerun prices the same from the cache, a model without the price as ever", async () => {
  await using stub = await stubServer((_, __, response) => {
    const usage = {prompt_tokens: 50, completion_tokens: 10, prompt_tokens_details: {cached_tokens: 40}};
    const choices = [{message: {content: "Answer: 4"}, finish_reason: "stop"}];
    response.setHeader("content-type", "application/json").end(JSON.stringify({choices, usage}));
    return undefined;
  });
  const cached = "{input: 2, output: 10, cached_input: 0.5}";
  await using book = await workbook({
    "book.yaml":
      "suite: suites/small.yaml\nmodels: [models/own.yaml]\ntemplate: templates/plain.yaml\nsampler: samplers/greedy.yaml\nprecision: {min: 4, max: 4}\n",
    "models/own.yaml": model(stub.url, cached)
  });
  const ran = await book.command("run", "--max-cost", "5");
  expect(ran.code, ran.stderr).toBe(0);
  const asked = stub.requests.length;
  const read = async () => {
    const text =
      "select count(*)::int as n, min(cost) as low, max(cost) as high, min(cached_prompt_tokens) as cached from samples join timings using (eval_id, item_id, trial)";
    const {rows} = await query(text, {folder: `${book.root}/data/store`});
    return rows[0]!;
  };
  // 10 tokens at 2 $, 40 at 0.5 $ and 10 answered at 10 $ per million
  const [n, low, high, tokens] = await read();
  expect([Number(n), Number(tokens)]).toEqual([asked, 40]);
  expect(low).toBeCloseTo(0.00014, 12);
  expect(high).toBeCloseTo(0.00014, 12);
  const hashes = await book.tableHashes();
  expect((await book.command("run")).code).toBe(0);
  expect(await book.tableHashes()).toEqual(hashes);
  expect(stub.requests).toHaveLength(asked);
});

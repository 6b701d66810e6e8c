// A content filter that withholds an answer: an answer without text, whether it comes as a choice or as an error.
import {readFileSync} from "node:fs";
import {describe, expect, test} from "vitest";
import {completionIn, type OutcomeOptions} from "../../pipelines/infer/batch/outcome.node.js";
import {knownCost} from "../../pipelines/infer/budget.js";
import {CONTENT_FILTER, isContentFilter} from "../../pipelines/infer/completion.js";
import {openai} from "../../pipelines/infer/openai.node.js";
import {ask, errorOf, json, quick, serve} from "./loopback.js";

const MESSAGE = "The response was filtered because the prompt triggered the content management policy.";
const error = (fields: object) => JSON.stringify({error: {message: MESSAGE, type: null, param: "prompt", ...fields}});
const FILTERED = {code: "content_filter", status: 400, innererror: {code: "ResponsibleAIPolicyViolation"}};

test.each([
  ["content_filter", true],
  ["contentFilter", true],
  ["CONTENT_FILTER", true],
  ["content_filter: SAFETY", true],
  ["stop", false],
  ["filtered content_filter", false],
  ["", false]
])("%j names a content filter: %s", (reason, expected) => {
  expect(isContentFilter(reason)).toBe(expected);
});

describe("a request that a content filter refuses", () => {
  test.each([
    ["Azure's code", FILTERED],
    ["only the inner code", {code: null, innererror: {code: "ResponsibleAIPolicyViolation", content_filter_result: {}}}],
    ["only the outer code", {code: "content_filter"}]
  ])("is answered without a text: %s", async (_, fields) => {
    const {base, calls} = await serve(response => json(response, error(fields), 400));
    const completion = await quick({base}).ask(ask("a question of some length"));
    expect(completion).toMatchObject({text: "", reasoning: null, finish_reason: CONTENT_FILTER, completion_tokens: 0});
    expect(completion.prompt_tokens).toBeGreaterThan(0);
    expect(completion.reported).toEqual({prompt_tokens: null, completion_tokens: 0});
    expect(calls).toHaveLength(1);
    // the prompt may be billed, and nothing else
    expect(knownCost(completion, {input: 1, output: 1_000})).toBeCloseTo(completion.prompt_tokens / 1e6, 12);
  });

  test("comes in a stream's error event too", async () => {
    const {base} = await serve(response =>
      response.writeHead(200, {"content-type": "text/event-stream"}).end(`data: ${error(FILTERED)}\n\n`)
    );
    expect(await quick({base, stream: true}).ask(ask())).toMatchObject({finish_reason: CONTENT_FILTER, text: ""});
  });

  test("is the same answer as that of a choice, but for what was counted", async () => {
    const file = readFileSync(new URL("../fixtures/endpoints/azure-filtered.json", import.meta.url));
    const {base} = await serve(response => json(response, file.toString()));
    expect(await quick({base}).ask(ask())).toMatchObject({finish_reason: CONTENT_FILTER, text: "", completion_tokens: 3});
  });

  test("is an error where log-probabilities or embeddings were asked for, and where the code is another one", async () => {
    const {base} = await serve(response => json(response, error(FILTERED), 400));
    for (const rest of [{echo: true as const}, {embed: true as const}])
      expect((await errorOf(quick({base}).ask(ask("?", rest)))).message).toContain("content_filter");
    const other = await serve(response => json(response, error({code: "invalid_prompt"}), 400));
    expect((await errorOf(quick({base: other.base}).ask(ask()))).message).toContain("invalid_prompt");
  });

  test("is the same in a batch", async () => {
    const options = {
      form: openai,
      sent: {parameters: {}, adapted: {}, version: 0},
      adapter: {fit: () => ({parameters: {}, adapted: {}, version: 0}), learn: () => null},
      secret: undefined,
      contextTokens: 32_768,
      tokenizer: () => Promise.reject(new Error("no tokenizer")),
      place: "batch-1",
      onAdapt: () => {}
    } satisfies OutcomeOptions;
    const result = {key: "k", status: 400, body: JSON.parse(error(FILTERED))};
    expect(await completionIn(ask(), result, options)).toMatchObject({
      finish_reason: CONTENT_FILTER,
      text: "",
      completion_tokens: 0,
      batched: true
    });
  });
});

// Prompt tokens that a server's prompt cache held: read from every wire format, priced by their own price, and otherwise as all others.
import fc from "fast-check";
import {expect, test} from "vitest";
import {listCost, worstCost} from "../../pipelines/infer/budget.js";
import {ask, chat, json, quick, serve} from "./loopback.js";

type Usage = Record<string, unknown>;

const message = (usage: Usage) => JSON.stringify({content: [{type: "text", text: "42"}], stop_reason: "end_turn", usage});
const response = (usage: Usage) =>
  JSON.stringify({
    status: "completed",
    output: [{type: "message", content: [{type: "output_text", text: "42"}]}],
    usage
  });
const events = (...sent: object[]) => `${sent.map(each => `data: ${JSON.stringify(each)}\n\n`).join("")}data: [DONE]\n\n`;

// Usage as the providers' own documents print it, but for its numbers.
test.each([
  [
    "OpenAI",
    "openai",
    chat("42", {usage: {prompt_tokens: 2_006, completion_tokens: 3, prompt_tokens_details: {cached_tokens: 1_920}}}),
    2_006,
    1_920
  ],
  [
    "DeepSeek",
    "openai",
    chat("42", {usage: {prompt_tokens: 90, completion_tokens: 3, prompt_cache_hit_tokens: 64, prompt_cache_miss_tokens: 26}}),
    90,
    64
  ],
  [
    "llama.cpp without usage",
    "openai",
    chat("42", {usage: undefined, timings: {prompt_n: 10, cache_n: 200, predicted_n: 3}}),
    210,
    200
  ],
  [
    "Anthropic",
    "anthropic",
    message({input_tokens: 21, cache_creation_input_tokens: 188_086, cache_read_input_tokens: 500, output_tokens: 393}),
    188_607,
    500
  ],
  [
    "Responses",
    "responses",
    response({input_tokens: 328, input_tokens_details: {cached_tokens: 256}, output_tokens: 3}),
    328,
    256
  ],
  [
    "a cache that held nothing",
    "openai",
    chat("42", {usage: {prompt_tokens: 90, completion_tokens: 3, prompt_tokens_details: {cached_tokens: 0}}}),
    90,
    0
  ],
  [
    "a server that does not say",
    "openai",
    chat("42", {usage: {prompt_tokens: 90, completion_tokens: 3, prompt_tokens_details: null}}),
    90,
    undefined
  ],
  [
    "a server that says nonsense",
    "openai",
    chat("42", {usage: {prompt_tokens: 90, completion_tokens: 3, prompt_tokens_details: {cached_tokens: "all"}}}),
    90,
    undefined
  ],
  [
    "a server that says more than there are",
    "openai",
    chat("42", {usage: {prompt_tokens: 90, completion_tokens: 3, prompt_tokens_details: {cached_tokens: 1e12}}}),
    90,
    90
  ]
] as const)("%s", async (_, protocol, body, prompt, cached) => {
  const {base} = await serve(reply => json(reply, body));
  const answered = await quick({base, protocol}).ask(ask("x".repeat(200), {protocol, base}), {contextTokens: 1_000_000});
  expect(answered).toMatchObject({text: "42", prompt_tokens: prompt});
  expect(answered.cached_prompt_tokens).toBe(cached);
});

test("streams say it too, in their last event or in their first", async () => {
  const {base} = await serve((reply, {url}) => {
    const usage = {prompt_tokens: 90, completion_tokens: 3, prompt_tokens_details: {cached_tokens: 64}};
    const openai = events({choices: [{delta: {content: "42"}, finish_reason: "stop"}]}, {choices: [], usage});
    const anthropic = events(
      {type: "message_start", message: {usage: {input_tokens: 26, cache_read_input_tokens: 64, output_tokens: 1}}},
      {type: "content_block_start", content_block: {type: "text", text: "42"}},
      {type: "message_delta", delta: {stop_reason: "end_turn"}, usage: {output_tokens: 3}},
      {type: "message_stop"}
    );
    reply.writeHead(200, {"content-type": "text/event-stream"}).end(url.endsWith("/messages") ? anthropic : openai);
  });
  for (const protocol of ["openai", "anthropic"] as const) {
    const answered = await quick({base, protocol, stream: true}).ask(ask("x".repeat(200), {protocol, base}));
    expect(answered).toMatchObject({text: "42", prompt_tokens: 90, completion_tokens: 3, cached_prompt_tokens: 64});
  }
});

test("without a price of their own, or where no server says how many they are, costs are what they were to the last bit", () => {
  const count = fc.nat(2_000_000_000);
  const amount = fc.double({min: 0, max: 100, noNaN: true});
  fc.assert(
    fc.property(count, count, count, amount, amount, amount, (prompt, completion, cached, input, output, cached_input) => {
      const tokens = {prompt_tokens: prompt, completion_tokens: completion};
      const before = (prompt * input + completion * output) * 1e-6;
      expect(listCost({...tokens, cached_prompt_tokens: cached}, {input, output})).toBe(before);
      expect(listCost(tokens, {input, output, cached_input})).toBe(before);
    })
  );
});

test("with one, a cost lies between that of a prompt without cached tokens and that of one in which all are", () => {
  // 10 $ per million, 1 $ where cached: 900,000 cached of a million cost 0.9 $, the others 1 $, 100 answered tokens at 20 $ 0.002 $
  const price = {input: 10, output: 20, cached_input: 1};
  expect(listCost({prompt_tokens: 1_000_000, cached_prompt_tokens: 900_000, completion_tokens: 100}, price)).toBeCloseTo(
    1.902,
    12
  );
  fc.assert(
    fc.property(
      fc.nat(10_000_000),
      fc.nat(20_000_000),
      fc.double({min: 0, max: 50, noNaN: true}),
      (prompt, cached, cached_input) => {
        const of = (cached_prompt_tokens: number) =>
          listCost({prompt_tokens: prompt, completion_tokens: 0, cached_prompt_tokens}, {input: 10, output: 0, cached_input});
        const [none, all] = [of(0), of(prompt)];
        expect(of(cached)).toBeGreaterThanOrEqual(Math.min(none, all) * (1 - 1e-12));
        expect(of(cached)).toBeLessThanOrEqual(Math.max(none, all) * (1 + 1e-12));
      }
    )
  );
});

test("a budget sets aside the dearer of both prices for each byte of a prompt", () => {
  const of = (price: {input: number; output: number; cached_input?: number}) => worstCost(ask("x"), price, {contextTokens: 100});
  expect(of({input: 1, output: 2, cached_input: 0.1})).toBe(of({input: 1, output: 2}));
  expect(of({input: 1, output: 2, cached_input: 3})).toBe(of({input: 3, output: 2}));
});

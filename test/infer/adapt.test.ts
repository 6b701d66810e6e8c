// Parameters that servers refuse, in the words that they refuse them in.
import {readFileSync} from "node:fs";
import {describe, expect, test} from "vitest";
import {type Adaptation, adapter} from "../../pipelines/infer/adapt.js";
import {budget, worstCost} from "../../pipelines/infer/budget.js";
import {complete} from "../../pipelines/infer/complete.node.js";
import type {Completion} from "../../pipelines/infer/completion.js";
import {faultIn} from "../../pipelines/infer/failure.js";
import {limiter} from "../../pipelines/infer/limiter.js";
import {requestKey} from "../../pipelines/infer/request.node.js";
import {ask, chat, errorOf, json, quick, serve} from "./loopback.js";

/** Bodies of refusals as servers word them. */
const refusals: {
  refused: {server: string; body: unknown; parameter: string}[];
  other: {status: number; body: unknown}[];
} = JSON.parse(readFileSync(new URL("../fixtures/refusals.json", import.meta.url), "utf8"));

const SAMPLING = {
  max_tokens: 64,
  temperature: 0,
  top_p: 0.9,
  top_k: 20,
  seed: 1,
  stop: "END",
  presence_penalty: 0.5,
  frequency_penalty: 0.5,
  reasoning_effort: "minimal",
  response_format: {type: "text"}
};
const openai = (message: string, param: string | null, code: string | null) => ({
  error: {message, type: "invalid_request_error", param, code}
});
const lessonOf = (
  body: unknown,
  {status = 400, sampling = SAMPLING as Record<string, unknown>} = {}
): [Adaptation | null, string[]] => {
  const fitting = adapter(given => given);
  const sent = fitting.fit(sampling);
  const lesson = fitting.learn(faultIn(body, status)!, sent);
  const names = Object.keys(fitting.fit(sampling).parameters);
  return [lesson, Object.keys(sent.parameters).filter(name => !names.includes(name))];
};

test.each(refusals.refused)("$server refuses $parameter: $body", ({body, parameter}) => {
  const [lesson, gone] = lessonOf(body);
  expect(gone).toEqual([parameter]);
  const news = expect.stringMatching(new RegExp(`^does not take ${parameter}.*; asking without it$`));
  expect(lesson).toMatchObject({again: true, news});
});

test.each(refusals.other)("$status $body is about no parameter that could be left out", ({status, body}) => {
  expect(lessonOf(body, {status})).toEqual([null, []]);
});

test("an effort whose value is refused is another evaluation: it is not left out, and the message says what to write", () => {
  const [lesson, gone] = lessonOf({
    error: {message: "`reasoning_effort` must be one of `none` or `default`", type: "invalid_request_error"}
  });
  expect(gone).toEqual([]);
  expect(lesson).toEqual({again: false, advice: expect.stringContaining("reasoning_effort that it takes, or null")});
});

const RENAME = openai(
  "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
  "max_tokens",
  "unsupported_parameter"
);
const TEMPERATURE = openai(
  "Unsupported value: 'temperature' does not support 0 with this model. Only the default (1) value is supported.",
  "temperature",
  "unsupported_value"
);

/** A reasoning model as OpenAI serves it. */
const reasoner = () =>
  serve((response, {body}) => {
    const sent = JSON.parse(body) as Record<string, unknown>;
    if ("max_tokens" in sent) return json(response, JSON.stringify(RENAME), 400);
    if ("temperature" in sent && sent.temperature !== 1) return json(response, JSON.stringify(TEMPERATURE), 400);
    json(response, chat("42"));
  });

describe("a reasoning model", () => {
  test("is asked as it wants, told once per parameter, and remembered: 64 in flight at first, none refused later", async () => {
    const {base, calls} = await reasoner();
    const news: string[] = [];
    const model = quick({base, retries: 0}, {onAdapt: text => news.push(text)});
    const gate = limiter({max: 64, start: 64}).run;
    const first = await Promise.all(Array.from({length: 64}, (_, i) => model.ask(ask(`q${i}`), {gate})));
    expect(news).toEqual([
      "small takes max_completion_tokens instead of max_tokens",
      "small does not take temperature 0; asking without it"
    ]);
    expect(first.every(({text, retries}) => text === "42" && retries === 0)).toBe(true);
    expect(first[0]!.adapted).toEqual({max_tokens: "max_completion_tokens", temperature: null});
    expect(model.retries).toEqual([]);
    expect(model.waits).toEqual([]);
    expect(calls.length).toBeLessThanOrEqual(3 * 64);
    const before = calls.length;
    await Promise.all(Array.from({length: 20}, (_, i) => model.ask(ask(`later ${i}`))));
    expect(calls.length).toBe(before + 20);
    expect(JSON.parse(calls.at(-1)!.body)).toEqual({model: "small", messages: expect.anything(), max_completion_tokens: 64});
  });

  test("another sampler's value, which it takes, is sent; another model is asked as it is", async () => {
    const {base, calls} = await reasoner();
    const model = quick({base});
    await model.ask(ask());
    await model.ask(ask("warm", {sampling: {max_tokens: 64, temperature: 1}}));
    expect(JSON.parse(calls.at(-1)!.body)).toMatchObject({max_completion_tokens: 64, temperature: 1});
    const before = calls.length;
    await model.ask(ask("x", {model: "other"}));
    expect(JSON.parse(calls[before]!.body)).toMatchObject({model: "other", max_tokens: 64, temperature: 0});
  });

  test("the request that was asked stays the cache's key; refusals cost nothing and the limit still bounds the budget", async () => {
    const {base, calls} = await reasoner();
    const kept = new Map<string, Completion>();
    const cache = {
      get: (key: string) => kept.get(key),
      put: async (key: string, value: Completion) => void kept.set(key, value),
      reserve: () => () => {}
    };
    const price = {input: 1, output: 10};
    const request = ask();
    const worst = worstCost(request, price, {contextTokens: 1000});
    const runBudget = budget({maxCost: worst}); // enough for one attempt at a time
    const reserve = () => runBudget.reserve(worst);
    const endpoint = quick({base});
    const {completion} = await complete(request, {cache, endpoint, reserve, price});
    expect([...kept.keys()]).toEqual([requestKey(request)]);
    expect(completion.adapted).toEqual({max_tokens: "max_completion_tokens", temperature: null});
    expect(runBudget.spent).toBeCloseTo((5 * 1 + 3 * 10) / 1e6, 12);
    const before = calls.length;
    expect(await complete(request, {cache, endpoint, reserve, price})).toMatchObject({cached: true});
    expect(calls.length).toBe(before);
  });
});

describe("a limit of tokens", () => {
  test("that is refused under every name is never left out: the message says what to write", async () => {
    const {base, calls} = await serve((response, {body}) => {
      const name = ["max_tokens", "max_completion_tokens"].find(name => name in JSON.parse(body));
      json(
        response,
        name ? JSON.stringify(openai(`Unrecognized request argument supplied: ${name}`, null, null)) : chat("42"),
        name ? 400 : 200
      );
    });
    const error = await errorOf(quick({base}).ask(ask()));
    expect(error.message).toContain("write sampler: {max_tokens: null}");
    expect(calls.map(({body}) => Object.keys(JSON.parse(body)).find(name => name.startsWith("max")))).toEqual([
      "max_tokens",
      "max_completion_tokens"
    ]);
  });

  test("goes back to its old name for a server that does not know the new one", async () => {
    const {base, calls} = await serve((response, {body}) =>
      "max_completion_tokens" in JSON.parse(body)
        ? json(response, JSON.stringify(openai("Unrecognized request argument supplied: max_completion_tokens", null, null)), 400)
        : json(response, chat("42"))
    );
    const completion = await quick({base}).ask(ask("x", {sampling: {max_completion_tokens: 32}}));
    expect(completion.adapted).toEqual({max_completion_tokens: "max_tokens"});
    expect(JSON.parse(calls.at(-1)!.body)).toMatchObject({max_tokens: 32});
  });

  test("of the Responses interface has no other name", async () => {
    const {base, calls} = await serve(response =>
      json(
        response,
        JSON.stringify(openai("Unsupported parameter: 'max_output_tokens'", "max_output_tokens", "unsupported_parameter")),
        400
      )
    );
    const error = await errorOf(quick({base, protocol: "responses"}).ask(ask("x", {protocol: "responses"})));
    expect(error.message).toContain("never left out");
    expect(calls.length).toBe(1);
  });
});

test("what the workbook itself adds is left out too: store, stream_options", async () => {
  const refuse = (name: string) =>
    serve((response, {body}) =>
      name in JSON.parse(body)
        ? json(response, JSON.stringify(openai(`Unknown parameter: '${name}'.`, name, "unknown_parameter")), 400)
        : name === "store"
          ? json(
              response,
              JSON.stringify({status: "completed", output: [{type: "message", content: [{type: "output_text", text: "42"}]}]})
            )
          : json(response, chat("42"))
    );
  const stored = await refuse("store");
  expect((await quick({base: stored.base, protocol: "responses"}).ask(ask("x", {protocol: "responses"}))).adapted).toEqual({
    store: null
  });
  const streamed = await refuse("stream_options");
  expect((await quick({base: streamed.base, stream: true}).ask(ask())).adapted).toEqual({stream_options: null});
  expect(JSON.parse(streamed.calls.at(-1)!.body)).toMatchObject({stream: true});
});

test("a server that refuses what it was not sent, or the same thing for ever, is not asked for ever", async () => {
  for (const body of [TEMPERATURE, openai("Unknown parameter: 'logit_bias'.", "logit_bias", "unknown_parameter")]) {
    const {base, calls} = await serve(response => json(response, JSON.stringify(body), 400));
    expect((await errorOf(quick({base}).ask(ask()))).details).toMatchObject({status: 400, retryable: false});
    expect(calls.length).toBeLessThanOrEqual(2);
  }
});

test("Anthropic's refusals are understood through the whole way", async () => {
  const {base, calls} = await serve((response, {body}) =>
    "temperature" in JSON.parse(body)
      ? json(
          response,
          '{"type":"error","error":{"type":"invalid_request_error","message":"`temperature` is deprecated for this model."}}',
          400
        )
      : json(
          response,
          '{"content":[{"type":"text","text":"42"}],"stop_reason":"model_context_window_exceeded","usage":{"input_tokens":5,"output_tokens":3}}'
        )
  );
  const completion = await quick({base, protocol: "anthropic"}).ask(ask("x", {protocol: "anthropic"}));
  expect(completion).toMatchObject({text: "42", finish_reason: "length", adapted: {temperature: null}});
  expect(JSON.parse(calls.at(-1)!.body)).toMatchObject({max_tokens: 64});
});

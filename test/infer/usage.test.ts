// Reasoning that servers count outside their completion tokens, as they report usage.
import {describe, expect, test} from "vitest";
import {costOf} from "../../pipelines/infer/budget.js";
import {outsideTokens} from "../../pipelines/infer/usage.js";
import {ask, chat, json, quick, serve} from "./loopback.js";

const outside = (prompt: number | null, completion: number | null, reasoning: number | null, total: number | null) =>
  outsideTokens({promptTokens: prompt, completionTokens: completion, reasoningTokens: reasoning, totalTokens: total});

describe("reasoning outside the completion tokens", () => {
  test.each([
    ["a total that holds prompt, completion and reasoning", 32, 9, 94, 135, 94],
    ["a total without details of the reasoning", 20, 4, null, 900, 876],
    ["a total of prompt and completion: reasoning is part of them", 32, 103, 94, 135, 0],
    ["more reasoning than the total has room for", 32, 9, 200, 135, 94],
    ["a total that is less than its parts", 32, 9, 94, 30, 0],
    ["no reasoning, whatever else the total counts", 32, 9, 0, 135, 0],
    ["no total, and more reasoning than completion tokens", 32, 9, 94, null, 94],
    ["no total, and reasoning that may be part of the completion", 32, 94, 94, null, 0],
    ["no prompt beside the total", null, 9, 94, 135, 94],
    ["no completion tokens", 32, null, 94, 135, 0],
    ["nothing", null, null, null, null, 0]
  ] as const)("%s", (_, prompt, completion, reasoning, total, expected) => {
    expect(outside(prompt, completion, reasoning, total)).toBe(expected);
  });

  test("what is added never exceeds the total less the prompt", () => {
    for (const completion of [0, 1, 50, 1_000])
      for (const reasoning of [null, 0, 1, 49, 10_000])
        for (const total of [0, 60, 500, 2 ** 40]) {
          const added = outside(40, completion, reasoning, total);
          expect(added).toBeGreaterThanOrEqual(0);
          if (added > 0) expect(completion + added).toBeLessThanOrEqual(total - 40);
        }
  });
});

describe("a completion", () => {
  const sampling = {max_tokens: 4_096, temperature: 0};
  const answered = async (usage: object, contextTokens = 32_768) => {
    const {base} = await serve(response => json(response, chat("Answer: B", {usage})));
    return quick({base}).ask(ask("?", {sampling}), {contextTokens});
  };

  test("has the reasoning that its server counts apart, and its cost", async () => {
    const completion = await answered({
      prompt_tokens: 40,
      completion_tokens: 5,
      total_tokens: 845,
      completion_tokens_details: {reasoning_tokens: 800}
    });
    expect(completion).toMatchObject({prompt_tokens: 40, completion_tokens: 805, outside_tokens: 800});
    expect(costOf(completion, {input: 1, output: 10})).toBeCloseTo((40 + 8_050) / 1e6, 12);
  });

  test("of a server that counts as OpenAI does is as it was", async () => {
    const usage = {prompt_tokens: 40, completion_tokens: 805, total_tokens: 845};
    for (const details of [undefined, null, {}, {reasoning_tokens: 800}, {reasoning_tokens: "many"}, {reasoning_tokens: -3}]) {
      const completion = await answered({...usage, completion_tokens_details: details});
      expect(completion.completion_tokens).toBe(805);
      expect(completion).not.toHaveProperty("outside_tokens");
    }
  });

  test("keeps its completion tokens where the total cannot be true", async () => {
    for (const total_tokens of [10 ** 15, 4e9, 845.5, -1, "845"]) {
      const completion = await answered({prompt_tokens: 40, completion_tokens: 5, total_tokens});
      expect(completion).toMatchObject({prompt_tokens: 40, completion_tokens: 5});
      expect(completion).not.toHaveProperty("outside_tokens");
    }
  });

  test("of a stream and of the Responses interface likewise", async () => {
    const chunk = {
      choices: [{index: 0, delta: {content: "Answer: B"}, finish_reason: "stop"}],
      usage: {prompt_tokens: 40, completion_tokens: 5, total_tokens: 845, completion_tokens_details: {reasoning_tokens: 800}}
    };
    const stream = await serve(response =>
      response.writeHead(200, {"content-type": "text/event-stream"}).end(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`)
    );
    expect((await quick({base: stream.base, stream: true}).ask(ask("?", {sampling}))).completion_tokens).toBe(805);
    const whole = {
      status: "completed",
      output: [{type: "message", content: [{type: "output_text", text: "Answer: B"}]}],
      usage: {input_tokens: 40, output_tokens: 5, output_tokens_details: {reasoning_tokens: 800}, total_tokens: 845}
    };
    const {base} = await serve(response => json(response, JSON.stringify(whole)));
    const completion = await quick({base, protocol: "responses"}).ask(ask("?", {protocol: "responses", sampling}));
    expect(completion).toMatchObject({completion_tokens: 805, outside_tokens: 800});
  });
});

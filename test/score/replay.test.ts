import fc from "fast-check";
import {expect, test} from "vitest";
import {limited} from "../../pipelines/infer/reference/limit.js";
import {tokensOf} from "../../pipelines/infer/reference/wire.js";
import {replayableTo, replayCompletion, replayStatus} from "../../pipelines/score/replay.js";
import type {Status} from "../../pipelines/score/status.js";

const limit = fc.integer({min: 1, max: 400});
const text = fc.string({unit: "grapheme", maxLength: 900});
const completion = fc
  .record({
    text,
    reasoning: fc.option(text),
    finish_reason: fc.constantFrom("stop", "length"),
    prompt_tokens: fc.nat(500),
    completion_tokens: fc.integer({min: 1, max: 400})
  })
  .map(rest => ({...rest, billed: null, latency_ms: 1, retries: 0, trace_bytes: 9, compressed_bytes: 9}));

test("a response that fits stays as it is; a longer one is cut to the limit and ends for its length", () => {
  fc.assert(
    fc.property(completion, limit, (whole, n) => {
      const replayed = replayCompletion(whole, n);
      if (whole.completion_tokens <= n) {
        expect(replayed).toBe(whole);
        return;
      }
      expect(replayed).toMatchObject({finish_reason: "length", completion_tokens: n, prompt_tokens: whole.prompt_tokens});
      expect(whole.text.startsWith(replayed.text)).toBe(true);
      expect((whole.reasoning ?? "").startsWith(replayed.reasoning ?? "")).toBe(true);
      if ((replayed.reasoning ?? "").length < (whole.reasoning ?? "").length) expect(replayed.text).toBe("");
      expect(replayed.text).not.toMatch(/[\uD800-\uDBFF]$/);
      expect(replayed).not.toHaveProperty("trace_bytes");
    })
  );
});

test("two limits one after the other are the smaller one", () => {
  fc.assert(
    fc.property(completion, limit, limit, fc.constantFrom<Status>(0, 1, 2), (whole, a, b, status) => {
      const {finish_reason, completion_tokens} = replayCompletion(replayCompletion(whole, a), b);
      expect({finish_reason, completion_tokens}).toMatchObject(
        (({finish_reason, completion_tokens}) => ({finish_reason, completion_tokens}))(replayCompletion(whole, Math.min(a, b)))
      );
      const tokens = whole.completion_tokens;
      const twice = replayStatus(replayStatus(status, tokens, a), Math.min(tokens, a), b);
      expect(twice).toBe(replayStatus(status, tokens, Math.min(a, b)));
    })
  );
});

test("the built-in models honour limits by prefixes: what they say under N is the head of what they say under more, and N tokens long if cut", () => {
  const reply = fc.record({reasoning: fc.option(text), text, endless: fc.option(fc.string({minLength: 1, maxLength: 30}))});
  fc.assert(
    fc.property(reply, limit, limit, (said, a, b) => {
      const [small, large] = [limited(said, Math.min(a, b)), limited(said, Math.max(a, b))];
      expect((large.reasoning ?? "").startsWith(small.reasoning ?? "")).toBe(true);
      expect(large.text.startsWith(small.text)).toBe(true);
      const whole = tokensOf(said.reasoning ?? "") + tokensOf(said.text);
      const replayed = replayStatus(large.finish_reason === "length" ? 2 : 1, large.completion_tokens, Math.min(a, b));
      expect(replayed === 2).toBe(small.finish_reason === "length");
      expect(small.completion_tokens).toBe(Math.min(large.completion_tokens, Math.min(a, b)));
      if (small.finish_reason === "length") expect(small.completion_tokens).toBe(Math.min(a, b));
      else expect(small.completion_tokens).toBe(whole);
    })
  );
});

test("samples can be replayed up to the limit that they ran under, or else to what cut them", () => {
  expect(replayableTo({max_tokens: 4096, shortest_truncated: 4090})).toBe(4096); // the context window may cut earlier: it would again
  expect(replayableTo({max_tokens: null, shortest_truncated: 16_384})).toBe(16_384);
  expect(replayableTo({max_tokens: null, shortest_truncated: null})).toBe(Number.POSITIVE_INFINITY);
});

import fc from "fast-check";
import {describe, expect, test} from "vitest";
import {faultIn, isTooLong, oneLine, retryAfter, verdict} from "../../pipelines/infer/failure.js";

describe("error messages", () => {
  test("hold one line, nothing invisible, at most 300 characters and no key", () => {
    const key = "sk-canary-0123456789";
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string({unit: "binary"}), fc.constantFrom(key, "\u202e", "\n", "\u001b[31m", "\u200b"))),
        parts => {
          const line = oneLine(parts.join(""), {secret: key});
          expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u);
          expect(line.length).toBeLessThanOrEqual(300);
          expect(line).not.toContain(key);
        }
      )
    );
  });

  test("a key is taken out before the cut, and though invisible characters stand in it", () => {
    const key = "sk-canary-0123456789";
    expect(oneLine("x".repeat(290) + key, {secret: key})).not.toContain("sk-can");
    expect(oneLine("x".repeat(4090) + key, {secret: key})).not.toContain("sk-can");
    expect(oneLine("key sk-can\u200bary-0123456789!", {secret: key})).toBe("key [key]!");
  });
});

describe("Retry-After", () => {
  const now = Date.parse("2026-01-01T00:00:00Z");
  test.each([
    [{"retry-after": "3"}, 3000],
    [{"retry-after": " 1.5 "}, 1500],
    [{"retry-after": "0"}, 0],
    [{"retry-after": ["2", "9"]}, 2000],
    [{"retry-after": "Thu, 01 Jan 2026 00:00:07 GMT"}, 7000],
    [{"retry-after": "Thu, 01 Jan 2026 00:00:07 GMT", date: "Thu, 01 Jan 2026 00:00:02 GMT"}, 5000],
    [{"retry-after": "Mon, 05 Jan 2026 00:00:09 GMT", date: "Mon, 05 Jan 2026 00:00:02 GMT"}, 7000], // its clock is days ahead
    [{"retry-after": "Wed, 31 Dec 2025 00:00:09 GMT", date: "Wed, 31 Dec 2025 00:00:02 GMT"}, 7000], // or behind
    [{"retry-after": "Thu, 01 Jan 2026 00:00:07 GMT", date: "yesterday"}, 7000],
    [{"retry-after-ms": "250", "retry-after": "9"}, 250],
    [{"retry-after-ms": "x", "retry-after": "9"}, 9000],
    [{"retry-after": "86400"}, 300_000],
    [{"retry-after": "Fri, 01 Jan 2027 00:00:00 GMT"}, 300_000],
    [{"retry-after": "Wed, 31 Dec 2025 23:59:59 GMT"}, undefined],
    [{"retry-after": "-5"}, undefined],
    [{"retry-after": "soon"}, undefined],
    [{"retry-after": "Infinity"}, undefined],
    [{"retry-after": "1e9"}, undefined],
    [{}, undefined]
  ])("%j is %s ms", (headers, expected) => {
    expect(retryAfter(headers as Record<string, string>, now)).toBe(expected);
  });
});

describe("verdict", () => {
  const of = (status: number, body: unknown) => verdict(faultIn(body, status) ?? {status, code: "", message: ""});
  const [retry, fatal, refused] = [
    {retryable: true, fatal: false},
    {retryable: false, fatal: true},
    {retryable: false, fatal: false}
  ];
  test.each([
    [429, {error: {message: "Rate limit reached", type: "requests", code: "rate_limit_exceeded"}}, retry],
    [429, {error: {message: "You exceeded your current quota", code: "insufficient_quota"}}, fatal],
    [408, {}, retry],
    [409, {}, retry],
    [500, {}, retry],
    [503, {}, retry],
    [529, {type: "error", error: {type: "overloaded_error", message: "Overloaded"}}, retry],
    [401, {error: {message: "Incorrect API key provided", code: "invalid_api_key"}}, fatal],
    [403, {}, fatal],
    [404, {error: {message: "The model `x` does not exist or you do not have access to it.", code: "model_not_found"}}, fatal],
    [404, {type: "error", error: {type: "not_found_error", message: "model: claude-x"}}, fatal],
    [404, {object: "error", message: "The model `x` does not exist.", type: "NotFoundError", code: 404}, fatal],
    [404, {error: {message: "No endpoints found that support image input", code: 404}}, refused],
    [400, {error: {message: "maximum context length is 8192 tokens", code: "context_length_exceeded"}}, refused],
    [422, {detail: [{loc: ["body", "top_k"], msg: "extra fields not permitted"}]}, refused],
    [301, {}, refused],
    [200, {error: {message: "Provider returned error", code: 429}}, retry],
    [200, {error: {message: "Overloaded", type: "overloaded_error"}}, retry],
    [200, {error: {message: "no auth", code: 401}}, fatal],
    [200, {error: {message: "bad key", type: "authentication_error"}}, fatal],
    [200, {error: {message: "too long", type: "invalid_request_error"}}, refused],
    [200, {error: "something went wrong"}, retry]
  ])("%d %j", (status, body, expected) => {
    expect(of(status, body)).toEqual(expected);
  });

  test("a body without an error speaks of none", () => {
    for (const body of [{error: null, choices: []}, {choices: []}, [], "x", null, undefined, 4]) expect(faultIn(body)).toBeNull();
  });
});

// Sentences of the servers' own sources and documentation, numbers apart.
test("a prompt beyond the context is told by the words of OpenAI, Anthropic, Gemini, Mistral, vLLM, llama.cpp, Ollama and TGI, and by no other refusal", () => {
  const long = [
    "context_length_exceeded This model's maximum context length is 128000 tokens. However, your messages resulted in 130001 tokens.",
    "Your input exceeds the context window of this model. Please adjust your input and try again.",
    "invalid_request_error prompt is too long: 210034 tokens > 200000 maximum",
    "input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000",
    "The input token count (1100000) exceeds the maximum number of tokens allowed (1048576).",
    "Prompt contains 40000 tokens, too large for model with 32768 maximum context length",
    "The decoder prompt (length 5000) is longer than the maximum model length of 4096.",
    "exceed_context_size_error the request exceeds the available context size, try increasing it",
    "`inputs` tokens + `max_new_tokens` must be <= 4096. `inputs` must have less than 3840 tokens. Given: 5000"
  ];
  for (const message of long) expect(isTooLong({status: 400, code: "", message}), message).toBe(true);
  const other = [
    "tools are not supported",
    "max_tokens is too large: 100000. This model supports at most 16384 completion tokens",
    "Invalid schema for function 'find': array schema missing items",
    "temperature must be at most 2",
    "image too large: exceeds 5 MB",
    "You exceeded your current quota",
    ""
  ];
  for (const message of other) expect(isTooLong({status: 400, code: "", message}), message).toBe(false);
  expect(isTooLong({status: 500, code: "", message: long[0]!})).toBe(false);
  expect(isTooLong({status: 429, code: "", message: "Request too large: exceeds the maximum tokens per minute"})).toBe(false);
});

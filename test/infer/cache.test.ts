import {mkdtempSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import fc from "fast-check";
import {expect, onTestFinished, test} from "vitest";
import {canonicalJson} from "../../pipelines/generate/seed.js";
import {openCache} from "../../pipelines/infer/cache.node.js";
import type {ChatRequest, Completion} from "../../pipelines/infer/completion.js";
import {requestKey, requestText} from "../../pipelines/infer/request.node.js";
import {ask} from "./loopback.js";

const completion: Completion = {
  text: "42 🙂 \ud83d",
  reasoning: null,
  finish_reason: "stop",
  prompt_tokens: 9,
  completion_tokens: 3,
  billed: 0.1,
  latency_ms: 1.25,
  retries: 0
};

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "cache.test-"));
  onTestFinished(() => rmSync(path, {recursive: true}));
  return path;
}

const request: fc.Arbitrary<ChatRequest> = fc.record({
  base: fc.webUrl(),
  protocol: fc.constantFrom("openai", "anthropic"),
  model: fc.string({unit: "binary"}),
  messages: fc.array(fc.record({role: fc.constantFrom("system", "user", "assistant"), content: fc.string({unit: "binary"})})),
  sampling: fc.dictionary(fc.string(), fc.oneof(fc.jsonValue(), fc.constant(undefined)), {noNullPrototype: true}),
  trial: fc.nat()
});

test("the key's text is the canonical JSON of the request", () => {
  fc.assert(
    fc.property(request, value => {
      expect(requestText(value)).toBe(canonicalJson(value));
    })
  );
});

test("the key depends on all that the answer depends on, and on nothing else", () => {
  const base = ask();
  const key = requestKey(base);
  expect(key).toMatch(/^[0-9a-f]{64}$/);
  expect(requestKey({...base, sampling: {temperature: 0, max_tokens: 64, top_p: undefined}, id: "x"} as ChatRequest)).toBe(key);
  const others: Partial<ChatRequest>[] = [
    {base: "http://other/v1"},
    {protocol: "anthropic"},
    {model: "large"},
    {messages: [{role: "system", content: "What is 6 × 7?"}]},
    {sampling: {max_tokens: 65, temperature: 0}},
    {trial: 1}
  ];
  expect(new Set(others.map(other => requestKey({...base, ...other})).concat(key)).size).toBe(others.length + 1);
});

test("what was put is got, from a cache reopened as well; other keys miss", async () => {
  const path = folder();
  const [key, other, long] = ["a", "b", "c"].map(text => requestKey(ask(text))) as [string, string, string];
  const first = openCache(path);
  await first.put(key, completion);
  await first.put(long, {...completion, text: "digits 0123456789 ".repeat(10_000), reasoning: "why"});
  expect(first.get(key)).toEqual(completion);
  await first.close();
  const again = openCache(path);
  expect(again.get(key)).toEqual(completion);
  expect(again.get(long)?.text.length).toBe(180_000);
  expect([again.get(other), again.has(key), again.has(other), again.count()]).toEqual([undefined, true, false, 2]);
  expect([...again.keys()]).toEqual([key, long].sort());
  expect(again.bytes()).toBeGreaterThan(0);
  expect(again.bytes()).toBeLessThan(180_000); // compressed
  await again.close();
  expect(() => again.get(key)).toThrow();
});

test("a key that is no SHA-256 is refused", async () => {
  const cache = openCache(folder());
  expect(() => cache.get("abc")).toThrow(/64 hexadecimal digits/);
  expect(() => cache.get("zz".repeat(32))).toThrow(/64 hexadecimal digits/);
  await cache.close();
});

test("grows past its first mapping", async () => {
  const cache = openCache(folder());
  const noise = () => Array.from({length: 50_000}, () => Math.random().toString(36).slice(2)).join("");
  const keys = Array.from({length: 40}, (_, i) => requestKey(ask(`${i}`)));
  const text = noise();
  await Promise.all(keys.map(key => cache.put(key, {...completion, text})));
  for (const key of keys) expect(cache.get(key)?.text).toBe(text);
  await cache.close();
});

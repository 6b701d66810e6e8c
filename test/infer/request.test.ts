// Cache keys: SHA-256 of a request's canonical JSON. Answers that were paid for are found under them, so they never change.
import {expect, test} from "vitest";
import type {ChatRequest} from "../../pipelines/infer/completion.js";
import {requestKey, requestText} from "../../pipelines/infer/request.node.js";

const plain: ChatRequest = {
  base: "http://localhost:8000/v1",
  protocol: "openai",
  model: "m",
  messages: [
    {role: "system", content: "Be brief."},
    {role: "user", content: "What is 2 + 2?\n"}
  ],
  sampling: {temperature: 0, max_tokens: 4096},
  trial: 0
};
const foreign: ChatRequest = {
  base: "https://api.example.com",
  protocol: "anthropic",
  model: "größe/x",
  messages: [
    {role: "user", content: 'a "b" é 漢'},
    {role: "assistant", content: "4"},
    {role: "user", content: "and?"}
  ],
  sampling: {top_p: 0.95, stop: ["\n"]},
  trial: 3
};

// Computed with Python: hashlib.sha256 of json.dumps(request, sort_keys=True, separators=(",", ":"), ensure_ascii=False).
test.each([
  [plain, "e4f2f712a44541b1279634e5f227e215c9282f558d4977b4b3215296920c289b"],
  [foreign, "0fe1e9858a9540ca8b2e0e7f597165ec59e7097a49e23c6c2a457a23a5922b36"]
])("keys of requests of text are those of the first version", (request, key) => {
  expect(requestKey(request)).toBe(key);
});

test("a repetition is another request, the first one is not", () => {
  expect(requestText({...plain, trial: 0})).toBe(requestText(plain));
  expect(requestKey({...plain, trial: 1})).not.toBe(requestKey(plain));
});

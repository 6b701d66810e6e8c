// Long requests in pieces: the same bytes on the wire and the same cache key as of the whole, in every protocol, and again with every attempt.
import {createHash} from "node:crypto";
import fc from "fast-check";
import {expect, test} from "vitest";
import type {ChatRequest} from "../../pipelines/infer/completion.js";
import {bytesOf, digestOf, type Pieces, piecesOf, written} from "../../pipelines/infer/longText.node.js";
import {requestKey, requestText} from "../../pipelines/infer/request.node.js";
import {promptTokens} from "../../pipelines/tokenizer/prompt.js";
import {tokenizer} from "../../pipelines/tokenizer/tokenizer.node.js";
import {ask, chat, json, quick, serve} from "./loopback.js";

const sha256 = (text: string) => createHash("sha256").update(text, "utf8").digest("hex");
const whole = (text: string | Pieces) => (typeof text === "string" ? text : [...text].join(""));
/** A text of more than a million characters that repeats a part, so that pieces end at every place of it. */
const long = (part: string) => part.repeat(Math.ceil((2 ** 20 + 7) / part.length));

test("short requests are written in one, longer ones in pieces that make the same JSON and the same key", () => {
  expect(written(ask("x".repeat(2 ** 20)), requestText)).toBe(requestText(ask("x".repeat(2 ** 20))));
  const part = fc.string({minLength: 1, maxLength: 30, unit: "binary"}).map(text => `${text}"\\\n\u2028é🙂`);
  fc.assert(
    fc.property(part, fc.string({maxLength: 9}), (part, system) => {
      const request: ChatRequest = {
        ...ask(long(part)),
        messages: [
          {role: "system", content: system},
          {role: "user", content: long(part)}
        ]
      };
      const pieces = written(request, requestText);
      expect(typeof pieces).not.toBe("string");
      expect(whole(pieces) === requestText(request)).toBe(true);
      expect(whole(pieces) === requestText(request)).toBe(true); // they can be made again
      expect(requestKey(request)).toBe(sha256(requestText(request)));
      expect(bytesOf(pieces)).toBe(Buffer.byteLength(requestText(request)));
    }),
    {numRuns: 4}
  );
});

test("texts that look like the mark, occur twice or not at all in what is written, do no harm", () => {
  for (const content of ["long-text-0.", 'long-text-0-1."'])
    for (const other of ["long-text-0.", "long-text-", "long-text-0-"]) {
      const request: ChatRequest = {
        ...ask(""),
        messages: [
          {role: "system", content: other},
          {role: "user", content: long(content)}
        ]
      };
      expect(whole(written(request, requestText)) === requestText(request)).toBe(true);
      for (const write of [
        ({messages}: ChatRequest) => JSON.stringify([messages, messages]),
        ({model}: ChatRequest) => JSON.stringify(model)
      ])
        expect(whole(written(request, write)) === write(request)).toBe(true);
    }
});

test("pieces cut no pair of surrogates, and lone halves stay what they are", () => {
  const texts = ["", "a", `x${"🙂".repeat(70_000)}`, "🙂".repeat(70_000), "\ud83d".repeat(70_000)];
  for (const text of texts) {
    expect([...piecesOf(text)].join("") === text).toBe(true);
    expect(digestOf(text)).toBe(sha256(text));
    if (!/\p{Cs}/u.test(text)) for (const piece of piecesOf(text)) expect(/\p{Cs}/u.test(piece)).toBe(false);
  }
});

const REPLIES: Record<ChatRequest["protocol"], string> = {
  openai: chat("42"),
  anthropic: JSON.stringify({
    content: [{type: "text", text: "42"}],
    stop_reason: "end_turn",
    usage: {input_tokens: 9, output_tokens: 1}
  }),
  responses: JSON.stringify({status: "completed", output: [{type: "message", content: [{type: "output_text", text: "42"}]}]})
};

test.each([
  "openai",
  "anthropic",
  "responses"
] as const)("%s: a server reads the whole, with its length, also at a second attempt", async protocol => {
  const text = long('A "quoted" line,\nan é, a 🙂 and a \\ ');
  const {base, calls} = await serve((response, {number}) =>
    number === 0 ? json(response, "{}", 503) : json(response, REPLIES[protocol])
  );
  const request: ChatRequest = {
    ...ask("", {protocol, base}),
    messages: [
      {role: "system", content: "Be brief."},
      {role: "user", content: text}
    ]
  };
  const asked = quick({base, protocol});
  expect((await asked.ask(request, {contextTokens: 10_000_000})).text).toBe("42");
  expect(asked.retries).toHaveLength(1);
  expect(calls).toHaveLength(2);
  for (const {body, headers} of calls) {
    expect(headers["content-length"]).toBe(String(Buffer.byteLength(body)));
    expect(headers["transfer-encoding"]).toBeUndefined();
    const sent = JSON.parse(body) as {messages?: {content: string}[]; input?: {content: string}[]};
    expect((sent.messages ?? sent.input)!.at(-1)!.content === text).toBe(true);
  }
});

test("a server that refuses a long request before it has read it gives its reason", async () => {
  const {createServer} = await import("node:http");
  const server = createServer((_, response) => {
    response.writeHead(413, {"content-type": "application/json", connection: "close"}).end('{"error":{"message":"too large"}}');
  });
  await new Promise<void>(resolve => server.listen(0, "127.0.0.1", resolve));
  try {
    const base = `http://127.0.0.1:${(server.address() as {port: number}).port}/v1`;
    const failed = await quick({base, retries: 0})
      .ask(ask(long("many words "), {base}))
      .then(String, (error: Error) => error.message);
    expect(failed).toMatch(/413|closed|reset|EPIPE|socket/iu);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test("tokens of a very long text are counted in pieces, and are as many as those of the whole", async () => {
  for (const name of ["o200k"] as const) {
    const own = await tokenizer(name);
    const content = long("In the beginning there was a list of 1,234 words, and it went on. ");
    expect(Math.abs(promptTokens(own, [{role: "user", content}]) - own.encode(content).length)).toBeLessThan(64);
  }
});

// Servers that fail with status 200: in their own words, or in none that the protocol knows. None of it is an answer.
import {readFileSync} from "node:fs";
import {join} from "node:path";
import {describe, expect, test} from "vitest";
import {openCache} from "../../pipelines/infer/cache.node.js";
import {complete} from "../../pipelines/infer/complete.node.js";
import type {Completion} from "../../pipelines/infer/completion.js";
import {ask, chat, errorOf, json, quick, serve} from "../infer/loopback.js";
import {stubServer, workbook} from "../workbook.js";

const usage = {prompt_tokens: 5, completion_tokens: 3};
const body = (choice: object) => JSON.stringify({choices: [choice], usage});
const message = {content: "The answer i"};
const WHOLE = "Answer: 42";

const FORMAT = /not in the protocol's format/;
const broken = {
  "an error in the choice": [body({message, finish_reason: "stop", error: {message: "upstream died"}}), /upstream died/],
  "an empty error next to half an answer": [body({message, error: {}}), /an error without content/],
  "an error in the message": [body({message: {content: "", error: "upstream died"}, finish_reason: "stop"}), /upstream died/],
  "finish_reason error": [body({message, finish_reason: "error"}), /broke off its answer: error/],
  "finish_reason abort": [body({message, finish_reason: "abort"}), /broke off its answer: abort/],
  "finish_reason ABORTED": [body({message, finish_reason: "ABORTED"}), /broke off its answer: ABORTED/],
  "finish_reason cancelled": [body({message, finish_reason: "cancelled"}), /broke off its answer/],
  "finish_reason insufficient_system_resource": [body({message, finish_reason: "insufficient_system_resource"}), /broke off/],
  "a number as content": [chat(42), FORMAT],
  "an object as content": [chat({answer: 42}), FORMAT],
  "a truth value as content": [chat(false), FORMAT],
  "numbers as parts": [chat([4, 2]), FORMAT],
  "parts of no type": [chat([{answer: 42}]), FORMAT],
  "no message": [body({finish_reason: "stop"}), FORMAT],
  "null as message": [body({message: null, finish_reason: "stop"}), FORMAT],
  "the shape of plain completions": [body({text: WHOLE, finish_reason: "stop"}), FORMAT]
} as const;

describe("in a body", () => {
  test.each(Object.entries(broken))("%s is asked again, told, and never kept", async (_, [text, told]) => {
    const {base, calls} = await serve((response, {number}) => json(response, number === 0 ? text : chat(WHOLE)));
    const model = quick({base});
    expect(await model.ask(ask())).toMatchObject({text: WHOLE, retries: 1});
    expect(model.retries[0]!.error.message).toMatch(told);
    expect(calls).toHaveLength(2);
    const always = await serve(response => json(response, text));
    const kept = new Map<string, Completion>();
    const cache = {
      get: (key: string) => kept.get(key),
      put: async (key: string, value: Completion) => void kept.set(key, value),
      reserve: () => () => {}
    };
    await errorOf(complete(ask(), {cache, endpoint: quick({base: always.base, retries: 2})}));
    expect(kept.size).toBe(0);
    expect(always.calls).toHaveLength(3);
  });
});

describe("in a stream", () => {
  const sse = {"content-type": "text/event-stream"};
  const event = (choices: unknown[], more: object = {}) => `data: ${JSON.stringify({choices, ...more})}\n\n`;
  const hi = event([{delta: {content: "The answer i"}}]);
  const DONE = "data: [DONE]\n\n";
  const asking = async (text: string) => {
    const {base, calls} = await serve(response => response.writeHead(200, sse).end(text));
    const outcome = await quick({base, stream: true, retries: 2})
      .ask(ask())
      .catch((error: Error) => error);
    return {outcome, asked: calls.length};
  };

  test.each([
    ["an error in a choice", hi + event([{delta: {}, error: {message: "died"}}]) + DONE],
    ["an error in the second choice", hi + event([{delta: {}}, {error: {message: "died"}}]) + DONE],
    ["finish_reason abort", hi + event([{delta: {}, finish_reason: "abort"}]) + DONE],
    ["a number as content", event([{delta: {content: 42}, finish_reason: "stop"}], {usage}) + DONE],
    ["the shape of plain completions", event([{text: WHOLE, finish_reason: "stop"}], {usage}) + DONE],
    ["no end at all", hi]
  ])("%s is asked again", async (_, text) => {
    const {outcome, asked} = await asking(text);
    expect(outcome).toBeInstanceOf(Error);
    expect(asked).toBe(3);
  });

  test("[DONE] without a finish_reason is decided by one request: what was said is whole; nothing said is no answer", async () => {
    expect(await asking(hi + DONE)).toMatchObject({outcome: {text: "The answer i", finish_reason: "unknown"}, asked: 1});
    const nothing = await asking(DONE);
    expect(nothing.asked).toBe(1);
    expect(nothing.outcome).toMatchObject({message: expect.stringContaining("stream ended with [DONE] and nothing before it")});
  });
});

test("cache repair finds what older versions kept, takes it out only when told to, and keeps it beside; it is asked again", async () => {
  await using stub = await stubServer(() => WHOLE);
  await using book = await workbook();
  const words = ["run", "--base-url", stub.url, "--model", "m", "--out", "out", "--limit", "20"];
  expect((await book.command(...words)).code).toBe(0);
  const folder = join(book.root, "data/cache");
  const edit = async (changes: (Partial<Completion> | null)[]) => {
    const cache = openCache(folder);
    const keys = [...cache.keys()];
    for (const [i, change] of changes.entries()) if (change) await cache.put(keys[i]!, {...cache.get(keys[i]!)!, ...change});
    await cache.close();
    return keys;
  };
  const keys = await edit([
    {finish_reason: "abort", text: "The answer i"},
    {finish_reason: "error"},
    {text: "", completion_tokens: 3},
    {finish_reason: "content_filter"}
  ]);
  const look = await book.command("cache", "repair");
  expect(look.code).toBe(1);
  expect(look.stdout).toBe(
    "20 answers in data/cache; 0 damaged; 2 failures of a server (abort 1, error 1); 1 empty (--empty includes them); --yes removes 2, to be asked again\n"
  );
  const done = await book.command("cache", "repair", "--yes", "--empty");
  expect(done.code, done.stderr).toBe(0);
  expect(done.stdout).toContain("3 moved into data/cache/removed.jsonl");
  const kept = readFileSync(join(folder, "removed.jsonl"), "utf8")
    .trim()
    .split("\n")
    .map(line => JSON.parse(line));
  expect(kept.map(({key}) => key)).toEqual(keys.slice(0, 3));
  expect(kept[0].completion).toMatchObject({finish_reason: "abort", text: "The answer i"});
  expect((await book.command(...words)).stderr).toContain("3 asked, 17 from the cache");
  expect((await book.command("cache", "repair")).stdout).toContain("nothing to remove");
});

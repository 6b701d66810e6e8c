// Plays each row of the table in docs/endpoints.md against a server on loopback.
import {readFileSync} from "node:fs";
import type {ServerResponse} from "node:http";
import {brotliCompressSync, deflateRawSync, deflateSync, gzipSync} from "node:zlib";
import {expect, test} from "vitest";
import {complete} from "../../pipelines/infer/complete.node.js";
import type {Completion} from "../../pipelines/infer/completion.js";
import {storedZstd} from "../rows/storedZstd.js";
import {ask, quick, serve} from "./loopback.js";

const TEXT = "Answer: B";
const usage = {prompt_tokens: 20, completion_tokens: 5};
const DONE = "data: [DONE]\n\n";
const PAGE = "<!doctype html><title>Attention</title><p>Access was denied by our firewall.";

interface Reply {
  /** A JSON body, or the events of a stream, as text. */
  text: string;
  type?: string;
  headers?: Record<string, string>;
  pack?: (bytes: Uint8Array) => Uint8Array;
  /** Sends what comes before the response. */
  before?: (response: ServerResponse) => void;
  /** Breaks the connection after the text. */
  cut?: true;
  /** Whether another question was answered first. */
  isAnswering?: true;
}

const events = (...each: unknown[]): string => each.map(event => `data: ${JSON.stringify(event)}\n\n`).join("") + DONE;
const sse = (...each: unknown[]): Reply => ({text: events(...each), type: "text/event-stream"});
const body = (value: unknown): Reply => ({text: JSON.stringify(value)});
/** One choice, whole or in a stream, with fields of the body. */
const choice = (
  isStream: boolean,
  {message, ...fields}: {message?: object; [name: string]: unknown},
  more: object = {}
): Reply =>
  isStream
    ? sse({choices: [{index: 0, ...(message && {delta: message}), ...fields}], usage, ...more})
    : body({choices: [{index: 0, ...(message && {message}), ...fields}], usage, ...more});
const stop = {finish_reason: "stop"};
const reply = (content: unknown, more: object = {}) => ({message: {role: "assistant", content}, ...stop, ...more});
const whole = (isStream: boolean): Reply => choice(isStream, reply(TEXT));
const packed = (header: string | null, pack: (bytes: Uint8Array) => Uint8Array) => (isStream: boolean) => ({
  ...whole(isStream),
  ...(header !== null && {headers: {"content-encoding": header}}),
  pack
});
const message = (content: string, finish: object = {}) => ({choices: [{index: 0, message: {content}, ...finish}]});
const delta = (content: string) => ({index: 0, delta: {content}});
const error = (fields: object) => () => body({error: {message: "it was refused", ...fields}});
const page = (): Reply => ({text: PAGE, type: "text/html"});
const filled = {message: "no", code: 500};

const REPLIES: Record<string, (isStream: boolean) => Reply> = {
  "whole answer": whole,
  "whole answer of the other kind: a stream unasked, or none though asked for": isStream => whole(!isStream),
  "parts with `text: {value}`": isStream => choice(isStream, reply([{type: "text", text: {value: TEXT, annotations: []}}])),
  "choices out of order": isStream => {
    const [right, wrong] = [reply(TEXT), reply("Answer: C")];
    if (!isStream)
      return body({
        choices: [
          {index: 1, ...wrong},
          {index: 0, ...right}
        ],
        usage
      });
    return sse({
      choices: [
        {index: 1, delta: wrong.message, ...stop},
        {index: 0, delta: right.message, ...stop}
      ],
      usage
    });
  },
  "an index that is text": isStream => choice(isStream, {...reply(TEXT), index: "0"}),
  "an index that counts from 1": isStream => choice(isStream, {...reply(TEXT), index: 1}),
  "`message` in place of `delta`": () => sse({...message(TEXT, stop), usage}),
  "messages that are pieces": () => sse(message("Answer"), message(": B"), {choices: [{index: 0, message: {}, ...stop}], usage}),
  "messages that repeat the text so far": () => sse(message("Answer"), message("Answer: "), {...message(TEXT, stop), usage}),
  "`delta` and the whole `message`": () =>
    sse(
      {choices: [{...delta("Answer"), message: {content: "Answer"}}]},
      {choices: [{...delta(": B"), message: {content: TEXT}, ...stop}], usage}
    ),
  "an empty `delta` and the whole `message`": () =>
    sse({choices: [{index: 0, delta: {}, message: {content: TEXT}, ...stop}], usage}),
  "`error: {}` next to a whole answer": isStream => choice(isStream, reply(TEXT), {error: {}}),
  "an `error` of empty fields next to a whole answer": isStream =>
    choice(isStream, reply(TEXT), {error: {message: "", type: "", param: null, code: 0, details: []}}),
  "`error: {}` next to half an answer": isStream => choice(isStream, {message: {content: "Answ"}}, {error: {}}),
  "an `error` next to a whole answer": isStream => choice(isStream, reply(TEXT), {error: filled}),
  "finish reason `error`": isStream => choice(isStream, {...reply("Answ"), finish_reason: "error"}),
  "compressed with gzip": packed("gzip", gzipSync),
  "compressed with deflate": packed("deflate", deflateSync),
  "compressed with deflate, without zlib's header": packed("deflate", deflateRawSync),
  "compressed with br": packed("br", brotliCompressSync),
  "compressed with zstd": packed("zstd", bytes => storedZstd(Buffer.from(bytes).toString())),
  "compressed with gzip, then br": packed("gzip, br", bytes => brotliCompressSync(gzipSync(bytes))),
  "compressed with gzip, which no header says": packed(null, gzipSync),
  "compressed with gzip, without its last bytes": packed("gzip", bytes => gzipSync(bytes).subarray(0, -8)),
  "not compressed, though the header says gzip": packed("gzip", bytes => bytes),
  "not compressed, with the header `content-encoding: utf-8`": packed("utf-8", bytes => bytes),
  "damaged gzip": packed("gzip", bytes => {
    const damaged = gzipSync(bytes);
    return damaged.fill(0xff, 10, 40);
  }),
  "gzip that becomes 300 MB": isStream => ({...whole(isStream), headers: {"content-encoding": "gzip"}, pack: () => BOMB}),
  "`100 Continue`, then a whole answer": isStream => ({...whole(isStream), before: response => response.writeContinue()}),
  "`100 Continue` twice, then `103 Early Hints`, then a whole answer": isStream => ({
    ...whole(isStream),
    before(response) {
      response.writeContinue();
      response.writeContinue();
      response.writeEarlyHints({link: "</style.css>; rel=preload"});
    }
  }),
  "`103 Early Hints`, then a whole answer": isStream => ({
    ...whole(isStream),
    before: response => response.writeEarlyHints({link: "</style.css>; rel=preload"})
  }),
  "a switch of protocols that nobody asked for": isStream => ({
    ...whole(isStream),
    before: response => response.socket!.write("HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\n")
  }),
  "text in an unknown field of the message": isStream =>
    choice(isStream, {message: {role: "assistant", utterance: TEXT}, ...stop}),
  "text in an unknown field of the choice": isStream => choice(isStream, {message: {content: ""}, said: TEXT, ...stop}),
  "parts of an unknown type": isStream => choice(isStream, reply([{type: "bubble", bubble: TEXT}])),
  "an object as content": isStream => choice(isStream, reply({letter: "B"})),
  "an event of another interface, then the count of tokens": () => sse({reply: TEXT}, {usage}),
  "no choices": () => body({id: "x", choices: [], usage}),
  "`choices: null`": () => body({id: "x", choices: null, usage}),
  "an empty list as body": () => body([]),
  "the shape of plain completions": isStream => choice(isStream, {text: TEXT, ...stop}),
  "the shape of Anthropic's messages": isStream => {
    const start = {type: "content_block_delta", index: 0, delta: {type: "text_delta", text: TEXT}};
    return isStream
      ? {...sse(), text: events(start, {type: "message_delta", delta: {stop_reason: "end_turn"}}).replace(DONE, "")}
      : body({type: "message", content: [{type: "text", text: TEXT}], stop_reason: "end_turn"});
  },
  "a page": page,
  "a page, of a model that has answered": () => ({...page(), isAnswering: true}),
  "an empty body": () => ({text: ""}),
  "a task to look for later": () => body({id: "task-1", state: "queued"}),
  "a stream that breaks off": () => ({
    ...sse({choices: [delta("Answ")]}),
    text: events({choices: [delta("Answ")]}).replace(DONE, ""),
    cut: true
  }),
  "a stream that breaks off after `[DONE]`": () => ({...whole(true), cut: true}),
  "`[DONE]` alone": () => ({text: DONE, type: "text/event-stream"}),
  "a redirect": () => ({text: "", headers: {location: "https://elsewhere.example/v1/chat/completions"}}),
  "an error": error({type: "some_error"}),
  "an error, of a model that has answered": () => ({...error({})(), isAnswering: true}),
  "an error compressed with gzip": () => ({...error({})(), headers: {"content-encoding": "gzip"}, pack: gzipSync}),
  "an error of a content filter": error({code: "content_filter"}),
  "an error of moderation": error({metadata: {reasons: ["violence"], flagged_input: "a question"}}),
  "an error that names no such model": error({code: "model_not_found"}),
  "an error that names no money": error({code: "insufficient_quota"})
};
const BOMB = gzipSync(Buffer.alloc(300e6, `:${"x".repeat(65_535)}\n`)); // comments of a stream

const table = readFileSync(new URL("../../docs/endpoints.md", import.meta.url), "utf8").split(
  "| status | body | stream | result |"
)[1]!;
const rows = table
  .split("\n")
  .filter(line => /^\| \d/.test(line))
  .map(line => line.slice(2, -2).split(" | ") as [string, string, string, string])
  .flatMap(([statuses, body, stream, result]) =>
    statuses.split(", ").flatMap(status =>
      (stream === "both" ? [false, true] : [stream === "yes"]).map(isStream => ({
        status: Number(status),
        body,
        isStream,
        result
      }))
    )
  );

async function play({status, body, isStream}: (typeof rows)[number]) {
  const {text, type = "application/json", headers = {}, pack, before, cut, isAnswering} = REPLIES[body]!(isStream);
  const server = await serve((response, {body: asked}) => {
    const isOdd = asked.includes("odd");
    const bytes = isOdd ? (pack ? pack(Buffer.from(text)) : text) : whole(isStream).text;
    const kind = isOdd ? type : isStream ? "text/event-stream" : "application/json";
    if (isOdd) before?.(response);
    response.writeHead(isOdd && status >= 200 ? status : 200, {"content-type": kind, ...(isOdd && headers)});
    if (!(isOdd && cut)) response.end(bytes);
    else response.write(bytes, () => setImmediate(() => response.destroy()));
  });
  const cached = new Map<string, Completion>();
  const cache = {
    get: (key: string) => cached.get(key),
    put: async (key: string, value: Completion) => void cached.set(key, value),
    reserve: () => () => {}
  };
  const model = quick({base: server.base, stream: isStream, retries: 2, apiKey: "sk-canary-1234"});
  const put = async (
    question: string
  ): Promise<{text?: string; finish?: string; message?: string; asked: number; cached: number}> => {
    const before = {asked: server.calls.length, cached: cached.size};
    const outcome = await complete(ask(question), {cache, endpoint: model}).then(
      ({completion}) => ({text: completion.text, finish: completion.finish_reason}),
      (error: Error) => ({message: error.message})
    );
    return {...outcome, asked: server.calls.length - before.asked, cached: cached.size - before.cached};
  };
  if (isAnswering) expect(await put("a plain question to begin with")).toMatchObject({text: TEXT});
  return {put, calls: server.calls};
}

test.each(rows)("$status, $body, stream: $isStream: $result", async row => {
  const {put, calls} = await play(row);
  const outcome = await put("an odd question");
  expect(calls[0]!.headers["accept-encoding"]).toBe("gzip, deflate, br, zstd");
  switch (row.result) {
    case "answer":
      expect(outcome).toEqual({text: TEXT, finish: "stop", asked: 1, cached: 1});
      break;
    case "no text":
      expect(outcome).toEqual({text: "", finish: "content_filter", asked: 1, cached: 1});
      break;
    case "asked again":
      expect(outcome).toEqual({message: expect.any(String), asked: 3, cached: 0});
      expect(await put("a plain question")).toMatchObject({text: TEXT, asked: 1, cached: 1});
      break;
    case "question fails":
      expect(outcome).toEqual({message: expect.any(String), asked: 1, cached: 0});
      for (const name of ["second", "third", "fourth"])
        expect(await put(`a ${name} odd question`)).toMatchObject({asked: 1, cached: 0});
      expect(await put("a plain question")).toMatchObject({text: TEXT, asked: 1});
      break;
    case "model ends":
      expect(outcome).toEqual({message: expect.any(String), asked: 1, cached: 0});
      expect(await put("a plain question")).toEqual({message: expect.any(String), asked: 0, cached: 0});
      break;
    case "model ends after three":
      expect(outcome).toMatchObject({asked: 1, cached: 0});
      expect(await put("an odd question")).toMatchObject({asked: 1}); // the same question counts once
      for (const name of ["second", "third"]) expect(await put(`a ${name} odd question`)).toMatchObject({asked: 1, cached: 0});
      expect(await put("a plain question")).toEqual({message: expect.any(String), asked: 0, cached: 0});
      break;
    default:
      throw new Error(`no result is called "${row.result}"`);
  }
});

test("every reply is in the table", () => {
  expect([...new Set(rows.map(({body}) => body))].sort()).toEqual(Object.keys(REPLIES).sort());
});

test("an unreadable body is shown by its first 200 characters, without the key", async () => {
  const long = `{"reply":"sk-canary-1234 ${"x".repeat(150)} end of the shown part? ${"y".repeat(500)}"}`;
  const {base} = await serve(response => response.writeHead(200, {"content-type": "application/json"}).end(long));
  const model = quick({base, retries: 0, apiKey: "sk-canary-1234"});
  const {message} = await model.ask(ask()).then(
    () => ({message: ""}),
    (error: Error) => error
  );
  const excerpt = message.slice(message.indexOf('{"reply"'));
  expect(excerpt).toHaveLength(200);
  expect(excerpt.slice(0, 199)).toBe(long.replace("sk-canary-1234", "[key]").slice(0, 199));
});

// All bytes that runs send to servers given by URL, and the check that no place or right answer of an item is among them.
import {once} from "node:events";
import {readFileSync} from "node:fs";
import {type AddressInfo, connect, createServer} from "node:net";
import {expect, onTestFinished} from "vitest";
import {serve} from "../infer/loopback.js";

/** Generated items of facts, of another language and of programs. */
export const ITEMS = {
  "suites/small.yaml":
    "tasks:\n  - {task: zen-hallu, params: {subject: countries}}\n  - {task: zen-multilang, params: {language: fr}}\n  - {task: zen-sql, params: {level: 1}}\n"
};

/** Returns a server in front of another one that records all bytes of requests, until the test ends. */
export async function recordBytes(target: string): Promise<{url: string; sent(): string}> {
  const chunks: Buffer[] = [];
  const server = createServer(socket => {
    const onward = connect(Number(new URL(target).port), "127.0.0.1");
    socket.on("data", chunk => chunks.push(chunk as Buffer));
    socket.pipe(onward).pipe(socket);
    for (const each of [socket, onward]) each.on("error", () => {});
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    sent: () => Buffer.concat(chunks).toString()
  };
}

const RESPONSES: readonly [path: string, file: string][] = [
  ["/responses", "responses"],
  ["/chat/completions", "azure-chat"]
];

/** Returns the address of a server that answers chat completions and responses with a recorded one, streamed where that is asked for. */
export async function recordedResponses(): Promise<string> {
  const {base} = await serve((response, {url, body}) => {
    const file = RESPONSES.find(([path]) => url.endsWith(path))?.[1];
    if (file === undefined) return void response.writeHead(404).end();
    const isStream = (JSON.parse(body) as {stream?: boolean}).stream === true;
    response.writeHead(200, {"content-type": isStream ? "text/event-stream" : "application/json"});
    response.end(readFileSync(new URL(`../fixtures/endpoints/${file}.${isStream ? "sse" : "json"}`, import.meta.url)));
  });
  return base;
}

/** Checks that questions of `ITEMS` were sent, and nothing from which their right answers could be made. */
export function expectBareQuestions(sent: string, model: string): void {
  expect(sent).toContain(model);
  expect(sent).toMatch(/ISO 3166|capital|currency|Quel|Combien|CREATE TABLE/u);
  expect(sent.toLowerCase()).not.toContain("x-reasonbook");
  expect(sent).not.toMatch(/"(?:expected|item_id|index|seed|generator_version|base_task)"|zen-(?:hallu|multilang|sql)/u);
}

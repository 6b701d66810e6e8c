// Places of items go to the built-in server alone: all bytes that a run sends to an endpoint given by URL are recorded.
import {once} from "node:events";
import {type AddressInfo, connect, createServer} from "node:net";
import {expect, test} from "vitest";
import {itemPlaceOf} from "../../pipelines/generate/itemPlace.node.js";
import {defaultQuestions} from "../../pipelines/generate/registry.node.js";
import {endpoint} from "../../pipelines/infer/endpoint.node.js";
import {workbook} from "../workbook.js";
import {type BatchServer, BOOK, batchServer, modelFile} from "./batch/server.js";

/** A server in front of another one that records all bytes of requests. */
async function recorder(target: BatchServer) {
  const chunks: Buffer[] = [];
  const server = createServer(socket => {
    const onward = connect(Number(new URL(target.url).port), "127.0.0.1");
    socket.on("data", chunk => chunks.push(chunk as Buffer));
    socket.pipe(onward).pipe(socket);
    for (const each of [socket, onward]) each.on("error", () => {});
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    sent: () => Buffer.concat(chunks).toString(),
    async [Symbol.asyncDispose]() {
      server.close();
      await target[Symbol.asyncDispose]();
    }
  };
}

const ITEMS = {
  "suites/small.yaml":
    "tasks:\n  - {task: zen-hallu, params: {subject: countries}}\n  - {task: zen-multilang, params: {language: fr}}\n  - {task: zen-sql, params: {level: 1}}\n"
};
const stream = "stream: true\n";

test.each([
  ["openai", "", []],
  ["openai", stream, []],
  ["anthropic", "", []],
  ["openai", "", ["--batch"]],
  ["anthropic", "", ["--batch"]]
] as const)("a run by %s (%s, %s) sends no place of an item to a server given by URL", async (form, more, options) => {
  await using server = await recorder(await batchServer());
  await using book = await workbook({
    ...ITEMS,
    "book.yaml": BOOK.replace("max: 24", "max: 8"),
    "models/cedar.yaml": modelFile(server.url, form) + more
  });
  await book.command("run", ...options);
  const sent = server.sent();
  expect(sent).toContain("sim-cedar-01");
  expect(sent).toMatch(/ISO 3166|capital|currency|Quel|Combien|CREATE TABLE/u);
  expect(sent.toLowerCase()).not.toContain("x-reasonbook");
  expect(sent).not.toMatch(/"(?:expected|item_id|index|seed|generator_version|base_task)"|zen-(?:hallu|multilang|sql)/u);
});

test.each([
  true,
  false
])("an endpoint sends the place of a request's item where it is the built-in server's (%s)", async sendsItems => {
  await using server = await recorder(await batchServer());
  const test = {
    ...defaultQuestions("arithmetic", 1)(0),
    base_task: "zen-hallu",
    params: {},
    generator_version: 2,
    seed: 1,
    index: 3
  };
  const client = endpoint({base: server.url, sendsItems});
  const request = {
    base: server.url,
    protocol: "openai",
    model: "sim-cedar-01",
    messages: [{role: "user", content: "Name the capital of Peru."}],
    sampling: {max_tokens: 100},
    trial: 0,
    item: itemPlaceOf(test as never)
  } as const;
  await client.ask({...request, messages: [...request.messages]});
  await client.close();
  expect(server.sent().includes("x-reasonbook-item: %7B%22task%22%3A%22zen-hallu%22")).toBe(sendsItems);
});

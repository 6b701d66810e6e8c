// Places of items go to the built-in server alone: all bytes that a run sends to an endpoint given by URL are recorded.
import {expect, test} from "vitest";
import {itemPlaceOf} from "../../pipelines/generate/itemPlace.node.js";
import {defaultQuestions} from "../../pipelines/generate/registry.node.js";
import {endpoint} from "../../pipelines/infer/endpoint.node.js";
import {workbook} from "../workbook.js";
import {BOOK, batchServer, modelFile} from "./batch/server.js";
import {expectBareQuestions, ITEMS, recordBytes, recordedResponses} from "./sentBytes.js";

const stream = "stream: true\n";

test.each([
  ["openai", "", []],
  ["openai", stream, []],
  ["anthropic", "", []],
  ["openai", "", ["--batch"]],
  ["anthropic", "", ["--batch"]]
] as const)("a run by %s (%s, %s) sends no place of an item to a server given by URL", async (form, more, options) => {
  await using target = await batchServer();
  const server = await recordBytes(target.url);
  await using book = await workbook({
    ...ITEMS,
    "book.yaml": BOOK.replace("max: 24", "max: 8"),
    "models/cedar.yaml": modelFile(server.url, form) + more
  });
  await book.command("run", ...options);
  expectBareQuestions(server.sent(), "sim-cedar-01");
});

test.each(["", stream])("a run by responses (%s) sends none either", async more => {
  const server = await recordBytes(await recordedResponses());
  await using book = await workbook({
    ...ITEMS,
    "book.yaml": BOOK.replace("max: 24", "max: 8"),
    "models/cedar.yaml": `id: cedar\nendpoint: ${server.url}\nprotocol: responses\n${more}`
  });
  const ran = await book.command("run");
  expect(ran.code, ran.stderr).toBe(0);
  expectBareQuestions(server.sent(), "cedar");
});

test.each([
  true,
  false
])("an endpoint sends the place of a request's item where it is the built-in server's (%s)", async sendsItems => {
  await using target = await batchServer();
  const server = await recordBytes(target.url);
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

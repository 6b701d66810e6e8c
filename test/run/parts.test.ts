// Banks of image questions, dialogues with two tools and further turns: whole runs against a server of other hands and against the built-in one,
// and what is wrong with such records.
import {writeFileSync} from "node:fs";
import {join} from "node:path";
import {LLMock} from "@copilotkit/aimock";
import {expect, onTestFinished, test} from "vitest";
import {readBook} from "../../pipelines/book/read.node.js";
import {run} from "../../pipelines/run/run.js";
import {query} from "../../pipelines/store/sql.node.js";
import {readAll, folder as temporary} from "../book/banks/files.js";
import {builtInServer} from "../builtInServer.js";
import {silent} from "../silent.js";
import {workbook} from "../workbook.js";

const PIXEL =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const weather = {
  name: "get_weather",
  description: "the weather of a city",
  parameters: {type: "object", properties: {city: {type: "string"}}, required: ["city"]},
  results: {'{ "city" : "Oslo" }': "snow"},
  otherwise: "unknown city"
};
const time = {name: "get_time", description: "the time", results: {"{}": "12:00"}};
const IMAGE = {question: "Which colour has the pixel?", answer: "green", images: [PIXEL]};
const TOOLS = {
  question: 'What is the weather in "Oslo", and the time?',
  answer: "snow, 12:00",
  tools: [weather, time],
  max_turns: 4
};

async function runOf(url: string, {model, items}: {model: string; items: readonly object[]}) {
  const place = await workbook({
    "book.yaml":
      "suite: suites/own.yaml\nmodels: [models/own.yaml]\ntemplate: templates/plain.yaml\nsampler: samplers/greedy.yaml\nprecision: {min: 64, max: 64}\n",
    "suites/own.yaml": "tasks: [{bank: own}]\n",
    "models/own.yaml": `{id: own, model: ${model}, endpoint: ${url}, retries: 0}\n`,
    "samplers/greedy.yaml": "max_tokens: 256\n",
    "banks/own.yaml": "files: own.jsonl\nscorer: {kind: exact, ignore_case: true}\n"
  });
  onTestFinished(() => place[Symbol.asyncDispose]());
  writeFileSync(join(place.root, "data/banks/own.jsonl"), items.map(item => JSON.stringify(item)).join("\n"));
  const folder = join(place.root, "data/store");
  const book = await readBook(undefined, {root: place.root});
  const ran = async () => (await run(book, {folder, report: silent}))!;
  return {ran, first: await ran(), rows: async (text: string) => (await query(text, {folder})).rows};
}
const SAMPLES = `select regexp_extract(i.prompt, '^\\w+ \\w+') as q, s.status::int, s.answer, r.text
  from samples s join items i using (item_id) join responses r using (item_id) order by 1`;

test("a server of other hands: an image question, two tools in one dialogue and a second turn are samples of one run", async () => {
  const mock = new LLMock({port: 0});
  mock.onToolResult("call_b", {content: "Answer: snow, 12:00"});
  mock.onMessage("What is the weather", {
    toolCalls: [
      {name: "get_weather", arguments: '{"city":"Oslo"}', id: "call_a"},
      {name: "get_time", arguments: "{}", id: "call_b"}
    ]
  });
  mock.onMessage("Which colour", {content: "Answer: green"});
  mock.onMessage("Add one", {content: "Answer: 8"});
  mock.onMessage("Think of", {content: "7"});
  await mock.start();
  onTestFinished(async () => {
    await mock.stop();
  });
  const turns = {question: "Think of seven.", answer: "8", turns: ["Add one to it."]};
  const {first, ran, rows} = await runOf(`${mock.url}/v1`, {model: "gpt-4o", items: [IMAGE, TOOLS, turns]});
  expect(first).toMatchObject({samples: 3, requests: 5, failed: 0});
  expect(await rows(SAMPLES)).toEqual([
    ["Think of", 1, "8", "Answer: 8"],
    ["What is", 1, "snow, 12:00", "Answer: snow, 12:00"],
    ["Which colour", 1, "green", "Answer: green"]
  ]);
  const bodies = mock.getRequests().map(({body}) => body as {messages: {role: string; content: unknown}[]; tools?: object[]});
  expect(bodies).toHaveLength(5);
  const shown = bodies.find(({messages}) => JSON.stringify(messages).includes("Which colour"))!;
  expect(shown.messages[0]!.content).toMatchObject([{type: "image_url", image_url: {url: PIXEL}}, {type: "text"}]);
  const results = bodies.flatMap(({messages}) => messages.filter(({role}) => role === "tool").map(({content}) => content));
  expect(results).toEqual(["snow", "12:00"]);
  expect(bodies.filter(({tools}) => tools?.length === 2)).toHaveLength(2);

  expect(await ran()).toMatchObject({requests: 0, cached: 5});
  expect(mock.getRequests()).toHaveLength(5);
});

test("the built-in server: the planner calls both tools; of an image it says that it has no solver, which is not scored", async () => {
  const url = await builtInServer();
  const {first, rows} = await runOf(url, {model: "sim-lynx-08", items: [IMAGE, TOOLS]});
  expect(first).toMatchObject({requests: 3, failed: 0});
  const found = await rows(SAMPLES);
  expect(found).toContainEqual(["What is", 1, "snow, 12:00", "Answer: snow, 12:00"]);
});

const read = async (items: readonly object[]) => {
  await using place = await temporary();
  const file = await place.write("own.jsonl", items.map(item => JSON.stringify(item)).join("\n"));
  const {items: found, counts} = await readAll({files: [file], layout: "plain"});
  return {found, problems: counts.problems.map(problem => problem.replace(/^.*own\.jsonl:/u, ""))};
};

test("records with broken parts are named with their line and what is wrong", async () => {
  const q = (i: number, parts: object) => ({question: `Question ${i}?`, answer: "x", ...parts});
  const {found, problems} = await read([
    q(1, {images: ["data:image/png;base64,AAAA"]}),
    q(2, {images: ["http://example.org/a.png"]}),
    q(3, {images: 7}),
    q(4, {tools: [{name: "a b"}]}),
    q(5, {tools: [time, time]}),
    q(6, {tools: [{...weather, results: {Oslo: "snow"}}]}),
    q(7, {tools: "no list"}),
    q(8, {turns: ["on", ""]}),
    q(9, {max_turns: 0}),
    q(10, {turns: ["on", "and on"], max_turns: 2}),
    q(11, {choices: ["a", "b"], answer: "A", scorer: {kind: "loglikelihood"}, images: [PIXEL]}),
    q(12, {images: [], tools: null, turns: "", max_turns: null})
  ]);
  expect(problems).toEqual([
    "1 images.0: the bytes are not image/png; expected data:image/png;base64,… (or jpeg, gif, webp)",
    '2 images.0: "http://example.org/a.png" is not a data URL of an image; expected data:image/png;base64,… (or jpeg, gif, webp)',
    "3 images: not a list of data URLs",
    "4 tools.0.name: a tool's name has up to 64 letters, digits, _ and -",
    '5 tools.1: a second tool named "get_time"',
    '6 tools.0.results: "Oslo" is not a JSON map of arguments, such as {"city":"Oslo"}',
    "7 tools: not a list of tools",
    "8 turns: not a list of texts",
    "9 max_turns: 0 is not a whole number from 1 to 1000",
    "10 max_turns: 2 requests cannot put a question and 2 further turns",
    "11 images: a question that is scored by log-probability is one text"
  ]);
  expect(found.map(({item}) => item)).toEqual([expect.not.objectContaining({images: expect.anything()})]);
});

test("parts are part of an item's identity, and of no other item's; they come back the same", async () => {
  const plain = {question: "Which colour has the pixel?", answer: "green"};
  const {found} = await read([plain, IMAGE, {...plain, turns: ["And now?"]}, {...plain, tools: [time]}, IMAGE]);
  expect(new Set(found.map(({id}) => id)).size).toBe(4);
  const again = await read(found.map(({item}) => item));
  expect(again.problems).toEqual([]);
  expect(again.found).toEqual(found);
});

// Plans of questions that take several requests each, held against what servers count: log-probabilities of choices, dialogues, grades.
import {once} from "node:events";
import {writeFileSync} from "node:fs";
import {createServer, type IncomingMessage, type ServerResponse} from "node:http";
import type {AddressInfo} from "node:net";
import {join} from "node:path";
import {expect, onTestFinished, test} from "vitest";
import {readBook} from "../../../pipelines/book/read.node.js";
import {openCache} from "../../../pipelines/infer/cache.node.js";
import type {ChatRequest} from "../../../pipelines/infer/completion.js";
import {referenceServer} from "../../../pipelines/infer/reference/server.node.js";
import {requestKey} from "../../../pipelines/infer/request.node.js";
import {predict} from "../../../pipelines/run/forecast/plan.js";
import {predictionText} from "../../../pipelines/run/forecast/text.js";
import {run} from "../../../pipelines/run/run.js";
import {silent} from "../../silent.js";
import {workbook} from "../../workbook.js";

/** A server that counts its requests, and answers them as `handle` does. */
async function counting(handle: (request: IncomingMessage, response: ServerResponse) => void) {
  const counted = {requests: 0};
  const server = createServer((request, response) => {
    counted.requests++;
    handle(request, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {counted, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`};
}

/** The built-in server, asked as any other is. */
function reference() {
  const inner = referenceServer();
  return counting((request, response) => void inner.emit("request", request, response));
}

interface Own {
  url: string;
  bank: string;
  items: readonly object[];
  most?: number;
  files?: Record<string, string>;
}

async function bookOf({url, bank, items, most = 64, files = {}}: Own) {
  const place = await workbook({
    "book.yaml": `suite: suites/own.yaml\nmodels: [models/own.yaml]\ntemplate: templates/plain.yaml\nsampler: samplers/greedy.yaml\nprecision: {min: ${most}, max: ${most}}\n`,
    "suites/own.yaml": "tasks: [{bank: own}]\n",
    "models/own.yaml": `{id: own, endpoint: ${url}, model: sim-lynx-05, retries: 0, price: {input: 1, output: 2}}\n`,
    "samplers/greedy.yaml": "max_tokens: 64\n",
    "banks/own.yaml": bank,
    ...files
  });
  onTestFinished(() => place[Symbol.asyncDispose]());
  writeFileSync(join(place.root, "data/banks/own.jsonl"), items.map(item => JSON.stringify(item)).join("\n"));
  const folder = join(place.root, "data/store");
  const book = await readBook(undefined, {root: place.root});
  return {
    place,
    book,
    plan: () => predict(book, {folder}),
    run: async () => (await run(book, {folder, report: silent}))!
  };
}

const question = (i: number, choices = 4) => ({
  question: `Which bird is number ${i} of the list?`,
  choices: Array.from({length: choices}, (_, k) => `bird ${k} of ${i}`),
  answer: "ABCD"[i % choices]!
});
const LIKELIHOOD = "files: own.jsonl\nscorer: {kind: loglikelihood}\n";
const exactly = (value: number) => ({low: value, high: value});

test("a bank of 4-choice items by log-probability: the server counts as many requests as the plan, before and after a run was cut", async () => {
  const {counted, url} = await reference();
  const items = Array.from({length: 12}, (_, i) => question(i));
  const own = await bookOf({url, bank: LIKELIHOOD, items});
  const before = await own.plan();
  expect(before.requests).toEqual(exactly(48));
  expect(before.expected.requests).toMatchObject({estimate: 48, ...exactly(48)});
  expect(before.together).toMatchObject({tests: exactly(12), requests: exactly(48)});
  expect(before.completion_tokens).toEqual(exactly(48)); // an echo generates one token
  expect(before.expected.completion_tokens.estimate).toBeCloseTo(48, 9);
  expect(before.several).toEqual([{bank: "own", each: exactly(4)}]);
  expect(predictionText(before)).toContain("A question of own takes 4 requests: one for the log-probability of each choice.");
  const ran = await own.run();
  expect(counted.requests).toBe(48);
  expect(ran).toMatchObject({requests: 48, cached: 0, samples: 12});
  expect((await own.plan()).requests).toEqual(exactly(0));

  // Of three items a choice or two are lost: these alone are asked again.
  const lost: ChatRequest[] = [];
  await predict(own.book, {
    folder: "/nowhere",
    look(request) {
      if (/bird [13] of [147]$/.test(request.messages[0]!.content)) lost.push(request);
      return undefined;
    }
  });
  expect(lost.length).toBeGreaterThan(0);
  const cache = openCache(own.book.cache);
  for (const request of lost) await cache.remove(requestKey(request));
  await cache.close();
  const removed = new Set(lost.map(requestKey)).size;
  expect((await own.plan()).requests).toEqual(exactly(removed));
  expect(await own.run()).toMatchObject({requests: removed, cached: 48 - removed});
  expect(counted.requests).toBe(48 + removed);
});

test("items of 2 and of 4 choices, one item, and repetitions: exact too", async () => {
  const {counted, url} = await reference();
  const mixed = await bookOf({url, bank: LIKELIHOOD, items: Array.from({length: 9}, (_, i) => question(i, i % 2 ? 2 : 4))});
  expect((await mixed.plan()).requests).toEqual(exactly(5 * 4 + 4 * 2));
  expect((await mixed.run()).requests).toBe(28);
  const fewer = await bookOf({
    url,
    bank: LIKELIHOOD,
    items: [question(0)],
    files: {"samplers/greedy.yaml": "max_tokens: 64\ntemperature: 0.5\ntrials: 3\n"}
  });
  expect((await fewer.plan()).requests).toEqual(exactly(12));
  counted.requests = 0;
  await fewer.run();
  expect(counted.requests).toBe(12);
  expect((await fewer.plan()).requests).toEqual(exactly(0));
});

const TOOL = {
  name: "next",
  description: "the next card",
  parameters: {type: "object", properties: {}},
  results: {"{}": "a card"}
};
const DIALOGUE = "files: own.jsonl\nscorer: {kind: exact}\n";

/** Calls the tool as often as the question's number says, then answers. */
const dealer = () =>
  counting(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const {messages} = JSON.parse(body) as {messages: {role: string; content: unknown}[]};
    const wanted = Number(/draw (\d+)/.exec(JSON.stringify(messages[0]))?.[1] ?? 0);
    const drawn = messages.filter(({role}) => role === "tool").length;
    const message =
      drawn < wanted
        ? {
            role: "assistant",
            content: null,
            tool_calls: [{id: `c${drawn}`, type: "function", function: {name: "next", arguments: "{}"}}]
          }
        : {role: "assistant", content: "Answer: done"};
    response.setHeader("content-type", "application/json");
    response.end(
      JSON.stringify({
        choices: [{message, finish_reason: drawn < wanted ? "tool_calls" : "stop"}],
        usage: {prompt_tokens: 100 + 20 * drawn, completion_tokens: 9}
      })
    );
  });

test("dialogues: between one request and the budget, half of it expected before any is known, and what is known afterwards", async () => {
  const {counted, url} = await dealer();
  const wants = [0, 1, 2, 3, 1, 2, 0, 3, 2, 2];
  const items = wants.map((wanted, i) => ({
    question: `Card game ${i}: draw ${wanted}.`,
    answer: "done",
    tools: [TOOL],
    max_turns: 5
  }));
  const own = await bookOf({url, bank: DIALOGUE, items});
  const before = await own.plan();
  expect(before.requests).toEqual({low: 10, high: 50});
  expect(before.expected.requests.estimate).toBeCloseTo(30, 0);
  expect(before.expected.requests.low).toBeLessThan(15);
  expect(before.expected.requests.high).toBeGreaterThan(45);
  expect(before.several).toEqual([{bank: "own", each: {low: 1, high: 5}, expected: {requests: 3, known: 0}}]);
  expect(predictionText(before)).toContain(
    "A question of own takes 1 to 5 requests, depending on its dialogue; 3 expected, half of the range, since no dialogue is at hand."
  );
  // Prompts grow within a dialogue, and the bound of cost with them.
  expect(before.prompt_tokens.high).toBeGreaterThan(5 * before.prompt_tokens.low);
  expect(before.expected.cost!.high).toBeLessThanOrEqual(before.cost.high);

  const asked = wants.reduce((sum, wanted) => sum + wanted + 1, 0);
  expect(await own.run()).toMatchObject({requests: asked, samples: 10});
  expect(counted.requests).toBe(asked);
  const after = await own.plan();
  expect(after).toMatchObject({cached: 10, requests: exactly(0), expected: {requests: {estimate: 0}}});
  expect(await own.run()).toMatchObject({requests: 0, cached: asked});
  expect(counted.requests).toBe(asked);

  // More items of the same kind: the dialogues at hand say how long they are, and a dialogue that was cut needs only its end.
  const more = Array.from({length: 40}, (_, i) => ({
    question: `Card game ${10 + i}: draw ${wants[i % 10]}.`,
    answer: "done",
    tools: [TOOL],
    max_turns: 5
  }));
  writeFileSync(join(own.place.root, "data/banks/own.jsonl"), [...items, ...more].map(item => JSON.stringify(item)).join("\n"));
  const book = await readBook(undefined, {root: own.place.root});
  const wider = await predict(book, {folder: join(own.place.root, "data/store")});
  expect(wider.requests).toEqual({low: 40, high: 200});
  const [several] = wider.several!;
  // (1 + n·place) ÷ (2 + n) with n = 10 and place = (26 − 10) ÷ (50 − 10), of four further requests.
  expect(several!.expected!.known).toBe(10);
  expect(several!.expected!.requests).toBeCloseTo(1 + 4 * ((1 + 10 * 0.4) / 12), 9);
  expect(wider.expected.requests.low).toBeLessThan(104); // what they take: 4 × 26
  expect(wider.expected.requests.high).toBeGreaterThan(104);
  expect(wider.expected.requests.high - wider.expected.requests.low).toBeLessThan(100);
});

test("turns without tools: as many requests as turns at most; a cut answer ends it", async () => {
  const {counted, url} = await dealer();
  const own = await bookOf({url, bank: DIALOGUE, items: [{question: "One?", answer: "done", turns: ["Two?", "Three?"]}]});
  expect((await own.plan()).requests).toEqual({low: 1, high: 3});
  await own.run();
  expect(counted.requests).toBe(3);
});

const RUBRIC =
  'files: own.jsonl\nfields: {question: q}\nscorer: {kind: rubric, rubric: "Is it clear?"}\njudge: models/judge.yaml\n';
const essays = Array.from({length: 6}, (_, i) => ({q: `Write essay ${i}.`}));
const writer = () =>
  counting(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const grading = body.includes("You grade one answer");
    response.setHeader("content-type", "application/json");
    const message = {role: "assistant", content: grading ? '{"points": 7}' : "A fine essay."};
    response.end(
      JSON.stringify({
        choices: [{message, finish_reason: "stop"}],
        usage: grading ? {prompt_tokens: 200, completion_tokens: 8} : {prompt_tokens: 20, completion_tokens: 30}
      })
    );
  });

test("a judge's requests, tokens and cost have a line of their own, and are part of the sums", async () => {
  const {counted, url} = await writer();
  const judge = `{id: examiner, endpoint: ${url}, model: strict-1, retries: 0, price: {input: 10, output: 30}, sampler: {max_tokens: 500}}\n`;
  const own = await bookOf({url, bank: RUBRIC, items: essays, files: {"models/judge.yaml": judge}});
  const plan = await own.plan();
  const [graded] = plan.graded!;
  expect(plan.graded).toMatchObject([
    {bank: "own", judge: "examiner", price: {input: 10, output: 30}, requests: exactly(6), known: 0}
  ]);
  expect(plan.requests).toEqual(exactly(12));
  expect(plan.by_model[0]!.requests).toEqual(exactly(6));
  expect(plan.cost.high).toBeCloseTo(plan.by_model[0]!.cost.high + graded!.cost.high, 12);
  expect(graded!.completion_tokens).toEqual({low: 6 * 5, high: 6 * 500});
  expect(graded!.cost.high).toBeCloseTo((graded!.prompt_tokens.high * 10 + 3000 * 30) / 1e6, 12);
  expect(plan.expected.cost!.estimate).toBeCloseTo(
    plan.by_model[0]!.expected.cost!.estimate + graded!.expected.cost!.estimate,
    9
  );
  expect(graded!.expected.cost!.low).toBeGreaterThanOrEqual(graded!.cost.low);
  expect(graded!.expected.cost!.high).toBeLessThanOrEqual(graded!.cost.high);
  expect(predictionText(plan)).toMatch(/own +examiner +10, 30 +6 .*\$0\.\d+ – \$0\.\d+/);
  await own.run();
  expect(counted.requests).toBe(12);
  expect((await own.plan()).requests).toEqual(exactly(0));

  // Another judge grades the same answers, which are at hand: grades alone are asked for.
  writeFileSync(join(own.place.root, "data/models/judge.yaml"), judge.replace("strict-1", "strict-2"));
  const other = await readBook(undefined, {root: own.place.root});
  const again = await predict(other, {folder: join(own.place.root, "data/store")});
  expect(again.requests).toEqual(exactly(6));
  expect(again.by_model[0]!.requests).toEqual(exactly(0));
  expect(again.graded![0]!.requests).toEqual(exactly(6));
  expect(again.expected.cost!.estimate).toBeGreaterThan(0);

  // Where grades are at hand their lengths are expected: 200 tokens in and 8 out each.
  writeFileSync(join(own.place.root, "data/models/judge.yaml"), judge);
  const more = [...essays, ...essays.map((_, i) => ({q: `Write essay ${6 + i}.`}))];
  writeFileSync(join(own.place.root, "data/banks/own.jsonl"), more.map(item => JSON.stringify(item)).join("\n"));
  const wider = await predict(await readBook(undefined, {root: own.place.root}), {folder: join(own.place.root, "data/store")});
  expect(wider.graded![0]).toMatchObject({requests: exactly(6), known: 6});
  expect(wider.graded![0]!.expected.prompt_tokens.estimate).toBeCloseTo(6 * 200, 6);
  expect(wider.graded![0]!.expected.completion_tokens.estimate / (6 * 8)).toBeCloseTo(1, 1);
});

test("a judge without a price is said to have none, and is not counted as 0 in silence", async () => {
  const judge = "{id: examiner, endpoint: http://localhost:1/v1, model: strict-1}\n";
  const own = await bookOf({url: "http://localhost:1/v1", bank: RUBRIC, items: essays, files: {"models/judge.yaml": judge}});
  const plan = await own.plan();
  expect(plan.unpriced).toEqual(["examiner"]);
  expect(plan.graded![0]!.expected.cost).toBeNull();
  expect(plan.expected.cost!.estimate).toBeCloseTo(plan.by_model[0]!.expected.cost!.estimate, 12);
  const text = predictionText(plan);
  expect(text).toMatch(/own +examiner +unknown +6 .*unknown: no price +unknown: no price/);
  expect(text).toContain("examiner: no price is known, counted as free; no cost limit can be enforced");
  expect(text).toMatch(/^ {2}cost +\$.* without the unpriced/m);
});

test.each([
  ["openai", 255, "85 and 170 for each tile of 512 pixels"],
  ["anthropic", 1, "width × height ÷ 750"]
])("an image counts in a plan by the formula of its protocol: %s", async (protocol, tokens, formula) => {
  const pixel =
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
  const items = Array.from({length: 3}, (_, i) => ({question: `Which colour has pixel ${i}?`, answer: "green"}));
  const planOf = async (images: string[]) => {
    const own = await bookOf({
      url: "http://127.0.0.1:9/v1",
      bank: "files: own.jsonl\n",
      items: items.map(item => ({...item, images})),
      files: {"models/own.yaml": `{id: own, endpoint: "http://127.0.0.1:9/v1", protocol: ${protocol}}\n`}
    });
    return own.plan();
  };
  const [without, shown] = [await planOf([]), await planOf([pixel, pixel])];
  expect(without.images).toBeUndefined();
  expect(shown.images).toEqual([{model: "own", formula: protocol === "openai" ? "tiles" : "area", tokens}]);
  expect(shown.prompt_tokens.low - without.prompt_tokens.low).toBeCloseTo(3 * 2 * tokens, 9);
  expect(shown.prompt_tokens.high - without.prompt_tokens.high).toBeCloseTo(3 * 2 * tokens, 9);
  expect(predictionText(shown)).toContain(
    `An image shown to own counts as ${tokens} prompt tokens on average, an estimate (${formula}).`
  );
});

// Servers whose bills do not follow from what they say: the limit of cost holds all the same.
import type {ServerResponse} from "node:http";
import {setTimeout as sleep} from "node:timers/promises";
import {expect, test} from "vitest";
import {stubServer, workbook} from "../workbook.js";

const LIMIT = 10;
const DOLLARS_PER_TOKEN = 0.001;
const PROMPT_TOKENS = 50;

interface Bill {
  /** Completion tokens that the server really makes of a request. */
  tokens: number;
  /** What it says of them; nothing at all without. */
  usage?: Record<string, unknown>;
}

const answer = (response: ServerResponse, {usage}: Bill, finish_reason = "stop") =>
  response
    .setHeader("content-type", "application/json")
    .end(JSON.stringify({choices: [{message: {content: "Answer: 4"}, finish_reason}], ...(usage ? {usage} : {})}));

/** What a run under a limit of $10 really costs at a server that makes such answers, and what it ended with. */
async function spend(bill: (body: Record<string, unknown>) => Bill, sampler = "max_tokens: 2048\n") {
  let tokens = 0;
  let requests = 0;
  await using stub = await stubServer(async (body, _, response) => {
    const each = bill(body);
    requests++;
    tokens += PROMPT_TOKENS + each.tokens;
    await sleep(5);
    answer(response, each);
    return undefined;
  });
  await using book = await workbook({"samplers/greedy.yaml": sampler});
  const ended = await book.command(
    ...["run", "--base-url", stub.url, "--model", "m", "--out", "out", "--retries", "0"],
    ...["--max-cost", `${LIMIT}`, "--price", "1000,1000"]
  );
  return {...ended, requests, cost: tokens * DOLLARS_PER_TOKEN};
}

const usage = (completion_tokens: number, more: object = {}) => ({prompt_tokens: PROMPT_TOKENS, completion_tokens, ...more});

test.each([
  ["says that nothing was billed", () => ({tokens: 400, usage: usage(400, {cost: 0})})],
  ["bills less than its price", () => ({tokens: 400, usage: usage(400, {cost: 1e-6})})],
  ["reports no usage and hides 2,000 tokens of reasoning", () => ({tokens: 2000})],
  ["reports a usage of nothing", () => ({tokens: 2000, usage: {}})],
  ["reports a usage of zeros", () => ({tokens: 2000, usage: {prompt_tokens: 0, completion_tokens: 0}})],
  ["reports no completion tokens", () => ({tokens: 2000, usage: {prompt_tokens: PROMPT_TOKENS}})],
  ["claims 4,000,000,000 tokens", () => ({tokens: 2000, usage: usage(4e9)})]
])("a server that %s", async (_, bill) => {
  const {cost, code, stderr, requests} = await spend(bill);
  expect(requests).toBeGreaterThan(0);
  expect(cost, stderr).toBeLessThanOrEqual(LIMIT);
  expect(code, stderr).toBe(3);
});

test.each([
  ["max_completion_tokens beside max_tokens", "max_tokens: 16\nextra: {max_completion_tokens: 2000}\n"],
  ["max_new_tokens beside max_tokens", "max_tokens: 16\nextra: {max_new_tokens: 2000}\n"],
  ["the best of four", "max_tokens: 500\nextra: {best_of: 4}\n"],
  ["no limit by -1", "extra: {max_tokens: -1}\n"]
])("a request with %s", async (_, sampler) => {
  const {cost, stderr} = await spend(() => ({tokens: 2000, usage: usage(2000)}), sampler);
  expect(cost, stderr).toBeLessThanOrEqual(LIMIT);
});

test("several answers to one request, of which one would be kept, are refused where they are asked for", async () => {
  const {requests, code, stderr} = await spend(() => ({tokens: 1, usage: usage(1)}), "extra:\n  n: 8\n");
  expect({requests, code}).toEqual({requests: 0, code: 2});
  expect(stderr).toMatch(/^data\/samplers\/greedy\.yaml:\d+:\d+ .*n: 8 pays for several answers, of which one is kept/);
});

test("a server that heeds no limit passes it by what is in flight at most, and is not asked again", async () => {
  const tokens = 4000; // of 100 that it may make
  const {cost, requests, code, stderr} = await spend(() => ({tokens, usage: usage(tokens)}), "max_tokens: 100\n");
  expect(code, stderr).toBe(3);
  expect(requests).toBeLessThanOrEqual(64);
  expect(cost).toBeGreaterThan(LIMIT); // the documented exception: docs/faults.md
});

test.each([
  {maxCost: "400", most: 64, held: false},
  {maxCost: "10", most: 4, held: true}
])("an honest server under a limit of $maxCost dollars: as many in flight as the worst case allows, and a line where that is few", async each => {
  let [flying, peak] = [0, 0];
  await using stub = await stubServer(async (_, __, response) => {
    peak = Math.max(peak, ++flying);
    await sleep(60);
    flying--;
    answer(response, {tokens: 10, usage: usage(10)});
    return undefined;
  });
  await using book = await workbook();
  const ended = await book.command(
    ...["run", "--base-url", stub.url, "--model", "m", "--out", "out", "--samples", "32"],
    ...["--max-cost", each.maxCost, "--price", "1000,1000"]
  );
  if (each.held) expect(peak).toBeLessThanOrEqual(each.most);
  else expect(peak).toBeGreaterThan(each.most / 2);
  const lines = ended.stderr.match(
    /the budget holds m to \d requests? at a time: each could cost \$2\.\d of the \$\d+\.\d+ that is left/g
  );
  expect(lines?.length ?? 0, ended.stderr).toBe(each.held ? 1 : 0);
});

test.each([
  ["all attempts", 1],
  ["every second attempt", 2]
])("%s cut: the last line says what may have been billed", async (_, every) => {
  await using stub = await stubServer((_, __, response) => {
    if (stub.requests.length % every !== 0) return "Answer: 4";
    response.writeHead(200, {"content-type": "application/json", "content-length": "1000"}).write('{"choices": [');
    setTimeout(() => response.destroy(), 5);
    return undefined;
  });
  await using book = await workbook({"samplers/greedy.yaml": "max_tokens: 1000\n"});
  const ended = await book.command(
    ...["run", "--base-url", stub.url, "--model", "m", "--out", "out", "--retries", "0", "--limit", "8", "--price", "0,1000"]
  );
  expect(ended.code).toBe(1);
  const cut = stub.requests.length / every;
  const whole = stub.requests.length - cut;
  // A whole answer has ten tokens at a tenth of a cent, a cut one may have had a thousand.
  const billed = (cut + whole * 0.01).toFixed(2);
  expect(ended.stderr).toContain(`up to $${billed} billed (attempts without an answer or a count of tokens may be)`);
});

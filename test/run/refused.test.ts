// Runs in which a server refuses one question, and runs whose key is refused.
import {createServer, type ServerResponse} from "node:http";
import type {AddressInfo} from "node:net";
import {expect, test} from "vitest";
import {stubServer, workbook} from "../workbook.js";

const QUESTIONS = Array.from({length: 12}, (_, i) => ({
  question: `This is question ${i + 1}, which letter?`,
  choices: ["one", "two", "three", "four"],
  answer: "B"
}));
const FILES = {
  "banks/choices12.jsonl": QUESTIONS.map(each => JSON.stringify(each)).join("\n"),
  "banks/choices12.yaml": "title: letters\nfiles: choices12.jsonl\nlayout: plain\ndomain: letters\n",
  "suites/letters.yaml": "tasks:\n  - bank: choices12\n"
};
const refuse = (response: ServerResponse, status: number): undefined => {
  response.writeHead(status, {"content-type": "text/html"}).end("<title>Forbidden</title>");
  return undefined;
};
const numberIn = (body: unknown): number => Number(/question (\d+),/.exec(JSON.stringify(body))![1]);

/** A book of twelve questions, asked four at a time until the interval is narrow, which it never is. */
async function opened(reply: (question: number, response: ServerResponse) => string | undefined) {
  const server = await stubServer((body, _, response) => reply(numberIn(body), response));
  const book = await workbook({
    ...FILES,
    "models/letters.yaml": `models:\n  - {id: m, endpoint: "${server.url}", concurrency: 1, retries: 0}\n`,
    "book.yaml": `suite: suites/letters.yaml
models: [models/letters.yaml]
template: templates/plain.yaml
sampler: samplers/greedy.yaml
precision: {min: 4, step: 4, max: 12, width: 0.01}
seed: 1
`
  });
  const run = async () => {
    const before = server.requests.length;
    const ended = await book.command("run", "--out", "out");
    const asked = server.requests.slice(before).map(numberIn);
    const {stdout} = await book.command("sql", "--store", "out", "--json", "select correct::INT as correct, stopped from points");
    return {code: ended.code, stderr: ended.stderr, asked, stdout};
  };
  return {
    run,
    async [Symbol.asyncDispose]() {
      await book[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    }
  };
}

test("a question that a firewall forbids fails alone, its point goes on, and a rerun asks only it, until it is answered", async () => {
  let isForbidden = true;
  await using book = await opened((question, response) => (isForbidden && question === 2 ? refuse(response, 403) : "Answer: B"));
  const first = await book.run();
  expect(first.stderr).toMatch(/403 .*Forbidden/u);
  expect([...first.asked].sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  expect(JSON.parse(first.stdout)).toEqual([{correct: 11, stopped: "failed"}]);
  const second = await book.run();
  expect({asked: second.asked, code: second.code}).toEqual({asked: [2], code: first.code});
  expect(JSON.parse(second.stdout)).toEqual([{correct: 11, stopped: "failed"}]);
  isForbidden = false;
  const third = await book.run();
  expect({asked: third.asked, code: third.code}).toEqual({asked: [2], code: 0});
  expect(JSON.parse(third.stdout)[0]).toMatchObject({correct: 12});
});

test.each([
  [401, 1],
  [403, 3]
])("a key that is refused with %d from the first question on ends the model after %d", async (status, requests) => {
  await using book = await opened((_, response) => refuse(response, status));
  expect((await book.run()).asked).toHaveLength(requests);
});

test("401 does not end a model whose other answers are in the cache: each missing question is asked", async () => {
  let hasKey = true;
  await using book = await opened((question, response) =>
    hasKey ? ([2, 7].includes(question) ? refuse(response, 403) : "Answer: B") : refuse(response, 401)
  );
  await book.run();
  hasKey = false;
  const second = await book.run();
  expect([...second.asked].sort((a, b) => a - b)).toEqual([2, 7]);
  expect(JSON.parse(second.stdout)).toEqual([{correct: 10, stopped: "failed"}]);
});

test("a list of models that refuses the key ends a run only where the cache has no answer", async () => {
  let isRefused = false;
  await using server = await stubServer((body, _, response) =>
    /question 2,/u.test(JSON.stringify(body)) || isRefused ? refuse(response, isRefused ? 401 : 403) : "Answer: B"
  );
  await using gate = await listRefused(server.url, () => isRefused);
  await using book = await workbook({
    ...FILES,
    "book.yaml":
      "suite: suites/letters.yaml\nmodels: [models/reference.yaml]\ntemplate: templates/plain.yaml\nsampler: samplers/greedy.yaml\nprecision: {min: 12, step: 12, max: 12, width: 0.01}\nseed: 1\n"
  });
  const run = (name: string) => book.command("run", "--base-url", gate.url, "--model", name, "--out", name, "--retries", "0");
  expect((await run("m")).stderr).toContain("1 failed");
  isRefused = true;
  const again = await run("m");
  expect(again.stderr).toContain("11 from the cache, 1 failed");
  const other = await run("other");
  expect({code: other.code, stderr: other.stderr}).toMatchObject({code: 2, stderr: expect.stringContaining("wants a key (401)")});
});

/** A server that answers its list of models with 401 while that is refused, and hands all else on. */
async function listRefused(to: string, isRefused: () => boolean) {
  const server = createServer(async (request, response) => {
    if (request.method === "GET") return void response.writeHead(isRefused() ? 401 : 404).end();
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const answer = await fetch(`${to}/chat/completions`, {method: "POST", body: Buffer.concat(chunks)});
    response.writeHead(answer.status, {"content-type": answer.headers.get("content-type")!}).end(await answer.text());
  });
  await new Promise<void>(resolve => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    }
  };
}

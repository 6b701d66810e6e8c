// `ask`: from a file of questions to a result, in a folder that is no workbook and in one that is.
import {mkdir, mkdtemp, readFile, rm, writeFile} from "node:fs/promises";
import {createServer} from "node:http";
import type {AddressInfo} from "node:net";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {Readable} from "node:stream";
import {expect, test} from "vitest";
import {inProcess} from "../inProcess.js";
import {stubServer, workbook} from "../workbook.js";

/** Sums as a spreadsheet in a German locale writes them. */
const SUMS = ["Prompt;Gold", ...Array.from({length: 20}, (_, i) => `What is ${i} + ${i + 1}?;${2 * i + 1}`)].join("\n");

/** A server whose model `good` adds rightly; `weak` is wrong in the first four sums and gives two answers to the fifth. */
const adder = () =>
  stubServer(body => {
    const [, a, b] = /(\d+) \+ (\d+)/u.exec(JSON.stringify(body))!.map(Number);
    if (body.model === "weak" && a! < 4) return `The answer is ${a! + b! + 1}.`;
    return body.model === "weak" && a === 4 ? "It is either 7 or 9." : `The answer is ${a! + b!}.`;
  });

async function emptyFolder() {
  const root = await mkdtemp(join(tmpdir(), "reasonbook-ask-"));
  const command = (...words: string[]) => inProcess(words, {cwd: root});
  return {root, command, [Symbol.asyncDispose]: () => rm(root, {recursive: true, force: true})};
}

test("in an empty folder: a file, an endpoint and two models give shares, intervals and a paired difference", async () => {
  await using stub = await adder();
  await using folder = await emptyFolder();
  await writeFile(join(folder.root, "sums.csv"), SUMS);
  const words = ["ask", "sums.csv", "--base-url", stub.url];
  const weakResult = await folder.command(...words, "--model", "weak");
  expect(weakResult.code, weakResult.stderr).toBe(0);
  // Wilson's interval of 15 of 20.
  expect(weakResult.stdout).toContain(
    "weak   75.0 % right  [53.1, 88.8]  n 20  truncated 0  unread 1  cost unknown (no price)\n"
  );
  expect(weakResult.stdout).toContain("5 wrong or unread:  npx reasonbook samples --store reasonbook-asks/sums/store --wrong\n");
  expect(weakResult.stderr).toContain('question: column "Prompt"; answer: column "Gold"; 20 questions');
  expect(weakResult.stderr).not.toContain("$");

  const result = await folder.command(...words, "--model", "good", "--model", "weak", "--json");
  expect(result.code, result.stderr).toBe(0);
  expect(stub.requests).toHaveLength(40);
  const {models, pairs} = JSON.parse(result.stdout);
  expect(models).toMatchObject([
    {model: "good", right: 1, n: 20, cost: null},
    {model: "weak", right: 0.75, n: 20, unread: 1}
  ]);
  // Five discordant pairs, all for A, of 20: after Agresti and Min, one pair and two tests are added.
  const error = Math.sqrt(5 - 20 * 0.25 ** 2 + 1) / 22;
  expect(pairs).toMatchObject([{a: "good", b: "weak", value: 0.25, n: 20}]);
  expect((pairs[0].high - pairs[0].low) / 2).toBeCloseTo(2.093 * error, 4);

  const wrong = await folder.command("samples", "--store", "reasonbook-asks/sums/store", "--wrong", "--json");
  const wrongAnswers = wrong.stdout
    .trim()
    .split("\n")
    .map(line => JSON.parse(line));
  expect(wrongAnswers).toHaveLength(5);
  expect(wrongAnswers.filter(({read}) => read === null)).toHaveLength(1);
  const sample = await folder.command("samples", "show", wrongAnswers[0].key, "--store", "reasonbook-asks/sums/store");
  expect(sample.code, sample.stderr).toBe(0);
});

test("a program in place of an endpoint: answers, failures, and an edited program is asked again", async () => {
  await using folder = await emptyFolder();
  await writeFile(join(folder.root, "sums.csv"), SUMS);
  const program = (mistake: string) => `import {createInterface} from "node:readline";
for await (const line of createInterface({input: process.stdin})) {
  const {id, prompt, messages, parameters} = JSON.parse(line);
  if (messages.length !== 1 || messages[0].content !== prompt || parameters.temperature !== 0) process.exit(9);
  const [, a, b] = /(\\d+) \\+ (\\d+)/u.exec(prompt).map(Number);
  console.log(JSON.stringify(a === 3 ? {id, error: "no key"} : {id, text: "The answer is " + (a + b + (${mistake} ? 1 : 0))}));
}`;
  const ask = async () => folder.command("ask", "sums.csv", "--command", `${process.execPath} app.mjs`, "--json");
  await writeFile(join(folder.root, "app.mjs"), program("a < 3"));
  const first = await ask();
  expect(first.code, first.stderr).toBe(1);
  expect(JSON.parse(first.stdout).models).toMatchObject([{model: "app", right: 16 / 19, n: 19, cost: null}]);
  expect(first.stderr).toContain("no key");
  await writeFile(join(folder.root, "app.mjs"), program("false"));
  const second = await ask();
  expect(JSON.parse(second.stdout).models).toMatchObject([{model: "app", right: 1, n: 19}]);
});

test("in a workbook the ask is a book that can be edited and run, and a change of the file is a new version", async () => {
  await using stub = await adder();
  await using book = await workbook();
  const file = join(book.root, "sums.csv");
  await writeFile(file, SUMS);
  const ask = () => book.command("ask", "sums.csv", "--base-url", stub.url, "--model", "weak", "--system", "Add.");
  expect((await ask()).code).toBe(0);
  expect((stub.requests[0]!.messages as {content: string}[])[0]!.content).toBe("Add.");
  const sampler = join(book.root, "data/asks/sums/sampler.yaml");
  await writeFile(sampler, `${await readFile(sampler, "utf8")}top_p: 0.5 # mine\n`);
  const rerun = await book.command("run", "--book", "data/asks/sums/book.yaml", "--out", "data/store/asks/sums", "--json");
  expect(rerun.code, rerun.stderr).toBe(0);
  expect(JSON.parse(rerun.stdout.trim().split("\n").at(-1)!)).toMatchObject({
    event: "results",
    models: expect.arrayContaining([expect.objectContaining({model: "weak", right: 0.75, n: 20, cost: null})])
  });
  expect(stub.requests).toHaveLength(40);
  expect(stub.requests.at(-1)!.top_p).toBe(0.5);
  await writeFile(file, SUMS.replace(";39", ";40"));
  const corrected = await ask();
  expect(corrected.code, corrected.stderr).toBe(0);
  expect(await readFile(sampler, "utf8")).toContain("# mine");
  expect(await readFile(join(book.root, "data/asks/sums/sums.yaml"), "utf8")).toContain("version: 2\n");
  // The corrected question is another item with the same prompt, whose answer the cache has.
  expect(stub.requests).toHaveLength(40);
  expect(corrected.stdout).toContain("70.0 % right");
});

test("standard input, repeats, a limit and a judge", async () => {
  await using stub = await stubServer(body => (JSON.stringify(body).includes("reference answer") ? '{"points": 10}' : "Four."));
  await using folder = await emptyFolder();
  const lines = ["2 + 2?", "1 + 3?", "5 - 1?"].map(question => JSON.stringify({question, answer: "4"})).join("\n");
  const piped = (...words: string[]) =>
    inProcess(["ask", "-", "--base-url", stub.url, ...words], {cwd: folder.root, stdin: Readable.from([lines])});
  const repeated = await piped("--model", "one", "--repeat", "3", "--limit", "2", "--name", "repeats");
  expect(repeated.code, repeated.stderr).toBe(0);
  expect(stub.requests).toHaveLength(6);
  expect(repeated.stdout).toContain("n 6 ");
  const judged = await piped("--model", "one", "--judge", "judge", "--name", "judged");
  expect(judged.code, judged.stderr).toBe(0);
  expect(judged.stdout).toContain("100.0 % right");
});

test("first mistakes are one error each", async () => {
  await using stub = await adder();
  await using folder = await emptyFolder();
  await writeFile(join(folder.root, "sums.csv"), SUMS);
  await writeFile(join(folder.root, "empty.csv"), "question,answer\n");
  await mkdir(join(folder.root, "inputs"));
  const errorOf = async (...words: string[]) => {
    const {code, stderr, stdout} = await folder.command("ask", ...words);
    expect(code, stdout).toBe(2);
    expect(stdout).toBe("");
    expect(stderr.trim().split("\n"), stderr).toHaveLength(1);
    return stderr;
  };
  const at = ["--base-url", stub.url, "--model", "weak"];
  expect(await errorOf("sums.csv", "--model", "weak")).toContain("which endpoint? add --base-url URL");
  expect(await errorOf("sums.csv", ...at, "--answer", "Golde")).toContain('did you mean "Gold"?');
  expect(await errorOf("nothing.csv", ...at)).toContain("no such file: nothing.csv");
  expect(await errorOf("empty.csv", ...at)).toContain("empty.csv: no records");
  expect(await errorOf("sums.csv", ...at, "--name", "a/b")).toContain("--name");
  expect(await errorOf("sums.csv", ...at, "--max-cost", "1")).toContain("no price is known");
  expect(await errorOf("sums.csv", "--base-url", "127.0.0.1:8000/v1", "--model", "weak")).toContain(
    "write http://127.0.0.1:8000/v1"
  );
  expect(stub.requests).toHaveLength(0);
});

test("servers: the path /v1 is found, a key is asked for, models are listed, and the cache needs no server", async () => {
  await using folder = await emptyFolder();
  await writeFile(join(folder.root, "sums.csv"), SUMS);
  const server = createServer(async (request, response) => {
    const reply = (status: number, body: object) => {
      response.writeHead(status, {"content-type": "application/json"});
      response.end(JSON.stringify(body));
    };
    let body = "";
    for await (const chunk of request) body += chunk;
    if (request.url!.startsWith("/locked")) return reply(401, {error: {message: "no key"}});
    if (request.url === "/v1/models") return reply(200, {object: "list", data: [{id: "my-model"}]});
    if (request.url !== "/v1/chat/completions") return reply(404, {detail: "Not Found"});
    const {model} = JSON.parse(body) as {model: string};
    if (model !== "my-model") return reply(404, {error: {message: `The model ${model} does not exist.`}});
    const message = {role: "assistant", content: "The answer is 1."};
    return reply(200, {
      object: "chat.completion",
      choices: [{index: 0, message, finish_reason: "stop"}],
      usage: {prompt_tokens: 5, completion_tokens: 4}
    });
  });
  await new Promise<void>(resolve => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const ask = (url: string, model: string, ...words: string[]) =>
    folder.command("ask", "sums.csv", "--base-url", url, "--model", model, "--limit", "4", ...words);
  try {
    const atRoot = await ask(origin, "my-model");
    expect(atRoot.code, atRoot.stderr).toBe(0);
    expect(await readFile(join(folder.root, "reasonbook-asks/sums/models/my-model.yaml"), "utf8")).toContain(`${origin}/v1\n`);
    const misspelt = await ask(`${origin}/v1`, "my-modle", "--name", "other");
    expect(misspelt).toMatchObject({code: 2, stdout: ""});
    expect(misspelt.stderr).toContain(`no model "my-modle" at ${origin}/v1; did you mean "my-model"?; the server has my-model`);
    expect((await ask(`${origin}/locked`, "my-model", "--name", "locked")).stderr).toContain("--api-key-env NAME");
  } finally {
    server.closeAllConnections();
    await new Promise(resolve => server.close(resolve));
  }
  const cached = await ask(origin, "my-model");
  expect(cached.code, cached.stderr).toBe(2); // /v1 cannot be found any more
  const atPath = await ask(`${origin}/v1`, "my-model");
  expect(atPath.code, atPath.stderr).toBe(0);
  const absent = await ask(`${origin}/v1`, "my-model", "--system", "Add.");
  expect(absent.code).toBe(2);
  expect(absent.stderr).toMatch(/nobody answers at http:\/\/127\.0\.0\.1:\d+; start a server there: vllm serve/u);
});

test.each([
  [[], "no key was sent; name its environment variable with --api-key-env"],
  [["--api-key-env", "SOME_API_KEY"], "the key of api_key_env was sent in the header authorization"]
])("access denied before any answer is one error: %j", async (words, advice) => {
  await using stub = await stubServer((_, __, response) => {
    response.writeHead(403).end('{"error": {"message": "no access"}}');
    return undefined;
  });
  await using book = await workbook();
  await writeFile(join(book.root, "sums.csv"), SUMS);
  const env = {SOME_API_KEY: "secret-value-1"};
  const server = ["--base-url", stub.url, "--model", "m", ...words];
  const denied = await book.commandWith({env}, ["ask", "sums.csv", ...server]);
  const run = await book.commandWith({env}, ["run", ...server, "--limit", "3"]);
  expect([denied.code, run.code]).toEqual([2, 1]);
  for (const {stderr} of [denied, run]) {
    expect(stderr.trim().split("\n").at(-1)).toMatch(/^m at http:.*: 403 no access; /);
    expect(stderr).toContain(advice);
    expect(stderr).not.toMatch(/warning|0\/0|secret-value/);
  }
});

// Faults of a whole run, made by killing, interrupting, crowding and starving it.
import {spawnSync} from "node:child_process";
import {readdirSync, readFileSync, statSync} from "node:fs";
import {join} from "node:path";
import {setTimeout as sleep} from "node:timers/promises";
import {expect, test} from "vitest";
import {COMMAND_LINE, stubServer, workbook} from "../workbook.js";

const slowAnswer = async () => {
  await sleep(15);
  return "I think so.\nAnswer: 4";
};

test("killed at any moment and rerun, a run gives the bytes of one that was never interrupted", async () => {
  await using stub = await stubServer(slowAnswer);
  await using calm = await workbook();
  await using troubled = await workbook();
  const words = ["run", "--base-url", stub.url, "--model", "stub-1", "--out", "out"];
  expect((await calm.command(...words)).code).toBe(0);
  const asked = stub.requests.length;
  for (const moment of [900, 1_300, 1_700]) {
    const {child, ended} = troubled.start(words);
    await sleep(moment);
    child.kill("SIGKILL");
    await ended;
  }
  const last = await troubled.command(...words);
  expect(last.code, last.stderr).toBe(0);
  expect(await troubled.tableHashes("out")).toEqual(await calm.tableHashes("out"));
  // What was in flight when the process died is asked again, and nothing else: at most 64 requests a kill.
  expect(stub.requests.length - asked).toBeLessThanOrEqual(asked + 3 * 64);
  expect(readdirSync(join(troubled.root, "out")).filter(name => /tmp/.test(name))).toEqual([]);
});

test("two processes on one store take turns, and the second asks for nothing", async () => {
  await using stub = await stubServer(slowAnswer);
  const files = {
    "models/slow.yaml": `id: slow\nendpoint: ${stub.url}\n`,
    "book.yaml":
      "suite: suites/small.yaml\nmodels: [models/slow.yaml]\ntemplate: templates/plain.yaml\nsampler: samplers/greedy.yaml\nseed: 7\n"
  };
  await using book = await workbook(files);
  await using alone = await workbook(files);
  const {ended} = book.start(["run"]);
  while (stub.requests.length < 20) await sleep(10); // by now it holds the store
  const second = await book.command("run");
  const first = await ended;
  expect([first.code, second.code], first.stderr + second.stderr).toEqual([0, 0]);
  expect(second.stderr).toMatch(/waiting for/);
  expect([first.stderr, second.stderr].map(text => / 0 asked/.test(text))).toEqual([false, true]);
  await alone.command("run");
  expect(await book.tableHashes()).toEqual(await alone.tableHashes());
});

test("Ctrl-C finishes what is in flight, exits with 130, and the next run goes on", async () => {
  await using stub = await stubServer(slowAnswer);
  await using book = await workbook();
  const words = ["run", "--base-url", stub.url, "--model", "stub-1", "--out", "out"];
  const {child, ended} = book.start(words);
  while (stub.requests.length < 20) await sleep(10);
  child.kill("SIGINT");
  const stopped = await ended;
  expect(stopped.code, stopped.stderr).toBe(130);
  const before = stub.requests.length;
  expect((await book.command(...words)).code).toBe(0);
  const prompts = stub.requests.map(request => JSON.stringify(request.messages));
  expect(new Set(prompts).size).toBe(prompts.length);
  expect(stub.requests.length).toBeGreaterThan(before);
});

test("a budget is never passed and ends with exit code 3", async () => {
  await using stub = await stubServer(slowAnswer);
  await using book = await workbook({
    "models/priced.yaml": `id: priced\nendpoint: ${stub.url}\nprice: {input: 1000, output: 1000}\n`,
    "book.yaml":
      "suite: suites/small.yaml\nmodels: [models/priced.yaml]\ntemplate: templates/plain.yaml\nsampler: samplers/greedy.yaml\nseed: 7\n"
  });
  // Each answer costs 60 tokens × $0.001 = $0.06; the worst case of one is above $2.
  const ended = await book.command("run", "--max-cost", "5");
  expect(ended.code, ended.stderr).toBe(3);
  expect(stub.requests.length).toBeGreaterThan(0);
  expect(stub.requests.length * 0.06).toBeLessThanOrEqual(5);
});

test("a limit of cost without a price is refused before anything is asked; with --price it holds", async () => {
  await using stub = await stubServer(slowAnswer);
  await using book = await workbook();
  const words = ["--base-url", stub.url, "--model", "stub-1"];
  const refused = await book.command("run", ...words, "--out", "out", "--max-cost", "5");
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain('a limit of $5 cannot be enforced: no price is known for "stub-1"');
  expect(refused.stderr).toContain("--price INPUT,OUTPUT");
  expect((await book.command("plan", ...words)).stdout).toContain("stub-1: no price is known, counted as free");
  expect(stub.requests).toHaveLength(0);
  const some = await book.command("run", ...words, "--out", "other", "--limit", "3");
  expect(some.stderr).toContain("cost unknown (no price)");
  stub.requests.length = 0;
  const ended = await book.command("run", ...words, "--out", "out", "--max-cost", "5", "--price", "1000,1000");
  expect(ended.code, ended.stderr).toBe(3);
  expect(stub.requests.length).toBeGreaterThan(0);
  expect(stub.requests.length * 0.06).toBeLessThanOrEqual(5);
  const wrong = await book.command("run", "--model", "stub-1", "--price", "1,1");
  expect(wrong.code).toBe(2);
  expect(wrong.stderr).toContain("--price goes with --base-url");
});

test("answers without a word, but with tokens billed, are kept: wrong, counted in the cost, and never asked for again", async () => {
  await using stub = await stubServer(() => "");
  await using book = await workbook();
  const words = ["run", "--base-url", stub.url, "--model", "stub-1", "--out", "out", "--limit", "40", "--price", "0,1000"];
  const first = await book.command(...words);
  expect(first.code, first.stderr).toBe(0);
  const asked = stub.requests.length;
  const prompts = stub.requests.map(request => JSON.stringify(request.messages));
  expect(new Set(prompts).size).toBe(prompts.length);
  expect((await book.command(...words)).code).toBe(0);
  expect(stub.requests).toHaveLength(asked);
  const sums = await book.command(
    "sql",
    "--store",
    "out",
    "--json",
    "select sum(correct)::int as correct, sum(incorrect)::int as incorrect, sum(cost) as cost from points"
  );
  expect(JSON.parse(sums.stdout)).toMatchObject([{correct: 0, incorrect: 40}]);
  expect(JSON.parse(sums.stdout)[0].cost).toBeGreaterThan(0);
});

test("a key shows up nowhere, even if the server echoes it in answers and errors", async () => {
  const canary = "canary-8d1f0c2b7a-secret";
  let count = 0;
  await using stub = await stubServer((_, request, response) => {
    const echo = String(request.headers.authorization);
    if (++count % 5 === 0) {
      response.statusCode = 400;
      response.end(JSON.stringify({error: {message: `bad key ${echo}`}}));
      return undefined;
    }
    return `You sent ${echo}. Answer: 4`;
  });
  await using book = await workbook();
  const {ended} = book.start(
    ["run", "--base-url", stub.url, "--model", "echo", "--api-key-env", "CANARY_KEY", "--out", "out", "--limit", "40"],
    {CANARY_KEY: canary}
  );
  const {stdout, stderr, code} = await ended;
  expect(stub.requests.length).toBe(40);
  expect(code).toBe(1); // some requests failed
  expect(stdout + stderr).not.toContain(canary);
  const files = (folder: string): string[] =>
    readdirSync(folder, {withFileTypes: true}).flatMap(entry =>
      entry.isDirectory() ? files(join(folder, entry.name)) : [join(folder, entry.name)]
    );
  const written = files(book.root);
  expect(written.some(file => file.endsWith("responses.parquet"))).toBe(true);
  for (const file of written) expect(readFileSync(file).includes(canary), file).toBe(false);
  const texts = await book.command("sql", "--store", "out", "--json", "select text from responses");
  expect(texts.stdout).toContain("You sent");
  expect(texts.stdout).not.toContain(canary);
});

test("a missing key, an unknown model and an unreachable server are told in one line", async () => {
  await using book = await workbook();
  const noKey = await book.command(
    "run",
    "--base-url",
    "http://127.0.0.1:9/v1",
    "--model",
    "m",
    "--api-key-env",
    "NO_SUCH_KEY",
    "--out",
    "out"
  );
  expect(noKey).toMatchObject({code: 2});
  expect(
    noKey.stderr
      .trim()
      .split("\n")
      .filter(line => !line.startsWith("npm"))
  ).toHaveLength(1);
  expect(noKey.stderr).toContain("NO_SUCH_KEY");
  await using stub = await stubServer((_, __, response) => {
    response.statusCode = 401;
    response.end(JSON.stringify({error: {message: "no such key", code: "invalid_api_key"}}));
    return undefined;
  });
  const refused = await book.command("run", "--base-url", stub.url, "--model", "m", "--out", "out");
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain("no such key");
  expect(stub.requests.length).toBeLessThan(70); // it is not asked a thousand times
});

test("when the disk is full the old tables stay whole", async () => {
  await using book = await workbook();
  expect((await book.command("run", "--out", "out")).code).toBe(0);
  const before = await book.tableHashes("out");
  // A limit on file sizes fails writes as a full disk does, half-way.
  const limited = `ulimit -f 24; exec ${COMMAND_LINE} run --out out --limit 200 --only --yes`;
  const {status} = spawnSync("bash", ["-c", limited], {cwd: book.root, encoding: "utf8"});
  expect(status).not.toBe(0);
  expect(await book.tableHashes("out")).toEqual(before);
  for (const name of Object.keys(before)) expect(statSync(join(book.root, "out", name)).size).toBeGreaterThan(0);
  expect((await book.command("run", "--out", "out")).code).toBe(0);
  expect(await book.tableHashes("out")).toEqual(before);
});

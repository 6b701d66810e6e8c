// Narrators that are not of the house: models that do better when told what was wrong, that write too much or too little, refuse, cost
// something, are interrupted, or speak another protocol; and a mock server of the registry.
import {once} from "node:events";
import {existsSync} from "node:fs";
import {mkdir, readdir, readFile} from "node:fs/promises";
import type {ServerResponse} from "node:http";
import {join} from "node:path";
import {LLMock} from "@copilotkit/aimock";
import {expect, onTestFinished, test} from "vitest";
import {type PartRequest, partAskedIn} from "../../../pipelines/infer/narrating.js";
import {narratorReply, narrators} from "../../../pipelines/infer/reference/narrator.node.js";
import {type Stub, stubServer, type Workbook, workbook} from "../../workbook.js";

const SETTINGS =
  "seed: 5\ntarget_tokens: 900\nnum_operations: 3\nmax_depth: 2\nretries: 3\nretry_delay: 0\ncount: 2\nexamples: 0\nnarrator: own\n";
const OUT = "data/banks/told.jsonl";
const right = (prompt: string) => narratorReply(narrators[0]!, prompt).text;
const promptOf = (body: Record<string, unknown>): string => (body.messages as {content: string}[]).at(-1)!.content;

async function bookAt(url: string, more = "", model = ""): Promise<Workbook> {
  const book = await workbook({
    "narrators/mine.yaml": `${SETTINGS}models: [{id: own, endpoint: "${url}"${model}}]\n${more}`
  });
  await mkdir(join(book.root, "data/banks"), {recursive: true});
  return book;
}
const ARGS = ["narratives", "make", "--settings", "data/narrators/mine.yaml", "--out", OUT];
const files = async (book: Workbook) => (await readdir(join(book.root, "data/banks"))).sort();
/** A model that tells rightly but for the parts that `instead` answers. */
const serverOf = (instead: (asked: PartRequest, prompt: string) => string | undefined): Promise<Stub> =>
  stubServer(body => {
    const prompt = promptOf(body);
    const asked = partAskedIn(prompt);
    return (asked && instead(asked, prompt)) ?? right(prompt);
  });

test("what was wrong is told to the model, each part is asked anew with another seed, and the narrative is valid", async () => {
  await using stub = await serverOf((asked, prompt) => {
    if (prompt.includes("An earlier attempt was not accepted:")) return undefined;
    if (asked.part === "world") return `\`\`\`json\n${right(prompt)}\n\`\`\``;
    if (asked.part === "anchors") return JSON.stringify(Array(asked.count).fill("the Same Name"));
    if (asked.part === "beat") return `Sure, here is the scene:\n\n${right(prompt)}`;
    return asked.part === "padding" ? "At 2 o'clock a dozen gulls rose." : undefined;
  });
  await using book = await bookAt(stub.url);
  const made = await book.command(...ARGS);
  expect(made.code, made.stderr).toBe(0);
  expect((await book.command("narratives", "validate", OUT)).code).toBe(0);
  const prompts = stub.requests.map(promptOf).filter(prompt => prompt.includes("not accepted"));
  const told = prompts.join("\n");
  for (const reason of [
    "- It stands in a fence of code, not as plain JSON.",
    "is also that of operation",
    '- It begins with a remark to the reader: "Sure, here is the scene:"',
    '- The story has a time of day. It says: "2 o\'clock"'
  ])
    expect(told).toContain(reason);
  const seeds = stub.requests.map(({seed}) => seed);
  expect(seeds.every(seed => Number.isSafeInteger(seed))).toBe(true);
  expect(new Set(seeds).size).toBe(seeds.length);
  expect(new Set(stub.requests.map(({temperature}) => temperature))).toEqual(new Set([0.9, 0.75, 0.2]));
});

test("a narrative that fails is reported and left out, the others are written, the exit code is 1", async () => {
  let first: string | undefined;
  await using stub = await serverOf((asked, prompt) => {
    if (asked.part !== "introduction") return undefined;
    first ??= JSON.stringify(asked.world);
    return JSON.stringify(asked.world) === first ? `**${right(prompt)}**` : undefined;
  });
  await using book = await bookAt(stub.url, "", ", concurrency: 1");
  const made = await book.command(...ARGS);
  expect(made.code).toBe(1);
  expect(made.stderr).toMatch(
    /-0 failed: introduction, not accepted in 4 attempts, the last because: It has marks of markdown: /
  );
  expect(made.stderr).toMatch(/told\.jsonl: 1 narrative, [\d,]+ tokens, 1 failed; by own/);
  const [line, ...others] = (await readFile(join(book.root, OUT), "utf8")).trim().split("\n");
  expect(others).toEqual([]);
  expect(JSON.parse(line!).id).toMatch(/-1$/);
  expect(Object.keys(JSON.parse(await readFile(join(book.root, "data/banks/told.world.json"), "utf8")))).toEqual([
    JSON.parse(line!).id
  ]);
});

test("a model that writes far too much is cut at the end of a sentence; one that writes too little is asked for more", async () => {
  const sentence = "The wind went on over the dark water, and nobody on the quay had a mind to speak of it. ";
  for (const [times, extra] of [
    [200, ""],
    [1, "padding_tokens: 200\n"]
  ] as const) {
    await using stub = await serverOf(({part}) => (part === "padding" ? sentence.repeat(times).trim() : undefined));
    await using book = await bookAt(stub.url, `${extra}max_padding_pieces: 40\n`);
    const made = await book.command(...ARGS);
    expect(made.code, made.stderr).toBe(0);
    for (const line of (await readFile(join(book.root, OUT), "utf8")).trim().split("\n")) {
      const {token_count_narrative: tokens, full_text_for_eval: text, parts} = JSON.parse(line);
      expect(Math.abs(tokens - 900)).toBeLessThanOrEqual(18);
      for (const {kind, start, end} of parts) if (kind === "padding") expect(text.slice(start, end)).toMatch(/speak of it\.$/);
    }
  }
  await using stub = await serverOf(({part}) => (part === "padding" ? "The wind went on." : undefined));
  await using book = await bookAt(stub.url, "max_padding_pieces: 2\n");
  const made = await book.command(...ARGS);
  expect(made.code).toBe(1);
  expect(made.stderr).toMatch(/failed: padding of operation \d: 2 pieces are \d+ tokens too short; raise max_padding_pieces/);
});

test("a judge looks at each beat; one that says no, or gives no verdict, sends it back", async () => {
  for (const [verdict, told] of [
    ['{"verdict": "no"}', "The judge own finds that it does not tell its operation rightly."],
    ["Looks good to me.", "The judge own gave no verdict on it (not JSON)."]
  ] as const) {
    await using stub = await stubServer(body => {
      const prompt = promptOf(body);
      return prompt.startsWith("You check whether a scene") ? verdict : right(prompt);
    });
    await using book = await bookAt(stub.url, "judge: own\nretries: 1\n".replace("retries: 1\n", ""));
    const made = await book.command(...ARGS);
    expect(made.code).toBe(1);
    expect(made.stderr).toContain(told);
    expect(await files(book)).toEqual([]);
  }
});

test("an interrupt leaves no file and every paid reply; the next run asks for the rest alone and gives the same bytes", async () => {
  let held: {response: ServerResponse; text: string}[] = [];
  let hold = true;
  let count = 0;
  const seen: string[] = [];
  await using stub = await stubServer((body, _, response) => {
    const prompt = promptOf(body);
    seen.push(prompt);
    count++;
    if (!hold || count < 8) return right(prompt);
    held.push({response, text: right(prompt)});
    return undefined;
  });
  await using book = await bookAt(stub.url);
  const {child, ended} = book.start(ARGS);
  await expect.poll(() => held.length).toBeGreaterThan(0);
  const waiting = once(child.stderr!, "data");
  child.kill("SIGINT");
  await waiting; // it says that it finishes what is in flight
  hold = false;
  for (const {response, text} of held)
    response.setHeader("content-type", "application/json").end(
      JSON.stringify({
        choices: [{index: 0, message: {role: "assistant", content: text}, finish_reason: "stop"}],
        usage: {prompt_tokens: 5, completion_tokens: 3}
      })
    );
  held = [];
  const first = await ended;
  expect(first.code, first.stderr).toBe(130);
  expect(first.stderr).toMatch(/interrupted/);
  expect(await files(book)).toEqual([]);
  const before = seen.length;
  const second = await book.command(...ARGS);
  expect(second.code, second.stderr).toBe(0);
  expect(new Set(seen).size).toBe(seen.length); // nothing was asked twice
  expect(second.stderr).toContain(`${(seen.length - before).toLocaleString("en")} asked, ${before} from the cache`);

  await using whole = await bookAt(stub.url);
  expect((await whole.command(...ARGS)).code).toBe(0);
  expect(await readFile(join(whole.root, OUT), "utf8")).toBe(await readFile(join(book.root, OUT), "utf8"));
});

test("a budget ends the set without a file, with exit code 3; with more it goes on from the cache", async () => {
  await using stub = await stubServer(body => right(promptOf(body)));
  await using book = await bookAt(stub.url, "", ", price: {input: 20, output: 1}, concurrency: 1");
  const made = await book.command(...ARGS, "--max-cost", "0.045");
  expect(made.code, made.stderr).toBe(3);
  expect(made.stderr).toMatch(/told\.jsonl is not written: the budget is reached, [12] narratives? left/);
  expect(await files(book)).toEqual([]);
  const paid = stub.requests.length;
  expect(paid).toBeGreaterThan(1);
  const more = await book.command(...ARGS, "--max-cost", "10");
  expect(more.code, more.stderr).toBe(0);
  expect(more.stderr).toContain(`${paid} from the cache`);
  expect(more.stderr).toMatch(/\$0\.\d{4} at list price/);
});

test("an unknown model or a wrong key ends the set at once in one line, and an earlier file stays", async () => {
  await using stub = await stubServer((_, __, response) => {
    response
      .writeHead(401, {"content-type": "application/json"})
      .end('{"error": {"message": "wrong key", "code": "invalid_api_key"}}');
    return undefined;
  });
  await using good = await stubServer(body => right(promptOf(body)));
  await using book = await bookAt(good.url);
  expect((await book.command(...ARGS)).code).toBe(0);
  const earlier = await readFile(join(book.root, OUT), "utf8");
  await using bad = await bookAt(stub.url);
  const made = await bad.command(...ARGS.slice(0, -1), join(book.root, OUT));
  expect(made.code).toBe(2);
  expect(made.stderr).toContain("wrong key");
  expect(await readFile(join(book.root, OUT), "utf8")).toBe(earlier);
});

test("Anthropic's protocol: the same prompts, the key in its header, no seed, which that protocol has not", async () => {
  const keys: unknown[] = [];
  await using stub = await stubServer((body, request, response) => {
    keys.push(request.headers["x-api-key"]);
    const text = right(promptOf(body));
    response.setHeader("content-type", "application/json").end(
      JSON.stringify({
        id: "m",
        type: "message",
        role: "assistant",
        model: "c",
        stop_reason: "end_turn",
        content: [{type: "text", text}],
        usage: {input_tokens: 5, output_tokens: 3}
      })
    );
    return undefined;
  });
  await using book = await bookAt(
    stub.url,
    "log_folder: logs\nlog_size: 10K\nlog_files: 2\n",
    ", protocol: anthropic, api_key_env: NARRATOR_TEST_KEY"
  );
  const key = "ant-4711-very-secret-key";
  const made = await book.commandWith({env: {NARRATOR_TEST_KEY: key}}, ARGS);
  expect(made.code, made.stderr).toBe(0);
  expect(new Set(keys)).toEqual(new Set([key]));
  expect(stub.requests.every(({seed, max_tokens}) => seed === undefined && Number(max_tokens) > 0)).toBe(true);
  expect((await book.command("narratives", "validate", OUT)).code).toBe(0);

  const logs = await readdir(join(book.root, "logs"));
  expect(logs.sort()).toEqual(["narrator.jsonl", "narrator.jsonl.1", "narrator.jsonl.2"]);
  for (const name of logs) {
    const text = await readFile(join(book.root, "logs", name), "utf8");
    expect(text).not.toContain(key);
    for (const line of text.trim().split("\n").filter(Boolean))
      expect(JSON.parse(line)).toMatchObject({model: "own", faults: []});
  }
});

test("a key that the server sends back stands neither in the log nor in a file", async () => {
  const key = "nk-0815-another-secret";
  await using stub = await serverOf(({part}) => (part === "padding" ? `Your key is ${key}, said the wind.` : undefined));
  await using book = await bookAt(stub.url, "log_folder: logs\nmax_padding_pieces: 60\n", ", api_key_env: NARRATOR_TEST_KEY");
  const made = await book.commandWith({env: {NARRATOR_TEST_KEY: key}}, ARGS);
  const log = await readFile(join(book.root, "logs/narrator.jsonl"), "utf8");
  expect(log).toContain("said the wind.");
  expect(log + made.stderr + made.stdout).not.toContain(key);
  if (existsSync(join(book.root, OUT))) expect(await readFile(join(book.root, OUT), "utf8")).not.toContain(key);
});

test("a mock server of the registry answers as a narrator, streamed", async () => {
  const mock = new LLMock({port: 0});
  mock.onMessage(/What it is asked of/, request => ({content: right((request.messages as {content: string}[]).at(-1)!.content)}));
  await mock.start();
  onTestFinished(async () => {
    await mock.stop();
  });
  await using book = await bookAt(`${mock.url}/v1`, "", ", model: gpt-4o, stream: true");
  const made = await book.command(...ARGS);
  expect(made.code, made.stderr).toBe(0);
  expect((await book.command("narratives", "validate", OUT)).code).toBe(0);
});

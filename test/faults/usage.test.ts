// Servers that claim more tokens than can be: the tables are written all the same, and both figures are kept.
import {join} from "node:path";
import {expect, test} from "vitest";
import {openCache} from "../../pipelines/infer/cache.node.js";
import {boundsOf, implausibleUsage, refutedUsage, withBoundedUsage, withLeastUsage} from "../../pipelines/infer/usage.js";
import {tokenizer} from "../../pipelines/tokenizer/tokenizer.node.js";
import {ask, completion} from "../infer/loopback.js";
import {stubServer, workbook} from "../workbook.js";

const TEXT = "Answer: 4";
const OWN = 3; // o200k: "Answer", ":", " 4" are three tokens with the blank, else four
const said = (completion_tokens: unknown, prompt_tokens: unknown = 50) =>
  JSON.stringify({choices: [{message: {content: TEXT}, finish_reason: "stop"}], usage: {prompt_tokens, completion_tokens}});

test("absurd counts in single answers fail no table, stand beside ours, and are named; a rerun asks nothing", async () => {
  const claims = [4_000_000_000, 2_147_483_648, 1e15, 1e300, 3.5, -7, "12", null, 40_000];
  let number = 0;
  await using stub = await stubServer((_, __, response) => {
    const claim = claims[number++];
    response.setHeader("content-type", "application/json").end(said(claim === undefined ? 3 : claim, number === 12 ? 5e9 : 50));
    return undefined;
  });
  await using book = await workbook();
  const words = ["run", "--base-url", stub.url, "--model", "liar", "--out", "out", "--samples", "16"];
  const first = await book.command(...words);
  expect(first.code, first.stderr).toBe(0);
  expect(first.stderr).toMatch(
    /liar reports 4,000,000,000 completion tokens for an answer of 9 bytes, which count as \d+ \(answer [0-9a-f]{12}\); if its context is larger than 32,768 tokens, write context_tokens/
  );
  const asked = stub.requests.length;
  const hashes = await book.tableHashes("out");
  const again = await book.command(...words);
  expect(again.code, again.stderr).toBe(0);
  expect(stub.requests).toHaveLength(asked);
  expect(await book.tableHashes("out")).toEqual(hashes);

  const rows = async (query: string) => JSON.parse((await book.command("sql", "--store", "out", "--json", query)).stdout);
  const [sums] = await rows(
    `select min(completion_tokens)::int as low, max(completion_tokens)::int as high, max(prompt_tokens)::int as prompt,
     (select sum(completion_tokens) from points)::int = sum(completion_tokens)::int as same from samples`
  );
  expect(sums).toMatchObject({low: OWN, same: true});
  expect(sums.high).toBeLessThanOrEqual(9);
  expect(sums.prompt).toBeLessThan(5_000);
  const [{claimed, prompts}] = await rows(
    "select list(distinct reported_completion_tokens) filter (where reported_completion_tokens is not null) as claimed, max(reported_prompt_tokens) as prompts from timings"
  );
  expect(claimed.map(Number).sort((a: number, b: number) => a - b)).toEqual([
    3, 3.5, 40_000, 2_147_483_648, 4_000_000_000, 1e15, 1e300
  ]);
  expect(Number(prompts)).toBe(5e9);
});

test("a store that such a count had blocked is freed: what is in the cache of an older version is read with bounds", async () => {
  await using stub = await stubServer(() => TEXT);
  await using book = await workbook();
  const words = ["run", "--base-url", stub.url, "--model", "liar", "--out", "out", "--limit", "40"];
  expect((await book.command(...words)).code).toBe(0);
  const cache = openCache(join(book.root, "data/cache"));
  const [key] = cache.keys();
  await cache.put(key!, {...cache.get(key!)!, completion_tokens: 4e9, prompt_tokens: 2 ** 31});
  await cache.close();
  const asked = stub.requests.length;
  const again = await book.command(...words);
  expect(again.code, again.stderr).toBe(0);
  expect(again.stderr).toContain("4,000,000,000 completion tokens");
  expect(stub.requests).toHaveLength(asked);
  expect((await book.command("plan", ...words.slice(1))).code).toBe(0);
});

test("a count that the text refutes: 20 kB and one token; the text counts, the server's is kept, the budget holds, and the answer is named", async () => {
  const words = "The seventh number is larger than the fifth one. ".repeat(400);
  await using stub = await stubServer((_, __, response) => {
    const usage = {prompt_tokens: 50, completion_tokens: 1};
    response
      .setHeader("content-type", "application/json")
      .end(JSON.stringify({choices: [{message: {content: `${words}Answer: 4`}, finish_reason: "stop"}], usage}));
    return undefined;
  });
  await using book = await workbook({"samplers/greedy.yaml": "max_tokens: 5000\n"});
  // One answer of some 4,400 tokens costs $4.4, and its worst case $5 and the prompt.
  const run = ["run", "--base-url", stub.url, "--model", "liar", "--out", "out", "--samples", "16", "--price", "0,1000"];
  const ended = await book.command(...run, "--max-cost", "20");
  expect(ended.code, ended.stderr).toBe(3);
  expect(stub.requests.length).toBeLessThanOrEqual(4);
  expect(ended.stderr).toMatch(
    /liar reports 1 completion tokens for an answer of 19,609 bytes, which count as 4,\d{3} \(answer [0-9a-f]{12}\); the text has so many tokens of o200k; if the model has another tokenizer, name that/
  );
  const rows = await book.command(
    ...["sql", "--store", "out", "--json"],
    "select min(completion_tokens)::int as low, max(reported_completion_tokens)::int as theirs from samples join timings using (eval_id, item_id, trial)"
  );
  const [{low, theirs}] = JSON.parse(rows.stdout);
  expect(theirs).toBe(1);
  expect(low).toBeGreaterThan(400 * 10); // eleven tokens of ten words and a full stop, by any vocabulary
  expect(low).toBeLessThan(400 * 12);
});

const words = (n: number) => "larger numbers are sorted before ".repeat(n / 5); // five tokens, o200k
test.each([
  ["an honest count", words(1_000), 1_000, null],
  ["a tokenizer that needs half as many", words(1_000), 510, null],
  ["a count of a tenth", words(1_000), 100, 1_000],
  ["a short answer", words(15), 1, null],
  ["a script for which vocabularies differ", "ལེགས་པ".repeat(100), 300, null],
  ["blanks, which some vocabularies take 128 at a time", " ".repeat(20_000), 200, null],
  ["reasoning that the text repeats", words(1_000), 1_000, null]
])("%s", async (name, text, count, expected) => {
  const tokens = refutedUsage(count, {text, reasoning: name.includes("repeats") ? text : null}, await tokenizer("o200k"));
  if (expected === null) expect(tokens).toBeNull();
  else expect(tokens).toBeGreaterThan(expected * 0.8);
});

test("a refuted count of an older version's cache is replaced, and stays so", async () => {
  const old = completion({text: words(1_000), reasoning: null, prompt_tokens: 9, completion_tokens: 1});
  const mended = withLeastUsage(old, await tokenizer("o200k"));
  expect(mended).toMatchObject({reported: {prompt_tokens: 9, completion_tokens: 1}});
  expect(mended.completion_tokens).toBeGreaterThan(800);
  expect(withBoundedUsage(mended, ask(), 32_768)).toEqual(mended);
});

const counted = completion({text: "四".repeat(10), prompt_tokens: 9, completion_tokens: 8});

test("bounds are the context, the limit, or the bytes of what came, whichever is most, and a 32-bit integer", () => {
  const answer = {text: "四".repeat(100), reasoning: "why"};
  expect(boundsOf(ask("x"), answer, 1000)).toEqual({prompt: 1000, completion: 1000});
  expect(boundsOf(ask("x", {sampling: {max_tokens: 5000}}), answer, 1000).completion).toBe(5000);
  expect(boundsOf(ask("x", {sampling: {}}), answer, 10).completion).toBe(303);
  expect(boundsOf(ask("x".repeat(2000)), answer, 10).prompt).toBeGreaterThan(2000);
  expect(boundsOf(ask("x"), answer, 1e12)).toEqual({prompt: 2 ** 31 - 1, completion: 2 ** 31 - 1});
});

test("an honest count is left alone; one that the context was given too small for comes back once it is set right", () => {
  expect(withBoundedUsage(counted, ask(), 100)).toBe(counted);
  const long = {...counted, completion_tokens: 60_000};
  const doubted = withBoundedUsage(long, ask(), 32_768);
  expect(doubted).toMatchObject({
    completion_tokens: 8,
    prompt_tokens: 9,
    reported: {prompt_tokens: 9, completion_tokens: 60_000}
  });
  expect(implausibleUsage(doubted)).toBe("60,000 completion tokens for an answer of 30 bytes, which count as 8");
  expect(withBoundedUsage(doubted, ask(), 32_768)).toEqual(doubted);
  expect(withBoundedUsage(doubted, ask(), 131_072)).toEqual(long);
  const uncounted = {...counted, reported: {prompt_tokens: null, completion_tokens: null}};
  expect(withBoundedUsage(uncounted, ask(), 100)).toEqual(uncounted);
  expect(implausibleUsage(uncounted)).toBeNull();
});

// Servers that claim more tokens than can be: the tables are written all the same, and both figures are kept.
import {join} from "node:path";
import {expect, test} from "vitest";
import {openCache} from "../../pipelines/infer/cache.node.js";
import {boundsOf, implausibleUsage, withBoundedUsage} from "../../pipelines/infer/usage.js";
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
     (select sum(tokens_completion) from points)::int = sum(completion_tokens)::int as same from samples`
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

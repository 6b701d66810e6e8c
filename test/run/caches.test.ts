// One cache for all stores of a workbook, and those that older versions left.
import {existsSync, mkdirSync, readFileSync, renameSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {setTimeout as sleep} from "node:timers/promises";
import {expect, test} from "vitest";
import {stubServer, type Workbook, workbook} from "../workbook.js";

const at = (book: Workbook, ...names: string[]) => join(book.root, "data", ...names);
async function ran(book: Workbook, ...words: string[]): Promise<string> {
  const ended = await book.command("run", ...words);
  expect(ended.code, ended.stderr).toBe(0);
  return ended.stderr;
}

test("answers that were paid for beside the book are hits once the model stands in it, under whatever name", async () => {
  await using stub = await stubServer(() => "Answer: 4");
  await using book = await workbook({"models/mine.yaml": `id: mine\nmodel: vendor/model-1\nendpoint: ${stub.url}\n`});
  await ran(book, "--base-url", stub.url, "--model", "vendor/model-1", "--limit", "10");
  expect(stub.requests).toHaveLength(10);
  const text = readFileSync(at(book, "book.yaml"), "utf8").replace("models/reference.yaml", "models/mine.yaml");
  writeFileSync(at(book, "book.yaml"), text);
  expect(await ran(book, "--limit", "10")).toContain("0 asked, 10 from the cache");
  expect(stub.requests).toHaveLength(10);
  expect((await book.command("cache", "info")).stdout).toMatch(/^10 answers, [\d.]+ MB in data\/cache\n$/);
});

test("caches of older versions are found wherever they lie: the store's moves, others are read there", async () => {
  await using stub = await stubServer(() => "Answer: 4");
  await using book = await workbook();
  const words = ["--base-url", stub.url, "--model", "m", "--limit"];
  await ran(book, ...words, "5");
  renameSync(at(book, "cache"), at(book, "store", "runs", "m", "cache"));
  await ran(book, "--model", "sim-heron-08", "--limit", "6");
  renameSync(at(book, "cache"), at(book, "store", "cache"));

  const plan = JSON.parse((await book.command("plan", "--json", ...words, "5")).stdout);
  expect(plan).toMatchObject({cached: 5, requests: {low: 0, high: 0}});
  expect(existsSync(at(book, "store", "cache"))).toBe(true); // a plan changes nothing
  const said = await ran(book, ...words, "8", "--out", "elsewhere");
  expect(said).toContain("the answers in data/store/cache have moved to data/cache");
  expect(said).toContain("3 asked, 5 from the cache");
  expect(existsSync(at(book, "store", "cache"))).toBe(false);
  expect((await book.command("cache", "verify")).stdout).toMatch(
    /^9 answers, 0 damaged in data\/cache\n5 answers, 0 damaged in data\/store\/runs\/m\/cache\n$/
  );
  expect(await ran(book, "--model", "sim-heron-08", "--limit", "6")).toContain("0 asked, 6 from the cache");
}, 300_000);

test("a book may name the cache's folder, and still finds what is in the default one", async () => {
  await using stub = await stubServer(() => "Answer: 4");
  await using book = await workbook();
  const words = ["--base-url", stub.url, "--model", "m", "--limit"];
  await ran(book, ...words, "4");
  mkdirSync(join(book.root, "shared"));
  writeFileSync(at(book, "book.yaml"), `${readFileSync(at(book, "book.yaml"), "utf8")}cache: shared/answers\n`);
  expect(await ran(book, ...words, "6", "--out", "out")).toContain("2 asked, 4 from the cache");
  expect(existsSync(join(book.root, "shared", "answers", "data.mdb"))).toBe(true);
  expect(stub.requests).toHaveLength(6);
});

test("two processes on two stores share the cache while both write, and one that is killed takes nothing with it", async () => {
  await using stub = await stubServer(async () => {
    await sleep(10);
    return "Answer: 4";
  });
  await using book = await workbook();
  const words = (model: string) => ["run", "--base-url", stub.url, "--model", model, "--samples", "60"];
  const killed = book.start(words("a"));
  const other = book.start(words("b"));
  while (stub.requests.filter(({model}) => model === "a").length < 100) await sleep(5);
  killed.child.kill("SIGKILL");
  await killed.ended;
  const ended = await other.ended;
  expect(ended.code, ended.stderr).toBe(0);
  const again = await book.command(...words("a"));
  expect(again.code, again.stderr).toBe(0);
  // At most what was under way when it was killed is asked twice; tests that read alike are one question.
  const questions = new Set(stub.requests.map(({model, messages}) => JSON.stringify([model, messages])));
  expect(stub.requests.length).toBeLessThanOrEqual(questions.size + 64);
  expect((await book.command("cache", "verify")).stdout).toBe(`${questions.size} answers, 0 damaged in data/cache\n`);
});

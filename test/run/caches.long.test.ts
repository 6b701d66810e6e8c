// One cache for all stores of a workbook, and those that older versions left.
import {existsSync, mkdirSync, readFileSync, renameSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {setTimeout as sleep} from "node:timers/promises";
import {expect, test} from "vitest";
import {openCache} from "../../pipelines/infer/cache.node.js";
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

test("a cache that a book names is isolated from the default one and from those of older versions", async () => {
  await using stub = await stubServer(() => "Answer: 4");
  await using book = await workbook();
  const words = ["--base-url", stub.url, "--model", "m", "--limit"];
  await ran(book, ...words, "4");
  mkdirSync(join(book.root, "shared"));
  writeFileSync(at(book, "book.yaml"), `${readFileSync(at(book, "book.yaml"), "utf8")}cache: shared/answers\n`);
  expect(await ran(book, ...words, "6", "--out", "out")).toContain("6 asked, 0 from the cache");
  expect(existsSync(join(book.root, "shared", "answers", "data.mdb"))).toBe(true);
  expect(stub.requests).toHaveLength(10);
  expect(await ran(book, ...words, "6", "--out", "out")).toContain("0 asked, 6 from the cache");
  expect((await book.command("cache", "info")).stdout).toMatch(/^6 answers, [\d.]+ MB in shared\/answers\n$/);
});

test("--fresh asks again and keeps both answers; the later ones count from then on", async () => {
  let answer = "Answer: 4";
  await using stub = await stubServer(() => answer);
  await using book = await workbook();
  const words = ["--base-url", stub.url, "--model", "m", "--limit", "8", "--out", "out"];
  await ran(book, ...words);
  answer = "Answer: true";
  expect(await ran(book, ...words, "--fresh")).toContain("8 asked, 0 from the cache");
  expect(await ran(book, ...words)).toContain("0 asked, 8 from the cache");
  const texts = await book.command("sql", "--store", "out", "--json", "select distinct text from responses");
  expect(JSON.parse(texts.stdout)).toEqual([{text: "Answer: true"}]);
  expect((await book.command("cache", "info")).stdout).toMatch(/^16 answers/);
  const cache = openCache(at(book, "cache"));
  expect([...cache.keys()].filter(key => cache.get(key)?.text === "Answer: 4")).toHaveLength(8);
  await cache.close();
});

test("cache clear deletes the answers of one model, or those that are older", async () => {
  await using stub = await stubServer(() => "Answer: 4");
  await using book = await workbook();
  for (const model of ["one", "two"]) await ran(book, "--base-url", stub.url, "--model", model, "--limit", "5");
  const cache = openCache(at(book, "cache"), {clock: () => Date.now() - 40 * 86_400_000});
  const key = "0".repeat(64);
  await cache.put(key, cache.get([...cache.keys()][0]!)!, "one");
  await cache.close();

  const cleared = (...options: string[]) => book.command("cache", "clear", ...options);
  const old = await cleared("--model", "one", "--older-than", "30d");
  expect(old.stdout).toBe("1 answer of 11 in data/cache would be deleted; add --yes to do it\n");
  expect((await cleared("--model", "one", "--older-than", "30d", "--yes")).stdout).toBe("1 answer of 11 in data/cache deleted\n");
  expect((await cleared("--model", "two", "--yes")).stdout).toBe("5 answers of 10 in data/cache deleted\n");
  expect((await cleared("--older-than", "1h", "--yes")).stdout).toBe("0 answers of 5 in data/cache deleted\n");
  expect((await cleared("--older-than", "soon")).code).toBe(2);
  expect(await ran(book, "--base-url", stub.url, "--model", "one", "--limit", "5")).toContain("0 asked, 5 from the cache");
});

test("a book in the folder data/ of another workbook reads the files and the cache of that one", async () => {
  await using stub = await stubServer(() => "Answer: 4");
  await using here = await workbook();
  await using other = await workbook({
    "models/reference.yaml": `id: theirs\nendpoint: ${stub.url}\n`,
    "suites/small.yaml": "tasks:\n  - {task: boolean, params: {length: 6}}\n"
  });
  await ran(other, "--limit", "6");
  const said = await ran(here, "--book", at(other, "book.yaml"), "--limit", "6", "--out", "out");
  expect(said).toContain("6 samples over 1 points of 1 model, 0 asked, 6 from the cache");
  expect(existsSync(at(here, "cache"))).toBe(false);
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

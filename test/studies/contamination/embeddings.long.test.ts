// Windows of documents against items by embeddings: the search over files, the command, and an audit that lets distances decide.
import {existsSync} from "node:fs";
import {mkdir, readFile, rm, writeFile} from "node:fs/promises";
import {join} from "node:path";
import {gzipSync} from "node:zlib";
import {afterAll, beforeAll, expect, test} from "vitest";
import {randomOf} from "../../../pipelines/generate/seed.js";
import {english} from "../../../pipelines/generate/words/english.js";
import {lexical} from "../../../pipelines/infer/reference/embedding.node.js";
import {corpusFiles} from "../../../pipelines/studies/contamination/corpora.node.js";
import {itemsDigest} from "../../../pipelines/studies/contamination/embeddings.js";
import {storedEmbeddings} from "../../../pipelines/studies/contamination/embeddingsFile.node.js";
import {embedFiles} from "../../../pipelines/studies/contamination/embedFiles.node.js";
import {stubServer, type Workbook, workbook} from "../../workbook.js";

const random = randomOf("embeddings");
const prose = (words: number) => Array.from({length: words}, () => random.pick(english)).join(" ");
const items = Array.from({length: 12}, (_, i) => ({id: `i${i}`, text: prose([10, 20, 40][i % 3]!), group: "bank"}));
const lines = (...values: unknown[]) => values.map(value => `${JSON.stringify(value)}\n`).join("");
const embed = async (texts: string[]) => texts.map(text => Float32Array.from(lexical(text)));

let book: Workbook;
beforeAll(async () => {
  book = await workbook();
  await writeFile(join(book.root, "items.jsonl"), lines(...items));
});
afterAll(() => book?.[Symbol.asyncDispose]());

async function place(name: string, files: Record<string, string | Uint8Array>): Promise<string> {
  await mkdir(join(book.root, name), {recursive: true});
  for (const [file, content] of Object.entries(files)) await writeFile(join(book.root, name, file), content);
  return join(book.root, name);
}
const filesIn = (files: string) => corpusFiles([{name: "c", files}]);
const command = (...words: string[]) => book.command("contamination", ...words);
const rowsOf = async (file: string) =>
  (await readFile(join(book.root, file), "utf8"))
    .split("\n")
    .filter(Boolean)
    .map(line => JSON.parse(line) as Record<string, unknown>);

test("each item's nearest windows are those of comparing all pairs, at their place in documents of many pieces", async () => {
  const long = `${prose(260_000)} ${items[2]!.text} ${prose(100)}`; // over a million characters: several pieces
  const short = `${prose(30)} ${items[0]!.text} ${prose(30)} ${items[1]!.text}`;
  const at = await place("search", {"b.jsonl.gz": gzipSync(lines({id: "x", text: short}, {text: prose(50)})), "empty.txt": ""});
  const found = await embedFiles([...items, {text: " "}], await filesIn(at), {embed, atMost: 0.3});
  const cosine = (a: readonly number[], b: readonly number[]) => a.reduce((sum, value, i) => sum + value * b[i]!, 0);
  const words = short.split(" ");
  for (const [i, {text}] of items.entries()) {
    const length = [8, 16, 32][i % 3]!; // the powers of two nearest to 10, 20 and 40
    let best = 2;
    for (let from = 0; ; from += length / 4) {
      best = Math.min(best, 1 - cosine(lexical(text), lexical(words.slice(from, from + length).join(" "))));
      if (from + length >= words.length) break;
    }
    const hit = found.nearest[i]!.find(({document}) => document === "x");
    if (best > 0.3) expect(hit).toBeUndefined();
    else expect(hit!.distance).toBeCloseTo(best, 5);
  }
  expect(found.nearest[0]![0]!.distance).toBeLessThan(0.3);
  expect([found.nearest[12], found.within[12]]).toEqual([[], 0]);
  expect(found.files.map(({documents, whole}) => [documents, whole])).toEqual([
    [2, true],
    [0, true]
  ]);

  const apart = await place("long", {"a.txt": long});
  let told = 0;
  const one = await embedFiles([items[2]!], await filesIn(apart), {embed, atMost: 0.15, onBytes: bytes => (told += bytes)});
  const [hit] = one.nearest[0]!;
  expect(long.slice(hit!.at, hit!.at + hit!.excerpt.length)).toBe(hit!.excerpt);
  expect(Math.abs(hit!.at - long.lastIndexOf(items[2]!.text))).toBeLessThan(items[2]!.text.length);
  expect(told).toBe(one.files[0]!.bytes);
  expect(one.within).toEqual([1]);
});

test("of many documents the 8 nearest are kept and all are counted; what cannot be read is told", async () => {
  const at = await place("many", {
    "a.jsonl": lines(...Array.from({length: 20}, (_, i) => ({id: `d${i}`, text: `${items[0]!.text} ${"and so on ".repeat(i)}`}))),
    "b.bin": Buffer.alloc(4_000)
  });
  const {nearest, within, files} = await embedFiles([items[0]!], await filesIn(at), {embed, atMost: 0.9});
  expect(within).toEqual([20]);
  expect(nearest[0]!.length).toBe(8);
  expect(nearest[0]!.map(({distance}) => distance)).toEqual(nearest[0]!.map(({distance}) => distance).sort((a, b) => a - b));
  expect(files.map(({whole, problems}) => [whole, problems.join()])).toEqual([
    [true, ""],
    [false, "a binary file, which was not read"]
  ]);
  const none = await embedFiles([], [], {embed, atMost: 0.15});
  expect(none).toEqual({nearest: [], within: [], files: [], windows: 0});
});

test("the command: what was embedded is not asked again, and after a kill the files are the same", async () => {
  // every third word of an item is another one: too many changes for the words of an audit
  const changed = items[2]!.text.split(" ").map((word, i) => (i % 3 === 0 ? `${word}s` : word));
  await place("pages", {"a.txt": `${prose(200)} ${changed.join(" ")} ${prose(200)}`, "b.jsonl": lines({text: prose(2_000)})});
  const input = ["--items", "items.jsonl", "--corpus", "pages"];
  const lexicalModel = ["--model", "lexical-trigrams-768"];
  const {child, ended} = book.start([
    "contamination",
    "embeddings",
    ...input,
    ...lexicalModel,
    "--distance",
    "0.2",
    "--out",
    "audit"
  ]);
  let heard = "";
  child.stderr!.on("data", chunk => (heard += chunk));
  while (!existsSync(join(book.root, "data/cache/data.mdb")) && child.exitCode === null)
    await new Promise(resolve => setTimeout(resolve, 5));
  child.kill("SIGKILL");
  await ended;
  expect(heard).toContain("lexical-trigrams-768 (reasonbook: hashed counts of letter trigrams, no model of language)");
  expect(existsSync(join(book.root, "audit/embeddings.json"))).toBe(false);
  const went = await command("embeddings", ...input, ...lexicalModel, "--distance", "0.2", "--out", "audit");
  expect(went.code).toBe(0);
  expect(went.stdout).toMatch(
    /^1 of 12 items have a window within 0\.2, of \d,\d{3} windows in 2 documents; [\d,]+ vectors asked/
  );
  expect(went.stdout).toMatch(
    /finds \d+ of 60 paraphrases, \d+\.\d % \[.*\], and \d+ of 60 other questions of the same template/
  );
  const again = await command("embeddings", ...input, ...lexicalModel, "--distance", "0.2", "--out", "whole");
  expect(again.stdout).toContain("; 0 vectors asked");
  for (const file of ["embeddings.json", "embeddings.jsonl", "windows.jsonl"])
    expect(await readFile(join(book.root, "audit", file), "utf8")).toBe(await readFile(join(book.root, "whole", file), "utf8"));
  const [window] = await rowsOf("audit/windows.jsonl");
  expect(window).toMatchObject({id: "i2", document: "pages/a.txt", words: 32});
  expect((await rowsOf("audit/embeddings.jsonl")).map(({distance}) => distance === null)).toEqual(items.map((_, i) => i !== 2));
}, 300_000);

test("what is no finished run of embeddings is refused in a line that names the file", async () => {
  const folder = await place("kept", {"a.txt": prose(40)});
  const [run, files] = [join(folder, "embeddings.json"), await filesIn(join(folder, "*.txt"))];
  const none = {recall: null, recall_low: 0, recall_high: 1, false_positive_rate: null, false_low: 0, false_high: 1};
  const known = {
    model: "m",
    described: "a model",
    distance: 0.2,
    items: 12,
    compared: 12,
    items_sha256: itemsDigest(items),
    documents: 1,
    windows: 9,
    files: files.map(({path, bytes}) => ({
      corpus: "c",
      file: path,
      bytes,
      sha256: null,
      documents: 1,
      windows: 9,
      read: true,
      problems: []
    })),
    calibration: {
      paraphrases: 0,
      found: 0,
      negatives: 0,
      wrong: 0,
      precision: null,
      precision_low: 0,
      precision_high: 1,
      ...none,
      area: null,
      area_low: 0,
      area_high: 1
    }
  };
  await writeFile(run, JSON.stringify(known));
  const line = {id: "i0", group: "bank", distance: 0.1, document: "a.txt", documents: 1};
  await writeFile(
    join(folder, "embeddings.jsonl"),
    lines(line, {...line, id: "i1", distance: null, document: null, documents: 0})
  );
  expect((await storedEmbeddings(folder))!.items.map(({distance}) => distance)).toEqual([0.1, null]);
  await writeFile(join(folder, "embeddings.jsonl"), lines({id: "i0"}));
  await expect(storedEmbeddings(folder)).rejects.toThrow(/embeddings\.jsonl:1 is not what contamination embeddings writes/);
  for (const foreign of ["{}", "no JSON", JSON.stringify({...known, distance: "far"})]) {
    await writeFile(run, foreign);
    await expect(storedEmbeddings(folder)).rejects.toThrow(/embeddings\.json is not what contamination embeddings writes/);
  }
  await rm(run);
  expect(await storedEmbeddings(folder)).toBeNull();
});

test("any endpoint is asked for its vectors; a budget, a wrong name and a wrong protocol end before anything is written", async () => {
  await place("small", {"a.txt": `${prose(40)} ${items[0]!.text}`});
  await using server = await stubServer((body, _, response) => {
    const data = (body.input as string[]).map((text, index) => ({object: "embedding", index, embedding: lexical(text)}));
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({object: "list", data, usage: {prompt_tokens: 9, total_tokens: 9}}));
    return undefined;
  });
  const run = (...words: string[]) =>
    command("embeddings", "--items", "items.jsonl", "--corpus", "small", "--out", "own", ...words);
  const asked = ["--base-url", server.url, "--model", "theirs"];
  const dear = await run(...asked, "--price", "1000,0", "--max-cost", "0.000001");
  expect([dear.code, server.requests.length]).toEqual([3, 0]);
  expect(dear.stderr).toContain("the same command with a larger --max-cost goes on from there");
  expect((await run(...asked, "--max-cost", "1")).stderr).toContain("no price is known");
  expect((await run(...asked, "--protocol", "anthropic")).stderr).toContain("of the protocol openai");
  expect((await run("--model", "lexical-trigram-768")).stderr).toContain('did you mean "lexical-trigrams-768"');
  expect(existsSync(join(book.root, "own/embeddings.json"))).toBe(false);
  const done = await run(...asked);
  expect(done.code).toBe(0);
  expect(done.stdout).toContain("cost unknown: no price");
  expect(server.requests.every(({model}) => model === "theirs")).toBe(true);
  const written = JSON.parse(await readFile(join(book.root, "own/embeddings.json"), "utf8")) as Record<string, unknown>;
  expect(written).toMatchObject({model: "theirs", described: `embeddings of ${server.url}`, items: 12, compared: 12});
  expect((await rowsOf("own/embeddings.jsonl"))[0]).toMatchObject({id: "i0", document: "small/a.txt"});
  await place("nothing", {"a.bin": Buffer.alloc(100)});
  const unread = await command("embeddings", "--items", "items.jsonl", "--corpus", "nothing", "--out", "none", ...asked);
  expect(unread.code).toBe(1);
  expect(unread.stderr).toContain("a binary file, which was not read");
}, 300_000);

test("Ctrl-C keeps what is in flight and writes nothing; the same command asks only for the rest", async () => {
  await place("slow", {"a.txt": `${prose(600)} ${items[1]!.text}`});
  const waiting: (() => void)[] = [];
  let held = true;
  await using server = await stubServer(async (body, _, response) => {
    if (held) await new Promise<void>(resolve => waiting.push(resolve));
    const data = (body.input as string[]).map((text, index) => ({object: "embedding", index, embedding: lexical(text)}));
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({object: "list", data, usage: {prompt_tokens: 9, total_tokens: 9}}));
    return undefined;
  });
  const words = [
    ...["contamination", "embeddings", "--items", "items.jsonl", "--corpus", "slow", "--out", "slowly"],
    ...["--base-url", server.url, "--model", "slow"]
  ];
  const texts = () => server.requests.flatMap(({input}) => input as string[]);
  const {child, ended} = book.start(words);
  child.stderr!.on("data", chunk => {
    if (!String(chunk).includes("finishing what is in flight")) return;
    held = false;
    for (const answer of waiting) answer();
  });
  while (waiting.length === 0 && child.exitCode === null) await new Promise(resolve => setTimeout(resolve, 5));
  child.kill("SIGINT");
  const {code, stderr} = await ended;
  expect(code).toBe(130);
  expect(stderr).toContain("interrupted; what was answered is in the cache, and the next run goes on from there");
  expect(existsSync(join(book.root, "slowly/embeddings.json"))).toBe(false);
  expect(texts().length).toBeGreaterThan(0);
  const done = await book.command(...words);
  expect(done.code).toBe(0);
  expect(new Set(texts()).size).toBe(texts().length); // no text was asked twice
  expect((await rowsOf("slowly/embeddings.jsonl"))[1]).toMatchObject({id: "i1", document: "slow/a.txt"});
}, 300_000);

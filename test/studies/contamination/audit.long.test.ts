// Audits of corpora on disk: every form of file, bad input, threads, going on after a kill, the shipped corpus, and the command.
import {spawnSync} from "node:child_process";
import {createHash} from "node:crypto";
import {mkdir, mkdtemp, readdir, readFile, rm, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {gzipSync} from "node:zlib";
import {afterAll, beforeAll, expect, test} from "vitest";
import {readBook} from "../../../pipelines/book/read.node.js";
import {manifold, testAt} from "../../../pipelines/generate/manifold.node.js";
import {tasks} from "../../../pipelines/generate/registry.node.js";
import {randomAt} from "../../../pipelines/generate/seed.js";
import {english} from "../../../pipelines/generate/words/english.js";
import {openDuckDB} from "../../../pipelines/store/duckdb.node.js";
import {query} from "../../../pipelines/store/sql.node.js";
import {audit} from "../../../pipelines/studies/contamination/audit.node.js";
import {corpusFiles} from "../../../pipelines/studies/contamination/corpora.node.js";
import {type PageKey, simulatedCorpus} from "../../../pipelines/studies/contamination/simulatedCorpus.node.js";
import {study} from "../../../pipelines/studies/make.node.js";
import {silent} from "../../silent.js";
import {type Workbook, workbook} from "../../workbook.js";

const random = randomAt("a7".repeat(32), 0);
const prose = (words: number) => Array.from({length: words}, () => random.pick(english)).join(" ");
const texts = Array.from({length: 40}, () => prose(30));
const items = texts.map((text, i) => ({id: `i${i}`, text, group: "bank"}));

let book: Workbook;
let folder: string;
beforeAll(async () => {
  book = await workbook();
  folder = await mkdtemp(join(tmpdir(), "reasonbook-corpora-"));
  await writeFile(join(book.root, "items.jsonl"), items.map(item => `${JSON.stringify(item)}\n`).join(""));
});
afterAll(async () => {
  await book?.[Symbol.asyncDispose]();
  if (folder) await rm(folder, {recursive: true});
});

async function place(name: string, files: Record<string, string | Uint8Array>): Promise<string> {
  const at = join(folder, name);
  for (const [file, content] of Object.entries(files)) {
    await mkdir(join(at, file, ".."), {recursive: true});
    await writeFile(join(at, file), content);
  }
  return at;
}
const corpusOf = async (files: string) => corpusFiles([{name: "c", files}]);
const verdictsOf = async (files: string, threads = 1) => {
  const done = await audit(items, await corpusOf(files), {threads});
  const found = done.results.flatMap(({id, verdict, document}) =>
    verdict === "exact" ? [[Number(id.slice(1)), document] as const] : []
  );
  return {done, found, problems: done.files.flatMap(({problems}) => problems)};
};
const record = (uri: string, text: string) =>
  `WARC/1.0\r\nWARC-Type: conversion\r\nWARC-Target-URI: ${uri}\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}\r\n\r\n`;
const lines = (...values: unknown[]) => values.map(value => JSON.stringify(value)).join("\n");

test("plain text, JSON lines, WET and Parquet, folders, gzip and zstd: each item is found where it stands", async () => {
  const page = (i: number) => `${prose(50)} ${texts[i]} ${prose(50)}`;
  const at = await place("forms", {
    "a.txt": page(0),
    "deep/b.jsonl": lines({id: "one", text: page(1)}, {url: "http://x/2", content: page(2)}, {title: "t", question: page(3)}),
    "deep/c.jsonl.gz": gzipSync(lines({text: page(4)}, {text: page(5)})),
    "d.wet": `${record("http://x/6", `é ${page(6)}`)}${record("http://x/7", page(7))}`,
    "e.json": JSON.stringify({whole: page(8)}, null, 2)
  });
  const {connection, close} = await openDuckDB();
  await connection.run(`copy (select 'p9' as id, '${page(9)}' as text) to '${join(at, "f.parquet")}' (format parquet)`);
  close();
  const zstd = spawnSync("zstd", ["-q", "-c"], {input: page(10)});
  const packed = zstd.status === 0 ? zstd.stdout : null; // Node has no zstd before version 22.15
  if (packed) await writeFile(join(at, "g.txt.zst"), packed);
  const {done, found, problems} = await verdictsOf(at, 2);
  expect(problems).toEqual([]);
  expect(found.map(([i]) => i)).toEqual(Array.from({length: packed ? 11 : 10}, (_, i) => i));
  expect(found[2]![1]).toMatch(/b\.jsonl#http:\/\/x\/2$/);
  expect(found[6]![1]).toMatch(/d\.wet#http:\/\/x\/6$/);
  expect(done.coverage.unread).toBe(0);
  expect(done.results.at(-1)!.verdict).toBe("clean");
  expect(done.files.map(({sha256}) => sha256?.length)).toEqual(done.files.map(() => 64));
  expect((await verdictsOf(join(at, "**/*.gz"))).found.map(([i]) => i)).toEqual([4, 5]);
  await expect(corpusOf(join(folder, "nothing*"))).rejects.toThrow(/no file/);
});

test("an item at any place of a document of many pieces is found once, whatever threads search", async () => {
  const at = await place("long", {
    "a.txt": `${prose(300_000)} ${texts[0]} ${prose(200_000)}`,
    "b.jsonl": lines({text: `${prose(170_000)} ${texts[1]}`}, {text: texts[2]})
  });
  const [one, two] = [await verdictsOf(at), await verdictsOf(at, 2)];
  expect(one.found.map(([i]) => i)).toEqual([0, 1, 2]);
  expect(one.done.files.map(({documents}) => documents)).toEqual([1, 2]);
  expect(two.done).toEqual(one.done);
});

test("what cannot be read is told in a line each, the rest is audited, and nothing is called clean", async () => {
  const noise = Buffer.from(Array.from({length: 50_000}, () => random.integer(0, 255)));
  const at = await place("bad", {
    "a.txt": texts[0]!,
    "binary.dat": noise,
    "broken.txt": Buffer.concat([Buffer.from(`${texts[1]} `), Buffer.from([0xff, 0xfe]), Buffer.from(` ${prose(200)}`)]),
    "bomb.gz": gzipSync(Buffer.alloc(200 * 2 ** 20, "a ")),
    "cut.gz": gzipSync(`${texts[2]} ${prose(20_000)}`).subarray(0, 20_000),
    "cut.wet": record("http://x", texts[3]!).slice(0, -50),
    "empty.txt": "",
    "lines.jsonl": `${lines({text: texts[4]})}\n{"text": \n\n${lines({n: 1})}\n${lines({text: texts[5]})}`,
    "long.jsonl": Buffer.concat([
      Buffer.from('{"text": "'),
      Buffer.alloc(70 * 2 ** 20, "a"),
      Buffer.from(`"}\n${lines({text: texts[6]})}`)
    ])
  });
  const {done, found} = await verdictsOf(at);
  expect(found.map(([i]) => i)).toEqual([0, 1, 2, 4, 5, 6]);
  const told = Object.fromEntries(
    done.files.map(({file, problems, whole}) => [file.split("/").at(-1), [problems.join("; "), whole]])
  );
  expect(told["a.txt"]).toEqual(["", true]);
  expect(told["binary.dat"]).toEqual([expect.stringMatching(/binary/), false]);
  expect(told["broken.txt"]).toEqual([expect.stringMatching(/2 places are not UTF-8/), true]);
  expect(told["bomb.gz"]).toEqual([expect.stringMatching(/more than 200/), false]);
  expect(told["cut.gz"]).toEqual([expect.stringMatching(/gzip ends early/), false]);
  expect(told["cut.wet"]).toEqual([expect.stringMatching(/record 1 ends early/), false]);
  expect(told["empty.txt"]).toEqual(["", true]);
  expect(told["lines.jsonl"]).toEqual([expect.stringMatching(/line 2 is not JSON, and 1 more/), false]);
  expect(told["long.jsonl"]).toEqual([expect.stringMatching(/line 1 is longer than 64 MB/), false]);
  expect(done.results.filter(({verdict}) => verdict === "clean")).toEqual([]);
  expect(done.results.at(-1)!.reason).toMatch(/6 of 9 files were not read completely/);
  const empty = await audit(items, [], {});
  expect(new Set(empty.results.map(({verdict, reason}) => `${verdict}: ${reason}`))).toEqual(
    new Set(["not_testable: no document was read"])
  );
});

test("the command: an audit that was killed goes on and writes the same files; mistakes are told", async () => {
  const at = await place(
    "killed",
    Object.fromEntries(Array.from({length: 12}, (_, i) => [`${i}.txt`, `${prose(40_000)} ${texts[i]}`]))
  );
  const words = (out: string) => ["contamination", "audit", "--items", "items.jsonl", "--corpus", at, "--out", out];
  const whole = await book.command(...words("whole"));
  expect([whole.code, whole.stdout]).toEqual([
    0,
    "40 items: 12 exact, 0 near, 28 clean, 0 not testable; 12 documents of 12 files\n"
  ]);
  const {child, ended} = book.start(words("killed"));
  const kept = join(book.root, "killed/files");
  for (;;) {
    const files = await readdir(kept).catch(() => []);
    if (files.filter(name => !name.startsWith(".")).length >= 2) break;
    await new Promise(resolve => setTimeout(resolve, 5));
  }
  child.kill("SIGKILL");
  await ended;
  expect((await book.command(...words("killed"))).code).toBe(0);
  for (const file of ["items.jsonl", "hits.jsonl", "manifest.jsonl"])
    expect(await readFile(join(book.root, "killed", file), "utf8")).toBe(await readFile(join(book.root, "whole", file), "utf8"));

  await writeFile(join(book.root, "bad.jsonl"), `${lines({id: "a", text: prose(20)}, {id: "a", text: "again"}, {id: "b"})}\n`);
  const bad = await book.command("contamination", "audit", "--items", "bad.jsonl", "--corpus", at, "--out", "bad");
  expect(bad.code).toBe(1);
  expect(bad.stderr).toMatch(/bad\.jsonl:2 id "a" is already that of line 1: left out/);
  expect(bad.stderr).toMatch(/bad\.jsonl:3 .*left out/);
  expect((await book.command("contamination", "audit", "--items", "items.jsonl", "--out", "x")).stderr).toMatch(/no corpus/);
  const pairs = await book.command("contamination", "duplicates", "--items", "items.jsonl");
  expect([pairs.code, pairs.stdout]).toEqual([0, ""]);
});

test("domains: shares of a corpus beside those of the items, with what an audit kept; the claims auditor finds its averages", async () => {
  const words = {ships: ["harbour", "sail", "mast", "anchor"], sums: ["number", "plus", "total", "count"]};
  const text = (domain: keyof typeof words) =>
    Array.from({length: 25}, () => `${random.pick(words[domain])} ${random.pick(english)}`).join(" ");
  const own = (["ships", "sums"] as const).flatMap(domain =>
    Array.from({length: 20}, (_, i) => ({id: `${domain} ${i}`, text: text(domain), group: "bank", domain}))
  );
  await writeFile(join(book.root, "domains.jsonl"), `${lines(...own)}\n`);
  const pages = [...Array.from({length: 30}, () => text("ships")), own[0]!.text, own[20]!.text];
  const at = await place("about", {"pages.jsonl": lines(...pages.map(page => ({text: page}))), "more/other.jsonl": ""});
  const background = await place("background", {"other.jsonl": lines(...Array.from({length: 20}, () => ({text: prose(40)})))});
  const given = ["--items", "domains.jsonl", "--corpus", at, "--out", "about"];
  const found = await book.command("contamination", "domains", ...given, "--background", background);
  // on a busy machine the progress is shown
  expect([found.code, found.stderr.replaceAll(/^[\d.]+ k?B of .*\n/gmu, "")]).toEqual([0, ""]);
  expect(found.stdout).toContain("40 items: 2 exact, 0 near, 38 clean, 0 not testable");
  const rows = (await readFile(join(book.root, "about/domains.jsonl"), "utf8"))
    .trim()
    .split("\n")
    .map(line => JSON.parse(line));
  expect(rows.map(({domain, items: n, contaminated, documents, open}) => [domain, n, contaminated, documents, open])).toEqual([
    ["ships", 20, 1, 32, true],
    ["sums", 20, 1, 32, true],
    ["(other)", 0, 0, 32, true],
    ["(all)", 40, 2, 32, true]
  ]);
  // 31 of 32 pages are about ships, one about sums
  for (const [i, truth] of [31 / 32, 1 / 32, 0].entries())
    expect(rows[i].corpus_low - 1e-6 <= truth && truth <= rows[i].corpus_high + 1e-6).toBe(true);
  expect(rows[0].log_odds_low).toBeGreaterThan(0);
  const claims = await book.command("claims", "about/domains.claims.json", "--format", "json");
  expect(claims.code, claims.stderr).toBe(0);
  const verdicts = (JSON.parse(claims.stdout) as {verdict: string}[]).map(({verdict}) => verdict);
  expect(verdicts.length).toBeGreaterThan(4);
  expect(new Set(verdicts)).toEqual(new Set(["reproduced"]));

  const kept = await readdir(join(book.root, "about/files"));
  const again = await book.command("contamination", "domains", ...given);
  expect([again.code, again.stdout]).toEqual([0, expect.stringContaining("no background was given")]);
  expect(await readdir(join(book.root, "about/files"))).toEqual(kept);
  const alone = await book.command("contamination", "domains", "--items", "items.jsonl", "--corpus", at, "--out", "alone");
  expect([alone.code, alone.stdout]).toEqual([0, expect.stringContaining("no shares, since shares need two domains")]);
});

test("a store's tables: the tests of a book are audited, and made anew when its corpus changes", async () => {
  expect((await book.command("run")).code).toBe(0);
  const store = join(book.root, "data/store");
  const [[id, prompt]] = (
    await query("select item_id, prompt from items where base_task = 'listops' order by length(prompt) desc limit 1", {
      folder: store
    })
  ).rows as [[string, string]];
  const yaml = await readFile(join(book.root, "data/book.yaml"), "utf8");
  await writeFile(join(book.root, "data/book.yaml"), `${yaml}corpora: [{name: web, files: web.txt, licence: CC0}]\n`);
  await writeFile(join(book.root, "data/web.txt"), `${prose(40)} ${prompt} ${prose(40)}`);
  const before = process.cwd();
  process.chdir(book.root);
  try {
    await study("contamination_items", store, {report: silent});
    const flagged = async () =>
      (await query("select item_id from contamination_items where verdict in ('exact', 'near')", {folder: store})).rows.flat();
    expect(await flagged()).toEqual([id]);
    expect((await query("select corpus, licence, documents, read from contamination_files", {folder: store})).rows).toEqual([
      ["web", "CC0", 1, true]
    ]);
    const [[excerpt, at, length]] = (
      await query("select excerpt, run_at, run_length from contamination_hits where verdict = 'exact'", {folder: store})
    ).rows as [[string, number, number]];
    expect(prompt).toContain(excerpt.slice(at, at + length));
    expect(
      (await query("select distinct corpus, documents, why from contamination_domains", {folder: store})).rows.map(String)
    ).toEqual(["web,1,"]);
    const hash = async () =>
      createHash("sha256")
        .update(await readFile(join(store, "contamination_items.parquet")))
        .digest("hex");
    const whole = await hash();
    await rm(join(store, "studies.json"));
    const {child, ended} = book.start(["sql", "from contamination_hits"]);
    while (child.exitCode === null && !(await readdir(store)).some(name => name.startsWith(".") || name.includes("tmp")))
      await new Promise(resolve => setTimeout(resolve, 2));
    child.kill("SIGKILL");
    await ended;
    expect((await book.command("sql", "select count(*) from contamination_items")).code).toBe(0);
    await study("contamination_items", store, {report: silent});
    expect(await hash()).toBe(whole);
    await writeFile(join(book.root, "data/web.txt"), prose(40));
    await study("contamination_items", store, {report: silent});
    expect(await flagged()).toEqual([]);
  } finally {
    process.chdir(before);
  }
});

test("the shipped corpus is what the generator makes, and its audit finds the known tests and no others", async () => {
  const shipped = await readBook();
  const {pages, key, background} = simulatedCorpus(shipped);
  const text = (rows: readonly object[]) => rows.map(row => `${JSON.stringify(row)}\n`).join("");
  expect(await readFile("data/corpora/planted.jsonl", "utf8")).toBe(text(pages));
  expect(await readFile("data/corpora/planted.key.jsonl", "utf8")).toBe(text(key));
  expect(await readFile("data/corpora/background.jsonl", "utf8")).toBe(text(background));
  const tests = manifold(shipped.suites[0]!.suite, {seed: shipped.seed}).flatMap(point =>
    Array.from({length: shipped.precision.max}, (_, index) => testAt(point, tasks.get(point.base_task)!, index))
  );
  const done = await audit(
    tests.map(({item_id, prompt, base_task}) => ({id: item_id, text: prompt, group: base_task})),
    await corpusFiles(shipped.corpora!)
  );
  const levels = new Map<string, Set<PageKey["level"]>>();
  for (const {item_id, level} of key) if (item_id) levels.set(item_id, (levels.get(item_id) ?? new Set()).add(level));
  const isKnown = (id: string) => levels.get(id)?.has("verbatim") || levels.get(id)?.has("changed");
  const flagged = done.results.filter(({verdict}) => verdict === "exact" || verdict === "near");
  expect(flagged.filter(({id}) => !isKnown(id))).toEqual([]);
  const known = done.results.filter(({id, verdict}) => isKnown(id) && verdict !== "not_testable");
  expect(known.filter(({id}) => levels.get(id)!.has("verbatim")).map(({verdict}) => verdict)).toEqual(
    known.filter(({id}) => levels.get(id)!.has("verbatim")).map(() => "exact")
  );
  expect(flagged.length / known.length).toBeGreaterThan(0.97);
  // One test in 32 is known, of 75 points with at most `precision.max` tests each; some are too short to be looked for.
  expect(known.length).toBeGreaterThan((0.75 * tests.length) / 32);
});

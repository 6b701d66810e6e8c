// The command `contamination report`: of an audit's folder, of the book, and of folders that hold no finished audit.
import {mkdir, readFile, rm, writeFile} from "node:fs/promises";
import {join} from "node:path";
import {afterAll, beforeAll, expect, test} from "vitest";
import {randomOf} from "../../../pipelines/generate/seed.js";
import {english} from "../../../pipelines/generate/words/english.js";
import {query} from "../../../pipelines/store/sql.node.js";
import {type AuditReport, auditReportSchema} from "../../../pipelines/studies/contamination/report.js";
import {partsOfFolder} from "../../../pipelines/studies/contamination/reportSources.node.js";
import {type Workbook, workbook} from "../../workbook.js";

const random = randomOf("report");
const prose = (words: number) => Array.from({length: words}, () => random.pick(english)).join(" ");
const items = Array.from({length: 6}, (_, i) => ({id: `i${i}`, text: i === 5 ? "too short" : prose(30), group: `bank ${i % 2}`}));
const lines = (...values: unknown[]) => values.map(value => `${JSON.stringify(value)}\n`).join("");

let book: Workbook;
beforeAll(async () => {
  book = await workbook();
  await writeFile(join(book.root, "items.jsonl"), lines(...items));
  await writeFile(join(book.root, "page.txt"), `${prose(40)} ${items[0]!.text} ${prose(40)}`);
});
afterAll(() => book?.[Symbol.asyncDispose]());
const command = (...words: string[]) => book.command("contamination", ...words);
const reported = async (...words: string[]): Promise<AuditReport> =>
  auditReportSchema.parse(JSON.parse((await command("report", ...words, "--json")).stdout));

test("an audit's folder: verdicts, embeddings and probes that lie in it", async () => {
  const input = ["--items", "items.jsonl", "--corpus", "page.txt", "--out", "audit"];
  await command("audit", ...input);
  const plain = await reported("audit");
  expect(plain).toMatchObject({
    items: 6,
    contaminated: {exact: 1, clean: 4, not_testable: 1, n: 5, value: 0.2},
    embeddings: null
  });
  expect(plain.groups.map(({name, n}) => [name, n])).toEqual([
    ["bank 0", 3],
    ["bank 1", 2]
  ]);
  expect(plain).toMatchObject({effects: null, probes: [], files: [{file: "page.txt", documents: 1, read: true}]});

  await command("embeddings", ...input, "--model", "lexical-trigrams-768", "--distance", "0.3");
  const probe = await command("probe", "--model", "sim-cedar-01", "--limit", "4", "--shards", "0", "--out", "audit/probe.json");
  expect(probe.code).toBe(0);
  const whole = await reported("audit");
  expect(whole.embeddings).toMatchObject({model: "lexical-trigrams-768", distance: 0.3, near: {n: 6, value: 1 / 6}});
  expect(whole.probes).toMatchObject([{model: "sim-cedar-01", simulated: true, items: 4}]);
  const out = join(book.root, "report.md");
  expect((await command("report", "audit", "--out", out)).stdout).toBe("");
  const text = await readFile(out, "utf8");
  expect(text).toContain(
    "Of 5 items that could be tested, 1 was found as exact copies and 0 as near copies: 20.0 % [3.6, 62.4], n = 5."
  ); // Wilson 1927
  expect(text).toContain("`lexical-trigrams-768`");
  expect(text).toMatch(/Precision \d+\.\d % \[.*\] of n = \d+ found pairs, area under the ROC 0\.\d\d \[0\.\d\d, 0\.\d\d\]\./);
  expect(text).toContain("`sim-cedar-01` (simulated)");
  expect((await command("report", "audit", "--probe", "items.jsonl")).stderr).toBe(
    "items.jsonl is not a report of contamination probe\n"
  );
}, 300_000);

test("a folder that holds no audit, none that was finished or an empty one is refused in one line", async () => {
  const refused = (folder: string) =>
    partsOfFolder(join(book.root, folder)).then(String, (error: Error) => error.message.replaceAll(`${book.root}/`, ""));
  expect(await refused("nowhere")).toBe("no folder nowhere");
  expect(await refused("data")).toBe("data is not a folder of an audit: it has no items.jsonl");
  await mkdir(join(book.root, "begun/files"), {recursive: true});
  const {code, stdout, stderr} = await command("report", "begun");
  expect([code, stdout, stderr]).toEqual([2, "", "the audit in begun was not finished: the same command goes on from there\n"]);
  await writeFile(join(book.root, "begun/items.jsonl"), "");
  expect(await refused("begun")).toContain("was not finished");
  await writeFile(join(book.root, "begun/manifest.jsonl"), "");
  expect(await refused("begun")).toBe("the audit in begun holds no item");
  await writeFile(join(book.root, "begun/items.jsonl"), lines(...items));
  expect(await refused("begun")).toMatch(/^begun\/items\.jsonl:1 .*this is not what an audit writes$/);
  await rm(join(book.root, "begun"), {recursive: true});
});

test("the book: without corpora nothing was audited; with one its tests by task, and what simulated models gain", async () => {
  expect((await book.command("run")).code).toBe(0);
  const none = await command("report");
  expect([none.code, none.stderr]).toEqual([2, expect.stringContaining("no test of the book was audited: name corpora in it")]);
  const store = join(book.root, "data/store");
  const [[prompt]] = (
    await query("select prompt from items where base_task = 'listops' order by length(prompt) desc limit 1", {folder: store})
  ).rows as [[string]];
  const yaml = await readFile(join(book.root, "data/book.yaml"), "utf8");
  await writeFile(join(book.root, "data/book.yaml"), `${yaml}corpora: [{name: web, files: web.txt}]\n`);
  await writeFile(join(book.root, "data/web.txt"), `${prose(40)} ${prompt} ${prose(40)}`);
  const report = await reported();
  const rows = (
    await query(
      "select base_task, count(*)::int, count(*) filter (verdict = 'exact')::int from contamination_items group by 1 order by 1",
      {
        folder: store
      }
    )
  ).rows;
  expect(
    report.groups.map(({by, name, exact, near, clean, not_testable}) => [by, name, exact + near + clean + not_testable, exact])
  ).toEqual(rows.map(([task, n, exact]) => ["task or bank", task, n, exact]));
  expect(report.contaminated).toMatchObject({exact: 1, near: 0});
  expect(report.effects!.models.map(({name, simulated}) => [name, simulated]).sort()).toEqual([
    ["sim-cedar-01", true],
    ["sim-comet-05", true],
    ["sim-heron-08", true]
  ]);
  expect(report.effects!.gaining).toBe(0);
  const {stdout} = await command("report");
  expect(stdout).toContain("All of them are simulated.");
  expect(stdout).toContain("| web | not stated | data/web.txt |");
}, 300_000);

// Items with images, tools and further turns, imported, exported as JSON lines and as Parquet, and imported again.
import {createWriteStream, writeFileSync} from "node:fs";
import {join} from "node:path";
import {finished} from "node:stream/promises";
import {expect, test} from "vitest";
import {importBank} from "../../pipelines/book/banks/importBank.node.js";
import {readBankNamed} from "../../pipelines/book/read.node.js";
import {benchmarkTasks} from "../../pipelines/generate/benchmarks/registry.js";
import {exportLines} from "../../pipelines/run/bankExport.js";
import {benchmarkBank} from "../../pipelines/run/benchmarkItems.js";
import {workbook} from "../workbook.js";

const PIXEL =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const weather = {
  name: "get_weather",
  description: "the weather of a city",
  parameters: {type: "object", properties: {city: {type: "string"}}, required: ["city"]},
  results: {'{ "unit": "C", "city" : "Oslo" }': "snow, −3 °C"},
  otherwise: "unknown city"
};
const time = {name: "get_time", results: {"{}": "12:00"}};
const ITEMS = [
  {question: "Which colour has the pixel?", answer: "green", images: [PIXEL]},
  {question: "Are both the same?", choices: ["yes", "no"], answer: "A", images: [PIXEL, PIXEL]},
  {question: 'What is the weather in "Oslo"?', answer: "snow", tools: [weather, time], max_turns: 4},
  {question: "Think of seven.", answer: "8", turns: ["Add one to it.", "Say it\nagain, [twice]."]},
  {question: "All at once?", answer: "yes", images: [PIXEL], tools: [time], turns: ["And now?"], max_turns: 9},
  {question: "Wie viele?", answer: "3", pair_id: "how many/1", category: "de"},
  {question: "Nothing beside the text?", answer: "no", scorer: {kind: "text", accept: ["nothing"]}}
];

test.each(["jsonl", "parquet"])("images, tools and turns come back the same by %s, with the same ids", async format => {
  await using book = await workbook();
  writeFileSync(join(book.root, "own.jsonl"), ITEMS.map(item => JSON.stringify(item)).join("\n"));
  const imported = (file: string, name: string) =>
    importBank({files: [join(book.root, file)], layout: "plain", name, folder: join(book.root, "data/banks")});
  expect((await imported("own.jsonl", "first")).summary).toMatchObject({items: ITEMS.length, faulty: 0});
  const exported = await book.command("items", "export", "first", "--format", format, "--out", `again.${format}`);
  expect(exported.code, exported.stderr).toBe(0);
  expect((await imported(`again.${format}`, "second")).summary).toMatchObject({items: ITEMS.length, faulty: 0, duplicates: 0});
  const read = async (name: string) => {
    const bank = await readBankNamed(name, {root: book.root});
    return Array.from({length: bank.size}, (_, i) => bank.item(i));
  };
  const [first, second] = [await read("first"), await read("second")];
  expect(first).toHaveLength(ITEMS.length);
  expect(second.map(({id}) => id)).toEqual(first.map(({id}) => id));
  expect(first.map(({item}) => item.pair_id)).toEqual(ITEMS.map(({pair_id}) => pair_id));
  expect(second.map(({item}) => item.pair_id)).toEqual(ITEMS.map(({pair_id}) => pair_id));
  const parts = ({item: {images, tools, turns, max_turns}}: (typeof first)[number]) => ({images, tools, turns, max_turns});
  expect(second.map(parts)).toEqual(first.map(parts));
  // What was given is what is kept: absent parts stay absent, results stand under canonical JSON.
  expect(first.map(({item}) => item.images)).toEqual(ITEMS.map(({images}) => images));
  expect(first.map(({item}) => item.turns)).toEqual(ITEMS.map(({turns}) => turns));
  expect(first.map(({item}) => item.max_turns)).toEqual(ITEMS.map(({max_turns}) => max_turns));
  expect(first[2]!.item.tools).toMatchObject([
    {...weather, results: {'{"city":"Oslo","unit":"C"}': "snow, −3 °C"}},
    {...time, description: ""}
  ]);
  const asked = ({item: {question, choices, answer, scorer}}: (typeof first)[number]) => [question, choices, answer, scorer];
  expect(second.map(asked)).toEqual(first.map(asked));
});

const SET_ITEMS = [
  {question: "One?", answer: "1"},
  {question: "Two?", answer: "2", answer_format: "hash"},
  {question: "Three?", answer: "3", locale: "fr", accept: ["III", "trois"]}
];

test.each(["jsonl", "parquet"])("settings of items and of their bank come back by %s, with the same ids", async format => {
  await using book = await workbook({
    "banks/first.yaml": "files: first.jsonl\nanswer_format: boxed\nlocale: de\n",
    "banks/first.jsonl": SET_ITEMS.map(item => JSON.stringify(item)).join("\n")
  });
  const exported = await book.command("items", "export", "first", "--format", format, "--out", `again.${format}`);
  expect(exported.code, exported.stderr).toBe(0);
  const file = join(book.root, `again.${format}`);
  await importBank({files: [file], layout: "plain", name: "second", folder: join(book.root, "data/banks")});
  const [first, second] = await Promise.all(["first", "second"].map(name => readBankNamed(name, {root: book.root})));
  const all = (bank: typeof first) =>
    SET_ITEMS.map((_, i) => ({id: bank!.item(i).id, reading: bank!.readingOf(bank!.item(i).item)}));
  expect(all(second)).toEqual(all(first));
  expect(all(first).map(({reading}) => reading)).toEqual([
    {format: "boxed", locale: "de"},
    {format: "hash", locale: "de"},
    {format: "boxed", locale: "fr", accept: ["III", "trois"]}
  ]);
});

test("other harnesses get all right answers of an item", async () => {
  await using book = await workbook({
    "banks/mine.yaml": "files: mine.jsonl\n",
    "banks/mine.jsonl": SET_ITEMS.map(item => JSON.stringify(item)).join("\n")
  });
  const exported = async (format: string) => {
    const {stdout} = await book.command("items", "export", "mine", "--format", format);
    return stdout
      .trim()
      .split("\n")
      .map(line => JSON.parse(line) as Record<string, unknown>);
  };
  expect((await exported("inspect")).map(({target}) => target)).toEqual(["1", "2", ["3", "III", "trois"]]);
  expect((await exported("lm-eval")).map(({doc_to_target, accept}) => [doc_to_target, accept])).toEqual([
    ["1", undefined],
    ["2", undefined],
    ["3", ["III", "trois"]]
  ]);
  const shown = await book.command("items", "show", "mine", "--count", "3", "--json");
  expect(shown.stdout).toContain('"accept":["III","trois"]');
});

test("a generated benchmark's language is exported with its items", async () => {
  await using book = await workbook();
  const exported = await book.command("items", "export", "zen-multilang", "--out", "multilang.jsonl");
  expect(exported.code, exported.stderr).toBe(0);
  const {item} = (
    await importBank({
      files: [join(book.root, "multilang.jsonl")],
      layout: "plain",
      name: "multilang",
      folder: join(book.root, "data/banks")
    }).then(() => readBankNamed("multilang", {root: book.root}))
  ).item(0);
  expect(item.locale).toBe("en");
});

test("pictures of a generated benchmark are exported as PNG, and imported again as they were sent", async () => {
  await using book = await workbook();
  const task = benchmarkTasks.get("zen-counting")!;
  const bank = {...benchmarkBank(task), size: 40};
  const file = join(book.root, "pictures.jsonl");
  const out = createWriteStream(file);
  await exportLines(bank, "jsonl", out);
  out.end();
  await finished(out);
  await importBank({files: [file], layout: "plain", name: "pictures", folder: join(book.root, "data/banks")});
  const read = await readBankNamed("pictures", {root: book.root});
  expect(read.size).toBe(40);
  for (let i = 0; i < read.size; i++) {
    const {images, answer} = read.item(i).item;
    const made = bank.item(i).item;
    expect([answer, images?.length]).toEqual([made.answer, made.images?.length]);
    for (const image of images ?? []) expect(pixelsOf(image)).toEqual({width: 512, height: 384});
  }
});

/** Width and height by the header chunk of a PNG (its specification, section 11.2.2). */
function pixelsOf(url: string): {width: number; height: number} {
  const bytes = Buffer.from(url.replace("data:image/png;base64,", ""), "base64");
  expect(bytes.toString("latin1", 12, 16)).toBe("IHDR");
  return {width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20)};
}

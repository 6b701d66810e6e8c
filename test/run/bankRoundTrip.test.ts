// Items with images, tools and further turns, imported, exported as JSON lines and as Parquet, and imported again.
import {writeFileSync} from "node:fs";
import {join} from "node:path";
import {expect, test} from "vitest";
import {importBank} from "../../pipelines/book/banks/importBank.js";
import {readBankNamed} from "../../pipelines/book/read.js";
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

// How answers to items are read: declared formats, languages and other right answers, in records and in banks.
import {mkdir} from "node:fs/promises";
import {dirname, join} from "node:path";
import {expect, test} from "vitest";
import {readBank} from "../../../pipelines/book/banks/bank.node.js";
import {importBank} from "../../../pipelines/book/banks/importBank.node.js";
import {LONGEST_TEXT} from "../../../pipelines/book/banks/item.node.js";
import {folder, readAll} from "./files.js";

const jsonl = (...records: object[]) => records.map(record => JSON.stringify(record)).join("\n");
const itemsOf = async (records: object[], more: object = {}) => {
  await using place = await folder();
  return await readAll({files: [await place.write("items.jsonl", jsonl(...records))], ...more});
};

test("a record sets how its answers are read, and its identity stays", async () => {
  const record = {question: "How much is it?", answer: "3,5"};
  const {items, counts} = await itemsOf([record]);
  const set = await itemsOf([{...record, answer_format: "boxed", locale: "pt-br", accept: ["3,50"]}]);
  expect([counts.problems, set.counts.problems]).toEqual([[], []]);
  expect(items[0]!.item).not.toHaveProperty("accept");
  expect(set.items[0]!.item).toEqual({...items[0]!.item, answer_format: "boxed", locale: "pt-BR", accept: ["3,50"]});
  expect(set.items[0]!.id).toBe(items[0]!.id);
});

test.each([
  ["none", {}],
  ["nulls, as Parquet has them", {answer_format: null, locale: null, accept: null}],
  ["empty texts, as tables have them", {answer_format: "", locale: "", accept: ""}],
  ["an empty list", {accept: []}],
  ["answers that say nothing else", {accept: ["Oslo", " Oslo\r\n", "", "  "]}]
])("settings that say nothing are none: %s", async (_, settings) => {
  const {items, counts} = await itemsOf([{question: "Which town?", answer: "Oslo", ...settings}]);
  expect(counts.problems).toEqual([]);
  expect(items[0]!.item).toEqual({question: "Which town?", choices: [], answer: "Oslo", domain: "bank", category: "bank"});
});

test.each([
  ["a list of right answers", {answer: ["Oslo", "Christiania"]}, ["Christiania"]],
  ["both", {answer: ["Oslo", "Christiania"], accept: ["Kristiania", "Christiania"]}, ["Christiania", "Kristiania"]],
  ["a JSON list in a text", {answer: "Oslo", accept: '["Christiania", "Kristiania"]'}, ["Christiania", "Kristiania"]],
  ["a single text", {answer: "Oslo", accept: "Christiania"}, ["Christiania"]],
  ["numbers", {answer: "Oslo", accept: [1, 2.5, true]}, ["1", "2.5", "true"]]
])("all forms of an answer are kept in their order: %s", async (_, given, accept) => {
  const {items} = await itemsOf([{question: "Which town?", ...given}]);
  expect(items[0]!.item).toMatchObject({answer: "Oslo", accept});
});

test.each([
  [
    "an unknown format",
    {answer_format: "jsn:answer"},
    /^answer_format: expected one of json:answer, .*, got "jsn:answer"; did you mean "json:answer"\?$/u
  ],
  ["a format that is no text", {answer_format: {kind: "boxed"}}, /^answer_format: expected one of json:answer, .*, got a map$/u],
  ["a country's name", {locale: "Germany"}, /^locale: expected a BCP 47 language such as en, de or pt-BR, got "Germany"$/u],
  ["answers in a map", {accept: {text: ["x"]}}, /^accept: not a list of texts$/u],
  ["answers in lists", {accept: [["x"]]}, /^accept: not a list of texts$/u],
  [
    "other answers to a question with options",
    {choices: ["a", "b"], answer: "A", accept: ["B"]},
    /^accept: of a question with options one option is right$/u
  ],
  [
    "an answer of ten megabytes",
    {accept: ["x", "y".repeat(10_000_000)]},
    new RegExp(`^accept\\.1 of 10,000,000 characters; at most ${LONGEST_TEXT.toLocaleString("en")}$`, "u")
  ]
])("%s is named with its line, and the other records are read", async (_, settings, told) => {
  const {items, counts} = await itemsOf([
    {question: "Which town?", answer: "Oslo", ...settings},
    {question: "Which land?", answer: "Norway"}
  ]);
  expect(items.map(({item}) => item.question)).toEqual(["Which land?"]);
  expect(counts.problems[0]!.replace(/^.*:1 /u, "")).toMatch(told);
});

test("ten thousand other answers are kept", async () => {
  const accept = Array.from({length: 10_000}, (_, i) => `answer ${i}`);
  const {items} = await itemsOf([{question: "Name one.", answer: "one", accept}]);
  expect(items[0]!.item.accept).toEqual(accept);
});

test("fields of any name hold the settings", async () => {
  const fields = {
    question: "q",
    answer: "a",
    answer_is: "auto",
    answer_format: "how",
    locale: "in.language",
    accept: "also"
  } as const;
  const {items} = await itemsOf(
    [{q: "Which town?", a: ["Oslo", "Christiania"], how: "line", in: {language: "nb"}, also: ["Kristiania"]}],
    {
      fields
    }
  );
  expect(items[0]!.item).toMatchObject({
    answer: "Oslo",
    answer_format: "line",
    locale: "nb",
    accept: ["Christiania", "Kristiania"]
  });
});

test("an item's settings come before its bank's, and each bank's setting holds by itself", async () => {
  await using place = await folder();
  const records = jsonl(
    {question: "One?", answer: "1"},
    {question: "Two?", answer: "2", answer_format: "hash", accept: ["two"]},
    {question: "Three?", answer: "3", locale: "fr"}
  );
  await place.write("mine.jsonl", records);
  const yaml = (more: string) => place.write("mine.yaml", `files: mine.jsonl\n${more}`);
  const within = place.path;
  const readings = async (more: string) => {
    const bank = await readBank(await yaml(more), {within});
    return {digest: bank.digest, readings: [0, 1, 2].map(i => bank.readingOf(bank.item(i).item))};
  };
  const plain = await readings("");
  expect(plain.readings).toEqual([undefined, {format: "hash", accept: ["two"]}, {locale: "fr"}]);
  const set = await readings("answer_format: boxed\nlocale: de\nclassifier: false\n");
  expect(set.readings).toEqual([
    {format: "boxed", locale: "de", classifier: false},
    {format: "hash", locale: "de", classifier: false, accept: ["two"]},
    {format: "boxed", locale: "fr", classifier: false}
  ]);
  expect(set.digest).not.toBe(plain.digest); // scored in another way
});

test.each([
  ["answer_format: bxed", /mine\.yaml:2:16 expected one of .*, got "bxed"; did you mean "boxed"\?$/u],
  ["locale: 7", /mine\.yaml:2:9 expected text, got 7$/u],
  ["classifier: true", /mine\.yaml:2:13 expected false, got true$/u],
  ["answerformat: boxed", /mine\.yaml:2:1 unknown key "answerformat"; did you mean "answer_format"\?$/u]
])("%s in a bank is refused with its place", async (line, told) => {
  await using place = await folder();
  await place.write("mine.jsonl", jsonl({question: "One?", answer: "1"}));
  const file = await place.write("mine.yaml", `files: mine.jsonl\n${line}\n`);
  await expect(readBank(file, {within: place.path})).rejects.toThrow(told);
});

test("SQuAD's annotators agree or not: each form is kept once, and questions without an answer are left out and counted", async () => {
  const asked = {context: "The harbour was built in 1871.", title: "Harbours"};
  const {items, counts} = await itemsOf(
    [
      {
        ...asked,
        id: "a",
        question: "When was it built?",
        answers: {text: ["1871", "in 1871", "1871"], answer_start: [25, 22, 25]}
      },
      {...asked, id: "b", question: "Who built it?", answers: {text: [], answer_start: []}},
      {...asked, id: "c", question: "", answers: {text: ["1871"], answer_start: [25]}},
      {...asked, id: "d", question: "Where?", answers: {text: "1871"}}
    ],
    {layout: "squad"}
  );
  expect(items.map(({item}) => [item.answer, item.accept])).toEqual([["1871", ["in 1871"]]]);
  expect([counts.faulty, counts.unanswered]).toEqual([3, 1]);
  expect(counts.problems.map(problem => problem.replace(/^.*jsonl/u, ""))).toEqual([
    ":2 missing answer",
    ":3 missing question",
    ":4 answers.text is not a list of texts"
  ]);
});

test("LongBench: a language of people is the locale, one of programs is none, and a text without a question is the question", async () => {
  const {items} = await itemsOf(
    [
      {context: "长文。", input: "谁？", answers: ["安"], language: "zh", dataset: "multifieldqa_zh", _id: "1"},
      {context: "def f():", input: "", answers: ["    pass"], language: "python", dataset: "lcc", _id: "2"}
    ],
    {layout: "longbench"}
  );
  expect(items.map(({item}) => [item.question, item.locale, item.category])).toEqual([
    ["长文。\n\n谁？", "zh", "multifieldqa_zh"],
    ["def f():", undefined, "lcc"]
  ]);
});

test.each([
  ["niah_multivalue/validation.jsonl", "7, 19", "niah_multivalue"],
  ["8192/vt.jsonl", "7, 19", "vt 8192"],
  ["qa_2/validation.jsonl", "7", "qa_2"],
  ["other.jsonl", "7", "bank"]
])("RULER's outputs in %s", async (file, answer, category) => {
  await using place = await folder();
  await mkdir(dirname(join(place.path, file)), {recursive: true});
  const record = {index: 0, input: "Which numbers?", outputs: ["7", "19"], length: 4_000};
  const {items} = await readAll({files: [await place.write(file, jsonl(record))], layout: "ruler"});
  const {item} = items[0]!;
  expect([item.answer, item.category]).toEqual([answer, category]);
  expect(item).toMatchObject(answer === "7" ? {accept: ["19"]} : {scorer: {kind: "set", separator: ","}});
});

test.each([
  ["squad", {context: "A.", question: "B?", answers: {text: ["A"], answer_start: [0]}}],
  ["longbench", {context: "A.", input: "B?", answers: ["A"], _id: "1"}],
  ["ruler", {input: "A. B?", outputs: ["A"], index: 0}]
])("a file of layout %s that is read as another is recognised by its fields", async (layout, record) => {
  await expect(itemsOf([record], {layout: "hellaswag"})).rejects.toThrow(
    new RegExp(`no field "endings", which layout hellaswag needs; it has .*; layout ${layout}\\?$`, "u")
  );
});

test("an import writes all forms, and the bank that it writes reads them", async () => {
  await using root = await folder();
  const file = await root.write(
    "dev.jsonl",
    jsonl({id: "a", context: "Built in 1871.", question: "When?", answers: {text: ["1871", "in 1871"], answer_start: [9, 6]}})
  );
  const {yaml} = await importBank({files: [file], layout: "squad", name: "harbours", folder: root.path});
  const bank = await readBank(yaml, {within: root.path});
  const {item} = bank.item(0);
  expect(item).toMatchObject({id: "a", answer: "1871", accept: ["in 1871"]});
  expect(bank.scorerOf(item)).toEqual({kind: "text", accept: []});
  expect(bank.readingOf(item)).toEqual({accept: ["in 1871"]});
});

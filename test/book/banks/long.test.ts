// Banks of questions about long texts, in the published forms of BABILong and LongReason; the records are ours.
import {existsSync, readFileSync} from "node:fs";
import {mkdir} from "node:fs/promises";
import {join} from "node:path";
import {expect, test} from "vitest";
import {readBank} from "../../../pipelines/book/banks/bank.node.js";
import {importBank} from "../../../pipelines/book/banks/importBank.node.js";
import type {BankItem} from "../../../pipelines/book/banks/item.node.js";
import type {ScorerOf} from "../../../pipelines/book/scorers.js";
import {bankTask} from "../../../pipelines/generate/bankTask.node.js";
import {exportLines} from "../../../pipelines/run/bankExport.js";
import {label} from "../../../pipelines/score/scorers/registry.js";
import {folder, readAll} from "./files.js";

const record = {input: "Mary went to the garden. It rained.", question: "Where is Mary? ", target: "garden"};
const lines = (...records: object[]) => records.map(each => `${JSON.stringify(each)}\n`).join("");
const labelsOf = ({scorer}: BankItem) => (scorer as ScorerOf<"label">).labels;

test.each([
  ["qa1_4k.jsonl", {}, "qa1 4k", 6],
  ["data/qa2/128k.jsonl", {}, "qa2 128k", 6],
  ["1m/qa5-00000-of-00001.jsonl", {}, "qa5 1m", 7],
  ["qa20.jsonl", {}, "qa20", 7],
  ["babilong-1k-samples/qa10.jsonl", {}, "qa10", 3],
  ["any.jsonl", {task: "QA3", length: "0k"}, "qa3 0k", 6],
  ["qa1_4k.jsonl", {task: "qa15", length: "16k"}, "qa15 16k", 4]
])("task and length of %s with %o are %s", async (file, fields, category, labels) => {
  await using place = await folder();
  await mkdir(join(place.path, file, ".."), {recursive: true});
  const {items, counts} = await readAll({files: [await place.write(file, lines({...record, ...fields}))], layout: "babilong"});
  expect(counts.problems).toEqual([]);
  expect(items[0]!.item).toMatchObject({
    category,
    answer: "garden",
    question: "Mary went to the garden. It rained.\n\nWhere is Mary?"
  });
  expect(labelsOf(items[0]!.item)).toHaveLength(labels);
});

test("records that lack something are told, and the others kept", async () => {
  await using place = await folder();
  const {input: _, ...noInput} = record;
  const {question: __, ...noQuestion} = record;
  const {target: ___, ...noTarget} = record;
  const text = lines(
    record,
    noInput,
    noQuestion,
    noTarget,
    {...record, target: " "},
    {...record, task: "qa21"},
    {...record, input: 7}
  );
  const {items, counts} = await readAll({files: [await place.write("qa1.jsonl", text)], layout: "babilong"});
  expect(items).toHaveLength(2);
  expect(counts.problems.map(problem => problem.replace(/^.*jsonl:/u, ""))).toEqual([
    "2 missing input",
    "3 missing question",
    "4 missing answer",
    "5 missing answer",
    '6 task "qa21" is none of qa1 to qa20'
  ]);
  const nameless = await readAll({files: [await place.write("test.jsonl", lines(record))], layout: "babilong"});
  expect(nameless.counts.problems[0]).toMatch(/no task; give a field task, or name the file after it: qa1 to qa20$/);
  await expect(
    readAll({files: [await place.write("mine.jsonl", lines({passage: "x", query: "y"}))], layout: "babilong"})
  ).rejects.toThrow(/no field "input", which layout babilong needs; it has passage, query$/);
});

test("an answer that is none of its task's words can still be given", async () => {
  await using place = await folder();
  const {items} = await readAll({
    files: [await place.write("qa1.jsonl", lines({...record, target: "cellar"}))],
    layout: "babilong"
  });
  const {item} = items[0]!;
  const score = (answer: string) =>
    label(answer, {prompt: item.question, expected: item.answer}, item.scorer as ScorerOf<"label">, {} as never);
  expect(score("Mary is in the cellar.").right).toBe(true);
  expect(score("Mary is in the garden.").right).toBe(false);
  expect(score("In the cellar or the garden.").right).toBe(false);
});

test("a text of 5 MB is kept whole; one of more than 8 million characters is told", async () => {
  await using place = await folder();
  const input = "It rained on the sea. ".repeat(240_000);
  const text = lines({...record, input}, {...record, input: input.repeat(2)});
  const {items, counts} = await readAll({files: [await place.write("qa1_1m.jsonl", text)], layout: "babilong"});
  expect(items.map(({item}) => item.question.length)).toEqual([input.trim().length + 2 + "Where is Mary?".length]);
  expect(counts.problems).toHaveLength(1);
});

test.each([
  ["babilong", "data/qa1/4k.jsonl", lines(record, {...record, target: "office"})],
  [
    "longreason",
    "data/16k-00000-of-00001.jsonl",
    lines(
      {example_idx: "1", background: "Ann is 3.", final_inquiry: "How old is Ann?\nA. 3\nB. 4", prompt: "", answer: "A"},
      {example_idx: "2", background: "Ann is 3.", final_inquiry: "How old is she?", answer: "3"}
    )
  ]
] as const)("%s is imported, asked, exported and imported again with equal identities", async (layout, file, text) => {
  await using place = await folder();
  await mkdir(join(place.path, file, ".."), {recursive: true});
  const source = await place.write(file, text);
  const import_ = (name: string, files: string[], as: "plain" | typeof layout) =>
    importBank({files, layout: as, name, folder: place.path});
  const read = (name: string) => readBank(join(place.path, `${name}.yaml`), {within: place.path});
  await import_("first", [source], layout);
  const bank = await read("first");
  expect(bank.size).toBe(2);
  const asked = bankTask(bank).items.at(0);
  expect(asked.prompt).toContain(layout === "babilong" ? "Answer in one short sentence" : "How old is Ann?\nA. 3\nB. 4");
  let written = "";
  await exportLines(bank, "jsonl", {write: (line: string) => Boolean((written += line))} as never);
  await import_("second", [await place.write("exported.jsonl", written)], "plain");
  const again = await read("second");
  expect([0, 1].map(i => again.item(i).id)).toEqual([0, 1].map(i => bank.item(i).id));
  expect([0, 1].map(i => again.scorerOf(again.item(i).item))).toEqual([0, 1].map(i => bank.scorerOf(bank.item(i).item)));
});

test("LongReason's records: the prompt comes first, options in any spelling, lengths apart, and what is missing", async () => {
  await using place = await folder();
  const base = {example_idx: "5", background: "Ann is 3.", final_inquiry: "How old?\n(A) 3\n(B) 4", answer: "B"};
  const read = async (file: string, ...records: object[]) =>
    readAll({files: [await place.write(file, lines(...records))], layout: "longreason"});
  const {items} = await read(
    "expanded-00000-of-00001.jsonl",
    base,
    {
      ...base,
      example_idx: "6",
      prompt: "A) the first part\nB) a second. And then: how old?\n(A) 3\n(B) 4\nAnswer with a letter."
    },
    {
      ...base,
      example_idx: "7",
      prompt: "No options here.",
      final_inquiry: "How old is Ann in May?",
      choices: ["3", "4"],
      answer: "4"
    },
    {...base, example_idx: "8", length: "64k"}
  );
  expect(items.map(({item}) => [item.choices, item.answer, item.category, item.id, item.listed])).toEqual([
    [["3", "4"], "B", "expanded", "5 expanded", true],
    [["3", "4"], "B", "expanded", "6 expanded", true],
    [["3", "4"], "B", "expanded", "7 expanded", undefined]
  ]); // the last has the question, options and answer of the first
  const faulty = await read(
    "8k.jsonl",
    {...base, answer: "E"},
    {...base, answer: ""},
    {background: " ", final_inquiry: "", answer: "A"},
    {...base, background: 3, final_inquiry: "?", answer: null}
  );
  expect(faulty.counts.faulty).toBe(4);
  expect(faulty.items).toEqual([]);
});

const REAL = "../shared/data/responses/babilong/gemini-3-flash-preview.jsonl";
test.skipIf(!existsSync(REAL))("the words of each task are those of the published answers", async () => {
  await using place = await folder();
  const given = readFileSync(REAL, "utf8")
    .split("\n", 20_000)
    .filter(Boolean)
    .map(line => JSON.parse(line) as Record<string, string>);
  const text = lines(
    ...given.map(({task, length, question, target}, i) => ({task, length, question, target, input: `Text ${i}.`}))
  );
  const {items} = await readAll({files: [await place.write("answers.jsonl", text)], layout: "babilong"});
  expect(items).toHaveLength(given.length);
  for (const {item} of items) expect(labelsOf(item).map(each => each.toLowerCase())).toContain(item.answer.toLowerCase());
});

import {existsSync} from "node:fs";
import {expect, test} from "vitest";
import {LAYOUTS} from "../../../pipelines/book/bankSchemas.js";
import {importBank} from "../../../pipelines/book/banks/importBank.node.js";
import {boxed, rightOf} from "../../../pipelines/book/banks/layouts.node.js";
import {summaryLines} from "../../../pipelines/book/banks/summary.js";
import {folder, readAll, SAMPLES} from "./files.js";

const SHARED = "../shared/data/banks";

test.each(SAMPLES)("$layout from $file: question, options and right answer", async ({layout, file, text, first, items}) => {
  await using place = await folder();
  for (const name of [file, `${file}.gz`]) {
    const read = await readAll({files: [await place.write(name, text)], layout});
    expect(read.counts.problems).toEqual([]);
    expect(read.items).toHaveLength(items);
    const {item} = read.items[0]!;
    expect(item.question).toContain(first.question);
    if (first.answer) expect(item.answer.trim()).toBe(first.answer);
    if (first.choices) expect(item.choices).toEqual(first.choices);
    if (first.category) expect(item.category).toBe(first.category);
  }
});

test("every layout but the table of TruthfulQA has a sample here", () => {
  const there = new Set(SAMPLES.map(({layout}) => layout));
  expect(LAYOUTS.filter(layout => !there.has(layout))).toEqual(["truthfulqa-csv"]);
});

test.each(SAMPLES)("$layout from $file comes back the same after it was stored as plain items", async ({layout, file, text}) => {
  await using place = await folder();
  const before = await readAll({files: [await place.write(file, text)], layout});
  const stored = await place.write("stored.jsonl", before.items.map(({item}) => JSON.stringify(item)).join("\n"));
  const after = await readAll({files: [stored], layout: "plain"});
  expect(after.counts.problems).toEqual([]);
  expect(after.items).toEqual(before.items);
});

test("options that the file lists with the right one first are shuffled the same way every time, and stay right", async () => {
  await using place = await folder();
  const rows = Array.from({length: 200}, (_, i) => `Question ${i}?,right ${i},wrong a,wrong b,wrong c,Mathematics,Any`);
  const head = "Question,Correct Answer,Incorrect Answer 1,Incorrect Answer 2,Incorrect Answer 3,High-level domain,Subdomain";
  const file = await place.write("gpqa.csv", [head, ...rows].join("\n"));
  const {items} = await readAll({files: [file], layout: "gpqa"});
  const letters = items.map(({item}, i) => {
    expect(item.choices["ABCD".indexOf(item.answer)]).toBe(`right ${i}`);
    return item.answer;
  });
  for (const letter of "ABCD") expect(letters.filter(each => each === letter).length).toBeGreaterThan(25); // 50 of 200, sd 6
  expect((await readAll({files: [file], layout: "gpqa"})).items).toEqual(items);
  expect(items[0]!.item).toMatchObject({domain: "Mathematics", category: "Any"});
});

test("a right option is read from its letter, its place or its words", () => {
  const options = ["10", "20", "1"];
  expect(rightOf("(b)", options)).toBe(1);
  expect(rightOf(2, options)).toBe(2);
  expect(rightOf("1", options)).toBe(2); // the option, not the place
  expect(rightOf("20", options)).toBe(1);
  expect(rightOf("1", options, "number")).toBe(0);
  expect(rightOf("Z", options)).toBe(25); // beyond the options, which the item's check refuses
  expect(rightOf("", options)).toBeUndefined();
});

test.each([
  ["a small letter that is an option's text is that option", "a", ["the", "a", "an"], "auto", 1],
  ["a capital is a letter, whatever the options say", "A", ["B", "A"], "auto", 0],
  ["a letter beyond the options may be the text of one", "I", ["he", "I"], "auto", 1],
  ["MMLU's answer is a place in a table too, where every field is text", "1", ["4", "3", "2", "1"], "place", 1],
  ["or a letter", "D", ["4", "3", "2", "1"], "place", 3],
  ["and never the text of an option", "4", ["4", "3", "2", "1"], "place", 4]
] as const)("%s", (_, given, choices, as, right) => {
  expect(rightOf(given, choices, as)).toBe(right);
});

test("a table of MMLU's fields has the right option at the place that it names", async () => {
  await using place = await folder();
  const text = 'question,subject,choices,answer\nHow many?,counting,"[""4"",""3"",""2"",""1""]",1\n';
  const {items} = await readAll({files: [await place.write("test.csv", text)], layout: "mmlu"});
  expect(items.map(({item}) => item.answer)).toEqual(["B"]);
});

test("an answer of Hugging Face's dataset viewer is read by its rows; a cell that it cuts is named", async () => {
  await using place = await folder();
  const row = (i: number, truncated_cells: string[] = []) => ({
    row_idx: i,
    truncated_cells,
    row: {question: `Question ${i}?`, subject: "law", choices: ["w", "x", "y", "z"], answer: i}
  });
  const dump = {features: [{name: "question"}], rows: [row(0), row(1, ["question", "choices"]), row(2)], num_rows_total: 3};
  const {items, counts} = await readAll({files: [await place.write("rows.json", JSON.stringify(dump))], layout: "mmlu"});
  expect(items.map(({item}) => [item.question, item.answer])).toEqual([
    ["Question 0?", "A"],
    ["Question 2?", "C"]
  ]);
  expect(counts.problems).toEqual([expect.stringMatching(/rows\.json:2 only the beginning of question, choices$/u)]);
  const passages = JSON.stringify({rows: [{row: {passage: "P", question: "Q?", answers_spans: {spans: ["4"]}}}]});
  expect((await readAll({files: [await place.write("d.json", passages)], layout: "drop"})).items).toHaveLength(1);
  for (const other of ['{"rows": []}', '{"rows": [1]}'])
    await expect(readAll({files: [await place.write("o.json", other)], layout: "mmlu"})).rejects.toThrow(/no list of records$/u);
  const none = await place.write("o.json", '{"rows": [{"row": 1}]}');
  await expect(readAll({files: [none], layout: "mmlu"})).rejects.toThrow(/which layout mmlu needs; it has row$/u);
});

test("MATH as it was published, a problem a file, is read whole", async () => {
  await using place = await folder();
  const files = await Promise.all(
    [1, 2].map(i =>
      place.write(
        `${i}.json`,
        JSON.stringify({problem: `1 + ${i}?`, level: "Level 1", type: "Algebra", solution: `$\\boxed{${i + 1}}$`})
      )
    )
  );
  const {items} = await readAll({files, layout: "math"});
  expect(items.map(({item}) => [item.question, item.answer, item.category])).toEqual([
    ["1 + 1?", "2", "Algebra"],
    ["1 + 2?", "3", "Algebra"]
  ]);
});

test("choices as pandas prints arrays are said to be no list, not to be missing", async () => {
  await using place = await folder();
  const file = await place.write("a.csv", `question,subject,choices,answer\nFind it,law,"['0' '4' '2' '6']",1\nFind it,law,,1\n`);
  const {counts} = await readAll({files: [file], layout: "mmlu"});
  expect(counts.problems.map(problem => problem.replace(/^.*a\.csv:/u, ""))).toEqual([
    "2 choices are not a list of texts",
    "3 missing choices"
  ]);
});

test("a summary says that items which a program checks have no right answer", async () => {
  await using place = await folder();
  const record = {key: 1, prompt: "Write.", instruction_id_list: ["punctuation:no_comma"], kwargs: [{}]};
  const files = [await place.write("ifeval.jsonl", JSON.stringify(record))];
  const {summary} = await importBank({files, layout: "ifeval", name: "i", folder: place.path});
  expect(summaryLines(summary)).toContain("right answers: (none, checked otherwise) 100.0 % (n = 1)");
});

test("the last boxed expression, inner braces included", () => {
  expect(boxed("First \\boxed{1}, then \\boxed{\\sqrt{\\frac{1}{2}}}.")).toBe("\\sqrt{\\frac{1}{2}}");
  expect(boxed("\\boxed 7 ")).toBe("7");
  expect(boxed("none")).toBeUndefined();
});

test.skipIf(!existsSync(SHARED))("published files are read whole (skipped where ../shared/data/banks is absent)", async () => {
  const gsm8k = await readAll({files: [`${SHARED}/gsm8k-test.jsonl`], layout: "gsm8k"});
  expect([gsm8k.items.length, gsm8k.counts.faulty]).toEqual([1319, 0]);
  expect(gsm8k.items.every(({item}) => /^-?\d+(?:\.\d+)?$/u.test(item.answer))).toBe(true);
  const code = await readAll({files: [`${SHARED}/HumanEval.jsonl.gz`], layout: "humaneval"});
  expect([code.items.length, code.counts.faulty]).toEqual([164, 0]);
  const truthful = await readAll({files: [`${SHARED}/TruthfulQA.csv`], layout: "truthfulqa-csv"});
  expect([truthful.items.length, truthful.counts.faulty]).toEqual([817, 0]);
  expect(new Set(truthful.items.map(({item}) => item.category)).size).toBe(38);
  const tracked = await readAll({files: [`${SHARED}/bbh/tracking_shuffled_objects_five_objects.json`], layout: "bbh"});
  expect(tracked.items.every(({item}) => item.choices.length === 5)).toBe(true);
});

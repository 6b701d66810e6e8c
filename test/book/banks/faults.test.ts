import {mkdir, writeFile} from "node:fs/promises";
import {join} from "node:path";
import {expect, test} from "vitest";
import {readBank} from "../../../pipelines/book/banks/bank.node.js";
import {LONGEST_TEXT} from "../../../pipelines/book/banks/item.node.js";
import {UserError} from "../../../pipelines/rows/error.js";
import {folder, readAll} from "./files.js";

const question = (i: number, more: object = {}) => ({question: `Question ${i}?`, choices: ["a", "b", "c"], answer: "A", ...more});
const jsonl = (...records: unknown[]) =>
  records.map(record => (typeof record === "string" ? record : JSON.stringify(record))).join("\n");

test.each([
  ["a missing answer", question(2, {answer: null}), "missing answer"],
  ["an answer of white space", {question: "Why?", answer: "  "}, "missing answer"],
  ["a letter beyond the choices", question(2, {answer: "E"}), 'answer "E" is none of the 3 choices'],
  ["a place beyond the choices", question(2, {answer: 3}), 'answer "3" is none of the 3 choices'],
  ["words of no choice", question(2, {answer: "purple"}), 'answer "purple" is none of the 3 choices'],
  ["an empty choice", question(2, {choices: ["a", " "]}), "choice B is empty"],
  ["a single choice", question(2, {choices: ["a"]}), "a single choice; give at least two"],
  ["a choice that is no text", question(2, {choices: ["a", null]}), "choices are not a list of texts"],
  ["choices in one text", question(2, {choices: "a; b; c"}), "choices are not a list of texts"],
  ["choices in a map", question(2, {choices: {text: ["a", "b"], label: ["A", "B"]}}), "choices are not a list of texts"],
  ["a regular expression that nobody gives", {question: "Why?", scorer: {kind: "regex"}}, "missing answer"],
  ["no question", question(2, {question: ""}), "missing question"],
  [
    "a field of ten megabytes",
    question(2, {question: "x".repeat(10_000_000)}),
    `question of 10,000,000 characters; at most ${LONGEST_TEXT.toLocaleString("en")}`
  ],
  ["an id of another item", question(2, {id: "one"}), 'id "one" of another item too'],
  ["a list", [1, 2], "expected a map of fields"],
  ["a scorer of no kind", question(2, {scorer: {kind: "guess"}}), /^scorer: /],
  ["broken JSON", '{"question": "Half', /^not JSON: /]
])("%s is named with file and line, and the others are read", async (_, record, what) => {
  await using place = await folder();
  const file = await place.write("items.jsonl", jsonl(question(1, {id: "one"}), "", record, question(3)));
  const {items, counts} = await readAll({files: [file]});
  expect(items.map(({item}) => item.question)).toEqual(["Question 1?", "Question 3?"]);
  expect([counts.faulty, counts.records, counts.duplicates]).toEqual([1, 3, 0]);
  const [line, told] = /:(\d+) (.*)$/su.exec(counts.problems[0]!)!.slice(1);
  expect(line).toBe("3");
  expect(told).toMatch(what instanceof RegExp ? what : new RegExp(`^${what.replace(/[().?]/gu, "\\$&")}$`, "u"));
});

test("text that is no UTF-8 is named with its line, among lines that are", async () => {
  await using place = await folder();
  const bytes = Buffer.concat([
    Buffer.from(`${JSON.stringify(question(1))}\n`),
    Buffer.from([0x7b, 0xff, 0xfe, 0x0a]),
    Buffer.from(JSON.stringify(question(2)))
  ]);
  const {items, counts} = await readAll({files: [await place.write("items.jsonl", bytes)]});
  expect(items).toHaveLength(2);
  expect(counts.problems[0]).toMatch(/items\.jsonl:2 not UTF-8 text$/u);
});

test("a table or document that is no UTF-8 is refused with the way out", async () => {
  await using place = await folder();
  const file = await place.write("a.csv", Buffer.from("\ufeffquestion,answer\nhow?,1\n", "utf16le"));
  await expect(readAll({files: [file]})).rejects.toThrow(/a\.csv is UTF-16 text; save it as UTF-8$/u);
  const latin = await place.write("b.csv", Buffer.from("question,answer\ncafé?,1\n", "latin1"));
  await expect(readAll({files: [latin]})).rejects.toThrow(/b\.csv:2 is not UTF-8 text \(perhaps Latin-1\); save it as UTF-8$/u);
});

test("a row of another width is named by the line on which it begins, whatever line breaks stand in fields", async () => {
  await using place = await folder();
  const file = await place.write("a.csv", 'question,answer\n"two\nlines",yes\nno answer here\nlast,yes\n');
  const {items, counts} = await readAll({files: [file]});
  expect(items).toHaveLength(2);
  expect(counts.problems).toEqual([expect.stringMatching(/a\.csv:4 1 columns, where there should be 2 \(question, answer\)$/u)]);
});

test("duplicates are counted and kept once, over all files of a bank", async () => {
  await using place = await folder();
  const one = await place.write("one.jsonl", jsonl(question(1), question(2)));
  const other = await place.write("other.jsonl", jsonl(question(2), {...question(1), category: "elsewhere"}, question(3)));
  const {items, counts} = await readAll({files: [one, other]});
  expect([items.length, counts.records, counts.duplicates]).toEqual([3, 5, 2]);
  const alone = await readAll({files: [other]});
  expect(alone.items[0]!.id).toBe(items[1]!.id); // the same item in two files is one
});

test.each([
  [
    "another layout",
    "gsm.jsonl",
    jsonl({question: "Two?", answer: "#### 2"}),
    "mmlu" as const,
    /gsm\.jsonl:1 no field "choices" or "A", which layout mmlu needs; it has question, answer; layout gsm8k\?$/u
  ],
  ["no JSON document", "items.json", "[1,", "plain" as const, /items\.json:1 not JSON: /u],
  ["a document without records", "items.json", "7", "plain" as const, /has no list of records$/u],
  ["no Parquet", "items.parquet", "PAR1 but no more", "plain" as const, /is not readable Parquet: /u],
  ["no gzip", "items.jsonl.gz.jsonl.gz", "", "plain" as const, null]
])("a file that is %s is refused in one line", async (_, name, text, layout, told) => {
  await using place = await folder();
  const file = await place.write(name, text);
  const read = readAll({files: [file], layout});
  if (told === null) return expect((await read).items).toEqual([]);
  await expect(read).rejects.toThrow(UserError);
  await expect(readAll({files: [file], layout})).rejects.toThrow(told);
});

test("a bank with a record that cannot be read is refused, or is read without it where it says so", async () => {
  await using place = await folder();
  await place.write("items.jsonl", jsonl(question(1), question(2, {answer: "Q"}), question(3, {answer: ""})));
  const yaml = (more: string) => place.write("mine.yaml", `files: items.jsonl\n${more}`);
  const within = place.path;
  await expect(readBank(await yaml(""), {within})).rejects.toThrow(
    /items\.jsonl:2 answer "Q" is none of the 3 choices \(and 1 more: npm run items -- check mine\); correct it, or write "faulty: leave out"/u
  );
  const bank = await readBank(await yaml("faulty: leave out\n"), {within});
  expect([bank.size, bank.counts.faulty, bank.counts.unanswered]).toEqual([1, 2, 1]);
});

test("files may lie nowhere else than below data/, not even by a link", async () => {
  await using place = await folder();
  await mkdir(join(place.path, "data", "banks"), {recursive: true});
  await writeFile(join(place.path, "secret.jsonl"), jsonl(question(1)));
  const within = join(place.path, "data");
  const file = join(within, "banks", "b.yaml");
  for (const path of ["../../secret.jsonl", "/etc/passwd"]) {
    await writeFile(file, `files: ${path}\n`);
    await expect(readBank(file, {within})).rejects.toThrow(/leads outside/u);
  }
  await writeFile(file, "files: itms.jsonl\n");
  await expect(readBank(file, {within})).rejects.toThrow(/b\.yaml:1:8 no file "itms\.jsonl"/u);
});

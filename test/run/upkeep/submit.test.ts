// Submitted items that a bank, a queue or the same file asks already, with equal or other options.
import {mkdir, writeFile} from "node:fs/promises";
import {join} from "node:path";
import {expect, test} from "vitest";
import {readBank} from "../../../pipelines/book/banks/bank.node.js";
import {submit} from "../../../pipelines/run/upkeep/submit.js";
import {folder} from "../../book/banks/files.js";

const RIVER = {
  question: "Which river runs through Turin before it turns east to the sea?",
  choices: ["Arno", "Po", "Tiber"],
  answer: "B"
};
const STEM = "Which of the following statements about mammals is true?";
const BANK = [
  RIVER,
  {question: STEM, choices: ["All lay eggs.", "All have hair at some stage."], answer: "B"},
  {question: STEM, choices: ["Whales are mammals.", "Sharks are mammals."], answer: "A"},
  {question: "How many legs does an ordinary spider have?", answer: "8"}
];

/** The reasons why items are not taken, in their order; null for one that is taken. */
async function verdictsOf(...items: object[]): Promise<(string | null)[]> {
  await using place = await folder();
  const banks = join(place.path, "banks");
  await mkdir(banks);
  await writeFile(join(banks, "facts.jsonl"), BANK.map(item => JSON.stringify(item)).join("\n"));
  await writeFile(join(banks, "facts.yaml"), "files: facts.jsonl\nlayout: plain\n");
  const file = join(place.path, "new.yaml");
  const lines = ["bank: facts", "by: Ada", "date: 2026-10-01", "licence: CC0-1.0", "items:"];
  await writeFile(file, [...lines, ...items.map(item => `  - ${JSON.stringify(item)}`)].join("\n"));
  const bankNamed = (name: string) => readBank(join(banks, `${name}.yaml`), {within: place.path});
  const {refused, taken} = await submit(file, {banks, bankNamed});
  expect(refused.length + taken.length).toBe(items.length);
  return items.map((_, i) => refused.find(({place}) => place.includes(`:${lines.length + 1 + i}:`))?.reason ?? null);
}

test("a verbatim question is refused, whatever its options are", async () => {
  const {question} = RIVER;
  const same = /^the same question as item [0-9a-f]{16} of the bank$/u;
  for (const item of [
    {question, choices: ["Rhine", "Danube", "Po"], answer: "C"},
    {question, choices: RIVER.choices.toReversed(), answer: "B"},
    {question: ` ${question.toUpperCase()} `, choices: ["Rhine", "Po"], answer: "B"},
    {question, answer: "Po"}
  ])
    expect((await verdictsOf(item))[0]).toMatch(same);
  expect((await verdictsOf({question: BANK[3]!.question, choices: ["6", "8"], answer: "B"}))[0]).toMatch(same);
  expect((await verdictsOf(RIVER))[0]).toMatch(/^the same as item/u);
});

test("a question that differs in a word is nearly the same, with other options too", async () => {
  const question = RIVER.question.replace("the sea", "the coast");
  for (const choices of [RIVER.choices, ["Rhine", "Danube", "Po"]])
    expect((await verdictsOf({question, choices, answer: "C"}))[0]).toMatch(
      /^nearly the same \(similarity 0\.[789]\d\) as item [0-9a-f]{16} of the bank$/u
    );
});

test("other questions are taken, and so are other options of a question that the bank asks several times", async () => {
  expect(
    await verdictsOf(
      {question: "Which mountain is the highest of the Alps by height above the sea?", choices: RIVER.choices, answer: "A"},
      {question: STEM, choices: ["Bats can fly.", "Penguins are mammals."], answer: "A"},
      {question: "How many legs does an ordinary beetle have?", answer: "6"}
    )
  ).toEqual([null, null, null]);
  expect((await verdictsOf({question: STEM, choices: ["Sharks are mammals.", "Whales are mammals."], answer: "B"}))[0]).toMatch(
    /^the same question as item/u
  );
});

test("two submitted items of one question with other options are one too many", async () => {
  const item = {question: "In which year did the first lighthouse of Foula burn down?", choices: ["1890", "1901"], answer: "A"};
  const [first, second] = await verdictsOf(item, {...item, choices: ["1890", "1912"]});
  expect(first).toBeNull();
  expect(second).toBe("the same question as item 1 of this file");
});

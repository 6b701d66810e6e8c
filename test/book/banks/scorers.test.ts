// Which scorer an item of a bank has, where bank and item both name one.
import {expect, test} from "vitest";
import {readBank} from "../../../pipelines/book/banks/bank.node.js";
import {folder} from "./files.js";

async function scorersOf(bank: string, ...records: object[]) {
  await using place = await folder();
  await place.write("items.jsonl", records.map(record => JSON.stringify(record)).join("\n"));
  const read = await readBank(await place.write("own.yaml", `files: items.jsonl\n${bank}`), {within: place.path});
  return Array.from({length: read.size}, (_, i) => read.scorerOf(read.item(i).item));
}

test.each([
  ["set", "{kind: set, separator: ;}", {kind: "set"}, {separator: ";"}],
  ["exact", "{kind: exact, ignore_case: false}", {kind: "exact"}, {ignore_case: false}],
  ["regex", "{kind: regex, milliseconds: 1000}", {kind: "regex", pattern: "x"}, {milliseconds: 1000, pattern: "x"}],
  ["number", "{kind: number, relative: 0.1}", {kind: "number", absolute: 2}, {relative: 0.1, absolute: 2}]
])("%s: the bank's settings hold where the item leaves its own at their defaults", async (_, bank, scorer, expected) => {
  const [found] = await scorersOf(`scorer: ${bank}\n`, {question: "Which?", answer: "a;b", scorer});
  expect(found).toMatchObject({...scorer, ...expected});
});

test("the items of TruthfulQA's second form are normalised as the bank says", async () => {
  const record = {question: "Which?", mc2_targets: {choices: ["a", "b", "c"], labels: [1, 1, 0]}};
  const [found] = await scorersOf("layout: truthfulqa-mc2\nscorer: {kind: loglikelihood, normalise: none}\n", record);
  expect(found).toMatchObject({kind: "loglikelihood", normalise: "none"});
  expect((found as {right: number[]}).right).toHaveLength(2);
});

test("a question without options among others that have them is scored by its words", async () => {
  const records = [
    {q: "Which?", o: ["x", "y"], k: "A"},
    {q: "How many?", o: [], k: "12"}
  ];
  const found = await scorersOf("fields: {question: q, choices: o, answer: k}\n", ...records);
  expect(found.map(({kind}) => kind)).toEqual(["choice", "exact"]);
});

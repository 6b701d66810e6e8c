// Items of a bank in long texts: what is cut where, the same items at every length, and what cannot be cut.
import {mkdir, writeFile} from "node:fs/promises";
import {join} from "node:path";
import {encode} from "gpt-tokenizer/encoding/o200k_base";
import {expect, test} from "vitest";
import {readSuites} from "../../pipelines/book/read.node.js";
import {surroundedParts} from "../../pipelines/generate/background/surrounded.node.js";
import {tasksOf} from "../../pipelines/generate/bankTask.node.js";
import {drawsOf} from "../../pipelines/generate/draws.node.js";
import {itemParts, notExpandedOf} from "../../pipelines/generate/expandedItem.node.js";
import {manifoldOf} from "../../pipelines/generate/manifold.node.js";
import type {Test} from "../../pipelines/generate/task.js";
import {folder} from "../book/banks/files.js";

test.each([
  ["Ann is 3. Ben is twice as old. How old is Ben?", ["Ann is 3.", "Ben is twice as old."], "How old is Ben?"],
  [
    "Is it late? It is ten. What is an hour later? Say it in digits.",
    ["Is it late?", "It is ten."],
    "What is an hour later? Say it in digits."
  ],
  [
    "All birds fly.\n\nA hen is a bird.\nIt has a name.\n\nConclude.",
    ["All birds fly.", "A hen is a bird.\nIt has a name."],
    "Conclude."
  ],
  ["How old is Ben?", null, ""],
  ["How old is Ben? He is young.", null, ""],
  ["One sentence", null, ""],
  ["", null, ""]
])("%j is cut into what it speaks of and what it asks", (question, pieces, inquiry) => {
  expect(itemParts({question})).toEqual(pieces && {pieces, inquiry});
});

test("options that a question lists stay with what it asks", () => {
  const question = "It rained.\nWhich is wet?\nOptions:\n(A) the road\n(B) Is it the sun?";
  expect(itemParts({question, listed: true})).toEqual({pieces: ["It rained."], inquiry: question.slice(11)});
});

const long = "The clerk wrote down the next entry of the long register. ".repeat(900);
const ITEMS = [
  ...Array.from({length: 30}, (_, i) => ({
    question: `Ann has ${i} pears. Ben gives her ${i + 2} more. How many has she now?`,
    choices: [`${2 * i + 2}`, `${2 * i + 3}`],
    answer: "A",
    category: i % 2 ? "odd" : "even"
  })),
  {question: "What is two and two?", choices: ["4", "5"], answer: "A", category: "even"},
  {question: `${long} How long is it?`, choices: ["long", "short"], answer: "A", category: "even"}
];

/** What was told of the last suite. */
let told: string[];
/** The tests of each point of a suite that asks the bank. */
async function testsOf(params: string, {items = ITEMS as object[]} = {}): Promise<Test[][]> {
  await using place = await folder();
  await mkdir(join(place.path, "data/banks"), {recursive: true});
  await writeFile(join(place.path, "data/banks/pears.yaml"), "files: pears.jsonl\nlayout: plain\n");
  await writeFile(join(place.path, "data/banks/pears.jsonl"), items.map(item => JSON.stringify(item)).join("\n"));
  const file = await place.write("suite.yaml", `tasks:\n  - bank: pears\n    params: ${params}\n`);
  const read = await readSuites([file], {root: place.path});
  told = notExpandedOf(read);
  const tasks = tasksOf(read);
  return manifoldOf(read.suites, {tasks, seed: 42}).map(point => {
    const draws = drawsOf(point, tasks.get("pears")!);
    return Array.from({length: draws.available(100)}, (_, k) => draws.test(k));
  });
}

test("an item is asked alone and in texts, under one pair", async () => {
  const [plain, short, middle, deep] = (await testsOf("{}")).concat(
    await testsOf("{context_tokens: 0}"),
    await testsOf("{context_tokens: 4000}"),
    await testsOf("{context_tokens: 9000, depth: 0.5, background: king-james}")
  ) as [Test[], Test[], Test[], Test[]];
  expect(plain).toHaveLength(32);
  expect(told).toEqual([
    "bank pears: 1 of 32 items not asked in texts (of one sentence, scored by log-probability or of several turns)"
  ]);
  expect(plain[0]).not.toHaveProperty("pair_id");
  expect([short, middle, deep].map(({length}) => length)).toEqual([31, 30, 30]);
  const own = new Map(plain.map(({prompt, item_id}) => [item_id.slice(17), prompt]));
  for (const each of short) expect(each.prompt).toBe(own.get(each.item_id.slice(17)));
  const pairs = new Map(short.map(each => [each.pair_id, each]));
  for (const [tokens, tests] of [
    [4_000, middle],
    [9_000, deep]
  ] as const)
    for (const {prompt, pair_id, expected, choices, guess_chance, item_id, category} of tests) {
      const alone = pairs.get(pair_id)!;
      expect({expected, choices, guess_chance, category}).toEqual({
        expected: alone.expected,
        choices: alone.choices,
        guess_chance: 0.5,
        category: alone.category
      });
      expect(item_id).not.toBe(alone.item_id);
      expect(Math.abs(encode(prompt).length - tokens)).toBeLessThanOrEqual(0.02 * tokens);
      const {text, question} = surroundedParts(prompt)!;
      expect(alone.prompt.startsWith(`Ann has`)).toBe(true);
      const [first, second] = alone.prompt.split(/(?<=\.) /u) as [string, string];
      expect(text.indexOf(first)).toBeGreaterThanOrEqual(0);
      expect(text.indexOf(second)).toBeGreaterThan(text.indexOf(first));
      expect(question).toBe(alone.prompt.slice(alone.prompt.indexOf("How many")));
    }
});

test("a category, an axis of lengths, and a bank of which nothing can be cut", async () => {
  const points = await testsOf("{category: odd, context_tokens: [0, 1000, 2000]}");
  expect(points.map(({length}) => length)).toEqual([15, 15, 15]);
  expect(points[1]!.map(({pair_id}) => pair_id)).toEqual(points[2]!.map(({pair_id}) => pair_id));
  expect(await testsOf("{context_tokens: 2000}", {items: [ITEMS[30]!]})).toEqual([[]]);
});

test.each([
  ["{depth: 0.5}", "depth, background and tokenizer are of a text around the items; give context_tokens too"],
  ["{context_tokens: 500}", "context_tokens 500 is too few for items of a bank; give 1000 or more, or 0"],
  ["{context_tokens: 2000000, background: king-james}", "the background king-james has"],
  ["{context_tokens: 2000, background: storys}", 'did you mean "stories"'],
  ["{context: 2000}", 'unknown parameter "context"']
])("%s is refused", async (params, message) => {
  await expect(testsOf(params)).rejects.toThrow(message);
});

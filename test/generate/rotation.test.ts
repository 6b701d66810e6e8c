// Options of bank items in several orders: the same items in each, each with its right letter.
import {mkdir, writeFile} from "node:fs/promises";
import {join} from "node:path";
import {expect, test} from "vitest";
import {readSuites} from "../../pipelines/book/read.node.js";
import {tasksOf} from "../../pipelines/generate/bankTask.node.js";
import {drawsOf} from "../../pipelines/generate/draws.node.js";
import {manifoldOf} from "../../pipelines/generate/manifold.node.js";
import type {Test} from "../../pipelines/generate/task.js";
import {folder} from "../book/banks/files.js";

const LETTERS = "ABCDEFGH";
const item = (i: number, count: number, right: number) => ({
  question: `Which is ${i}?`,
  choices: Array.from({length: count}, (_, k) => `value ${i} ${k}`),
  answer: LETTERS[right],
  category: "numbers"
});
const ITEMS = [
  ...Array.from({length: 20}, (_, i) => item(i, 4, i % 4)),
  item(20, 2, 1),
  item(21, 7, 6),
  {question: "Which holds?", choices: ["red", "blue", "both A and B", "none of the above"], answer: "C", category: "numbers"},
  {question: "What is 2 + 2?", choices: [], answer: "4", category: "numbers"}
];

async function testsOf(entry: string): Promise<Test[][]> {
  await using place = await folder();
  await mkdir(join(place.path, "data/banks"), {recursive: true});
  await writeFile(join(place.path, "data/banks/mine.yaml"), "files: mine.jsonl\nlayout: plain\n");
  await writeFile(join(place.path, "data/banks/mine.jsonl"), ITEMS.map(each => JSON.stringify(each)).join("\n"));
  const read = await readSuites([await place.write("suite.yaml", `tasks:\n  - {bank: mine, ${entry}}\n`)], {root: place.path});
  const tasks = tasksOf(read);
  return manifoldOf(read.suites, {tasks, seed: 42}).map(point => {
    const draws = drawsOf(point, tasks.get("mine")!);
    return Array.from({length: draws.available(100)}, (_, k) => draws.test(k));
  });
}

test("options: rotate asks the same items in four orders, in pairs; each letter moves, the right option stays right", async () => {
  const orders = await testsOf("options: rotate");
  expect(orders.map(({length}) => length)).toEqual([22, 22, 22, 22]);
  const [first, ...others] = orders as [Test[], Test[], Test[], Test[]];
  for (const [k, original] of first.entries()) {
    const right = original.choices![LETTERS.indexOf(original.expected)];
    for (const [r, rotated] of others.map((tests, i) => [i + 1, tests[k]!] as const)) {
      expect(rotated.pair_id).toBe(original.pair_id);
      expect(rotated.item_id).not.toBe(original.item_id);
      expect(rotated.choices![LETTERS.indexOf(rotated.expected)]).toBe(right);
      expect(rotated.choices![0]).toBe(original.choices![r % original.choices!.length]);
      expect(rotated.guess_chance).toBe(original.guess_chance);
      expect(rotated.prompt).toContain(`(A) ${rotated.choices![0]}`);
    }
  }
  // over four orders each item of four options has its right one at every letter
  for (let k = 0; k < 22; k++)
    if (first[k]!.choices!.length === 4) expect(new Set(orders.map(tests => tests[k]!.expected)).size).toBe(4);
});

test("options that name others, and questions without options, stay out; without a rotation nothing changes", async () => {
  const [alone] = (await testsOf("params: {}")) as [Test[]];
  expect(alone).toHaveLength(24);
  expect(alone[0]).not.toHaveProperty("pair_id");
  const [rotated] = (await testsOf("params: {rotation: 2}")) as [Test[]];
  expect(rotated.some(({prompt}) => prompt.includes("both A and B"))).toBe(false);
  const {prompt, expected, choices} = rotated.find(each => each.choices!.length === 4)!;
  expect(prompt).toContain(`(${expected}) ${choices![LETTERS.indexOf(expected)]}`);
});

test("a rotation by hand and options: rotate exclude each other; a task has no options to rotate", async () => {
  await expect(testsOf("options: rotate, params: {rotation: 1}")).rejects.toThrow(/rotations already/);
  await expect(testsOf("params: {rotation: 99}")).rejects.toThrow();
});

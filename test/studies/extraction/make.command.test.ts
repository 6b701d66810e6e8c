// The command `extraction` over answers written here: the rule of each answer, or the reason why there is none.
import {afterAll, beforeAll, expect, test} from "vitest";
import {type Workbook, workbook} from "../../workbook.js";

const sum = (i: number) => ({
  model: "m",
  base_task: "sums",
  prompt: `What is ${i} + 1?`,
  text: `${i} + 1 = ${i + 1}. So the answer is ${i + 1}.`,
  expected: String(i + 1)
});
const rows = [
  ...Array.from({length: 4}, (_, i) => sum(i)),
  {...sum(7), text: "It is 8 or 9."},
  {...sum(50), finish_reason: "length"},
  // No rule finds an answer in an object without its field: the classifier does.
  {...sum(41), text: '{\n  "reasoning": "There are 41 pens and 1 more. Therefore, there are 41 + 1 = 42 pens."\n}'}
];

let book: Workbook;
beforeAll(async () => {
  book = await workbook({"given.jsonl": rows.map(row => JSON.stringify(row)).join("\n")});
  const scored = await book.command("score", "--dataset", "data/given.jsonl", "--out", "given");
  expect(scored.code, scored.stderr).toBe(0);
});
afterAll(() => book?.[Symbol.asyncDispose]());

test("samples are counted by rule and by reason", async () => {
  const {code, stdout, stderr} = await book.command("analyze", "extraction", "--store", "given", "--format", "json");
  expect(code, stderr).toBe(0);
  const counts = (JSON.parse(stdout) as Record<string, number | string>[]).map(({rule, reason, n, correct, truncated}) => ({
    rule,
    reason,
    n,
    correct,
    truncated
  }));
  expect(counts).toEqual([
    {rule: "", reason: "several", n: 1, correct: 0, truncated: 0},
    {rule: "answer is", reason: "", n: 5, correct: 4, truncated: 1},
    {rule: "classifier", reason: "", n: 1, correct: 1, truncated: 0}
  ]);
});

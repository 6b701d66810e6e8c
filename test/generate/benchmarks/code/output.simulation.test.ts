import {expect, test} from "vitest";
import {output} from "../../../../pipelines/generate/benchmarks/code/output.js";
import {disagreements, placedItems} from "../quality/measure.js";
import {qualityTests} from "../quality/qualityTests.js";
import {interpret, solveOutput} from "./outputSolver.js";

const measured = {benchmark: output, solve: solveOutput, least_rate: 2_000};

qualityTests(measured, {size: 3_000});

test("level 5 takes at least eight steps, of which the last is the output", () => {
  for (const {item, level} of placedItems(output, {count: 600})) {
    expect(String(item.steps!.at(-1)!.value)).toBe(item.expected);
    if (level === 5) expect(item.steps!.length, item.prompt).toBeGreaterThanOrEqual(8);
  }
});

test.each([
  // Results that the Python tutorial and the language reference state.
  ["print(17 // 3)", "5"],
  ["print(17 % 3)", "2"],
  ["print(-7 // 2)", "-4"],
  ["print(-7 % 3)", "2"],
  ["print(5 - 3 - 1)", "1"],
  ["print(2 + 3 * 4)", "14"],
  ['word = "Python"\nprint(word[0] + word[-1] + word[2:5] + word[:2] + word[4:])', "PnthoPyon"],
  ['word = "Python"\nprint(word[::-1])', "nohtyP"],
  ["xs = [1, 4, 9]\nxs.append(16)\nxs.insert(1, xs.pop())\nxs[-1] = xs[-1] + xs[0]\nprint(xs[1] * 100 + xs[3])", "1610"],
  ["a = 1\nb = 2\na, b = b, a\nprint(10 * a + b)", "21"],
  ["def f(n):\n    if n < 2:\n        return n\n    return f(n - 1) + f(n - 2)\n\nprint(f(12))", "144"],
  ["n = 0\nfor i in range(2, 6):\n    if i % 2 == 0:\n        n = n + i\n    else:\n        n = n * 2\nprint(n)", "16"]
])("the interpreter runs %j as Python does", (program, printed) => {
  expect(interpret(program).printed).toEqual([printed]);
});

test("a wrong key is found by the second solver", async () => {
  const [placed] = placedItems(output, {count: 1});
  const wrong = {...placed!, item: {...placed!.item, expected: String(Number(placed!.item.expected) + 1)}};
  expect(await disagreements(measured, [placed!, wrong])).toEqual([wrong]);
});

import {expect, test} from "vitest";
import type {ScorerOf} from "../../../pipelines/book/scorers.js";
import {programOf} from "../../../pipelines/score/scorers/program.js";

const SCORER: ScorerOf<"code"> = {
  language: "python",
  tests: "assert f(1) == 1",
  cases: [],
  entry_point: "f",
  before: "",
  completes: false,
  milliseconds: 1_000,
  kind: "code"
};
const RIGHT = "def f(x):\n    return x";
const source = (answer: string, other = {}) => programOf(answer, {...SCORER, ...other})?.source.trim();

test.each([
  ["a block", `Here it is:\n\n\`\`\`python\n${RIGHT}\n\`\`\`\nIt returns x.`],
  ["a block of no language", `\`\`\`\n${RIGHT}\n\`\`\``],
  [
    "the last block that defines the function",
    `\`\`\`python\ndef f(x): return 0\n\`\`\`\nBetter:\n\`\`\`python\n${RIGHT}\n\`\`\`\n\`\`\`python\nprint(f(1))\n\`\`\``
  ],
  ["a block that was not closed", `\`\`\`python\n${RIGHT}`],
  [
    "a block within an item of a list",
    `1. Here:\n   \`\`\`python\n   ${RIGHT.replace("\n", "\n   ")}\n\n   \`\`\`\n2. It returns x.`
  ],
  ["a block whose fence alone is indented", `   \`\`\`python\n${RIGHT}\n   \`\`\``],
  ["text without a fence", `Here it is:\n\n${RIGHT}\n\nIt returns x.`],
  ["lines that end as in Windows", `\`\`\`python\r\n${RIGHT.replace("\n", "\r\n")}\r\n\`\`\``]
])("the program is found in %s", (_, answer) => expect(source(answer)).toBe(RIGHT));

test("an answer without a program has none", () => {
  for (const answer of ["", "I cannot do that.", "```json\n{}\n```", "```python\n```"]) expect(source(answer)).toBeUndefined();
});

test("a continuation goes behind what stood in the question, and a whole program replaces it", () => {
  const before = "import math\n\ndef f(x):\n";
  const completing = {before, completes: true};
  expect(source("    return x", completing)).toBe("import math\n\ndef f(x):\n    return x");
  expect(source("return x", completing)).toBe("import math\n\ndef f(x):\n    return x");
  expect(source(`\`\`\`python\n${RIGHT}\n\`\`\``, completing)).toBe(`${before}\n${RIGHT}`);
});

test("the function asked for is that of the scorer, or the first that the tests call", () => {
  const asked = (tests: string) => programOf(RIGHT, {...SCORER, entry_point: undefined, tests})?.entry;
  expect(asked("assert f(1) == 1")).toBe("f");
  expect(asked("import math\nassert math.isclose(sum(g([1])), 1)")).toBe("g");
});

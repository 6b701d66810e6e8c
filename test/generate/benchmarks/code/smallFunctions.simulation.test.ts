import {expect, test} from "vitest";
import {SMALL_FUNCTIONS_OPENING} from "../../../../pipelines/generate/benchmarks/code/smallFunctions.js";
import {disagreements, placedItems} from "../quality/measure.js";
import {qualityTests} from "../quality/qualityTests.js";
import {measuredSmallFunctions, resultOf, withWrongResult} from "./smallFunctionsReference.js";

qualityTests(measuredSmallFunctions, {size: 3_000});

const placed = placedItems(measuredSmallFunctions.benchmark, {count: 400});
const casesOf = ({item: {scorer}}: (typeof placed)[number]) => (scorer?.kind === "code" ? scorer.cases : []);

test("eight hidden tests, none of which the docstring shows, and no constant or argument passes", () => {
  for (const each of placed) {
    const cases = casesOf(each);
    expect(cases).toHaveLength(8);
    const results = cases.map(({result}) => JSON.stringify(result));
    expect(new Set(results).size).toBeGreaterThanOrEqual(6);
    expect(cases.every(({arguments: [argument], result}) => JSON.stringify(argument) === JSON.stringify(result))).toBe(false);
    for (const {
      arguments: [argument]
    } of cases)
      expect(each.item.prompt).not.toContain(`(${JSON.stringify(argument).replaceAll(",", ", ")})`);
  }
});

test("level 5 has nine operations one after the other", async () => {
  for (const {item, level} of placed) if (level === 5) expect(await measuredSmallFunctions.steps!(item)).toBe(9);
});

test("a program that leaves out the last operation fails most items", () => {
  const share = (level: number) => {
    const some = placed.filter(each => each.level === level);
    const passed = some.filter(each => {
      const prompt = each.item.prompt.replace(/\n {4}\d\. [^\n]+(?=\n {4}(?:Return|With))/u, "");
      return casesOf(each).every(
        ({arguments: [argument], result}) => JSON.stringify(resultOf(prompt, argument)) === JSON.stringify(result)
      );
    });
    return passed.length / some.length;
  };
  for (let level = 1; level <= 5; level++) expect(share(level)).toBeLessThan(0.2);
});

const prompt = (signature: string, ...lines: string[]) =>
  `${SMALL_FUNCTIONS_OPENING}\n\n${signature}\n    """Do these steps with it:\n${lines.map(line => `    ${line}`).join("\n")}\n    """`;
test.each([
  [
    "def f(xs: list[int]) -> int:",
    ["1. Drop each number that 3 divides.", "Return the sum of each number times its place, counted from 1."],
    [3, 5, -6, 7],
    19
  ],
  [
    "def f(text: str) -> str:",
    [
      "1. Spell every word backwards.",
      "2. Put the words in the order of the alphabet.",
      "Return the words with one blank between them."
    ],
    "no ace",
    "eca on"
  ],
  [
    "def f(n: int) -> int:",
    [
      "1. Reverse its decimal digits; leading zeros vanish.",
      "2. Halve an even number; of an odd one take 3 times the number plus 5.",
      "Return the result."
    ],
    310,
    44
  ],
  [
    "def f(rows: list[list[int]]) -> int:",
    ["1. Transpose the table.", "Return the sum of each number times (2 times its row plus its column), both counted from 1."],
    [
      [1, 2],
      [3, 4]
    ],
    49
  ]
] as const)("the second implementation: %s", (signature, lines, argument, result) => {
  expect(resultOf(prompt(signature, ...lines), argument)).toBe(result);
});

test("a wrong hidden result is found by the second implementation", async () => {
  const wrong = placed.slice(0, 20).map(withWrongResult);
  expect(await disagreements(measuredSmallFunctions, wrong)).toEqual(wrong);
});

import {expect, test} from "vitest";
import {WORD_PROBLEMS_OPENING, wordProblems} from "../../../../pipelines/generate/benchmarks/mathematics/wordProblems.js";
import {disagreements, placedItems} from "../quality/measure.js";
import {qualityTests} from "../quality/qualityTests.js";
import {solveWordProblems} from "./wordProblemsSolver.js";

const measured = {benchmark: wordProblems, solve: solveWordProblems, least_rate: 2_000};

qualityTests(measured, {size: 4_000});

const placed = placedItems(wordProblems, {count: 500});

test("two to ten steps, of which the last is the answer, and amounts that no step uses", () => {
  for (const {item, level} of placed) {
    expect(item.steps).toHaveLength(2 * level);
    expect(String(item.steps!.at(-1)!.value)).toBe(item.expected);
    const holders = new Set(item.steps!.map(({name}) => /\p{Lu}\p{Ll}+/u.exec(name)?.[0]));
    const [facts] = item.prompt.split("\n\n")[1]!.split("\n") as [string];
    // The amount of somebody of whom no step is.
    expect([...facts.matchAll(/\b\p{Lu}\p{Ll}+\b/gu)].some(([name]) => !holders.has(name))).toBe(true);
  }
});

test("every amount is a whole number above 0", () => {
  for (const {item} of placed)
    for (const {value} of item.steps!) expect(Number.isInteger(value) && Number(value) > 0, item.prompt).toBe(true);
});

test.each([
  ["Ben has 5 crates of 12 apples each.\nBen packs all of them into bags of 4. How many bags are filled?", 15],
  [
    "Mira has 12 apples fewer than Ben. Iris is 40 years old. Ben has 40 apples.\nAfter that. Ben buys 9 more apples. Mira sells a quarter of the apples left by then.\nAt 3 euros each, what is the price in euros of all the apples that Mira has at last?",
    63
  ],
  [
    "Clara has 50 euros. For Mira it is twice as much as for Clara.\nThen. Mira pays a bill of 10 euros.\nWhat do Mira and Clara come to together in the end, in euros?",
    140
  ]
])("the second solver: %s", (question, value) => {
  expect(solveWordProblems(`${WORD_PROBLEMS_OPENING}\n\n${question}\n\nThink it through, then finish`)?.answer).toBe(
    String(value)
  );
});

test("a wrong key is found by the second solver", async () => {
  const wrong = placed
    .slice(0, 20)
    .map(each => ({...each, item: {...each.item, expected: String(Number(each.item.expected) + 1)}}));
  expect(await disagreements(measured, wrong)).toEqual(wrong);
});

import {expect, test} from "vitest";
import {REFERENCE_OPENING, reference} from "../../../../pipelines/generate/benchmarks/language/reference.js";
import {disagreements, placedItems} from "../quality/measure.js";
import {qualityTests} from "../quality/qualityTests.js";
import {solveReference} from "./referenceSolver.js";

const measured = {benchmark: reference, solve: solveReference, least_rate: 2_000};

qualityTests(measured, {size: 4_000});

const asked = placedItems(reference, {count: 1_000});

test("level 5 goes through at least nine sentences, and the last value is the answer", () => {
  for (const {item, level} of asked) {
    if (level === 5) expect(solveReference(item.prompt)!.steps, item.prompt).toBeGreaterThanOrEqual(9);
    expect(String(item.steps!.at(-1)!.value)).toBe(item.expected);
  }
});

const numbersIn = (prompt: string): string[] => [...prompt.matchAll(/ has (\d+)/gu)].map(([, number]) => number!);

test("the chance of a guess is that of a name, or of a coin for each pronoun on the way where that is more", () => {
  for (const {item} of asked) {
    const coins = 2 ** -solveReference(item.prompt)!.steps;
    expect(numbersIn(item.prompt)).toContain(item.expected);
    expect(item.guess_chance).toBeCloseTo(Math.max(coins, 1 / numbersIn(item.prompt).length), 12);
  }
});

test("the name at one place of the list is no better than a guess", () => {
  const shares = [0, 1, 2, 3, 4, 5].map(
    place => asked.filter(({item}) => numbersIn(item.prompt)[place] === item.expected).length / asked.length
  );
  const guessing = asked.reduce((sum, {item}) => sum + item.guess_chance, 0) / asked.length;
  // Three standard errors of a share of about an eighth among 1,000.
  for (const share of shares) expect(share).toBeLessThan(guessing + 0.032);
});

// Read by hand.
test.each([
  ["1. Ada could not lift Eva because she was too heavy.\nHow many coins does the person meant in sentence 1 have?", 20],
  ["1. Ada could not lift Eva because she was too weak.\nHow many coins does the person meant in sentence 1 have?", 10],
  [
    "1. Ada hired Eva because she was looking for work.\n2. The other person in sentence 1 beat the person meant in sentence 1 at chess because she played worse.\nWhat is the number of coins of the other person in sentence 2?",
    10
  ]
])("the second solver: %s", (text, value) => {
  const prompt = `${REFERENCE_OPENING}\n\nSome people save coins: Ada has 10 and Eva has 20.\n${text}\n\nThink it through, then finish with a line of the form\nAnswer: <integer>`;
  expect(solveReference(prompt)?.answer).toBe(String(value));
});

test("a wrong key is found by the second solver", async () => {
  const [placed] = asked;
  const wrong = {...placed!, item: {...placed!.item, expected: String(Number(placed!.item.expected) + 1)}};
  expect(await disagreements(measured, [placed!, wrong])).toEqual([wrong]);
});

import {expect, test} from "vitest";
import {READING_OPENING, reading} from "../../../../pipelines/generate/benchmarks/language/reading.js";
import {disagreements, placedItems} from "../quality/measure.js";
import {qualityTests} from "../quality/qualityTests.js";
import {solveReading} from "./readingSolver.js";

const measured = {benchmark: reading, solve: solveReading, least_rate: 2_000};

qualityTests(measured, {size: 4_000});

const asked = placedItems(reading, {count: 1_000});

test("level 5 takes at least eight references, and the last value is the answer", () => {
  for (const {item, level} of asked) {
    if (level === 5) expect(item.steps!.length, item.prompt).toBeGreaterThanOrEqual(9);
    expect(String(item.steps!.at(-1)!.value)).toBe(item.expected);
  }
});

test("every value of a chain is above zero", () => {
  for (const {item} of asked) for (const {value} of item.steps!) expect(Number(value), item.prompt).toBeGreaterThan(0);
});

// Worked out by hand.
test.each([
  [
    `A folder holds 3 letters in the order in which they were written. Each encloses some money.
Letter 1. Dear Ben, you will find twice as many euros in this envelope as in the letter from the recipient of letter 1. Yours, Ada
Letter 2. Dear Cleo, you will find 300 euros in this envelope. Yours, Ben
Letter 3. Dear Ada, you will find 20 euros less in this envelope than in the last letter but two. Yours, Cleo
How many euros were in the letter directly after the letter to Cleo?`,
    580
  ],
  [
    `House rules. There are 3 of them. Each has a keeper, who collects the fine, and a deputy.
Rule 1, on pets. The fine is 30 euros higher than that of the rule with Ada as deputy. Keeper: Ada. Deputy: Ben.
Rule 2, on keys. The fine is 50 euros lower than that of rule 1. Keeper: Ben. Deputy: Cleo.
Rule 3, on music. The fine is 200 euros. Keeper: Cleo. Deputy: Ada.
What is the fine in euros of the rule whose deputy is the keeper of the rule on music?`,
    180
  ],
  [
    `A notice at the bus station lists 2 lines. Each bus goes once a day.
Line 1: Mill Lane to Hill Top. The bus leaves at 7:05 and travels for 20 minutes.
Line 2: Hill Top to Mill Lane. The bus travels for 30 minutes and leaves 5 minutes after the arrival of the line to the first stop of the last line.
How many minutes after 6:00 is the arrival of the line from the last stop of line 1?`,
    120
  ]
])("the second solver: %s", (question, value) => {
  expect(
    solveReading(`${READING_OPENING}\n\n${question}\n\nThink it through, then finish with a line of the form\nAnswer: <integer>`)
      ?.answer
  ).toBe(String(value));
});

test("a wrong key is found by the second solver", async () => {
  const [placed] = asked;
  const wrong = {...placed!, item: {...placed!.item, expected: String(Number(placed!.item.expected) + 1)}};
  expect(await disagreements(measured, [placed!, wrong])).toEqual([wrong]);
});

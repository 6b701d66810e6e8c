import {expect, test} from "vitest";
import {
  COMBINATORICS_OPENING,
  choose,
  combinatorics
} from "../../../../pipelines/generate/benchmarks/mathematics/combinatorics.js";
import {asked, chainTests} from "../quality/chainedTests.js";
import {qualityTests} from "../quality/qualityTests.js";
import {solveCombinatorics} from "./combinatoricsSolver.js";

const measured = {benchmark: combinatorics, solve: solveCombinatorics, least_rate: 2_000};

qualityTests(measured, {size: 4_000});
chainTests(measured);

// Values of textbooks: poker hands, MISSISSIPPI without M and P by its letters, Fibonacci's stairs, two dice.
test.each([
  ["the number of different rows of 4 red, 4 blue and 2 green flags", 3_150],
  ["the number of ways to climb 10 stairs in steps of 1 or 2 stairs, where the order counts", 89],
  ["the number of ways to share 10 equal coins among 4 children so that each child gets at least 1", 84],
  ["the number of ways to seat 5 of 5 guests at a round table, where turned seatings count once", 24],
  ["the number of shortest lattice paths from (0, 0) to (5, 5) that avoid (2, 3)", 152],
  [
    "the sum of numerator and denominator, in lowest terms, of the probability that two fair dice, one with the numbers 1 to 6 and one with the numbers 1 to 6, show a sum of at most 4",
    7
  ]
])("the second solver: %s is %d", (text, value) => {
  expect(solveCombinatorics(asked(COMBINATORICS_OPENING, text))?.answer).toBe(String(value));
});

test("there are 2,598,960 hands of poker, and no choice of more than there are", () => {
  expect([choose(52, 5), choose(3, 4), choose(3, -1), choose(7, 0)]).toEqual([2_598_960, 0, 0, 1]);
});

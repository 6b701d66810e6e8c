import {expect, test} from "vitest";
import {NUMBER_THEORY_OPENING, numberTheory} from "../../../../pipelines/generate/benchmarks/mathematics/numberTheory.js";
import {asked, chainTests} from "../quality/chainedTests.js";
import {qualityTests} from "../quality/qualityTests.js";
import {solveNumberTheory} from "./numberTheorySolver.js";

const measured = {benchmark: numberTheory, solve: solveNumberTheory, least_rate: 2_000};

qualityTests(measured, {size: 4_000});
chainTests(measured);

// Textbook values: Euclid's example of Knuth (TAOCP 1, 1.1), Sunzi's problem, A000203, A000010 and A000720 of the OEIS, Legendre's formula for 100!.
test.each([
  ["the greatest common divisor of 2166 and 6099", 57],
  ["the smallest positive integer that leaves the remainder 2 on division by 3 and the remainder 3 on division by 5", 8],
  ["the sum of all positive divisors of 28, itself included", 56],
  ["the number of positive integers up to 36 that share no prime factor with it", 12],
  ["the largest k for which 5^k divides 100! (factorial)", 24],
  ["the largest prime that is at most 1000", 997],
  ["the smallest positive k for which 10^k leaves the remainder 1 on division by 7", 6],
  ["the number 100 written to the base 7 and read as a decimal number", 202]
])("the second solver: %s is %d", (text, value) => {
  expect(solveNumberTheory(asked(NUMBER_THEORY_OPENING, text))?.answer).toBe(String(value));
});

import {expect, test} from "vitest";
import {CALCULUS_OPENING, calculus} from "../../../../pipelines/generate/benchmarks/mathematics/calculus.js";
import {asked, chainTests} from "../quality/chainedTests.js";
import {qualityTests} from "../quality/qualityTests.js";
import {solveCalculus} from "./calculusSolver.js";

const measured = {benchmark: calculus, solve: solveCalculus, least_rate: 2_000};

qualityTests(measured, {size: 4_000});
chainTests(measured);

// Worked by hand from the standard rules; the sum of squares is Archimedes' formula, the parabola's area his quadrature.
test.each([
  ["the derivative of x^3 - 2x + 5 at x = 2", 10],
  ["the second derivative of x^4 at x = -3", 108],
  ["the derivative of (x^2 + 1)^3 at x = 1", 24],
  ["the value of the local maximum of 2x^3 - 6x + 5", 9],
  ["the integral of 3x^2 + 2x from x = 1 to x = 3", 34],
  ["the area between the x-axis and the graph of -6x^2 - -24", 64],
  ["the sum of 1k^2 + 1 over all integers k from 1 to 10", 395],
  ["the sum of the infinite geometric series with the first term 1 and the ratio 1/2", 2],
  ["the limit of (x^2 - 1)/(x^2 - 3x + 2) + 5 as x approaches 1", 3]
])("the second solver: %s is %d", (text, value) => {
  expect(solveCalculus(asked(CALCULUS_OPENING, text))?.answer).toBe(String(value));
});

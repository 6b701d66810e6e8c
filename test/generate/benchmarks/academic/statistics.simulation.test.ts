import {expect, test} from "vitest";
import {STATISTICS_OPENING, statistics} from "../../../../pipelines/generate/benchmarks/academic/statistics.js";
import {asked, chainTests} from "../quality/chainedTests.js";
import {qualityTests} from "../quality/qualityTests.js";
import {solveStatistics} from "./statisticsSolver.js";

const measured = {benchmark: statistics, solve: solveStatistics, least_rate: 2_000};

qualityTests(measured, {size: 6_000});
chainTests(measured);

// The usual example of a standard deviation of 2, Fisher's tea (chi-square 2 for 3, 1 and 1, 3), the sample of 385 for a share at 5 points, by hand.
test.each([
  ["the arithmetic mean of 2, 4, 4, 4, 5, 5, 7 and 9", 5],
  [
    "10 times the population standard deviation (divisor n) of 2, 4, 4, 4, 5, 5, 7 and 9, rounded to the nearest whole number",
    20
  ],
  ["0 plus the median of 7, 1, 5, 5 and 100", 5],
  [
    "1000 times the slope of the least-squares line of y on x through (4, 5), (10, 8), (14, 10), rounded to the nearest whole number",
    500
  ],
  [
    "100 times the chi-square statistic, without correction, of the two-by-two table with the rows 3, 1 and 1, 3, rounded to the nearest whole number",
    200
  ],
  [
    "the smallest sample size for which a mean with the known standard deviation 50 has a margin of error of at most 5 at z = 1.96",
    385
  ]
])("the second solver: %s is %d", (text, value) => {
  expect(solveStatistics(asked(STATISTICS_OPENING, text))?.answer).toBe(String(value));
});

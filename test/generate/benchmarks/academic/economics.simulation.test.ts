import {expect, test} from "vitest";
import {ECONOMICS_OPENING, economics} from "../../../../pipelines/generate/benchmarks/academic/economics.js";
import {asked, chainTests} from "../quality/chainedTests.js";
import {qualityTests} from "../quality/qualityTests.js";
import {solveEconomics} from "./economicsSolver.js";

const measured = {benchmark: economics, solve: solveEconomics, least_rate: 2_000};

qualityTests(measured, {size: 6_000});
chainTests(measured);

const END = ", rounded to the nearest whole number";
// Values of tables of interest (1.05^10 = 1.6289, annuity factor of 5 years at 10 percent 3.7908), and worked by hand.
test.each([
  [`the balance in euros after 10 years of 10000 euros at 5 percent compound interest a year${END}`, 16_289],
  [
    `the payment in euros at the end of each year that pays off a loan of 37908 euros in 5 equal payments at 10 percent a year${END}`,
    10_000
  ],
  [
    "the smallest number of units whose sale covers fixed costs of 1000 euros, at a price of 25 euros and variable costs of 15 euros a unit",
    100
  ],
  ["the quantity sold in a market in which 100 - 2p units are demanded and 10 + 3p units supplied at the price p", 64],
  [
    "the greatest profit in euros, without fixed costs, of a monopolist who sells q units at the price 100 - 2q euros and makes each for 20 euros",
    800
  ],
  [
    "the cost in euros of 30 units sold, first in first out, from purchases of 20 units at 3 euros, 20 units at 4 euros, 20 units at 5 euros in this order",
    100
  ],
  [
    `1000 times the midpoint (arc) elasticity of demand, with its sign, if the price goes from 4 to 6 euros and the quantity from 120 to 80${END}`,
    -1_000
  ]
])("the second solver: %s is %d", (text, value) => {
  expect(solveEconomics(asked(ECONOMICS_OPENING, text))?.answer).toBe(String(value));
});

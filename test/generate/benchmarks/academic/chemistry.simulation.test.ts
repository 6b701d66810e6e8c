import {createRequire} from "node:module";
import {expect, test} from "vitest";
import {
  ATOMIC_MASSES,
  atomsOf,
  CHEMISTRY_OPENING,
  chemistry,
  REACTIONS
} from "../../../../pipelines/generate/benchmarks/academic/chemistry.js";
import {asked, chainTests} from "../quality/chainedTests.js";
import {qualityTests} from "../quality/qualityTests.js";
import {solveChemistry} from "./chemistrySolver.js";

const {elements} = createRequire(import.meta.url)("chemical-elements") as {elements: {symbol: string; mass: number}[]};
const measured = {benchmark: chemistry, solve: solveChemistry, least_rate: 2_000};

qualityTests(measured, {size: 6_000});
chainTests(measured);

test("atomic masses are those of an independent table", () => {
  for (const [symbol, [, mass]] of Object.entries(ATOMIC_MASSES)) {
    const element = elements.find(each => each.symbol === symbol)!;
    expect(Math.abs(element.mass - mass), symbol).toBeLessThan(0.01);
  }
});

test("both sides of each reaction have the same atoms", () => {
  for (const {reactants, products} of REACTIONS) {
    const [before, after] = [reactants, products].map(side => {
      const atoms: Record<string, number> = {};
      for (const [coefficient, formula] of side)
        for (const [symbol, count] of atomsOf(formula)) atoms[symbol] = (atoms[symbol] ?? 0) + coefficient * count;
      return atoms;
    });
    expect(after).toEqual(before);
  }
});

// Glucose has 180.156 g/mol and 40 percent carbon; 44.009 ÷ 16.043 g of carbon dioxide for each gram of methane; the others are by hand.
test.each([
  [
    "the mass in milligrams of 1000 millimoles of glucose (C6H12O6; atomic masses: carbon 12.011, hydrogen 1.008, oxygen 15.999)",
    180_156
  ],
  [
    "the mass in milligrams of the carbon in 1000 milligrams of glucose (C6H12O6; atomic masses: carbon 12.011, hydrogen 1.008, oxygen 15.999)",
    400
  ],
  [
    "the mass in milligrams of CO2 that 100000 milligrams of CH4 yield by CH4 + 2 O2 -> CO2 + 2 H2O (atomic masses: carbon 12.011, hydrogen 1.008, oxygen 15.999)",
    274_319
  ],
  [
    "the volume in millilitres that 500 millilitres of an ideal gas at 100 kilopascals and 300 kelvins take at 200 kilopascals and 600 kelvins",
    500
  ],
  [
    "the concentration in micromoles per litre of a solution of sodium hydroxide of which 20 millilitres neutralise 10 millilitres of sulfuric acid, both protons included, with 100 millimoles per litre",
    100_000
  ]
])("the second solver: %s is %d", (text, value) => {
  const solved = solveChemistry(asked(CHEMISTRY_OPENING, `${text}, rounded to the nearest whole number`));
  expect(solved?.answer).toBe(String(value));
});

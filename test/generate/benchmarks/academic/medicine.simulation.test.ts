import {expect, test} from "vitest";
import {MEDICINE_OPENING, medicine} from "../../../../pipelines/generate/benchmarks/academic/medicine.js";
import {asked, chainTests} from "../quality/chainedTests.js";
import {qualityTests} from "../quality/qualityTests.js";
import {solveMedicine} from "./medicineSolver.js";

const measured = {benchmark: medicine, solve: solveMedicine, least_rate: 2_000};

qualityTests(measured, {size: 6_000});
chainTests(measured);

// Worked by hand: 3 half-lives leave an eighth; 40 mmHg and 24 mmol/L give pH 7.4 and 40 nmol/L; a surface of 180 cm and 80 kg is 2 m²; of
// 10,000 people with 100 ill, 90 of 990 positive results are right.
test.each([
  ["the amount in micrograms that is left 12 hours after a bolus of 8000 micrograms with a half-life of 4 hours", 1_000],
  [
    "1000 times the pH of blood by Henderson and Hasselbalch (pK 6.1, solubility 0.03 millimoles per litre and millimetre of mercury) at a bicarbonate of 24 millimoles per litre and a partial pressure of carbon dioxide of 40 millimetres of mercury",
    7_401
  ],
  [
    "the concentration of hydrogen ions in picomoles per litre by the rule of Kassirer and Bleich (factor 24) at a partial pressure of carbon dioxide of 40 millimetres of mercury and a bicarbonate of 24 millimoles per litre",
    40_000
  ],
  [
    "the dose in milligrams, at 100 milligrams per square metre of body surface by Mosteller's formula, of a patient of 180 centimetres and 80 kilograms",
    200
  ],
  [
    "10000 times the positive predictive value of a test with a sensitivity of 90 percent and a specificity of 90 percent if 100 of 10000 people are ill",
    833
  ],
  [
    "the volume in millilitres that the Parkland formula with 4 millilitres provides in the first 4 hours after burns of 20 percent of the body surface, for a patient of 70 kilograms",
    1_400
  ]
])("the second solver: %s is %d", (text, value) => {
  expect(solveMedicine(asked(MEDICINE_OPENING, `${text}, rounded to the nearest whole number`))?.answer).toBe(String(value));
});

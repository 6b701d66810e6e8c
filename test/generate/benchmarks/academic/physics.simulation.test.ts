import {expect, test} from "vitest";
import {PHYSICS_OPENING, physics} from "../../../../pipelines/generate/benchmarks/academic/physics.js";
import {asked, chainTests} from "../quality/chainedTests.js";
import {qualityTests} from "../quality/qualityTests.js";
import {solvePhysics} from "./physicsSolver.js";

const measured = {benchmark: physics, solve: solvePhysics, least_rate: 2_000};

qualityTests(measured, {size: 6_000});
chainTests(measured);

// Worked by hand: 4.9 m is fallen in one second; a mole of gas at 273.15 K fills 22.71 litres at 100 kPa (CODATA); object and image at 2f.
test.each([
  [
    "the speed in centimetres per second of a body that has fallen 4.9 metres from rest without air resistance (take g = 9.8 metres per second squared)",
    980
  ],
  [
    "the pressure in kilopascals of 1 moles of an ideal gas in 22.71 litres at 273.15 kelvins (gas constant 8.314 joules per mole and kelvin)",
    100
  ],
  [
    "the distance in hundredths of a millimetre from a thin lens with a focal length of 50 millimetres to the image of an object at 100 millimetres",
    10_000
  ],
  ["the resistance in milliohms of 1 ohms in series with a parallel pair of 6 and 3 ohms", 3_000],
  ["the greatest work in joules that a heat engine between 300 and 600 kelvins can do with 1000 joules from the hot side", 500],
  [
    "the common velocity in centimetres per second of two bodies that stick together when they collide, of 1 kilograms at 3 metres per second and of 2 kilograms at 0 metres per second along the same line",
    100
  ]
])("the second solver: %s is %d", (text, value) => {
  expect(solvePhysics(asked(PHYSICS_OPENING, `${text}, rounded to the nearest whole number`))?.answer).toBe(String(value));
});

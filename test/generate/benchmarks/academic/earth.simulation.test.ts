import {expect, test} from "vitest";
import {EARTH_OPENING, earth} from "../../../../pipelines/generate/benchmarks/academic/earth.js";
import {asked, chainTests} from "../quality/chainedTests.js";
import {qualityTests} from "../quality/qualityTests.js";
import {solveEarth} from "./earthSolver.js";

const measured = {benchmark: earth, solve: solveEarth, least_rate: 2_000};

qualityTests(measured, {size: 6_000});
chainTests(measured);

const ROUNDED = ", rounded to the nearest whole number";

// Known values: a quarter of the circumference, and 90 degrees east; ISO 2533 has 89,875 Pa at 1,000 m; the half-life of carbon-14; a root of 4.5
// times the height; a tsunami of 198 m/s in 4,000 m; 2.778 litres per second for a millimetre an hour on a hectare.
test.each([
  [
    `the distance in tenths of a kilometre along the great circle, on a sphere with a radius of 6371 kilometres, from 0 degrees north, 20 degrees east to 0 degrees north, 70 degrees west${ROUNDED}`,
    100_075
  ],
  [
    `the bearing in hundredths of a degree, clockwise from north, in which the great circle on a sphere from 0 degrees north, 20 degrees west to 0 degrees north, 70 degrees east begins${ROUNDED}`,
    9_000
  ],
  [
    `the pressure in pascals of the standard atmosphere at a height of 1000 metres (101325 pascals and 288.15 kelvins at sea level, 6.5 kelvins less per kilometre, exponent 5.2559)${ROUNDED}`,
    89_875
  ],
  [`the age in years of wood in which 250 of 1000 atoms of carbon-14 are left (half-life 5730 years)${ROUNDED}`, 11_460],
  [
    `the depth in decimetres of the root, below the base of normal crust, of mountains 1000 metres high in Airy's isostasy, with 2700 kilograms per cubic metre in the crust and 3300 in the mantle${ROUNDED}`,
    45_000
  ],
  [
    `the time in seconds in which a tsunami travels 1000 kilometres in water 4000 metres deep as a shallow-water wave (9.81 metres per second squared)${ROUNDED}`,
    5_048
  ],
  [
    "the number of minutes since midnight on local clocks when a plane arrives in the zone UTC-05:00 that left at 10:30 local time in the zone UTC+01:00 and flew 510 minutes",
    780
  ]
])("the second solver: %s is %d", (text, value) => {
  expect(solveEarth(asked(EARTH_OPENING, text))?.answer).toBe(String(value));
});

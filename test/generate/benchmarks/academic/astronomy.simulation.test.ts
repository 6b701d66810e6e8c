import {expect, test} from "vitest";
import {ASTRONOMY_OPENING, astronomy} from "../../../../pipelines/generate/benchmarks/academic/astronomy.js";
import {asked, chainTests} from "../quality/chainedTests.js";
import {qualityTests} from "../quality/qualityTests.js";
import {solveAstronomy} from "./astronomySolver.js";

const measured = {benchmark: astronomy, solve: solveAstronomy, least_rate: 2_000};

qualityTests(measured, {size: 6_000});
chainTests(measured);

// Known values: the Earth's year, Mars's synodic period of 780 days, the Earth's escape speed of 11.186 km/s and gravity of 9.82 m/s², a sidereal
// day at 35,786 km, 4 astronomical units for 8 years, two equal stars 0.753 magnitudes brighter, ten parsecs where both magnitudes agree.
test.each([
  [
    "the period in days of a planet with a semi-major axis of 4000 thousandths of an astronomical unit around a star of 1 solar masses (years of 365.25 days)",
    2_922
  ],
  [
    "the synodic period in tenths of a day of two planets that orbit a star in the same direction in 365.256 and 686.98 days",
    7_799
  ],
  [
    "the escape speed in metres per second of a planet with 100 hundredths of the Earth's mass and a radius of 6371 kilometres (398600 cubic kilometres per second squared for the Earth's mass)",
    11_186
  ],
  [
    "the acceleration in millimetres per second squared at the surface of a planet with 100 hundredths of the Earth's mass and a radius of 6371 kilometres (398600 cubic kilometres per second squared for the Earth's mass)",
    9_820
  ],
  ["the magnitude in thousandths of two stars together that have 300 and 300 hundredths of a magnitude", 2_247],
  [
    "the distance in hundredths of a parsec, without extinction, of a star with an apparent magnitude of 480 hundredths and an absolute one of 480 hundredths",
    1_000
  ],
  [
    "the speed in metres per second of a body 149.6 million kilometres from the Sun in an orbit with a semi-major axis of 149.6 million kilometres (132712 million cubic kilometres per second squared for the Sun's mass)",
    29_784
  ]
])("the second solver: %s is %d", (text, value) => {
  expect(solveAstronomy(asked(ASTRONOMY_OPENING, `${text}, rounded to the nearest whole number`))?.answer).toBe(String(value));
});

import {expect, test} from "vitest";
import {PLANE_OPENING, plane} from "../../../../pipelines/generate/benchmarks/mathematics/plane.js";
import {asked, chainTests} from "../quality/chainedTests.js";
import {qualityTests} from "../quality/qualityTests.js";
import {solvePlane} from "./planeSolver.js";

const measured = {benchmark: plane, solve: solvePlane, least_rate: 2_000};

qualityTests(measured, {size: 4_000});
chainTests(measured);

// The triangle 13, 14, 15 of Heron's Metrica, the frustum of the Moscow papyrus (problem 14), and figures that are counted by hand.
test.each([
  ["the area of a triangle with the sides 13, 15 and 14", 84],
  ["the volume of a frustum of a pyramid of height 6 whose bases are squares with the sides 4 and 2", 56],
  ["the length of the hypotenuse of a right triangle whose legs are 20 and 21", 29],
  ["twice the area of the triangle with the vertices (0, 0), (4, 0) and (0, 3)", 12],
  ["twice the area of the quadrilateral with the vertices (-1, -1), (1, -1), (1, 1), (-1, 1) in this order", 8],
  ["the number of unpainted small cubes if a box of 3 by 3 by 3 small cubes is painted on all six faces and taken apart", 1],
  ["the surface of a box with the edges 1, 2 and 3", 22]
])("the second solver: %s is %d", (text, value) => {
  expect(solvePlane(asked(PLANE_OPENING, text))?.answer).toBe(String(value));
});

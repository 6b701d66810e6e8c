import {expect, test} from "vitest";
import {LINEAR_ALGEBRA_OPENING, linearAlgebra} from "../../../../pipelines/generate/benchmarks/mathematics/linearAlgebra.js";
import {asked, chainTests} from "../quality/chainedTests.js";
import {qualityTests} from "../quality/qualityTests.js";
import {solveLinearAlgebra} from "./linearAlgebraSolver.js";

const measured = {benchmark: linearAlgebra, solve: solveLinearAlgebra, least_rate: 2_000};

qualityTests(measured, {size: 4_000});
chainTests(measured);

// The magic square has the determinant -360 (MATLAB's magic(3)); powers of [[1, 1], [1, 0]] have Fibonacci's numbers; the others are by hand.
test.each([
  ["the determinant of the matrix [[8, 1, 6], [3, 5, 7], [4, 9, 2]]", -360],
  ["the determinant of the matrix [[0, 1], [1, 0]]", -1],
  ["the determinant of the matrix [[1, 2], [2, 4]]", 0],
  ["the sum of all entries of the power 4 of [[1, 1], [1, 0]]", 13],
  ["the larger eigenvalue of the matrix [[2, 1], [1, 2]]", 3],
  ["the value of 2x - 3y for the solution of x + y = 10, x - y = 4", 5],
  ["the sum of the components of the cross product of (1, 0, 0) and (0, 1, 0)", 1],
  ["the square of the area of the parallelogram spanned by (3, 0, 0) and (1, 2, 0)", 36],
  ["the volume of the parallelepiped spanned by (2, 0, 0), (1, 3, 0) and (5, 7, -4)", 24]
])("the second solver: %s is %d", (text, value) => {
  expect(solveLinearAlgebra(asked(LINEAR_ALGEBRA_OPENING, text))?.answer).toBe(String(value));
});

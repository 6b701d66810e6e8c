// Reliability against SciPy 1.17.1 and NumPy, whose numbers stand here.
import {expect, test} from "vitest";
import {cronbachAlpha, fQuantile} from "../../pipelines/stats/reliability.js";

const ANSWERS = [
  [1, 1, 1, 1, 1, 0],
  [1, 1, 1, 1, 0, 0],
  [1, 1, 1, 0, 1, 0],
  [1, 1, 0, 0, 0, 0],
  [1, 0, 1, 0, 0, 0],
  [0, 1, 0, 0, 0, 0],
  [0, 0, 0, 0, 0, 0],
  [1, 1, 1, 1, 1, 1]
];

test("alpha of right and wrong answers is KR-20 and Hoyt's ratio of mean squares, with Feldt's interval", () => {
  const found = cronbachAlpha(ANSWERS)!;
  expect(found).toMatchObject({persons: 8, items: 6});
  expect(found.alpha).toBeCloseTo(0.82, 12); // both formulas by NumPy
  expect(found.low).toBeCloseTo(0.5184077287468416, 9);
  expect(found.high).toBeCloseTo(0.9584480488567206, 9);
});

test.each([
  [0.975, 7, 35, 2.675512618073101],
  [0.025, 31, 6169, 0.5652412105877576],
  [0.5, 1, 1, 1],
  [0.99, 2.5, 1e6, 4.124517989988325],
  [0.025, 1, 3, 0.0011571891323882897]
])("F quantile %f of %f and %f degrees of freedom", (p, one, other, expected) => {
  expect(fQuantile(p, one, other) / expected).toBeCloseTo(1, 8);
});

test("nothing, one person, one item and persons who are all alike have no reliability; items against one another have one below 0", () => {
  expect(cronbachAlpha([])).toBeNull();
  expect(cronbachAlpha([[1, 0, 1]])).toBeNull();
  expect(cronbachAlpha([[1], [0]])).toBeNull();
  expect(cronbachAlpha([Uint8Array.of(1, 0), Uint8Array.of(0, 1)])).toBeNull();
  const against = cronbachAlpha([
    [1, 0, 0],
    [0, 1, 0],
    [0, 1, 1],
    [1, 0, 1]
  ])!;
  expect(against.alpha).toBeLessThan(0);
  expect(against.low).toBeLessThan(against.alpha);
});

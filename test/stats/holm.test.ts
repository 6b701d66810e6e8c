import {expect, test} from "vitest";
import {holm} from "../../pipelines/stats/falseDiscovery.js";

// R 4.3: p.adjust(c(0.01, 0.02, 0.03, 0.04, 0.05), "holm") and p.adjust(c(0.04, 0.001, 0.3, 0.02), "holm")
test("as p.adjust of R", () => {
  expect(holm([0.01, 0.02, 0.03, 0.04, 0.05]).map(p => Number(p!.toFixed(12)))).toEqual([0.05, 0.08, 0.09, 0.09, 0.09]);
  expect(holm([0.04, 0.001, 0.3, 0.02]).map(p => Number(p!.toFixed(12)))).toEqual([0.08, 0.004, 0.3, 0.06]);
});

test("none, one, what could not be performed, and all alike", () => {
  expect(holm([])).toEqual([]);
  expect(holm([0.03])).toEqual([0.03]);
  expect(holm([null, 0.03, null, 0.01])).toEqual([null, 0.03, null, 0.02]);
  expect(holm([1, 1, 1])).toEqual([1, 1, 1]);
});

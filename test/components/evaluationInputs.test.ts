// Names of evaluations in the choices of pages.
import {expect, test} from "vitest";
import {markedNames} from "../../src/components/shared/evaluationInputs.js";

test("simulated evaluations are marked in a choice, by name and by id; others are not", () => {
  const rows = [
    {eval_id: "1", evaluation: "ref-a", simulated: true},
    {eval_id: "2", evaluation: "model-b", simulated: false}
  ];
  expect(markedNames(rows)).toEqual({"ref-a": "ref-a (simulated)", "model-b": "model-b"});
  expect(markedNames(rows, ({eval_id}) => eval_id)).toEqual({1: "ref-a (simulated)", 2: "model-b"});
  expect(markedNames([])).toEqual({});
});

import {expect, test} from "vitest";
import {readersText} from "../../../src/components/runs.js";

test.each([
  [undefined, "unknown"],
  [[], "unknown"],
  [[{}], "version 1"],
  [[{reader: 2}, {reader: 2}], "version 2"],
  [[{reader: 2}, {}, {reader: 2}], "version 1 for 1 of 3 evaluations, version 2 for 2 of 3 evaluations"]
])("the reader of %j", (evaluations, text) => {
  expect(readersText(evaluations)).toBe(text);
});

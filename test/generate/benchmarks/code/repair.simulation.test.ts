import {expect, test} from "vitest";
import {disagreements, placedItems} from "../quality/measure.js";
import {qualityTests} from "../quality/qualityTests.js";
import {measuredRepair, withWrongResult} from "./smallFunctionsReference.js";

qualityTests(measuredRepair, {size: 3_000});

const placed = placedItems(measuredRepair.benchmark, {count: 400});

test("the program shown has a line for each operation, or one less", () => {
  for (const {item} of placed) {
    const operations = item.prompt.match(/^ {4}\d\. /gmu)!.length;
    const [, body] = /"""\n((?: {4}.*\n)+)\nIt is tested/u.exec(item.prompt)!;
    const lines = body!.split("\n").filter(line => line !== "" && !/^ {4}(?:return|words = text\.split)/u.test(line)).length;
    expect([operations - 1, operations]).toContain(lines);
  }
});

test("a wrong hidden result is found by the second implementation", async () => {
  const wrong = placed.slice(0, 20).map(withWrongResult);
  expect(await disagreements(measuredRepair, wrong)).toEqual(wrong);
});

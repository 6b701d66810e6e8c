// Quality of ZenCode-Hard, and the share of its large hidden tests that enumeration passes. Programs take too long for a twin, which has the count alone.
import {expect, test, vi} from "vitest";
import {families} from "../../../../pipelines/generate/benchmarks/code/code.js";
import {LEVELS} from "../../../../pipelines/generate/benchmarks/code/problem.js";
import {fullTest} from "../../../repetitions.js";
import {duplicates, placedItems} from "../quality/measure.js";
import {qualityTests} from "../quality/qualityTests.js";
import {measuredCode, outcomeOf, programFor} from "./programs.js";

vi.setConfig({testTimeout: 1_800_000});

/** Hidden tests on small inputs, which come first. */
const SMALL = 7;
/** Share of a family's large tests that enumeration may pass at most. */
const MAX_ENUMERATED = 0.3;

const SIZE = 1_300;
const items = placedItems(measuredCode.benchmark, {edition: 3});
if (process.env.REASONBOOK_SIMULATIONS === "twin")
  test("the full count of different items", () => {
    expect(items).toHaveLength(SIZE);
    expect(duplicates(items)).toBe(0);
  });
else qualityTests(measuredCode, {size: SIZE});

fullTest.each(families)(
  "enumeration has no time for most of the large inputs of $name, if each has the whole limit",
  async ({name}) => {
    let passed = 0;
    for (const level of LEVELS) {
      const {item} = items.find(each => each.cell.startsWith(`${name} `) && each.level === level)!;
      if (item.scorer?.kind !== "code") throw new TypeError("not of kind code");
      const large = item.scorer.cases.slice(SMALL, SMALL + 1);
      passed += (await outcomeOf(programFor(item.prompt, "enumeration"), item, {cases: large})).passed;
    }
    expect(passed / LEVELS.length).toBeLessThanOrEqual(MAX_ENUMERATED);
  }
);

// Hidden results of ZenCode-Hard against two programs for each family, run in the sandbox: enumeration finds those on small inputs and has no
// time for large ones, solutions by other methods than the generator's find all. Programs that know nothing pass nothing.
import {describe, expect, test, vi} from "vitest";
import {families} from "../../../../pipelines/generate/benchmarks/code/code.js";
import {LEVELS} from "../../../../pipelines/generate/benchmarks/code/problem.js";
import {placedItems} from "../quality/measure.js";
import {measuredCode, outcomeOf, programFor} from "./programs.js";

vi.setConfig({testTimeout: 300_000});

/** Hidden tests on small inputs, which come first. */
const SMALL = 7;
/** A solution has to pass in this share of the limit. */
const MARGIN = 3;

const items = placedItems(measuredCode.benchmark, {edition: 3}).map(({item, level, cell}) => {
  if (item.scorer?.kind !== "code") throw new TypeError("not of kind code");
  const {cases, milliseconds, entry_point} = item.scorer;
  return {item, level, family: cell.split(" ")[0]!, cases, milliseconds, name: entry_point!};
});
/** One item of each of some levels of a family. */
const itemsOf = (family: string, levels: readonly number[] = LEVELS) =>
  levels.map(level => items.find(each => each.family === family && each.level === level)!);
/** Levels at which enumeration is run on a large input, which takes the whole limit each time; code.simulation.test.ts has all. */
const SAMPLED = [1, LEVELS.at(-1)!];

describe.each(families)("$name", ({name: family}) => {
  test("enumeration finds the results on small inputs", async () => {
    for (const {item, cases} of itemsOf(family)) {
      const executed = await outcomeOf(programFor(item.prompt, "enumeration"), item, {cases: cases.slice(0, SMALL)});
      expect(executed, item.prompt).toMatchObject({failure: null, passed: SMALL});
    }
  });

  test("enumeration has no time for a large input, even with the whole limit", async () => {
    let passed = 0;
    for (const {item, cases} of itemsOf(family, SAMPLED)) {
      const executed = await outcomeOf(programFor(item.prompt, "enumeration"), item, {cases: cases.slice(SMALL, SMALL + 1)});
      passed += executed.passed;
    }
    expect(passed).toBe(0);
  });

  test("a solution passes all tests within a third of the limit", async () => {
    for (const {item, milliseconds} of itemsOf(family)) {
      const executed = await outcomeOf(programFor(item.prompt, "solution"), item, {milliseconds: milliseconds / MARGIN});
      expect(executed, item.prompt).toMatchObject({failure: null});
    }
  });
});

describe("programs that know nothing pass no item", () => {
  test.each([
    ["nothing", "pass"],
    ["zero", "return 0"],
    ["one", "return 1"],
    ["minus one", "return -1"],
    ["an empty list", "return []"],
    ["an empty text", "return ''"],
    ["the argument", "return given[0]"],
    ["its length", "return len(given[0]) if hasattr(given[0], '__len__') else given[0]"]
  ])("by returning %s", async (_, body) => {
    const passed: string[] = [];
    for (const {item, name} of items.filter((_, i) => i % 20 === 0)) {
      const {failure} = await outcomeOf(`def ${name}(*given):\n    ${body}`, item);
      if (failure === null) passed.push(item.prompt);
    }
    expect(passed).toEqual([]);
  });
});

// Hidden results of ZenCode-Hard against solutions by brute force in Python, run in the sandbox; and programs that know nothing pass nothing.
import {readFileSync} from "node:fs";
import {describe, expect, test} from "vitest";
import {code as benchmark} from "../../../../pipelines/generate/benchmarks/code/code.js";
import {benchmarkTasks} from "../../../../pipelines/generate/benchmarks/registry.js";
import {programOf} from "../../../../pipelines/score/scorers/program.js";
import {sandboxOfTests} from "../../../run/sandbox/programs.js";

const {outcome} = sandboxOfTests();
const PYTHON = readFileSync(new URL("bruteForce.py", import.meta.url), "utf8");
/** Hidden tests on small inputs, which come first: brute force has no time for the others. */
const SMALL = 7;
const {items} = benchmarkTasks.get("zen-code")!;
let place = 0;
const cells = benchmark.cells.map(({facets, size}) => {
  const start = place;
  place += size;
  return {family: String(facets.family), level: Number(facets.level), start, size};
});

function itemAt(at: number, edition = 1) {
  const {prompt, scorer} = items.at(at, {edition});
  if (scorer?.kind !== "code") throw new Error("not of kind code");
  return {prompt, scorer, name: scorer.entry_point!};
}

test.each(cells)("$family of level $level: brute force finds the hidden results", async ({family, level, start, size}) => {
  for (let k = 0; k < size; k += 4) {
    const {prompt, scorer, name} = itemAt(start + k, 1 + (k % 3));
    const source = `S = ${JSON.stringify(prompt)}\nL = ${level}\n${PYTHON}\n${name} = ${family}\n`;
    const program = {source, entry: name, tests: "", milliseconds: 30_000, cases: scorer.cases.slice(0, SMALL)};
    expect(await outcome(program), prompt).toMatchObject({failure: null, passed: SMALL});
  }
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
    for (const {start, size, family} of cells)
      for (let k = 0; k < size; k += 5) {
        const {scorer, name} = itemAt(start + k);
        const {failure} = await outcome(programOf(`\`\`\`python\ndef ${name}(*given):\n    ${body}\n\`\`\``, scorer)!);
        if (failure === null) passed.push(`${family} ${k}`);
      }
    expect(passed).toEqual([]);
  });
});

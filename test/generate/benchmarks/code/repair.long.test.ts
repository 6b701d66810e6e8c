// Programs of ZenRepair in Python, run in the sandbox: each fails hidden tests before it is mended, and the right lines pass them.
import {expect, test} from "vitest";
import {repair} from "../../../../pipelines/generate/benchmarks/code/repair.js";
import {FAMILIES, functionOf, pythonOf} from "../../../../pipelines/generate/benchmarks/code/smallFunctions.js";
import {randomOf} from "../../../../pipelines/generate/seed.js";
import {sandboxOfTests} from "../../../run/sandbox/programs.js";
import {placedItems} from "../quality/measure.js";

const {outcome} = sandboxOfTests();

test.each(Object.entries(FAMILIES))("%s: programs of the right lines pass all hidden tests", async (name, family) => {
  for (let k = 0; k < 12; k++) {
    const {head, lines, scorer} = functionOf(family, 5, randomOf(`${name} ${k}`));
    const program = {source: `${head}\n${pythonOf(family, lines)}\n`, entry: scorer.entry_point!, tests: ""};
    expect(await outcome({...program, cases: scorer.cases, milliseconds: scorer.milliseconds})).toMatchObject({
      failure: null,
      passed: 8
    });
  }
});

test("programs as they are shown fail at least half of the hidden tests", async () => {
  for (const {item} of placedItems(repair, {count: 40})) {
    const {prompt, scorer} = item;
    if (scorer?.kind !== "code") throw new Error("not of kind code");
    const source = prompt.slice(prompt.indexOf("def "), prompt.indexOf("\n\nIt is tested"));
    const program = {source, entry: scorer.entry_point!, tests: "", milliseconds: scorer.milliseconds};
    let failed = 0;
    for (const each of scorer.cases) if ((await outcome({...program, cases: [each]})).failure !== null) failed++;
    expect(failed, prompt).toBeGreaterThanOrEqual(4);
  }
});

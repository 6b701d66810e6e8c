// Canonical solutions of HumanEval, written and tested by others: all pass their tests in the sandbox, and a wrong program passes none.
import {existsSync, readFileSync} from "node:fs";
import {gunzipSync} from "node:zlib";
import {expect, test} from "vitest";
import {checkedLayouts} from "../../../pipelines/book/banks/layoutsChecked.js";
import {programOf} from "../../../pipelines/score/scorers/program.js";
import {sandboxOfTests} from "./programs.js";

const FILE = "../shared/data/banks/HumanEval.jsonl.gz";
/** Every fourth problem, or all where the variable says so. */
const STEP = process.env.REASONBOOK_HUMANEVAL_ALL ? 1 : 4;
const present = existsSync(FILE);
const {outcome} = sandboxOfTests();

function problems() {
  const lines = gunzipSync(readFileSync(FILE)).toString("utf8").trim().split("\n");
  return lines.flatMap((line, i) => {
    const item = checkedLayouts.humaneval.read(JSON.parse(line), {} as never);
    if (typeof item === "string" || item.scorer?.kind !== "code") throw new Error(`line ${i + 1} has no tests`);
    return i % STEP === 0 ? [{id: item.id!, answer: item.answer as string, scorer: item.scorer}] : [];
  });
}

test.skipIf(!present)(present ? "canonical solutions of HumanEval pass" : `skipped: no file ${FILE}`, async () => {
  const all = problems();
  expect(all.length).toBe(Math.ceil(164 / STEP));
  const failed: string[] = [];
  for (const {id, answer, scorer} of all) {
    const {failure, reason} = await outcome(programOf(answer, scorer)!);
    if (failure !== null) failed.push(`${id}: ${failure}, ${reason}`);
  }
  expect(failed).toEqual([]);
});

test.skipIf(!present)("programs that return nothing fail all of them", async () => {
  const passed: string[] = [];
  for (const {id, scorer} of problems()) {
    const {failure} = await outcome(programOf("```python\n    return None\n```", scorer)!);
    if (failure === null) passed.push(id);
  }
  expect(passed).toEqual([]);
});

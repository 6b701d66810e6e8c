// Programs and queries of simulated models, run: right ones pass hidden tests, wrong ones do not.
import {expect, test} from "vitest";
import {randomOf} from "../../../pipelines/generate/seed.js";
import type {Test} from "../../../pipelines/generate/task.js";
import {drawSolution} from "../../../pipelines/infer/reference/drawnSolution.node.js";
import {roster} from "../../../pipelines/infer/reference/roster.js";
import {rowsIn} from "../../../pipelines/score/scorers/query.js";
import {testsOf} from "../../generate/benchmarks/testsOf.js";
import {sandboxOfTests} from "./programs.js";

const sandbox = sandboxOfTests();

async function isRight(test: Test, ability: number): Promise<boolean> {
  const {answer} = drawSolution({...roster[40]!, ability}, test, randomOf(test.item_id))!;
  const source = answer.replace(/^```\w+\n|\n```$/gu, "");
  const {scorer} = test;
  const {failure} =
    scorer?.kind === "sql"
      ? await sandbox.outcome({
          query: source,
          setup: scorer.setup,
          rows: rowsIn(test.expected)!,
          milliseconds: scorer.milliseconds
        })
      : scorer?.kind === "code"
        ? await sandbox.outcome({
            source,
            entry: scorer.entry_point!,
            tests: "",
            cases: scorer.cases,
            milliseconds: scorer.milliseconds
          })
        : {failure: "other"};
  return failure === null;
}

test.each([
  "zen-code",
  "zen-small-functions",
  "zen-repair",
  "zen-sql"
])("%s: a model of endless ability is right, and one of none is wrong", async name => {
  for (const each of testsOf(name, 12)) expect([await isRight(each, 1e6), await isRight(each, -1e6)]).toEqual([true, false]);
});

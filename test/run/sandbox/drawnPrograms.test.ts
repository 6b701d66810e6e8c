// Programs and queries of simulated models, run: right ones pass hidden tests, wrong ones do not.
import {expect, test} from "vitest";
import {benchmarkTasks} from "../../../pipelines/generate/benchmarks/registry.js";
import {pointAt, spellParams} from "../../../pipelines/generate/coordinates.node.js";
import {drawsOf} from "../../../pipelines/generate/draws.node.js";
import {randomOf} from "../../../pipelines/generate/seed.js";
import type {Test} from "../../../pipelines/generate/task.js";
import {drawSolution} from "../../../pipelines/infer/reference/drawnSolution.node.js";
import {roster} from "../../../pipelines/infer/reference/roster.js";
import {rowsIn} from "../../../pipelines/score/scorers/query.js";
import {sandboxOfTests} from "./programs.js";

const sandbox = sandboxOfTests();

function testsOf(name: string, count: number): Test[] {
  const task = benchmarkTasks.get(name)!;
  const spelt = spellParams({}, {base_task: name, version: task.version, tasks: benchmarkTasks});
  if ("bad" in spelt) throw new Error(spelt.bad);
  const draws = drawsOf(pointAt(task, spelt, 7), task);
  return Array.from({length: count}, (_, k) => draws.test(k));
}

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

test.each(["zen-code", "zen-sql"])("%s: a model of endless ability is right, and one of none is wrong", async name => {
  for (const each of testsOf(name, 12)) expect([await isRight(each, 1e6), await isRight(each, -1e6)]).toEqual([true, false]);
});

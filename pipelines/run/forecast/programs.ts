// Runs the programs in answers that are at hand, so that a plan can replay the stopping rule on their scores.
import type {Executed, Program} from "../../score/scorers/execution.js";
import {isAsked, type Plan} from "../evaluation.js";
import {executionOf} from "../sandbox/execute.js";
import type {Sandbox} from "../sandbox/sandbox.js";
import {type CacheLookup, cachedAnswer} from "./cachedAnswer.js";
import {testsOf} from "./pointEstimate.js";
import {TRIED} from "./replay.js";
import type {SizeOf} from "./stillToAsk.js";

/** What came of the programs; for one that was not run, that it was not. */
export async function executedBefore(
  plan: Plan,
  {sizeOf, look, sandbox}: {sizeOf: SizeOf; look: CacheLookup; sandbox: Sandbox}
): Promise<(program: Program) => Executed> {
  const executions: (Executed | Promise<Executed> | undefined)[] = [];
  for (const point of plan.points) {
    const test = testsOf(point, plan.tasks);
    const most = sizeOf(point).high;
    if (most === 0 || test(0).scorer?.kind !== "code") continue;
    for (const evaluation of plan.evaluations) {
      if (!isAsked(evaluation, point, plan)) continue;
      let untouched = true;
      for (let index = 0; index < most && !(untouched && index === TRIED); index++) {
        const found = cachedAnswer(evaluation, {test: test(index)}, {look});
        if (!("completion" in found)) continue;
        untouched = false;
        executions.push(executionOf(found.completion, test(index), sandbox.execute));
      }
    }
  }
  await Promise.all(executions);
  return program => sandbox.known(program) ?? {missing: "it was not run"};
}

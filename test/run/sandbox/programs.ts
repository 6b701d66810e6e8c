// Programs for tests of the sandbox, and what comes of them.
import {afterAll} from "vitest";
import {openSandbox, type Sandbox} from "../../../pipelines/run/sandbox/sandbox.js";
import type {Execution, Program, Query} from "../../../pipelines/score/scorers/execution.js";

/** A program that must add: its tests pass where f(a, b) is a + b. */
export const adding = (source: string, other: Partial<Program> = {}): Program => ({
  source,
  entry: "f",
  tests: "assert f(1, 2) == 3\nassert f(5, 5) == 10",
  cases: [],
  milliseconds: 3_000,
  ...other
});

/** The same by calls whose results are compared outside. */
export const called = (source: string, other: Partial<Program> = {}): Program =>
  adding(source, {
    tests: "",
    cases: [
      {arguments: [1, 2], result: 3},
      {arguments: [5, 5], result: 10}
    ],
    ...other
  });

/** A sandbox for the tests of a file. */
export function sandboxOfTests(processes = 1): Sandbox & {outcome(program: Program | Query): Promise<Execution>} {
  const sandbox = openSandbox({processes});
  afterAll(() => sandbox[Symbol.asyncDispose]());
  return Object.assign(sandbox, {
    async outcome(program: Program | Query) {
      const executed = await sandbox.execute(program);
      if ("missing" in executed) throw new Error(executed.missing);
      return executed;
    }
  });
}

// Has the program or query in an answer run where its test's scorer asks for it.
import type {Test} from "../../generate/task.js";
import type {ForeignCompletion} from "../../infer/completion.js";
import {programToRun} from "../../score/score.node.js";
import type {Executed, Program, Query} from "../../score/scorers/execution.js";

export type Execute = (program: Program | Query) => Executed | Promise<Executed>;

/** What comes of the program in an answer; undefined where there is nothing to run, or nobody who could. */
export function executionOf(
  completion: ForeignCompletion,
  test: Pick<Test, "scorer" | "expected">,
  execute: Execute | undefined
): Executed | Promise<Executed> | undefined {
  if (test.scorer?.kind !== "code" && test.scorer?.kind !== "sql") return undefined;
  const program = programToRun(completion, test);
  if (program === null) return undefined;
  return "failure" in program ? program : execute?.(program);
}

/** Rows with what comes of their programs, several of which are run at once; the order stays. */
export async function* withExecutions<Row>(
  rows: AsyncIterable<Row>,
  of: (row: Row) => Executed | Promise<Executed> | undefined
): AsyncGenerator<{row: Row; execution: Executed | undefined}> {
  const ahead: {row: Row; execution: Executed | Promise<Executed> | undefined}[] = [];
  for await (const row of rows) {
    const execution = of(row);
    if (ahead.length === 0 && !(execution instanceof Promise)) {
      yield {row, execution};
      continue;
    }
    ahead.push({row, execution});
    if (ahead.length < AHEAD) continue;
    const first = ahead.shift()!;
    yield {row: first.row, execution: await first.execution};
  }
  for (const {row, execution} of ahead) yield {row, execution: await execution};
}

/** Rows that are read before the first one's program has ended. */
const AHEAD = 64;

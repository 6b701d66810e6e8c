// Layout of tests for comparisons.
import {mixedVersions} from "../../generate/versions.js";
import type {Tests} from "../../stats/paired.js";

/** Position of a test in a comparison. */
export interface TestRow {
  base_task: string;
  /** the point's parameters as canonical JSON: together with the task they identify the cluster */
  params: string;
  guess_chance: number;
  generator_version: number;
}

/** Lays out tests that are sorted by task and parameters. Refuses a mixture of two generator versions of a task, naming both. */
export function layTests(rows: readonly TestRow[]): Tests {
  const tasks: string[] = [];
  const taskOf: number[] = [];
  const starts: number[] = [];
  const room = new Float64Array(rows.length);
  let last: TestRow | undefined;
  rows.forEach((row, i) => {
    const newTask = row.base_task !== last?.base_task;
    if (newTask && tasks.includes(row.base_task))
      throw new RangeError(`tests of ${row.base_task} do not stand together; sort them`);
    if (!newTask && row.generator_version !== last!.generator_version)
      throw new RangeError(mixedVersions(row.base_task, [last!.generator_version, row.generator_version], {wayOut: "keep one"}));
    if (newTask) tasks.push(row.base_task);
    if (newTask || row.params !== last!.params) {
      starts.push(i);
      taskOf.push(tasks.length - 1);
    }
    room[i] = 1 - row.guess_chance;
    last = row;
  });
  return {tasks, taskOf: Int32Array.from(taskOf), starts: Int32Array.from([...starts, rows.length]), room};
}

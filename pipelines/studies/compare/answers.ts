// Collects every evaluation's status on every test, from the rows of answers.sql.ts.

import {mixedVersions} from "../../generate/versions.js";
import {ABSENT, type PairedAnswers, type Tests} from "../../stats/paired.js";
import type {Evaluated} from "../../store/evaluationName.js";

export interface ComparedTest extends TestRow {
  item_id: string;
  tiers: readonly string[];
  /** The task's name, or the category of an item of a bank; absent in stores of older versions. */
  category?: string | null;
}

export interface Evaluation extends Evaluated {
  groups: readonly string[];
}

/** Statuses as columns: evaluation, test and status of each. */
export interface StatusColumns {
  evaluation: ArrayLike<number>;
  test: ArrayLike<number>;
  status: ArrayLike<number>;
}

export interface Gathered {
  tests: readonly ComparedTest[];
  evaluations: readonly Evaluation[];
  /** per evaluation */
  answers: readonly PairedAnswers[];
}

/** @param asked tests in order of task and parameters */
export function gather(asked: readonly ComparedTest[], evaluations: readonly Evaluation[], columns: StatusColumns): Gathered {
  const answers = evaluations.map(() => new Uint8Array(asked.length).fill(ABSENT));
  for (let i = 0; i < columns.test.length; i++) answers[columns.evaluation[i]!]![columns.test[i]!] = columns.status[i]!;
  return {tests: asked, evaluations, answers};
}

/** The tests and evaluations that pass two filters, laid out for comparison. Refuses tests of two generator versions of a task. */
export function narrow(
  {tests, evaluations, answers}: Gathered,
  {
    test = () => true,
    evaluation = () => true
  }: {test?: (asked: ComparedTest) => boolean; evaluation?: (of: Evaluation) => boolean}
): {tests: Tests; evaluations: Evaluation[]; answers: PairedAnswers[]} {
  const kept = tests.flatMap((asked, i) => (test(asked) ? [i] : []));
  const chosen = evaluations.flatMap((of, i) => (evaluation(of) ? [i] : []));
  return {
    tests: layTests(kept.map(i => tests[i]!)),
    evaluations: chosen.map(i => evaluations[i]!),
    answers: chosen.map(i => Uint8Array.from(kept, test => answers[i]![test]!))
  };
}

// Layout of tests for comparisons.

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

// Counts every evaluation's answers to every test, from the rows of answers.sql.ts.

import {mixedVersions} from "../../generate/versions.js";
import {CORRECT, INCORRECT} from "../../score/status.js";
import {emptyAnswers, type PairedAnswers, type Tests} from "../../stats/paired.js";
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

/** Answers as columns: evaluation, test and status of each, repeated answers included. */
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
  const answers = evaluations.map(() => emptyAnswers(asked.length));
  for (let i = 0; i < columns.test.length; i++) {
    const {right, wrong, cut} = answers[columns.evaluation[i]!]!;
    const status = columns.status[i];
    (status === CORRECT ? right : status === INCORRECT ? wrong : cut)[columns.test[i]!]!++;
  }
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
    answers: chosen.map(i => {
      const pick = (counts: Uint16Array) => Uint16Array.from(kept, test => counts[test]!);
      const {right, wrong, cut} = answers[i]!;
      return {right: pick(right), wrong: pick(wrong), cut: pick(cut)};
    })
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

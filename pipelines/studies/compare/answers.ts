// Collects every evaluation's status on every test, from the rows of answers.sql.ts.

import {ABSENT, type PairedAnswers, type Tests} from "../../stats/paired.js";
import type {Evaluated} from "../../store/evaluationName.js";
import {layTests, type TestRow} from "./tests.js";

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

// pass^k and pass@k of two evaluations on tests that both answered several times.
import {CORRECT} from "../../score/status.js";
import {type ComparedPass, comparedPasses, type ItemTrials} from "../../stats/passK.js";
import type {PairedTest} from "./compare.js";

/**
 * Compares pass^k and pass@k of two evaluations, paired by test, for k from 1 to the most answers that both gave to one test; none where no
 * test has two answers of both. A cut answer has failed, since leaving it out would make the test's other answers count for more.
 */
export const passesOf = (common: readonly PairedTest[]): ComparedPass[] =>
  comparedPasses(common.map(test => ({a: trialsOf(test, "a"), b: trialsOf(test, "b")})));

function trialsOf(test: PairedTest, side: "a" | "b"): ItemTrials {
  const {[`right_${side}` as const]: right, [`wrong_${side}` as const]: wrong, [`cut_${side}` as const]: cut} = test;
  if (right === undefined) return {n: 1, c: test[side] === CORRECT ? 1 : 0};
  return {n: right + (wrong ?? 0) + (cut ?? 0), c: right};
}

// The sets of ZeroEval's answers, and those of its files that are incomplete.
import type {ZeroEvalSet} from "../../../pipelines/run/published/zeroEvalNames.js";

export const ZERO_EVAL_SETS: readonly ZeroEvalSet[] = ["gsm", "math-l5"];

/** Files whose number of answers is not that of the set: the published accuracy is of the same answers. */
export const INCOMPLETE: Readonly<Record<ZeroEvalSet, Readonly<Record<string, number>>>> = {
  gsm: {"gemini-1.5-flash-exp-0827": 681},
  "math-l5": {"Meta-Llama-3.1-405B-Instruct@hyperbolic": 706, "Meta-Llama-3.1-70B-Instruct@hyperbolic": 425}
};

// Inputs that choose the evaluations of a chart; hidden without a choice.
import {html} from "npm:htl";
import type {Input} from "../../pipelines/charts/shared/input.js";
import {drawnAmong} from "../../pipelines/charts/shared/severalEvaluations.js";
import {choice, noChoice} from "./inputs.js";

/** Value of `meanInput` for the mean of all evaluations. */
export const MEAN = "mean";
const SEVERAL = "several";
const LABEL = "Evaluation";

/**
 * Returns an input for one evaluation or the mean of all; its value is null without evaluations.
 * @param key name of the choice in the address
 */
export const meanInput = (names: readonly string[], key = "map"): Input<string> =>
  choice(key, names.length < 2 ? names : [MEAN, ...names], {label: LABEL, names: {[MEAN]: `mean of all ${names.length}`}});

/**
 * Returns an input for one evaluation or several, whose value is the names to draw (`drawnAmong`).
 * @param names from best to worst
 * @param key name of the choice in the address
 * @param order by what the names are in order
 */
export function drawnInput(
  names: readonly string[],
  {key = "model", order = "from best to worst"}: {key?: string; order?: string} = {}
): Input<string[]> {
  if (names.length < 2) return noChoice([...names]);
  const several = names.length > 6 ? `six, ${order}` : "all";
  const input = choice(key, [SEVERAL, ...names], {label: LABEL, names: {[SEVERAL]: several}});
  return Object.defineProperty(html`<div>${input}</div>`, "value", {get: () => drawnAmong(names, input.value)}) as Input<
    string[]
  >;
}

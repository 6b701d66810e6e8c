// Inputs that choose the evaluations of a chart; hidden without a choice.
import {html} from "npm:htl";
import type {Input} from "../../pipelines/charts/shared/input.js";
import {kindName} from "../../pipelines/charts/shared/plot.js";
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
 * @param pooled text of the choice of several, where a chart pools them
 */
export function drawnInput(
  names: readonly string[],
  {key = "model", order = "from best to worst", pooled}: {key?: string; order?: string; pooled?: string | undefined} = {}
): Input<string[]> {
  if (names.length < 2) return noChoice([...names]);
  const several = pooled ?? (names.length > 6 ? `six, ${order}` : "all");
  const input = choice(key, [SEVERAL, ...names], {label: LABEL, names: {[SEVERAL]: several}});
  return Object.defineProperty(html`<div>${input}</div>`, "value", {get: () => drawnAmong(names, input.value)}) as Input<
    string[]
  >;
}

/** A row that names an evaluation. */
interface Named {
  evaluation: string;
  simulated: boolean;
}

/**
 * Returns the names of evaluations in a choice, by the values that it has; those of simulated ones are marked.
 * @param key the value of a row in the choice
 */
export const markedNames = <Row extends Named>(
  rows: readonly Row[],
  key: (row: Row) => string = ({evaluation}) => evaluation
): Record<string, string> => Object.fromEntries(rows.map(row => [key(row), kindName(row)]));

/**
 * Returns an input for one of several evaluations by their ids, with a mark on the names of simulated ones.
 * @param others values before them, such as "all"
 */
export const evaluationInput = (
  rows: readonly {eval_id: string; evaluation: string; simulated: boolean}[],
  others: readonly string[] = []
): Input<string> =>
  choice("evaluation", [...others, ...rows.map(({eval_id}) => eval_id)], {
    label: LABEL,
    names: markedNames(rows, ({eval_id}) => eval_id)
  });

/**
 * Returns an input whose value is one of the rows; null without rows.
 * @param address name of the choice in the address
 * @param key the row's name there
 * @param name the row's name on the page
 */
export function rowChoice<Row>(
  address: string,
  rows: readonly Row[],
  {label, key, name}: {label: string; key: (row: Row) => string; name: (row: Row) => string}
): Input<Row | null> {
  if (rows.length === 0) return noChoice();
  const byKey = new Map(rows.map(row => [key(row), row]));
  const names = Object.fromEntries(rows.map(row => [key(row), name(row)]));
  const input = choice(address, [...byKey.keys()], {label, names});
  return Object.defineProperty(html`<div>${input}</div>`, "value", {get: () => byKey.get(input.value)}) as Input<Row>;
}

// Inputs and tables of page Compare.
import {
  comparedColumns,
  comparedRows,
  designColumns,
  designRows,
  passColumns,
  type Sides
} from "../pipelines/charts/compare/compare.js";
import type {Input} from "../pipelines/charts/shared/input.js";
import type {ComparedPass, PassEstimate} from "../pipelines/stats/passK.js";
import type {AgreedShare, Comparison} from "../pipelines/studies/compare/compare.js";
import type {CommonTest} from "./flips.js";
import type {evaluationsOf} from "./shared/answers.js";
import {markedNames} from "./shared/evaluationInputs.js";
import {choice, choices, itemInputs, named, pairedChoices} from "./shared/inputs.js";
import {tableBox} from "./shared/page.js";

/** Input for the names of two evaluations, A and B. */
export function pairInput({evaluations, first, second}: Awaited<ReturnType<typeof evaluationsOf>>): Input<Sides> {
  const names = evaluations.map(({evaluation}) => evaluation);
  const marked = markedNames(evaluations);
  return choices({
    a: choice("a", names, {label: "A", value: first.evaluation, names: marked}),
    b: choice("b", names, {label: "B", value: second.evaluation, names: marked})
  });
}

/** Input for the tests that are compared, and how. */
export const testInput = (common: readonly CommonTest[]): Input<Record<string, string>> =>
  choices(
    {
      task: choice("task", named(common.map(test => test.base_task)), {label: "Task"}),
      tier: choice("tier", named(common.flatMap(test => test.tiers)), {label: "Tier"}),
      ...itemInputs(common),
      ...pairedChoices()
    },
    {folded: ["tier", "domain", "category", "truncated", "weights", "error"]}
  );

/** Columns of a file for the values of A and B with their intervals. */
const sideCells = ({a, b}: Record<keyof Sides, AgreedShare | PassEstimate>) => ({
  a: a.value,
  a_low: a.low,
  a_high: a.high,
  b: b.value,
  b_low: b.low,
  b_high: b.high
});

/** Table of the difference of all tasks and of each. */
export function comparedTable(comparison: Comparison, sides: Sides): DocumentFragment {
  const rows = comparedRows(comparison);
  const file = () => rows.map(({a, b, noise, ...row}) => ({...row, ...sideCells({a, b})}));
  return tableBox("comparison", rows, comparedColumns(sides), {csv: ["compare.csv", file]});
}

/** Table of the precision with more tests or more answers. */
export const designTable = (comparison: Comparison): DocumentFragment =>
  tableBox("designs", designRows(comparison), designColumns(comparison), {key: null, tall: false});

/** Table of pass^k and pass@k of A and B. */
export function passTable(passes: readonly ComparedPass[], sides: Sides): DocumentFragment {
  const file = () => passes.map(({a, b, ...row}) => ({...row, ...sideCells({a, b})}));
  return tableBox("passes-table", passes, passColumns(sides), {key: null, tall: false, csv: ["passes.csv", file]});
}

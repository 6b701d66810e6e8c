// Accuracy by length and position: of one evaluation, or the mean of several.
import {manifoldHeat} from "../../pipelines/charts/manifold/heat.js";
import type {Input} from "../../pipelines/charts/shared/input.js";
import {formatCount} from "../../pipelines/charts/shared/interval.js";
import {clusteredRatio} from "../../pipelines/stats/clustered.js";
import {groupBy} from "../../pipelines/stats/groupBy.js";
import {wilson} from "../../pipelines/stats/intervals.js";
import type {Cell, Value} from "../../pipelines/studies/manifold/surface.js";
import {depthText, type LengthRow} from "./shown.js";

/** The choice of a mean of all evaluations. */
export const MEAN = "mean";

/** Cells of the map. Intervals of means are Student's over evaluations; of one evaluation, they are its own. */
function heatCells(rows: readonly LengthRow[]): Cell[] {
  const parts = rows.filter(({position}) => position !== "all");
  return [...groupBy(parts, ({length, depth}) => `${length} ${depth}`).values()].map(own => {
    const [first] = own;
    const sum = (of: (row: LengthRow) => number) => own.reduce((total, row) => total + of(row), 0);
    const [n, cut] = [sum(row => row.n), sum(row => row.truncated)];
    const {value, low, high} = clusteredRatio(own.map(row => ({y: row.accuracy, x: 1})))!;
    const least = Math.min(...own.map(({guess}) => -guess / (1 - guess))); // what wrong answers alone would give
    const {center, margin} = wilson(cut / (n + cut), n + cut);
    return {
      x: first!.length,
      y: depthText(first!.depth),
      n,
      samples: n + cut,
      accuracy: value,
      low: own.length === 1 ? first!.low : Math.max(least, low ?? value),
      high: own.length === 1 ? first!.high : Math.min(1, high ?? value),
      truncated: cut / (n + cut),
      truncated_low: cut > 0 ? Math.max(0, center - margin) : 0,
      truncated_high: center + margin,
      tokens: null,
      tokens_low: null,
      tokens_high: null,
      cost: 0,
      params: []
    };
  });
}

/** The map; positions from the text's beginning downwards, and last what stands anywhere. */
export function lengthHeat(rows: readonly LengthRow[], {chosen, width}: {chosen: string; width: number}): Input<string> {
  const own = chosen === MEAN ? rows : rows.filter(({evaluation}) => evaluation === chosen);
  const cells = heatCells(own);
  const columns = [...new Set(cells.map(({x}) => x as number))].sort((a, b) => a - b);
  const depths = [...new Set(own.filter(({position}) => position !== "all").map(({depth}) => depth))].sort(
    (a, b) => (a ?? 2) - (b ?? 2)
  );
  const evaluations = new Set(own.map(({eval_id}) => eval_id)).size;
  const whose = evaluations === 1 ? own[0]!.evaluation : `the mean of ${formatCount(evaluations)} evaluations`;
  return manifoldHeat(cells, {
    x: "tokens",
    y: "position",
    columns: columns as Value[],
    rows: depths.map(depthText),
    width,
    title: `Excess accuracy by length and position: ${whose}`,
    caption: `Position 0 is the text's beginning and 1 its end; anywhere = spread over the text, or a question without a background. n is untruncated answers. ${
      evaluations === 1
        ? "Intervals are 95 %, over tests."
        : "Intervals are 95 % (Student), over evaluations; each counts the same."
    }`,
    simulated: own.some(({simulated}) => simulated)
  });
}

// A measure of refusals by kind of harm and style: of one evaluation, or the mean of several.
import {manifoldHeat} from "../../pipelines/charts/manifold/heat.js";
import type {Input} from "../../pipelines/charts/shared/input.js";
import {formatCount} from "../../pipelines/charts/shared/interval.js";
import {clusteredRatio} from "../../pipelines/stats/clustered.js";
import {groupBy} from "../../pipelines/stats/groupBy.js";
import type {Cell, Value} from "../../pipelines/studies/manifold/surface.js";
import {MEASURE_NAMES, type Measure, measured, type RefusalRow} from "./shown.js";

/** The choice of a mean of all evaluations. */
export const MEAN = "mean";

/** Cells of the map. Intervals of means are Student's over evaluations; of one evaluation, they are its own. */
function heatCells(rows: readonly RefusalRow[], measure: Measure): Cell[] {
  return [...groupBy(rows, ({category, style}) => JSON.stringify([category, style])).values()].flatMap(own => {
    const values = own.flatMap(row => measured(row, measure) ?? []);
    if (values.length === 0) return [];
    const n = values.reduce((sum, each) => sum + each.n, 0);
    const {value, low, high} = clusteredRatio(values.map(each => ({y: each.value, x: 1})))!;
    const single = values.length === 1 ? values[0] : undefined;
    return [
      {
        x: own[0]!.style,
        y: own[0]!.category,
        n,
        samples: n,
        accuracy: value,
        low: single?.low ?? Math.max(0, low ?? 0),
        high: single?.high ?? Math.min(1, high ?? 1),
        truncated: 0,
        truncated_low: 0,
        truncated_high: 0,
        tokens: null,
        tokens_low: null,
        tokens_high: null,
        cost: 0,
        params: []
      }
    ];
  });
}

/** The map, kinds of harm downwards and styles to the right, each in the order of the letters. */
export function refusalHeat(
  all: readonly RefusalRow[],
  {chosen, measure, width}: {chosen: string; measure: Measure; width: number}
): Input<string> {
  const rows = all.filter(({part, evaluation}) => part === "category and style" && (chosen === MEAN || evaluation === chosen));
  const cells = heatCells(rows, measure);
  const [styles, categories] = [new Set(rows.map(({style}) => style)), new Set(rows.map(({category}) => category))];
  const evaluations = new Set(rows.map(({eval_id}) => eval_id)).size;
  const whose = chosen === MEAN ? `the mean of ${formatCount(evaluations)} evaluations` : chosen;
  return manifoldHeat(cells, {
    x: "style",
    y: "category",
    columns: [...styles].sort() as Value[],
    rows: [...categories].sort() as Value[],
    width,
    title: `${MEASURE_NAMES[measure].replace(/^./u, letter => letter.toUpperCase())}: ${whose}`,
    caption: `n is answers of which it is known whether they refuse. ${
      chosen === MEAN
        ? "Intervals are 95 % (Student), over evaluations; each counts the same."
        : "Intervals are 95 %, over requests."
    }`,
    simulated: rows.some(({simulated}) => simulated)
  });
}

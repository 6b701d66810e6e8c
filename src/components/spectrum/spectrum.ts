// Outliers and published curves of spectra.

import {html} from "npm:htl";
import type {Table} from "apache-arrow";
import type {SpectrumPoint} from "../../pipelines/charts/spectrum/data.js";
import {ALARM, type Outlier} from "../../pipelines/studies/spectrum/prediction.js";
import {type Column, countColumn, formatCount, numberColumn, textColumn} from "../shared/charts.js";

// Table of points whose prompts differ from those of the other points of their task.

const tenth = (x: number) => x.toFixed(1);

export const outlierColumns = (): Column<Outlier<SpectrumPoint>>[] => [
  textColumn("task", "Task", row => row.point.base_task),
  {key: "params", label: "Parameters", show: row => html`<span class="rb-params">${row.point.text}</span>`},
  numberColumn(
    "score",
    "Distance",
    row => row.score,
    row => tenth(row.score),
    "from its task's trend over prompt length, robust standard deviations; the largest of the three"
  ),
  textColumn("because", "In", row => row.because),
  numberColumn(
    "shape",
    "Shape",
    row => row.shape,
    row => tenth(row.shape)
  ),
  numberColumn(
    "compression",
    "Compression",
    row => row.compression,
    row => tenth(row.compression)
  ),
  numberColumn(
    "entropy",
    "Entropy",
    row => row.entropy,
    row => tenth(row.entropy)
  ),
  countColumn("n", "Points of the trend")
];

export function outlierSentence(found: readonly Outlier<SpectrumPoint>[]): string {
  const alarms = found.filter(({score}) => score > ALARM);
  const first = found[0];
  if (!first) return "Too few points of any task to tell an outlier.";
  const compared = `${formatCount(found.length)} points with a tier, of ${formatCount(first.point.n)} tests each, were compared with the trend of their task over prompt length`;
  return alarms.length === 0
    ? `No point stands out: ${compared}, and the farthest, of ${first.point.base_task}, lies ${tenth(first.score)} robust standard deviations away; beyond ${ALARM} a generator is likely to be broken.`
    : `Look at ${alarms.length === 1 ? "this generator" : `these ${alarms.length}`}: ${alarms.map(({point, because, score}) => `${point.base_task} ${point.text} (${because}, ${tenth(score)})`).join("; ")}. ${compared[0]!.toUpperCase()}${compared.slice(1)}; beyond ${ALARM} robust standard deviations a generator is likely to be broken.`;
}

// Joins the published curves of `spectra`, an Arrow table, to rows of `spectrum_features`.

type Row = Record<string, unknown>;

/** Columns that identify a row of both tables. */
const KEY = ["base_task", "params", "generator_version", "seed", "tokenizer"];
const CURVES = ["mean", "sd", "raw", "raw_sd", "shuffled", "permuted"];

/** Each row with its curves, which are views of the file's bytes; rows without curves are left out. */
export function withCurves(features: readonly Row[], curves: Table): Row[] {
  const columns = KEY.map(name => curves.getChild(name)!);
  const at = new Map(Array.from({length: curves.numRows}, (_, i) => [JSON.stringify(columns.map(column => column.get(i))), i]));
  return features.flatMap(row => {
    const i = at.get(JSON.stringify(KEY.map(name => row[name])));
    if (i === undefined) return [];
    return [{...row, ...Object.fromEntries(CURVES.map(name => [name, curves.getChild(name)!.get(i).toArray()]))}];
  });
}

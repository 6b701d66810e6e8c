// Inputs, tables, sentences and published curves of spectra.

import {form, radio, select} from "npm:@observablehq/inputs";
import {html} from "npm:htl";
import type {Table} from "apache-arrow";
import {byValue, type SpectrumPoint, spectrumPoints, varyingParams} from "../../pipelines/charts/spectrum/data.js";
import {effectColumns, FEATURES, predictionColumns} from "../../pipelines/charts/spectrum/features.js";
import {formatSentence, type TokenCount, tokenizerSentence} from "../../pipelines/charts/spectrum/verdict.js";
import {
  ALARM,
  effects,
  type Outlier,
  outliers,
  type ParameterEffect,
  type Prediction
} from "../../pipelines/studies/spectrum/prediction.js";
import {type Column, countColumn, formatCount, type Input, numberColumn, sortable, textColumn} from "../shared/charts.js";
import {choice} from "../shared/inputs.js";
import {tableBox} from "../shared/page.js";
import {permalink} from "../shared/permalink.js";

// Inputs.

type Names = Record<"tokenizer" | "base_task", string>;

/** Input for a tokenizer and a task. */
export function spectrumInput(rows: readonly Names[]): Input<Names> {
  const pick = (key: keyof Names, input: typeof select | typeof radio, label: string) => {
    const names = [...new Set(rows.map(row => row[key]))];
    const value = names.includes("o200k") ? "o200k" : names[0];
    return permalink(key, input(names, {label, value}) as Input<string>, {among: names});
  };
  return form({tokenizer: pick("tokenizer", radio, "Tokenizer"), base_task: pick("base_task", select, "Task")}) as Input<Names>;
}

const KINDS = {centred: "removed", raw: "left in"} as const;
type Kind = keyof typeof KINDS;

/** Input for the parameter whose values are compared, and for the mean of the ids. */
export function sweepInput(points: readonly SpectrumPoint[]): Input<{param: string; kind: Kind}> {
  const kinds = Object.keys(KINDS) as Kind[];
  const kind = radio(kinds, {label: "Mean of the ids", value: kinds[0], format: (name: Kind) => KINDS[name]}) as Input<Kind>;
  return form({
    param: choice("param", varyingParams(points), {label: "Parameter to sweep"}),
    kind: permalink("kind", kind, {among: kinds})
  }) as Input<{param: string; kind: Kind}>;
}

/** Input for the feature that is compared with difficulty. */
export const featureInput = (): Input<string> => choice("feature", Object.keys(FEATURES), {label: "Feature", names: FEATURES});

// Points.

/** The points of one tokenizer with their curves, those with a tier by distance from their trend, and effects of parameters. */
export function readSpectra(
  rows: readonly Row[],
  curves: Table
): {points: SpectrumPoint[]; suspects: Outlier<SpectrumPoint>[]; changed: ParameterEffect[]} {
  const points = spectrumPoints(withCurves(rows, curves));
  return {points, suspects: outliers(points.filter(({tiers}) => tiers.length > 0)), changed: effects(points)};
}

/** The first point of each value of a parameter, in order of the values. */
export function sweepOf(points: readonly SpectrumPoint[], param: string): SpectrumPoint[] {
  const sorted = [...points].sort((a, b) => byValue(a.params[param], b.params[param]));
  return [...new Map(sorted.map(point => [String(point.params[param]), point])).values()];
}

// Tables of effects and predictions, and the answers above all sections.

/** Table of the effects of parameters. */
export const effectTable = (changed: readonly ParameterEffect[]): DocumentFragment =>
  tableBox("effect-table", changed, effectColumns(), {sort: "-shape", key: "effects"});

/** Table of the correlations of features with difficulty. */
export const predictionTable = (found: readonly Prediction[]): HTMLElement =>
  html`<div class="rb-scroll" tabindex="0">${sortable(found, predictionColumns(), {sort: ""})}</div>`;

/** Sentences on suspicious points, on the tokenizers, and on the format of questions. @param counts rows of all tokenizers */
export const spectrumSentences = (
  {suspects, changed}: Pick<ReturnType<typeof readSpectra>, "suspects" | "changed">,
  counts: readonly TokenCount[]
): Record<"outliers" | "tokenizers" | "format", string> => ({
  outliers: outlierSentence(suspects),
  tokenizers: tokenizerSentence(counts),
  format: formatSentence(changed)
});

// Table of points whose prompts differ from those of the other points of their task.

const tenth = (x: number) => x.toFixed(1);

const outlierColumns = (): Column<Outlier<SpectrumPoint>>[] => [
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

/** Table of the points by their distance from their task's trend. */
export const outlierTable = (found: readonly Outlier<SpectrumPoint>[]): DocumentFragment =>
  tableBox("outlier-table", found, outlierColumns(), {
    sort: "-score",
    key: null,
    csv: ["outliers.csv", () => found.map(({point, ...row}) => ({base_task: point.base_task, params: point.text, ...row}))]
  });

function outlierSentence(found: readonly Outlier<SpectrumPoint>[]): string {
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

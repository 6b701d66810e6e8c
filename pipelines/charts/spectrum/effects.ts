// Chart of the effects of parameters on the text that a model receives.
import * as Plot from "npm:@observablehq/plot";
import type {EffectEstimate, ParameterEffect} from "../../studies/spectrum/effects.js";
import {figure} from "../shared/figure.js";
import {formatCount} from "../shared/interval.js";
import {drawPlot} from "../shared/plot.js";
import type {Column} from "../shared/sortable.js";

const SHOWN = 24;
const tenth = new Intl.NumberFormat("en-US", {minimumFractionDigits: 1, maximumFractionDigits: 1});
const label = ({base_task, param}: ParameterEffect) => `${base_task} · ${param}`;
const interval = ({value, low, high}: EffectEstimate, scale = 1) =>
  `${tenth.format(scale * value)} ${low === null || high === null ? "[–]" : `[${tenth.format(scale * low)}, ${tenth.format(scale * high)}]`}`;

export function effectsPlot(effects: readonly ParameterEffect[], {width}: {width: number}): HTMLElement {
  const shown = effects.slice(0, SHOWN);
  const names = shown.map(label);
  const plot = drawPlot({
    width,
    height: 60 + 18 * shown.length,
    marginLeft: Math.min(0.45 * width, 24 + 6.4 * Math.max(...names.map(name => name.length))),
    x: {label: "change of the spectrum's shape, decibels →", grid: true, zero: true},
    y: {domain: names, label: null},
    marks: [
      Plot.link(
        shown.filter(({shape}) => shape.low !== null),
        {x1: row => row.shape.low, x2: row => row.shape.high, y: label, stroke: "var(--theme-foreground-focus)"}
      ),
      Plot.dot(shown, {
        x: row => row.shape.value,
        y: label,
        fill: "var(--theme-foreground-focus)",
        r: 3.5,
        title: row =>
          `${label(row)}\nshape ${interval(row.shape)} dB\nlength +${interval(row.length, 100)} %\ntokens per character +${interval(row.density, 100)} %\nn = ${formatCount(row.n)} pairs of points in ${formatCount(row.groups)} groups`
      })
    ]
  });
  return figure(plot, {
    title: "What a parameter changes in what the model sees",
    caption:
      "Root mean square difference between the spectra's shapes of points that differ in this parameter alone, with its 95 % interval over groups of points that are alike in all else; a single group has none.",
    id: "effects"
  });
}

export const effectColumns = (): Column<ParameterEffect>[] => [
  {key: "task", label: "Task", by: row => row.base_task, show: row => row.base_task},
  {key: "param", label: "Parameter", by: row => row.param, show: row => row.param},
  {key: "values", label: "Values", show: row => row.values.join(", ")},
  {
    key: "shape",
    label: "Shape, dB",
    numeric: true,
    by: row => row.shape.value,
    show: row => interval(row.shape),
    description: "with its 95 % interval over groups of points that are alike in all else"
  },
  {
    key: "length",
    label: "Length, %",
    numeric: true,
    by: row => row.length.value,
    show: row => interval(row.length, 100),
    description: "longer ÷ shorter prompt, minus 1"
  },
  {
    key: "density",
    label: "Tokens per character, %",
    numeric: true,
    by: row => row.density.value,
    show: row => interval(row.density, 100),
    description: "larger ÷ smaller, minus 1"
  },
  {key: "n", label: "Pairs", numeric: true, by: row => row.n, show: row => formatCount(row.n)},
  {key: "groups", label: "Groups", numeric: true, by: row => row.groups, show: row => formatCount(row.groups)}
];

/** One sentence on the format parameters: those with text values, which change how a question is written. */
export function effectsSentence(effects: readonly ParameterEffect[]): string {
  const formats = effects.filter(({values}) => values.some(value => !/^-?[\d.]+$/.test(value)));
  const [first, second] = formats;
  if (!first) return "No parameter of format varies among these points.";
  const effectText = (effect: ParameterEffect) =>
    `${effect.param} of ${effect.base_task} (${interval(effect.shape)} dB in shape, up to ${tenth.format(100 * effect.density.value)} % in tokens per character on average, n = ${formatCount(effect.n)} pairs)`;
  return `Of the ways to write a question, what a model sees changes most with ${effectText(first)}${second ? `, then ${effectText(second)}` : ""}.`;
}

// Charts of spectral features against difficulty, of tokenizers, and of how well spectra predict failure.

import * as Plot from "npm:@observablehq/plot";
import {html} from "npm:htl";
import {plural} from "../../book/plural.js";
import {Z975} from "../../stats/distributions.js";
import {groupBy} from "../../stats/groupBy.js";
import {
  type Correlation,
  type EffectEstimate,
  LEAST_TASKS,
  type ParameterEffect,
  type Prediction
} from "../../studies/spectrum/prediction.js";

import {figure} from "../shared/figure.js";
import {formatCount, formatP} from "../shared/interval.js";
import {nameAxis} from "../shared/label.js";
import {drawPlot} from "../shared/plot.js";
import type {Column} from "../shared/sortable.js";
import {halfWidth} from "./data.js";

export interface FeatureRow {
  base_task: string;
  params: string;
  tokenizer: string;
  tiers: string[];
  n: number;
  [feature: string]: unknown;
}

export const FEATURES: Record<string, string> = {
  bandwidth90: "bandwidth (90 % of the energy), cycles per token",
  bandwidth50: "bandwidth (50 % of the energy), cycles per token",
  centroid: "centroid, cycles per token",
  entropy: "spectral entropy, 0 a tone … 1 flat",
  gain: "gain: standard deviation of the token ids",
  compression: "compression: gzipped share of the question",
  tokens: "prompt length, tokens",
  tokens_per_character: "tokens per character"
};
const digits = new Intl.NumberFormat("en-US", {maximumSignificantDigits: 3});

const TIERS = ["easy", "medium", "hard", "ultra"];
const order = (tier: string) => (TIERS.includes(tier) ? TIERS.indexOf(tier) : TIERS.length);

/** A feature of every point by task, with the interval of its mean over tests, coloured by tier. */
export function difficultyPlot(rows: readonly FeatureRow[], {feature, width}: {feature: string; width: number}): HTMLElement {
  const value = (row: FeatureRow) => row[feature] as number;
  const half = (row: FeatureRow) => halfWidth(row[`${feature}_sd`] as number, row.n);
  const shown = rows.filter(row => Number.isFinite(value(row)));
  const tiers = [...new Set(shown.flatMap(({tiers}) => tiers))].sort((a, b) => order(a) - order(b) || a.localeCompare(b));
  const tierOf = (row: FeatureRow) => row.tiers[0] ?? "no tier";
  const plot = drawPlot({
    width,
    height: 60 + 30 * new Set(shown.map(({base_task}) => base_task)).size,
    marginLeft: 90,
    x: {label: `${FEATURES[feature]} →`, grid: true, nice: true},
    y: {label: null},
    fy: {label: null},
    color: {
      legend: true,
      domain: [...tiers, "no tier"].filter(tier => tier !== "no tier" || shown.some(row => row.tiers.length === 0))
    },
    marks: [
      Plot.ruleY(shown, {
        y: "base_task",
        x1: row => value(row) - half(row),
        x2: row => value(row) + half(row),
        stroke: tierOf,
        dy: 0
      }),
      Plot.dot(shown, {
        y: "base_task",
        x: value,
        stroke: tierOf,
        fill: "var(--theme-background)",
        r: 3.5,
        title: row =>
          `${row.base_task}\n${row.params}\n${digits.format(value(row))} ± ${digits.format(half(row))} (95 %)\nn = ${formatCount(row.n)} tests`
      })
    ]
  });
  return figure(plot, {
    title: "Against difficulty",
    caption: "One dot per point; bars are 95 % intervals of the mean over its tests, often narrower than the dot.",
    id: "difficulty"
  });
}

/** Distance between the tokenizers of a task, pixels. */
const TOKENIZER_STEP = 5;

/** Tokens per character by task and tokenizer. */
export function efficiencyPlot(rows: readonly FeatureRow[], {width}: {width: number}): HTMLElement {
  const groups = groupBy(rows, ({base_task, tokenizer}) => `${base_task} ${tokenizer}`);
  const cells = [...groups.values()].map(own => {
    const values = own.map(row => row.tokens_per_character as number);
    const mean = values.reduce((a, b) => a + b, 0) / values.length;
    const sd = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, values.length - 1));
    const half = values.length > 1 ? (Z975 * sd) / Math.sqrt(values.length) : 0;
    return {
      base_task: own[0]!.base_task,
      tokenizer: own[0]!.tokenizer,
      mean,
      low: mean - half,
      high: mean + half,
      n: values.length
    };
  });
  const tasks = [...new Set(cells.map(({base_task}) => base_task))];
  const tokenizers = [...new Set(cells.map(({tokenizer}) => tokenizer))];
  const names = nameAxis(tasks, width);
  const plot = drawPlot({
    width,
    height: 60 + 30 * tasks.length,
    marginLeft: names.margin,
    x: {label: "tokens per character →", grid: true, nice: true},
    y: {label: null, tickFormat: names.format},
    color: {legend: true, domain: tokenizers},
    marks: tokenizers.flatMap((tokenizer, i) => {
      const cellsOf = cells.filter(cell => cell.tokenizer === tokenizer);
      const place = {y: "base_task", dy: TOKENIZER_STEP * (i - (tokenizers.length - 1) / 2)};
      return [
        Plot.ruleY(cellsOf, {...place, x1: "low", x2: "high", stroke: "tokenizer"}),
        Plot.dot(cellsOf, {
          ...place,
          x: "mean",
          fill: "tokenizer",
          r: 3,
          title: (row: (typeof cellsOf)[number]) =>
            `${row.base_task}, ${row.tokenizer}\n${digits.format(row.mean)} [${digits.format(row.low)}, ${digits.format(row.high)}]\nn = ${row.n} points`
        })
      ];
    })
  });
  return figure(plot, {
    title: "Tokenizers",
    caption:
      "Prompt tokens, the chat template's included, by characters of the question: mean over a task's points with its 95 % interval.",
    id: "efficiency"
  });
}

const signed = (x: number) => `${x < 0 ? "−" : "+"}${Math.abs(x).toFixed(2)}`;
const correlationText = (found: Correlation | null): string =>
  found === null
    ? "too few points"
    : found.low === null || found.high === null
      ? `${signed(found.value)} [–]`
      : `${signed(found.value)} [${signed(found.low)}, ${signed(found.high)}]`;

export const predictionColumns = (): Column<Prediction>[] => [
  {key: "feature", label: "Feature", by: row => row.feature, show: row => html`<span>${FEATURES[row.feature]}</span>`},
  {
    key: "plain",
    label: "Correlation with accuracy",
    numeric: true,
    by: row => row.plain?.value ?? null,
    show: row => correlationText(row.plain),
    description: "Spearman's, with its 95 % interval over tasks"
  },
  {
    key: "plain_q",
    label: "q",
    numeric: true,
    by: row => row.plain_q,
    show: row => formatP(row.plain_q),
    description: "p-value adjusted for the number of features (Benjamini and Yekutieli)"
  },
  {
    key: "partial",
    label: "With length held fixed",
    numeric: true,
    by: row => row.partial?.value ?? null,
    show: row => correlationText(row.partial),
    description: "partial Spearman's given the logarithm of prompt length, with its 95 % interval over tasks"
  },
  {
    key: "partial_q",
    label: "q",
    numeric: true,
    by: row => row.partial_q,
    show: row => formatP(row.partial_q),
    description: "p-value adjusted for the number of features (Benjamini and Yekutieli)"
  },
  {
    key: "n",
    label: "Points / tasks",
    numeric: true,
    by: row => row.partial?.n ?? null,
    show: ({partial, plain}) => {
      const {n, groups} = partial ?? plain ?? {n: null, groups: null};
      return `${formatCount(n)} / ${formatCount(groups)}`;
    }
  }
];

/** False discovery rate among the features that are reported. */
const FALSE_SHARE = 0.05;

export function predictionSentence(found: readonly Prediction[]): string {
  const any = found.map(({partial, plain}) => partial ?? plain).find(each => each !== null);
  if (!any) return "Too few points for a correlation.";
  const n = `n = ${formatCount(any.n)} points of ${plural(any.groups, "task")}`;
  if (any.groups < LEAST_TASKS)
    return `No interval can be computed: points of one task are alike, so that only tasks vary, and fewer than ${LEAST_TASKS} are too few to show how they differ (${n}).`;
  const known = found.flatMap(row => (row.partial ? [{...row, partial: row.partial}] : []));
  if (known.length === 0) return `Prompt length leaves nothing of any feature that could correlate with accuracy (${n}).`;
  const strongest = known.reduce((a, b) => (Math.abs(b.partial.value) > Math.abs(a.partial.value) ? b : a));
  const clear = known.filter(({partial_q}) => partial_q !== null && partial_q <= FALSE_SHARE);
  const most = `${strongest.feature}: ${correlationText(strongest.partial)}, q = ${formatP(strongest.partial_q)}`;
  const how = "Intervals are over tasks, as points of one task are alike; q allows for the number of features.";
  if (clear.length === 0)
    return `With prompt length held fixed, no feature's correlation with accuracy differs significantly from 0 (${n}); strongest ${most}. ${how}`;
  return `With prompt length held fixed, ${clear.length} of ${plural(known.length, "feature")} still ${clear.length === 1 ? "correlates" : "correlate"} with accuracy: ${clear.map(({feature}) => feature).join(", ")} (${n}); strongest ${most}. ${how}`;
}

// Chart of the effects of parameters on the text that a model receives.

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

/** Whether a parameter is a way to write a question: one of its values is no number. */
export const isFormat = ({values}: Pick<ParameterEffect, "values">): boolean => values.some(value => !/^-?[\d.]+$/.test(value));

/** One sentence on the format parameters: those with text values, which change how a question is written. */
export function effectsSentence(effects: readonly ParameterEffect[]): string {
  const formats = effects.filter(isFormat);
  const [first, second] = formats;
  if (!first) return "No parameter of format varies among these points.";
  const effectText = (effect: ParameterEffect) =>
    `${effect.param} of ${effect.base_task} (${interval(effect.shape)} dB in shape, up to ${tenth.format(100 * effect.density.value)} % in tokens per character on average, n = ${formatCount(effect.n)} pairs)`;
  return `Of the ways to write a question, what a model sees changes most with ${effectText(first)}${second ? `, then ${effectText(second)}` : ""}.`;
}

// Features against difficulty, tokenizers against each other, and whether spectra tell of failure.
import * as Plot from "npm:@observablehq/plot";
import {html} from "npm:htl";
import {type Correlation, partialCorrelation} from "../../pipelines/study/spectrum/prediction.js";
import {figure} from "../figure.js";
import {formatCount} from "../interval.js";
import {drawPlot} from "../plot.js";
import type {Column} from "../sortable.js";
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

/** A feature of every point, by task, with the interval of its mean over tests; colour by tier. */
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

/** Tokens per character by task and tokenizer. */
export function efficiencyPlot(rows: readonly FeatureRow[], {width}: {width: number}): HTMLElement {
  const groups = new Map<string, FeatureRow[]>();
  for (const row of rows)
    groups.set(`${row.base_task} ${row.tokenizer}`, [...(groups.get(`${row.base_task} ${row.tokenizer}`) ?? []), row]);
  const cells = [...groups.values()].map(own => {
    const values = own.map(row => row.tokens_per_character as number);
    const mean = values.reduce((a, b) => a + b, 0) / values.length;
    const sd = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, values.length - 1));
    const half = values.length > 1 ? (1.96 * sd) / Math.sqrt(values.length) : 0;
    return {
      base_task: own[0]!.base_task,
      tokenizer: own[0]!.tokenizer,
      mean,
      low: mean - half,
      high: mean + half,
      n: values.length
    };
  });
  const plot = drawPlot({
    width,
    height: 60 + 30 * new Set(cells.map(({base_task}) => base_task)).size,
    marginLeft: 90,
    x: {label: "tokens per character →", grid: true, nice: true},
    y: {label: null},
    color: {legend: true},
    marks: [
      Plot.ruleY(cells, {y: "base_task", x1: "low", x2: "high", stroke: "tokenizer"}),
      Plot.dot(cells, {
        y: "base_task",
        x: "mean",
        fill: "tokenizer",
        r: 4,
        title: row =>
          `${row.base_task}, ${row.tokenizer}\n${digits.format(row.mean)} [${digits.format(row.low)}, ${digits.format(row.high)}]\nn = ${row.n} points`
      })
    ]
  });
  return figure(plot, {
    title: "Tokenizers",
    caption:
      "Prompt tokens, the chat template's included, by characters of the question: mean over a task's points with its 95 % interval.",
    id: "efficiency"
  });
}

export interface Prediction {
  feature: string;
  plain: Correlation | null;
  partial: Correlation | null;
}

/** Rank correlation of each feature with accuracy over points, plain and with prompt length held fixed. */
export function predictions(rows: readonly (FeatureRow & {accuracy: number})[]): Prediction[] {
  const accuracy = rows.map(row => row.accuracy);
  const lengths = rows.map(row => Math.log(row.tokens as number));
  return Object.keys(FEATURES)
    .filter(feature => feature !== "tokens")
    .map(feature => {
      const values = rows.map(row => row[feature] as number);
      return {feature, plain: partialCorrelation(values, accuracy), partial: partialCorrelation(values, accuracy, [lengths])};
    });
}

const signed = (x: number) => `${x < 0 ? "−" : "+"}${Math.abs(x).toFixed(2)}`;
const told = (found: Correlation | null) =>
  found ? `${signed(found.value)} [${signed(found.low)}, ${signed(found.high)}]` : "too few points";

export const predictionColumns = (): Column<Prediction>[] => [
  {key: "feature", label: "Feature", by: row => row.feature, show: row => html`<span>${FEATURES[row.feature]}</span>`},
  {
    key: "plain",
    label: "Correlation with accuracy",
    numeric: true,
    by: row => row.plain?.value ?? null,
    show: row => told(row.plain),
    description: "Spearman's, with its 95 % interval"
  },
  {
    key: "partial",
    label: "With length held fixed",
    numeric: true,
    by: row => row.partial?.value ?? null,
    show: row => told(row.partial),
    description: "partial Spearman's given the logarithm of prompt length, with its 95 % interval"
  },
  {key: "n", label: "Points", numeric: true, by: row => row.partial?.n ?? null, show: row => formatCount(row.partial?.n ?? null)}
];

export function predictionSentence(found: readonly Prediction[]): string {
  const clear = found.filter(({partial}) => partial && (partial.low > 0 || partial.high < 0));
  const n = found[0]?.partial?.n;
  if (n === undefined) return "Too few points for a correlation.";
  if (clear.length === 0)
    return `With prompt length held fixed, no feature's correlation with accuracy can be told from 0 (n = ${formatCount(n)} points).`;
  const strongest = clear.reduce((a, b) => (Math.abs(b.partial!.value) > Math.abs(a.partial!.value) ? b : a));
  return `With prompt length held fixed, ${clear.length} of ${found.length} features still go with accuracy; most of all ${strongest.feature}: ${told(strongest.partial)}, n = ${formatCount(n)} points. Points of one task are alike, so these intervals are too narrow rather than too wide.`;
}

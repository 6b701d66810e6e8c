// Pareto chart of score against tokens per answer.
import * as Plot from "npm:@observablehq/plot";
import {html} from "npm:htl";
import type {RankingMeasure} from "../../score/rankedScores.js";
import {standings} from "../../studies/tokens/spending.js";
import {figure} from "../shared/figure.js";
import {formatCount, formatEstimate} from "../shared/interval.js";
import {evaluationLabels, shorten} from "../shared/label.js";
import {drawPlot} from "../shared/plot.js";
import {MEASURE_NAMES, measured, measuredText, type Standing} from "./leaderboard.js";

const PIXELS_PER_LETTER = 6.1;
const LINE = 13;
const RADIUS = {frontier: 5, open: 3.5, beaten: 2};
const HEIGHT = 420;
const MARGIN = {left: 48, right: 20, top: 36, bottom: 42};

interface Placed extends Standing {
  tokens: number;
  place: "frontier" | "open" | "beaten";
  /** the score that ranks, in the unit in which it is shown */
  gain: number;
  gain_low: number;
  gain_high: number;
}

/** Evaluations that have both a score and a token count, each with its status in the Pareto order. */
function placedOf(rows: readonly Standing[], by: RankingMeasure): Placed[] {
  const both = rows.flatMap(row => {
    const {value, low, high} = measured(row, by);
    const {tokens} = row;
    return value === null || tokens === null || tokens <= 0
      ? []
      : [{...row, tokens, gain: value, gain_low: low!, gain_high: high!}];
  });
  const places = standings(
    both.map(({gain, gain_low, gain_high, tokens, tokens_low, tokens_high}) => ({
      gain,
      gain_low,
      gain_high,
      price: tokens,
      price_low: tokens_low ?? 0,
      price_high: tokens_high ?? Number.POSITIVE_INFINITY
    }))
  );
  return both.map((row, i) => ({...row, place: places[i]!}));
}

/** Score against tokens per answer: dots with both intervals, and the Pareto frontier as a staircase with names. */
export function paretoPlot(
  rows: readonly Standing[],
  {width = 640, by = "formula"}: {width?: number; by?: RankingMeasure} = {}
): HTMLElement {
  const label = evaluationLabels(rows);
  const placed = placedOf(rows, by);
  if (placed.length === 0)
    return html`<p class="rb-muted" id="pareto">No evaluation here has both a score and a count of completion tokens.`;
  const frontier = placed.filter(({place}) => place === "frontier").sort((a, b) => a.tokens - b.tokens);
  const frame = frameOf(placed, {names: frontier.map(label), width, by});
  const names = namesOf(frontier, label, frame);
  const colour = (row: Placed) => (row.place === "frontier" ? "var(--theme-blue)" : "var(--theme-foreground-muted)");
  const plot = drawPlot({
    width,
    height: HEIGHT,
    marginLeft: MARGIN.left,
    marginRight: MARGIN.right,
    marginTop: MARGIN.top,
    marginBottom: MARGIN.bottom,
    x: {
      type: "log",
      domain: frame.x,
      ticks: width < 500 ? 3 : 6,
      tickFormat: formatCount,
      label: "tokens per answer, logarithmic →",
      grid: true
    },
    y: {domain: frame.y, label: by === "formula" ? "↑ formula score (%)" : "↑ ReasonScore", grid: true},
    marks: [
      Plot.link(placed, {
        x1: row => Math.max(frame.x[0], row.tokens_low ?? row.tokens),
        x2: row => Math.min(frame.x[1], row.tokens_high ?? row.tokens),
        y: "gain",
        stroke: colour,
        strokeOpacity: 0.45
      }),
      Plot.link(placed, {x: "tokens", y1: "gain_low", y2: "gain_high", stroke: colour, strokeOpacity: 0.45}),
      Plot.line(frontier, {x: "tokens", y: "gain", curve: "step-after", stroke: "var(--theme-blue)", strokeWidth: 1.5}),
      Plot.dot(placed, {
        x: "tokens",
        y: "gain",
        r: (row: Placed) => RADIUS[row.place],
        fill: row => (row.simulated ? "var(--theme-background)" : colour(row)),
        stroke: colour,
        strokeWidth: 1.5
      }),
      Plot.link(names, {x1: "tokens", y1: "gain", x2: "x", y2: "y", stroke: "var(--theme-foreground-faint)"}),
      Plot.text(names, {x: "x", y: "y", text: "name", textAnchor: "end", dx: -3, fill: "currentColor"}),
      Plot.tip(
        placed,
        Plot.pointer({
          x: "tokens",
          y: "gain",
          title: row =>
            `${label(row)}${row.simulated ? " (simulated)" : ""}\n${MEASURE_NAMES[by]} ${measuredText(row, by)}\n${formatEstimate({value: row.tokens, low: row.tokens_low, high: row.tokens_high}, {digits: 0})} tokens per answer\nn = ${formatCount(row.samples)}`
        })
      )
    ],
    r: {type: "identity"}
  });
  const simulated = placed.some(row => row.simulated);
  return figure(plot, {
    title: "Score and tokens",
    simulated,
    id: "pareto",
    caption: `Named: the frontier, which no other evaluation beats in both score and tokens. Small dots are clearly worse in both: some other evaluation is better in each, and the 95 % intervals do not overlap. Thin bars are 95 % intervals.${simulated ? " Hollow dots are simulated." : ""}`
  });
}

interface Frame {
  width: number;
  x: [number, number];
  y: [number, number];
}

/** Axis domains that leave room for the longest name to the left of the first dot. */
function frameOf(
  placed: readonly Pick<Placed, "tokens" | "gain" | "gain_low" | "gain_high">[],
  {names, width, by}: {names: readonly string[]; width: number; by: RankingMeasure}
): Frame {
  const inner = width - MARGIN.left - MARGIN.right;
  const tokens = placed.map(row => row.tokens);
  const [least, most] = widened(Math.min(...tokens) / 1.05, Math.max(...tokens) * 1.15);
  const room = Math.min(0.45, (letters(width, names) * PIXELS_PER_LETTER + 18) / inner);
  const low = Math.exp(Math.log(least) - (Math.log(most / least) * room) / (1 - room));
  const step = by === "formula" ? 10 : 100;
  const bottom = Math.min(...placed.map(row => Math.min(row.gain - 0.4 * step, row.gain_low)));
  const top = Math.max(...placed.map(row => Math.max(row.gain + 0.2 * step, row.gain_high)));
  const floor = Math.floor(bottom / step) * step;
  const ceiling = Math.ceil(top / (step / 2)) * (step / 2);
  return {width, x: [low, most], y: [by === "formula" ? floor : Math.max(0, floor), Math.min(10 * step, ceiling)]};
}

/** Axis ends at least a factor of four apart, since the labels of whole tokens would otherwise repeat. */
function widened(least: number, most: number): [number, number] {
  const more = Math.sqrt(Math.max(1, (4 * least) / most));
  return [least / more, most * more];
}

const letters = (width: number, names: readonly string[]) =>
  Math.min(Math.max(4, ...names.map(name => name.length)), width < 500 ? 14 : 28);

/**
 * Labels of the frontier, above and to the left of their dots, where by definition there are no other dots; each at least one line above
 * the previous one, so that none overlap.
 */
function namesOf<Row extends {tokens: number; gain: number}>(
  frontier: readonly Row[],
  label: (row: Row) => string,
  {width, x, y}: Frame
): {name: string; tokens: number; gain: number; x: number; y: number}[] {
  const inner = {width: width - MARGIN.left - MARGIN.right, height: HEIGHT - MARGIN.top - MARGIN.bottom};
  const perPixel = {x: Math.log(x[1] / x[0]) / inner.width, y: (y[1] - y[0]) / inner.height};
  const most = letters(width, frontier.map(label));
  let below = Number.NEGATIVE_INFINITY;
  return frontier.map(row => {
    const height = Math.max(row.gain + 9 * perPixel.y, below + LINE * perPixel.y);
    below = height;
    return {
      name: shorten(label(row), most),
      tokens: row.tokens,
      gain: row.gain,
      x: row.tokens * Math.exp(-6 * perPixel.x),
      y: height
    };
  });
}

/** Summary of the chart, in a sentence. */
export function paretoSentence(rows: readonly Standing[], {by = "formula"}: {by?: RankingMeasure} = {}): string {
  const placed = placedOf(rows, by);
  if (placed.length < 2) return "";
  const label = evaluationLabels(rows);
  const count = (place: Placed["place"]) => placed.filter(row => row.place === place).length;
  const thrifty = placed
    .filter(({place}) => place === "frontier")
    .reduce((a, b) => (b.tokens < a.tokens || (b.tokens === a.tokens && b.gain > a.gain) ? b : a));
  return `${formatCount(count("frontier"))} of ${formatCount(placed.length)} lie on the frontier, from ${label(thrifty)} with ${formatCount(thrifty.tokens)} tokens per answer upwards; ${formatCount(count("open"))} more may belong to it within their intervals, and ${formatCount(count("beaten"))} are clearly worse in both than some other.`;
}

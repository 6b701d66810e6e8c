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

type Place = ReturnType<typeof standings>[number];

/** A row of a Pareto chart: what is gained for which price. */
export interface Trade {
  name: string;
  simulated: boolean;
  gain: number;
  gain_low: number;
  gain_high: number;
  /** above 0 */
  price: number;
  /** null where the price has no interval */
  price_low: number | null;
  price_high: number | null;
  /** tooltip below the name */
  detail: string;
}
type Placed<Row extends Trade = Trade> = Row & {place: Place};

/** Each row with its place in the Pareto order. */
export function placed<Row extends Trade>(rows: readonly Row[]): Placed<Row>[] {
  const places = standings(
    rows.map(row => ({...row, price_low: row.price_low ?? 0, price_high: row.price_high ?? Number.POSITIVE_INFINITY}))
  );
  return rows.map((row, i) => ({...row, place: places[i]!}));
}

/** Evaluations that have both a score and a token count. */
function tradesOf(rows: readonly Standing[], by: RankingMeasure): Placed[] {
  const label = evaluationLabels(rows);
  return placed(
    rows.flatMap((row): Trade[] => {
      const {value, low, high} = measured(row, by);
      const {tokens, tokens_low, tokens_high, simulated, samples} = row;
      if (value === null || tokens === null || tokens <= 0) return [];
      return [
        {
          name: label(row),
          simulated,
          gain: value,
          gain_low: low!,
          gain_high: high!,
          price: tokens,
          price_low: tokens_low,
          price_high: tokens_high,
          detail: `${MEASURE_NAMES[by]} ${measuredText(row, by)}\n${formatEstimate({value: tokens, low: tokens_low, high: tokens_high}, {digits: 0})} tokens per answer\nn = ${formatCount(samples)}`
        }
      ];
    })
  );
}

/** Score against tokens per answer. */
export function paretoPlot(
  rows: readonly Standing[],
  {width = 640, by = "formula"}: {width?: number; by?: RankingMeasure} = {}
): HTMLElement {
  const trades = tradesOf(rows, by);
  if (trades.length === 0)
    return html`<p class="rb-muted" id="pareto">No evaluation here has both a score and a count of completion tokens.`;
  return tradePlot(trades, {
    width,
    id: "pareto",
    title: "Score and tokens",
    price: "tokens",
    priceLabel: "tokens per answer",
    format: formatCount,
    gainLabel: by === "formula" ? "↑ formula score (%)" : "↑ ReasonScore",
    step: by === "formula" ? 10 : 100,
    least: by === "formula" ? Number.NEGATIVE_INFINITY : 0
  });
}

interface TradeOptions {
  width: number;
  id: string;
  title: string;
  /** noun of the price in the caption */
  price: string;
  priceLabel: string;
  format: (price: number) => string;
  gainLabel: string;
  /** gain between two ticks; ten of them are the most that can be gained */
  step: number;
  /** the smallest gain that there can be */
  least: number;
}

/** Gain against price: dots with both intervals, and the Pareto frontier as a staircase with names. */
export function tradePlot(
  trades: readonly Placed[],
  {width, id, title, price, priceLabel, format, gainLabel, step, least}: TradeOptions
): HTMLElement {
  const frontier = trades.filter(({place}) => place === "frontier").sort((a, b) => a.price - b.price);
  const frame = frameOf(trades, {names: frontier.map(({name}) => name), width, step, least});
  const names = namesOf(frontier, frame);
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
      tickFormat: format,
      label: `${priceLabel}, logarithmic →`,
      grid: true
    },
    y: {domain: frame.y, label: gainLabel, grid: true},
    marks: [
      Plot.link(
        trades.filter(row => row.price_low !== null && row.price_high !== null),
        {
          x1: row => Math.max(frame.x[0], row.price_low!),
          x2: row => Math.min(frame.x[1], row.price_high!),
          y: "gain",
          stroke: colour,
          strokeOpacity: 0.45
        }
      ),
      Plot.link(trades, {x: "price", y1: "gain_low", y2: "gain_high", stroke: colour, strokeOpacity: 0.45}),
      Plot.line(frontier, {x: "price", y: "gain", curve: "step-after", stroke: "var(--theme-blue)", strokeWidth: 1.5}),
      Plot.dot(trades, {
        x: "price",
        y: "gain",
        r: (row: Placed) => RADIUS[row.place],
        fill: row => (row.simulated ? "var(--theme-background)" : colour(row)),
        stroke: colour,
        strokeWidth: 1.5
      }),
      Plot.link(names, {x1: "price", y1: "gain", x2: "x", y2: "y", stroke: "var(--theme-foreground-faint)"}),
      Plot.text(names, {x: "x", y: "y", text: "name", textAnchor: "end", dx: -3, fill: "currentColor"}),
      Plot.tip(
        trades,
        Plot.pointer({
          x: "price",
          y: "gain",
          title: row => `${row.name}${row.simulated ? " (simulated)" : ""}\n${row.detail}`
        })
      )
    ],
    r: {type: "identity"}
  });
  const simulated = trades.some(row => row.simulated);
  return figure(plot, {
    title,
    simulated,
    id,
    caption: `Named: the frontier, which no other evaluation beats in both score and ${price}. Small dots are clearly worse in both: some other evaluation is better in each, and the 95 % intervals do not overlap. Thin bars are 95 % intervals.${simulated ? " Hollow dots are simulated." : ""}`
  });
}

interface Frame {
  width: number;
  x: [number, number];
  y: [number, number];
}

/** Axis domains that leave room for the longest name to the left of the first dot. */
function frameOf(
  trades: readonly Trade[],
  {names, width, step, least: smallest}: {names: readonly string[]; width: number; step: number; least: number}
): Frame {
  const inner = width - MARGIN.left - MARGIN.right;
  const prices = trades.map(({price}) => price);
  const [least, most] = widened(Math.min(...prices) / 1.05, Math.max(...prices) * 1.15);
  const room = Math.min(0.45, (letters(width, names) * PIXELS_PER_LETTER + 18) / inner);
  const low = Math.exp(Math.log(least) - (Math.log(most / least) * room) / (1 - room));
  const bottom = Math.min(...trades.map(row => Math.min(row.gain - 0.4 * step, row.gain_low)));
  const top = Math.max(...trades.map(row => Math.max(row.gain + 0.2 * step, row.gain_high)));
  const floor = Math.floor(bottom / step) * step;
  const ceiling = Math.ceil(top / (step / 2)) * (step / 2);
  return {width, x: [low, most], y: [Math.max(smallest, floor), Math.min(10 * step, ceiling)]};
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
 * the previous one, so that none overlap, and all of them within the figure.
 */
function namesOf(
  frontier: readonly Trade[],
  {width, x, y}: Frame
): {name: string; price: number; gain: number; x: number; y: number}[] {
  const inner = {width: width - MARGIN.left - MARGIN.right, height: HEIGHT - MARGIN.top - MARGIN.bottom};
  const perPixel = {x: Math.log(x[1] / x[0]) / inner.width, y: (y[1] - y[0]) / inner.height};
  const most = letters(
    width,
    frontier.map(({name}) => name)
  );
  const line = LINE * perPixel.y;
  const heights: number[] = [];
  for (const {gain} of frontier)
    heights.push(Math.max(gain + 9 * perPixel.y, (heights.at(-1) ?? Number.NEGATIVE_INFINITY) + line));
  let above = y[1] + (MARGIN.top - 2 * LINE) * perPixel.y; // the first line below the label of the axis
  for (let i = heights.length - 1; i >= 0; i--, above -= line) heights[i] = above = Math.min(heights[i]!, above);
  return frontier.map((row, i) => ({
    name: shorten(row.name, most),
    price: row.price,
    gain: row.gain,
    x: row.price * Math.exp(-6 * perPixel.x),
    y: heights[i]!
  }));
}

/** Summary of the chart, in a sentence. */
export function paretoSentence(rows: readonly Standing[], {by = "formula"}: {by?: RankingMeasure} = {}): string {
  return tradeSentence(tradesOf(rows, by), price => `${formatCount(price)} tokens per answer`);
}

/** How many rows are on the frontier, and how many are clearly worse. @param priceText a price with its unit */
export function tradeSentence(trades: readonly Placed[], priceText: (price: number) => string): string {
  if (trades.length < 2) return "";
  const count = (place: Place) => trades.filter(row => row.place === place).length;
  const thrifty = trades
    .filter(({place}) => place === "frontier")
    .reduce((a, b) => (b.price < a.price || (b.price === a.price && b.gain > a.gain) ? b : a));
  return `${formatCount(count("frontier"))} of ${formatCount(trades.length)} lie on the frontier, from ${thrifty.name} with ${priceText(thrifty.price)} upwards; ${formatCount(count("open"))} more may belong to it within their intervals, and ${formatCount(count("beaten"))} are clearly worse in both than some other.`;
}

// The charts of page Explore: a histogram on which a range is drawn, and the cells of two columns.
import * as Plot from "npm:@observablehq/plot";
import {html} from "npm:htl";
import {formatCount, formatInterval} from "../../pipelines/charts/shared/interval.js";
import {drawPlot} from "../../pipelines/charts/shared/plot.js";
import {shareOf} from "../../pipelines/stats/intervals.js";
import {binOf, type CountedPairs} from "../../pipelines/studies/samples/crossFilter.js";
import {EXPLORED, type ExploredBins} from "../../pipelines/studies/samples/explored.js";
import type {Range} from "../../pipelines/studies/samples/select.js";

/** What the colour of a cell can say. */
export const COLOURS = {samples: "number of samples", correct: "share correct of finished"} as const;
export type Colour = keyof typeof COLOURS;

const HISTOGRAM = {width: 320, height: 110, marginLeft: 14, marginRight: 14, marginTop: 6, marginBottom: 22};

interface Histogram {
  node: HTMLElement;
  draw(counts: Uint32Array, range: Range | null): void;
}

/**
 * A histogram. Drawing across it chooses a range, a press inside without drawing chooses none.
 * @param onRange is told of a range as a reader would write it, empty for none, and whether it is still being drawn
 */
export function histogram(column: ExploredBins, {onRange}: {onRange: (text: string, drawing: boolean) => void}): Histogram {
  const node: HTMLElement = html`<div class="rb-brush">`;
  let plot: ReturnType<typeof drawPlot> | null = null;
  let start: number | null = null;
  let text = "";
  const binAt = (event: PointerEvent): number => {
    const box = node.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * HISTOGRAM.width;
    return binOf(column.edges, Number(plot!.scale("x")!.invert!(x)));
  };
  node.addEventListener("pointerdown", event => {
    if (!plot) return;
    start = binAt(event);
    text = "";
    node.setPointerCapture(event.pointerId);
    event.preventDefault();
  });
  node.addEventListener("pointermove", event => {
    if (start === null) return;
    const bin = binAt(event);
    if (bin === start && text === "") return;
    text = rangeText(column, Math.min(start, bin), Math.max(start, bin));
    onRange(text, true);
  });
  const end = () => {
    if (start !== null) onRange(text, false);
    start = null;
  };
  node.addEventListener("pointerup", end);
  node.addEventListener("pointercancel", end);
  return {
    node,
    draw(counts, range) {
      const {edges, log, key} = column;
      const bars = Array.from(counts, (n, b) => ({n, x1: edges[b]!, x2: edges[b + 1]!, chosen: isChosen(column, b, range)}));
      const total = bars.reduce((sum, {n}) => sum + n, 0);
      plot = drawPlot({
        ...HISTOGRAM,
        ariaLabel: `${EXPLORED[key]}: ${formatCount(total)} samples from ${short(edges[0]!)} to ${short(edges.at(-1)!)}`,
        x: {type: log ? "log" : "linear", domain: [edges[0], edges.at(-1)], ticks: 4, tickFormat: short, label: null},
        y: {axis: null, domain: [0, Math.max(1, ...bars.map(({n}) => n))]},
        marks: [
          Plot.rectY(bars, {
            x1: "x1",
            x2: "x2",
            y: "n",
            inset: 0,
            insetLeft: 0.5,
            fill: ({chosen}: {chosen: boolean}) => (chosen ? "var(--theme-blue)" : "var(--theme-foreground-fainter)"),
            title: ({n, x1, x2}: (typeof bars)[number]) => `${short(x1)} to ${short(x2)}: ${formatCount(n)} samples`
          }),
          Plot.ruleY([0])
        ]
      });
      node.replaceChildren(plot);
    }
  };
}

/** Whether a bin's samples can pass a range. */
const isChosen = ({edges, whole}: ExploredBins, b: number, range: Range | null): boolean =>
  range === null ||
  ((range.low ?? -Infinity) < edges[b + 1]! &&
    (range.high ?? Infinity) >= edges[b]! &&
    !(whole && range.low !== null && range.low > edges[b + 1]! - 1));

/** The range from one bin to another, as a reader would write it. */
function rangeText({edges, whole}: ExploredBins, from: number, to: number): string {
  const end = edges[to + 1]!;
  return whole ? `${edges[from]}-${end - 1}` : `${plainNumber(edges[from]!, Math.floor)}-${plainNumber(end, Math.ceil)}`;
}

/** Six decimals, rounded so that nothing of a range is lost, without an exponent. */
const plainNumber = (value: number, round: (value: number) => number): string =>
  String(Number((round(value * 1e6) / 1e6).toFixed(6)));

const compact = new Intl.NumberFormat("en-US", {notation: "compact", maximumSignificantDigits: 3});
/** A number on an axis. */
const short = (value: number): string =>
  Math.abs(value) < 1 && value !== 0 ? Number(value.toPrecision(2)).toString() : compact.format(value);

interface Cell {
  x1: number;
  x2: number;
  y1: number;
  y2: number;
  samples: number;
  correct: number;
  finished: number;
}

/** The cells that hold samples. */
function cellsOf(x: ExploredBins, y: ExploredBins, {samples, correct, truncated}: CountedPairs): Cell[] {
  const height = y.edges.length - 1;
  const cells: Cell[] = [];
  for (const [i, count] of samples.entries()) {
    if (count === 0) continue;
    const [across, up] = [Math.floor(i / height), i % height];
    cells.push({
      x1: x.edges[across]!,
      x2: x.edges[across + 1]!,
      y1: y.edges[up]!,
      y2: y.edges[up + 1]!,
      samples: count,
      correct: correct[i]!,
      finished: count - truncated[i]!
    });
  }
  return cells;
}

/** Samples in the cells of two columns. */
export function pairPlot(
  x: ExploredBins,
  y: ExploredBins,
  pairs: CountedPairs,
  {colour, width}: {colour: Colour; width: number}
): HTMLElement | SVGSVGElement {
  const cells = cellsOf(x, y, pairs);
  const place = {x1: "x1", x2: "x2", y1: "y1", y2: "y2"} as const;
  const most = Math.max(2, ...cells.map(({samples}) => samples));
  const axis = ({edges, log, key}: ExploredBins) => ({
    type: log ? ("log" as const) : ("linear" as const),
    domain: [edges[0], edges.at(-1)],
    tickFormat: short,
    label: EXPLORED[key],
    ticks: 6
  });
  return drawPlot({
    width,
    height: 380,
    marginLeft: 60,
    marginBottom: 42,
    ariaLabel: `${EXPLORED[y.key]} against ${EXPLORED[x.key]}: ${formatCount(cells.reduce((sum, {samples}) => sum + samples, 0))} samples`,
    x: axis(x),
    y: {...axis(y), grid: true},
    color:
      colour === "samples"
        ? {
            type: "log",
            scheme: "blues",
            legend: true,
            label: "Samples",
            domain: [1, most],
            tickFormat: short,
            ticks: powers(most)
          }
        : {scheme: "viridis", domain: [0, 1], legend: true, percent: false, label: "Correct of finished", tickFormat: "%"},
    marks: [
      Plot.rect(
        cells.filter(({finished}) => colour === "samples" || finished > 0),
        {
          ...place,
          inset: 0.25,
          fill: (cell: Cell) => (colour === "samples" ? cell.samples : cell.correct / cell.finished)
        }
      ),
      Plot.tip(
        cells,
        Plot.pointer({
          ...place,
          title: (cell: Cell) =>
            `${EXPLORED[x.key]} ${short(cell.x1)} to ${short(cell.x2)}\n${EXPLORED[y.key]} ${short(cell.y1)} to ${short(cell.y2)}\n${formatCount(cell.samples)} samples; correct ${formatInterval(shareOf(cell.correct, cell.finished))}`
        })
      )
    ]
  }) as HTMLElement | SVGSVGElement;
}

/** Powers of ten up to a number. */
const powers = (most: number): number[] => Array.from({length: Math.floor(Math.log10(most)) + 1}, (_, i) => 10 ** i);

/** The cells as rows of a file. */
export const cellRows = (x: ExploredBins, y: ExploredBins, pairs: CountedPairs): Record<string, unknown>[] =>
  cellsOf(x, y, pairs).map(cell => {
    const {value, low, high, n} = shareOf(cell.correct, cell.finished);
    return {
      [`${x.key}_from`]: cell.x1,
      [`${x.key}_to`]: cell.x2,
      [`${y.key}_from`]: cell.y1,
      [`${y.key}_to`]: cell.y2,
      samples: cell.samples,
      correct: cell.correct,
      finished: n,
      share: value,
      low: value === null ? null : low,
      high: value === null ? null : high
    };
  });

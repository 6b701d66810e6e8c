// Draws charts with Observable Plot in a safe size.
import * as Plot from "npm:@observablehq/plot";
import {keepTexts, markRoles, nameCharts} from "./accessible.js";

/** Least width and height of a chart in pixels: it may scroll, but must not be smaller than its margins. */
const LEAST_WIDTH = 240;
const LEAST_HEIGHT = 40;
/** Size of all text that sets none of its own, pixels: Plot's own 10 are too small to read. */
const FONT_SIZE = 11;

/** The width to draw a chart in. The width of a page that is being laid out, or is hidden, is 0 pixels. */
export const chartWidth = (width: number): number => Math.max(LEAST_WIDTH, width);

/** A Plot chart whose size leaves room between its margins. All charts are drawn by this function. */
export function drawPlot({width, height, ...options}: Plot.PlotOptions): ReturnType<typeof Plot.plot> {
  const plot = Plot.plot({
    ...options,
    ...(width !== undefined && {width: chartWidth(width)}),
    ...(height !== undefined && {height: Math.max(LEAST_HEIGHT, height)})
  });
  for (const svg of [plot, ...plot.querySelectorAll("svg")])
    if (svg.getAttribute("font-size") === "10") svg.setAttribute("font-size", String(FONT_SIZE));
  markRoles(plot);
  if (options.ariaLabel != null) nameCharts(plot, options.ariaLabel);
  const marks: unknown[] = (options.marks ?? []).flat(Number.POSITIVE_INFINITY as 1);
  const tips = marks.filter(isTip);
  if (tips.length > 0) keepTexts(plot, () => tips.flatMap(textsOf));
  return plot;
}

/** The parts of a tip that tell what it shows: its data, and the text of each. */
interface Tip {
  data: Iterable<unknown>;
  channels: {title: {value: (datum: unknown, index: number) => unknown}};
}

const isTip = (mark: unknown): mark is Tip =>
  mark instanceof Plot.Tip && typeof (mark as unknown as Partial<Tip>).channels?.title?.value === "function";

/** The texts of a tip. */
const textsOf = ({data, channels}: Tip): string[] =>
  Array.from(data, (datum, i) => String(channels.title.value(datum, i) ?? "")).filter(Boolean);

type Channel<Row> = string | ((row: Row) => unknown);

/** A tip that names the mark nearest to the pointer, along one axis only where `along` is given. */
export const tip = <Row>(
  rows: readonly Row[],
  channels: {[name in "x" | "y" | "x1" | "x2" | "y1" | "y2" | "fy"]?: Channel<Row>} & {title: Channel<Row>; maxRadius?: number},
  along?: "x" | "y"
): Plot.Markish => {
  const options = channels as Plot.TipOptions;
  return Plot.tip(rows, along === "x" ? Plot.pointerX(options) : along === "y" ? Plot.pointerY(options) : Plot.pointer(options));
};

/** Name of a row's evaluation, marked where it is simulated. */
export const kindName = ({evaluation, simulated}: {evaluation: string; simulated: boolean}): string =>
  `${evaluation}${simulated ? " (simulated)" : ""}`;

/** Colours of a dot: blue, hollow where it is simulated. */
export const hollowBlue = {
  stroke: "var(--theme-blue)",
  fill: ({simulated}: {simulated: boolean}): string => (simulated ? "var(--theme-background)" : "var(--theme-blue)")
};

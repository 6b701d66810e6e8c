// Draws charts with Observable Plot in a safe size.
import * as Plot from "npm:@observablehq/plot";

/** Least width and height of a chart in pixels: it may scroll, but must not be smaller than its margins. */
const LEAST_WIDTH = 240;
const LEAST_HEIGHT = 40;

/** The width to draw a chart in. The width of a page that is being laid out, or is hidden, is 0 pixels. */
export const chartWidth = (width: number): number => Math.max(LEAST_WIDTH, width);

/** A Plot chart whose size leaves room between its margins. All charts are drawn by this function. */
export function drawPlot({width, height, ...options}: Plot.PlotOptions): ReturnType<typeof Plot.plot> {
  return Plot.plot({
    ...options,
    ...(width !== undefined && {width: chartWidth(width)}),
    ...(height !== undefined && {height: Math.max(LEAST_HEIGHT, height)})
  });
}

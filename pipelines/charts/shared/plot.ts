import * as Plot from "npm:@observablehq/plot";

/** Least width and height of a chart in pixels: one that scrolls can be read, one that is narrower than its margins cannot. */
const LEAST_WIDTH = 240;
const LEAST_HEIGHT = 40;

/** The width to draw a chart in. A page that is being laid out, or is hidden, is 0 pixels wide, and no bar is narrower than nothing. */
export const chartWidth = (width: number): number => Math.max(LEAST_WIDTH, width);

/** Plot's chart, in a size that leaves room between its margins. All charts are drawn through this. */
export function drawPlot({width, height, ...options}: Plot.PlotOptions): ReturnType<typeof Plot.plot> {
  return Plot.plot({
    ...options,
    ...(width !== undefined && {width: chartWidth(width)}),
    ...(height !== undefined && {height: Math.max(LEAST_HEIGHT, height)})
  });
}

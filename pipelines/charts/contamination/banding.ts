// How surely MinHash and banding propose a pair of documents of a given similarity.
import * as Plot from "npm:@observablehq/plot";
import {type Banding, proposed} from "../../studies/contamination/duplicates.js";
import {figure} from "../shared/figure.js";
import {drawPlot} from "../shared/plot.js";

const STEPS = 200;

/** The probability that a pair is proposed, over its Jaccard similarity, for several bandings. */
export function bandingPlot(
  bandings: readonly Banding[],
  {published, width = 640}: {published: number; width?: number}
): HTMLElement {
  const name = ({bands, rows}: Banding) => `${bands} bands of ${rows} rows`;
  const points = bandings.flatMap(banding =>
    Array.from({length: STEPS + 1}, (_, i) => ({name: name(banding), x: i / STEPS, y: proposed(i / STEPS, banding)}))
  );
  const at = bandings.map(banding => ({name: name(banding), x: published, y: proposed(published, banding)}));
  const plot = drawPlot({
    width,
    height: 260,
    marginLeft: 44,
    x: {label: "Jaccard similarity", domain: [0, 1]},
    y: {label: "probability of being proposed", domain: [0, 1], grid: true},
    color: {domain: bandings.map(name), legend: true},
    marks: [
      Plot.ruleX([published], {strokeDasharray: "4 3"}),
      Plot.line(points, {x: "x", y: "y", stroke: "name", strokeWidth: 1.8}),
      Plot.dot(at, {x: "x", y: "y", fill: "name"}),
      Plot.tip(at, Plot.pointer({x: "x", y: "y", title: ({name, y}) => `${name}: ${y.toFixed(4)} at ${published}`}))
    ]
  }) as HTMLElement;
  return figure(plot, {
    title: "Pairs proposed by MinHash",
    id: "banding",
    caption: `The dashed line is the published threshold, ${published}. Proposed pairs are compared exactly; a pair that is not proposed is never seen.`
  });
}

// Chart of one item: its response curve with an interval band, and observed shares right of evaluations of similar ability.

import * as Plot from "npm:@observablehq/plot";
import {plural} from "../../pipelines/book/plural.js";
import {figure} from "../../pipelines/charts/shared/figure.js";
import {formatCount} from "../../pipelines/charts/shared/interval.js";
import {drawPlot} from "../../pipelines/charts/shared/plot.js";
import {Z975} from "../../pipelines/stats/distributions.js";
import {band} from "../../pipelines/studies/irt/diagnose/band.js";
import {type ObservedShare, observedShares} from "../../pipelines/studies/irt/diagnose/observed.js";
import {probability, slopeInterval} from "../../pipelines/studies/irt/item.js";
import {type CalibratedItem, type Calibration, simulatedIn, thetas} from "./calibration.js";
import {number, spanText} from "./numbers.js";

export interface ChosenItem {
  item: CalibratedItem;
  observed: ObservedShare[];
}

/** The item of an id with its observed shares; null where there is no such item. */
export function chosenItem(calibration: Calibration, id: string): ChosenItem | null {
  const index = calibration.items.findIndex(item => item.id === id);
  if (index < 0) return null;
  return {item: calibration.items[index]!, observed: observedShares(calibration.responses, thetas(calibration), index)};
}

export function curvePlot({item, observed}: ChosenItem, calibration: Calibration, {width = 640} = {}): HTMLElement {
  const abilities = calibration.persons.map(({eap}) => eap);
  const [from, to] = [Math.min(-3, ...abilities), Math.max(3, ...abilities)];
  const nodes = Array.from({length: 121}, (_, i) => from + ((to - from) * i) / 120);
  const curve = nodes.map(theta => ({theta, p: probability(item, theta), ...(item.cov ? band(item, item.cov, theta) : null)}));
  const simulated = simulatedIn(calibration);
  const plot = drawPlot({
    width,
    height: 320,
    marginLeft: 44,
    marginBottom: 40,
    x: {domain: [from, to], label: "ability, standard deviations →"},
    y: {domain: [0, 1], grid: true, label: "↑ probability of a right answer"},
    marks: [
      ...(item.cov ? [Plot.areaY(curve, {x: "theta", y1: "low", y2: "high", fill: "var(--theme-blue)", fillOpacity: 0.2})] : []),
      Plot.line(curve, {x: "theta", y: "p", stroke: "var(--theme-blue)", strokeWidth: 2}),
      Plot.ruleX(observed, {x: "theta", y1: "low", y2: "high", stroke: "var(--theme-foreground-muted)"}),
      Plot.dot(observed, {
        x: "theta",
        y: "share",
        r: 4,
        fill: simulated ? "var(--theme-background)" : "var(--theme-foreground)",
        stroke: "var(--theme-foreground)"
      }),
      Plot.tip(
        observed,
        Plot.pointerX({
          x: "theta",
          y: "share",
          title: (group: ObservedShare) =>
            `${group.right} of ${group.n} right: ${number(group.share)} [${number(group.low)}, ${number(group.high)}]\nabilities ${number(group.from)} to ${number(group.to)}\ncurve: ${number(probability(item, group.theta))}`
        })
      )
    ]
  });
  return figure(plot, {
    title: `Item ${item.id}`,
    caption: `Line: the fitted curve${item.cov ? ", with its 95 % band" : ""}. Dots: groups of evaluations of like ability with Wilson's 95 % intervals. ${simulated ? "Hollow dots are simulated." : ""}`,
    simulated,
    id: "curve"
  });
}

export function curveSentence({item, observed}: ChosenItem): string {
  const off = observed.filter(group => {
    const p = probability(item, group.theta);
    return p < group.low || p > group.high;
  }).length;
  const of = (value: number, se: number) => spanText({value, low: value - Z975 * se, high: value + Z975 * se});
  const guessing =
    item.c > 0
      ? `, guessing ${item.se_c > 0 ? of(item.c, item.se_c) : `${number(item.c)}${item.se_c === 0 ? " (known)" : ""}`}`
      : "";
  const reversed =
    item.a < 0
      ? ` Reversed: abler evaluations get it wrong more often, so that those below its difficulty, not those above, are more likely right than not${item.c > 0 ? " beyond guessing" : ""}; look for a wrong key.`
      : "";
  return `${item.category === "all" ? "Discrimination" : `${item.category}: discrimination`} ${spanText({value: item.a, ...slopeInterval(item)})}, difficulty ${of(item.b, item.se_b)}${guessing}; ${formatCount(item.right)} of ${plural(item.n, "answer")} are right, and ${off} of ${plural(observed.length, "group")} lie further from the curve than their interval reaches.${reversed}`;
}

// Charts of the information of an item, of each category and of the whole test.
import * as Plot from "npm:@observablehq/plot";
import {plural} from "../../pipelines/book/plural.js";
import {figure} from "../../pipelines/charts/shared/figure.js";
import {drawPlot} from "../../pipelines/charts/shared/plot.js";
import {type InformationCurve, informationCurves, nodesOf} from "../../pipelines/studies/irt/informationCurves.js";
import {information} from "../../pipelines/studies/irt/item.js";
import {type CalibratedItem, type Calibration, simulatedIn} from "./calibration.js";
import {number} from "./numbers.js";

/** Information of each category over ability. */
export const informationOf = ({items, persons}: Calibration): InformationCurve[] =>
  informationCurves(
    items,
    persons.map(({eap}) => eap)
  );

/** Sum of the curves, which are of the same abilities. */
function together(curves: readonly InformationCurve[]): InformationCurve {
  const theta = curves[0]?.theta ?? [];
  const items = curves.reduce((sum, curve) => sum + curve.items, 0);
  const sums = Array.from(theta, (_, k) => curves.reduce((sum, {information: own}) => sum + own[k]!, 0));
  return {category: "all", items, theta, information: sums};
}

const pointsOf = ({category, theta, information: own}: InformationCurve) =>
  Array.from(theta, (at, k) => ({theta: at, category, bits: own[k]!}));

/** Information of categories, stacked; their sum is that of the test. More than ten categories are drawn as one. */
export function informationPlot(curves: readonly InformationCurve[], calibration: Calibration, {width = 640} = {}): HTMLElement {
  const few = curves.length <= MOST;
  const total = pointsOf(together(curves));
  const fill = few && curves.length > 1 ? "category" : "var(--theme-blue)";
  const plot = drawPlot({
    width,
    height: 320,
    marginLeft: 56,
    marginBottom: 40,
    x: {label: "ability, standard deviations →"},
    y: {grid: true, label: "↑ information"},
    color: {scheme: "observable10", legend: few && curves.length > 1},
    marks: [
      Plot.areaY(few ? curves.flatMap(pointsOf) : total, {x: "theta", y: "bits", fill, fillOpacity: 0.75}),
      Plot.ruleX(ticksOf(calibration), {
        y1: 0,
        y2: (Math.max(...total.map(({bits}) => bits)) || 1) / 25,
        stroke: "var(--theme-foreground)",
        strokeOpacity: 0.6
      }),
      Plot.tip(
        total,
        Plot.pointerX({
          x: "theta",
          y: "bits",
          title: (each: {theta: number; bits: number}) =>
            `ability ${number(each.theta)}\ninformation ${number(each.bits, 1)}\nstandard error ${number(1 / Math.sqrt(each.bits), 3)}`
        })
      )
    ]
  });
  return figure(plot, {
    title: "Test information",
    caption: "Fisher information; the standard error of an ability is 1 ÷ its root. Ticks at the bottom are the evaluations.",
    simulated: simulatedIn(calibration),
    id: "information"
  });
}
const MOST = 10;

/** Abilities of evaluations, rounded to 0.01: drawing thousands of overlapping ticks would take a second. */
const ticksOf = ({persons}: Calibration): number[] => [...new Set(persons.map(({eap}) => Math.round(100 * eap) / 100))];

export function informationSentence(curves: readonly InformationCurve[], calibration: Calibration): string {
  const {theta, bits: most} = pointsOf(together(curves)).reduce((best, each) => (each.bits > best.bits ? each : best));
  const ablest = Math.max(...calibration.persons.map(({eap}) => eap));
  const there = calibration.items.reduce((sum, item) => sum + information(item, ablest), 0);
  const se = (bits: number) => number(1 / Math.sqrt(bits), 3);
  return `${plural(calibration.items.length, "item")} measure best near ability ${number(theta, 1)}, where the standard error is ${se(most)}; at the ablest evaluation (${number(ablest)}) it is ${se(there)}.`;
}

/** Information of one item over ability. */
export function itemInformationPlot(item: CalibratedItem, calibration: Calibration, {width = 640} = {}): HTMLElement {
  const points = nodesOf(calibration.persons.map(({eap}) => eap)).map(theta => ({theta, bits: information(item, theta)}));
  const plot = drawPlot({
    width,
    height: 180,
    marginLeft: 44,
    marginBottom: 40,
    x: {label: "ability, standard deviations →"},
    y: {grid: true, label: "↑ information", zero: true, ticks: 4},
    marks: [
      Plot.areaY(points, {x: "theta", y: "bits", fill: "var(--theme-blue)", fillOpacity: 0.3}),
      Plot.line(points, {x: "theta", y: "bits", stroke: "var(--theme-blue)"}),
      Plot.ruleY([0])
    ]
  });
  return figure(plot, {title: `Information of item ${item.id}`, simulated: simulatedIn(calibration), id: "item-information"});
}

// Charts of the information of an item, of each category and of the whole test.
import * as Plot from "npm:@observablehq/plot";
import {plural} from "../../pipelines/book/plural.js";
import {figure} from "../../pipelines/charts/shared/figure.js";
import {drawPlot} from "../../pipelines/charts/shared/plot.js";
import {information} from "../../pipelines/studies/irt/item.js";
import {type CalibratedItem, type Calibration, categoriesOf, simulatedIn} from "./calibration.js";
import {number} from "./numbers.js";

interface Point {
  theta: number;
  category: string;
  bits: number;
}

const nodesOf = ({persons}: Calibration): number[] => {
  const abilities = persons.map(({eap}) => eap);
  const [from, to] = [Math.min(-3, ...abilities), Math.max(3, ...abilities)];
  return Array.from({length: 81}, (_, i) => from + ((to - from) * i) / 80);
};

/** Information of each category over ability. */
export function informationCurves(calibration: Calibration): Point[] {
  const nodes = nodesOf(calibration);
  return categoriesOf(calibration).flatMap(category => {
    const items = calibration.items.filter(item => item.category === category);
    return nodes.map(theta => ({theta, category, bits: items.reduce((sum, item) => sum + information(item, theta), 0)}));
  });
}

/** Information of categories, stacked; their sum is that of the test. More than ten categories are drawn as one. */
export function informationPlot(calibration: Calibration, {width = 640} = {}): HTMLElement {
  const categories = categoriesOf(calibration);
  const few = categories.length <= MOST;
  const curves = informationCurves(
    few ? calibration : {...calibration, items: calibration.items.map(item => ({...item, category: "all"}))}
  );
  const fill = few && categories.length > 1 ? "category" : "var(--theme-blue)";
  const plot = drawPlot({
    width,
    height: 320,
    marginLeft: 56,
    marginBottom: 40,
    x: {label: "ability, standard deviations →"},
    y: {grid: true, label: "↑ information"},
    color: {scheme: "observable10", legend: few && categories.length > 1},
    marks: [
      Plot.areaY(curves, {x: "theta", y: "bits", fill, fillOpacity: 0.75}),
      Plot.ruleX(ticksOf(calibration), {
        y1: 0,
        y2: (Math.max(...totals(curves).values()) || 1) / 25,
        stroke: "var(--theme-foreground)",
        strokeOpacity: 0.6
      }),
      Plot.tip(
        [...totals(curves)].map(([theta, bits]) => ({theta, bits})),
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

function totals(curves: readonly Point[]): Map<number, number> {
  const sums = new Map<number, number>();
  for (const {theta, bits} of curves) sums.set(theta, (sums.get(theta) ?? 0) + bits);
  return sums;
}

export function informationSentence(calibration: Calibration): string {
  const sums = [...totals(informationCurves(calibration))];
  const [theta, most] = sums.reduce((best, each) => (each[1] > best[1] ? each : best));
  const ablest = Math.max(...calibration.persons.map(({eap}) => eap));
  const there = calibration.items.reduce((sum, item) => sum + information(item, ablest), 0);
  const se = (bits: number) => number(1 / Math.sqrt(bits), 3);
  return `${plural(calibration.items.length, "item")} measure best near ability ${number(theta, 1)}, where the standard error is ${se(most)}; at the ablest evaluation (${number(ablest)}) it is ${se(there)}.`;
}

/** Information of one item over ability. */
export function itemInformationPlot(item: CalibratedItem, calibration: Calibration, {width = 640} = {}): HTMLElement {
  const points = nodesOf(calibration).map(theta => ({theta, bits: information(item, theta)}));
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

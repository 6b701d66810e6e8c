// Charts of items: response curves, information, and difficulty along a parameter.
import * as Plot from "npm:@observablehq/plot";
import {html} from "npm:htl";
import {zInterval} from "../../pipelines/stats/correlation.js";
import {Z975} from "../../pipelines/stats/distributions.js";
import {band} from "../../pipelines/studies/irt/diagnose/band.js";
import {type ObservedShare, observedShares} from "../../pipelines/studies/irt/diagnose/observed.js";
import {correlation} from "../../pipelines/studies/irt/diagnose/residuals.js";
import {type InformationCurve, informationCurves, nodesOf} from "../../pipelines/studies/irt/informationCurves.js";
import {information, probability, slopeInterval} from "../../pipelines/studies/irt/item.js";
import {formatCount, itemLink, plotFigure, plural, type Sql, tip} from "../shared/charts.js";
import {writeState} from "../shared/permalink.js";
import {reveal} from "../shared/sections.js";
import {untrusted} from "../shared/text.js";
import {
  type CalibratedItem,
  type Calibration,
  hasScores,
  number,
  type Readable,
  reversedIn,
  simulatedIn,
  spanText,
  thetas
} from "./calibration.js";

// Chart of one item: its response curve with an interval band, and observed shares right of evaluations of similar ability.

export interface ChosenItem {
  item: CalibratedItem;
  observed: ObservedShare[];
}

/** The item of an id with its observed shares; null where there is no such item. */
export async function chosenItem(calibration: Readable, id: string): Promise<ChosenItem | null> {
  const index = calibration.items.findIndex(item => item.id === id);
  if (index < 0) return null;
  const responses = await calibration.readResponses([index]);
  return {item: calibration.items[index]!, observed: observedShares(responses, thetas(calibration), 0)};
}

/** The item's response curve and its information. */
export const itemCharts = (chosen: ChosenItem, calibration: Calibration, size: {width: number}): DocumentFragment =>
  html.fragment`${curvePlot(chosen, calibration, size)}${itemInformationPlot(chosen.item, calibration, size)}`;

function curvePlot({item, observed}: ChosenItem, calibration: Calibration, {width = 640} = {}): HTMLElement {
  const abilities = calibration.persons.map(({eap}) => eap);
  const [from, to] = [Math.min(-3, ...abilities), Math.max(3, ...abilities)];
  const nodes = Array.from({length: 121}, (_, i) => from + ((to - from) * i) / 120);
  const curve = nodes.map(theta => ({theta, p: probability(item, theta), ...(item.cov ? band(item, item.cov, theta) : null)}));
  const simulated = simulatedIn(calibration);
  const scored = hasScores(calibration);
  return plotFigure({
    title: `Item ${item.id}`,
    caption: `Line: the fitted curve${item.cov ? ", with its 95 % band" : ""}. Dots: ${scored ? "mean scores of groups of evaluations of like ability, with 95 % intervals" : "groups of evaluations of like ability with Wilson's 95 % intervals"}. ${simulated ? "Hollow dots are simulated." : ""}`,
    simulated,
    id: "curve",
    width,
    height: 320,
    marginLeft: 44,
    marginBottom: 40,
    x: {domain: [from, to], label: "ability, standard deviations →"},
    y: {domain: [0, 1], grid: true, label: scored ? "↑ expected score" : "↑ probability of a right answer"},
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
      tip(
        observed,
        {
          x: "theta",
          y: "share",
          title: (group: ObservedShare) =>
            `${scored ? `mean score of ${group.n}` : `${group.right} of ${group.n} right`}: ${number(group.share)} [${number(group.low)}, ${number(group.high)}]\nabilities ${number(group.from)} to ${number(group.to)}\ncurve: ${number(probability(item, group.theta))}`
        },
        "x"
      )
    ]
  });
}

export function curveSentence({item, observed}: ChosenItem, calibration: Pick<Calibration, "model">): string {
  const scored = hasScores(calibration);
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
  return `${item.category === "all" ? "Discrimination" : `${item.category}: discrimination`} ${spanText({value: item.a, ...slopeInterval(item)})}, difficulty ${of(item.b, item.se_b)}${guessing}${scored ? `${scoreText(item)}; the mean score of ${plural(item.n, "answer")} is ${number(item.right / item.n)}` : `; ${formatCount(item.right)} of ${plural(item.n, "answer")} are right`}, and ${off} of ${plural(observed.length, "group")} lie further from the curve than their interval reaches.${reversed}`;
}

/** Thresholds of a graded item, or the dispersion of a continuous one. */
function scoreText({a, steps, se_thresholds = [], dispersion = 1}: CalibratedItem): string {
  if (steps) {
    const thresholds = steps.map((step, k) => {
      const [value, half] = [-step / a, Z975 * (se_thresholds[k] ?? Number.NaN)];
      return spanText({value, low: value - half, high: value + half});
    });
    return `, ${thresholds.length === 1 ? "threshold" : "thresholds"} ${thresholds.join(", ")}`;
  }
  return dispersion < 1 ? `, a score is worth ${number(1 / dispersion, 1)} right or wrong answers` : "";
}

// Charts of the information of an item, of each category and of the whole test.

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
  return plotFigure({
    title: "Test information",
    caption: "Fisher information; the standard error of an ability is 1 ÷ its root. Ticks at the bottom are the evaluations.",
    simulated: simulatedIn(calibration),
    id: "information",
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
      tip(
        total,
        {
          x: "theta",
          y: "bits",
          title: (each: {theta: number; bits: number}) =>
            `ability ${number(each.theta)}\ninformation ${number(each.bits, 1)}\nstandard error ${number(1 / Math.sqrt(each.bits), 3)}`
        },
        "x"
      )
    ]
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
function itemInformationPlot(item: CalibratedItem, calibration: Calibration, {width = 640} = {}): HTMLElement {
  const points = nodesOf(calibration.persons.map(({eap}) => eap)).map(theta => ({theta, bits: information(item, theta)}));
  return plotFigure({
    title: `Information of item ${item.id}`,
    simulated: simulatedIn(calibration),
    id: "item-information",
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
}

// Chart of item difficulties along a parameter of the task.

interface Placed {
  id: string;
  x: number;
  b: number;
}
interface Level {
  x: number;
  mean: number;
  low: number;
  high: number;
  n: number;
}
interface Along {
  task: string;
  parameter: string;
  items: Placed[];
  levels: Level[];
  /** number of reversed items, which are left out: for them, a large difficulty parameter means easy */
  reversed: number;
}

/** Returns whether some item is a point of a manifold; items of benchmarks have no parameters. */
export const hasParameters = ({items}: Calibration): boolean => items.some(({params}) => params !== "" && params !== "{}");

/** Numeric parameters of a category's points that have more than one value. */
export function parametersOf({items}: Calibration, category: string): string[] {
  const values = new Map<string, Set<number>>();
  for (const item of items) {
    if (item.category !== category || item.params === "") continue;
    for (const [name, value] of Object.entries(JSON.parse(item.params) as Record<string, unknown>))
      if (typeof value === "number") values.set(name, (values.get(name) ?? new Set()).add(value));
  }
  return [...values].filter(([, set]) => set.size > 1).map(([name]) => name);
}

/**
 * Difficulties along a parameter, for items with positive discrimination. Those beyond ±6 are poorly determined and would dominate the
 * means.
 */
export function along({items}: Calibration, task: string, parameter: string): Along {
  const own = items.filter(item => item.category === task && item.params !== "");
  const placed = own
    .filter(({a}) => !(a < 0))
    .map(item => ({
      id: item.id,
      x: (JSON.parse(item.params) as Record<string, unknown>)[parameter],
      b: Math.max(-FARTHEST, Math.min(FARTHEST, item.b))
    }))
    .filter((item): item is Placed => typeof item.x === "number");
  const values = [...new Set(placed.map(({x}) => x))].sort((a, b) => a - b);
  return {
    task,
    parameter,
    reversed: reversedIn(own).length,
    items: placed,
    levels: values.map(x =>
      levelOf(
        x,
        placed.filter(item => item.x === x)
      )
    )
  };
}
const FARTHEST = 6;
/** Standard normal quantile of a two-sided 95 % interval. */

function levelOf(x: number, items: readonly Placed[]): Level {
  const n = items.length;
  const mean = items.reduce((sum, {b}) => sum + b, 0) / n;
  const reach = n > 1 ? Z975 * Math.sqrt(items.reduce((sum, {b}) => sum + (b - mean) ** 2, 0) / (n - 1) / n) : Number.NaN;
  return {x, mean, low: mean - reach, high: mean + reach, n};
}

export function parameterPlot(
  {task, parameter, items, levels}: Along,
  calibration: Calibration,
  {width = 640} = {}
): HTMLElement {
  return plotFigure({
    title: `Difficulty of ${task} by ${parameter}`,
    caption: "Dots: items. Rings: means of the items at one value, over all other parameters, with 95 % intervals.",
    simulated: simulatedIn(calibration),
    id: "by-parameter",
    width,
    height: 320,
    marginLeft: 44,
    marginBottom: 40,
    x: {label: `${parameter} →`, ...(levels.length < 12 ? {type: "point"} : {})},
    y: {grid: true, label: "↑ difficulty, standard deviations"},
    marks: [
      Plot.dot(items, {x: "x", y: "b", r: 2, fill: "var(--theme-foreground-muted)", fillOpacity: 0.35}),
      Plot.line(levels, {x: "x", y: "mean", stroke: "var(--theme-blue)"}),
      Plot.ruleX(
        levels.filter(({low}) => Number.isFinite(low)),
        {x: "x", y1: "low", y2: "high", stroke: "var(--theme-blue)", strokeWidth: 3}
      ),
      Plot.dot(levels, {x: "x", y: "mean", r: 4, fill: "var(--theme-background)", stroke: "var(--theme-blue)", strokeWidth: 2}),
      tip(
        levels,
        {
          x: "x",
          y: "mean",
          title: (level: Level) =>
            `${parameter} ${level.x}\nmean difficulty ${number(level.mean)} [${number(level.low)}, ${number(level.high)}]\nn = ${plural(level.n, "item")}`
        },
        "x"
      )
    ]
  });
}

export function parameterSentence({task, parameter, items, levels, reversed}: Along): string {
  const {r, n} = correlation(
    items.map(({x}) => x),
    items.map(({b}) => b)
  );
  const [first, last] = [levels[0]!, levels.at(-1)!];
  const [low, high] = zInterval("pearson", "fisher", r, Math.max(4, n)) ?? [r, r]; // a perfect correlation has no such interval
  const way = low > 0 ? "grows with" : high < 0 ? "falls with" : "does not significantly change with";
  const at = ({x, mean, low: from, high: to, n: size}: Level) =>
    `${number(mean)} [${number(from)}, ${number(to)}] at ${x} (n = ${formatCount(size)})`;
  return `Difficulty of ${task} ${way} ${parameter}: r = ${number(r)} [${number(low)}, ${number(high)}] over ${plural(n, "item")}; mean ${at(first)}, ${at(last)}.${reversed > 0 ? ` ${plural(reversed, "reversed item")}, of which a large difficulty makes an easy one, ${reversed === 1 ? "is" : "are"} left out.` : ""}`;
}

// Reads the text of an item when it is opened.

/** Question and right answer; empty where the tables do not contain the item. */
export async function itemText(sql: Sql, id: string): Promise<HTMLElement | DocumentFragment> {
  const [row] = Array.from(await sql`select prompt, expected, params from items where item_id = ${id}`, each =>
    (each as unknown as {toJSON(): {prompt: string; expected: string; params: string}}).toJSON()
  );
  if (!row) return document.createDocumentFragment();
  const part = (title: string, text: string) => (text === "" ? "" : html.fragment`<h4>${title}</h4>${untrusted(text)}`);
  const params = row.params === "{}" ? "" : html`<p class="rb-muted">Parameters: ${untrusted(row.params)}</p>`;
  return html`<div class="rb-text" id="item-text">${part("Question", row.prompt)}${part("Right answer", row.expected)}${params}<p>${itemLink(id, "All answers to this item on page Samples")}</p></div>`;
}

// A button that chooses an item.

/** A button that writes an item into the address, from which the item input takes its value. */
export function itemChooser(id: string): HTMLElement {
  const choose = () => {
    const place = document.querySelector("#one-item");
    if (place) reveal(place);
    location.hash = writeState(location.hash, "item", id, "");
    place?.scrollIntoView({behavior: "smooth"});
  };
  return html`<button type="button" class="rb-name" onclick=${choose}>${id}`;
}

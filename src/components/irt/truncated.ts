// Charts of abilities when truncated answers count as wrong instead of missing, and of the number of answers per item.

import * as Plot from "npm:@observablehq/plot";
import {plural} from "../../pipelines/book/plural.js";
import {figure} from "../../pipelines/charts/shared/figure.js";
import {formatCount} from "../../pipelines/charts/shared/interval.js";
import {nameAxis} from "../../pipelines/charts/shared/label.js";
import {drawPlot} from "../../pipelines/charts/shared/plot.js";
import {zInterval} from "../../pipelines/stats/correlation.js";
import {type Calibration, type Moved, samplingLean, simulatedIn} from "./calibration.js";
import {number} from "./numbers.js";

const MOST = 25;

/** The evaluations that change most: from truncated as missing (ring) to truncated as wrong (dot). */
export function movesPlot(moved: readonly Moved[], calibration: Calibration, {width = 640} = {}): HTMLElement {
  const rows = [...moved]
    .filter(({truncated}) => truncated > 0)
    .sort((a, b) => a.wrong - a.person.eap - (b.wrong - b.person.eap))
    .slice(0, MOST);
  const names = nameAxis(
    rows.map(({person}) => person.name),
    width
  );
  const y = ({person}: Moved) => person.name;
  const plot = drawPlot({
    width,
    height: 70 + 17 * rows.length,
    marginLeft: names.margin,
    marginRight: 24,
    marginBottom: 40,
    x: {grid: true, label: "ability, standard deviations →"},
    y: {domain: rows.map(y), label: null, tickFormat: names.format, tickSize: 0},
    marks: [
      Plot.ruleY(rows, {
        y,
        x1: ({person}: Moved) => person.low,
        x2: ({person}: Moved) => person.high,
        stroke: "var(--theme-foreground-faint)",
        strokeWidth: 6
      }),
      Plot.arrow(rows, {
        y1: y,
        y2: y,
        x1: ({person}: Moved) => person.eap,
        x2: "wrong",
        stroke: "var(--theme-red)",
        inset: 3,
        headLength: 6
      }),
      Plot.dot(rows, {
        y,
        x: ({person}: Moved) => person.eap,
        r: 4,
        fill: "var(--theme-background)",
        stroke: "var(--theme-blue)",
        strokeWidth: 2
      }),
      Plot.tip(
        rows,
        Plot.pointerY({
          y,
          x: "wrong",
          title: (row: Moved) =>
            `${row.person.name}\nmissing ${number(row.person.eap)} [${number(row.person.low)}, ${number(row.person.high)}]\nwrong ${number(row.wrong)} [${number(row.low)}, ${number(row.high)}]\n${plural(row.truncated, "truncated answer")} of ${formatCount(row.person.n + row.truncated)}`
        })
      )
    ]
  });
  return figure(plot, {
    title: "Truncated as missing, or as wrong",
    caption: `Ring: ability with truncated answers left out, on its 95 % interval. Arrow: to where it falls when they count as wrong and items are fitted anew. The ${MOST} that move most.`,
    simulated: simulatedIn(calibration),
    id: "moves"
  });
}

export function movesSentence(moved: readonly Moved[]): string {
  if (moved.length === 0) return "Which answers were truncated is not known here.";
  const with_ = moved.filter(({truncated}) => truncated > 0);
  if (with_.length === 0) return "No answer was truncated, so it does not matter how truncated answers count.";
  const beyond = with_.filter(({person, wrong}) => wrong < person.low).length;
  const most = with_.reduce((a, b) => (b.wrong - b.person.eap < a.wrong - a.person.eap ? b : a));
  return `${formatCount(with_.length)} of ${plural(moved.length, "evaluation")} left answers unfinished. Here those are missing; counted as wrong they would lower ${most.person.name} most, from ${number(most.person.eap)} [${number(most.person.low)}, ${number(most.person.high)}] to ${number(most.wrong)} [${number(most.low)}, ${number(most.high)}] (${plural(most.truncated, "truncated answer")} of ${formatCount(most.person.n + most.truncated)}), and ${formatCount(beyond)} would fall below ${beyond === 1 ? "its" : "their"} interval.`;
}

export function truncationByAbilitySentence(calibration: Calibration): string {
  const {r, n, least, most} = samplingLean(calibration);
  if (least === most) return `Every item has ${formatCount(most)} answers, so sampling does not favour any difficulty.`;
  const range = `Items have ${formatCount(least)} to ${formatCount(most)} answers`;
  const [low, high] = zInterval("pearson", "fisher", r, Math.max(4, n)) ?? [r, r]; // a perfect correlation has no such interval
  const lean = `correlation of answers with nearness to one half right ${number(r)} [${number(low)}, ${number(high)}], n = ${plural(n, "item")}`;
  return low > 0
    ? `${range}, and more where accuracy is middling (${lean}): progressive sampling goes on until an interval is narrow, which takes longest there. Such items weigh more.`
    : `${range}, but not significantly more where accuracy is middling (${lean}). Progressive sampling can leave them so: it goes on until an interval is narrow, which takes longest there.`;
}

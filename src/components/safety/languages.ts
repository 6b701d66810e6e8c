// A measure of refusals by language, several evaluations beside each other.
import * as Plot from "npm:@observablehq/plot";
import {figure} from "../../pipelines/charts/shared/figure.js";
import {formatCount, formatInterval} from "../../pipelines/charts/shared/interval.js";
import {drawPlot} from "../../pipelines/charts/shared/plot.js";
import {dotsWithIntervals, percent} from "../../pipelines/charts/shared/severalEvaluations.js";
import {languageName} from "../shared/languageName.js";
import {MEASURE_NAMES, type Measure, type Measured, measured, type RefusalRow} from "./shown.js";

interface Dot extends Measured {
  evaluation: string;
  simulated: boolean;
  language: string;
}

/** Share of a language's place that its evaluations spread over. */
const SPREAD = 0.6;

export function languageChart(
  all: readonly RefusalRow[],
  {drawn, measure, width}: {drawn: readonly string[]; measure: Measure; width: number}
): HTMLElement {
  const dots = all
    .filter(({part, evaluation}) => part === "language" && drawn.includes(evaluation))
    .flatMap((row): Dot[] => {
      const found = measured(row, measure);
      return found ? [{...found, evaluation: row.evaluation, simulated: row.simulated, language: row.language}] : [];
    });
  const languages = [...new Set(dots.map(({language}) => language))].sort();
  const x = ({language, evaluation}: Dot) =>
    languages.indexOf(language) + (drawn.length < 2 ? 0 : SPREAD * (drawn.indexOf(evaluation) / (drawn.length - 1) - 0.5));
  const simulated = dots.some(dot => dot.simulated);
  const others = new Set(all.map(({evaluation}) => evaluation)).size - drawn.length;
  const narrow = width < 520;
  const plot = drawPlot({
    width,
    height: 320,
    marginLeft: 46,
    marginBottom: 42,
    x: {
      label: null,
      domain: [-0.5, Math.max(0.5, languages.length - 0.5)],
      ticks: languages.map((_, i) => i),
      tickFormat: (i: number) => (narrow ? languages[i]! : languageName(languages[i]!))
    },
    y: {label: "↑ %", domain: [0, 100], grid: true},
    color: {domain: [...drawn], legend: false},
    symbol: {domain: [...drawn], legend: true},
    marks: [
      ...dotsWithIntervals(dots, {x, value: ({value}) => value}),
      Plot.tip(
        dots,
        Plot.pointer({
          x,
          y: ({value}: Dot) => percent(value),
          title: (dot: Dot) =>
            `${dot.evaluation}${dot.simulated ? " (simulated)" : ""}\n${languageName(dot.language)}\n${formatInterval(dot)}`
        })
      )
    ]
  });
  return figure(plot, {
    title: `By language: ${MEASURE_NAMES[measure]}`,
    simulated,
    id: "language-chart",
    caption: [
      "Bars are 95 % intervals.",
      others > 0 ? `${formatCount(others)} further evaluations can be chosen above.` : "",
      simulated ? "Hollow marks are simulated." : ""
    ]
      .filter(Boolean)
      .join(" ")
  });
}

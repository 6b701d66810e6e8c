// Overall scores of evaluations with their intervals.
import * as Plot from "npm:@observablehq/plot";
import {figure} from "../../pipelines/charts/shared/figure.js";
import {nameAxis} from "../../pipelines/charts/shared/label.js";
import {drawPlot} from "../../pipelines/charts/shared/plot.js";
import {rankText, scoreOf, scoreText} from "../../pipelines/studies/report/words.js";
import type {Shown} from "./shown.js";

/** Most evaluations that are drawn; the others stand in the table. */
const MOST_DRAWN = 24;

interface Drawn {
  evaluation: string;
  simulated: boolean;
  score: number;
  low: number;
  high: number;
  text: string;
}

/** The best evaluations, each as a dot with its interval. */
export function overallChart(rows: readonly Shown[], {width}: {width: number}): HTMLElement {
  const scored = rows.flatMap((row): Drawn[] => {
    const of = scoreOf(row, "overall");
    if (!of || of.score === null) return [];
    const text = `${row.evaluation}${row.simulated ? " (simulated)" : ""}\n${scoreText(of)}\nrank ${rankText(row.rank)}`;
    return [
      {
        evaluation: row.evaluation,
        simulated: row.simulated,
        score: of.score,
        low: of.low ?? of.score,
        high: of.high ?? of.score,
        text
      }
    ];
  });
  const drawn = scored.slice(0, MOST_DRAWN);
  const names = nameAxis(
    drawn.map(({evaluation}) => evaluation),
    width / 2
  );
  const simulated = drawn.some(row => row.simulated);
  const plot = drawPlot({
    width,
    height: 70 + 18 * drawn.length,
    marginLeft: names.margin,
    marginRight: 20,
    marginBottom: 40,
    x: {
      label: "overall score →",
      grid: true,
      domain: [Math.min(0, ...drawn.map(({low}) => low)), Math.max(1, ...drawn.map(({high}) => high))],
      nice: true
    },
    y: {domain: drawn.map(({evaluation}) => evaluation), label: null, tickFormat: names.format, tickSize: 0},
    marks: [
      Plot.ruleX([0], {stroke: "var(--theme-foreground-muted)"}),
      Plot.ruleY(drawn, {y: "evaluation", x1: "low", x2: "high", stroke: "var(--theme-foreground-muted)"}),
      Plot.dot(drawn, {
        y: "evaluation",
        x: "score",
        r: 4,
        stroke: "var(--theme-blue)",
        fill: (row: Drawn) => (row.simulated ? "var(--theme-background)" : "var(--theme-blue)")
      }),
      Plot.tip(drawn, Plot.pointer({y: "evaluation", x: "score", title: "text"}))
    ]
  });
  return figure(plot, {
    title: "Overall score",
    simulated,
    id: "overall",
    caption: [
      "Lines are 95 % intervals.",
      scored.length > drawn.length ? `The best ${drawn.length} of ${scored.length}; the others are in the table.` : "",
      simulated ? "Hollow dots are simulated." : ""
    ]
      .filter(Boolean)
      .join(" ")
  });
}

// Chart and sentences of mean ratings by model and aspect.

import * as Plot from "npm:@observablehq/plot";
import {html} from "npm:htl";
import {plural} from "../../pipelines/book/plural.js";
import {figure} from "../../pipelines/charts/shared/figure.js";
import {formatEstimate, formatRate} from "../../pipelines/charts/shared/interval.js";
import {nameAxis} from "../../pipelines/charts/shared/label.js";
import {drawPlot} from "../../pipelines/charts/shared/plot.js";
import {type AspectStudy, OF_VOTES, type RatedModel} from "../../pipelines/studies/preferences/ratings/study.js";
import type {GroundTruth} from "../../pipelines/studies/preferences/simulate/simulateVotes.js";
import type {Rated} from "./data.js";
import {errorName} from "./inputs.js";
import {noteList} from "./notes.js";

const over = (by: AspectStudy["intervals_over"]): string => (by === "ratings" ? "ratings" : errorName(by));
const points = ({value, lo, hi}: {value: number | null; lo: number | null; hi: number | null}, digits = 2): string =>
  formatEstimate({value, low: lo, high: hi}, {digits});
export const meanText = ({mean, lo, hi}: RatedModel): string => points({value: mean, lo, hi});

/** The summary of ratings, or a sentence that says that there are none. */
export function ratingsIntro(studies: readonly AspectStudy[], source: Rated, groundTruth: readonly GroundTruth[]): Node {
  if (studies.length === 0)
    return html`<p class="rb-muted">No single answers were rated here: votes say only which of two was preferred.</p>`;
  const warnings = warningsOf(studies);
  const check = groundTruthLine(studies, source, groundTruth);
  return html`<section id="ratings">
    ${source.votes ? "" : html`<p class="rb-muted" id="ratings-source" role="note">Shown: the ratings of ${source.name}, whatever judge and turn are chosen above.</p>`}
    <ul id="ratings-reading">${studies.map((study, i) => html`<li>${aspectSentence(study, i)}</li>`)}</ul>
    ${check === null ? "" : html`<p id="ratings-planted">${check}</p>`}
    ${warnings.length > 0 ? html`<p class="rb-error" id="ratings-warnings">With the strengths of the votes: ${warnings.join("; ")}.</p>` : ""}
    ${noteList([...source.notes, ...notesOf(studies)])}
  </section>`;
}

/** Notes of the aspects, without duplicates. */
function notesOf(studies: readonly AspectStudy[]): string[] {
  const shared = new Map<string, string[]>();
  for (const {aspect, notes} of studies) for (const note of notes) shared.set(note, [...(shared.get(note) ?? []), aspect]);
  return [...shared].map(([note, aspects]) => (studies.length === 1 ? note : `${aspects.join(", ")}: ${note}`));
}

function aspectSentence(
  {aspect, n, judges, units, scale, models, preference, alpha_ordinal: alpha}: AspectStudy,
  i: number
): string {
  const [first, last] = [models[0]!, models.at(-1)!];
  const name = aspect[0]!.toUpperCase() + aspect.slice(1);
  const rank = first.rank === null ? "" : `, rank ${first.rank} [${first.rank_lo}, ${first.rank_hi}]`;
  const given =
    i === 0
      ? `${name}, from ${scale.min} to ${scale.max}: ${plural(n, "rating")} of ${plural(judges, "judge")} on ${plural(units, "answer")} of ${plural(models.length, "model")}.`
      : `${name}: ${plural(n, "rating")}.`;
  const ends =
    models.length === 1
      ? `${first.model} is rated ${meanText(first)}.`
      : `${first.model} is rated highest, ${meanText(first)}${rank}; ${last.model} lowest, ${meanText(last)}.`;
  const agree =
    alpha.value === null
      ? "How far judges agree is not known."
      : `Judges agree at α = ${points(alpha)} (ordinal, n = ${plural(alpha.n, "answer")}).`;
  const follows =
    preference?.share == null || preference.n === 0
      ? ""
      : ` Of two answers the one rated higher is preferred in ${formatRate({value: preference.share, low: preference.lo!, high: preference.hi!, n: preference.n})} of ${plural(preference.n, "vote")}.`;
  return `${given} ${ends} ${agree}${follows}`;
}

const warningsOf = (studies: readonly AspectStudy[]): string[] => [
  ...new Set(
    studies.flatMap(({correlations}) => correlations.filter(({benchmark}) => benchmark === OF_VOTES).flatMap(row => row.warnings))
  )
];

/**
 * Number of intervals that contain the true value of simulated ratings. It refers to all votes, since the ground truth depends on no
 * filter.
 */
function groundTruthLine(studies: readonly AspectStudy[], {votes}: Rated, groundTruth: readonly GroundTruth[]): string | null {
  if (!votes || groundTruth.length === 0) return null;
  const truth = new Map(groundTruth.map(({kind, name, value}) => [`${kind} ${name}`, value]));
  const raters = groundTruth.filter(({kind}) => kind === "severity").length;
  const turns = new Set(votes.turn).size;
  if (turns < 2 || studies.some(({judges}) => judges !== raters)) return null;
  const count = (of: (study: AspectStudy) => {key: string; lo: number | null; hi: number | null}[]) => {
    const all = studies.flatMap(of).filter(({key, lo}) => truth.has(key) && lo !== null);
    return `${all.filter(({key, lo, hi}) => lo! <= truth.get(key)! && truth.get(key)! <= hi!).length} of ${all.length}`;
  };
  const means = count(({aspect, models}) => models.map(({model, lo, hi}) => ({key: `expected ${aspect} ${model}`, lo, hi})));
  const judges = count(({aspect, severity}) =>
    severity.map(({judge, lo, hi}) => ({key: `expected ${aspect} severity ${judge}`, lo, hi}))
  );
  return `The ratings are simulated, so that the truth is known: ${means} intervals of means and ${judges} of severities hold it.`;
}

/** Least width of an aspect's panel in which intervals remain distinguishable, in pixels. */
const LEAST_PIXELS = 230;

/** Mean ratings with their intervals, one panel per aspect, with models in the order of the first panel. */
export function ratingsPlot(
  studies: readonly AspectStudy[],
  {width, simulated}: {width: number; simulated: boolean}
): HTMLElement {
  const names = [...new Set(studies.flatMap(({models}) => models.map(({model}) => model)))];
  const {margin, format} = nameAxis(names, width);
  const panelsPerRow = Math.max(1, Math.min(studies.length, Math.floor((width - margin) / LEAST_PIXELS)));
  const plain = Math.floor((width - margin) / panelsPerRow);
  const panels = studies.map((study, i) => {
    const labelled = i % panelsPerRow === 0;
    return panelOf(study, {names, format, width: plain + (labelled ? margin : 0), margin: labelled ? margin : 12, simulated});
  });
  const [first] = studies;
  return figure(html`<div class="rb-panels">${panels}</div>`, {
    title: "Mean rating of each model's answers",
    id: "ratings-plot",
    simulated,
    caption: `Bars are 95 % intervals over ${over(first!.intervals_over)}, one model at a time; small crosses: means with judges' severity and prompts taken out.${simulated ? " Hollow dots: simulated judgments." : ""}`
  });
}

/** The rating scale, extended to the ends of intervals where the scale is only the observed range. */
const domainOf = ({models, scale: {min, max}}: Pick<AspectStudy, "models" | "scale">): [number, number] => [
  Math.min(min, ...models.map(({lo}) => lo ?? min)),
  Math.max(max, ...models.map(({hi}) => hi ?? max))
];

function panelOf(
  {aspect, models, scale}: AspectStudy,
  of: {names: readonly string[]; format: (name: string) => string; width: number; margin: number; simulated: boolean}
): Node {
  const {names, format, width, margin, simulated} = of;
  const labelled = margin > 12;
  return drawPlot({
    width,
    height: 20 * names.length + 60,
    marginLeft: margin,
    marginTop: 34,
    marginRight: 12,
    x: {label: `${aspect} →`, domain: domainOf({models, scale}), grid: true, ticks: 5},
    y: {domain: names, label: null, ...(labelled ? {tickFormat: format} : {axis: null})},
    marks: [
      Plot.link(
        models.filter(({lo}) => lo !== null),
        {
          x1: "lo",
          x2: "hi",
          y: "model",
          stroke: "var(--theme-foreground-focus)",
          strokeWidth: 1.6
        }
      ),
      Plot.dot(
        models.filter(({adjusted}) => adjusted !== null),
        {x: "adjusted", y: "model", symbol: "times", r: 2.5, stroke: "var(--theme-foreground-muted)", dy: 6}
      ),
      Plot.dot(models, {
        x: "mean",
        y: "model",
        r: 3.5,
        fill: simulated ? "var(--theme-background)" : "var(--theme-foreground-focus)",
        stroke: "var(--theme-foreground-focus)",
        title: (row: RatedModel) =>
          `${row.model}\n${aspect} ${meanText(row)}\n${row.adjusted === null ? "" : `judges and prompts taken out: ${row.adjusted.toFixed(2)}\n`}${row.rank === null ? "" : `rank ${row.rank} [${row.rank_lo}, ${row.rank_hi}]\n`}n = ${plural(row.n, "rating")}`
      })
    ]
  });
}

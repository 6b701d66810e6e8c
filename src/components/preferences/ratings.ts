// Ratings: charts, tables and sentences by model, aspect and judge.

import * as Plot from "npm:@observablehq/plot";
import {html} from "npm:htl";
import type {Agreed} from "../../pipelines/studies/preferences/agreement/coefficient.js";
import type {JudgeSeverity} from "../../pipelines/studies/preferences/ratings/severity.js";
import {type AspectStudy, OF_VOTES, type RatedModel} from "../../pipelines/studies/preferences/ratings/study.js";
import type {GroundTruth} from "../../pipelines/studies/preferences/simulate/simulateVotes.js";
import {
  type Column,
  drawPlot,
  figure,
  formatCount,
  formatEstimate,
  formatInterval,
  formatRate,
  nameAxis,
  numberColumn,
  plural,
  textColumn
} from "../shared/charts.js";
import {coefficientText, noteList} from "./agreement.js";
import type {Rated} from "./data.js";
import {errorName} from "./inputs.js";

// Chart and sentences of mean ratings by model and aspect.

const over = (by: AspectStudy["intervals_over"]): string => (by === "ratings" ? "ratings" : errorName(by));
const points = ({value, lo, hi}: {value: number | null; lo: number | null; hi: number | null}, digits = 2): string =>
  formatEstimate({value, low: lo, high: hi}, {digits});
const meanText = ({mean, lo, hi}: RatedModel): string => points({value: mean, lo, hi});

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

// Tables of ratings: models, agreement by aspect, severity of judges.

/** A model or a judge with its values by aspect. */
interface ByAspect<T> {
  name: string;
  of: Record<string, T | undefined>;
}

function byAspect<T>(
  studies: readonly AspectStudy[],
  list: (study: AspectStudy) => readonly T[],
  nameOf: (row: T) => string
): ByAspect<T>[] {
  const rows = new Map<string, ByAspect<T>>();
  for (const study of studies)
    for (const row of list(study)) {
      const name = nameOf(row);
      if (!rows.has(name)) rows.set(name, {name, of: {}});
      rows.get(name)!.of[study.aspect] = row;
    }
  return [...rows.values()];
}

export const ratedModels = (studies: readonly AspectStudy[]): ByAspect<RatedModel>[] =>
  byAspect(
    studies,
    ({models}) => models,
    ({model}) => model
  );

export const severeJudges = (studies: readonly AspectStudy[]): ByAspect<JudgeSeverity>[] =>
  byAspect(
    studies,
    ({severity}) => severity,
    ({judge}) => judge
  );

export const ratedModelColumns = (studies: readonly AspectStudy[]): Column<ByAspect<RatedModel>>[] => [
  textColumn("model", "Model", ({name}) => name),
  ...studies.flatMap(({aspect, intervals_over}): Column<ByAspect<RatedModel>>[] => {
    const column = (
      key: string,
      label: string,
      description: string,
      by: (row: RatedModel) => number | null,
      show: (row: RatedModel) => string
    ): Column<ByAspect<RatedModel>> =>
      numberColumn(
        `${key}-${aspect}`,
        label,
        ({of}) => (of[aspect] ? by(of[aspect]) : null),
        ({of}) => (of[aspect] ? show(of[aspect]) : "–"),
        description
      );
    return [
      column("mean", `Mean ${aspect}`, `with its 95 % interval over ${intervals_over}`, row => row.mean, meanText),
      column(
        "rank",
        `Rank, ${aspect}`,
        "with its simultaneous 95 % interval",
        row => row.rank,
        row => (row.rank === null ? "–" : `${row.rank} [${row.rank_lo}, ${row.rank_hi}]`)
      ),
      column(
        "adjusted",
        `Adjusted ${aspect}`,
        "as if all these judges had rated it on all these prompts; the interval, over prompts, is of its distance from the models' average",
        row => row.adjusted,
        row => formatEstimate({value: row.adjusted, low: row.adjusted_lo, high: row.adjusted_hi}, {digits: 2})
      ),
      column(
        "n",
        "n",
        "ratings",
        row => row.n,
        row => formatCount(row.n)
      )
    ];
  })
];

export const severityColumns = (studies: readonly AspectStudy[]): Column<ByAspect<JudgeSeverity>>[] => [
  textColumn("judge", "Judge", ({name}) => name),
  ...studies
    .filter(({severity}) => severity.length > 0)
    .flatMap(({aspect}): Column<ByAspect<JudgeSeverity>>[] => [
      numberColumn(
        `severity-${aspect}`,
        `Severity, ${aspect}`,
        ({of}) => of[aspect]?.severity ?? null,
        ({of}) => {
          const own = of[aspect];
          return own ? formatEstimate({value: own.severity, low: own.lo, high: own.hi}, {digits: 2}) : "–";
        },
        "points below the average of these judges, the same models and prompts given; negative: lenient. 95 % interval over prompts"
      ),
      numberColumn(
        `mean-${aspect}`,
        "Mean",
        ({of}) => of[aspect]?.mean ?? null,
        ({of}) => of[aspect]?.mean.toFixed(2) ?? "–",
        "of all its ratings, whatever the answers"
      ),
      numberColumn(
        `n-${aspect}`,
        "n",
        ({of}) => of[aspect]?.n ?? null,
        ({of}) => formatCount(of[aspect]?.n),
        "ratings"
      )
    ])
];

/** The most severe and most lenient judge, and the number that differ from the average. */
export function severitySentence(studies: readonly AspectStudy[]): string {
  const study = studies.find(({severity}) => severity.length > 1);
  if (!study) return "";
  const {aspect, severity} = study;
  const [strict, lenient] = [severity[0]!, severity.at(-1)!];
  const differ = severity.filter(({lo, hi}) => lo !== null && (lo > 0 || hi! < 0)).length;
  const text = ({judge, severity: value, lo, hi}: JudgeSeverity, sign: 1 | -1) =>
    `${judge} (${formatEstimate({value: sign * value, low: lo === null ? null : Math.min(sign * lo, sign * hi!), high: lo === null ? null : Math.max(sign * lo, sign * hi!)}, {digits: 2})} points ${sign > 0 ? "below" : "above"} the average)`;
  return `Of ${severity.length} judges of ${aspect}, ${differ} are stricter or more lenient than their average at 95 %: strictest ${text(strict, 1)}, most lenient ${text(lenient, -1)}, given the same models and prompts.`;
}

const shown = (found: Agreed): string => (found.value === null ? "–" : coefficientText(found));

/** Most distinct values that a table lists one by one. */
const MOST_SHOWN = 11;

/** Agreement of judges and correlations of ratings, one column per aspect. */
export function ratingAgreementTable(studies: readonly AspectStudy[], simulated: boolean): HTMLElement {
  const rows: [label: string, of: (study: AspectStudy) => string][] = [
    ["Krippendorff's α, ordinal", study => shown(study.alpha_ordinal)],
    ["Krippendorff's α, interval", study => shown(study.alpha_interval)],
    ["Krippendorff's α, nominal", study => shown(study.alpha_nominal)],
    ["Cohen's κ, quadratic weights", study => shown(study.kappa_weighted)],
    ["Base rates", baseRates]
  ];
  if (studies.some(({preference}) => preference))
    rows.push(
      ["Preferred, if rated higher", ({preference}) => preferred(preference)],
      [
        "Rated alike · vote tied · both",
        ({preference}) =>
          preference ? [preference.equal_ratings, preference.tied_votes, preference.both_tied].map(formatCount).join(" · ") : "–"
      ]
    );
  for (const [coefficient, sign] of SIGNS)
    if (studies.some(({correlations}) => correlations.some(row => row.benchmark === OF_VOTES)))
      rows.push([`Means with strengths, ${sign}`, study => withStrengths(study, coefficient)]);
  if (studies.length > 1)
    for (const {aspect} of studies)
      rows.push([
        `Answers with their ${aspect}, r`,
        study => {
          const other = study.aspects.find(each => each.aspect === aspect);
          return other ? shown(other) : "";
        }
      ]);
  const table = html`<table class="rb-table" id="ratings-agreement"><thead><tr><th scope="col">Coefficient</th>${studies.map(({aspect}) => html`<th scope="col">${aspect}</th>`)}</tr></thead>
    <tbody>${rows.map(([label, of]) => html`<tr><th scope="row">${label}</th>${studies.map(study => html`<td><span class="rb-params">${of(study)}</span></td>`)}</tr>`)}</tbody></table>`;
  return figure(table, {
    title: "Agreement on ratings, and what they correlate with",
    simulated,
    caption:
      "n of α and κ: answers (question × turn × model) that two judges or more rated; κ is pooled over pairs of judges. 95 % intervals are over what is written beside them. Preferred: of votes for either of two answers with unequal ratings, interval over prompts; below it the votes that this leaves out. Strengths: n models. Correlations between aspects: n answers, interval over prompts."
  });
}

const baseRates = ({distribution, n}: AspectStudy): string =>
  distribution.length > MOST_SHOWN
    ? `${distribution.length} values from ${distribution[0]!.value} to ${distribution.at(-1)!.value}, n = ${formatCount(n)}`
    : `${distribution.map(each => `${each.value}: ${((100 * each.n) / n).toFixed(0)} %`).join(" · ")}, n = ${formatCount(n)}`;

const preferred = (preference: AspectStudy["preference"]): string =>
  preference?.share == null
    ? "–"
    : formatInterval({value: preference.share, low: preference.lo!, high: preference.hi!, n: preference.n});

const SIGNS = [
  ["pearson", "r"],
  ["spearman", "ρ"],
  ["kendall", "τ-b"]
] as const;

function withStrengths({correlations}: AspectStudy, coefficient: (typeof SIGNS)[number][0]): string {
  const own = correlations.find(row => row.benchmark === OF_VOTES && row.coefficient === coefficient);
  return own ? shown(own) : "–";
}

/** Rows of the CSV file: one per model and aspect. */
export const ratingRows = (studies: readonly AspectStudy[]): Record<string, unknown>[] =>
  studies.flatMap(({aspect, intervals_over, models}) => models.map(row => ({aspect, ...row, intervals_over})));
export const severityRows = (studies: readonly AspectStudy[]): Record<string, unknown>[] =>
  studies.flatMap(({aspect, severity}) => severity.map(row => ({aspect, ...row})));

// Tables of ratings: models, agreement by aspect, severity of judges.
import {html} from "npm:htl";
import {figure} from "../../pipelines/charts/shared/figure.js";
import {formatCount, formatEstimate, formatInterval} from "../../pipelines/charts/shared/interval.js";
import type {Column} from "../../pipelines/charts/shared/sortable.js";
import type {Agreed} from "../../pipelines/studies/preferences/agreement/coefficient.js";
import type {JudgeSeverity} from "../../pipelines/studies/preferences/ratings/severity.js";
import {type AspectStudy, OF_VOTES, type RatedModel} from "../../pipelines/studies/preferences/ratings/study.js";
import {coefficientText} from "./coefficient.js";
import {meanText} from "./ratings.js";

/** A model or a judge with its values by aspect. */
export interface ByAspect<T> {
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
  {key: "model", label: "Model", by: ({name}) => name, show: ({name}) => name},
  ...studies.flatMap(({aspect, intervals_over}): Column<ByAspect<RatedModel>>[] => {
    const column = (
      key: string,
      label: string,
      description: string,
      by: (row: RatedModel) => number | null,
      show: (row: RatedModel) => string
    ): Column<ByAspect<RatedModel>> => ({
      key: `${key}-${aspect}`,
      label,
      description,
      numeric: true,
      by: ({of}) => (of[aspect] ? by(of[aspect]) : null),
      show: ({of}) => (of[aspect] ? show(of[aspect]) : "–")
    });
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
  {key: "judge", label: "Judge", by: ({name}) => name, show: ({name}) => name},
  ...studies
    .filter(({severity}) => severity.length > 0)
    .flatMap(({aspect}): Column<ByAspect<JudgeSeverity>>[] => [
      {
        key: `severity-${aspect}`,
        label: `Severity, ${aspect}`,
        description:
          "points below the average of these judges, the same models and prompts given; negative: lenient. 95 % interval over prompts",
        numeric: true,
        by: ({of}) => of[aspect]?.severity ?? null,
        show: ({of}) => {
          const own = of[aspect];
          return own ? formatEstimate({value: own.severity, low: own.lo, high: own.hi}, {digits: 2}) : "–";
        }
      },
      {
        key: `mean-${aspect}`,
        label: "Mean",
        description: "of all its ratings, whatever the answers",
        numeric: true,
        by: ({of}) => of[aspect]?.mean ?? null,
        show: ({of}) => of[aspect]?.mean.toFixed(2) ?? "–"
      },
      {
        key: `n-${aspect}`,
        label: "n",
        description: "ratings",
        numeric: true,
        by: ({of}) => of[aspect]?.n ?? null,
        show: ({of}) => formatCount(of[aspect]?.n)
      }
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

// Kit of the pages of rates: rows of the table `estimates` as columns, text, charts and a file.
import * as Plot from "npm:@observablehq/plot";
import {groupBy} from "../pipelines/stats/groupBy.js";
import type {Evaluated} from "../pipelines/store/evaluationName.js";
import type {Estimate} from "../pipelines/studies/rateStudy.js";
import {namedRows} from "./shared/answers.js";
import {
  type Column,
  countColumn,
  evaluationColumns,
  formatCount,
  formatDifference,
  formatInterval,
  hollowBlue,
  kindName,
  numberColumn,
  percent,
  plotFigure,
  type Sql,
  sentences,
  tip
} from "./shared/charts.js";

/** A set of an evaluation's answers with all estimates over them, by measure. */
interface EstimateRow extends Evaluated {
  evaluation: string;
  base_task: string;
  facet: string;
  facet_value: string;
  estimates: ReadonlyMap<string, Estimate>;
  /** Most answers that the token limit stopped among those of a measure. */
  truncated: number;
}

/** All estimates of a study; the facet's value of all answers together is empty. */
export async function estimatesIn(sql: Sql, study: string): Promise<EstimateRow[]> {
  const rows = await namedRows<EstimateRow & Estimate & {measure: string}>(
    sql,
    "select * from estimates where study = ? order by base_task, facet, facet_value, model, template, sampler, eval_id, measure",
    [study]
  );
  const sets = groupBy(rows, ({eval_id, base_task, facet, facet_value}) =>
    JSON.stringify([eval_id, base_task, facet, facet_value])
  );
  return [...sets.values()].map(set => ({
    ...set[0]!,
    estimates: new Map(set.map(row => [row.measure, row])),
    truncated: Math.max(...set.map(({truncated}) => truncated))
  }));
}

/** A row with measures of an evaluation. */
interface MeasuredRow {
  evaluation: string;
  simulated: boolean;
  estimates: ReadonlyMap<string, Pick<Estimate, "value" | "low" | "high" | "n">>;
}

/** `12.0 % [8.1, 17.2] n = 250`; a dash where the measure has no answers. */
export function estimateText({estimates}: Pick<MeasuredRow, "estimates">, measure: string): string {
  const estimate = estimates.get(measure);
  return estimate ? formatInterval(estimate) : "–";
}

/** A measure as a column: its head, its definition, and whether it is a difference in points, which has a sign. */
interface MeasureLabel {
  label: string;
  description: string;
  isSigned?: boolean;
}

/** Columns of the evaluation, of measures by name, and of truncated answers. */
export const estimateColumns = (measures: Readonly<Record<string, MeasureLabel>>): Column<EstimateRow>[] => [
  ...evaluationColumns,
  ...Object.entries(measures).map(([name, {label, description, isSigned = false}]) =>
    numberColumn<EstimateRow>(
      name,
      label,
      ({estimates}) => estimates.get(name)?.value ?? null,
      row => {
        const estimate = row.estimates.get(name);
        return estimate && isSigned ? `${formatDifference(estimate)} n = ${formatCount(estimate.n)}` : estimateText(row, name);
      },
      description
    )
  ),
  countColumn("truncated", "Truncated")
];

/** The rows with the lowest and the highest estimate of a measure; the same row twice where it is the only one. */
export function extremes(rows: readonly EstimateRow[], measure: string): [EstimateRow, EstimateRow] | null {
  const estimateIn = (row: EstimateRow) => row.estimates.get(measure)!.value;
  const sorted = rows.filter(({estimates}) => estimates.has(measure)).sort((a, b) => estimateIn(a) - estimateIn(b));
  return sorted.length === 0 ? null : [sorted[0]!, sorted.at(-1)!];
}

/** Names the evaluation of a row and says how many others have the same estimate of a measure: `a`, `a and 6 others`. */
export function tiedName(rows: readonly EstimateRow[], {evaluation, estimates}: EstimateRow, measure: string): string {
  const value = estimates.get(measure)!.value;
  const others = rows.filter(row => row.estimates.get(measure)?.value === value).length - 1;
  return others === 0 ? evaluation : `${evaluation} and ${others === 1 ? "one other" : `${formatCount(others)} others`}`;
}

/** Rows for a file, one a measure. */
export const estimatesCsv = (rows: readonly EstimateRow[]): Record<string, unknown>[] =>
  rows.flatMap(({evaluation, simulated, base_task, facet, facet_value, estimates}) =>
    [...estimates].map(([measure, {value, low, high, n, clusters, truncated, method}]) => ({
      ...{evaluation, simulated, base_task, facet, facet_value, measure},
      ...{value, low, high, n, clusters, truncated, method}
    }))
  );

/** Most evaluations whose names are written next to their dots, and the width of a letter in pixels. */
const MAX_NAMED = 12;
const LETTER = 6.5;
const MUTED = {stroke: "var(--theme-foreground-muted)"};

interface ChartOptions {
  width: number;
  id: string;
  title: string;
  caption: string;
}

/** A measure on an axis. */
interface Axis {
  measure: string;
  label: string;
}

/**
 * Two measures of each evaluation against each other, in percent, with both intervals; null where no evaluation has both.
 * @param marks further marks, in percent, above the dots
 */
export function measureScatter(
  rows: readonly MeasuredRow[],
  {
    x,
    y,
    width,
    caption,
    height = 380,
    marks = [],
    ...frame
  }: ChartOptions & {x: Axis; y: Axis; height?: number; marks?: Plot.Markish[]}
): HTMLElement | null {
  const dots = rows.flatMap(row => {
    const [left, up] = [row.estimates.get(x.measure), row.estimates.get(y.measure)];
    return left && up ? [{...row, left, up}] : [];
  });
  if (dots.length === 0) return null;
  type Dot = (typeof dots)[number];
  const place = {x: ({left}: Dot) => percent(left.value), y: ({up}: Dot) => percent(up.value)};
  const isNamed = dots.length <= MAX_NAMED;
  const simulated = dots.some(row => row.simulated);
  const stacks = [...groupBy(dots, dot => `${Math.round(place.x(dot))} ${Math.round(place.y(dot))}`).values()];
  // Names are right of a dot in the left half, and left of it in the other; dots at one place have one text.
  const names = (isRight: boolean) =>
    Plot.text(
      stacks.filter(([dot]) => dot!.left.value < 0.5 === isRight),
      {
        x: ([dot]: Dot[]) => place.x(dot!),
        y: ([dot]: Dot[]) => place.y(dot!),
        text: (stack: Dot[]) => shortened(stack.map(({evaluation}) => evaluation).join(", "), width),
        textAnchor: isRight ? "start" : "end",
        dx: isRight ? 7 : -7,
        dy: -7
      }
    );
  // Of many dots, those at one place have one cross of pale lines, and their number.
  const crosses = isNamed ? dots : stacks.map(([dot]) => dot!);
  const lines = {...MUTED, strokeOpacity: isNamed ? 1 : 0.25};
  const several = stacks.filter(({length}) => length > 1);
  const counts = Plot.text(several, {
    x: ([dot]: Dot[]) => place.x(dot!),
    y: ([dot]: Dot[]) => place.y(dot!),
    text: ({length}: Dot[]) => formatCount(length),
    textAnchor: "start",
    dx: 7,
    dy: -7,
    stroke: "var(--theme-background)",
    fill: "currentColor"
  });
  return plotFigure({
    ...frame,
    simulated,
    caption: sentences(
      caption,
      "Lines are 95 % intervals.",
      isNamed ? "" : `Names are in the table${several.length > 0 ? "; a number counts the evaluations at one place" : ""}.`,
      simulated ? "Hollow dots are simulated." : ""
    ),
    ...{width, height, marginLeft: 46, marginRight: 20, marginBottom: 42},
    x: {label: `${x.label} (%) →`, domain: [0, 100], grid: true, inset: 6},
    y: {label: `↑ ${y.label} (%)`, domain: [0, 100], grid: true, inset: 6},
    marks: [
      Plot.ruleX(crosses, {x: place.x, y1: ({up}: Dot) => percent(up.low), y2: ({up}: Dot) => percent(up.high), ...lines}),
      Plot.ruleY(crosses, {
        y: place.y,
        x1: ({left}: Dot) => percent(left.low),
        x2: ({left}: Dot) => percent(left.high),
        ...lines
      }),
      Plot.dot(dots, {...place, r: 4, ...hollowBlue}),
      ...marks,
      ...(isNamed ? [names(true), names(false)] : [counts]),
      tip(dots, {
        ...place,
        title: (dot: Dot) =>
          [kindName(dot), ...[x, y].map(each => `${each.label}: ${estimateText(dot, each.measure)}`)].join("\n")
      })
    ]
  });
}

const shortened = (name: string, width: number): string => {
  const most = Math.max(8, Math.floor((0.4 * width) / LETTER));
  return name.length <= most ? name : `${name.slice(0, most - 1)}…`;
};

const BAR_COLORS = ["var(--theme-blue)", "var(--theme-red)"];

/** Bars of two measures by the facet's values for one evaluation, in percent, with intervals; null without rows. @param measures labels by name */
export function facetBars(
  rows: readonly EstimateRow[],
  {measures, width, caption, ...frame}: ChartOptions & {measures: Readonly<Record<string, string>>}
): HTMLElement | null {
  const kinds = Object.values(measures);
  const bars = Object.entries(measures).flatMap(([measure, kind]) =>
    rows.flatMap(row => {
      const estimate = row.estimates.get(measure);
      return estimate ? [{group: row.facet_value, kind, estimate, text: estimateText(row, measure)}] : [];
    })
  );
  if (bars.length === 0) return null;
  type Bar = (typeof bars)[number];
  const groups = [...new Set(bars.map(({group}) => group))].sort();
  const place = {fy: "group", y: "kind"};
  const value = ({estimate}: Bar) => percent(estimate.value);
  return plotFigure({
    ...frame,
    simulated: rows.some(row => row.simulated),
    caption: `${caption} Lines are 95 % intervals.`,
    ...{width, height: 60 + 44 * groups.length, marginLeft: 100, marginRight: 20, marginBottom: 40},
    x: {label: "share (%) →", domain: [0, 100], grid: true},
    y: {axis: null, domain: kinds},
    fy: {domain: groups, label: null, axis: "left"},
    color: {domain: kinds, range: BAR_COLORS, legend: true},
    marks: [
      Plot.barX(bars, {...place, x: value, fill: "kind", fillOpacity: 0.6}),
      Plot.ruleY(bars, {
        ...place,
        x1: ({estimate}: Bar) => percent(estimate.low),
        x2: ({estimate}: Bar) => percent(estimate.high),
        stroke: "currentColor"
      }),
      tip(bars, {...place, x: value, title: ({group, kind, text}: Bar) => `${group}: ${kind}\n${text}`})
    ]
  });
}

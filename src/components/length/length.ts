// Data, tables and charts of page Long context.

import * as Plot from "npm:@observablehq/plot";
import {html} from "npm:htl";
import {manifoldHeat} from "../../pipelines/charts/manifold/heat.js";
import {clusteredRatio} from "../../pipelines/stats/clustered.js";
import {groupBy} from "../../pipelines/stats/groupBy.js";
import {wilson} from "../../pipelines/stats/intervals.js";
import {mean} from "../../pipelines/stats/mean.js";
import type {Evaluated} from "../../pipelines/store/evaluationName.js";
import type {LengthAccuracy} from "../../pipelines/studies/length/answers.js";
import {meanRecall, type Position, type RecallFaculties, recallLength, seriesNames} from "../../pipelines/studies/length/axis.js";
import type {Contrast} from "../../pipelines/studies/length/contrasts.js";
import {accuracyAt, type EffectiveLength, MISFIT} from "../../pipelines/studies/length/effective.js";

import type {Cell, Value} from "../../pipelines/studies/manifold/surface.js";
import {namedRows, plainRows} from "../shared/answers.js";
import {
  type Column,
  countColumn,
  differenceColumn,
  dotsWithIntervals,
  type Estimated,
  evaluationColumns,
  forest,
  formatCount,
  formatDifference,
  formatInterval,
  formatRate,
  type Input,
  kindName,
  numberColumn,
  pColumn,
  percent,
  plotFigure,
  type Sql,
  sentences,
  tip
} from "../shared/charts.js";
import {MEAN, tableBox} from "../shared/page.js";

// What the page Long context shows: series of the store, their rows, and the faculties of simulated models.

/** A series of a task, as a reader chooses it. */
export interface ShownSeries {
  base_task: string;
  series: string;
  generator_version: number;
  name: string;
}

interface Named extends Evaluated {
  evaluation: string;
}
export interface LengthRow extends Named, Omit<LengthAccuracy, "guess"> {
  guess: number;
  length: number;
  position: Position;
  depth: number | null;
  /** whether nothing is known of the end of any of the evaluation's answers */
  areEndsUnknown: boolean;
}
export interface EffectiveRow extends Named, EffectiveLength {
  n: number;
  lengths: number;
  shortest: number | null;
  shortest_positive: number | null;
  longest: number | null;
  top: number | null;
  half_tokens: number | null;
  slope: number | null;
  misfit: number | null;
}
export interface ContrastRow extends Named, Contrast {}

/** All series that some evaluation was asked, those with the most lengths first. */
export async function seriesIn(sql: Sql): Promise<ShownSeries[]> {
  const rows = plainRows<Omit<ShownSeries, "name">>(
    await sql`select base_task, series, generator_version from lengths group by 1, 2, 3
      order by count(distinct length) desc, base_task, series, generator_version`
  );
  const tasks = new Map<string, ReadonlyMap<string, string>>();
  for (const {base_task} of rows)
    if (!tasks.has(base_task))
      tasks.set(base_task, seriesNames(rows.filter(row => row.base_task === base_task).map(({series}) => series)));
  const versions = (task: string) =>
    new Set(rows.filter(({base_task}) => base_task === task).map(row => row.generator_version)).size;
  return rows.map(row => ({
    ...row,
    name: `${row.base_task}: ${tasks.get(row.base_task)!.get(row.series)!}${versions(row.base_task) > 1 ? `, version ${row.generator_version}` : ""}`
  }));
}

/** Rows of a table of the study that belong to a series, each with its evaluation's name. */
const rowsOf = <Row extends Named>(sql: Sql, table: string, shown: ShownSeries, order: string): Promise<Row[]> =>
  namedRows(
    sql,
    `select * from ${table} where base_task = ? and series = ? and generator_version = ? order by model, template, sampler, eval_id, ${order}`,
    [shown.base_task, shown.series, shown.generator_version]
  );

async function lengthsOf(sql: Sql, shown: ShownSeries): Promise<LengthRow[]> {
  const rows = await rowsOf<Omit<LengthRow, "areEndsUnknown">>(sql, "lengths", shown, "length, depth");
  const uncounted = await sql`select eval_id from points where base_task = ${shown.base_task} group by eval_id
    having is_truncation_unknown(sum(correct + incorrect + truncated), sum(truncated), sum(ended_unknown))`;
  const endless = new Set(plainRows<{eval_id: string}>(uncounted).map(({eval_id}) => eval_id));
  return rows.map(row => ({...row, areEndsUnknown: endless.has(row.eval_id)}));
}
const effectiveOf = (sql: Sql, shown: ShownSeries) => rowsOf<EffectiveRow>(sql, "effective_lengths", shown, "share");
const contrastsIn = (sql: Sql, shown: ShownSeries) =>
  rowsOf<ContrastRow>(sql, "length_contrasts", shown, "contrast, length, depth");

/** Rows of the study's tables that belong to a series. */
interface SeriesData {
  rows: readonly LengthRow[];
  effective: readonly EffectiveRow[];
  contrasts: readonly ContrastRow[];
  faculties: ReadonlyMap<string, RecallFaculties>;
}

/** Reads the rows of a series; none without a series. */
export async function seriesData(sql: Sql, series: ShownSeries | undefined): Promise<SeriesData> {
  if (!series) return {rows: [], effective: [], contrasts: [], faculties: new Map()};
  const queries = [lengthsOf(sql, series), effectiveOf(sql, series), contrastsIn(sql, series), facultiesIn(sql)] as const;
  const [rows, effective, contrasts, faculties] = await Promise.all(queries);
  return {rows, effective, contrasts, faculties};
}

/** Faculties of recall of each simulated model. */
async function facultiesIn(sql: Sql): Promise<Map<string, RecallFaculties>> {
  const rows = plainRows<RecallFaculties & {model: string}>(
    await sql`select model, max(case when faculty = 'recall_half_tokens' then value end) as recall_half_tokens,
      max(case when faculty = 'middle_loss' then value end) as middle_loss from reference_models group by model`
  );
  return new Map(
    rows
      .filter(({recall_half_tokens, middle_loss}) => recall_half_tokens !== null && middle_loss !== null)
      .map(({model, ...faculties}) => [model, faculties])
  );
}

/** `16,000`, `0` */
const tokensText = (length: number): string => formatCount(Math.round(length));

/** Name of a position: its depth, or that it is not set. */
export const depthText = (depth: number | null): string => (depth === null ? "anywhere" : String(depth));

// Paired contrasts: what a length costs, and the middle of a text beside both its ends.

/** Text of a length that a contrast can be of; null is the mean of all. */
export const lengthName = (length: number | null): string => (length === null ? "all lengths" : `${tokensText(length)} tokens`);

export const contrastRows = (
  rows: readonly ContrastRow[],
  contrast: ContrastRow["contrast"],
  length: string | null,
  depth: string | null = "null"
): ContrastRow[] => rows.filter(row => row.contrast === contrast && String(row.length) === length && String(row.depth) === depth);

/** Differences by evaluation, the largest first; empty without intervals. */
export function contrastPlot(
  rows: readonly ContrastRow[],
  {width, id, title, caption}: {width: number; id: string; title: string; caption: string}
): HTMLElement | DocumentFragment {
  const drawn = rows
    .filter(({low}) => low !== null)
    .map(
      (row): Estimated => ({
        name: row.evaluation,
        simulated: row.simulated,
        estimate: {value: 100 * row.value, low: 100 * row.low!, high: 100 * row.high!, clusters: row.n},
        detail: `${formatDifference(row)} points, n = ${formatCount(row.n)} questions`
      })
    )
    .sort((a, b) => b.estimate.value - a.estimate.value);
  if (drawn.length === 0) return html.fragment``;
  const left = rows.length - drawn.length;
  return forest(drawn, {
    width,
    id,
    title,
    reference: 0,
    x: {label: "points →"},
    caption: `${caption}${left > 0 ? ` ${formatCount(left)} with one question have no interval and are in the table.` : ""}`
  });
}

function contrastColumns(rows: readonly ContrastRow[]): Column<ContrastRow>[] {
  const paired: Column<ContrastRow>[] = rows.some(({exact}) => exact !== null)
    ? [
        countColumn("only_first", "First only", "questions that only the first side got right"),
        countColumn("only_second", "Second only", "questions that only the second side got right"),
        pColumn("exact", "McNemar p", "two-sided, exact; for one answer to each question on both sides")
      ]
    : [];
  return [
    ...evaluationColumns,
    differenceColumn("of excess accuracy, in points, with its paired 95 % interval"),
    countColumn("n", "Questions", "with finished answers on both sides"),
    pColumn("p", "p", "two-sided, of no difference"),
    ...paired
  ];
}

/** The table of a contrast. @param id of its element @param key name of its order in the address */
export const contrastTable = (rows: readonly ContrastRow[], {id, key}: {id: string; key: string}): DocumentFragment =>
  tableBox(id, rows, contrastColumns(rows), {sort: "-value", key});

/** How many differ significantly. */
export function contrastSentence(rows: readonly ContrastRow[], where: string): string {
  if (rows.length === 0) return "";
  const worse = rows.filter(({low}) => low !== null && low > 0).length;
  const better = rows.filter(({high}) => high !== null && high < 0).length;
  const most = rows.reduce((a, b) => (b.value > a.value ? b : a));
  return `Of ${formatCount(rows.length)} evaluations, ${formatCount(worse)} ${worse === 1 ? "is" : "are"} significantly worse ${where} and ${formatCount(better)} better. ${most.evaluation} has the largest difference: ${formatDifference(most)} points over ${formatCount(most.n)} questions.`;
}

// Accuracy against length on a logarithmic axis with a place for 0: dots with intervals, the fitted curve, and the truth of simulated models.

/** How far left of the shortest length that is not 0 the place of 0 lies, as a factor. */
const ZERO_BELOW = 4;
/** Places at which a curve is computed. */
const STEPS = 80;
/** Pixels of a letter at the axis. */
const LETTER = 6.5;

/** Names of the evaluations from best to worst, by the mean of their lengths. */
export function ranked(rows: readonly LengthRow[]): string[] {
  const whole = rows.filter(({position}) => position === "all");
  return [...groupBy(whole, ({evaluation}) => evaluation)]
    .map(([name, own]) => ({name, value: mean(own.map(({accuracy}) => accuracy))}))
    .sort((a, b) => b.value - a.value || (a.name < b.name ? -1 : 1))
    .map(({name}) => name);
}

interface Options {
  drawn: readonly string[];
  width: number;
  /** Fits of the drawn evaluations. */
  fits: readonly EffectiveRow[];
  faculties: ReadonlyMap<string, RecallFaculties>;
}

interface Traced {
  evaluation: string;
  x: number;
  y: number;
}

export function lengthCurves(all: readonly LengthRow[], {drawn, width, fits, faculties}: Options): HTMLElement {
  const rows = all.filter(({evaluation, position}) => position === "all" && drawn.includes(evaluation));
  const lengths = [...new Set(rows.map(({length}) => length))].sort((a, b) => a - b);
  const positive = lengths.filter(length => length > 0);
  const zero = (positive[0] ?? 1) / ZERO_BELOW;
  // The scale is linear in the logarithm: a logarithmic one leaves out labels such as 8,000.
  const x = (length: number) => Math.log10(length === 0 ? zero : length);
  const named = new Map(lengths.map(length => [x(length), tokensText(length)]));
  const single = drawn.length === 1 ? drawn[0] : undefined;
  const trace = (evaluation: string, of: (length: number) => number): Traced[] =>
    positive.length === 0
      ? []
      : Array.from({length: STEPS}, (_, i) => {
          const length = zero * (positive.at(-1)! / zero) ** (i / (STEPS - 1));
          return {evaluation, x: x(length), y: percent(of(i === 0 && lengths[0] === 0 ? 0 : length))};
        });
  const fitted = fits.flatMap(({evaluation, top, half_tokens, slope}) =>
    top === null
      ? []
      : trace(evaluation, length => accuracyAt({top, half: half_tokens ?? Infinity, slope: slope!, likelihood: 0}, length))
  );
  const truth = single === undefined ? [] : truthOf(single);

  function truthOf(name: string): Traced[] {
    const own = all.filter(({evaluation, position}) => evaluation === name && position !== "all");
    const known = faculties.get(own[0]?.model ?? "");
    const top = fits.find(({evaluation}) => evaluation === name)?.top;
    if (!own[0]?.simulated || !known || top === null || top === undefined) return [];
    const depths = [...new Set(own.filter(({length}) => length > 0).map(({depth}) => depth))];
    return depths.length === 0 ? [] : trace(name, length => top * meanRecall(known, length, depths));
  }

  const simulated = rows.some(row => row.simulated);
  const others = new Set(all.map(({evaluation}) => evaluation)).size - drawn.length;
  return plotFigure({
    title: `Excess accuracy by length${single === undefined ? "" : `: ${single}`}`,
    simulated,
    id: "curves",
    caption: sentences(
      "Bars are 95 % intervals; each position of a length counts the same. Lines are fitted, logistic in the logarithm of the length.",
      truth.length > 0
        ? "Dashed: the truth, what the model recalls of single sentences by its faculties, below the fitted top."
        : "",
      others > 0 ? `${formatCount(others)} further evaluations can be chosen above.` : "",
      simulated ? "Hollow marks are simulated." : ""
    ),
    width,
    height: 320,
    marginLeft: 46,
    marginRight: 34,
    marginBottom: 42,
    x: {
      label: "tokens →",
      domain: [x(lengths[0] ?? 1), x(positive.at(-1) ?? lengths[0] ?? 1)],
      ticks: ticksOf(named, width - 80),
      tickFormat: (place: number) => named.get(place) ?? "",
      inset: 14
    },
    y: {
      label: "↑ excess accuracy (%)",
      domain: [Math.min(0, ...rows.map(({low}) => percent(low))), 100],
      grid: true
    },
    color: {domain: [...drawn], legend: false},
    symbol: {domain: [...drawn], legend: true},
    marks: [
      Plot.ruleY([0]),
      Plot.lineY(fitted, {x: "x", y: "y", z: "evaluation", stroke: "evaluation", strokeWidth: 1.5}),
      Plot.lineY(truth, {x: "x", y: "y", z: "evaluation", stroke: "currentColor", strokeDasharray: "4 3"}),
      ...dotsWithIntervals(rows, {x: ({length}) => x(length), value: ({accuracy}) => accuracy}),
      tip(rows, {
        x: (row: LengthRow) => x(row.length),
        y: (row: LengthRow) => percent(row.accuracy),
        title: (row: LengthRow) =>
          `${kindName(row)}\n${tokensText(row.length)} tokens\n${formatInterval({value: row.accuracy, ...row})}`
      })
    ]
  });
}

/** Of the places as many as have room for their names, from the right; the last always. */
function ticksOf(named: ReadonlyMap<number, string>, room: number): number[] {
  const places = [...named.keys()];
  const [first, last] = [places[0]!, places.at(-1)!];
  const pixel = (place: number) => (last > first ? ((place - first) / (last - first)) * room : 0);
  const half = (place: number) => (LETTER * named.get(place)!.length) / 2 + 4;
  const kept: number[] = [];
  for (const place of places.toReversed())
    if (kept.length === 0 || pixel(kept.at(-1)!) - half(kept.at(-1)!) > pixel(place) + half(place)) kept.push(place);
  return kept.reverse();
}

// Effective lengths as text, table and sentence, beside what simulated models recall.

export interface ShownLength extends EffectiveRow {
  /** Accuracy on the shortest; null where no answer was finished. */
  short: LengthRow | null;
  /** By the faculties of a simulated model; null of others, and where nothing longer was asked. */
  truth: number | null;
}

/** `6,100 [4,200, 9,000]`, `> 16,000 [12,000, > 16,000]`, `< 1,000 [< 1,000, 2,300]` */
function effectiveText({range, tokens, low, high, longest, shortest, shortest_positive}: EffectiveRow): string {
  if (range === null) return "none";
  const [above, below] = [`> ${formatCount(longest)}`, `< ${formatCount(shortest === 0 ? shortest_positive : shortest)}`];
  const value = range === "above" ? above : range === "below" ? below : tokensText(tokens!);
  return `${value} [${low === null ? below : tokensText(low)}, ${high === null ? above : tokensText(high)}]`;
}

/** Rows of one share with the accuracy on the shortest, and the truth where it is known. */
export function shownLengths(
  rows: readonly EffectiveRow[],
  lengths: readonly LengthRow[],
  faculties: ReadonlyMap<string, RecallFaculties>
): ShownLength[] {
  return rows.map(row => {
    const own = lengths.filter(({eval_id}) => eval_id === row.eval_id);
    const short = own.find(({position, length}) => position === "all" && length === row.shortest) ?? null;
    const depths = [...new Set(own.filter(({position, length}) => position !== "all" && length > 0).map(({depth}) => depth))];
    const known = row.simulated && depths.length > 0 ? faculties.get(row.model) : undefined;
    const truth = known ? recallLength(known, {share: row.share, reference: row.shortest ?? 0, depths}) : null;
    return {...row, short, truth};
  });
}

/** What a column of effective lengths is sorted by. */
const order = ({range, tokens, longest}: EffectiveRow): number | null =>
  range === null ? null : range === "above" ? longest! * 1e6 : range === "below" ? 0 : tokens;

export function effectiveColumns(rows: readonly ShownLength[]): Column<ShownLength>[] {
  const truth: Column<ShownLength> = numberColumn(
    "truth",
    "By its faculties",
    row => row.truth,
    row => (row.truth === null ? "–" : tokensText(row.truth)),
    "tokens at which the simulated model recalls that share of single sentences: the truth behind the estimate"
  );
  return [
    ...evaluationColumns,
    numberColumn(
      "tokens",
      "Effective length",
      order,
      row => (row.range === null ? `none: ${row.reason}` : effectiveText(row)),
      "tokens, with the 95 % interval by profile likelihood; > beyond the longest asked, < below the shortest that is not 0"
    ),
    countColumn("n", "n", "untruncated answers at all lengths"),
    ...(rows.some(row => row.truth !== null) ? [truth] : []),
    numberColumn(
      "short",
      "On the shortest",
      row => row.short?.accuracy ?? null,
      row =>
        row.short === null ? "–" : `${formatRate({value: row.short.accuracy, ...row.short})} n = ${formatCount(row.short.n)}`,
      "excess accuracy at the shortest length, with its 95 % interval"
    ),
    pColumn(
      "misfit",
      "Misfit p",
      "of the deviance from the curve: small where accuracy does not fall with length as the curve does; none with three lengths"
    )
  ];
}

/** How many keep their accuracy to the longest, and where the others lose it. */
export function effectiveSentence(rows: readonly ShownLength[]): string {
  const fitted = rows.filter(({range}) => range !== null);
  const [first] = fitted;
  if (!first) return `No effective length can be estimated: ${[...new Set(rows.map(({reason}) => reason))].join("; ")}.`;
  const share = `${Math.round(100 * first.share)} %`;
  const unfit = fitted.filter(({misfit}) => misfit !== null && misfit < MISFIT).length;
  const doubt =
    unfit > 0
      ? ` The curve does not fit ${rows.length === 1 ? "its accuracies" : `${formatCount(unfit)} of them`} (misfit p < ${MISFIT}); intervals are widened for that.`
      : "";
  if (rows.length === 1)
    return `${first.evaluation} keeps ${share} of the accuracy on the shortest questions up to ${first.range === "above" ? "the longest: its effective length is" : "its effective length of"} ${effectiveText(first)} tokens (n = ${formatCount(first.n)} answers).${doubt}`;
  const count = (range: string) => fitted.filter(row => row.range === range).length;
  const within = fitted.filter(({range}) => range === "within").sort((a, b) => a.tokens! - b.tokens!);
  const ends =
    within.length === 0
      ? ""
      : within.length === 1
        ? ` ${within[0]!.evaluation} loses it at ${effectiveText(within[0]!)} tokens.`
        : ` Among the others, ${within[0]!.evaluation} is the first to lose it, at ${effectiveText(within[0]!)} tokens, and ${within.at(-1)!.evaluation} the last, at ${effectiveText(within.at(-1)!)}.`;
  const below =
    count("below") > 0
      ? ` ${formatCount(count("below"))} ${count("below") === 1 ? "loses" : "lose"} it before the shortest length that was asked.`
      : "";
  const none = rows.length - fitted.length;
  return `Of ${formatCount(fitted.length)} evaluations, ${formatCount(count("above"))} ${count("above") === 1 ? "keeps" : "keep"} ${share} of the accuracy on the shortest questions up to the longest.${ends}${below}${none > 0 ? ` ${formatCount(none)} ${none === 1 ? "has" : "have"} none: ${[...new Set(rows.filter(({range}) => range === null).map(({reason}) => reason))].join("; ")}.` : ""}${doubt}`;
}

/** The table of effective lengths. */
export const effectiveTable = (rows: readonly ShownLength[]): DocumentFragment =>
  tableBox("effective", rows, effectiveColumns(rows), {
    sort: "-tokens",
    csv: ["effective-lengths.csv", () => effectiveCsv(rows)]
  });

const effectiveCsv = (rows: readonly ShownLength[]): Record<string, unknown>[] =>
  rows.map(({short, ...row}) => ({
    ...row,
    short_accuracy: short?.accuracy,
    short_low: short?.low,
    short_high: short?.high,
    short_n: short?.n
  }));

// Accuracy by length and position: of one evaluation, or the mean of several.

/** Cells of the map. Intervals of means are Student's over evaluations; of one evaluation, they are its own. */
function heatCells(rows: readonly LengthRow[]): Cell[] {
  const parts = rows.filter(({position}) => position !== "all");
  return [...groupBy(parts, ({length, depth}) => `${length} ${depth}`).values()].map(own => {
    const [first] = own;
    const sum = (of: (row: LengthRow) => number) => own.reduce((total, row) => total + of(row), 0);
    const [n, cut] = [sum(row => row.n), sum(row => row.truncated)];
    const {value, low, high} = clusteredRatio(own.map(row => ({y: row.accuracy, x: 1})))!;
    const least = Math.min(...own.map(({guess}) => -guess / (1 - guess))); // what wrong answers alone would give
    const {center, margin} = wilson(cut / (n + cut), n + cut);
    const isUnknown = own.every(({areEndsUnknown}) => areEndsUnknown);
    return {
      x: first!.length,
      y: depthText(first!.depth),
      n,
      samples: n + cut,
      accuracy: value,
      low: own.length === 1 ? first!.low : Math.max(least, low ?? value),
      high: own.length === 1 ? first!.high : Math.min(1, high ?? value),
      truncated: isUnknown ? null : cut / (n + cut),
      truncated_low: cut > 0 ? Math.max(0, center - margin) : 0,
      truncated_high: isUnknown ? 1 : center + margin,
      tokens: null,
      tokens_low: null,
      tokens_high: null,
      cost: 0,
      params: []
    };
  });
}

/** The map; positions from the text's beginning downwards, and last what stands anywhere. */
export function lengthHeat(rows: readonly LengthRow[], {chosen, width}: {chosen: string; width: number}): Input<string> {
  const own = chosen === MEAN ? rows : rows.filter(({evaluation}) => evaluation === chosen);
  const cells = heatCells(own);
  const columns = [...new Set(cells.map(({x}) => x as number))].sort((a, b) => a - b);
  const depths = [...new Set(own.filter(({position}) => position !== "all").map(({depth}) => depth))].sort(
    (a, b) => (a ?? 2) - (b ?? 2)
  );
  const evaluations = new Set(own.map(({eval_id}) => eval_id)).size;
  const whose = evaluations === 1 ? own[0]!.evaluation : `the mean of ${formatCount(evaluations)} evaluations`;
  return manifoldHeat(cells, {
    x: "tokens",
    y: "position",
    columns: columns as Value[],
    rows: depths.map(depthText),
    width,
    title: `Excess accuracy by length and position: ${whose}`,
    caption: `Position 0 is the text's beginning and 1 its end; anywhere = spread over the text, or a question without a background. n is untruncated answers. ${
      evaluations === 1
        ? "Intervals are 95 %, over tests."
        : "Intervals are 95 % (Student), over evaluations; each counts the same."
    }`,
    simulated: own.some(({simulated}) => simulated)
  });
}

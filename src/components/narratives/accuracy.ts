// Accuracy on narratives: along length, depth and padding, and by telling.
import * as Plot from "npm:@observablehq/plot";
import {html} from "npm:htl";
import {tQuantile} from "../../pipelines/stats/distributions.js";
import {holm} from "../../pipelines/stats/falseDiscovery.js";
import {groupBy} from "../../pipelines/stats/groupBy.js";
import {wilsonInterval} from "../../pipelines/stats/intervals.js";
import {mean} from "../../pipelines/stats/mean.js";
import type {Evaluated} from "../../pipelines/store/evaluationName.js";
import {
  type FormAnswer,
  type FormPair,
  type FormRow,
  formAnswers,
  formPairs,
  type Telling,
  type TellingAccuracy
} from "../../pipelines/studies/narratives/forms.js";
import {formAnswersQuery} from "../../pipelines/studies/narratives/forms.sql.js";
import {plainRows} from "../shared/answers.js";
import {
  type Column,
  countColumn,
  differenceColumn,
  dotsWithIntervals,
  type Estimated,
  evaluationColumns,
  evaluationNames,
  forest,
  formatCount,
  formatDifference,
  formatInterval,
  formatP,
  formatRate,
  type Input,
  kindName,
  numberColumn,
  pColumn,
  percent,
  plotFigure,
  type Sql,
  tip
} from "../shared/charts.js";
import {choice, choices, noChoice, tableBox} from "../shared/page.js";

// Bins of a quantity that varies a little around a few values, such as lengths that stay within two percent of a target.

/** A bin from `low` to `high`, both ends included. */
interface Bin {
  low: number;
  high: number;
}

interface Binning {
  /** Most bins; with more, neighbours are joined to bins of about equally many values. */
  most?: number;
  /** How far the values of a bin may lie apart: a share of its lowest value, or with `absolute` the difference itself. */
  apart: number;
  absolute?: boolean;
}

/** Bins of the values, in order: values that lie close together share one. None for no values. */
export function binsOf(values: readonly number[], {most = 8, apart, absolute = false}: Binning): Bin[] {
  const sorted = [...new Set(values)].sort((a, b) => a - b);
  const close: Bin[] = [];
  for (const value of sorted) {
    const last = close.at(-1);
    const reach = last && last.low + (absolute ? apart : apart * Math.abs(last.low));
    if (last && value <= reach!) last.high = value;
    else close.push({low: value, high: value});
  }
  if (close.length <= most) return close;
  return Array.from({length: most}, (_, i) => {
    const [from, to] = [Math.round((i * sorted.length) / most), Math.round(((i + 1) * sorted.length) / most)];
    return {low: sorted[from]!, high: sorted[to - 1]!};
  });
}

/** SQL that gives the number of a column's bin; null outside of all. The ends are numbers of ours, so they are inlined. */
export const binSql = (column: string, bins: readonly Bin[]): string =>
  `case ${bins.map(({low, high}, i) => `when ${column} between ${low} and ${high} then ${i}`).join(" ")} end`;

// Accuracy on narratives along length, depth and padding: chart, table and sentence.

/** What accuracy can be shown against. */
const AXES = ["tokens", "depth", "effective_depth", "operations", "padding_share"] as const;
type Axis = (typeof AXES)[number];

/** Each axis: its label, how its values become bins, and a value as text. */
const AXIS_NAMES: Record<Axis, string> = {
  tokens: "length in tokens",
  depth: "depth",
  effective_depth: "effective depth",
  operations: "operations",
  padding_share: "padding share"
};
const exact: Binning = {apart: 0, most: 24};
const BINNING: Record<Axis, Binning> = {
  tokens: {apart: 0.1},
  depth: exact,
  effective_depth: exact,
  operations: exact,
  padding_share: {apart: 0.05, absolute: true}
};

/** Right answers of one evaluation in one bin. */
export interface Counted {
  eval_id: string;
  model: string;
  template: string;
  sampler: string;
  simulated: boolean;
  bin: number;
  /** Mean of the axis over the answers. */
  x: number;
  n: number;
  correct: number;
  truncated: number;
  /** Different lists that were asked about. */
  lists: number;
}

interface AccuracyRow extends Counted {
  evaluation: string;
  value: number;
  low: number;
  high: number;
  /** Bounds of the bin, and the bin as text. */
  bounds: Bin;
  at: string;
}

/**
 * Counts of right answers to tests told in one way, by evaluation and bin of an axis.
 * @param told a form, or the data set of a bank
 * @param size operations that the lists have, or `all`
 */
async function counted(
  sql: Sql,
  {axis, told, size = "all"}: {axis: Axis; told: string; size?: string}
): Promise<{bins: Bin[]; rows: Counted[]}> {
  const sized = size === "all" ? "true" : `operations = ${Number(size)}`;
  const values = plainRows<{x: number}>(
    await sql.query(
      `select distinct ${axis}::double as x from narratives where coalesce(form, data_set) = ? and ${axis} is not null and ${sized} order by 1`,
      [told]
    )
  );
  const bins = binsOf(
    values.map(({x}) => x),
    BINNING[axis]
  );
  if (bins.length === 0) return {bins, rows: []};
  const rows = await sql.query(
    `select eval_id, any_value(model) as model, any_value(template) as template, any_value(sampler) as sampler, bool_or(simulated) as simulated,
      ${binSql(`narratives.${axis}`, bins)}::int as bin, avg(narratives.${axis})::double as x, count(*)::int as n,
      count(*) filter (where status = 1)::int as correct, count(*) filter (where status = 2)::int as truncated,
      count(distinct coalesce(narratives.pair_id, narratives.item_id))::int as lists
    from samples join narratives on samples.item_id = narratives.item_id where coalesce(form, data_set) = ? and narratives.${axis} is not null and ${sized}
    group by eval_id, bin order by eval_id, bin`,
    [told]
  );
  return {bins, rows: plainRows<Counted>(rows)};
}

/**
 * Share of right answers, truncated ones wrong, with Wilson's 95 % interval over lists: answers to one list count as one, whatever the lengths
 * in which it was told.
 */
export function accuracyRows(rows: readonly Counted[], bins: readonly Bin[], axis: Axis): AccuracyRow[] {
  const name = evaluationNames(distinct(rows));
  return rows.map(row => {
    const value = row.correct / row.n;
    const bounds = bins[row.bin]!;
    return {...row, evaluation: name(row), value, ...wilsonInterval(value, row.lists), bounds, at: binText(bounds, axis)};
  });
}

const distinct = (rows: readonly Counted[]): Counted[] => [...new Map(rows.map(row => [row.eval_id, row])).values()];

function binText({low, high}: Bin, axis: Axis): string {
  const text = (x: number) => (axis === "padding_share" ? `${(100 * x).toFixed(0)} %` : formatCount(Math.round(x)));
  return text(low) === text(high) ? text(low) : `${text(low)}–${text(high)}`;
}

/** `From about 2,000 to about 4,000 tokens`; lengths are rounded to two digits where a bin is that narrow. */
function rangeText(from: Bin, to: Bin, axis: Axis): string {
  if (axis !== "tokens") return `From ${AXIS_NAMES[axis]} ${binText(from, axis)} to ${binText(to, axis)}`;
  const text = (bin: Bin) =>
    bin.low < bin.high && bin.high <= (1 + BINNING.tokens.apart) * bin.low
      ? `about ${formatCount(Number(((bin.low + bin.high) / 2).toPrecision(2)))}`
      : binText(bin, axis);
  return `From ${text(from)} to ${text(to)} tokens`;
}

/** Overall share of right answers of each evaluation, best first. */
export function overall(rows: readonly AccuracyRow[]): {evaluation: string; simulated: boolean; value: number}[] {
  const sums = new Map<string, {simulated: boolean; correct: number; n: number}>();
  for (const {evaluation, simulated, correct, n} of rows) {
    const sum = sums.get(evaluation) ?? {simulated, correct: 0, n: 0};
    sums.set(evaluation, {simulated, correct: sum.correct + correct, n: sum.n + n});
  }
  return [...sums]
    .map(([evaluation, {simulated, correct, n}]) => ({evaluation, simulated, value: correct / n}))
    .sort((a, b) => b.value - a.value || (a.evaluation < b.evaluation ? -1 : 1));
}

/** Parts of the tests that accuracy is of, and the axis that it is shown along. */
interface AccuracyChoice {
  told: string;
  axis: Axis;
  size: string;
}

/** Returns the inputs for the telling, the axis and the size of lists; null without tellings. */
export function accuracyInputs(tellings: readonly string[], sizes: readonly string[]): Input<AccuracyChoice | null> {
  if (tellings.length === 0) return noChoice();
  const names = Object.fromEntries(sizes.map(size => [size, `${size} operation${size === "1" ? "" : "s"}`]));
  return choices({
    told: choice("told", tellings, {label: "Told as"}),
    axis: choice("against", AXES, {label: "Against", names: AXIS_NAMES}),
    size: choice("lists", ["all", ...sizes], {label: "Lists of", names: {all: "all sizes", ...names}})
  }) as Input<AccuracyChoice>;
}

/** Reads accuracies by evaluation and bin, and the evaluations' names from best to worst; nothing without a choice. */
export async function accuracyOf(sql: Sql, chosen: AccuracyChoice | null): Promise<{rows: AccuracyRow[]; names: string[]}> {
  if (chosen === null) return {rows: [], names: []};
  const {rows: counts, bins} = await counted(sql, chosen);
  const rows = accuracyRows(counts, bins, chosen.axis);
  return {rows, names: overall(rows).map(({evaluation}) => evaluation)};
}

/** A line for each drawn evaluation, with an interval at each dot. */
export function accuracyPlot(
  all: readonly AccuracyRow[],
  {axis, drawn, width, told}: {axis: Axis; drawn: readonly string[]; width: number; told: string}
): HTMLElement {
  const rows = all.filter(({evaluation}) => drawn.includes(evaluation));
  const x = (row: AccuracyRow) => (axis === "padding_share" ? percent(row.x) : row.x);
  const ticks = [...new Set(rows.map(x))].sort((a, b) => a - b);
  const range = ticks.length > 0 ? ticks.at(-1)! / Math.max(1, ticks[0]!) : 1;
  const isLog = axis === "tokens" && range > 4;
  const others = new Set(all.map(({evaluation}) => evaluation)).size - drawn.length;
  const simulated = rows.some(row => row.simulated);
  return plotFigure({
    title: `Right answers by ${AXIS_NAMES[axis]}: ${told}`,
    simulated,
    id: "accuracy",
    caption: `Bars are 95 % intervals over lists: answers to the same list count as one. Truncated answers are wrong.${others > 0 ? ` ${formatCount(others)} further evaluations are in the table.` : ""}${simulated ? " Hollow marks are simulated." : ""}`,
    width,
    height: 320,
    marginLeft: 46,
    marginRight: 30,
    marginBottom: 42,
    x: {
      label: `${AXIS_NAMES[axis]}${axis === "padding_share" ? " (%)" : ""} →`,
      type: isLog ? "log" : "linear",
      ...(axis !== "tokens" && axis !== "padding_share"
        ? {ticks, tickFormat: "d"}
        : {ticks: 5, ...(isLog && {tickFormat: ",d"})}),
      inset: 12
    },
    y: {label: "↑ right answers (%)", domain: [0, 100], grid: true},
    color: {domain: [...drawn], legend: false},
    symbol: {domain: [...drawn], legend: true},
    marks: [
      Plot.ruleY([0]),
      Plot.lineY(rows, {
        x,
        stroke: "evaluation",
        y: (row: AccuracyRow) => percent(row.value),
        z: "evaluation",
        strokeWidth: 1.5
      }),
      ...dotsWithIntervals(rows, {x, value: ({value}) => value}),
      tip(rows, {
        x,
        y: (row: AccuracyRow) => percent(row.value),
        title: (row: AccuracyRow) =>
          `${kindName(row)}\n${AXIS_NAMES[axis]} ${row.at}\n${formatInterval(row)} from ${formatCount(row.lists)} lists`
      })
    ]
  });
}

const accuracyColumns = (axis: Axis): Column<AccuracyRow>[] => [
  ...evaluationColumns,
  numberColumn(
    "x",
    AXIS_NAMES[axis],
    row => row.x,
    row => row.at
  ),
  numberColumn(
    "value",
    "Right",
    row => row.value,
    row => formatRate(row),
    "share of right answers, truncated ones wrong, with Wilson's 95 % interval over lists"
  ),
  countColumn("n", "n", "answers"),
  countColumn("lists", "Lists", "different lists: what the interval counts"),
  countColumn("truncated", "Truncated", "answers that the token limit stopped")
];

/** The table of accuracies. */
export const accuracyTable = (rows: readonly AccuracyRow[], {axis}: {axis: Axis}): DocumentFragment =>
  tableBox("accuracies", rows, accuracyColumns(axis), {
    csv: ["narratives.csv", () => rows.map(({bin, bounds, ...row}) => row)]
  });

/** What becomes of each evaluation from the first bin to the last, in a sentence. */
export function accuracySentence(rows: readonly AccuracyRow[], {axis, told}: {axis: Axis; told: string}): string {
  if (rows.length === 0) return `No ${told} that was answered has a ${AXIS_NAMES[axis]}.`;
  const bins = rows.map(({bin}) => bin);
  const [first, last] = [Math.min(...bins), Math.max(...bins)];
  const names = [...new Set(rows.map(({evaluation}) => evaluation))];
  const at = (bin: number, evaluation: string) => rows.find(row => row.bin === bin && row.evaluation === evaluation);
  const example = (bin: number) => rows.find(row => row.bin === bin)!;
  if (first === last) return `All are of one ${AXIS_NAMES[axis]}, ${example(first).at}: nothing varies along it.`;
  const both = names.flatMap(name => {
    const [from, to] = [at(first, name), at(last, name)];
    return from && to ? [{name, from, to}] : [];
  });
  if (both.length === 0) return `No evaluation was asked at both ends of the ${AXIS_NAMES[axis]}.`;
  const worse = both.filter(({from, to}) => to.high < from.low).length;
  const [best] = overall(rows);
  const shown = both.find(({name}) => name === best!.evaluation) ?? both[0]!;
  const range = rangeText(example(first).bounds, example(last).bounds, axis);
  const changes = both.map(({from, to}) => 100 * (to.value - from.value));
  const overAll = changes.length < FEWEST_FOR_MEAN ? "" : `${range}, right answers change by ${meanChange(changes)}. `;
  return `${overAll || `${range}: `}${formatCount(worse)} of ${formatCount(both.length)} evaluations fall so far that the whole later interval is below the earlier one. ${shown.name} goes from ${formatInterval(shown.from)} to ${formatInterval(shown.to)}.`;
}

/** Evaluations whose mean has an interval that says something. */
const FEWEST_FOR_MEAN = 3;

/** A mean of differences in points with Student's 95 % interval over evaluations. */
function meanChange(changes: readonly number[]): string {
  const n = changes.length;
  const average = mean(changes);
  const variance = changes.reduce((sum, change) => sum + (change - average) ** 2, 0) / (n - 1);
  const half = tQuantile(0.975, n - 1) * Math.sqrt(variance / n);
  const [value, low, high] = [average, average - half, average + half].map(each => each.toFixed(1).replace("-", "−"));
  return `${value} points [${low}, ${high}] in the mean of ${formatCount(n)} evaluations`;
}

// The same lists told in two ways: paired differences by evaluation.

interface NamedPair extends FormPair {
  evaluation: string;
  simulated: boolean;
  /** The two tellings as one name: what a reader chooses. */
  tellings: string;
  /** McNemar's exact p by Holm's method, over all evaluations with the same two tellings. */
  adjusted: number;
}

/** `story of 2,000 tokens`, `prose` */
const tellingName = ({form, target_tokens}: Telling): string =>
  target_tokens === null ? form : `${form} of ${formatCount(target_tokens)} tokens`;

const tellingsName = ({a, b}: Pick<FormPair, "a" | "b">): string => `${tellingName(a)} and ${tellingName(b)}`;

/** Every pair of tellings with common lists, of every evaluation; of repeated answers the first counts. */
export async function pairsOf(sql: Sql): Promise<NamedPair[]> {
  const [rows, evaluations] = await Promise.all([
    sql.query(formAnswersQuery),
    sql.query(
      `select eval_id, any_value(model) as model, any_value(template) as template, any_value(sampler) as sampler, bool_or(simulated) as simulated
      from samples where item_id in (select item_id from narratives) group by eval_id`
    )
  ]);
  return namedPairs(formAnswers(plainRows<FormRow>(rows)), plainRows<Evaluated>(evaluations));
}

export function namedPairs(answers: readonly FormAnswer[], evaluations: readonly Evaluated[]): NamedPair[] {
  const known = new Map(evaluations.map(row => [row.eval_id, row]));
  const name = evaluationNames(evaluations);
  const pairs = formPairs(answers);
  const adjusted = new Map<FormPair, number>();
  for (const tests of groupBy(pairs, tellingsName).values())
    holm(tests.map(({exact}) => exact)).forEach((p, i) => {
      adjusted.set(tests[i]!, p!);
    });
  return pairs.map(pair => {
    const row = known.get(pair.eval_id)!;
    return {
      ...pair,
      evaluation: name(row),
      simulated: row.simulated,
      tellings: tellingsName(pair),
      adjusted: adjusted.get(pair)!
    };
  });
}

/** Names of the pairs of tellings, first the one that is shown first: the barest beside the longest story. */
export function tellingsIn(pairs: readonly NamedPair[]): string[] {
  const known = new Map(pairs.map(pair => [pair.tellings, pair]));
  const apart = ({a, b}: NamedPair) =>
    (a.form === "expression" ? 1e12 : 0) + (b.form === "story" ? 1e11 : 0) + (b.target_tokens ?? 0);
  return [...known.values()].sort((x, y) => apart(y) - apart(x)).map(({tellings}) => tellings);
}

/** What is lost between the two tellings, by evaluation; empty without intervals. */
export function formsPlot(pairs: readonly NamedPair[], {width}: {width: number}): HTMLElement | DocumentFragment {
  const rows = pairs
    .filter(({low}) => low !== null)
    .map(
      (pair): Estimated => ({
        name: pair.evaluation,
        simulated: pair.simulated,
        estimate: {value: 100 * pair.value, low: 100 * pair.low!, high: 100 * pair.high!, clusters: pair.n},
        detail: `${formatDifference(pair)} points, n = ${formatCount(pair.n)} lists\nMcNemar p = ${formatP(pair.exact)}, by Holm's method ${formatP(pair.adjusted)}`
      })
    )
    .sort((x, y) => y.estimate.value - x.estimate.value);
  if (rows.length === 0) return html.fragment``;
  const {a, b} = pairs[0]!;
  return forest(rows, {
    width,
    id: "forms",
    title: `${tellingName(a)} minus ${tellingName(b)}, the same lists`,
    caption: `Difference of right answers in points with its paired 95 % interval; right of 0 the ${tellingName(b)} costs answers. Each interval is for one evaluation; the sentence above corrects for their number.${rows.length < pairs.length ? " Evaluations with one common list have no interval and are in the table." : ""}`,
    x: {label: "points →"},
    reference: 0
  });
}

const sideColumn = (key: "a" | "b", label: string): Column<NamedPair> =>
  numberColumn(
    key,
    label,
    row => row[key].accuracy,
    row => formatRate({value: row[key].accuracy, low: row[key].low, high: row[key].high, n: row.n}),
    "right answers to the common lists, truncated ones wrong; Wilson's 95 % interval"
  );

function formsColumns({a, b}: {a: TellingAccuracy; b: TellingAccuracy}): Column<NamedPair>[] {
  return [
    ...evaluationColumns,
    differenceColumn("in points, with its paired 95 % interval"),
    pColumn("exact", "McNemar p", "two-sided, exact, of this evaluation"),
    pColumn("adjusted", "Holm p", "McNemar's p adjusted by Holm's method for all evaluations of this table"),
    countColumn("n", "Lists", "lists that were asked in both tellings"),
    sideColumn("a", tellingName(a)),
    sideColumn("b", tellingName(b)),
    countColumn("only_a", `${a.form} only`, "lists that only the first telling got right"),
    countColumn("only_b", `${b.form} only`, "lists that only the second telling got right")
  ];
}

/** The table of two tellings. @param all rows of the file, of all tellings */
export const formsTable = (pairs: readonly NamedPair[], all: readonly NamedPair[]): DocumentFragment =>
  pairs[0]
    ? tableBox("pairs", pairs, formsColumns(pairs[0]), {
        ...{sort: "-value", key: "pairs-sort"},
        csv: ["narrative-forms.csv", () => formsCsv(all)]
      })
    : html.fragment``;

/** Adjusted p up to which a difference counts as significant. */
const LEVEL = 0.05;

/** Number of evaluations that lose by the telling, by McNemar's exact test adjusted for the number of evaluations (Holm). */
export function formsSentence(pairs: readonly NamedPair[]): string {
  const {a, b} = pairs[0]!;
  const significant = pairs.filter(({adjusted}) => adjusted <= LEVEL);
  const lost = significant.filter(({value}) => value > 0).length;
  const gained = significant.filter(({value}) => value < 0).length;
  const most = pairs.reduce((x, y) => (y.value > x.value ? y : x));
  return `Of ${formatCount(pairs.length)} evaluations that answered the same lists as ${tellingName(a)} and as ${tellingName(b)}, ${formatCount(lost)} ${lost === 1 ? "does" : "do"} significantly worse as ${tellingName(b)} and ${formatCount(gained)} better (McNemar's exact test, Holm's method over ${formatCount(pairs.length)} tests, 5 %). ${most.evaluation} has the largest difference: ${formatDifference(most)} points over ${formatCount(most.n)} lists, p = ${formatP(most.exact)}, adjusted ${formatP(most.adjusted)}.`;
}

/** Rows for a file. */
const formsCsv = (pairs: readonly NamedPair[]): Record<string, unknown>[] =>
  pairs.map(({a, b, ...row}) => ({
    ...row,
    first: tellingName(a),
    first_accuracy: a.accuracy,
    first_low: a.low,
    first_high: a.high,
    first_truncated: a.truncated,
    second: tellingName(b),
    second_accuracy: b.accuracy,
    second_low: b.low,
    second_high: b.high,
    second_truncated: b.truncated
  }));

// Data, tables and charts of page Calibration.
import * as Plot from "npm:@observablehq/plot";
import {html} from "npm:htl";
import type {Evaluated} from "../pipelines/store/evaluationName.js";
import {BINNINGS, type Bin, type Binning} from "../pipelines/studies/calibration/bins.js";
import {type Selected, withoutAuroc} from "../pipelines/studies/calibration/measures.js";
import {MIN_ANSWERS, pooledBins} from "../pipelines/studies/calibration/pooled.js";
import {SOURCE_NAMES, type Source} from "../pipelines/studies/calibration/sources.js";
import {namedRows, plainRows} from "./shared/answers.js";
import {
  type Column,
  countColumn,
  dotsWithIntervals,
  evaluationColumns,
  formatCount,
  formatDifference,
  formatEstimate,
  formatInterval,
  formatRate,
  numberColumn,
  percent,
  plotFigure,
  type Sql,
  sortable,
  tip
} from "./shared/charts.js";
import {choice, choices, noChoice, tableBox} from "./shared/page.js";

// What the page Calibration shows: rows of the store's tables of calibration, with the names of their evaluations.

/** Sources and categories that some evaluation has. */
interface ShownGroup {
  source: Source;
  category: string;
}

interface Named extends Evaluated {
  evaluation: string;
  source: Source;
  category: string;
}
type Estimate<Name extends string> = Record<Name | `${Name}_low` | `${Name}_high`, number | null>;

/** A row of the table `calibration`. */
interface CalibrationRow
  extends Named,
    Estimate<
      | "accuracy"
      | "confidence"
      | "gap"
      | "ece"
      | "ece_mass"
      | "brier"
      | "auroc"
      | "intercept"
      | "slope"
      | "accuracy_50"
      | "accuracy_80"
      | "accuracy_90"
      | "correlation"
    > {
  n: number;
  correct: number;
  distinct_values: number;
  missing: number;
  unreadable: number;
  truncated: number;
  unit: "share" | "percent";
  ece_corrected: number | null;
  ece_mass_corrected: number | null;
  reliability: number | null;
  resolution: number | null;
  uncertainty: number | null;
  categories: number | null;
}
/** A row of the table `calibration_bins`. */
export interface BinRow extends Named, Bin {
  binning: Binning;
}
/** A row of the table `calibration_selective`. */
interface SelectiveRow extends Named, Selected {}

/** Groups that can be shown, all categories together first. */
export const groupsIn = async (sql: Sql): Promise<ShownGroup[]> =>
  plainRows<ShownGroup>(await sql`select source, category from calibration group by 1, 2 order by 1, 2`);

const rowsOf = <Row extends Named>(sql: Sql, table: string, {source, category}: ShownGroup, order: string): Promise<Row[]> =>
  namedRows(sql, `select * from ${table} where source = ? and category = ? order by model, template, sampler, eval_id${order}`, [
    source,
    category
  ]);

/** Rows of the study's tables of a group. */
interface CalibrationData {
  rows: CalibrationRow[];
  bins: BinRow[];
  selective: SelectiveRow[];
}

/** Reads the rows of a group; none without a group. */
export async function calibrationData(sql: Sql, shown: ShownGroup | null): Promise<CalibrationData> {
  if (shown === null) return {rows: [], bins: [], selective: []};
  const [rows, bins, selective] = await Promise.all([
    rowsOf<CalibrationRow>(sql, "calibration", shown, ""),
    rowsOf<BinRow>(sql, "calibration_bins", shown, ", binning, bin"),
    rowsOf<SelectiveRow>(sql, "calibration_selective", shown, ", coverage")
  ]);
  return {rows, bins, selective};
}

/** Returns the inputs for the source of confidences, the category of tests and the kind of bins; null without groups. */
export const groupInputs = (groups: readonly ShownGroup[]) =>
  groups.length === 0
    ? noChoice()
    : choices(
        {
          source: choice("source", [...new Set(groups.map(({source}) => source))], {label: "Confidence", names: SOURCE_NAMES}),
          category: choice("category", [...new Set(groups.map(({category}) => category))], {
            label: "Category",
            names: {"": "all together"}
          }),
          bins: choice("bins", BINNINGS, {label: "Bins", names: {width: "of equal width", mass: "of equal mass"}})
        },
        {folded: ["bins"]}
      );

/** Names of the evaluations that have a confidence, the best calibrated first. */
export const ranked = (rows: readonly CalibrationRow[]): string[] =>
  rows
    .filter(({n}) => n > 0)
    .sort((a, b) => a.ece_corrected! - b.ece_corrected! || (a.evaluation < b.evaluation ? -1 : 1))
    .map(({evaluation}) => evaluation);

// The measures of calibration as a table, a sentence and CSV, beside the truth of simulated models.

type Show = Pick<Column<CalibrationRow>, "show">["show"];

const numeric = (
  key: string,
  label: string,
  {by, show, description}: {by: (row: CalibrationRow) => number | null; show: Show; description: string}
): Column<CalibrationRow> => numberColumn(key, label, by, row => (row.n === 0 ? "–" : show(row)), description);

/** A share with its interval; without one it says so. */
const share = (value: number | null, low: number | null, high: number | null, n: number): string =>
  value === null ? "–" : low === null || high === null ? `${(100 * value).toFixed(1)} % [–]` : formatRate({value, low, high, n});
const estimate = (value: number | null, low: number | null, high: number | null): string =>
  low === null && value !== null ? `${value.toFixed(3)} [–]` : formatEstimate({value, low, high}, {digits: 3});

/** Columns of the table; n stands beside every number. */
const measureColumns: Column<CalibrationRow>[] = [
  ...evaluationColumns,
  countColumn("n", "n", "untruncated answers with a confidence"),
  numeric("accuracy", "Right", {
    by: row => row.accuracy,
    show: row => share(row.accuracy, row.accuracy_low, row.accuracy_high, row.n),
    description: "share of right answers; guessing is not taken out, since confidence refers to this share"
  }),
  numeric("confidence", "Mean confidence", {
    by: row => row.confidence,
    show: row => share(row.confidence, row.confidence_low, row.confidence_high, row.n),
    description: "with Student's 95 % interval; none where all are alike"
  }),
  numeric("gap", "Too high by", {
    by: row => row.gap,
    show: row => formatDifference({value: row.gap, low: row.gap_low, high: row.gap_high}),
    description: "mean confidence minus share of right answers, percentage points: above 0 is overconfidence"
  }),
  numeric("ece", "ECE", {
    by: row => row.ece_corrected,
    show: row => share(row.ece_corrected, row.ece_low, row.ece_high, row.n),
    description:
      "expected calibration error over bins of equal width, corrected for sampling bias; 95 % interval by test inversion"
  }),
  numeric("ece_mass", "ECE, equal mass", {
    by: row => row.ece_mass_corrected,
    show: row => share(row.ece_mass_corrected, row.ece_mass_low, row.ece_mass_high, row.n),
    description: "the same over bins with equally many answers"
  }),
  numeric("raw", "ECE as usual", {
    by: row => row.ece,
    show: row => share(row.ece, null, null, row.n),
    description: "with what chance adds: the number that is usually reported; it falls as n grows, and has no interval of its own"
  }),
  numeric("brier", "Brier", {
    by: row => row.brier,
    show: row => estimate(row.brier, row.brier_low, row.brier_high),
    description: "mean of (confidence − right)²: 0 is best"
  }),
  numeric("parts", "Reliability − resolution + uncertainty", {
    by: row => row.reliability,
    show: row => `${row.reliability!.toFixed(3)} − ${row.resolution!.toFixed(3)} + ${row.uncertainty!.toFixed(3)}`,
    description: "the parts of the Brier score (Murphy 1973), by whole percents; chance adds to the first two"
  }),
  numeric("auroc", "AUROC", {
    by: row => row.auroc,
    show: row =>
      row.auroc === null ? `none: ${withoutAuroc(row) ?? "no answers"}` : estimate(row.auroc, row.auroc_low, row.auroc_high),
    description: "probability that a right answer has more confidence than a wrong one: 0.5 tells nothing, 1 tells all"
  }),
  numeric("slope", "Slope", {
    by: row => row.slope,
    show: row => (row.slope === null ? "cannot be fitted" : estimate(row.slope, row.slope_low, row.slope_high)),
    description: "of Cox's line in logits: 1 where calibrated, below 1 where confidences are spread too far"
  }),
  numeric("intercept", "Intercept", {
    by: row => row.intercept,
    show: row => (row.intercept === null ? "cannot be fitted" : estimate(row.intercept, row.intercept_low, row.intercept_high)),
    description: "of Cox's line in logits: 0 where calibrated, below 0 where confidences are too high"
  }),
  numeric("accuracy_80", "Right at 80 %", {
    by: row => row.accuracy_80,
    show: row => share(row.accuracy_80, row.accuracy_80_low, row.accuracy_80_high, row.n),
    description: "share of right answers among the 80 % that are most confident"
  }),
  numeric("correlation", "Across categories", {
    by: row => row.correlation,
    show: row =>
      row.correlation === null
        ? "–"
        : `${estimate(row.correlation, row.correlation_low, row.correlation_high)} n = ${formatCount(row.categories)}`,
    description: "Pearson's r of accuracy and mean confidence over categories, where all are shown together"
  }),
  countColumn("missing", "None stated", "answers that were to state a confidence, and state none that can be read"),
  countColumn("unreadable", "Out of range", "confidences that are neither a share nor a percentage; left out"),
  countColumn("truncated", "Truncated", "stopped by the token limit; left out")
];

/** Numbers of answers from the fewest to the most, "17 to 20"; one number where all are alike. */
const countsText = (rows: readonly {n: number}[]): string => {
  const [least, most] = [Math.min(...rows.map(({n}) => n)), Math.max(...rows.map(({n}) => n))];
  return least === most ? formatCount(least) : `${formatCount(least)} to ${formatCount(most)}`;
};

/** How many are too sure, and what is missing. */
export function calibrationSentence(rows: readonly CalibrationRow[]): string {
  const answered = rows.filter(({n}) => n > 0);
  const sum = (of: (row: CalibrationRow) => number) => rows.reduce((total, row) => total + of(row), 0);
  const left = [
    [sum(row => row.missing), "state none that can be read"],
    [sum(row => row.unreadable), "state none in range"]
  ] as const;
  const without = left.flatMap(([count, what]) => (count > 0 ? [`${formatCount(count)} answers ${what}`] : []));
  const aside = without.length > 0 ? ` Left out: ${without.join(", ")}.` : "";
  const percents = answered.filter(({unit}) => unit === "percent").length;
  const scale =
    percents > 0
      ? ` Confidences above 1 are read as percentages (${formatCount(percents)} of ${formatCount(answered.length)} evaluations).`
      : "";
  const [first] = answered;
  if (!first) return `No answer states a confidence that can be read.${aside}`;
  if (answered.length === 1) {
    const gap = formatDifference({value: first.gap, low: first.gap_low, high: first.gap_high});
    const ece = share(first.ece_corrected, first.ece_low, first.ece_high, first.n);
    return `${first.evaluation}: mean confidence minus share of right answers is ${gap} points, expected calibration error without chance ${ece} (n = ${formatCount(first.n)}).${aside}${scale}`;
  }
  const over = answered.filter(({gap_low}) => gap_low !== null && gap_low > 0).length;
  const under = answered.filter(({gap_high}) => gap_high !== null && gap_high < 0).length;
  return `Of ${formatCount(answered.length)} evaluations, ${formatCount(over)} ${over === 1 ? "is" : "are"} significantly overconfident, ${formatCount(under)} significantly underconfident (95 % interval of mean confidence minus share of right answers, n = ${countsText(answered)} answers each).${aside}${scale}`;
}

/** The table of measures. */
export const measureTable = (rows: readonly CalibrationRow[]): DocumentFragment =>
  tableBox("measures", rows, measureColumns, {sort: "ece", csv: ["calibration.csv", () => rows]});

/** The table of bins, in a part that a reader opens. */
export const binTable = (rows: readonly BinRow[]): HTMLElement =>
  html`<details id="bins"><summary>The bins as a table</summary><div class="rb-scroll rb-tall" tabindex="0">${sortable(rows, binColumns, {})}</div>`;

/** Columns of the table of bins. */
const binColumns: Column<BinRow>[] = [
  ...evaluationColumns,
  numberColumn(
    "lowest",
    "Confidence",
    (row: BinRow) => row.lowest,
    row => `${(100 * row.lowest).toFixed(0)} to ${(100 * row.highest).toFixed(0)} %`
  ),
  countColumn("n", "n", "answers in the bin"),
  numberColumn(
    "mean",
    "Mean confidence",
    (row: BinRow) => row.confidence,
    row => `${(100 * row.confidence).toFixed(1)} %`
  ),
  numberColumn(
    "right",
    "Right",
    (row: BinRow) => row.accuracy,
    row => formatRate({value: row.accuracy, low: row.low, high: row.high, n: row.n}),
    "with Wilson's 95 % interval"
  )
];

/** Bins to draw, by the names of their curves. */
interface Drawable {
  names: string[];
  bins: BinRow[];
  /** reason why other evaluations are not drawn, or are drawn together; empty where all are drawn */
  note: string;
  isPooled: boolean;
}

/** Names the choice of several evaluations where the diagram pools them, since each has too few answers; undefined otherwise. */
export const pooledText = (rows: readonly CalibrationRow[]): string | undefined => {
  const answered = rows.filter(({n}) => n > 0);
  return answered.length > 1 && answered.every(({n}) => n < MIN_ANSWERS)
    ? `all ${formatCount(answered.length)} together`
    : undefined;
};

/**
 * Chooses the bins of a diagram: those of evaluations with enough answers; where none of several has enough, all bins together.
 * @param rows the evaluations that could be drawn
 * @param bins theirs, of one kind
 * @param names the evaluations that a reader chose
 */
export function drawableBins(rows: readonly CalibrationRow[], bins: readonly BinRow[], names: readonly string[]): Drawable {
  const chosen = rows.filter(({evaluation, n}) => n > 0 && names.includes(evaluation));
  const enough = chosen.filter(({n}) => n >= MIN_ANSWERS).map(({evaluation}) => evaluation);
  const few = chosen.filter(({n}) => n < MIN_ANSWERS);
  if (enough.length > 0 || few.length === 0) {
    const left = few.map(({evaluation, n}) => `${evaluation} (n = ${formatCount(n)})`).join(", ");
    const note = left === "" ? "" : `Not drawn, with fewer than ${MIN_ANSWERS} answers: ${left}.`;
    return {
      names: names.filter(name => enough.includes(name)),
      bins: bins.filter(row => enough.includes(row.evaluation)),
      note,
      isPooled: false
    };
  }
  const none = (subject: string, n: number): Drawable => ({
    names: [],
    bins: [],
    note: `Too few answers of ${subject} for a diagram: n = ${formatCount(n)}, and ten bins need ${MIN_ANSWERS}.`,
    isPooled: false
  });
  if (few.length === 1) return none(few[0]!.evaluation, few[0]!.n);
  const every = rows.filter(({n}) => n > 0 && n < MIN_ANSWERS);
  const evaluation = `${formatCount(every.length)} evaluations together`;
  const total = every.reduce((sum, {n}) => sum + n, 0);
  if (total < MIN_ANSWERS) return none(evaluation, total);
  const members = new Set(every.map(each => each.evaluation));
  const simulated = every.some(row => row.simulated);
  return {
    names: [evaluation],
    bins: pooledBins(bins.filter(row => row.binning === "width" && members.has(row.evaluation))).map(bin => ({
      ...bins[0]!,
      ...bin,
      evaluation,
      simulated
    })),
    note: `Drawn together, since each has only ${countsText(every)} answers, and a separate diagram needs ${MIN_ANSWERS}. Intervals are over evaluations.`,
    isPooled: true
  };
}

// Charts of calibration: the reliability diagram, how often each confidence is stated, and accuracy where only confident answers are kept.

interface Options {
  /** Names of the evaluations that are drawn. */
  drawn: readonly string[];
  width: number;
}

const titled = (title: string, drawn: readonly string[]): string => (drawn.length === 1 ? `${title}: ${drawn[0]}` : title);
const kind = ({evaluation, simulated}: {evaluation: string; simulated: boolean}): string =>
  `${evaluation}${simulated ? " (simulated)" : ""}`;
const hollow = (simulated: boolean): string => (simulated ? " Hollow marks are simulated." : "");
/** Pixels of a square chart at most. */
const SQUARE = 480;

/** Share of right answers against mean confidence in each bin; empty without evaluations to draw. */
export function reliabilityDiagram(
  {names: drawn, bins, isPooled}: Drawable,
  {width}: {width: number}
): HTMLElement | DocumentFragment {
  if (drawn.length === 0) return html.fragment``;
  const own = bins.filter(({evaluation}) => drawn.includes(evaluation));
  const simulated = own.some(row => row.simulated);
  const size = Math.min(width, SQUARE);
  const x = (row: BinRow) => percent(row.confidence);
  return plotFigure({
    title: titled("Reliability diagram", drawn),
    simulated,
    id: "reliability",
    caption: `Each dot is a bin of answers with its 95 % interval (${isPooled ? "over evaluations" : "Wilson"}); n is in its tip${isPooled ? "" : " and in the table below"}. On the dashed line confidence equals accuracy; below it, confidence is too high.${hollow(simulated)}`,
    width: size,
    height: size - 20,
    marginLeft: 44,
    marginRight: 16,
    x: {label: "mean confidence (%) →", domain: [0, 100], grid: true},
    y: {label: "↑ right answers (%)", domain: [0, 100], grid: true},
    color: {domain: [...drawn], legend: false},
    symbol: {domain: [...drawn], legend: drawn.length > 1},
    marks: [
      Plot.line(
        [
          [0, 0],
          [100, 100]
        ],
        {strokeDasharray: "4 3", strokeOpacity: 0.6}
      ),
      Plot.line(own, {x, y: (row: BinRow) => percent(row.accuracy), z: "evaluation", stroke: "evaluation", strokeOpacity: 0.6}),
      ...dotsWithIntervals(own, {x, value: ({accuracy}) => accuracy}),
      tip(own, {
        x,
        y: (row: BinRow) => percent(row.accuracy),
        title: (row: BinRow) =>
          `${kind(row)}\nconfidence ${percent(row.lowest).toFixed(0)} to ${percent(row.highest).toFixed(0)} %, mean ${percent(row.confidence).toFixed(1)} %\nright ${formatInterval({value: row.accuracy, ...row})}`
      })
    ]
  });
}

/** Share of answers in each bin; empty without evaluations to draw. */
export function confidenceHistogram({names: drawn, bins}: Drawable, {width}: {width: number}): HTMLElement | DocumentFragment {
  if (drawn.length === 0) return html.fragment``;
  const own = bins.filter(({evaluation}) => drawn.includes(evaluation));
  const simulated = own.some(row => row.simulated);
  const totals = new Map(drawn.map(name => [name, own.filter(row => row.evaluation === name).reduce((sum, {n}) => sum + n, 0)]));
  const share = (row: BinRow) => percent(row.n / totals.get(row.evaluation)!);
  const middle = (row: BinRow) => percent((row.lowest + row.highest) / 2);
  const title = (row: BinRow) =>
    `${kind(row)}\nconfidence ${percent(row.lowest).toFixed(0)} to ${percent(row.highest).toFixed(0)} %\n${formatCount(row.n)} of ${formatCount(totals.get(row.evaluation))} answers, ${share(row).toFixed(1)} %`;
  const single = drawn.length === 1;
  return plotFigure({
    title: titled("How often each confidence is given", drawn),
    simulated,
    id: "histogram",
    caption: `Share of answers in bins of equal width; ${[...totals].map(([name, n]) => `${name}: n = ${formatCount(n)}`).join(", ")}.${single ? "" : hollow(simulated)}`,
    width: Math.min(width, 640),
    height: 200,
    marginLeft: 44,
    marginRight: 16,
    x: {label: "confidence (%) →", domain: [0, 100]},
    y: {label: "↑ answers (%)", grid: true, domain: [0, Math.max(1, ...own.map(share))]},
    color: {domain: [...drawn], legend: false},
    symbol: {domain: [...drawn], legend: false},
    marks: [
      Plot.ruleY([0]),
      ...(single
        ? [
            Plot.rectY(own, {
              x1: (row: BinRow) => percent(row.lowest),
              x2: (row: BinRow) => percent(row.highest),
              y: share,
              inset: 0.5,
              fill: "evaluation",
              fillOpacity: simulated ? 0.35 : 0.8,
              stroke: "evaluation"
            })
          ]
        : [
            Plot.lineY(own, {x: middle, y: share, z: "evaluation", stroke: "evaluation"}),
            Plot.dot(own, {
              x: middle,
              y: share,
              stroke: "evaluation",
              symbol: "evaluation",
              fill: (row: BinRow) => (row.simulated ? "var(--theme-background)" : "currentColor")
            })
          ]),
      tip(own, {x: middle, y: share, title}, "x")
    ]
  });
}

/** Accuracy of the most confident answers against the share that is kept. */
export function selectiveCurve(rows: readonly SelectiveRow[], {drawn, width}: Options): HTMLElement {
  const own = rows.filter(({evaluation}) => drawn.includes(evaluation));
  const simulated = own.some(row => row.simulated);
  const x = (row: SelectiveRow) => percent(row.coverage);
  const y = (row: SelectiveRow) => percent(row.accuracy);
  return plotFigure({
    title: titled("Selective accuracy", drawn),
    simulated,
    id: "selective",
    caption: `Right answers where only the most confident are kept, with 95 % intervals (Wilson). A flat line means that confidence carries no information.${hollow(simulated)}`,
    width: Math.min(width, 720),
    height: 300,
    marginLeft: 44,
    marginRight: 16,
    x: {label: "answers that are kept (%) →", domain: [0, 100]},
    y: {
      label: "↑ right answers (%)",
      domain: [Math.min(100, ...own.map(({low}) => percent(low))), 100],
      nice: true,
      grid: true
    },
    color: {domain: [...drawn], legend: false},
    symbol: {domain: [...drawn], legend: drawn.length > 1},
    marks: [
      Plot.lineY(own, {x, y, z: "evaluation", stroke: "evaluation"}),
      ...dotsWithIntervals(own, {x, value: ({accuracy}) => accuracy}),
      tip(own, {
        x,
        y,
        title: (row: SelectiveRow) =>
          `${kind(row)}\nkept ${percent(row.coverage).toFixed(0)} %: confidence ${percent(row.threshold).toFixed(0)} % and more\nright ${formatInterval({value: row.accuracy, ...row})}`
      })
    ]
  });
}

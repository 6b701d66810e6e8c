// The measures of calibration as a table, a sentence and CSV, beside the truth of simulated models.
import {countColumn, evaluationColumns} from "../../pipelines/charts/shared/columns.js";
import {formatCount, formatDifference, formatEstimate, formatRate} from "../../pipelines/charts/shared/interval.js";
import type {Column} from "../../pipelines/charts/shared/sortable.js";
import {withoutAuroc} from "../../pipelines/studies/calibration/measures.js";
import type {BinRow, CalibrationRow} from "./shown.js";

type Show = Pick<Column<CalibrationRow>, "show">["show"];

const numeric = (
  key: string,
  label: string,
  {by, show, description}: {by: (row: CalibrationRow) => number | null; show: Show; description: string}
): Column<CalibrationRow> => ({key, label, numeric: true, by, show: row => (row.n === 0 ? "–" : show(row)), description});

/** A share with its interval; without one it says so. */
const share = (value: number | null, low: number | null, high: number | null, n: number): string =>
  value === null ? "–" : low === null || high === null ? `${(100 * value).toFixed(1)} % [–]` : formatRate({value, low, high, n});
const estimate = (value: number | null, low: number | null, high: number | null): string =>
  low === null && value !== null ? `${value.toFixed(3)} [–]` : formatEstimate({value, low, high}, {digits: 3});

/** Columns of the table; n stands beside every number. */
export const measureColumns: Column<CalibrationRow>[] = [
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

/** How many are too sure, and what is missing. */
export function calibrationSentence(rows: readonly CalibrationRow[]): string {
  const known = rows.filter(({n}) => n > 0);
  const sum = (of: (row: CalibrationRow) => number) => rows.reduce((total, row) => total + of(row), 0);
  const left = [
    [sum(row => row.missing), "state none that can be read"],
    [sum(row => row.unreadable), "state none in range"]
  ] as const;
  const without = left.flatMap(([count, what]) => (count > 0 ? [`${formatCount(count)} answers ${what}`] : []));
  const aside = without.length > 0 ? ` Left out: ${without.join(", ")}.` : "";
  const percents = known.filter(({unit}) => unit === "percent").length;
  const scale =
    percents > 0
      ? ` Confidences above 1 are read as percentages (${formatCount(percents)} of ${formatCount(known.length)} evaluations).`
      : "";
  const [first] = known;
  if (!first) return `No answer states a confidence that can be read.${aside}`;
  if (known.length === 1) {
    const gap = formatDifference({value: first.gap, low: first.gap_low, high: first.gap_high});
    const ece = share(first.ece_corrected, first.ece_low, first.ece_high, first.n);
    return `${first.evaluation}: mean confidence minus share of right answers is ${gap} points, expected calibration error without chance ${ece} (n = ${formatCount(first.n)}).${aside}${scale}`;
  }
  const over = known.filter(({gap_low}) => gap_low !== null && gap_low > 0).length;
  const under = known.filter(({gap_high}) => gap_high !== null && gap_high < 0).length;
  return `Of ${formatCount(known.length)} evaluations, ${formatCount(over)} ${over === 1 ? "is" : "are"} significantly overconfident, ${formatCount(under)} significantly underconfident (95 % interval of mean confidence minus share of right answers, n = ${formatCount(Math.min(...known.map(({n}) => n)))} to ${formatCount(Math.max(...known.map(({n}) => n)))} answers each).${aside}${scale}`;
}

/** Columns of the table of bins. */
export const binColumns: Column<BinRow>[] = [
  ...evaluationColumns,
  {
    key: "lowest",
    label: "Confidence",
    numeric: true,
    by: (row: BinRow) => row.lowest,
    show: row => `${(100 * row.lowest).toFixed(0)} to ${(100 * row.highest).toFixed(0)} %`
  },
  countColumn("n", "n", "answers in the bin"),
  {
    key: "mean",
    label: "Mean confidence",
    numeric: true,
    by: (row: BinRow) => row.confidence,
    show: row => `${(100 * row.confidence).toFixed(1)} %`
  },
  {
    key: "right",
    label: "Right",
    numeric: true,
    by: (row: BinRow) => row.accuracy,
    show: row => formatRate({value: row.accuracy, low: row.low, high: row.high, n: row.n}),
    description: "with Wilson's 95 % interval"
  }
];

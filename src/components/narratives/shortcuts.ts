// The table of shortcuts: what readers would earn who do not do the work.

import {type Figure, MEASURES, type MeasureName, type MeasureUnit} from "../../pipelines/studies/narratives/measures.js";
import type {ShortcutReport} from "../../pipelines/studies/narratives/shortcuts.js";
import {type Column, formatCount, numberColumn, textColumn} from "../shared/charts.js";
import {tableBox} from "../shared/page.js";
import type {ReadFile} from "./ownFile.js";

/** A row of `narrative_shortcuts`. */
export interface StoredShortcut extends Figure {
  data_set: string;
  narratives: number;
  measure: MeasureName;
  unit: MeasureUnit;
  scope: "overall" | "deep";
}

/** A measure with its figures of all narratives and of deep ones. */
export interface ShortcutRow {
  measure: MeasureName;
  unit: MeasureUnit;
  overall: Figure;
  deep: Figure;
}

/** The measures of one data set in the order of reports. */
export const storedShortcuts = (rows: readonly StoredShortcut[]): ShortcutRow[] =>
  (Object.keys(MEASURES) as MeasureName[]).flatMap(measure => {
    const of = (scope: StoredShortcut["scope"]) => rows.find(row => row.measure === measure && row.scope === scope);
    const [overall, deep] = [of("overall"), of("deep")];
    return overall && deep ? [{measure, unit: overall.unit, overall, deep}] : [];
  });

const reportedShortcuts = ({measures}: ShortcutReport): ShortcutRow[] =>
  measures.map(({name, overall, deep}) => ({measure: name, unit: MEASURES[name].unit, overall, deep}));

/** The measures of a reader's file, or of one data set. */
export const shortcutsOf = (file: ReadFile | undefined, rows: readonly StoredShortcut[]): ShortcutRow[] =>
  file ? (file.report ? reportedShortcuts(file.report) : []) : storedShortcuts(rows);

/** `12.5 % [3.2, 24.1]`; correlations and areas in their own unit. A maximum has no interval. */
export function figureText({value, low, high, not_measured}: Figure, unit: MeasureUnit): string {
  if (value === null) return `not measured: ${not_measured ?? "no reason given"}`;
  const scale = unit === "correlation" || unit === "auc" ? 1 : 100;
  const text = (x: number) => {
    const rounded = Number((scale * x).toFixed(scale === 1 ? 2 : 1)) || 0; // no minus before a rounded zero
    return rounded.toFixed(scale === 1 ? 2 : 1).replace("-", "−");
  };
  const sign = unit === "points" && value > 0 ? "+" : "";
  const end = unit === "points" ? " points" : scale === 100 ? " %" : "";
  return `${sign}${text(value)}${end}${low === null || high === null ? "" : ` [${text(low)}, ${text(high)}]`}`;
}

const figureColumn = (scope: "overall" | "deep", label: string): Column<ShortcutRow> =>
  numberColumn(
    scope,
    label,
    row => row[scope].value,
    row => figureText(row[scope], row.unit),
    "with its 95 % interval"
  );
const countOf = (scope: "overall" | "deep"): Column<ShortcutRow> =>
  numberColumn(
    `n_${scope}`,
    "n",
    row => row[scope].n,
    row => formatCount(row[scope].n),
    "narratives; of largest_sentence, sentences"
  );

const shortcutColumns = (): Column<ShortcutRow>[] => [
  textColumn("measure", "Measure", row => row.measure),
  {key: "words", label: "Shortcut", show: row => MEASURES[row.measure].words},
  figureColumn("overall", "All narratives"),
  countOf("overall"),
  figureColumn("deep", "Depth ≥ 4"),
  countOf("deep")
];

const withCount = ({overall, unit}: ShortcutRow): string => `${figureText(overall, unit)}, n = ${formatCount(overall.n)}`;

/** The highest of the measures that are accuracies of readers who do not do the work, and how much padding repeats itself. */
export function shortcutSentence(rows: readonly ShortcutRow[]): string {
  const known = rows.filter(({unit, overall}) => unit === "accuracy" && overall.value !== null);
  if (known.length === 0) return "No shortcut could be measured here; the table says why.";
  const best = known.reduce((x, y) => (y.overall.value! > x.overall.value! ? y : x));
  const repeated = rows.find(({measure, overall}) => measure === "repeated_sentences" && overall.value !== null);
  return [
    `Of shortcuts that do not solve the lists, ${best.measure} (${MEASURES[best.measure].words}) scores highest: ${withCount(best)}.`,
    ...(repeated ? [`Share of sentences of padding that a story has more than once: ${withCount(repeated)}.`] : [])
  ].join(" ");
}

/** The table of shortcuts. */
export const shortcutTable = (rows: readonly ShortcutRow[]): DocumentFragment =>
  tableBox("shortcuts", rows, shortcutColumns(), {
    key: "shortcut-sort",
    csv: ["narrative-shortcuts.csv", () => shortcutsCsv(rows)]
  });

/** Rows for a file. */
const shortcutsCsv = (rows: readonly ShortcutRow[]): Record<string, unknown>[] =>
  rows.flatMap(({measure, unit, ...figures}) =>
    (["overall", "deep"] as const).map(scope => ({
      measure,
      unit,
      scope,
      n: figures[scope].n,
      value: figures[scope].value,
      low: figures[scope].low,
      high: figures[scope].high,
      not_measured: figures[scope].not_measured
    }))
  );

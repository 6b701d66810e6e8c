// What the page Extraction shows: checks on labelled texts, and two readings of stored answers, as rows, columns and sentences.
import {html} from "npm:htl";
import {countColumn, evaluationColumns} from "../../pipelines/charts/shared/columns.js";
import {formatCount, formatDifference, formatEstimate, formatRate} from "../../pipelines/charts/shared/interval.js";
import {evaluationNames} from "../../pipelines/charts/shared/label.js";
import {simulatedBadge} from "../../pipelines/charts/shared/simulated.js";
import type {Column} from "../../pipelines/charts/shared/sortable.js";
import type {Sql} from "../../pipelines/charts/shared/sql.js";
import type {Evaluated} from "../../pipelines/store/evaluationName.js";
import type {Counts, Method} from "../../pipelines/studies/extraction/confusion.js";
import type {JudgedRow} from "../../pipelines/studies/extraction/judged.js";
import type {Disagreement} from "../../pipelines/studies/extraction/tables.js";
import {plainRows} from "../shared/answers.js";

export interface CheckRow extends Counts {
  source: string;
  task: string;
  method: Method;
  n: number;
  stated: number;
  precision: number | null;
  recall: number | null;
  f1_answer: number | null;
  f1_none: number | null;
  macro_f1: number | null;
  macro_low: number | null;
  macro_high: number | null;
  difference: number | null;
  difference_low: number | null;
  difference_high: number | null;
}

interface Named extends Evaluated {
  evaluation: string;
  base_task: string;
}

export interface ExtractionRow extends Named {
  n: number;
  agreed: number;
  only_rules: number;
  only_classifier: number;
  different: number;
  disagreement: number;
  disagreement_low: number;
  disagreement_high: number;
  rules: number;
  rules_low: number;
  rules_high: number;
  classifier: number;
  classifier_low: number;
  classifier_high: number;
  difference: number;
  difference_low: number | null;
  difference_high: number | null;
}

export interface ExtractionExample extends Named {
  disagreement: Disagreement;
  item_id: string;
  expected: string;
  rules: string | null;
  classifier: string | null;
  probability: number;
  text: string;
}

export const judgedIn = async (sql: Sql): Promise<JudgedRow[]> =>
  plainRows<JudgedRow>(await sql`select * from extraction_judged order by judge, reading`);

export const checksIn = async (sql: Sql): Promise<CheckRow[]> =>
  plainRows<CheckRow>(await sql`select * from extraction_checks order by source, task, method desc`);

async function rowsOf<Row extends Named>(sql: Sql, table: string, order: string): Promise<Row[]> {
  const rows = plainRows<Row>(
    await sql.query(`select * from ${table} order by base_task, model, template, sampler, eval_id${order}`, [])
  );
  const name = evaluationNames([...new Map(rows.map(row => [row.eval_id, row])).values()]);
  return rows.map(row => ({...row, evaluation: name(row)}));
}

export const extractionsIn = (sql: Sql) => rowsOf<ExtractionRow>(sql, "extractions", "");
export const examplesIn = (sql: Sql) => rowsOf<ExtractionExample>(sql, "extraction_examples", ", disagreement");

const macro = (row: CheckRow): string =>
  `${formatEstimate({value: row.macro_f1, low: row.macro_low, high: row.macro_high}, {digits: 3})} n = ${formatCount(row.n)}`;

const f1 = (key: "f1_answer" | "f1_none" | "precision" | "recall", label: string, description: string): Column<CheckRow> => ({
  ...{key, label, numeric: true, description},
  by: row => row[key],
  show: row => (row[key] === null ? "–" : row[key]!.toFixed(3))
});

/** Columns of checks: the confusion of answers found with answers stated, and F1. */
export const checkColumns: Column<CheckRow>[] = [
  {key: "task", label: "Texts", by: row => row.task, show: row => row.task || "all"},
  {key: "method", label: "Method", by: row => row.method, show: row => row.method},
  {
    key: "macro_f1",
    label: "Macro-F1",
    numeric: true,
    by: row => row.macro_f1,
    show: macro,
    description: "mean of the F1 of answers, each kind by itself, and of texts without one; 95 % interval by bootstrap over texts"
  },
  f1("f1_answer", "F1, answers", "of texts that state an answer; n is stated answers and answers found"),
  f1("f1_none", "F1, none", "of texts that state none; a dash where all state one"),
  countColumn("right", "Right", "the stated answer was found"),
  countColumn("wrong", "Wrong", "another one was found"),
  countColumn("missed", "Missed", "none was found, though one is stated"),
  countColumn("invented", "Invented", "one was found, though none is stated"),
  countColumn("none", "None", "none was found, and none is stated")
];

/** Macro-F1 of both methods over all texts of a source, and their difference. */
export function checksSentence(rows: readonly CheckRow[]): string {
  const whole = (method: Method) => rows.find(row => row.task === "" && row.method === method);
  const [rules, classifier] = [whole("rules"), whole("classifier")];
  if (!rules || !classifier) return "";
  const difference = formatEstimate(
    {value: rules.difference, low: rules.difference_low, high: rules.difference_high},
    {digits: 3}
  );
  return `Of ${formatCount(rules.n)} texts, ${formatCount(rules.stated)} state an answer. Macro-F1 is ${macro(classifier)} for the classifier and ${macro(rules)} for the rules alone; the difference is ${difference}.`;
}

const accuracy = (method: Method, description: string): Column<ExtractionRow> => ({
  ...{key: method, label: `Accuracy, ${method}`, numeric: true, description},
  by: row => row[method],
  show: row => formatRate({value: row[method], low: row[`${method}_low`], high: row[`${method}_high`], n: row.n})
});

export const extractionColumns: Column<ExtractionRow>[] = [
  ...evaluationColumns,
  {key: "base_task", label: "Task", by: row => row.base_task, show: row => row.base_task},
  countColumn("n", "n", "untruncated first answers that both read"),
  {
    key: "disagreement",
    label: "Read differently",
    numeric: true,
    by: row => row.disagreement,
    show: row => formatRate({value: row.disagreement, low: row.disagreement_low, high: row.disagreement_high, n: row.n}),
    description: "share of answers that the methods read differently, with its 95 % interval"
  },
  countColumn("only_rules", "Only rules", "the rules find an answer, the classifier none"),
  countColumn("only_classifier", "Only classifier", "the classifier finds an answer, the rules none"),
  countColumn("different", "Different", "both find one, and not the same"),
  accuracy("rules", "guesses included; 95 % interval"),
  accuracy("classifier", "the same answers, read by the classifier"),
  {
    key: "difference",
    label: "Difference",
    numeric: true,
    by: row => row.difference,
    show: row => formatDifference({value: row.difference, low: row.difference_low, high: row.difference_high}),
    description: "classifier minus rules, points, with the paired 95 % interval"
  }
];

/** How often the readings differ, and how many scores depend on it. */
export function extractionSentence(rows: readonly ExtractionRow[]): string {
  const n = rows.reduce((sum, row) => sum + row.n, 0);
  const apart = n - rows.reduce((sum, row) => sum + row.agreed, 0);
  const moved = rows.filter(
    ({difference_low, difference_high}) => (difference_low ?? 0) > 0 || (difference_high ?? 0) < 0
  ).length;
  const [most] = [...rows].sort((a, b) => Math.abs(b.difference) - Math.abs(a.difference));
  const largest =
    most && most.difference !== 0
      ? ` It differs most for ${most.evaluation} on ${most.base_task}: ${formatDifference({value: most.difference, low: most.difference_low, high: most.difference_high})} points, n = ${formatCount(most.n)}.`
      : "";
  return `${formatCount(apart)} of ${formatCount(n)} answers are read differently. Accuracy differs significantly in ${formatCount(moved)} of ${formatCount(rows.length)} ${rows.length === 1 ? "row" : "rows"}.${largest}`;
}

const against = (method: Method, description: string): Column<JudgedRow> => ({
  ...{key: `against_${method}`, label: `Differs from the ${method}`, numeric: true, description},
  by: row => row[`against_${method}`],
  show: row =>
    formatRate({
      value: row[`against_${method}`],
      low: row[`against_${method}_low`] ?? 0,
      high: row[`against_${method}_high`] ?? 1,
      n: row.n
    })
});

/** Columns of what judges read. */
export const judgedColumns: Column<JudgedRow>[] = [
  {
    key: "judge",
    label: "Judge",
    by: row => row.judge,
    show: ({judge, simulated}) => (simulated ? html`<span>${judge} ${simulatedBadge()}</span>` : judge)
  },
  {
    key: "reading",
    label: "Rules and classifier",
    by: row => row.reading,
    show: ({reading}) => reading,
    description: "how the two methods read the answers that the judge was asked about"
  },
  countColumn("n", "n", "answers that the judge read"),
  countColumn("as_rules", "As the rules", "of n, none and none included"),
  countColumn("as_classifier", "As the classifier", "of n, none and none included"),
  countColumn("as_neither", "As neither", "of n"),
  countColumn("unread", "Unreadable", "replies that could not be read; not among n"),
  against("rules", "share of n with its 95 % interval"),
  against("classifier", "share of n with its 95 % interval")
];

/** How often judges read otherwise than both methods where these agree, and whom they follow where they do not. */
export function judgedSentence(rows: readonly JudgedRow[]): string {
  return [...new Set(rows.map(({judge}) => judge))]
    .map(judge => {
      const own = rows.filter(row => row.judge === judge);
      const agreed = own.find(({reading}) => reading === "agreed");
      const apart = own.filter(({reading}) => reading !== "agreed");
      const sum = (of: "n" | "as_rules" | "as_classifier") => apart.reduce((total, row) => total + row[of], 0);
      const alike = agreed
        ? ` reads ${formatCount(agreed.as_neither)} of ${formatCount(agreed.n)} answers differently on which rules and classifier agree`
        : "";
      const split =
        sum("n") > 0
          ? `${alike ? `, and of ${formatCount(sum("n"))} on which they do not` : ` reads, of ${formatCount(sum("n"))} answers on which rules and classifier differ`}, ${formatCount(sum("as_rules"))} as the rules and ${formatCount(sum("as_classifier"))} as the classifier`
          : "";
      return `${judge}${alike}${split}.`;
    })
    .join(" ");
}

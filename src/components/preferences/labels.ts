// A judge's grades, corrected by people: each model's accuracy as judged and by labels of some answers, how far annotators agree, and the
// judge's errors. From the tables judge_accuracy and labels.
import {html} from "npm:htl";
import {address} from "../../pipelines/charts/shared/modelLink.js";
import {groupBy} from "../../pipelines/stats/groupBy.js";
import {labelAgreement} from "../../pipelines/studies/preferences/labels/agreement.js";
import {lastLabels, majority} from "../../pipelines/studies/preferences/labels/label.js";
import {plainRows} from "../shared/answers.js";
import {
  type Column,
  countColumn,
  formatCount,
  formatRate,
  numberColumn,
  plural,
  type Sql,
  sampleKey,
  sampleLink,
  simulatedBadge,
  textColumn
} from "../shared/charts.js";
import {tableBox} from "../shared/page.js";
import {coefficientText} from "./agreement.js";

/** A row of the table `judge_accuracy`. */
export interface JudgedAccuracy {
  judge: string;
  model: string;
  template: string;
  sampler: string;
  n: number;
  judged: number;
  judged_low: number;
  judged_high: number;
  corrected: number | null;
  low: number | null;
  high: number | null;
  estimator: string | null;
  labels: number;
  needed: number | null;
  sensitivity: number | null;
  sensitivity_low: number;
  sensitivity_high: number;
  sensitivity_n: number;
  specificity: number | null;
  specificity_low: number;
  specificity_high: number;
  specificity_n: number;
  chance: boolean;
  simulated: boolean;
}

/** A row of the table `labels`. */
export interface LabelRow {
  eval_id: string;
  model: string;
  item_id: string;
  trial: number;
  annotator: string;
  label: boolean;
  note: string;
  at: string;
  base_task: string;
  judge: string;
  verdict: number;
  unused: string;
}

/** The part of page Human: a sentence and a table for each judge, its errors, and how far annotators agree; or how to begin. */
export async function correctedGrades(sql: Sql): Promise<HTMLElement | DocumentFragment> {
  const rows = plainRows<JudgedAccuracy>(
    await sql`select * from judge_accuracy order by judge, coalesce(corrected, judged) desc, model`
  );
  const labels = plainRows<LabelRow>(
    await sql`select eval_id, model, item_id, trial, annotator, label, note, base_task, labels.at, judge, verdict, unused from labels order by model, item_id, trial, annotator, at`
  );
  if (labels.length === 0)
    return html`<p class="rb-muted" id="grades-reading">Nobody has labelled answers of this store. Label some on page <a href=${`${address("annotate")}#mode=answers`}>Annotate</a>, or write labels into a file; then <code>npm run human -- correct --labels labels.jsonl --save</code>.`;
  const judges = [...new Set(rows.map(({judge}) => judge))];
  return html.fragment`<p id="label-agreement">${agreementSentenceOf(labels)}</p>${judges.map((judge, i) =>
    judgePart(
      rows.filter(row => row.judge === judge),
      i
    )
  )}${errorsPart(labels)}`;
}

/** How far annotators agree on single answers. */
export function agreementSentenceOf(labels: readonly LabelRow[]): string {
  const {annotators, cohen, krippendorff} = labelAgreement(
    labels.flatMap(each => (each.unused === "" ? {...each, answer: sampleKey(each), isCorrect: each.label} : []))
  );
  if (cohen.n === 0)
    return `No two people have labelled the same answer (${plural(annotators, "annotator")}): how far they agree is unknown.`;
  return `${plural(annotators, "annotator")} agree with Cohen's κ ${coefficientText(cohen)}; Krippendorff's α is ${coefficientText(krippendorff)}.`;
}

/** An answer on which people and the judge differ. */
export interface JudgeError extends Pick<LabelRow, "eval_id" | "model" | "item_id" | "trial" | "base_task" | "judge"> {
  /** what the judge did: called a wrong answer right, or a right one wrong */
  kind: "false positive" | "false negative";
  /** labels that say so, and all of the answer, of each annotator the last */
  differing: number;
  labels: number;
  notes: string;
}

/** Answers whose label by most people differs from the verdict; labels by an earlier rubric or of an earlier response are left out. */
export function judgeErrors(rows: readonly LabelRow[]): JudgeError[] {
  const current = rows.filter(({unused}) => unused === "" || unused === "draw");
  return [...groupBy(current, sampleKey).values()].flatMap((group): JudgeError[] => {
    const last = lastLabels(group.map(row => ({...row, isCorrect: row.label})));
    const label = majority(last);
    const {eval_id, model, item_id, trial, base_task, judge, verdict} = group[0]!;
    if (label === null || label === (verdict === 1)) return [];
    return [
      {
        ...{eval_id, model, item_id, trial, base_task, judge},
        kind: label ? "false negative" : "false positive",
        differing: last.filter(({isCorrect}) => isCorrect === label).length,
        labels: last.length,
        notes: last
          .map(({note}) => note)
          .filter(Boolean)
          .join(" · ")
      }
    ];
  });
}

const nameOfJudge = (judge: string): string => (judge === "rules" ? "the answer reader" : judge);

function errorsPart(labels: readonly LabelRow[]): DocumentFragment {
  const errors = judgeErrors(labels);
  const columns: Column<JudgeError>[] = [
    textColumn("kind", "Error", ({kind}) => kind, {
      description: "false positive: called right, and people call it wrong; false negative: the other way round"
    }),
    textColumn("judge", "Judge", ({judge}) => nameOfJudge(judge)),
    textColumn("model", "Model", ({model}) => model),
    textColumn("base_task", "Task", ({base_task}) => base_task),
    numberColumn(
      "differing",
      "Labels",
      ({differing}) => differing,
      ({differing, labels: n}) => `${formatCount(differing)} of ${formatCount(n)}`,
      "annotators who differ from the judge, of those who labelled the answer"
    ),
    textColumn("notes", "Notes", ({notes}) => notes),
    textColumn("read", "Answer", linksOf, {by: row => sampleKey(row)})
  ];
  const count = (kind: JudgeError["kind"]) => plural(errors.filter(each => each.kind === kind).length, kind);
  const sentence =
    errors.length === 0
      ? "No label differs from a verdict."
      : `${count("false positive")} and ${count("false negative")} among the labelled answers, those drawn because judge and rules disagree included.`;
  return html.fragment`<p id="errors-reading">${sentence}</p>${tableBox("judge-errors", errors, columns, {sort: "kind", key: "errors-sort", csv: ["judge-errors.csv", () => errors.map(row => ({...row}))]})}`;
}

const linksOf = (row: JudgeError): Node =>
  html`<span>${sampleLink(row, "Samples")}, <a href=${`${address("annotate")}#${new URLSearchParams({mode: "answers", answer: sampleKey(row)})}`}>Annotate</a></span>`;

function judgePart(rows: readonly JudgedAccuracy[], index: number): DocumentFragment {
  const id = index === 0 ? "grades" : `grades-${index + 1}`;
  return html.fragment`<p id=${`${id}-reading`}>${judgeSentenceOf(rows[0]!)} ${rows.some(({simulated}) => simulated) ? simulatedBadge() : ""}</p>
    ${tableBox(id, rows, gradeColumns(rows), {sort: "-corrected", key: `${id}-sort`, csv: ["judge-accuracy.csv", () => rows.map(row => ({...row}))]})}`;
}

/** The judge's rates by all labels, and whether it may be guessing. */
export function judgeSentenceOf(row: JudgedAccuracy): string {
  const name = row.judge === "rules" ? "The answer reader" : row.judge;
  const rate = (value: number | null, low: number, high: number, n: number, what: string) =>
    value === null
      ? `no ${what} answer is labelled`
      : `${formatRate({value, low, high, n})} of ${plural(n, `${what} answer`)} that people labelled`;
  const right = rate(row.sensitivity, row.sensitivity_low, row.sensitivity_high, row.sensitivity_n, "right");
  const wrong = rate(row.specificity, row.specificity_low, row.specificity_high, row.specificity_n, "wrong");
  const warning = row.chance ? " It may be no better than chance: its grades then add nothing to the labels." : "";
  return `${name} calls right ${right}, and wrong ${wrong}.${warning}`;
}

const ESTIMATORS: Readonly<Record<string, string>> = {
  efficient: "labels of this model",
  "rogan-gladen": "labels of all models"
};

function gradeColumns(rows: readonly JudgedAccuracy[]): Column<JudgedAccuracy>[] {
  const isOne = new Set(rows.map(({model}) => model)).size === rows.length;
  return [
    textColumn("model", "Model", row => (isOne ? row.model : `${row.model} · ${row.template} · ${row.sampler}`)),
    countColumn("n", "n", "judged answers, cut ones left out"),
    numberColumn(
      "judged",
      "As judged",
      row => row.judged,
      row => formatRate({value: row.judged, low: row.judged_low, high: row.judged_high, n: row.n}),
      "share that the judge calls right; its interval does not know that the judge errs"
    ),
    numberColumn(
      "corrected",
      "Corrected",
      row => row.corrected,
      row => correctedText(row),
      "accuracy by the judge's verdicts and people's labels, with its 95 % interval"
    ),
    textColumn("estimator", "By", row => (row.estimator === null ? "–" : (ESTIMATORS[row.estimator] ?? row.estimator))),
    countColumn("labels", "Labels", "labelled answers that the estimate uses"),
    numberColumn(
      "needed",
      "Labels for ±3",
      row => row.needed,
      row => (row.needed === null ? "more answers" : formatCount(row.needed)),
      "labels of this model's answers, drawn at random, for an interval of ± 3 percentage points; where labels of all would not do, more answers must be judged"
    )
  ];
}

function correctedText({corrected: value, low, high, labels: n}: JudgedAccuracy): string {
  if (low === null || high === null) return "–";
  return value === null ? `– [${(100 * low).toFixed(1)}, ${(100 * high).toFixed(1)}]` : formatRate({value, low, high, n});
}

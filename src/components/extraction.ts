// Rules, figures and tables of page Extraction.
import {html} from "npm:htl";
import {type AnswerRuleRow, readingBars, readingColumns, readingCounts} from "../pipelines/charts/extraction/answerRules.js";
import type {KindFigures} from "../pipelines/score/answer/classifier/figures.js";
import {shareOf} from "../pipelines/stats/intervals.js";
import type {Evaluated} from "../pipelines/store/evaluationName.js";
import type {JudgedRow} from "../pipelines/studies/extraction/judged.js";
import type {BinRow} from "./calibration.js";
import {plainRows} from "./shared/answers.js";
import {
  type Column,
  countColumn,
  evaluationNames,
  formatCount,
  formatRate,
  numberColumn,
  type Sql,
  STATUS_NAMES,
  sampleLink,
  simulatedBadge,
  textColumn
} from "./shared/charts.js";
import {tableBox} from "./shared/page.js";
import {markedText, untrusted} from "./shared/text.js";

// Rows, columns and sentences of page Extraction: what judges read, and the figures of the classifier.

export const judgedIn = async (sql: Sql): Promise<JudgedRow[]> =>
  plainRows<JudgedRow>(await sql`select * from extraction_judged order by judge, rule`);

const NO_ANSWER = "no answer";

/** Columns of what judges read. */
export const judgedColumns: Column<JudgedRow>[] = [
  textColumn("judge", "Judge", ({judge, simulated}) => (simulated ? html`<span>${judge} ${simulatedBadge()}</span>` : judge), {
    by: row => row.judge
  }),
  textColumn("rule", "Rule", ({rule}) => rule || NO_ANSWER, {
    by: row => row.rule,
    description: "rule that read the answers that the judge was asked about"
  }),
  countColumn("n", "n", "answers that the judge read"),
  countColumn("same", "Same", "of n, read in the same way, none and none included"),
  countColumn("unread", "Unreadable", "replies that could not be read; not among n"),
  numberColumn(
    "differs",
    "Read differently",
    row => row.differs,
    row => formatRate({value: row.differs, low: row.differs_low ?? 0, high: row.differs_high ?? 1, n: row.n}),
    "share of n with its 95 % interval"
  )
];

/** How often judges read answers differently, over all rules. */
export const judgedSentence = (rows: readonly JudgedRow[]): string =>
  [...new Set(rows.map(({judge}) => judge))]
    .map(judge => {
      const ofJudge = rows.filter(row => row.judge === judge);
      const sum = (key: "n" | "same") => ofJudge.reduce((total, row) => total + row[key], 0);
      return `${judge} reads ${formatCount(sum("n") - sum("same"))} of ${formatCount(sum("n"))} answers differently.`;
    })
    .join(" ");

const rate = (k: number, n: number): string => (n === 0 ? "–" : formatRate({...shareOf(k, n), n}));
const share = (k: number, n: number): number | null => (n === 0 ? null : k / n);

/** Columns of the classifier's figures on models that it was not trained on. */
export const figureColumns: Column<KindFigures>[] = [
  textColumn("kind", "Kind of value", row => row.kind),
  textColumn("enabled", "Scores", row => (row.enabled ? "yes" : "no"), {
    by: row => Number(row.enabled),
    description: "whether the classifier chooses answers of this kind"
  }),
  numberColumn(
    "models",
    "Models",
    row => row.unseen.models,
    row => formatCount(row.unseen.models),
    "models whose answers it was not trained on"
  ),
  numberColumn(
    "n",
    "Texts",
    row => row.unseen.n,
    row => formatCount(row.unseen.n),
    "texts without a claim, in which no other rule finds an answer"
  ),
  numberColumn(
    "precision",
    "Precision",
    row => share(row.unseen.right, row.unseen.read),
    row => rate(row.unseen.right, row.unseen.read),
    "right among answers read, with the 95 % interval"
  ),
  numberColumn(
    "coverage",
    "Coverage",
    row => share(row.unseen.read_stated, row.unseen.stated),
    row => rate(row.unseen.read_stated, row.unseen.stated),
    "texts read rightly among texts that state the answer near their end"
  ),
  numberColumn(
    "calibration_error",
    "Calibration error",
    row => (row.bins.length > 0 ? row.calibration_error : null),
    row => (row.bins.length > 0 ? row.calibration_error.toFixed(3) : "–"),
    "mean distance of probability and share of right choices over ten bins"
  ),
  numberColumn(
    "threshold",
    "Threshold",
    row => row.threshold,
    row => (row.bins.length > 0 ? row.threshold.toFixed(2) : "–"),
    "least probability of a choice, set on other models"
  )
];

/** Which kinds of values the classifier scores. */
export function figuresSentence(rows: readonly KindFigures[]): string {
  const named = (enabled: boolean) => rows.filter(row => row.enabled === enabled).map(({kind}) => kind);
  const on = named(true);
  return `${on.length > 0 ? `The classifier chooses answers of kind ${on.join(", ")}` : "The classifier chooses no answer"}; it is off for ${named(false).join(", ")}.`;
}

/** Bins of the first choices of each kind, as the reliability diagram takes them. */
export const binRows = (rows: readonly KindFigures[]): BinRow[] =>
  rows.flatMap(({kind, bins}) =>
    bins.map(({n, lowest, highest, probability, right}, bin) => {
      const {value, low, high} = shareOf(right, n);
      return {
        evaluation: kind,
        bin,
        n,
        lowest,
        highest,
        confidence: probability,
        accuracy: value ?? 0,
        low,
        high,
        simulated: false
      } as BinRow;
    })
  );

// How the answers of a store were read, on page Extraction: counts by rule and reason, and examples of each rule as text.

interface RuleRow extends AnswerRuleRow, Evaluated {
  base_task: string;
  truncated: number;
}

interface RuleExample extends Evaluated {
  rule: string;
  base_task: string;
  item_id: string;
  trial: number;
  status: number;
  answer: string;
  before: string;
  span: string;
  after: string;
}

export const answerRulesIn = async (sql: Sql): Promise<RuleRow[]> =>
  plainRows<RuleRow>(await sql`select * from answer_rules order by model, template, sampler, eval_id, base_task, rule, reason`);

export const ruleExamplesIn = async (sql: Sql): Promise<RuleExample[]> =>
  plainRows<RuleExample>(
    await sql`select * from answer_rule_examples order by rule, model, template, sampler, eval_id, item_id, trial`
  );

/** A chart of the rules and reasons, and a table that explains each; empty without rows. */
export const ruleCharts = (rows: readonly AnswerRuleRow[], {width}: {width: number}): DocumentFragment =>
  rows.length === 0
    ? html.fragment``
    : html.fragment`${readingBars(rows, {width})}${tableBox("rules", readingCounts(rows), readingColumns, {sort: "-n", key: null, tall: false})}`;

/** The examples of each rule, in the order of the reader. */
export function ruleExamples(examples: readonly RuleExample[], rows: readonly AnswerRuleRow[]): HTMLElement {
  const name = evaluationNames([...new Map(examples.map(each => [each.eval_id, each])).values()]);
  const exampleNode = (each: RuleExample) => html`<div class="rb-figure">
    <p>${name(each)} ${each.simulated ? simulatedBadge() : ""} · ${each.base_task} · ${STATUS_NAMES[each.status] ?? ""}, read as ${untrusted(each.answer)} · ${sampleLink(each)}</p>
    <div class="rb-text">${markedText(each.before + each.span + each.after, {start: each.before.length, end: each.before.length + each.span.length})}</div>
  </div>`;
  const rules = readingCounts(rows).filter(({rule}) => rule !== "");
  return html`<div id="rule-examples">${rules.map(({rule, label, n}) => {
    const shown = examples.filter(each => each.rule === rule);
    return shown.length === 0
      ? ""
      : html`<details class="rb-details"><summary>${label}: ${formatCount(shown.length)} of ${formatCount(n)}</summary>${shown.map(exampleNode)}</details>`;
  })}</div>`;
}

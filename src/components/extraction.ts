// Rules, figures and tables of page Extraction.
import {html} from "npm:htl";
import {type AnswerRuleRow, readingCounts} from "../pipelines/charts/extraction/answerRules.js";
import {countColumn} from "../pipelines/charts/shared/columns.js";
import {formatCount, formatRate} from "../pipelines/charts/shared/interval.js";
import {evaluationNames} from "../pipelines/charts/shared/label.js";
import {STATUS_NAMES} from "../pipelines/charts/shared/outcome.js";
import {sampleLink} from "../pipelines/charts/shared/sampleLink.js";
import {simulatedBadge} from "../pipelines/charts/shared/simulated.js";
import type {Column} from "../pipelines/charts/shared/sortable.js";
import type {Sql} from "../pipelines/charts/shared/sql.js";
import type {KindFigures} from "../pipelines/score/answer/classifier/figures.js";
import {shareOf} from "../pipelines/stats/intervals.js";
import type {Evaluated} from "../pipelines/store/evaluationName.js";
import type {JudgedRow} from "../pipelines/studies/extraction/judged.js";
import type {BinRow} from "./calibration.js";
import {plainRows} from "./shared/answers.js";
import {markedText, untrusted} from "./shared/text.js";

// Rows, columns and sentences of page Extraction: what judges read, and the figures of the classifier.

export const judgedIn = async (sql: Sql): Promise<JudgedRow[]> =>
  plainRows<JudgedRow>(await sql`select * from extraction_judged order by judge, rule`);

const NO_ANSWER = "no answer";

/** Columns of what judges read. */
export const judgedColumns: Column<JudgedRow>[] = [
  {
    key: "judge",
    label: "Judge",
    by: row => row.judge,
    show: ({judge, simulated}) => (simulated ? html`<span>${judge} ${simulatedBadge()}</span>` : judge)
  },
  {
    key: "rule",
    label: "Rule",
    by: row => row.rule,
    show: ({rule}) => rule || NO_ANSWER,
    description: "rule that read the answers that the judge was asked about"
  },
  countColumn("n", "n", "answers that the judge read"),
  countColumn("same", "Same", "of n, read in the same way, none and none included"),
  countColumn("unread", "Unreadable", "replies that could not be read; not among n"),
  {
    key: "differs",
    label: "Read differently",
    numeric: true,
    by: row => row.differs,
    show: row => formatRate({value: row.differs, low: row.differs_low ?? 0, high: row.differs_high ?? 1, n: row.n}),
    description: "share of n with its 95 % interval"
  }
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
  {key: "kind", label: "Kind of value", by: row => row.kind, show: row => row.kind},
  {
    key: "enabled",
    label: "Scores",
    by: row => Number(row.enabled),
    show: row => (row.enabled ? "yes" : "no"),
    description: "whether the classifier chooses answers of this kind"
  },
  {
    key: "models",
    label: "Models",
    numeric: true,
    by: row => row.unseen.models,
    show: row => formatCount(row.unseen.models),
    description: "models whose answers it was not trained on"
  },
  {
    key: "n",
    label: "Texts",
    numeric: true,
    by: row => row.unseen.n,
    show: row => formatCount(row.unseen.n),
    description: "texts without a claim, in which no other rule finds an answer"
  },
  {
    key: "precision",
    label: "Precision",
    numeric: true,
    by: row => share(row.unseen.right, row.unseen.read),
    show: row => rate(row.unseen.right, row.unseen.read),
    description: "right among answers read, with the 95 % interval"
  },
  {
    key: "coverage",
    label: "Coverage",
    numeric: true,
    by: row => share(row.unseen.read_stated, row.unseen.stated),
    show: row => rate(row.unseen.read_stated, row.unseen.stated),
    description: "texts read rightly among texts that state the answer near their end"
  },
  {
    key: "calibration_error",
    label: "Calibration error",
    numeric: true,
    by: row => (row.bins.length > 0 ? row.calibration_error : null),
    show: row => (row.bins.length > 0 ? row.calibration_error.toFixed(3) : "–"),
    description: "mean distance of probability and share of right choices over ten bins"
  },
  {
    key: "threshold",
    label: "Threshold",
    numeric: true,
    by: row => row.threshold,
    show: row => (row.bins.length > 0 ? row.threshold.toFixed(2) : "–"),
    description: "least probability of a choice, set on other models"
  }
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

/** The examples of each rule, in the order of the bars; a sentence where there are none. */
export function ruleExamples(examples: readonly RuleExample[], rows: readonly AnswerRuleRow[]): HTMLElement {
  if (examples.length === 0)
    return html`<p class="rb-muted" id="no-rule-examples">There are no examples: the texts of the responses are not here, or the store does not keep where answers were read.`;
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

// How the answers of a store were read, on page Extraction: counts by rule and reason, and examples of each rule as text.
import {html} from "npm:htl";
import {type AnswerRuleRow, readingCounts} from "../../pipelines/charts/extraction/answerRules.js";
import {formatCount} from "../../pipelines/charts/shared/interval.js";
import {evaluationNames} from "../../pipelines/charts/shared/label.js";
import {STATUS_NAMES} from "../../pipelines/charts/shared/outcome.js";
import {sampleLink} from "../../pipelines/charts/shared/sampleLink.js";
import {simulatedBadge} from "../../pipelines/charts/shared/simulated.js";
import type {Sql} from "../../pipelines/charts/shared/sql.js";
import type {Evaluated} from "../../pipelines/store/evaluationName.js";
import {plainRows} from "../shared/answers.js";
import {markedText, untrusted} from "../shared/text.js";

export interface RuleRow extends AnswerRuleRow, Evaluated {
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

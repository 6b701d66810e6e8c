// Reads a prompt and its response when a reader opens a sample. All of it is untrusted text.
import {html} from "npm:htl";
import {STATUS_NAMES} from "../../pipelines/charts/shared/outcome.js";
import type {Sql} from "../../pipelines/charts/shared/sql.js";
import {splitResponse} from "../../pipelines/score/extract.js";
import type {EvaluationName} from "../../pipelines/store/evaluationName.js";
import {answerFound, untrusted} from "./text.js";

export interface Exchange {
  prompt: string;
  reasoning: string | null;
  text: string;
}

/** Identifies a response: without `eval_id`, of any evaluation with these names; without `trial`, the first. */
export interface ResponseKey extends EvaluationName {
  eval_id?: string;
  item_id: string;
  trial?: number;
}

/** A stored exchange, undefined where none is stored. */
export async function exchangeOf(
  sql: Sql,
  {model, template, sampler, eval_id, item_id, trial}: ResponseKey
): Promise<Exchange | undefined> {
  // values are inlined instead of bound: only then does DuckDB skip row groups of other evaluations by their statistics
  const wanted = Object.entries({model, template, sampler, eval_id, item_id})
    .filter((entry): entry is [string, string] => entry[1] !== undefined)
    .map(([column, value]) => `${column} = '${value.replaceAll("'", "''")}'`);
  if (trial !== undefined) wanted.push(`trial = ${Number(trial)}`);
  const rows = await sql.query(
    `select prompt, reasoning, text from responses where ${wanted.join(" and ")} order by trial limit 1`
  );
  return Array.from(rows)[0] as Exchange | undefined;
}

/** The result of a sample, shown as a list of facts. */
export interface Outcome {
  status: number;
  expected: string;
  answer: string | null;
  /** Rule by which the answer was extracted; absent in tables of older versions. */
  answer_rule?: string | null;
}
export const outcomeFacts = ({status, expected, ...found}: Outcome, more: Record<string, string | Node> = {}): HTMLElement =>
  factList({
    Status: STATUS_NAMES[status] ?? String(status),
    Expected: untrusted(expected),
    "Answer found": answerFound(found),
    ...more
  });

const factList = (facts: Record<string, string | Node>): HTMLElement =>
  html`<dl class="rb-facts">${Object.entries(facts).map(([term, fact]) => html.fragment`<dt>${term}</dt><dd>${fact}</dd>`)}</dl>`;

export const textPart = (title: string, text: string): HTMLElement =>
  html`<div><h4>${title}</h4><div class="rb-text">${untrusted(text)}</div></div>`;

/** Trace and response, in one part where the model does not mark its trace. */
export function answerParts(response: Exchange | undefined): HTMLElement {
  if (!response) return html`<p class="rb-muted">The text of this response is not here: it is not stored, or was not published.`;
  const {trace, final} = splitResponse(response);
  if (trace === response.text) return html`<div>${textPart("Trace and response (the model marks no trace of its own)", trace)}`;
  return html`<div>${textPart("Trace", trace)}${textPart("Response", final)}`;
}

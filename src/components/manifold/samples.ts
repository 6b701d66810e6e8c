// Lists the samples of a cell and shows the prompt and response of one on request.
import {html} from "npm:htl";
import type {Evaluation} from "../../pipelines/charts/manifold/points.js";
import {showValue} from "../../pipelines/charts/manifold/slice.js";
import type {Input} from "../../pipelines/charts/shared/input.js";
import {formatCount} from "../../pipelines/charts/shared/interval.js";
import {STATUS_NAMES} from "../../pipelines/charts/shared/outcome.js";
import {sampleLink} from "../../pipelines/charts/shared/sampleLink.js";
import {simulatedBadge} from "../../pipelines/charts/shared/simulated.js";
import {type Column, sortable} from "../../pipelines/charts/shared/sortable.js";
import type {Sql} from "../../pipelines/charts/shared/sql.js";
import type {StoredReading} from "../../pipelines/score/answer/storedReading.js";
import type {Value} from "../../pipelines/studies/manifold/surface.js";
import {type DrawerContent, drawer} from "../shared/drawer.js";
import {answerParts, exchangeOf, outcomeFacts, textPart} from "../shared/exchange.js";
import type {OpenTables} from "../shared/tables.js";
import {untrusted} from "../shared/text.js";

interface SampleRow extends StoredReading {
  eval_id: string;
  trial: number;
  item_id: string;
  status: number;
  index: number;
  completion_tokens: number;
  finish_reason: string;
  expected: string;
  params: string;
}

export interface SamplesOptions {
  evaluation: Evaluation;
  task: string;
  /** canonical params of the points */
  params: readonly string[];
  /** parameters in which these points differ, one column each */
  pooled: readonly string[];
  title: string;
}

/** Most samples that are listed. */
const SHOWN = 500;

/**
 * The samples of one evaluation at the given points (canonical params); each opens in a drawer. Its value is the id of the open item, ""
 * for none.
 * @param sql called on first use, since its tables are large
 */
export function samplesPanel(sql: () => OpenTables, {evaluation, task, params, pooled, title}: SamplesOptions): Input<string> {
  const status = html`<p class="rb-muted" role="status">loading samples …`;
  const list = html`<div class="rb-scroll rb-tall" tabindex="0">`;
  const listed = samplesOf(sql(), {evaluation, task, params});
  const {dialog, button, input} = drawer(async item => {
    const row = (await listed).find(({item_id}) => item_id === item);
    return row ? readingOf(row) : null;
  });
  const node = html`<section class="rb-samples" id="samples">
    <h3>Samples: ${title} ${evaluation.simulated ? simulatedBadge() : ""}</h3>
    ${status}${list}${dialog}
  </section>`;

  async function load(): Promise<void> {
    const rows = await listed;
    const counts = STATUS_NAMES.map((name, code) => `${formatCount(rows.filter(row => row.status === code).length)} ${name}`);
    const shown = rows.slice(0, SHOWN);
    const first = rows.length > SHOWN ? `; the first ${formatCount(SHOWN)} are listed` : "";
    status.textContent = `${formatCount(rows.length)} samples: ${counts.join(", ")}${first}. Open one to read prompt, trace and response.`;
    list.replaceChildren(sortable(shown, columns(), {sort: "status"}));
  }
  function columns(): Column<SampleRow>[] {
    return [
      {key: "item", label: "Sample", by: row => row.index, show: row => button(row.item_id, `open ${row.index}`)},
      {key: "status", label: "Status", by: row => row.status, show: row => STATUS_NAMES[row.status] ?? String(row.status)},
      {
        key: "tokens",
        label: "Tokens",
        numeric: true,
        by: row => row.completion_tokens,
        show: row => formatCount(row.completion_tokens)
      },
      {key: "expected", label: "Expected", show: row => untrusted(row.expected)},
      {key: "answer", label: "Answer", show: row => (row.answer === null ? "none found" : untrusted(row.answer))},
      ...pooled.map(name => ({key: `at ${name}`, label: name, by: parameter(name), show: parameter(name)}))
    ];
  }
  function readingOf(row: SampleRow): DrawerContent {
    return {
      title: html`<span>Sample ${String(row.index)} of ${task}: ${evaluation.model} ${evaluation.simulated ? simulatedBadge() : ""}</span>`,
      facts: outcomeFacts(row, {Tokens: `${formatCount(row.completion_tokens)}, ended by ${row.finish_reason}`}),
      content: exchangeOf(sql(), {...nameOf(evaluation), base_task: task, item_id: row.item_id}).then(
        found =>
          html`<div><p>${sampleLink(row, "This answer on page Samples")}</p>${found.exchange ? textPart("Prompt", found.exchange.prompt) : ""}${answerParts(found, row)}`
      )
    };
  }
  load().catch(error => {
    status.className = "rb-error";
    status.textContent = (error as Error).message;
  });
  return input(node);
}

const nameOf = ({model, template, sampler}: Evaluation) => ({model, template, sampler});

const parameter = (name: string) => (row: SampleRow) => {
  const params = JSON.parse(row.params) as Record<string, Value>;
  return showValue(params[name] ?? null);
};

async function samplesOf(
  sql: Sql,
  {evaluation, task, params}: Pick<SamplesOptions, "evaluation" | "task" | "params">
): Promise<SampleRow[]> {
  const {model, template, sampler} = evaluation;
  const rows = await sql.query(
    `select eval_id, item_id, trial::int as trial, status, "index", completion_tokens, finish_reason, expected, columns('^answer'), params from samples
    where model = ? and template = ? and sampler = ? and base_task = ? and params in (${params.map(() => "?").join(", ")})
    order by status, params, "index", trial`,
    [model, template, sampler, task, ...params]
  );
  return Array.from(rows, row => ({...(row as unknown as {toJSON(): SampleRow}).toJSON()}));
}

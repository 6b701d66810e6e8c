// The samples behind a cell and, on request, the whole exchange of one: the last step from a number down to what was written.
import {html} from "npm:htl";
import {splitResponse} from "../pipelines/score/extract.js";
import type {Value} from "../pipelines/study/surface.js";
import {formatCount} from "./interval.js";
import type {Evaluation} from "./manifoldPoints.js";
import type {Input} from "./permalink.js";
import {simulatedBadge} from "./simulated.js";
import {showValue} from "./slice.js";
import {type Column, sortable} from "./sortable.js";
import type {Sql} from "./tables.js";
import {answerFound, untrusted} from "./text.js";

export interface SampleRow {
  item_id: string;
  status: number;
  index: number;
  completion_tokens: number;
  finish_reason: string;
  expected: string;
  answer: string | null;
  /** absent in tables of older versions */
  answer_rule?: string | null;
  params: string;
}

export interface SamplesOptions {
  evaluation: Evaluation;
  task: string;
  /** canonical params of the points */
  params: readonly string[];
  /** parameters in which these points differ: a column each */
  pooled: readonly string[];
  title: string;
}

const SHOWN = 500;
export const STATUS = ["incorrect", "correct", "truncated"] as const;

/**
 * The samples of one evaluation at the given points (canonical params). Its value is the item that is opened, "" for none.
 * `sql` is called on first use: its tables are large.
 */
export function samplesPanel(sql: () => Sql, {evaluation, task, params, pooled, title}: SamplesOptions): Input<string> {
  let opened = "";
  const status = html`<p class="rb-muted" role="status">loading samples …`;
  const list = html`<div class="rb-scroll rb-tall" tabindex="0">`;
  const exchange = html`<div class="rb-exchange">`;
  const node = html`<section class="rb-samples" id="samples">
    <h3>Samples: ${title} ${evaluation.simulated ? simulatedBadge() : ""}</h3>
    ${status}${list}${exchange}
  </section>`;
  const buttons = new Map<string, HTMLElement>();

  const listed = samplesOf(sql(), {evaluation, task, params});
  async function load(): Promise<void> {
    const rows = await listed;
    const counts = STATUS.map((name, code) => `${formatCount(rows.filter(row => row.status === code).length)} ${name}`);
    const shown = rows.slice(0, SHOWN);
    const first = rows.length > SHOWN ? `; the first ${formatCount(SHOWN)} are listed` : "";
    status.textContent = `${formatCount(rows.length)} samples: ${counts.join(", ")}${first}. Open one to read prompt, trace and response.`;
    list.replaceChildren(sortable(shown, columns(), {sort: "status"}));
    mark();
  }
  function columns(): Column<SampleRow>[] {
    return [
      {key: "item", label: "Sample", by: row => row.index, show: row => openButton(row)},
      {key: "status", label: "Status", by: row => row.status, show: row => STATUS[row.status] ?? String(row.status)},
      {
        key: "tokens",
        label: "Tokens",
        numeric: true,
        by: row => row.completion_tokens,
        show: row => formatCount(row.completion_tokens)
      },
      {key: "expected", label: "Expected", show: row => untrusted(row.expected)},
      {key: "answer", label: "Answer", show: row => answerFound(row)},
      ...pooled.map(name => ({key: `at ${name}`, label: name, by: parameter(name), show: parameter(name)}))
    ];
  }
  function openButton({item_id, index}: SampleRow): HTMLElement {
    const toggle = () => {
      draw(opened === item_id ? "" : item_id);
      node.dispatchEvent(new Event("input", {bubbles: true}));
    };
    const button = html`<button type="button" class="rb-name" data-item=${item_id} onclick=${toggle}>open ${String(index)}`;
    buttons.set(item_id, button);
    return button;
  }
  function mark(): void {
    for (const [item, button] of buttons) button.setAttribute("aria-pressed", String(item === opened));
  }
  function draw(item: string): void {
    if (item === opened) return;
    opened = item;
    mark();
    exchange.replaceChildren();
    if (item) show(item).catch(failed);
  }
  async function show(item: string): Promise<void> {
    if (!(await listed).some(({item_id}) => item_id === item)) return; // of another cell: a link outlived a change of filters
    exchange.replaceChildren(html`<p class="rb-muted" role="status">loading the exchange …`);
    const content = await exchangeOf(sql(), evaluation, item);
    if (item === opened) exchange.replaceChildren(content);
  }
  function failed(error: unknown): void {
    status.className = "rb-error";
    status.textContent = (error as Error).message;
  }
  load().catch(failed);
  return Object.defineProperty(node, "value", {get: () => opened, set: draw}) as Input<string>;
}

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
    `select item_id, status, "index", completion_tokens, finish_reason, expected, columns('^answer'), params from samples
    where model = ? and template = ? and sampler = ? and base_task = ? and params in (${params.map(() => "?").join(", ")})
    order by status, params, "index", trial`,
    [model, template, sampler, task, ...params]
  );
  return Array.from(rows, row => ({...(row as unknown as {toJSON(): SampleRow}).toJSON()}));
}

/** Prompt, trace and response of one sample. All of it is text that somebody else wrote. */
async function exchangeOf(sql: Sql, {model, template, sampler}: Evaluation, item: string): Promise<HTMLElement> {
  const rows = await sql.query(
    "select prompt, reasoning, text from responses where model = ? and template = ? and sampler = ? and item_id = ? order by trial limit 1",
    [model, template, sampler, item]
  );
  const row = Array.from(rows)[0] as {prompt: string; reasoning: string | null; text: string} | undefined;
  if (!row) return html`<p class="rb-muted">No response of item ${untrusted(item)} is stored for this evaluation.`;
  const {trace, final} = splitResponse(row);
  const apart = trace !== row.text;
  return html`<div>
    ${part("Prompt", row.prompt)}
    ${part(apart ? "Trace" : "Trace and response (the model marks no trace of its own)", trace)}
    ${apart ? part("Response", final) : ""}
  </div>`;
}

const part = (title: string, text: string): HTMLElement =>
  html`<section><h4>${title}</h4><div class="rb-text">${untrusted(text)}</div></section>`;

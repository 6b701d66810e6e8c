// The tests on which two evaluations part, and on request both responses side by side.
import {html} from "npm:htl";
import {splitResponse} from "../pipelines/score/extract.js";
import type {Evaluation} from "../pipelines/study/answers.js";
import {flipped, type PairedTest} from "../pipelines/study/compare.js";
import {type Sides, STATUS_NAMES} from "./compare.js";
import {formatCount} from "./interval.js";
import type {Input} from "./permalink.js";
import {simulatedBadge} from "./simulated.js";
import {type Column, sortable} from "./sortable.js";
import type {Sql} from "./tables.js";
import {untrusted} from "./text.js";

/** A common test as the page reads it. */
export interface CommonTest extends PairedTest {
  index: number;
  tiers: readonly string[];
  tokens_a: number | null;
  tokens_b: number | null;
  expected: string;
  answer_a: string | null;
  answer_b: string | null;
}

/** Which of the tests that ended differently are listed. */
export const FLIPS = ["all", "a", "b", "truncated"] as const;
export type Flips = (typeof FLIPS)[number];
export const flipNames = {
  all: "every test that ended differently",
  a: "only A is right",
  b: "only B is right",
  truncated: "one of them is truncated"
} satisfies Record<Flips, string>;

const shown = {
  all: () => true,
  a: ({a}) => a === 1,
  b: ({b}) => b === 1,
  truncated: ({a, b}) => a === 2 || b === 2
} satisfies Record<Flips, (row: PairedTest) => boolean>;

/** Tests that ended differently, of one kind. */
export const flipsOf = (common: readonly CommonTest[], kind: Flips): CommonTest[] => flipped(common).filter(shown[kind]);

const MOST_ROWS = 500;

/**
 * The list, and below it the two responses to the test that is opened. Its value is that test's item_id, "" for none.
 * `sql` is called on first use: the table of responses is large.
 */
export function flipsPanel(
  rows: readonly CommonTest[],
  {sql, sides, a, b}: {sql: () => Sql; sides: Sides; a: Evaluation; b: Evaluation}
): Input<string> {
  let opened = "";
  const exchange = html`<div id="side-by-side">`;
  const first = rows.slice(0, MOST_ROWS);
  const note = `${formatCount(rows.length)} tests${rows.length > MOST_ROWS ? `; the first ${formatCount(MOST_ROWS)} are listed, the CSV has all` : ""}. Open one to read both responses.`;
  const list = html`<div class="rb-scroll rb-tall" id="flips" tabindex="0">${sortable(first, columns())}`;
  const node = html`<div><p class="rb-muted">${note}</p>${list}${exchange}</div>`;

  function columns(): Column<CommonTest>[] {
    const params = varying(rows);
    const status = (key: "a" | "b", label: string): Column<CommonTest> => ({
      key,
      label,
      by: row => row[key],
      show: row => STATUS_NAMES[row[key]]
    });
    const tokens = (key: "tokens_a" | "tokens_b", label: string): Column<CommonTest> => ({
      key,
      label,
      numeric: true,
      by: row => row[key],
      show: row => formatCount(row[key])
    });
    return [
      {key: "test", label: "Test", by: row => row.index, show: button},
      {key: "task", label: "Task", by: row => row.base_task, show: row => row.base_task},
      {key: "params", label: "Point", by: params, show: row => html`<span class="rb-params">${params(row)}`},
      status("a", "A"),
      status("b", "B"),
      {key: "expected", label: "Expected", show: row => untrusted(row.expected)},
      {key: "answer_a", label: "A's answer", show: row => answer(row.answer_a)},
      {key: "answer_b", label: "B's answer", show: row => answer(row.answer_b)},
      tokens("tokens_a", "A's tokens"),
      tokens("tokens_b", "B's tokens")
    ];
  }
  function button({item_id, index}: CommonTest): HTMLElement {
    const toggle = () => {
      draw(opened === item_id ? "" : item_id);
      node.dispatchEvent(new Event("input", {bubbles: true}));
    };
    return html`<button type="button" class="rb-name" data-item=${item_id} onclick=${toggle}>open ${String(index)}`;
  }
  function draw(item: string): void {
    const row = rows.find(({item_id}) => item_id === item);
    opened = row ? item : "";
    for (const each of list.querySelectorAll<HTMLElement>("[data-item]"))
      each.setAttribute("aria-pressed", String(each.dataset.item === opened));
    exchange.replaceChildren();
    if (row) show(row).catch(error => exchange.replaceChildren(html`<p class="rb-error">${(error as Error).message}`));
  }
  async function show(row: CommonTest): Promise<void> {
    exchange.replaceChildren(html`<p class="rb-muted" role="status">loading both responses …`);
    const [ours, theirs] = await Promise.all([a, b].map(evaluation => responseOf(sql(), evaluation, row.item_id)));
    if (row.item_id !== opened) return;
    exchange.replaceChildren(html`<div>
      <h4>Test ${row.item_id}: ${row.base_task} ${a.simulated || b.simulated ? simulatedBadge() : ""}</h4>
      <div class="rb-text">${untrusted(ours?.prompt ?? theirs?.prompt)}</div>
      <p class="rb-muted">Expected: ${untrusted(row.expected)}</p>
      <div class="rb-sides">
        ${side(`A: ${sides.a}`, STATUS_NAMES[row.a], ours)}
        ${side(`B: ${sides.b}`, STATUS_NAMES[row.b], theirs)}
      </div>
    </div>`);
  }
  return Object.defineProperty(node, "value", {get: () => opened, set: draw}) as Input<string>;
}

interface Response {
  prompt: string;
  reasoning: string | null;
  text: string;
}

async function responseOf(
  sql: Sql,
  {model, template, sampler, eval_id}: Evaluation,
  item: string
): Promise<Response | undefined> {
  // Written out, not bound: only then does DuckDB skip row groups of other evaluations by their statistics.
  const is = (column: string, value: string) => `${column} = '${value.replaceAll("'", "''")}'`;
  const rows = await sql.query(
    `select prompt, reasoning, text from responses where ${is("model", model)} and ${is("template", template)} and ${is("sampler", sampler)}
      and ${is("eval_id", eval_id)} and ${is("item_id", item)} and trial = 0`
  );
  return Array.from(rows)[0] as Response | undefined;
}

function side(title: string, status: string, response: Response | undefined): HTMLElement {
  if (!response) return html`<section><h4>${title}, ${status}</h4><p class="rb-muted">No response is stored.</p></section>`;
  const {trace, final} = splitResponse(response);
  const text = (part: string) => html`<div class="rb-text">${untrusted(part)}</div>`;
  return html`<section><h4>${title}, ${status}</h4>
    ${trace === final ? text(final) : html.fragment`<p class="rb-muted">Trace</p>${text(trace)}<p class="rb-muted">Response</p>${text(final)}`}</section>`;
}

const answer = (text: string | null): string | Node => (text === null ? "none found" : untrusted(text));

/** A point's parameters, of those in which the listed points of its task differ. */
function varying(rows: readonly CommonTest[]): (row: CommonTest) => string {
  const values = new Map<string, Set<string>>();
  const read = (row: CommonTest) => Object.entries(JSON.parse(row.params) as Record<string, unknown>);
  for (const row of rows)
    for (const [name, value] of read(row)) {
      const key = `${row.base_task} ${name}`;
      values.set(key, (values.get(key) ?? new Set()).add(JSON.stringify(value)));
    }
  return row =>
    read(row)
      .filter(([name]) => values.get(`${row.base_task} ${name}`)!.size > 1)
      .map(([name, value]) => `${name} ${typeof value === "string" ? value : JSON.stringify(value)}`)
      .join(", ");
}

// The SQL console.
import {html} from "npm:htl";
import {formatCount, formatSeconds} from "../../pipelines/charts/shared/interval.js";
import {simulatedBadge} from "../../pipelines/charts/shared/simulated.js";
import {sortable} from "../../pipelines/charts/shared/sortable.js";
import {csvButton} from "../shared/csv.js";
import type {TableFile} from "../shared/database.js";
import type {Shown} from "../shared/datasets.js";
import {permalink} from "../shared/permalink.js";
import {plain} from "../shared/plain.js";
import {untrusted} from "../shared/text.js";
import {type Encoding, quickPlot} from "./quickPlot.js";
import {KEPT_ROWS, type Result, runner} from "./runner.js";

export interface Example {
  title: string;
  query: string;
  /** initial settings of the plot */
  plot?: Partial<Encoding>;
}

const SHOWN_ROWS = 1_000;

/** A text box for SQL over the published tables, with examples, results, a plot and a stop button. All results are shown as text. */
export function sqlConsole(
  files: Record<string, TableFile>,
  {
    examples,
    shown = null,
    invalidation,
    simulated = false,
    width = 640
  }: {
    examples: readonly Example[];
    /** what tables are restricted to; null for everything */
    shown?: Shown | null;
    invalidation?: Promise<unknown>;
    simulated?: boolean;
    width?: number;
  }
): {node: HTMLElement; insert(text: string): void} {
  const queries = runner(files, {shown});
  invalidation?.then(() => queries.close());
  const box =
    html`<textarea id="sql-text" rows="7" spellcheck="false" autocomplete="off" aria-label="SQL query">` as HTMLTextAreaElement;
  permalink("sql", box);
  if (box.value === "") box.value = examples[0]?.query ?? "";
  const run = html`<button type="button" id="sql-run" class="rb-button rb-primary" onclick=${start}>Run` as HTMLButtonElement;
  const cancel =
    html`<button type="button" id="sql-cancel" class="rb-button" disabled onclick=${stop}>Cancel` as HTMLButtonElement;
  const status = html`<span id="sql-status" role="status" aria-live="polite">`;
  const output = html`<div id="sql-result">`;
  let asked = false;
  const pick = (query: string) => {
    setQuery(query);
    start();
  };
  box.addEventListener("keydown", (event: Event) => {
    const {key, ctrlKey, metaKey} = event as KeyboardEvent;
    if (key !== "Enter" || !(ctrlKey || metaKey)) return;
    event.preventDefault();
    start();
  });

  function setQuery(query: string): void {
    box.value = query;
    box.dispatchEvent(new Event("input", {bubbles: true}));
  }
  /** Runs the query in the box; if asked again meanwhile, runs the query that is there then, and shows only its result. */
  async function start(): Promise<void> {
    if (!box.value.trim()) return;
    asked = true;
    if (run.disabled) return;
    run.disabled = true;
    cancel.disabled = false;
    while (asked) {
      asked = false;
      status.className = "rb-muted";
      status.textContent = "running …";
      await answer();
    }
    run.disabled = false;
    cancel.disabled = true;
  }
  /** Ends the query that runs, and the one that was asked meanwhile, too. */
  function stop(): void {
    asked = false;
    queries.cancel();
  }
  async function answer(): Promise<void> {
    const text = box.value;
    try {
      const result = await queries.run(text);
      if (asked) return;
      status.replaceChildren(summary(result), " ", simulated ? simulatedBadge() : "");
      output.replaceChildren(resultView(result, width, examples.find(({query}) => query === text)?.plot));
    } catch (error) {
      if (asked) return;
      status.className = "rb-error";
      status.textContent = (error as Error).message;
      output.replaceChildren();
    }
  }
  start();

  const node = html`<div class="rb-console">
    <div class="rb-examples">${examples.map(({title, query}) => html`<button type="button" class="rb-chip" onclick=${() => pick(query)}>${title}`)}</div>
    ${box}
    <div class="rb-bar">${run}${cancel}<span class="rb-muted">Ctrl + Enter runs</span>${status}</div>
    ${output}
  </div>`;
  return {
    node,
    insert(text) {
      box.setRangeText(text, box.selectionStart, box.selectionEnd, "end");
      setQuery(box.value);
      box.focus();
    }
  };
}

function summary({total, milliseconds}: Result): string {
  const rows = `${formatCount(total)} row${total === 1 ? "" : "s"} in ${formatSeconds(milliseconds / 1000)}`;
  return total > SHOWN_ROWS ? `first ${formatCount(SHOWN_ROWS)} of ${rows}` : rows;
}

function resultView(result: Result, width: number, plot: Partial<Encoding> = {}): DocumentFragment {
  const {columns, rows, total} = result;
  const table = sortable(
    rows.slice(0, SHOWN_ROWS),
    columns.map(({name, type}) => ({
      key: name,
      label: name,
      description: type,
      numeric: /^(U?Int|Float|Decimal)/i.test(type),
      by: (row: Record<string, unknown>) =>
        typeof row[name] === "number" ? row[name] : row[name] == null ? null : plain(row[name]),
      show: (row: Record<string, unknown>) => untrusted(row[name] == null ? null : plain(row[name]))
    }))
  );
  const download = csvButton(() => rows, "query.csv", {
    label: total > KEPT_ROWS ? `Download CSV (first ${formatCount(KEPT_ROWS)} rows)` : "Download CSV"
  });
  return html.fragment`<div class="rb-scroll rb-tall" tabindex="0">${table}</div>${rows.length > 0 ? html`<div class="rb-bar">${download}</div>` : ""}
    ${rows.length > 1 && columns.length > 1 ? plotView(result, width, plot) : ""}`;
}

function plotView(result: Result, width: number, plot: Partial<Encoding>): HTMLElement {
  const names = result.columns.map(({name}) => name);
  const canvas = html`<div id="sql-plot">`;
  const choice = (label: string, options: readonly string[], value: string) => {
    const select =
      html`<select aria-label=${label} onchange=${draw}>${options.map(option => html`<option value=${option} selected=${option === value}>${option || "none"}`)}</select>` as HTMLSelectElement;
    return {select, field: html`<label class="rb-field">${label} ${select}</label>`};
  };
  const mark = choice("mark", ["dot", "line", "bar"], plot.mark ?? "dot");
  const [x, y] = [
    choice("x", names, plot.x ?? names[0]!),
    choice("y", names, plot.y ?? names.find((name, i) => i > 0 && typeof result.rows[0]![name] === "number") ?? names[1]!)
  ];
  const color = choice("colour", ["", ...names], plot.color ?? "");
  function draw(): void {
    const encoding: Encoding = {
      mark: mark.select.value as Encoding["mark"],
      x: x.select.value,
      y: y.select.value,
      color: color.select.value
    };
    canvas.replaceChildren(quickPlot(result, encoding, {width}));
  }
  const open = (event: Event) => (event.currentTarget as HTMLDetailsElement).open && draw();
  return html`<details class="rb-plot" ontoggle=${open}><summary>Plot these rows</summary>
    <div class="rb-bar">${[mark, x, y, color].map(({field}) => field)}</div>${canvas}</details>`;
}

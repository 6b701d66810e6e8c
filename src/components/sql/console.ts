// The SQL console: editor, history and results.
import {acceptCompletion, autocompletion, completionKeymap} from "npm:@codemirror/autocomplete";
import {StandardSQL, sql} from "npm:@codemirror/lang-sql";
import {type Diagnostic, setDiagnostics} from "npm:@codemirror/lint";
import {EditorView, keymap} from "npm:@codemirror/view";
import {minimalSetup} from "npm:codemirror";
import {html} from "npm:htl";
import type {Shown} from "../../pipelines/store/shown.js";
import {formatCount, formatSeconds, type Input, simulatedBadge, sortable} from "../shared/charts.js";
import type {TableFile} from "../shared/database.js";
import {csvButton, plain, saveText} from "../shared/download.js";
import {permalink} from "../shared/permalink.js";
import {untrusted} from "../shared/text.js";
import {differences} from "./laterSql.js";
import {pageText} from "./pageText.js";
import {type Encoding, errorPlace, KEPT_ROWS, type Place, quickPlot, type Result, type Runner, runner} from "./runner.js";

// The editor of the SQL console: CodeMirror with completion of tables and columns, and the place of a mistake marked.

interface Editor {
  /** An input whose value is the text. */
  node: Input<string>;
  /** Puts a text in the place of the selection. */
  insert(text: string): void;
  /** Marks the place of a mistake; null takes the mark away. */
  mark(place: Place | null, message: string): void;
  focus(): void;
}

/**
 * @param schema columns of each table, which are completed
 * @param run called for Ctrl + Enter
 */
function sqlEditor({schema, run}: {schema: Record<string, readonly string[]>; run: () => void}): Editor {
  const view = new EditorView({
    extensions: [
      keymap.of([
        {
          key: "Mod-Enter",
          run: () => {
            run();
            return true;
          }
        },
        {key: "Tab", run: acceptCompletion},
        ...completionKeymap
      ]),
      minimalSetup,
      autocompletion(),
      sql({
        dialect: StandardSQL,
        schema: Object.fromEntries(Object.entries(schema).map(([name, columns]) => [name, [...columns]]))
      }),
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({id: "sql-text", "aria-label": "SQL query", spellcheck: "false", autocomplete: "off"}),
      EditorView.updateListener.of(({docChanged}) => docChanged && node.dispatchEvent(new Event("input", {bubbles: true})))
    ]
  });
  const replace = (from: number, to: number, insert: string) =>
    view.dispatch({changes: {from, to, insert}, selection: {anchor: from + insert.length}});
  const node = Object.defineProperty(view.dom, "value", {
    get: () => view.state.doc.toString(),
    set: (text: string) => text !== view.state.doc.toString() && replace(0, view.state.doc.length, text)
  }) as Input<string>;
  return {
    node,
    insert(text) {
      const {from, to} = view.state.selection.main;
      replace(from, to, text);
      view.focus();
    },
    mark(place, message) {
      const end = view.state.doc.length;
      const diagnostics: Diagnostic[] =
        place === null ? [] : [{from: Math.min(place.from, end), to: Math.min(place.to, end), severity: "error", message}];
      view.dispatch(setDiagnostics(view.state, diagnostics));
    },
    focus: () => view.focus()
  };
}

// Queries that were asked on this computer before, kept by the browser.

const STORED = "reasonbook queries";
/** Most queries that are kept. */
const MOST = 50;

/** The queries, the latest first; none where the browser refuses storage. */
function recalled(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(STORED) ?? "[]");
    return Array.isArray(kept) ? kept.filter((each): each is string => typeof each === "string") : [];
  } catch {
    return [];
  }
}

/** Keeps a query as the latest. */
function remember(query: string): void {
  const text = query.trim();
  try {
    localStorage.setItem(STORED, JSON.stringify([text, ...recalled().filter(each => each !== text)].slice(0, MOST)));
  } catch {
    // the page works without
  }
}

function forget(): void {
  try {
    localStorage.removeItem(STORED);
  } catch {
    // nothing was kept
  }
}

// The SQL console.

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
    schema = {},
    shown = null,
    invalidation,
    simulated = false,
    width = 640
  }: {
    examples: readonly Example[];
    /** columns of each table, which the editor completes */
    schema?: Record<string, readonly string[]>;
    /** what tables are restricted to; null for everything */
    shown?: Shown | null;
    invalidation?: Promise<unknown>;
    simulated?: boolean;
    width?: number;
  }
): {node: HTMLElement; insert(text: string): void} {
  const queries = runner(files, {shown});
  invalidation?.then(() => queries.close());
  const editor = sqlEditor({schema, run: () => start()});
  const box = editor.node;
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
  function setQuery(query: string): void {
    box.value = query; // which fires `input`
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
      const notes = differences(text, result.rows.slice(0, SHOWN_ROWS));
      editor.mark(null, "");
      remember(text);
      drawHistory();
      const plot = examples.find(({query}) => query === text)?.plot;
      output.replaceChildren(
        ...notes.map(note => html`<p class="rb-error">${note}</p>`),
        resultView(result, {width, plot, text, queries, tables: Object.keys(files)})
      );
    } catch (error) {
      if (asked) return;
      status.className = "rb-error";
      status.textContent = (error as Error).message;
      const place = errorPlace(String(((error as Error).cause as Error | undefined)?.message ?? ""), text);
      if (box.value === text) editor.mark(place, (error as Error).message);
      output.replaceChildren();
    }
  }
  const history = html`<details class="rb-details" id="sql-history"><summary>Queries that you have asked before</summary></details>`;
  function drawHistory(): void {
    const kept = recalled();
    history.replaceChildren(
      history.firstElementChild!,
      html`<ul class="rb-history">${kept.map(query => html`<li><button type="button" class="rb-name" onclick=${() => pick(query)}>${document.createTextNode(query)}</button></li>`)}</ul>`,
      html`<button type="button" class="rb-button" onclick=${() => {
        forget();
        drawHistory();
      }}>Forget them</button>`
    );
    history.hidden = kept.length === 0;
  }
  drawHistory();
  start();

  const node = html`<div class="rb-console">
    <div class="rb-examples">${examples.map(({title, query}) => html`<button type="button" class="rb-chip" onclick=${() => pick(query)}>${title}`)}</div>
    ${box}
    <div class="rb-bar">${run}${cancel}<span class="rb-muted">Ctrl + Enter runs, Ctrl + Space completes</span>${status}</div>
    ${output}
    ${history}
  </div>`;
  return {
    node,
    insert: text => editor.insert(text)
  };
}

function summary({total, milliseconds}: Result): string {
  const rows = `${formatCount(total)} row${total === 1 ? "" : "s"} in ${formatSeconds(milliseconds / 1000)}`;
  return total > SHOWN_ROWS ? `first ${formatCount(SHOWN_ROWS)} of ${rows}` : rows;
}

interface ResultOptions {
  width: number;
  plot: Partial<Encoding> | undefined;
  /** the query, for what is computed from it again */
  text: string;
  queries: Runner;
  /** names of the published tables */
  tables: readonly string[];
}

function resultView(result: Result, {width, plot = {}, text, queries, tables}: ResultOptions): DocumentFragment {
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
  const first = total > KEPT_ROWS ? ` (first ${formatCount(KEPT_ROWS)} rows)` : "";
  const note = html`<span role="status">`;
  const whole = (label: string, format: "parquet" | "arrow") => {
    const save = async () => {
      note.className = "rb-muted";
      note.textContent = "preparing …";
      try {
        saveText(await queries.saved(text, format), {name: `query.${format}`, type: "application/octet-stream"});
        note.textContent = "";
      } catch (error) {
        note.className = "rb-error";
        note.textContent = (error as Error).message;
      }
    };
    return html`<button type="button" class="rb-button" onclick=${save}>${label}`;
  };
  const json = () => saveText(JSON.stringify(rows.map(jsonRow), null, 1), {name: "query.json", type: "application/json"});
  let encoding: Encoding | null = null;
  const page = html`<div>`;
  const copy = () => {
    const area =
      html`<textarea id="sql-page" rows="14" readonly aria-label="cells for a page of your own">` as HTMLTextAreaElement;
    area.value = pageText(text, {tables, plot: encoding});
    page.replaceChildren(
      html`<p class="rb-muted">Cells for a page of your own, a file in src/; they are on the clipboard where the browser allows it.`,
      area
    );
    area.select();
    navigator.clipboard?.writeText(area.value).catch(() => {}); // the text stands there selected
  };
  const bar = html`<div class="rb-bar" id="sql-save">${csvButton(() => rows, "query.csv", {label: `Download CSV${first}`})}
    <button type="button" class="rb-button" onclick=${json}>${`JSON${first}`}</button>${whole("Parquet", "parquet")}${whole("Arrow", "arrow")}
    <button type="button" class="rb-button" onclick=${copy}>Copy as page</button>${note}</div>`;
  return html.fragment`<div class="rb-scroll rb-tall" tabindex="0">${table}</div>${rows.length > 0 ? bar : ""}${page}
    ${rows.length > 1 && columns.length > 1 ? plotView(result, width, plot, drawn => (encoding = drawn)) : ""}`;
}

/** A row as JSON can hold it: lists and structs as text. */
const jsonRow = (row: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      value === null || ["string", "number", "boolean"].includes(typeof value) ? value : plain(value)
    ])
  );

function plotView(result: Result, width: number, plot: Partial<Encoding>, drawn: (encoding: Encoding) => void): HTMLElement {
  const names = result.columns.map(({name}) => name);
  const canvas = html`<div id="sql-plot">`;
  const choice = (label: string, options: readonly string[], value: string) => {
    const select =
      html`<select aria-label=${label} onchange=${draw}>${options.map(option => html`<option value=${option} selected=${option === value}>${option || "none"}`)}</select>` as HTMLSelectElement;
    return {select, field: html`<label class="rb-field">${label} ${select}</label>`};
  };
  const mark = choice("mark", ["auto", "dot", "line", "bar"], plot.mark ?? "auto");
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
    drawn(encoding);
    canvas.replaceChildren(quickPlot(result, encoding, {width}));
  }
  const open = (event: Event) => (event.currentTarget as HTMLDetailsElement).open && draw();
  return html`<details class="rb-plot" ontoggle=${open}><summary>Plot these rows</summary>
    <div class="rb-bar">${[mark, x, y, color].map(({field}) => field)}</div>${canvas}</details>`;
}

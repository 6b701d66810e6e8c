// A table that is sorted by clicking on its headers, whose columns can be chosen where there are many, and whose rows may open.
import {html} from "npm:htl";
import {termOf} from "./glossary.js";
import type {Input} from "./input.js";

export interface Column<Row> {
  key: string;
  label: string;
  /** cell content: text, or a node */
  show(row: Row): string | Node;
  /** sort key; columns without it cannot be sorted */
  by?(row: Row): number | string | null;
  numeric?: boolean;
  /** tooltip of the head; without it that of the glossary, if the label is one of its terms */
  description?: string;
}

/** Content of the row that opens below a row; null where there is none. */
export type Details<Row> = (row: Row) => Node | null;

/** Columns from which on a table lets its reader choose: fewer fit beside the navigation. */
const MANY_COLUMNS = 8;

/**
 * A table that is sorted by a click on a header. Its value is `column`, or `-column` for descending order, and can be kept in a permalink.
 * All cells are text nodes. Of many columns a reader may hide some.
 * @param details content of the row that opens below a row; null for none
 */
export function sortable<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  {sort = "", details}: {sort?: string; details?: Details<Row> | undefined} = {}
): Input<string> {
  const body = html`<tbody>` as HTMLTableSectionElement;
  const heads = columns.map(column => {
    const label = column.by ? html`<button type="button" onclick=${() => toggle(column)}>${column.label}` : column.label;
    return html`<th scope="col" class=${column.numeric ? "rb-number" : null} title=${column.description ?? termOf(column.label)?.meaning ?? null}>${label}`;
  });
  const choice = columns.length < MANY_COLUMNS ? "" : chooser(columns, (i, hidden) => hide(i, hidden));
  const table = html`<table class="rb-table">${choice}<thead><tr>${heads}</tr></thead>${body}</table>`;
  const lines = new Map(rows.map(row => [row, line(row, columns)]));
  const opened = new Map<Row, HTMLElement>();
  if (details) for (const [row, element] of lines) addOpener(element, row, details);

  function addOpener(element: HTMLTableRowElement, row: Row, content: Details<Row>): void {
    const toggleRow = () => {
      const isOpen = opened.delete(row);
      if (!isOpen) opened.set(row, html`<tr class="rb-opened-row"><td colspan=${columns.length}>${content(row)}`);
      button.setAttribute("aria-expanded", String(!isOpen));
      draw(sort);
    };
    const name = element.cells[0]?.textContent?.trim() ?? "";
    const button: HTMLElement = html`<button type="button" class="rb-opener" aria-expanded="false" aria-label=${`Details of ${name}`} onclick=${toggleRow}>`;
    element.cells[0]?.prepend(button);
  }
  function hide(i: number, hidden: boolean): void {
    heads[i]!.hidden = hidden;
    for (const row of lines.values()) (row.children[i] as HTMLElement).hidden = hidden;
  }
  function toggle({key, numeric}: Column<Row>): void {
    const [first, second] = numeric ? [`-${key}`, key] : [key, `-${key}`];
    draw(sort === first ? second! : first!);
    table.dispatchEvent(new Event("input", {bubbles: true}));
  }
  function draw(next: string): void {
    sort = next;
    const column = columns.find(({key}) => key === next.replace(/^-/, ""));
    const direction = next.startsWith("-") ? -1 : 1;
    const sorted = column?.by ? [...rows].sort((a, b) => compare(column.by!(a), column.by!(b), direction)) : rows;
    body.replaceChildren(...sorted.flatMap(row => [lines.get(row)!, ...(opened.has(row) ? [opened.get(row)!] : [])]));
    columns.forEach(({key}, i) => {
      if (key === column?.key) heads[i]!.setAttribute("aria-sort", direction > 0 ? "ascending" : "descending");
      else heads[i]!.removeAttribute("aria-sort");
    });
  }
  draw(sort);
  return Object.defineProperty(table, "value", {get: () => sort, set: draw}) as Input<string>;
}

/** A box for each column but the first, which names the rows; in the table's caption, so that it scrolls with the table and goes where it goes. */
function chooser<Row>(columns: readonly Column<Row>[], hide: (i: number, hidden: boolean) => void): HTMLElement {
  const box = ({label}: Column<Row>, i: number) => {
    const input = html`<input type="checkbox" checked>` as HTMLInputElement;
    input.addEventListener("input", event => {
      event.stopPropagation(); // the table's own event says that it is sorted otherwise
      hide(i, !input.checked);
    });
    return html`<label>${input} ${label}</label>`;
  };
  const boxes = html`<div>`;
  const show = () => boxes.childElementCount === 0 && boxes.append(...columns.map(box).slice(1));
  return html`<caption class="rb-columns"><details class="rb-details" ontoggle=${show}><summary>${`${columns.length} columns`}</summary>${boxes}</details></caption>`;
}

/** Builds a row cell by cell, since long tables are redrawn at each change of a filter. */
function line<Row>(row: Row, columns: readonly Column<Row>[]): HTMLTableRowElement {
  const line = document.createElement("tr");
  for (const {show, numeric} of columns) {
    const cell = line.insertCell();
    if (numeric) cell.className = "rb-number";
    cell.append(show(row));
  }
  return line;
}

/** Compares two sort keys; missing ones come last in either direction. */
function compare(a: number | string | null, b: number | string | null, direction: 1 | -1): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  return direction * (typeof a === "string" ? a.localeCompare(String(b)) : a - Number(b));
}

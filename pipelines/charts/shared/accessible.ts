// Names of charts for screen readers, and what a chart shows as a table below it.
import {html} from "npm:htl";

/** Most rows of a table of a chart's data: more would take seconds to lay out. */
const MOST_ROWS = 2_000;

/** Texts that charts show where they are pointed at, by the chart: one for each datum, its first line a name. */
const texts = new WeakMap<Node, () => string[]>();

/** Keeps what a chart shows of each datum where it is pointed at. */
export const keepTexts = (chart: Node, read: () => string[]): void => void texts.set(chart, read);

/**
 * Gives the groups of a chart's marks a role, without which their names are not allowed. A legend's swatches are hidden from screen
 * readers: each stands beside its name.
 */
export function markRoles(chart: Element): void {
  for (const group of chart.querySelectorAll("g[aria-label]:not([role])")) group.setAttribute("role", "group");
  for (const swatch of chart.querySelectorAll('[class*="-swatch"] svg')) swatch.setAttribute("aria-hidden", "true");
}

/** Names the charts in a figure by its title: as one picture each, or as a group where something in them takes the focus. */
export function nameCharts(content: Node, title: string): void {
  for (const chart of within(content, "svg")) {
    if (chart.hasAttribute("role") || chart.hasAttribute("aria-hidden") || chart.parentElement?.closest("svg, a, button, table"))
      continue;
    if (!chart.hasAttribute("aria-label")) chart.setAttribute("aria-label", title);
    chart.setAttribute("role", chart.querySelector("a, [tabindex]") ? "group" : "img");
  }
}

/** What the charts in a figure show where they are pointed at, as a table that is made when it is opened; empty where they show nothing. */
export function dataTable(content: Node): Element | DocumentFragment {
  const read = [content, ...within(content, "svg, figure")].flatMap(chart => texts.get(chart) ?? []);
  if (read.length === 0) return document.createDocumentFragment();
  const rest = html`<div class="rb-scroll rb-tall" tabindex="0">`;
  const show = () => {
    if (rest.childElementCount > 0) return;
    const rows = [...new Set(read.flatMap(each => each()))];
    const lines = rows.slice(0, MOST_ROWS).map(text => {
      const [name = "", ...values] = text.split("\n");
      return html`<tr><th scope="row">${name}</th>${values.map(value => html`<td>${value}</td>`)}</tr>`;
    });
    rest.append(html`<table class="rb-table"><tbody>${lines}</tbody></table>`);
    if (rows.length > MOST_ROWS) rest.append(html`<p class="rb-muted">The first ${MOST_ROWS} of ${rows.length} rows.</p>`);
  };
  return html`<details class="rb-details rb-data" ontoggle=${show}><summary>Data</summary>${rest}</details>`;
}

/** Draws a chart in the place of the one before: where the table of its data was open, it stays so, as far scrolled, and keeps the focus. */
export function redraw(place: Element, chart: Element): void {
  const tableIn = (node: Element) => node.querySelector<HTMLDetailsElement>("details.rb-data");
  const before = tableIn(place);
  const isFocused = before?.querySelector("summary") === document.activeElement && before !== null;
  const scrolled = before?.querySelector(".rb-scroll")?.scrollTop ?? 0;
  const isOpen = before?.open ?? false;
  place.replaceChildren(chart);
  const table = tableIn(chart);
  if (!table) return;
  if (isFocused) table.querySelector("summary")!.focus({preventScroll: true});
  if (!isOpen) return;
  table.open = true;
  table.dispatchEvent(new Event("toggle")); // its rows are there at once, so that nothing on the page moves
  table.querySelector(".rb-scroll")!.scrollTop = scrolled;
}

/** The elements of a kind in a node, the node itself included. */
function within(content: Node, selector: string): Element[] {
  const element = content as Element;
  return [...(element.matches?.(selector) ? [element] : []), ...(element.querySelectorAll?.(selector) ?? [])];
}

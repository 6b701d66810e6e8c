// A browser of the tables' columns.
import {html} from "npm:htl";

interface Schema {
  description: string;
  columns: Record<string, {type: string; description: string}>;
}

/** The published tables and their columns; a click on a name passes it to `insert`. */
export function schemaBrowser(schemas: Record<string, Schema>, insert: (text: string) => void): HTMLElement {
  const name = (text: string) =>
    html`<button type="button" class="rb-name" title="insert into the query" onclick=${() => insert(text)}>${text}`;
  return html`<div class="rb-schema">${Object.entries(schemas).map(
    ([table, {description, columns}]) => html`<details>
      <summary><code>${table}</code> ${description}</summary>
      <dl>${Object.entries(columns).map(
        ([column, {type, description}]) => html.fragment`<dt>${name(column)} <small>${type}</small></dt><dd>${description}</dd>`
      )}</dl>
    </details>`
  )}</div>`;
}

/** The names of the columns of each table. */
export const columnsOf = (schemas: Record<string, Schema>): Record<string, string[]> =>
  Object.fromEntries(Object.entries(schemas).map(([table, {columns}]) => [table, Object.keys(columns)]));

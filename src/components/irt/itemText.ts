// Reads the text of an item when it is opened.
import {html} from "npm:htl";
import {itemLink} from "../../pipelines/charts/shared/sampleLink.js";
import type {Sql} from "../../pipelines/charts/shared/sql.js";
import {untrusted} from "../shared/text.js";

/** Question and right answer; empty where the tables do not contain the item. */
export async function itemText(sql: Sql, id: string): Promise<HTMLElement | DocumentFragment> {
  const [row] = Array.from(await sql`select prompt, expected, params from items where item_id = ${id}`, each =>
    (each as unknown as {toJSON(): {prompt: string; expected: string; params: string}}).toJSON()
  );
  if (!row) return document.createDocumentFragment();
  return html`<div class="rb-text" id="item-text"><h4>Question</h4>${untrusted(row.prompt)}<h4>Right answer</h4>${untrusted(row.expected)}<p class="rb-muted">Parameters: ${untrusted(row.params)}</p><p>${itemLink(id, "All answers to this item on page Samples")}</p></div>`;
}

// The frame of every chart and table.
import {html} from "npm:htl";
import {simulatedBadge} from "./simulated.js";

/**
 * A chart or table with its title, a mark if it shows simulated models, and a caption that says how to read it. Wide content scrolls
 * inside.
 */
export function figure(
  content: Node,
  {title, caption, simulated = false, id}: {title: string; caption?: string; simulated?: boolean; id?: string}
): HTMLElement {
  return html`<figure class="rb-figure" id=${id ?? null}>
    <h3>${title} ${simulated ? simulatedBadge() : ""}</h3>
    <div class="rb-scroll">${content}</div>
    ${caption ? html`<figcaption>${caption}` : ""}
  </figure>`;
}

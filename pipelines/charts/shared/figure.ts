// The frame of every chart and table.
import {html} from "npm:htl";
import {dataTable, nameCharts} from "./accessible.js";
import {simulatedBadge} from "./simulated.js";

/**
 * A chart or table with its title, a mark if it shows simulated models, and a caption that says how to read it. Wide content scrolls
 * inside, by keys too. What a chart shows where it is pointed at stands below it as a table.
 */
export function figure(
  content: Node,
  {title, caption, simulated = false, id}: {title: string; caption?: string; simulated?: boolean; id?: string}
): HTMLElement {
  nameCharts(content, title);
  return html`<figure class="rb-figure" id=${id ?? null}>
    <h3>${title} ${simulated ? simulatedBadge() : ""}</h3>
    <div class="rb-scroll" tabindex="0">${content}</div>
    ${caption ? html`<figcaption>${caption}` : ""}
    ${dataTable(content)}
  </figure>`;
}

// The frame of every chart and table.
import type {PlotOptions} from "npm:@observablehq/plot";
import {html} from "npm:htl";
import {dataTable, nameCharts} from "./accessible.js";
import {drawPlot} from "./plot.js";
import {simulatedBadge} from "./simulated.js";

interface Frame {
  title: string;
  caption?: string | undefined;
  simulated?: boolean | undefined;
  id?: string | undefined;
}

/**
 * A chart or table with its title, a mark if it shows simulated models, and a caption that says how to read it. Wide content scrolls
 * inside, by keys too. What a chart shows where it is pointed at stands below it as a table.
 */
export function figure(content: Node, {title, caption, simulated = false, id}: Frame): HTMLElement {
  nameCharts(content, title);
  return html`<figure class="rb-figure" id=${id ?? null}>
    <h3>${title} ${simulated ? simulatedBadge() : ""}</h3>
    <div class="rb-scroll" tabindex="0">${content}</div>
    ${caption ? html`<figcaption>${caption}` : ""}
    ${dataTable(content)}
  </figure>`;
}

/** A Plot chart in its frame, of the options of both. */
export const plotFigure = ({title, caption, simulated, id, ...options}: Frame & Omit<PlotOptions, keyof Frame>): HTMLElement =>
  figure(drawPlot(options), {title, caption, simulated, id});

/** The sentences of a caption; empty ones are left out. */
export const sentences = (...all: readonly string[]): string => all.filter(Boolean).join(" ");

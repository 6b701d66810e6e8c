// A query and its chart as cells of a page (docs/write-a-page.md).
import type {Encoding} from "./runner.js";

/**
 * Markdown that asks the query and draws it.
 * @param tables names of published tables; those that the query names are opened
 */
export function pageText(query: string, {tables, plot}: {tables: readonly string[]; plot: Encoding | null}): string {
  const named = tables.filter(name => new RegExp(`\\b${name}\\b`, "i").test(query));
  const files = named.map(name => `${name}: FileAttachment("data/${name}.parquet")`).join(", ");
  const fence = "`".repeat(Math.max(3, ...[...query.matchAll(/`+/g)].map(([ticks]) => ticks.length + 1)));
  // the cell is a template literal of JavaScript
  const text = query.trim().replace(/;\s*$/, "").replaceAll("${", "$\\{");
  const marks = {auto: "auto", dot: "dot", line: "lineY", bar: "barY"};
  const options = plot && {
    x: plot.x,
    y: plot.y,
    ...(plot.color && {[plot.mark === "auto" ? "color" : plot.mark === "bar" ? "fill" : "stroke"]: plot.color})
  };
  const chart = plot
    ? `\n\`\`\`js\ndisplay(Plot.plot({grid: true, marks: [Plot.${marks[plot.mark]}(rows, ${JSON.stringify(options)})]}));\n\`\`\`\n`
    : "";
  return `\`\`\`js
import {tables} from "./components/shared/tables.js";
const sql = tables({${files}}, invalidation);
\`\`\`

${fence}sql id=rows display
${text}
${fence}
${chart}`;
}

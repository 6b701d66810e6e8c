// Table and sentences of audited claims.

import {html} from "npm:htl";
import {textColumn} from "../../pipelines/charts/shared/columns.js";
import {formatCount} from "../../pipelines/charts/shared/interval.js";
import type {Column} from "../../pipelines/charts/shared/sortable.js";
import {svgElement} from "../../pipelines/charts/shared/svg.js";
import {type Audited, verdictCounts} from "../../pipelines/studies/claims/audit.js";
import {VERDICTS, type Verdict} from "../../pipelines/studies/claims/figure.js";
import {recomputedText} from "../../pipelines/studies/claims/finding.js";
import {source} from "../shared/source.js";

export const ALL = "all";

/** Name, mark and level of each verdict; colour only repeats the mark. */
const MARKS: Record<Verdict, {mark: string; level: string}> = {
  reproduced: {mark: "=", level: "good"},
  possible: {mark: "≈", level: "open"},
  "possible only if nearly all rows were rounded one way": {mark: "≲", level: "weak"},
  "not reproducible": {mark: "≠", level: "bad"}
};

function verdictBadge(verdict: Verdict): HTMLElement {
  const {mark, level} = MARKS[verdict];
  return html`<span class="rb-verdict" data-level=${level}><span aria-hidden="true">${mark}</span> ${verdict}</span>`;
}

/** One sentence that counts the verdicts. */
export function claimsSentence(rows: readonly Audited[], title: string): string {
  const counts = verdictCounts(rows).map(({verdict, count}) => `${formatCount(count)} ${count === 1 ? "is" : "are"} ${verdict}`);
  const last = counts.pop();
  const listed = counts.length > 0 ? `${counts.join(", ")} and ${last}` : last;
  return `${title}: of ${formatCount(rows.length)} figures ${listed}.`;
}

/** Columns of the table of figures. All content of a file is shown as text. */
export const claimColumns = (): Column<Audited>[] => [
  textColumn("claim", "Figure", named, {by: ({id}) => id}),
  {key: "printed", label: "Printed", show: ({printed}) => printed},
  {
    key: "recomputed",
    label: "Recomputed",
    show: row =>
      html`<div>${recomputedText(row)}</div>${strip(row)}<small>${row.quantity}; n = ${formatCount(row.n)} ${row.n_of}</small>`,
    description:
      source === "published"
        ? "from the answers of the model, with the most that it could be if unread ones were right; shaded: what prints as the figure does; the numbers are the ends of the strip"
        : "from the report's other figures as printed, with the least and most over all figures that print alike; shaded: what prints as the figure does; the numbers are the ends of the strip"
  },
  textColumn("verdict", "Verdict", ({verdict}) => verdictBadge(verdict), {by: ({verdict}) => VERDICTS.indexOf(verdict)}),
  {
    key: "arithmetic",
    label: "Arithmetic and nearest reading",
    show: ({arithmetic, reading}) =>
      html`<div>${arithmetic}</div>${reading ? html`<div class="rb-reading"><b>${source === "published" ? "Read by this project:" : "Nearest reading:"}</b> ${reading}</div>` : ""}`
  }
];

const named = ({id, part, says, quoted}: Audited): Node =>
  html`<div>${part === "" ? "" : html`<b>${part}</b>: `}${quoted ? html`<q>${says}</q>` : says}</div><small>${id}</small>`;

const WIDTH = 150;
const HEIGHT = 30;
const PAD = 8;
/** Room below a strip for the numbers at its ends. */
const SCALE_HEIGHT = 15;
/** Digits of the numbers at the ends of a strip. */
const END_DIGITS = 5;

/** The printed figure with its rounding range (shaded) above the recomputed value with its range, on a scale of the row's own. */
function strip({value, low, high, printed_value, printed_low, printed_high, printed}: Audited): Node | string {
  if (value === null || printed_value === null) return "";
  const ends = [value, low ?? value, high ?? value, printed_low ?? printed_value, printed_high ?? printed_value];
  const [least, most] = [Math.min(...ends), Math.max(...ends)];
  const span = most - least || Math.max(1e-9, Math.abs(value));
  const x = (at: number) => PAD + ((at - (most === least ? least - span / 2 : least)) / span) * (WIDTH - 2 * PAD);
  const line = (from: number, to: number, y: number) =>
    svgElement("line", {x1: x(from), x2: x(to), y1: y, y2: y, stroke: "currentColor", "stroke-width": 2});
  const [from, to] = [x(printed_low ?? printed_value), x(printed_high ?? printed_value)];
  const label = `printed ${printed}; recomputed ${recomputedText({value, low, high})}`;
  const height = HEIGHT + SCALE_HEIGHT;
  const end = (at: number, anchor: string) =>
    svgElement("text", {x: anchor === "start" ? 0 : WIDTH, y: height - 2, "text-anchor": anchor, class: "rb-strip-end"}, [
      String(Number(at.toPrecision(END_DIGITS)))
    ]);
  return svgElement("svg", {width: WIDTH, height, viewBox: `0 0 ${WIDTH} ${height}`, role: "img", "aria-label": label}, [
    svgElement("title", {}, [label]),
    svgElement("rect", {x: from, y: 2, width: Math.max(2, to - from), height: HEIGHT - 4, class: "rb-strip-printed"}),
    svgElement("line", {x1: x(printed_value), x2: x(printed_value), y1: 2, y2: HEIGHT - 2, class: "rb-strip-tick"}),
    ...(low !== null && high !== null ? [line(low, high, HEIGHT / 2)] : []),
    svgElement("circle", {cx: x(value), cy: HEIGHT / 2, r: 4, fill: "currentColor"}),
    ...(most > least ? [end(least, "start"), end(most, "end")] : [end(least, "start")])
  ]);
}

/** Rows with the given verdict, or all. */
export const withVerdict = (rows: readonly Audited[], verdict: string): Audited[] =>
  rows.filter(row => verdict === ALL || row.verdict === verdict);

export const verdictChoices: string[] = [ALL, ...VERDICTS];

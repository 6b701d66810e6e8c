// Lists traces with loops or garbled text, which can be opened and read; all of it is untrusted text.

import {html} from "npm:htl";
import type {Input} from "../../pipelines/charts/shared/input.js";
import {formatCount} from "../../pipelines/charts/shared/interval.js";
import {evaluationLabels} from "../../pipelines/charts/shared/label.js";
import {STATUS_NAMES} from "../../pipelines/charts/shared/outcome.js";
import {pointNames} from "../../pipelines/charts/shared/pointName.js";
import {sampleLink} from "../../pipelines/charts/shared/sampleLink.js";
import {type Column, sortable} from "../../pipelines/charts/shared/sortable.js";
import {visibleText} from "../../pipelines/score/answer/visible.js";
import type {Evaluated} from "../../pipelines/store/evaluationName.js";
import {findGarble, findRepetition, type Garble} from "../../pipelines/studies/traces/garble.js";

import {drawer} from "../shared/drawer.js";
import {answerParts, exchangeOf, fetchedFrom} from "../shared/exchange.js";
import type {OpenTables} from "../shared/tables.js";
import {untrusted} from "../shared/text.js";

/** A row of `flaggedQuery`. */
export interface Flagged extends Evaluated {
  base_task: string;
  params: string;
  item_id: string;
  trial: number;
  status: number;
  trace_bytes: number;
  loop: boolean;
  loop_period: number | null;
  loop_length: number | null;
  garble: Garble | null;
  repetition: number;
}

const SHOWN = 100;
const GARBLES: Record<Garble, string> = {
  broken: "broken characters",
  scripts: "letters of many scripts at once",
  noise: "as random as noise",
  consonants: "letters that form no words"
};

/**
 * The list; a trace opens in a drawer with its loop marked. Its value names the open trace, "" for none.
 * @param sql called on first use, since the table of responses is large
 */
export function flawsPanel(rows: readonly Flagged[], {sql}: {sql: () => OpenTables}): Input<string> {
  const [label, point] = [evaluationLabels(rows), pointNames(rows)];
  const {dialog, button, input} = drawer(async key => {
    const row = rows.find(each => keyOf(each) === key);
    return row ? {title: titleOf(row), content: contentOf(row)} : null;
  });
  const list = html`<div class="rb-scroll rb-tall" id="flaws" tabindex="0">${sortable(rows.slice(0, SHOWN), columns())}`;
  const note =
    rows.length === 0
      ? "No trace that passes the filters runs in a loop or is garbled."
      : `${formatCount(rows.length)} traces${rows.length > SHOWN ? `; ${formatCount(SHOWN)} of them, drawn by their identity, are listed` : ""}. Open one to read it.`;
  const node = html`<div><p class="rb-muted" id="flaws-note">${note}</p>${rows.length > 0 ? list : ""}${dialog}</div>`;

  function columns(): Column<Flagged>[] {
    return [
      {key: "open", label: "Trace", show: row => button(keyOf(row), "open")},
      {key: "model", label: "Evaluation", by: label, show: label},
      {key: "point", label: "Point", by: point, show: point},
      {key: "status", label: "Status", by: row => row.status, show: row => STATUS_NAMES[row.status] ?? ""},
      {key: "found", label: "Found", by: foundIn, show: foundIn},
      {
        key: "repetition",
        label: "Repetition",
        numeric: true,
        by: row => row.repetition,
        show: row => `${(100 * row.repetition).toFixed(1)} %`,
        description: "share of 32-character pieces that stood in the trace before"
      },
      {key: "bytes", label: "Bytes", numeric: true, by: row => row.trace_bytes, show: row => formatCount(row.trace_bytes)}
    ];
  }
  const titleOf = (row: Flagged): string => `${label(row)}, ${point(row)}, ${STATUS_NAMES[row.status] ?? ""}: ${foundIn(row)}`;
  async function contentOf(row: Flagged): Promise<Node> {
    const {model, template, sampler, eval_id, base_task, item_id, trial} = row;
    const found = await exchangeOf(sql(), {model, template, sampler, eval_id, base_task, item_id, trial});
    const {exchange} = found;
    const text = exchange ? [markedTrace(visibleText(exchange).trace), fetchedFrom(found)] : answerParts(found);
    return html`<div id="flaw"><p>${sampleLink(row, "This answer on page Samples")}</p>${text}`;
  }
  return input(node);
}

const keyOf = ({eval_id, item_id, trial}: Flagged): string => `${eval_id} ${item_id} ${trial}`;

/** The detected flaws as text. */
function foundIn({loop, loop_period, loop_length, garble}: Flagged): string {
  const copies = loop ? Math.floor(loop_length! / loop_period!) : 0;
  return [loop ? `${formatCount(loop_period)} characters, ${formatCount(copies)} times` : "", garble ? GARBLES[garble] : ""]
    .filter(Boolean)
    .join("; ");
}

const part = (text: string): HTMLElement | "" => (text === "" ? "" : untrusted(text));

/** A trace with the first copy of its loop marked; the further copies are counted but not shown. */
function markedTrace(trace: string): HTMLElement {
  const {loop} = findRepetition(trace);
  if (loop) {
    const {start, length, period} = loop;
    const rounds = Math.floor(length / period);
    return html`<div class="rb-text">
      ${part(trace.slice(0, start))}
      <p class="rb-muted">This block occurs here ${formatCount(rounds)} times in a row:</p>
      <div class="rb-loop">${untrusted(trace.slice(start, start + period))}</div>
      <p class="rb-muted">${formatCount(length - period)} characters are left out.</p>
      ${part(trace.slice(start + length))}</div>`;
  }
  const garble = findGarble(trace);
  const from = garble ? Math.max(0, garble.start - 200) : 0;
  return html`<div class="rb-text">${from > 0 ? html`<p class="rb-muted">… ${formatCount(from)} characters before …</p>` : ""}${untrusted(trace.slice(from, from + 4_000))}</div>`;
}

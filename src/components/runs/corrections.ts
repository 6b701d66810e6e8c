// The list of people's corrections on the page on runs.
import {html} from "npm:htl";
import {figure} from "../../pipelines/charts/shared/figure.js";
import {formatCount} from "../../pipelines/charts/shared/interval.js";
import {modelLink} from "../../pipelines/charts/shared/modelLink.js";
import type {Column} from "../../pipelines/charts/shared/sortable.js";
import {untrusted} from "../shared/text.js";

/** A row of the table `corrections`. */
interface Correction {
  id: string;
  state: string;
  model: string;
  base_task: string | null;
  item_id: string;
  trial: number;
  status: number;
  original_status: number | null;
  by: string;
  at: string;
  reason: string;
}

const WORDS = ["incorrect", "correct", "truncated"];
const wordOf = (status: number | null): string => (status === null ? "–" : (WORDS[status] ?? String(status)));

/** Explanations of what has become of corrections. */
const STATES: Record<string, string> = {
  applied: "applied",
  agrees: "the scorer now says the same",
  missing: "the sample is no longer there",
  changed: "not applied: its response has changed",
  superseded: "superseded by a later one",
  reverted: "reverted"
};
const stateOf = ({state}: Correction): string => STATES[state] ?? state;

/** Columns of the list. What people wrote is text. */
export const correctionColumns: Column<Correction>[] = [
  {key: "at", label: "When", by: row => row.at, show: row => row.at.slice(0, 16).replace("T", " ")},
  {key: "by", label: "Who", by: row => row.by, show: row => row.by},
  {key: "model", label: "Model", by: row => row.model, show: row => modelLink(row.model)},
  {key: "original", label: "Scorer", by: row => row.original_status, show: row => wordOf(row.original_status)},
  {key: "status", label: "Corrected to", by: row => row.status, show: row => wordOf(row.status)},
  {key: "reason", label: "Why", by: row => row.reason, show: row => untrusted(row.reason)},
  {key: "task", label: "Task", by: row => row.base_task, show: row => row.base_task ?? "–"},
  {
    key: "item",
    label: "Sample",
    by: row => row.item_id,
    show: row => (Number(row.trial) > 0 ? `${row.item_id}, trial ${row.trial}` : row.item_id)
  },
  {key: "state", label: "State", by: stateOf, show: stateOf},
  {key: "id", label: "Id", by: row => row.id, show: row => row.id}
];

/** The list with its heading; empty where nobody corrected anything. */
export function correctionsSection(
  rows: readonly Correction[],
  table: (rows: readonly Correction[]) => HTMLElement
): HTMLElement | DocumentFragment {
  if (rows.length === 0) return html.fragment``;
  const applied = rows.filter(({state}) => state === "applied").length;
  const caption = `${formatCount(applied)} of ${formatCount(rows.length)} corrections ${applied === 1 ? "is" : "are"} applied: pages count these samples as corrected. The scorer's verdicts are kept, and each correction can be reverted by its id.`;
  return html`<section><h2 id="corrections">Corrections</h2>${figure(table(rows), {title: "Samples corrected by hand", caption, id: "corrected"})}</section>`;
}

// Marks of simulated models.
import {html} from "npm:htl";
import {formatCount} from "./interval.js";

/** The mark on every table and chart of simulated models. */
export function simulatedBadge(): HTMLElement {
  return html`<span class="rb-simulated" title="built-in reference models: simulations, not language models">simulated</span>`;
}

/** The notice above a page's first number if any evaluation of the rows is simulated; otherwise empty. Rows of one `eval_id` count once. */
export function simulatedNotice(rows: Iterable<{simulated: unknown; eval_id?: unknown}>): HTMLElement | DocumentFragment {
  const simulatedById = new Map<unknown, boolean>();
  for (const {simulated, eval_id} of rows) {
    const id = eval_id ?? simulatedById.size;
    simulatedById.set(id, Boolean(simulated) || simulatedById.get(id) === true);
  }
  const all = [...simulatedById.values()];
  const count = all.filter(Boolean).length;
  if (count === 0) return document.createDocumentFragment();
  const which =
    all.length === 1
      ? "This evaluation is of one of"
      : count < all.length
        ? `${formatCount(count)} of ${formatCount(all.length)} evaluations here ${count === 1 ? "is of one" : "are"} of`
        : count === 2
          ? "Both evaluations are of"
          : `All ${formatCount(count)} evaluations here are of`;
  return html`<p class="rb-notice" role="note">${simulatedBadge()} ${which} reasonbook's built-in reference models:
    programs with known faults that show and test the workbook without keys or cost. They are not language models.`;
}

/** The evaluations of a manifest, or those that a dataset contains. Manifests of older versions describe the whole store only. */
export const evaluationsOf = (
  manifest: {simulated: boolean; models: readonly string[]; evaluations?: readonly {eval_id: string; simulated?: boolean}[]},
  dataset: readonly string[] | null | undefined = null
): {simulated: boolean}[] =>
  manifest.evaluations === undefined || manifest.evaluations.length === 0
    ? manifest.models.map(() => ({simulated: manifest.simulated}))
    : manifest.evaluations
        .filter(({eval_id}) => dataset?.includes(eval_id) ?? true)
        .map(({simulated = manifest.simulated}) => ({simulated}));

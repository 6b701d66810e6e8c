// The mark of samples that people have corrected (docs/corrections.md).
import {html} from "npm:htl";
import {formatCount} from "./interval.js";
import {address} from "./modelLink.js";

/** Most models that are named. */
const MOST_NAMED = 5;

/** What a manifest says of an evaluation's corrections. */
export interface CorrectedEvaluation {
  eval_id?: string;
  model?: string;
  corrected?: number | undefined;
}

/** How many samples of which models were corrected, as a sentence; null if none. */
function correctedSentence(evaluations: readonly CorrectedEvaluation[]): string | null {
  const counts = new Map<string, number>();
  for (const {model = "", corrected = 0} of evaluations)
    if (corrected > 0) counts.set(model, (counts.get(model) ?? 0) + corrected);
  if (counts.size === 0) return null;
  const all = [...counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
  const samples = (n: number) => `${formatCount(n)} ${n === 1 ? "sample" : "samples"}`;
  const named = all.slice(0, MOST_NAMED).map(([model, n]) => `${samples(n)} of ${model}`);
  const rest = all.slice(MOST_NAMED).reduce((sum, [, n]) => sum + n, 0);
  const others = rest > 0 ? ` and ${samples(rest)} of ${formatCount(counts.size - MOST_NAMED)} more models` : "";
  return `Corrected by hand, against what their scorer said: ${named.join(", ")}${others}.`;
}

/** The notice on every page whose evaluations have corrected samples, with a link to the list; otherwise empty. */
export function correctedNotice(evaluations: readonly CorrectedEvaluation[]): HTMLElement | DocumentFragment {
  const sentence = correctedSentence(evaluations);
  if (sentence === null) return document.createDocumentFragment();
  return html`<p class="rb-notice rb-corrected" role="note">${sentence} Who, when and why: <a href=${`${address("runs")}#corrections`}>Runs</a>.</p>`;
}

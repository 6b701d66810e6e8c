// Links to page Samples, where an answer is read whole and beside others to the same test.
import {html} from "npm:htl";
import {address} from "./modelLink.js";

/** Identifies a sample. */
export interface SampleKey {
  eval_id: string;
  item_id: string;
  trial: number;
}

/** A sample's key, as `npm run samples` takes it and addresses hold it. */
export const sampleKey = ({eval_id, item_id, trial}: SampleKey): string => `${eval_id}/${item_id}/${trial}`;

/** How the address of page Samples names an answer beside the open one. */
export const besideKey = ({eval_id, trial}: Pick<SampleKey, "eval_id" | "trial">): string => `${eval_id} ${trial}`;

const samplesLink = (state: Record<string, string>, label: string): HTMLElement =>
  html`<a class="rb-sample-link" href=${`${address("samples")}#${new URLSearchParams(state)}`}>${label}</a>`;

/** A link to a sample, with another evaluation's answer to the same test beside it where one is given. */
export const sampleLink = (
  sample: SampleKey,
  label = "this answer on page Samples",
  {beside}: {beside?: Pick<SampleKey, "eval_id" | "trial">} = {}
): HTMLElement => samplesLink({sample: sampleKey(sample), ...(beside && {beside: besideKey(beside)})}, label);

/** A link to all answers to a test, or to those of one evaluation. */
export const itemLink = (
  item_id: string,
  label = "all answers to this test on page Samples",
  {eval_id}: {eval_id?: string} = {}
): HTMLElement => samplesLink({item: item_id, ...(eval_id !== undefined && {evaluation: eval_id})}, label);

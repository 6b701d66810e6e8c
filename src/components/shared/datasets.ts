// Chooses a dataset where the published tables contain several.
import {select} from "npm:@observablehq/inputs";
import {html} from "npm:htl";
import type {Input} from "../../pipelines/charts/shared/input.js";
import {permalink, readState, writeState} from "./permalink.js";

/** A dataset as the manifest lists it. */
export interface PublishedDataset {
  name: string;
  title: string;
  /** eval_id of each of its evaluations */
  evaluations: readonly string[];
}

const KEY = "dataset";
const ALL = "all";
/** Key under which the choice is kept for the next page in the same tab. */
const REMEMBERED = "reasonbook dataset";

/**
 * Input for a dataset. Its value is the list of the dataset's evaluations, for `tables(…, invalidation, value)`; null for all of them.
 * Hidden where there is only one dataset. The choice is kept in the address and remembered from page to page.
 */
export function datasetInput({datasets = []}: {datasets?: readonly PublishedDataset[]}): Input<readonly string[] | null> {
  const titles = new Map([[ALL, "all, side by side"], ...datasets.map(({name, title}) => [name, title] as const)]);
  const names = [...titles.keys()];
  if (datasets.length < 2) return valued(html`<span hidden>`, () => null);
  const remembered = recall();
  if (names.includes(remembered) && !readState(location.hash).has(KEY))
    history.replaceState(
      history.state,
      "",
      writeState(location.hash, KEY, remembered, ALL) || location.pathname + location.search
    );
  const input = select(names, {label: "Dataset", value: ALL, format: (name: string) => titles.get(name)}) as Input<string>;
  permalink(KEY, input, {among: names});
  const keep = () => remember(input.value);
  keep();
  input.addEventListener("input", keep);
  const node = html`<div class="rb-dataset">${input}</div>`;
  return valued(node, () => datasets.find(({name}) => name === input.value)?.evaluations ?? null);
}

const valued = <T>(node: HTMLElement, get: () => T): Input<T> => Object.defineProperty(node, "value", {get}) as Input<T>;

/** The remembered choice. A browser may refuse storage; then each page starts with all datasets. */
function recall(): string {
  try {
    return sessionStorage.getItem(REMEMBERED) ?? ALL;
  } catch {
    return ALL;
  }
}
function remember(name: string): void {
  try {
    sessionStorage.setItem(REMEMBERED, name);
  } catch {
    // the address still keeps the choice
  }
}

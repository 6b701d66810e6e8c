// Chooses what pages show of the published tables: a dataset, where there are several, and a suite, where evaluations were asked several.
import {select} from "npm:@observablehq/inputs";
import {html} from "npm:htl";
import {type CorrectedEvaluation, correctedNotice} from "../../pipelines/charts/shared/corrected.js";
import type {Input} from "../../pipelines/charts/shared/input.js";
import {firstShown, type Shown, type SuiteChoice, suitesOf, type WithSuites} from "../../pipelines/store/shown.js";
import {permalink, readState, writeState} from "./permalink.js";

/** A dataset as the manifest lists it. */
interface PublishedDataset {
  name: string;
  title: string;
  /** eval_id of each of its evaluations */
  evaluations: readonly string[];
}

/** The part of the manifest that says what there is to choose from. */
interface Published extends WithSuites {
  datasets?: readonly PublishedDataset[];
  evaluations?: readonly (CorrectedEvaluation & {suites?: readonly string[]})[];
}

const ALL = "all";

/**
 * Input for a dataset and a suite. Its value goes to `tables(…, invalidation, value)`; null where nothing is restricted. Either is hidden where
 * there is only one. Choices are kept in the address and remembered from page to page. Below it stands how many samples of what is chosen
 * people have corrected, where they have.
 * @param one whether the page shows one suite at a time, since each has scores of its own: then there is no choice of all
 * @param scored whether only suites with scores can be chosen; those of item banks alone have none
 */
export function datasetInput(
  {datasets = [], evaluations = [], suites = {}}: Published,
  {one = false, scored = false}: SuiteChoice = {}
): Input<Shown | null> {
  const titles = new Map([[ALL, "all, side by side"], ...datasets.map(({name, title}) => [name, title] as const)]);
  const dataset = datasets.length < 2 ? null : remembered("dataset", "Dataset", titles, ALL);
  const ids = suitesOf({evaluations, suites}, {scored});
  const names = new Map([...(one ? [] : [[ALL, "all together"] as const]), ...ids.map(id => [id, id] as const)]);
  const suite =
    ids.length < 2 ? null : remembered("suite", "Suite", names, firstShown({evaluations, suites}, {one, scored})?.suite ?? ALL);
  const chosenOnes = () => datasets.find(({name}) => name === dataset?.value)?.evaluations ?? null;
  const isMarked = evaluations.some(({corrected}) => corrected);
  if (!dataset && !suite && !isMarked) return valued(html`<span hidden>`, () => null);
  const inputs = dataset || suite ? html`<div class="rb-dataset rb-questions">${dataset}${suite}</div>` : "";
  const node = isMarked ? html`<div>${inputs}</div>` : (inputs as HTMLElement);
  if (isMarked) {
    const mark = html`<div>`;
    const draw = () => {
      const among = chosenOnes();
      mark.replaceChildren(correctedNotice(evaluations.filter(({eval_id}) => !among || among.includes(eval_id ?? ""))));
    };
    draw();
    node.addEventListener("input", draw);
    node.append(mark);
  }
  return valued(node, () => {
    const chosen = chosenOnes();
    const named = suite && suite.value !== ALL ? suite.value : null;
    return chosen || named ? {evaluations: chosen, suite: named} : null;
  });
}

/** A select whose choice is kept in the address, and in this tab for the next page. */
function remembered(key: string, label: string, titles: ReadonlyMap<string, string>, value: string): Input<string> {
  const names = [...titles.keys()];
  const before = recall(key) ?? value;
  if (names.includes(before) && !readState(location.hash).has(key))
    history.replaceState(history.state, "", writeState(location.hash, key, before, value) || location.pathname + location.search);
  const input = select(names, {label, value, format: (name: string) => titles.get(name)}) as Input<string>;
  permalink(key, input, {among: names});
  const keep = () => remember(key, input.value);
  keep();
  input.addEventListener("input", keep);
  return input;
}

const valued = <T>(node: HTMLElement, get: () => T): Input<T> => Object.defineProperty(node, "value", {get}) as Input<T>;

/** The remembered choice. A browser may refuse storage; then each page starts anew. */
function recall(key: string): string | null {
  try {
    return sessionStorage.getItem(`reasonbook ${key}`);
  } catch {
    return null;
  }
}
function remember(key: string, name: string): void {
  try {
    sessionStorage.setItem(`reasonbook ${key}`, name);
  } catch {
    // the address still keeps the choice
  }
}

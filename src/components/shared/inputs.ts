// Inputs of pages, each kept in the address: choices, filters, questions and the data set.
import {form, select, range as slider, text} from "npm:@observablehq/inputs";
import {html} from "npm:htl";
import {type CorrectedEvaluation, correctedNotice} from "../../pipelines/charts/shared/corrected.js";
import type {Evaluated} from "../../pipelines/charts/shared/filtered.js";
import type {Input, InputQuestion, Option} from "../../pipelines/charts/shared/input.js";
import {ERROR_OVER, OVER_NAMES} from "../../pipelines/stats/errorOver.js";
import {TRUNCATED_AS, WEIGHTS} from "../../pipelines/stats/paired.js";
import {firstShown, isOneSuite, type Shown, type SuiteChoice, suitesOf, type WithSuites} from "../../pipelines/store/shown.js";
import {foldedFilters} from "./filters.js";
import {labelled, permalink, readState, writeState} from "./permalink.js";

// Inputs that choose among named values, kept in the address.

/**
 * An input for one of a few named values, tied to a key of the address; hidden, with the value null, where there are none.
 * @param label what the input decides
 * @param names text of each value
 */
export function choice<T extends string>(
  key: string,
  values: readonly T[],
  {label, names = {}, value = values[0]!}: {label: string; names?: Partial<Record<T, string>>; value?: T | undefined}
): Input<T> {
  if (values.length === 0) return noChoice(null as unknown as T);
  const input = select(values, {label, value, format: (each: T) => names[each] ?? each}) as Input<T>;
  return permalink(key, input, {among: values});
}

/** A slider, tied to a key of the address. @param key null for one that the address does not keep */
export function range(
  key: string | null,
  extent: readonly [low: number, high: number],
  settings: {label: string; step: number; value: number}
): Input<number> {
  const input = slider(extent, settings) as Input<number>;
  return key === null ? labelled(input) : (permalink(key, input as unknown as Input<string>) as unknown as Input<number>);
}

/** An input without a choice, in the place of one that there is nothing for. */
export const noChoice = <T = null>(value = null as T): Input<T> =>
  Object.defineProperty(html`<span hidden>`, "value", {get: () => value}) as Input<T>;

/** Inputs for paired comparisons: the treatment of truncated answers, the pooling of tasks, and what the error generalises to. */
export const pairedChoices = () => ({
  truncated: choice("truncated", TRUNCATED_AS, {label: "Truncated", names: {wrong: "counted as wrong"}}),
  weights: choice("weights", WEIGHTS, {label: "Weight per"}),
  error: choice("error", ERROR_OVER, {label: "Clustering", names: OVER_NAMES})
});

/**
 * Combines several inputs into one, side by side where there is room.
 * @param folded keys of inputs that go under *Filters*
 */
export const choices = <T extends Record<string, HTMLElement>>(
  inputs: T,
  {folded = []}: {folded?: readonly string[]} = {}
): Input<Record<keyof T, string>> =>
  form(inputs, {
    template: (each: T) => {
      const [below, above] = partition(Object.entries(each), ([key]) => folded.includes(key));
      const first = html`<div class="rb-questions">${above.map(([, input]) => input)}</div>`;
      const filters = below.length === 0 ? null : foldedFilters(Object.fromEntries(below));
      return filters === null ? first : html`<div>${above.length > 0 ? first : ""}${filters}</div>`;
    }
  });

/** Rows of a chart that readers see first: more hide what it says. */
const MAX_ROWS = 20;

/** A button that shows all rows of a chart or the first ones again, kept in the address; its value is how many rows to draw. */
export function showAll(total: number, {key = "rows", most = MAX_ROWS} = {}): Input<number> {
  if (total <= most) return noChoice(total);
  const button = html`<button type="button" class="rb-button rb-screen">` as unknown as Input<string>;
  let rowChoice = readState(location.hash).get("open") === "*" ? "all" : "first";
  const set = (value: string) => {
    rowChoice = value;
    button.textContent = value === "all" ? `Show the first ${most}` : `Show all ${total}`;
  };
  Object.defineProperty(button, "value", {get: () => rowChoice, set});
  set(rowChoice);
  button.addEventListener("click", () => {
    set(rowChoice === "all" ? "first" : "all");
    button.dispatchEvent(new Event("input", {bubbles: true}));
  });
  return valued(html`<div>${permalink(key, button, {among: ["first", "all"]})}</div>`, () =>
    rowChoice === "all" ? total : most
  );
}

/** Returns the items that pass a test, and the others. */
const partition = <T>(items: readonly T[], test: (item: T) => boolean): [T[], T[]] => [
  items.filter(test),
  items.filter(item => !test(item))
];

/** "all" and the names that occur, sorted, for a filter. */
export const named = (values: Iterable<string>): string[] => ["all", ...[...new Set(values)].sort()];

// Chooses what pages show of the published tables: a dataset, where there are several, and a suite, where evaluations were asked several.

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
 * @param choice which suites can be chosen; where the page shows one at a time, there is no choice of all
 */
export function datasetInput(
  {datasets = [], evaluations = [], suites = {}}: Published,
  choice: SuiteChoice = {}
): Input<Shown | null> {
  const titles = new Map([[ALL, "all, side by side"], ...datasets.map(({name, title}) => [name, title] as const)]);
  const dataset = datasets.length < 2 ? null : remembered("dataset", "Dataset", titles, ALL);
  const ids = suitesOf({evaluations, suites}, choice);
  const names = new Map([
    ...(isOneSuite({evaluations, suites}, choice) ? [] : [[ALL, "all together"] as const]),
    ...ids.map(id => [id, id] as const)
  ]);
  const suite =
    ids.length < 2 ? null : remembered("suite", "Suite", names, firstShown({evaluations, suites}, choice)?.suite ?? ALL);
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

// Filters that several pages share, each kept in the address: part of a model's name, group, tier, task, domain and category.

interface Filters {
  search: string;
  group: string;
  tier: string;
  task: string;
  /** Of items of banks; absent where there are none. */
  domain?: string;
  category?: string;
}

/** An input for one of the values that occur, or all of them, kept in the address. */
function list(key: string, label: string, values: Iterable<string>): Input<string> {
  const names = [ALL, ...[...new Set(values)].sort()];
  return permalink(key, select(names, {label, value: ALL}) as Input<string>, {among: names});
}

/** The part of a test that says of which domain and category it is; generated tests have no domain. */
interface OfItem {
  domain?: string;
  category?: string;
}

/** Inputs for domain and category of banks' items; none where there are no such items. */
export function itemInputs(rows: readonly OfItem[]): {domain?: Input<string>; category?: Input<string>} {
  const items = rows.filter(({domain}) => domain);
  if (items.length === 0) return {};
  return {
    domain: list(
      "domain",
      "Domain",
      items.map(({domain}) => domain!)
    ),
    category: list(
      "category",
      "Category",
      items.map(({category}) => category!)
    )
  };
}

/** Whether a test, or what stands for several of one category, passes the filters of domain and category. */
export const passesItem =
  ({domain = ALL, category = ALL}: Pick<Filters, "domain" | "category">) =>
  (of: OfItem): boolean =>
    (domain === ALL || of.domain === domain) && (category === ALL || (Boolean(of.domain) && of.category === category));

/** Inputs for a form; their lists contain the values that occur. */
export function filterInputs(points: readonly Evaluated[]): {[key in keyof Filters]: Input<string>} {
  return {
    search: permalink("search", text({label: "Model", placeholder: "part of a name"}) as Input<string>),
    group: list(
      "group",
      "Group",
      points.flatMap(({groups}) => groups)
    ),
    tier: list(
      "tier",
      "Tier",
      points.flatMap(({tiers}) => tiers)
    ),
    task: list(
      "task",
      "Task",
      points.map(({base_task}) => base_task)
    ),
    ...itemInputs(points)
  };
}

/** Whether a point passes all filters. */
export const passes =
  (filters: Filters) =>
  (point: Evaluated): boolean => {
    const {search, group, tier, task} = filters;
    return (
      point.model.toLowerCase().includes(search.toLowerCase()) &&
      (group === ALL || point.groups.includes(group)) &&
      (tier === ALL || point.tiers.includes(tier)) &&
      (task === ALL || point.base_task === task) &&
      passesItem(filters)(point)
    );
  };

// A group of inputs of which later ones depend on earlier answers.

interface Field {
  node: Input<string>;
  options: readonly Option[];
}

/**
 * Inputs of which later ones depend on earlier answers. `answer` asks its questions in order and returns the value; it runs again after
 * every change. Questions that are no longer asked are removed, an answer that is no longer possible is replaced by the first possible one,
 * and a question with one option is not shown. Answers are kept in the address.
 */
export function questions<T>(answer: (ask: InputQuestion) => T): Input<T> {
  const fields = new Map<string, Field>();
  const form = html`<div class="rb-questions">`;
  let value = update();

  function update({fromAddress = false} = {}): T {
    const asked: Field[] = [];
    let hash = location.hash;
    const result = answer((key, label, options, {initial = options[0]?.value ?? ""} = {}) => {
      const possible = (text: string | null | undefined) => options.some(option => option.value === text);
      const linked = readState(location.hash).get(key) ?? undefined;
      const before = fromAddress ? undefined : fields.get(key)?.node.value;
      const chosen = [before, linked, initial].find(possible) ?? options[0]?.value ?? "";
      const field = fieldOf(key, label, options, chosen);
      if (options.length > 1) {
        asked.push(field);
        hash = writeState(hash, key, chosen, initial);
      }
      return chosen;
    });
    show(asked.map(({node}) => node));
    if (hash !== location.hash) history.replaceState(history.state, "", hash || location.pathname + location.search);
    return result;
  }

  function fieldOf(key: string, label: string, options: readonly Option[], chosen: string): Field {
    const known = fields.get(key);
    if (known && sameOptions(known.options, options)) {
      if (known.node.value !== chosen) known.node.value = chosen;
      return known;
    }
    const names = new Map(options.map(option => [option.value, option.label ?? option.value]));
    const node = select([...names.keys()], {label, value: chosen, format: (each: string) => names.get(each)}) as Input<string>;
    node.addEventListener("input", event => {
      event.stopPropagation();
      value = update();
      form.dispatchEvent(new Event("input", {bubbles: true}));
    });
    const field = {node, options};
    fields.set(key, field);
    return field;
  }

  function show(nodes: readonly HTMLElement[]): void {
    if (nodes.length === form.children.length && nodes.every((node, i) => form.children[i] === node)) return;
    const focused = document.activeElement as HTMLElement | null;
    form.replaceChildren(...nodes);
    if (focused && form.contains(focused)) focused.focus();
  }

  const follow = () => {
    if (!form.isConnected) return removeEventListener("hashchange", follow);
    value = update({fromAddress: true});
    form.dispatchEvent(new Event("input", {bubbles: true}));
  };
  addEventListener("hashchange", follow);
  return Object.defineProperty(form, "value", {get: () => value}) as Input<T>;
}

const sameOptions = (a: readonly Option[], b: readonly Option[]): boolean =>
  a.length === b.length && a.every(({value, label}, i) => value === b[i]!.value && label === b[i]!.label);

// What fills a category of a suite that lists domains: a generated benchmark, an imported bank, or nothing. It is found out, never written down.
import type {LayoutName} from "../book/bankSchemas.js";
import type {Bank, CategoryPolicy} from "../book/banks/types.js";
import type {CategoryState} from "../book/categoryStates.js";
import {plural} from "../book/plural.js";
import type {Category, PlacedSuite} from "../book/types.js";
import {benchmarkTasks} from "./benchmarks/registry.js";
import type {BankTask, DrawnItem} from "./task.js";

/** What fills a category, and how it is asked. */
export interface Filled {
  state: CategoryState;
  /** Why it is empty; null where it is not. */
  reason: string | null;
  /** The task or bank that fills it, or is to fill it. */
  base_task: string;
  /** Items that can be asked here. */
  items: number;
  /** How its questions are put. */
  policy: string;
  scorer: string;
  metric: string;
  /** Of the benchmark; of a bank, which edition of the items is meant. Empty where it is not known. */
  version: string;
}

/** The other benchmarks of a category's subject, each as a category that its bank or task fills. */
export const sourcesOf = ({sources = [], ...category}: Category): Category[] =>
  sources.map(({prompt, scorer, absent, ...source}) => ({
    ...{domain: category.domain, origin: category.origin, items: category.items, params: {}, averaged: false, prompt, scorer},
    ...source,
    ...(absent !== undefined && {absent})
  }));

interface Available {
  banks?: readonly Bank[] | undefined;
  benchmarks?: ReadonlyMap<string, BankTask>;
}

/** What fills a category, given the banks that have been read and the benchmarks that are built in. */
export function filledBy(category: Category, {banks = [], benchmarks = benchmarkTasks}: Available = {}): Filled {
  const {task, bank: name, metric, absent, prompt, scorer = "", version} = category;
  if (task !== undefined) {
    const benchmark = benchmarks.get(task);
    if (benchmark?.items) return {...generatedBy(benchmark, category.params), metric};
    return {
      state: "empty",
      base_task: task,
      items: 0,
      policy: "",
      scorer: "",
      metric,
      version: "",
      reason: `the benchmark ${task} is not built in`
    };
  }
  const bank = absent === undefined ? banks.find(each => each.name === name) : undefined;
  if (!bank)
    return {
      state: "empty",
      base_task: name!,
      items: 0,
      scorer,
      metric,
      version,
      reason: absent ?? `the bank ${name} has not been read`,
      policy: policyText({shots: prompt?.shots ?? 0, think: prompt?.think, instruction: prompt?.instruction})
    };
  const {shots = 0, think, instruction} = bank.definition.prompt;
  return {
    state: "imported",
    reason: null,
    base_task: bank.name,
    items: bank.size,
    metric: bank.definition.metric,
    version,
    policy: policyText({shots, think, instruction}),
    scorer: bank.size > 0 ? bank.scorerOf(bank.item(0).item).kind : scorer
  };
}

type Generated = Omit<Filled, "metric">;
/** What benchmarks make of parameters, once each: items are made for it, and every study of categories asks. */
const generated = new WeakMap<BankTask, Map<string, Generated>>();

/** What a generated benchmark has for a category with these parameters. */
function generatedBy(benchmark: BankTask, params: Category["params"]): Generated {
  const known = generated.get(benchmark) ?? new Map<string, Generated>();
  generated.set(benchmark, known);
  const key = JSON.stringify(params);
  const found = known.get(key) ?? lookedUp(benchmark, params);
  known.set(key, found);
  return found;
}

function lookedUp({name, items, version = 0}: BankTask, params: Category["params"]): Generated {
  const points = pointsOf(params).flatMap(point => {
    const places = items.places(point);
    const count = typeof places === "number" ? places : places.length;
    const at = (k: number) => items.at(typeof places === "number" ? k : places[k]!, point);
    return count > 0 ? [{count, at}] : [];
  });
  const first = points[0]?.at(0);
  // What is asked as a baseline, such as a question without its picture, is no item of the category.
  const own = points.filter(({at}) => at(0).category === first!.category);
  const size = own.reduce((sum, {count}) => sum + count, 0);
  return {
    state: size > 0 ? "generated" : "empty",
    base_task: name,
    items: size,
    version: String(version),
    reason: size > 0 ? null : `the benchmark ${name} has no such items`,
    policy: policyText({shots: first?.shots?.length ?? 0, think: first?.think, instruction: undefined}),
    scorer: [...new Set(own.flatMap(scorersIn))].join(", ")
  };
}

/** Items of a point that are looked at for how they are scored, spread over all of it. */
const LOOKED_AT = 24;
/** How a point's items are scored, by some of them. */
function scorersIn({count, at}: {count: number; at(k: number): DrawnItem}): string[] {
  const looked = Math.min(LOOKED_AT, count);
  return Array.from({length: looked}, (_, i) => at(Math.floor((i * count) / looked)).scorer?.kind ?? "").filter(Boolean);
}

/** The points of a category: every combination of its parameters' values. */
function pointsOf(params: Category["params"]): Record<string, unknown>[] {
  let points: Record<string, unknown>[] = [{}];
  for (const [name, values] of Object.entries(params))
    points = points.flatMap(point => [values].flat().map(value => ({...point, [name]: value})));
  return points;
}

/** How questions are put, in words. */
export const policyText = ({shots, think, instruction}: CategoryPolicy): string =>
  [
    `${shots}-shot`,
    ...(think === undefined ? [] : [think ? "chain of thought" : "answer at once"]),
    ...(instruction === undefined ? [] : ["own instruction"])
  ].join(", ");

const quoted = (text: string): string => (/^[\w.,:/@+-]+$/u.test(text) ? text : `"${text.replaceAll('"', '\\"')}"`);

/** How a category is filled, in one line. */
export function fillOf({task, bank, layout, fields, scorer, licence, source}: Category): string {
  if (task !== undefined) return `the benchmark ${task} comes with another version of this program`;
  if (fields) {
    const named = Object.entries(fields)
      .filter(([key, value]) => value !== undefined && !(key === "answer_is" && value === "auto"))
      .map(([key, value]) => `${key}: ${Array.isArray(value) ? `[${value.join(", ")}]` : value}`);
    return `write data/banks/${bank}.yaml with "files: FILE", "fields: {${named.join(", ")}}", "scorer: {kind: ${scorer}}" (docs/banks.md); its items are at ${source}`;
  }
  const [first] = [layout as LayoutName | readonly LayoutName[]].flat();
  return `npm run items -- import FILE --layout ${first} --name ${bank} --licence ${quoted(licence)} --source ${quoted(source)}`;
}

/** A line for each suite of which some categories are empty and are not asked. */
export const emptyCategoriesOf = (suites: readonly PlacedSuite[], available: Available): string[] =>
  suites.flatMap(({suite, categories = []}) => {
    const empty = categories.filter(category => filledBy(category, available).state === "empty");
    if (empty.length === 0) return [];
    return [
      `suite ${suite.id}: ${empty.length} of ${plural(categories.length, "category", "categories")} ${empty.length === 1 ? "is" : "are"} empty and not asked; npm run items -- list says how to fill ${empty.length === 1 ? "it" : "them"}`
    ];
  });

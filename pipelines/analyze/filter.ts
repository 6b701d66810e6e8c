// Filters that all commands share: they select the points from which results are computed.
import {z} from "zod";
import {flagOf} from "../io/flag.js";
import {UserError} from "../rows/error.js";
import {didYouMean} from "../rows/nearest.js";
import {conditionOf, type PointFilter, readParam} from "../store/points/filter.node.js";
import type {Facet} from "../store/rows.node.js";

const NO_NAME = "expects a name, got an empty text";
/** Names separated by commas, one at least: an empty text, as of an unset shell variable, must not mean all. */
const names = z
  .string()
  .transform(text => text.split(",").flatMap(name => name.trim() || []))
  .refine(found => found.length > 0, NO_NAME);
const lists = () => z.array(names).default([]);
const anyOf = () => lists().transform(each => each.flat());
/** Names that may have commas of their own, which only a store's names tell apart: see `namesAmong`. */
const anyAmong = () => z.array(z.string().refine(text => /[^\s,]/u.test(text), NO_NAME)).default([]);

/** Filters of `analyze` and `points`. Each may be repeated: items are alternatives, but conditions on params must all hold. */
export const pointFilterSchema = z.object({
  model: anyOf().describe("ids of models, separated by commas"),
  template: anyOf().describe("ids of templates, separated by commas"),
  sampler: anyOf().describe("ids of samplers, separated by commas"),
  eval_id: anyOf().describe("identities of evaluations, separated by commas"),
  task: anyOf().describe("names of tasks, separated by commas"),
  suite: anyOf().describe("suites, separated by commas; with one of them tiers are those within it"),
  tier: anyOf().describe("difficulty tiers, separated by commas"),
  surface: anyOf().describe("named 2-D slices, separated by commas"),
  projection: anyOf().describe("named 1-D slices, separated by commas"),
  group: lists().describe("facets of models; with commas all of them must hold"),
  tag: lists().describe("free tags of points; with commas all of them must hold"),
  param: z
    .array(z.string().transform(readParam))
    .default([])
    .describe("params of points: length=10, length=10..20, length=..20, format=csv,json"),
  generator_version: z.coerce
    .number("expects a whole number")
    .int("expects a whole number")
    .optional()
    .describe("version of the generator, for tasks of which the store has several")
});

export const filterSchema = pointFilterSchema.extend({
  domain: anyAmong().describe("domains of banks' items, separated by commas: only answers to these items count"),
  category: anyAmong().describe("categories of items, separated by commas; a task's category is its name"),
  all_items: z
    .boolean()
    .default(false)
    .describe(
      "with the items that an audit found word for word in training data, which figures leave out else (docs/contamination.md)"
    ),
  search: z
    .string()
    .optional()
    .describe("parts of names of evaluations, tasks and params, in any order; spelling need not be exact")
});
export type Filter = z.infer<typeof filterSchema>;

/** Names that filters may use, as they occur in the store. */
export interface Known {
  evaluations: {eval_id: string; model: string; template: string; sampler: string}[];
  /** Values of each param, by task and param. */
  tasks: Map<string, Map<string, Set<string>>>;
  facets: Record<Facet, Set<string>>;
  suites: Set<string>;
  /** Of the tests; empty where the store has no table of them. */
  domains: Set<string>;
  categories: Set<string>;
}

/**
 * The filter as SQL conditions on points. Throws a UserError for names that the store does not have, since a filter without matches is a
 * typing mistake.
 */
export function conditionsOf(filter: Filter, {evaluations, tasks, facets, suites, domains, categories}: Known): string[] {
  const check = (kind: keyof Filter, names: readonly string[], candidates: Iterable<string>) => {
    const all = new Set(candidates);
    for (const name of names)
      if (!all.has(name)) throw new UserError(`--${flagOf(kind)}: no ${flagOf(kind)} "${name}" in the store${hint(name, all)}`);
  };
  for (const kind of ["model", "template", "sampler", "eval_id"] as const)
    check(
      kind,
      filter[kind],
      evaluations.map(each => each[kind])
    );
  check("task", filter.task, tasks.keys());
  check("suite", filter.suite, suites);
  check("domain", filter.domain, domains);
  check("category", filter.category, categories);
  for (const kind of ["tier", "surface", "projection", "group", "tag"] as const)
    check(kind, filter[kind].flat(), facets[`${kind}s`]);
  check(
    "param",
    filter.param.map(({name}) => name),
    [...tasks.values()].flatMap(params => [...params.keys()])
  );
  return [conditionOf(pointFilterOf(filter))];
}

/** Names that a text lists, separated by commas. Of names that have commas themselves, those that are known are taken whole, the longest first. */
export function namesAmong(text: string, known: ReadonlySet<string>): string[] {
  const pieces = text.split(",");
  const joined = (from: number, to: number) => pieces.slice(from, to).join(",").trim();
  const found: string[] = [];
  for (let from = 0; from < pieces.length; ) {
    let to = pieces.length;
    while (to > from + 1 && !known.has(joined(from, to))) to--;
    if (joined(from, to) !== "") found.push(joined(from, to));
    from = to;
  }
  return found;
}

/** The filter of points that options name. */
export function pointFilterOf(filter: z.infer<typeof pointFilterSchema>): PointFilter {
  const given = {
    models: filter.model,
    templates: filter.template,
    samplers: filter.sampler,
    eval_ids: filter.eval_id,
    tasks: filter.task,
    suites: filter.suite,
    tiers: filter.tier,
    surfaces: filter.surface,
    projections: filter.projection,
    groups: filter.group,
    tags: filter.tag,
    params: filter.param
  };
  const filters: PointFilter = Object.fromEntries(Object.entries(given).filter(([, items]) => items.length > 0));
  return filter.generator_version === undefined ? filters : {...filters, generator_version: filter.generator_version};
}

/** Most names that an error message lists. */
const MOST_LISTED = 12;

/** The closest name, or all names where there are few. */
export function hint(name: string, candidates: ReadonlySet<string>): string {
  const close = didYouMean(name, candidates);
  if (close || candidates.size === 0 || candidates.size > MOST_LISTED) return close;
  return `; expected ${candidates.size === 1 ? "" : "one of: "}${[...candidates].sort().join(", ")}`;
}

// The filters that all words share: which points an answer rests on.
import {z} from "zod";
import {UserError} from "../book/error.js";
import {didYouMean} from "../book/nearest.js";

/** `length=10`, `length=10..20`, `length=..20`, `format=csv,json`. */
const paramSchema = z.string().transform((text, context) => {
  const [, name, condition] = /^([A-Za-z_]\w*)=(.+)$/.exec(text) ?? [];
  if (!name || !condition) {
    context.addIssue(`expects name=value, name=a,b or name=from..to, got "${text}"`);
    return z.NEVER;
  }
  const range = /^(-?[\d.]+(?:e-?\d+)?)?\.\.(-?[\d.]+(?:e-?\d+)?)?$/i.exec(condition);
  if (!range) return {name, values: condition.split(",")};
  const low = range[1] === undefined ? Number.NEGATIVE_INFINITY : Number(range[1]);
  const high = range[2] === undefined ? Number.POSITIVE_INFINITY : Number(range[2]);
  if (!(low <= high) || condition === "..") {
    context.addIssue(`expects a range from..to with from ≤ to, got "${condition}"`);
    return z.NEVER;
  }
  return {name, low, high};
});

const several = () => z.array(z.string()).default([]);

export const filterSchema = z.object({
  model: several().describe("a model's id"),
  template: several().describe("a template's id"),
  sampler: several().describe("a sampler's id"),
  task: several().describe("a task's name"),
  tier: several().describe("a difficulty tier"),
  group: several().describe("a facet of models; with commas all of them must hold"),
  param: z.array(paramSchema).default([]).describe("params of points: length=10, length=10..20, length=..20, format=csv,json"),
  generator_version: z.coerce
    .number("expects a whole number")
    .int("expects a whole number")
    .optional()
    .describe("for tasks of which the store has several"),
  search: z
    .string()
    .optional()
    .describe("parts of names of evaluations, tasks and params, in any order; spelling need not be exact")
});
export type Filter = z.infer<typeof filterSchema>;

/** What may be named, as the store has it. */
export interface Known {
  evaluations: {eval_id: string; model: string; template: string; sampler: string}[];
  /** Names and values of params by task. */
  tasks: Map<string, Map<string, Set<string>>>;
  tiers: Set<string>;
  groups: Set<string>;
}

/** Refuses names that the store does not have; a filter that can match nothing is a mistake in its spelling. */
export function checkFilter(filter: Filter, known: Known): void {
  const among = (kind: keyof Filter, names: readonly string[], candidates: Iterable<string>) => {
    const all = new Set(candidates);
    for (const name of names)
      if (!all.has(name)) throw new UserError(`--${kind}: no ${kind} "${name}" in the store${hint(name, all)}`);
  };
  for (const kind of ["model", "template", "sampler"] as const)
    among(
      kind,
      filter[kind],
      known.evaluations.map(each => each[kind])
    );
  among("task", filter.task, known.tasks.keys());
  among("tier", filter.tier, known.tiers);
  among(
    "group",
    filter.group.flatMap(item => item.split(",")),
    known.groups
  );
  among(
    "param",
    filter.param.map(({name}) => name),
    [...known.tasks.values()].flatMap(params => [...params.keys()])
  );
}

const MOST_LISTED = 12;

/** The nearest name, or all of them where they are few. */
export function hint(name: string, candidates: ReadonlySet<string>): string {
  const close = didYouMean(name, candidates);
  if (close || candidates.size === 0 || candidates.size > MOST_LISTED) return close;
  return `; expected ${candidates.size === 1 ? "" : "one of: "}${[...candidates].sort().join(", ")}`;
}

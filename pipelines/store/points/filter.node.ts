// Selects points by a filter, which is data and is translated into SQL over the table `points`.
import {UserError} from "../../rows/error.js";
import {literal} from "../../rows/literal.js";
import {FACETS, type Facet} from "../rows.node.js";
import {quoted} from "../sorted.node.js";
import {ofSuites, tiersWithin} from "../suites.sql.js";

/** A condition on one parameter: a range that includes both ends, or a list of allowed values. */
type ParamCondition = {min?: number; max?: number} | readonly (string | number | boolean)[];

/** A filter. All given fields must hold; an absent field does not filter. */
export interface PointFilter {
  eval_ids?: readonly string[];
  models?: readonly string[];
  templates?: readonly string[];
  samplers?: readonly string[];
  /** Allowed values of base_task. */
  tasks?: readonly string[];
  /** Lists of tags: a point passes if it has all tags of at least one list. */
  groups?: readonly (readonly string[])[];
  tags?: readonly (readonly string[])[];
  /** Allowed tiers. */
  tiers?: readonly string[];
  /** Suites that have the point; with one of them, tiers are those within it. */
  suites?: readonly string[];
  surfaces?: readonly string[];
  projections?: readonly string[];
  /** Conditions that must all hold; a point without the parameter does not pass. */
  params?: readonly {name: string; condition: ParamCondition}[];
  generator_version?: number;
}

const COLUMNS = {
  eval_ids: "eval_id",
  models: "model",
  templates: "template",
  samplers: "sampler",
  tasks: "base_task"
} as const satisfies Partial<Record<keyof PointFilter, string>>;

/** A filter as the condition of a WHERE clause over `points`. */
export function conditionOf(filter: PointFilter): string {
  const parts = Object.entries(COLUMNS).flatMap(([key, column]) => {
    const names = filter[key as keyof typeof COLUMNS];
    return names === undefined ? [] : [`${quoted(column)} in (${listOf(names)})`];
  });
  if (filter.suites !== undefined) parts.push(ofSuites(filter.suites));
  for (const facet of FACETS) {
    const list = facet === "tiers" && filter.suites?.length === 1 ? tiersWithin(filter.suites[0]!) : quoted(facet);
    const items = tagLists(filter, facet);
    if (items === undefined) continue;
    const holds = items.map(names => names.map(name => `list_contains(${list}, ${literal(name)})`).join(" and ") || "true");
    parts.push(`(${holds.map(each => `(${each})`).join(" or ") || "false"})`);
  }
  for (const {name, condition} of filter.params ?? []) parts.push(paramCondition(name, condition));
  if (filter.generator_version !== undefined) parts.push(`generator_version = ${filter.generator_version}`);
  return parts.join(" and ") || "true";
}

/** A facet's condition as lists of names: a point must have all names of at least one list. */
export function tagLists(filter: PointFilter, facet: Facet): readonly (readonly string[])[] | undefined {
  if (facet === "groups" || facet === "tags") return filter[facet];
  return filter[facet]?.map(name => [name]);
}

/**
 * SQL for a parameter's value as text; null for points without it. Only for Node's DuckDB, because the browser's has no JSON functions. A
 * JSON pointer (RFC 6901) is used because it can contain any name; DuckDB's paths cannot escape a quotation mark.
 */
export const paramText = (name: string): string =>
  `json_extract_string(params, ${literal(`/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`)})`;
/** The same SQL for the parameter that the column `name` names. */
export const paramTextOfName = "json_extract_string(params, '/' || replace(replace(name, '~', '~0'), '/', '~1'))";

function paramCondition(name: string, condition: ParamCondition): string {
  const number = `try_cast(${paramText(name)} as double)`;
  if (Array.isArray(condition)) {
    const numbers = condition.filter(value => typeof value === "number");
    const any = [`${paramText(name)} in (${listOf(condition.map(String))})`];
    if (numbers.length > 0) any.push(`${number} in (${numbers.join(", ")})`); // compared as numbers, so that 0.50 equals 0.5
    return `(${any.join(" or ")})`;
  }
  const {min, max} = condition as {min?: number; max?: number};
  const ends = [...(min === undefined ? [] : [`${number} >= ${min}`]), ...(max === undefined ? [] : [`${number} <= ${max}`])];
  return `(${[`${number} is not null`, ...ends].join(" and ")})`;
}

const listOf = (names: readonly string[]): string => (names.length === 0 ? "null" : names.map(literal).join(", "));

/** Parses a condition from the command line: `length=10..20`, `length=..20`, `length=3,12`, `operations=MAX MIN`. Throws a UserError. */
export function readParam(text: string): {name: string; condition: ParamCondition} {
  const [, name, value] = /^([^=]+)=(.*)$/su.exec(text) ?? [];
  if (!name || !value) throw new UserError(`--param expects name=value, name=a,b or name=low..high, got "${text}"`);
  const range = /^([^.]*(?:\.\d[^.]*)?)\.\.(.*)$/su.exec(value);
  if (!range) {
    const values = value.split(",").map(each => each.trim());
    return {name, condition: values.map(each => (each !== "" && Number.isFinite(Number(each)) ? Number(each) : each))};
  }
  const end = (each: string): number | undefined => {
    if (each.trim() === "") return undefined;
    if (!Number.isFinite(Number(each))) throw new UserError(`--param ${name}: a range has numbers at its ends, got "${value}"`);
    return Number(each);
  };
  const [min, max] = [end(range[1]!), end(range[2]!)];
  if (min === undefined && max === undefined) throw new UserError(`--param ${name}: a range needs an end, got "${value}"`);
  if (min !== undefined && max !== undefined && min > max)
    throw new UserError(`--param ${name}: ${min}..${max} holds nothing; did you mean ${max}..${min}?`);
  return {name, condition: {...(min === undefined ? {} : {min}), ...(max === undefined ? {} : {max})}};
}

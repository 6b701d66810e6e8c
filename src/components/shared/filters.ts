// Filters that several pages share, each kept in the address: part of a model's name, group, tier, task, domain and category.

import {select, text} from "npm:@observablehq/inputs";
import type {Evaluated} from "../../pipelines/charts/shared/filtered.js";
import type {Input} from "../../pipelines/charts/shared/input.js";
import {permalink} from "./permalink.js";

export interface Filters {
  search: string;
  group: string;
  tier: string;
  task: string;
  /** Of items of banks; absent where there are none. */
  domain?: string;
  category?: string;
}

const ALL = "all";

/** An input for one of the values that occur, or all of them, kept in the address. */
function list(key: string, label: string, values: Iterable<string>): Input<string> {
  const names = [ALL, ...[...new Set(values)].sort()];
  return permalink(key, select(names, {label, value: ALL}) as Input<string>, {among: names});
}

/** The part of a test that says of which domain and category it is; generated tests have no domain. */
export interface OfItem {
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

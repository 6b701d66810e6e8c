// Filters that several pages share, each kept in the address: part of a model's name, group, tier and task.

import {select, text} from "npm:@observablehq/inputs";
import type {Evaluated} from "../../pipelines/charts/shared/filtered.js";
import type {Input} from "../../pipelines/charts/shared/input.js";
import {permalink} from "./permalink.js";

export interface Filters {
  search: string;
  group: string;
  tier: string;
  task: string;
}

const ALL = "all";

/** Inputs for a form; their lists contain the values that occur. */
export function filterInputs(points: readonly Evaluated[]): {[key in keyof Filters]: Input<string>} {
  const list = (key: string, label: string, values: Iterable<string>) => {
    const names = [ALL, ...[...new Set(values)].sort()];
    return permalink(key, select(names, {label, value: ALL}) as Input<string>, {among: names});
  };
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
    )
  };
}

/** Whether a point passes all filters. */
export const passes =
  ({search, group, tier, task}: Filters) =>
  ({model, groups, tiers, base_task}: Evaluated): boolean =>
    model.toLowerCase().includes(search.toLowerCase()) &&
    (group === ALL || groups.includes(group)) &&
    (tier === ALL || tiers.includes(tier)) &&
    (task === ALL || base_task === task);

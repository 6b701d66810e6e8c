// Which evaluations a dataset holds, and what it says of them. Pure and browser-safe.
import type {Dataset} from "./types.js";

/** What identifies an evaluation in every table. */
export interface EvaluationName {
  model: string;
  template: string;
  sampler: string;
}

export interface DatasetFacets {
  /** Null where the dataset has none: the model's name does. */
  label: string | null;
  groups: string[];
  tags: string[];
}

/** What a dataset says of an evaluation: the first label, the groups and tags of all entries that it matches; null where none does. */
export function facetsOf({evaluations}: Pick<Dataset, "evaluations">, name: EvaluationName): DatasetFacets | null {
  const own = evaluations.filter(entry => matches(entry, name));
  if (own.length === 0) return null;
  const union = (field: "groups" | "tags") => [...new Set(own.flatMap(entry => entry[field]))].sort();
  return {label: own.find(({label}) => label !== undefined)?.label ?? null, groups: union("groups"), tags: union("tags")};
}

export const matches = (entry: EvaluationName, name: EvaluationName): boolean =>
  (["model", "template", "sampler"] as const).every(field => fits(name[field], entry[field]));

/** Whether a name is as a pattern says, in which * stands for any letters, none included. Each part is taken where it first stands: no way back. */
function fits(name: string, pattern: string): boolean {
  const parts = pattern.split("*");
  const [first, last] = [parts.shift()!, parts.pop()];
  if (last === undefined) return name === first;
  if (!name.startsWith(first)) return false;
  let from = first.length;
  for (const part of parts) {
    const at = name.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return name.length - last.length >= from && name.endsWith(last);
}

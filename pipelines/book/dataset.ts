// Decides which evaluations belong to a dataset and which labels, groups and tags it gives them. Pure and browser-safe.
import type {Dataset} from "./types.js";

/** The fields that identify an evaluation in every table. */
export interface EvaluationName {
  model: string;
  template: string;
  sampler: string;
}

export interface DatasetFacets {
  /** Null where the dataset gives no label; the model's name is then shown. */
  label: string | null;
  groups: string[];
  tags: string[];
}

/**
 * Label, groups and tags that a dataset gives an evaluation: the first label, and the groups and tags, of all entries that match it; null
 * where no entry matches.
 */
export function facetsOf({evaluations}: Pick<Dataset, "evaluations">, name: EvaluationName): DatasetFacets | null {
  const own = evaluations.filter(entry => matches(entry, name));
  if (own.length === 0) return null;
  const union = (field: "groups" | "tags") => [...new Set(own.flatMap(entry => entry[field]))].sort();
  return {label: own.find(({label}) => label !== undefined)?.label ?? null, groups: union("groups"), tags: union("tags")};
}

/** Whether an evaluation matches an entry of a dataset; in the entry, * stands for any run of characters. */
export const matches = (entry: EvaluationName, name: EvaluationName): boolean =>
  (["model", "template", "sampler"] as const).every(field => fits(name[field], entry[field]));

/**
 * Whether a name matches a pattern in which * stands for any run of characters, the empty one included. Each part is matched at its first
 * occurrence, without backtracking.
 */
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

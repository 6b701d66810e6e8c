// Facets of a benchmark's items by their content. A point that asks several cells has no facet among its parameters, but its items have them.
import type {BankTask} from "../task.js";
import type {Benchmark} from "./benchmark.js";

/** The facets of each item of an edition, by the identity of its content; all items are made for it. */
export function facetsByContent(
  {cells}: Benchmark,
  {items}: BankTask,
  edition: number
): Map<string, Benchmark["cells"][number]["facets"]> {
  const found = new Map<string, Benchmark["cells"][number]["facets"]>();
  for (const {facets} of cells) {
    const places = items.places(facets);
    const all = typeof places === "number" ? Array.from({length: places}, (_, place) => place) : places;
    for (const place of all) found.set(items.at(place, {edition}).content, facets);
  }
  return found;
}

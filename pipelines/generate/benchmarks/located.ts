// Finds an item of a generated benchmark again by what tables keep of it: tables have its identities, and facets only where its point chooses them.

import {editionsIn} from "../../book/editions.js";
import {askedOf, type Benchmark, benchmarkTask, type Cell, placesOf, streamKeyOf} from "./benchmark.js";

export interface Located {
  /** Number of the item in the benchmark. */
  place: number;
  facets: Cell["facets"];
}

/** The part of an identity behind the last hyphen. */
const ownPart = (id: string): string => id.slice(id.lastIndexOf("-") + 1);

/**
 * A function that finds items of an edition by `item_id` and `pair_id`; null where there is no such item, as of another version. Items that ask
 * the same are made once, to compare their contents. For benchmarks with paired facets.
 */
export function itemLocator(benchmark: Benchmark, edition: number): (ids: {item_id: string; pair_id: string}) => Located | null {
  const {cells} = benchmark;
  const {items} = benchmarkTask(benchmark);
  const {starts} = placesOf(cells);
  const alike = new Map<string, number[]>();
  for (const [at, cell] of cells.entries())
    for (const each of editionsIn(edition)) {
      const key = askedOf(streamKeyOf(benchmark, cell, each), 0).slice(0, 8);
      alike.set(key, [...(alike.get(key) ?? []), at]);
    }
  const known = new Map<string, Map<string, Located>>();
  const asking = (asked: string): Map<string, Located> => {
    const k = Number.parseInt(asked.slice(8), 16);
    const own = (alike.get(asked.slice(0, 8)) ?? []).filter(at => k < cells[at]!.size);
    return new Map(
      own.map(at => {
        const place = starts[at]! + k;
        return [items.at(place, {edition}).content, {place, facets: cells[at]!.facets}];
      })
    );
  };
  return ({item_id, pair_id}) => {
    const asked = ownPart(pair_id);
    let found = known.get(asked);
    if (!found) known.set(asked, (found = asking(asked)));
    return found.get(ownPart(item_id)) ?? null;
  };
}

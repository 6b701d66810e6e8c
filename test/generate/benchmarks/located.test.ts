// Items of generated benchmarks are found again by their identities, and others' are not.
import {expect, test} from "vitest";
import {itemLocator} from "../../../pipelines/generate/benchmarks/located.js";
import {benchmarks, benchmarkTasks} from "../../../pipelines/generate/benchmarks/registry.js";

const POINT = "0123456789abcdef";

test.each(["zen-multilang", "zen-counting"])("items of %s are found by item_id and pair_id, with their facets", name => {
  const benchmark = benchmarks.get(name)!;
  const {items} = benchmarkTasks.get(name)!;
  for (const edition of [1, 2]) {
    const locate = itemLocator(benchmark, edition);
    const size = items.places({}) as number;
    let [at, start] = [0, 0];
    for (let place = 0; place < size; place += 97) {
      while (place >= start + benchmark.cells[at]!.size) start += benchmark.cells[at++]!.size;
      const {content, pair} = items.at(place, {edition});
      const found = locate({item_id: `${POINT}-${content}`, pair_id: `${POINT}-${pair}`});
      expect(found, String(place)).toEqual({place, facets: benchmark.cells[at]!.facets});
    }
  }
});

test("an item of another edition, benchmark or version is none", () => {
  const locate = itemLocator(benchmarks.get("zen-multilang")!, 1);
  const {content, pair} = benchmarkTasks.get("zen-multilang")!.items.at(5, {edition: 2});
  expect(locate({item_id: `${POINT}-${content}`, pair_id: `${POINT}-${pair}`})).toBeNull();
  const own = benchmarkTasks.get("zen-multilang")!.items.at(5, {edition: 1});
  expect(locate({item_id: `${POINT}-${content}`, pair_id: `${POINT}-${own.pair}`})).toBeNull();
  expect(locate({item_id: `${POINT}-${own.content}`, pair_id: `${POINT}-${own.pair!.slice(0, 8)}ffffffff`})).toBeNull();
  expect(locate({item_id: "", pair_id: ""})).toBeNull();
  expect(locate({item_id: "a-b", pair_id: "1-7"})).toBeNull();
});

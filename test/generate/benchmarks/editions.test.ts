// Quarters of generated benchmarks: what each renews and keeps, that nothing is twice, and that tables' identities are found again.
import {expect, test} from "vitest";
import {editionMade, editionName, editionOf, editionsIn, quarterBefore} from "../../../pipelines/book/editions.js";
import {benchmarkTask, countRenewed, placesOf} from "../../../pipelines/generate/benchmarks/benchmark.js";
import {itemLocator} from "../../../pipelines/generate/benchmarks/located.js";
import {benchmarks} from "../../../pipelines/generate/benchmarks/registry.js";

const QUARTERS = [20264, 20271, 20272, 20273, 20274, 20281, 20282, 20283, 20284, 20291];

test("names of quarters are read and written; other texts and earlier quarters are none", () => {
  expect(QUARTERS.map(editionName)).toEqual("2026Q4 2027Q1 2027Q2 2027Q3 2027Q4 2028Q1 2028Q2 2028Q3 2028Q4 2029Q1".split(" "));
  for (const edition of QUARTERS) expect(editionOf(editionName(edition))).toBe(edition);
  expect(editionOf("2027-Q1")).toBe(20271);
  for (const text of ["2026Q3", "2027Q5", "2027Q0", "27Q1", "20271", "", "2027Q1 "]) expect(editionOf(text), text).toBeNull();
  expect(QUARTERS.map(quarterBefore)).toEqual([null, ...QUARTERS.slice(0, -1)]);
  expect([quarterBefore(1), editionName(3)]).toEqual([null, "3"]);
});

test("an item stays for eight quarters, then is new; whole editions and the first quarter are unchanged", () => {
  for (let k = 0; k < 1_000; k++) {
    expect(editionMade(20264, 77, k)).toBe(1);
    expect(editionMade(12, 77, k)).toBe(12);
    const made = QUARTERS.map(quarter => editionMade(quarter, 77, k));
    expect(new Set(made).size).toBeLessThanOrEqual(3);
    for (const [i, edition] of made.entries()) expect(editionsIn(QUARTERS[i]!)).toContain(edition);
    expect(made[8]).not.toBe(1);
  }
});

test.each(
  [...benchmarks.values()].map(each => [each.name, each] as const)
)("a quarter renews 10 to 15 % of %s, and eight renew all", (_, benchmark) => {
  const {size} = placesOf(benchmark.cells);
  for (const [i, quarter] of QUARTERS.slice(1).entries()) {
    const share = countRenewed(benchmark, QUARTERS[i]!, quarter) / size;
    expect(share, editionName(quarter)).toBeGreaterThan(0.1);
    expect(share, editionName(quarter)).toBeLessThan(0.15);
  }
  expect(countRenewed(benchmark, 20264, 20284)).toBe(size);
  expect(countRenewed(benchmark, 20264, 20264)).toBe(0);
});

test("items that stay are the same to the byte, those that are new differ, and none is twice", () => {
  for (const name of ["zen-algebra", "zen-rules", "zen-hallu"]) {
    const benchmark = benchmarks.get(name)!;
    const {items} = benchmarkTask(benchmark);
    const {size} = placesOf(benchmark.cells);
    const contents = (edition: number) => Array.from({length: size}, (_, place) => items.at(place, {edition}).content);
    const [first, renewedItems] = [contents(1), contents(20271)];
    const differ = renewedItems.filter((content, place) => content !== first[place]).length;
    // A fact that is asked again may be the one that stood there: their number is limited.
    const renewed = countRenewed(benchmark, 20264, 20271);
    expect(differ).toBeGreaterThan(0.9 * renewed);
    expect(differ).toBeLessThanOrEqual(renewed);
    expect(new Set(renewedItems).size).toBe(size);
  }
});

test("questions that are asked in several languages are renewed together, and found by their identities", () => {
  const benchmark = benchmarks.get("zen-multilang")!;
  const {items} = benchmarkTask(benchmark);
  const locate = itemLocator(benchmark, 20274);
  const {size, starts} = placesOf(benchmark.cells);
  const pairs = new Map<string, number>();
  for (let place = 0; place < size; place++) {
    const {pair} = items.at(place, {edition: 20274});
    pairs.set(pair!, (pairs.get(pair!) ?? 0) + 1);
  }
  const counts = new Map<string, number>();
  for (let place = 0; place < size; place++) {
    const {pair} = items.at(place, {edition: 1});
    counts.set(pair!, (counts.get(pair!) ?? 0) + 1);
  }
  expect([...pairs.values()].sort()).toEqual([...counts.values()].sort());
  for (const place of [0, starts[1]! + 2, Math.floor(size / 2), size - 1]) {
    const {content, pair} = items.at(place, {edition: 20274});
    expect(locate({item_id: `zen-multilang-${content}`, pair_id: `zen-multilang-${pair}`})?.place).toBe(place);
  }
});

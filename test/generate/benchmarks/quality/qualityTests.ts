// Tests that every generated category of levels passes; docs/categories-quality.md has the figures.
import {expect, test} from "vitest";
import {benchmarkTask} from "../../../../pipelines/generate/benchmarks/benchmark.js";
import {repetitions} from "../../../repetitions.js";
import {accuracyByLevel, disagreements, duplicates, type Measured, placedItems, shortcutShare} from "./measure.js";

/** Most that words and length may earn above guessing. */
const MAX_SHORTCUT = 0.03;

export function qualityTests(measured: Measured, {size}: {size: number}): void {
  const {benchmark} = measured;
  const all = placedItems(benchmark);

  test("the full count of different items, and another edition has others", () => {
    expect(all).toHaveLength(size);
    expect(duplicates(all)).toBe(0);
    const prompts = new Set(all.map(({item}) => item.prompt));
    expect(placedItems(benchmark, {edition: 2, count: 200}).filter(({item}) => prompts.has(item.prompt))).toEqual([]);
  });

  test("an item is the same again, regardless of items made before it", () => {
    const {items} = benchmarkTask(benchmark);
    for (const place of [size - 1, 0, Math.floor(size / 2)])
      expect(items.at(place, {edition: 7})).toEqual(benchmarkTask(benchmark).items.at(place, {edition: 7}));
  });

  test("a second solver, from the question's text, agrees with the keys", async () => {
    const asked = placedItems(benchmark, {count: repetitions(2_000)});
    expect((await disagreements(measured, asked)).map(({item}) => item.prompt)).toEqual([]);
  });

  test("a classifier by words and length earns little more than guessing", () => {
    const {share, guessing, n} = shortcutShare(measured, {train: repetitions(4_000), ask: repetitions(1_000)});
    // A twin asks so few that a share at the bound varies by two standard errors more.
    const chance = n < 1_000 ? 2 * Math.sqrt(MAX_SHORTCUT / n) : 0;
    expect(share).toBeLessThanOrEqual(guessing + MAX_SHORTCUT + chance);
  });

  test("a bounded solver's accuracy falls from level to level", () => {
    const levels = accuracyByLevel(measured, placedItems(benchmark, {count: repetitions(1_500)}));
    expect(levels.map(({level}) => level)).toEqual(Array.from({length: Math.max(3, levels.length)}, (_, i) => i + 1));
    for (const [i, {accuracy}] of levels.slice(1).entries()) expect(accuracy).toBeLessThan(levels[i]!.accuracy);
  });
}

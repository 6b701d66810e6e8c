import {expect, test} from "vitest";
import {benchmarks} from "../../../../pipelines/generate/benchmarks/registry.js";
import {repetitions} from "../../../repetitions.js";
import {placedItems} from "../quality/measure.js";
import {MEASURED, measuredMix} from "../quality/measured.js";
import {qualityTests} from "../quality/qualityTests.js";

qualityTests(measuredMix, {size: 6_000});

const mix = placedItems(measuredMix.benchmark);

test("no question of the mix is asked in a category of its own, and each category has as many to within five", () => {
  const prompts = new Set(mix.map(({item}) => item.prompt));
  const academic = MEASURED.filter(each => each.benchmark.domain === "Academic knowledge" && each !== measuredMix);
  for (const {benchmark} of academic) {
    const asked = mix.filter(({cell}) => cell.startsWith(`${benchmark.name} `));
    expect(Math.abs(asked.length - 6_000 / academic.length), benchmark.name).toBeLessThanOrEqual(5);
    expect(placedItems(benchmark, {count: repetitions(3_000)}).filter(({item}) => prompts.has(item.prompt))).toEqual([]);
  }
});

test("the registry's mix has these categories in another order", () => {
  const facets = ({facets: {family, level}}: {facets: Readonly<Record<string, string | number>>}) => `${family} ${level}`;
  const names = benchmarks.get("zen-knowledge-mix")!.cells.map(facets).sort();
  expect(names).toEqual(measuredMix.benchmark.cells.map(facets).sort());
});

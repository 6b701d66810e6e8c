import fc from "fast-check";
import {expect, test} from "vitest";
import {readSuites} from "../../pipelines/book/read.node.js";
import {DENSITIES, suiteSchema} from "../../pipelines/book/schemas.js";
import type {Density} from "../../pipelines/book/types.js";
import {parseYaml} from "../../pipelines/book/yaml.js";
import {kept} from "../../pipelines/generate/density.js";
import {manifold} from "../../pipelines/generate/manifold.node.js";

const points = (text: string, density?: Density) => {
  const {value, locate} = parseYaml(text, "s.yaml", suiteSchema);
  return manifold({...value, id: "s"}, {seed: 42, density, locate});
};
const lengths = (text: string, density: Density) => points(text, density).map(({params}) => params.length);
const suiteOf = (params: object, rest = "") => `tasks:\n  - task: sort\n    params: ${JSON.stringify(params)}\n${rest}`;

test("corner keeps the ends of an axis by size, lowdef the middle too, the lower one of two", () => {
  const odd = suiteOf({length: [9, 3, 7, 5, 4]});
  expect(lengths(odd, "corner").sort()).toEqual([3, 9]);
  expect(lengths(odd, "lowdef").sort()).toEqual([3, 5, 9]);
  expect(lengths(suiteOf({length: [2, 4, 6, 8]}), "lowdef")).toEqual([2, 4, 8]);
  expect(lengths(suiteOf({length: [4]}), "corner")).toEqual([4]);
  expect(lengths(odd, "normal")).toEqual([9, 3, 7, 5, 4]);
});

test("what has no size is taken in the order written, and equal values are one", () => {
  const words = suiteOf({duplicates: ["remove", "keep", "mixed", "keep"]});
  expect(points(words, "corner").map(({params}) => params.duplicates)).toEqual(["remove", "mixed"]);
  const operations = points(
    "tasks:\n  - task: listops\n    params: {operations: [MAX MIN, 'MIN, MAX', 3, MAX MIN MED SM]}",
    "corner"
  );
  expect(operations.map(({params}) => params.operations)).toEqual(["MAX MIN", "MAX MIN MED SM"]);
});

test("a grid keeps two to the power of its axes, and three at lowdef; coarser is part of finer", () => {
  const axis = (least: number) => fc.uniqueArray(fc.integer({min: least, max: least + 30}), {minLength: 1, maxLength: 6});
  fc.assert(
    fc.property(axis(40), axis(1), fc.boolean(), (length, confounders, both) => {
      const text = `tasks:\n  - task: objects\n    params: ${JSON.stringify({
        target_items: length,
        distractor_count: confounders,
        anchor: both ? ["none", "low", "high"] : "low"
      })}`;
      const axes = [length.length, confounders.length, both ? 3 : 1];
      const of = (density: Density) => points(text, density);
      const most = (limit: number) => axes.reduce((product, size) => product * Math.min(size, limit), 1);
      expect(of("corner")).toHaveLength(most(2));
      expect(of("lowdef")).toHaveLength(most(3));
      expect(of("normal")).toHaveLength(axes.reduce((a, b) => a * b));
      const finest = of("normal");
      for (const density of DENSITIES) for (const point of of(density)) expect(finest).toContainEqual(point);
      const middle = of("lowdef");
      for (const point of of("corner")) expect(middle).toContainEqual(point);
    }),
    {numRuns: 30}
  );
});

test("each tier is thinned by itself; what is of no tier, on the whole grid", () => {
  const text = suiteOf(
    {length: [2, 4, 6, 8, 10, 12]},
    "    tiers: {easy: {length: {max: 6}}, hard: {length: {min: 8, max: 10}}}\n"
  );
  expect(lengths(text, "corner")).toEqual([2, 6, 8, 10, 12]);
  expect(lengths(text, "lowdef")).toEqual([2, 4, 6, 8, 10, 12]);
});

test("one grid with tiers and a grid for each tier keep the same points", () => {
  const one = suiteOf(
    {length: [2, 3, 4, 5, 6, 7], run_length: [1, 2, 4]},
    "    tiers: {easy: {length: {max: 4}}, hard: {length: {min: 4}}}\n"
  );
  const two = `${suiteOf({length: [2, 3, 4], run_length: [1, 2, 4]}, "    tiers: {easy: {}}\n")}${suiteOf(
    {length: [4, 5, 6, 7], run_length: [1, 2, 4]},
    "    tiers: {hard: {}}\n"
  ).replace("tasks:\n", "")}`;
  const sorted = (text: string, density: Density) => points(text, density).toSorted((a, b) => (a.key < b.key ? -1 : 1));
  for (const density of DENSITIES) expect(sorted(one, density)).toEqual(sorted(two, density));
});

test.each(["starter", "manifold"])("%s keeps every task in every tier that has it, at any density", async name => {
  const {suite, locate} = (await readSuites([`data/suites/${name}.yaml`])).suites[0]!;
  const cells = (density: Density) =>
    new Set(
      manifold(suite, {seed: 42, density, locate}).flatMap(({base_task, tiers}) => tiers.map(tier => `${base_task} ${tier}`))
    );
  for (const density of DENSITIES) expect(cells(density)).toEqual(cells("normal"));
});

test("a region without points keeps nothing out", () => {
  expect(kept([], ["length"], "corner")({length: 3})).toBe(false);
  expect(kept([], [], "corner")({})).toBe(true);
});

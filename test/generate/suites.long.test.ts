// The suite data/suites/manifold.yaml: all tasks, all tiers, planes and lines that can be drawn.
import {beforeAll, describe, expect, test} from "vitest";
import {readSuites} from "../../pipelines/book/read.node.js";
import type {Suite} from "../../pipelines/book/types.js";
import {type ManifoldPoint, manifold, testAt} from "../../pipelines/generate/manifold.node.js";
import {tasks} from "../../pipelines/generate/registry.node.js";
import {randomOf} from "../../pipelines/generate/seed.js";
import {EXPANDED} from "../../pipelines/generate/tasks/expanded.node.js";
import {mindOf} from "../../pipelines/infer/reference/mind.js";
import {roster} from "../../pipelines/infer/reference/roster.js";
import {solvers} from "../../pipelines/infer/reference/solve/registry.node.js";

const TIERS = ["easy", "medium", "hard", "ultra"];
/** The parameters of the method, in its own words where they are published; `sequence`, `cars`, `movies` and `jsonpath` are in ours. */
const PARAMETERS: Record<string, string> = {
  arithmetic: "length max_depth min_number max_number prob_open prob_close prob_dewhitespace",
  boolean: "length max_depth spelling",
  brackets: "length max_depth kinds",
  listops: "max_depth max_arity operations",
  objects: "target_items max_count distractor_count target_groups prob_adjective anchor numbering",
  letters: "letters_common letters_uncommon letters_rare min_word_length max_word_length target_words confounders",
  shapes: "shape_type rotate scale offset",
  sort: "length run_length prob_mutation prob_duplication",
  shuffle: "people depth confounders anchors domain",
  dates: "tier date_format steps",
  cars: "moves places cars choices",
  tables: "target_tokens format operation",
  sequence: "rules length ahead max_step",
  movies: "references attributes choices distractors",
  jsonpath: "depth width hops",
  "verbose-listops": "num_operations max_depth max_arity target_tokens form",
  facts: "skill context_tokens depth",
  needles: "kind needles context_tokens depth"
};
/** Parameters that matter only against another one, which varies. */
const HELD = new Set(["arithmetic min_number", "letters letters_uncommon"]);

let suite: Suite;
let points: ManifoldPoint[];
beforeAll(async () => {
  const read = (await readSuites(["data/suites/manifold.yaml"])).suites[0]!;
  suite = read.suite;
  points = manifold(suite, {seed: 42, locate: read.locate});
});
const of = (task: string) => points.filter(({base_task}) => base_task === task);

test("has every task that does not expand another, in all four tiers, and every point has a tier", () => {
  const own = [...tasks.keys()].filter(name => !name.startsWith(EXPANDED));
  expect(new Set(points.map(({base_task}) => base_task))).toEqual(new Set(own));
  for (const name of own) expect(new Set(of(name).flatMap(({tiers}) => tiers))).toEqual(new Set(TIERS));
  expect(points.filter(({tiers}) => tiers.length === 0)).toEqual([]);
});

describe.each(Object.entries(PARAMETERS))("%s", (name, parameters) => {
  test("has the method's parameters, and they vary", () => {
    for (const parameter of parameters.split(" ")) {
      const values = new Set(of(name).map(({params}) => params[parameter]));
      expect(values.has(undefined), parameter).toBe(false);
      if (!HELD.has(`${name} ${parameter}`)) expect(values.size, parameter).toBeGreaterThan(1);
    }
  });

  test("surfaces are full rectangles and projections lines: one point a cell, at least two values an axis", () => {
    const slices = suite.tasks.filter(({task}) => task === name);
    const drawn = slices.flatMap(({surfaces}) => Object.entries(surfaces));
    expect(drawn.length).toBeGreaterThan(0);
    for (const [surface, {x, y}] of drawn) {
      const cells = of(name).filter(({surfaces}) => surfaces.includes(surface));
      const [across, up] = [x, y].map(axis => new Set(cells.map(({params}) => params[axis])));
      expect(Math.min(across!.size, up!.size), surface).toBeGreaterThan(1);
      expect(cells, surface).toHaveLength(across!.size * up!.size);
      expect(new Set(cells.map(({params}) => JSON.stringify([params[x], params[y]]))).size, surface).toBe(cells.length);
    }
    const lines = slices.flatMap(({projections}) => Object.entries(projections));
    expect(lines.length).toBeGreaterThan(0);
    for (const [projection, {x}] of lines) {
      const on = of(name).filter(({projections}) => projections.includes(projection));
      expect(new Set(on.map(({params}) => params[x])).size, projection).toBe(on.length);
      expect(on.length, projection).toBeGreaterThan(1);
    }
  });

  test("easy is easy, ultra is not, and no tier is easier than the one before, to simulated models", () => {
    const means = TIERS.map(tier => accuracy(of(name).filter(({tiers}) => tiers.includes(tier))));
    expect(means[0]! - means[3]!).toBeGreaterThan(0.1);
    // A tier has a hundred tests at least; where half of all guesses are right, the difference of two means has a standard error of 0.03.
    for (let i = 1; i < means.length; i++)
      expect(means[i]!, `${TIERS[i]}: ${means.join(", ")}`).toBeLessThan(means[i - 1]! + 0.06);
  });
});

const TESTS = 16;
/** Mean excess accuracy of every eighth model over the points. */
function accuracy(some: ManifoldPoint[]): number {
  const models = [...roster].sort((a, b) => a.ability - b.ability).filter((_, i) => i % 8 === 4);
  let [right, guessed, total] = [0, 0, 0];
  for (const point of some) {
    const task = tasks.get(point.base_task)!;
    const solver = solvers.get(point.base_task)!;
    for (let i = 0; i < TESTS; i++) {
      const {prompt, expected, guess_chance, item_id} = testAt(point, task, i);
      const question = solver.read(prompt)!;
      for (const {id, faculties} of models) {
        total++;
        guessed += guess_chance;
        if (solver.solve(question, mindOf(faculties, randomOf(`${id} ${item_id}`))).answer === expected) right++;
      }
    }
  }
  return (right - guessed) / (total - guessed);
}

test("neighbouring tiers share points, which are asked once", () => {
  const shared = points.filter(({tiers}) => tiers.length > 1);
  expect(new Set(shared.map(({base_task}) => base_task)).size).toBeGreaterThanOrEqual(13);
});

import {expect, test} from "vitest";
import {suiteSchema} from "../../../pipelines/book/schemas.js";
import {parseYaml} from "../../../pipelines/book/yaml.js";
import {type Benchmark, benchmarkTask} from "../../../pipelines/generate/benchmarks/benchmark.js";
import {drawsOf} from "../../../pipelines/generate/draws.node.js";
import {manifold} from "../../../pipelines/generate/manifold.node.js";

const cell = (kind: string, language: string, size: number): Benchmark["cells"][number] => ({
  facets: {kind, language},
  size,
  item: (k, random) => ({
    prompt: `${language}: ${kind} number ${k}, ${random.integer(0, 1e9)}?`,
    expected: String(k),
    guess_chance: 0
  })
});
const toy: Benchmark = {
  name: "toy",
  version: 1,
  summary: "A toy.",
  domain: "Toys",
  category: "Toy",
  single: true,
  facets: {kind: "what is asked", language: "in which language"},
  paired: ["language"],
  cells: [cell("sum", "en", 7), cell("sum", "de", 7), cell("product", "en", 5), cell("product", "de", 5)]
};
const tasks = new Map([["toy", benchmarkTask(toy)]]);

function drawn(text: string, seed = 7) {
  const {value, locate} = parseYaml(text, "s.yaml", suiteSchema);
  return manifold({...value, id: "s"}, {seed, tasks, locate}).map(point => {
    const draws = drawsOf(point, tasks.get("toy")!);
    return {point, tests: Array.from({length: draws.available(1_000)}, (_, k) => draws.test(k))};
  });
}

test("all items of a benchmark are drawn once each, with domain, category and an identity by content", () => {
  const [{point, tests}] = drawn("tasks: [{task: toy}]") as [ReturnType<typeof drawn>[0]];
  expect(point).toMatchObject({bank: true, params: {edition: 1}});
  expect(new Set(tests.map(({prompt}) => prompt)).size).toBe(24);
  expect(new Set(tests.map(({item_id}) => item_id)).size).toBe(24);
  expect(tests[0]).toMatchObject({domain: "Toys", category: "Toy", base_task: "toy"});
  // the seed of the book chooses the order, not the items
  const other = drawn("tasks: [{task: toy}]", 8)[0]!.tests;
  expect(other.map(({prompt}) => prompt)).not.toEqual(tests.map(({prompt}) => prompt));
  expect(other.map(({prompt}) => prompt).toSorted()).toEqual(tests.map(({prompt}) => prompt).toSorted());
});

test("facets choose items, and another edition has others", () => {
  const [sums, products] = drawn("tasks: [{task: toy, params: {kind: [sum, product], language: de}}]");
  expect(sums!.tests.map(({prompt}) => prompt).every(prompt => prompt.startsWith("de: sum"))).toBe(true);
  expect([sums!.tests.length, products!.tests.length]).toEqual([7, 5]);
  const [again] = drawn("tasks: [{task: toy, params: {kind: sum, language: de, edition: 2}}]");
  const first = new Set(sums!.tests.map(({prompt}) => prompt));
  expect(again!.tests.filter(({prompt}) => first.has(prompt))).toEqual([]);
});

test("items that differ in a paired facet alone are made from one stream, asked in one order, and have one pair_id", () => {
  const [english, german] = drawn("tasks: [{task: toy, params: {kind: sum, language: [en, de]}}]");
  const bare = (prompt: string) => prompt.slice(3);
  expect(german!.tests.map(({prompt}) => bare(prompt))).toEqual(english!.tests.map(({prompt}) => bare(prompt)));
  expect(german!.tests.map(({pair_id}) => pair_id)).toEqual(english!.tests.map(({pair_id}) => pair_id));
  expect(new Set(english!.tests.map(({pair_id}) => pair_id)).size).toBe(7);
  // in one point of all languages, too
  const [both] = drawn("tasks: [{task: toy, params: {kind: sum}}]");
  const pairs = new Map<string | undefined, string[]>();
  for (const {pair_id, prompt} of both!.tests) pairs.set(pair_id, [...(pairs.get(pair_id) ?? []), bare(prompt)]);
  expect([...pairs.values()].map(own => own.length)).toEqual([2, 2, 2, 2, 2, 2, 2]);
  for (const [one, other] of pairs.values()) expect(one).toBe(other);
});

test("a facet's unknown value, an unknown facet and tiers are refused with their place", () => {
  expect(() => drawn("tasks: [{task: toy, params: {kind: summ}}]")).toThrow(/^s\.yaml:1:.*kind/u);
  expect(() => drawn("tasks: [{task: toy, params: {colour: red}}]")).toThrow(/^s\.yaml:1:.*unknown parameter "colour"/u);
  expect(() => drawn("tasks: [{task: toy, tiers: {easy: {kind: sum}}}]")).toThrow(/a benchmark has none/u);
  expect(() => drawn("tasks: [{bank: toy}]")).toThrow(/unknown bank "toy"; it is a task/u);
});

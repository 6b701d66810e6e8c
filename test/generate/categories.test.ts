// What fills a category, found out from benchmarks and banks.
import {expect, test} from "vitest";
import type {Bank} from "../../pipelines/book/banks/types.js";
import {categorySchema} from "../../pipelines/book/domainSchemas.js";
import type {Category, PlacedSuite} from "../../pipelines/book/types.js";
import {type Benchmark, benchmarkTask} from "../../pipelines/generate/benchmarks/benchmark.js";
import {benchmarkTasks} from "../../pipelines/generate/benchmarks/registry.js";
import {emptyCategoriesOf, filledBy, fillOf, sourcesOf} from "../../pipelines/generate/categories.js";
import {manifold, manifoldOf} from "../../pipelines/generate/manifold.node.js";

const toy: Benchmark = {
  name: "toy",
  version: 3,
  summary: "A toy.",
  domain: "Toys",
  category: "Toy",
  single: true,
  facets: {kind: "what is asked"},
  cells: ["sum", "product"].map((kind, i) => ({
    facets: {kind},
    size: 5 + i,
    item: k => ({
      prompt: `${kind} ${k}?`,
      expected: String(k),
      guess_chance: 0,
      think: false,
      scorer: {kind: "number", absolute: 0, relative: 0}
    })
  }))
};
const benchmarks = new Map([["toy", benchmarkTask(toy)]]);
const category = (fields: object): Category => {
  const {sources = [], ...written} = categorySchema.parse({
    ...{name: "A", origin: "ours", items: 10, licence: "MIT", source: "https://example.org"},
    ...fields
  });
  return {...written, domain: "D", place: "d.yaml:1:1", sources: sources.map(each => ({...each, place: "d.yaml:2:1"}))};
};

test("a category is generated where its benchmark is built in and has such items, else empty with the reason", () => {
  expect(filledBy(category({task: "toy"}), {benchmarks})).toEqual({
    state: "generated",
    reason: null,
    base_task: "toy",
    items: 11,
    metric: "accuracy",
    policy: "0-shot, answer at once",
    scorer: "number",
    version: "3"
  });
  expect(filledBy(category({task: "toy", params: {kind: "product"}}), {benchmarks}).items).toBe(6);
  expect(filledBy(category({task: "toy", params: {kind: ["sum", "product"]}}), {benchmarks}).items).toBe(11);
  expect(filledBy(category({task: "toy", params: {kind: "riddle"}}), {benchmarks})).toMatchObject({
    state: "empty",
    items: 0,
    reason: "the benchmark toy has no such items"
  });
  expect(filledBy(category({task: "none"}), {benchmarks})).toMatchObject({
    state: "empty",
    items: 0,
    reason: "the benchmark none is not built in"
  });
  for (const name of benchmarkTasks.keys()) expect(filledBy(category({task: name})).state, name).toBe("generated");
});

test("the baseline of a question without its picture is no item of a category, and each way in which its items are scored is told", () => {
  const of = (task: string, params: object) => filledBy(category({task, params}));
  const shown = {image: ["shown", "withheld"]};
  expect(of("zen-counting", shown)).toMatchObject({state: "generated", items: 8_000, scorer: "number"});
  expect(of("zen-charts", shown)).toMatchObject({items: 8_000, scorer: "choice, number"});
  expect(of("zen-charts", {image: "shown"}).items).toBe(8_000);
  expect(of("zen-safety", {request: ["harmful", "benign"]})).toMatchObject({items: 3_168, scorer: "refusal"});
});

test("a category is imported where its bank has been read, and says by which metric, scorer and prompt it is asked", () => {
  const wanted = category({bank: "b", layout: "gsm8k", scorer: "number", prompt: {shots: 5, examples: {first: 5}}});
  const bank = {
    name: "b",
    size: 2,
    definition: {prompt: {shots: 3, think: true}, metric: "f1"},
    item: () => ({id: "1", item: {}}),
    scorerOf: () => ({kind: "text"})
  } as unknown as Bank;
  expect(filledBy(wanted, {banks: [bank]})).toMatchObject({
    state: "imported",
    reason: null,
    items: 2,
    metric: "f1",
    scorer: "text",
    policy: "3-shot, chain of thought"
  });
  expect(filledBy(wanted, {banks: []})).toMatchObject({state: "empty", items: 0, policy: "5-shot", scorer: "number"});
  const elsewhere = {...wanted, absent: "there is no bank b in data/banks"};
  expect(filledBy(elsewhere, {banks: [bank]})).toMatchObject({state: "empty", reason: "there is no bank b in data/banks"});
});

test("each source of a generated category has its state and its command, and enters no mean", () => {
  const generated = category({
    task: "toy",
    sources: [{name: "S", bank: "b", layout: "gsm8k", scorer: "number", licence: "MIT", source: "https://example.org/s"}]
  });
  const [source] = sourcesOf(generated) as [Category];
  expect(source).toMatchObject({name: "S", domain: "D", averaged: false, params: {}});
  expect(filledBy(source, {benchmarks})).toMatchObject({state: "empty", base_task: "b", reason: "the bank b has not been read"});
  expect(fillOf(source)).toBe(
    "npm run items -- import FILE --layout gsm8k --name b --licence MIT --source https://example.org/s"
  );
  expect(filledBy(generated, {benchmarks})).toMatchObject({state: "generated", base_task: "toy", items: 11});
  expect(sourcesOf(category({task: "toy"}))).toEqual([]);
});

test("how an empty category is filled is a command, or the file to write", () => {
  expect(fillOf(category({bank: "b", layout: ["truthfulqa-mc1", "truthfulqa-csv"], scorer: "choice", licence: "CC BY"}))).toBe(
    'npm run items -- import FILE --layout truthfulqa-mc1 --name b --licence "CC BY" --source https://example.org'
  );
  expect(
    fillOf(category({bank: "b", fields: {question: "q", choices: ["x", "y"], answer: "a", answer_is: "index"}, scorer: "choice"}))
  ).toBe(
    'write data/banks/b.yaml with "files: FILE", "fields: {question: q, choices: [x, y], answer: a, answer_is: index}", "scorer: {kind: choice}" (docs/banks.md); its items are at https://example.org'
  );
  expect(fillOf(category({task: "none"}))).toContain("the benchmark none");
});

const suiteOf = (...categories: Category[]): PlacedSuite => ({
  suite: {
    id: "all",
    tasks: categories.map(({task, params}) => ({task: task!, params, optional: true, tiers: {}, surfaces: {}, projections: {}}))
  },
  locate: path => ["s.yaml", ...path].join(":"),
  categories
});

test("a benchmark that is not built in is passed over in a suite of domains alone; mistakes in its parameters are told", () => {
  const {suite, locate} = suiteOf(category({task: "toy"}), category({task: "none"}));
  expect(manifold(suite, {seed: 1, tasks: benchmarks, locate}).map(({base_task, bank}) => [base_task, bank])).toEqual([
    ["toy", true]
  ]);
  const [plain] = suite.tasks.slice(1).map(({optional: _, ...grid}) => grid);
  expect(() => manifold({id: "x", tasks: [plain!]}, {seed: 1, tasks: benchmarks})).toThrow('unknown task "none"');
  const odd = suiteOf(category({task: "toy", params: {kind: "riddle"}}));
  expect(() => manifold(odd.suite, {seed: 1, tasks: benchmarks, locate: odd.locate})).toThrow("s.yaml:tasks:0");
});

test("a suite without a category that is filled says so, with the way out; one with some tells how many are empty", () => {
  const none = suiteOf(category({task: "none"}), category({name: "B", task: "nothing"}));
  expect(() => manifoldOf([none], {seed: 1, tasks: benchmarks})).toThrow("s.yaml all 2 categories of the suite all are empty");
  const some = suiteOf(category({task: "toy"}), category({name: "B", task: "none"}));
  expect(manifoldOf([some], {seed: 1, tasks: benchmarks})).toHaveLength(1);
  expect(emptyCategoriesOf([some], {benchmarks})).toEqual([
    "suite all: 1 of 2 categories is empty and not asked; npm run items -- list says how to fill it"
  ]);
  expect(emptyCategoriesOf([suiteOf(category({task: "toy"}))], {benchmarks})).toEqual([]);
});

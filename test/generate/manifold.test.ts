import fc from "fast-check";
import {expect, test} from "vitest";
import {z} from "zod";
import {readSuites} from "../../pipelines/book/read.node.js";
import {suiteSchema} from "../../pipelines/book/schemas.js";
import {parseYaml} from "../../pipelines/book/yaml.js";
import {manifold, slicesOf, testAt} from "../../pipelines/generate/manifold.node.js";
import {tasks as registry} from "../../pipelines/generate/registry.node.js";
import {task} from "../../pipelines/generate/task.js";
import {UserError} from "../../pipelines/rows/error.js";

/** A task whose questions show what they were made of. */
const sum = task({
  name: "sum",
  version: 3,
  summary: "a stand-in",
  params: z
    .strictObject({
      length: z.int().min(1).default(2),
      max_depth: z.int().default(0),
      style: z.enum(["plain", "odd"]).default("plain")
    })
    .refine(({length, max_depth}) => max_depth < length, {
      error: ({input}) => `length ${(input as {length: number}).length} is not above max_depth`,
      path: ["length"]
    }),
  generate: ({length, style}, random) => {
    const numbers = Array.from({length}, () => random.integer(0, 9));
    return {prompt: `${style}: ${numbers.join(" + ")}`, expected: String(numbers.reduce((a, b) => a + b, 0)), guessChance: 0};
  },
  answer: {literal: /\d+/gu, normalise: text => text}
});
const tasks = new Map([
  [sum.name, sum],
  ["product", {...sum, name: "product"}]
]);

function points(text: string, {seed = 42} = {}) {
  const {value, locate} = parseYaml(text, "s.yaml", suiteSchema);
  return manifold({...value, id: "s"}, {tasks, seed, locate});
}

function fault(text: string): string {
  try {
    points(text);
  } catch (error) {
    expect(error).toBeInstanceOf(UserError);
    return (error as Error).message;
  }
  throw new Error("no error");
}
const grid = (rest: string) => `tasks:\n  - task: sum\n    ${rest}`;

test("a grid is the product of its axes in the order written, defaults filled in", () => {
  const found = points(grid("params: {style: [plain, odd], length: [3, 2]}"));
  expect(found.map(({params}) => [params.style, params.length, params.max_depth])).toEqual([
    ["plain", 3, 0],
    ["plain", 2, 0],
    ["odd", 3, 0],
    ["odd", 2, 0]
  ]);
  expect(found[0]).toMatchObject({
    base_task: "sum",
    generator_version: 3,
    seed: 42,
    params_json: '{"length":3,"max_depth":0,"style":"plain"}'
  });
  expect(points(grid("params: {}"))).toHaveLength(1);
});

test("as many points as the product of distinct values, whatever the grid", () => {
  const axis = fc.array(fc.integer({min: 1, max: 9}), {minLength: 1, maxLength: 6});
  fc.assert(
    fc.property(axis, axis, (lengths, depths) => {
      const params = {length: lengths.map(n => n + 10), max_depth: depths};
      const found = points(grid(`params: ${JSON.stringify(params)}`));
      expect(found).toHaveLength(new Set(lengths).size * new Set(depths).size);
      expect(new Set(found.map(({key}) => key)).size).toBe(found.length);
    })
  );
});

test("equal points of several grids are one, with the facets of all", () => {
  const found = points(`tasks:
  - task: sum
    params: {length: [2, 3]}
    tiers: {hard: {length: 3}}
    projections: {by_length: {x: length}}
  - task: sum
    params: {length: 3, style: plain}
    tiers: {easy: {}}
    surfaces: {plane: {x: length, y: max_depth}}
  - task: product
    params: {length: 3}
`);
  expect(found.map(({base_task, params}) => [base_task, params.length])).toEqual([
    ["sum", 2],
    ["sum", 3],
    ["product", 3]
  ]);
  expect(found[1]).toMatchObject({tiers: ["easy", "hard"], surfaces: ["plane"], projections: ["by_length"]});
  expect(found[0]).toMatchObject({tiers: [], surfaces: [], projections: ["by_length"]});
});

test("a grid said twice is said once", () => {
  const one =
    "  - task: sum\n    params: {length: [2, 3], style: [odd, plain]}\n    tiers: {easy: {length: 2}, hard: {style: odd}}\n";
  expect(points(`tasks:\n${one}${one}`)).toEqual(points(`tasks:\n${one}`));
});

test("filters take a value, a list or a range, ends included", () => {
  const tier = (filter: string) =>
    points(grid(`params: {length: [1, 2, 3, 4], style: [plain, odd]}\n    tiers: {t: ${filter}}`))
      .filter(({tiers}) => tiers.includes("t"))
      .map(({params}) => `${params.length}${params.style}`);
  expect(tier("{length: 2}")).toEqual(["2plain", "2odd"]);
  expect(tier("{length: [1, 4], style: odd}")).toEqual(["1odd", "4odd"]);
  expect(tier("{length: {min: 2, max: 3}, style: plain}")).toEqual(["2plain", "3plain"]);
  expect(tier("{length: {min: 4}}")).toEqual(["4plain", "4odd"]);
  expect(tier("{}")).toHaveLength(8);
});

test("a filter finds a value under any spelling that the task takes for it", () => {
  const {value, locate} = parseYaml(
    "tasks:\n  - task: listops\n    params: {operations: [MAX MIN, MAX SM]}\n    tiers: {t: {operations: 'SM, MAX'}}",
    "s.yaml",
    suiteSchema
  );
  expect(manifold({...value, id: "s"}, {seed: 1, locate}).map(({tiers}) => tiers)).toEqual([[], ["t"]]);
});

test.each([
  ["unknown task", "tasks:\n  - task: smu", '2:11 unknown task "smu"; did you mean "sum"?'],
  ["unknown parameter", grid("params:\n      lenght: 3"), '4:7 unknown parameter "lenght" of task "sum"; did you mean "length"?'],
  ["wrong value of an axis", grid("params: {length: [3, x]}"), '3:26 length: expected a number, got "x"'],
  ["negative count", grid("params: {length: -1}"), "3:22 length: expected at least 1, got -1"],
  [
    "wrong choice",
    grid("params: {style: [plain, ood]}"),
    '3:29 style: expected one of plain, odd, got "ood"; did you mean "odd"?'
  ],
  [
    "impossible combination",
    grid("params: {length: [3, 2], max_depth: 2}"),
    "2:5 length 2 is not above max_depth (length 2, max_depth 2)"
  ],
  [
    "unknown parameter in a tier",
    grid("tiers: {easy: {lenght: 2}}"),
    '3:20 unknown parameter "lenght" of task "sum"; did you mean "length"?'
  ],
  [
    "unknown parameter in where",
    grid("projections: {p: {x: length, where: {deph: 2}}}"),
    '3:42 unknown parameter "deph" of task "sum"'
  ],
  ["unknown x", grid("projections: {p: {x: lenth}}"), '3:26 unknown parameter "lenth" of task "sum"; did you mean "length"?'],
  [
    "unknown y",
    grid("surfaces: {s: {x: length, y: sytle}}"),
    '3:34 unknown parameter "sytle" of task "sum"; did you mean "style"?'
  ],
  [
    "one axis twice",
    grid("surfaces: {s: {x: length, y: length}}"),
    '3:34 x and y are both "length"; a surface needs two parameters'
  ],
  [
    "empty tier",
    grid("params: {length: [2, 3]}\n    tiers: {easy: {length: 4}}"),
    '4:13 tier "easy" matches no point of the grid'
  ],
  ["empty range", grid("tiers: {easy: {length: {min: 9, max: 1}}}"), '3:13 tier "easy" matches no point of the grid'],
  [
    "empty surface",
    grid("surfaces: {s: {x: length, y: style, where: {length: 9}}}"),
    '3:16 surface "s" matches no point of the grid'
  ],
  [
    "empty projection",
    grid("projections: {p: {x: length, where: {length: 9}}}"),
    '3:19 projection "p" matches no point of the grid'
  ],
  [
    "too many points",
    grid(
      `params: {length: [${Array.from({length: 400}, (_, i) => i + 500)}], max_depth: [${Array.from({length: 400}, (_, i) => i)}]}`
    ),
    "3:13 grid of 160000 points; at most 100000"
  ]
])("%s", (_, text, expected) => expect(fault(text)).toBe(`s.yaml:${expected}`));

test("without a file, an error still says where in the suite", () => {
  const {value} = parseYaml("tasks:\n  - task: smu", "s.yaml", suiteSchema);
  expect(() => manifold({...value, id: "mine"}, {tasks, seed: 1})).toThrow('mine.tasks.0.task unknown task "smu"');
});

test("any test can be made alone: it does not depend on those made before it", () => {
  const [point] = points(grid("params: {length: 5}"));
  const all = Array.from({length: 20}, (_, i) => testAt(point!, sum, i));
  expect(new Set(all.map(({prompt}) => prompt)).size).toBeGreaterThan(1);
  expect(Array.from({length: 20}, (_, i) => testAt(point!, sum, 19 - i)).reverse()).toEqual(all);
  expect(all[13]).toMatchObject({
    item_id: `${point!.key.slice(0, 16)}-13`,
    index: 13,
    base_task: "sum",
    generator_version: 3,
    seed: 42,
    guess_chance: 0
  });
  expect(new Set(all.map(({prompt}) => prompt)).size).toBeGreaterThan(15);
});

test("another seed gives other keys and other questions; facets and company give the same", () => {
  const text = grid("params: {length: 5}");
  const [a] = points(text);
  const [b] = points(text, {seed: 43});
  const [, c] = points(grid("params: {length: [4, 5]}\n    tiers: {easy: {}}"));
  expect(b!.key).not.toBe(a!.key);
  expect(testAt(b!, sum, 0).prompt).not.toBe(testAt(a!, sum, 0).prompt);
  expect(c!.key).toBe(a!.key);
});

test("the starter suite: nine tasks, 75 points, three tiers with every task, a projection each, eight landscapes", async () => {
  const {suite, locate} = (await readSuites(["data/suites/starter.yaml"])).suites[0]!;
  const found = manifold(suite, {seed: 42, locate});
  const names = ["arithmetic", "boolean", "brackets", "listops", "objects", "shuffle", "jsonpath", "dates", "sort"];
  expect(names.map(name => found.filter(({base_task}) => base_task === name).length)).toEqual([12, 3, 8, 10, 9, 9, 6, 9, 9]);
  expect(found).toHaveLength(75);
  expect(new Set(found.flatMap(({surfaces}) => surfaces)).size).toBe(8);
  for (const name of names) {
    const own = found.filter(({base_task}) => base_task === name);
    expect([...new Set(own.flatMap(({tiers}) => tiers))].sort()).toEqual(["easy", "hard", "medium"]);
    expect(own.every(({tiers}) => tiers.length === 1)).toBe(true);
    expect(own.some(({projections}) => projections.length > 0)).toBe(true);
    for (const point of own) expect(testAt(point, registry.get(name)!, 0).prompt).not.toBe("");
  }
});

test("a suite's named slices are listed with their axes", () => {
  const {value} = parseYaml(
    "tasks:\n  - {task: sum, params: {length: [2, 3], max_depth: [0, 1]}, surfaces: {both: {x: length, y: max_depth}}, projections: {long: {x: length, where: {max_depth: 0}}}}\n",
    "suite.yaml",
    suiteSchema
  );
  expect(slicesOf([{suite: {...value, id: "suite"}}])).toEqual([
    {task: "sum", kind: "surface", name: "both", x: "length", y: "max_depth"},
    {task: "sum", kind: "projection", name: "long", x: "length"}
  ]);
});

// Which points the explorer shows for which answers: pure functions, tested without a browser.
import {expect, test} from "vitest";
import type {EvaluatedPoint} from "../../pipelines/charts/manifold/points.js";
import {askSlice, cellName, gridOf} from "../../pipelines/charts/manifold/slice.js";
import type {InputQuestion} from "../../pipelines/charts/shared/input.js";
import {cellsOf, type Value} from "../../pipelines/studies/manifold/surface.js";
import {sliceCaption, sliceSentence, sliceTitle} from "../../src/components/manifold/manifold.js";
import {traces} from "../../src/components/manifold/surface3d.js";

interface Made {
  model?: string;
  groups?: string[];
  tiers?: string[];
  surfaces?: string[];
  version?: number;
  correct?: number;
}
const point = (
  params: Record<string, Value>,
  {model = "m", groups = [], tiers = [], surfaces = [], version = 1, correct = 8}: Made = {}
): EvaluatedPoint => ({
  evaluation: {key: `${model} t s`, model, template: "t", sampler: "s", simulated: false},
  groups,
  place: {
    base_task: "task",
    params,
    params_json: JSON.stringify(params),
    generator_version: version,
    tiers,
    surfaces,
    projections: []
  },
  correct,
  incorrect: 32 - correct,
  truncated: 0,
  guess_sum: 0,
  completion_tokens: 320,
  tokens_squared: 3_400,
  cost: 0
});
/** Answers as a reader would: what is not possible is passed over. Keeps what was asked. */
function reader(answers: Record<string, string> = {}): {ask: InputQuestion; asked: Record<string, string[]>} {
  const asked: Record<string, string[]> = {};
  const ask: InputQuestion = (key, _label, options, {initial} = {}) => {
    asked[key] = options.map(({value}) => value);
    return asked[key].includes(answers[key]!) ? answers[key]! : (initial ?? options[0]?.value ?? "");
  };
  return {ask, asked};
}
const grid = (extra: Made = {}, kinds: Value[] = ["a"]) =>
  [3, 6, 9].flatMap(length =>
    [1, 2].flatMap(depth => kinds.map(kind => point({length, depth, kind}, {surfaces: ["wide"], ...extra})))
  );

test("a named surface has the axes that the suite gives it, one tagged later those with most values", () => {
  const named = [{task: "task", kind: "surface" as const, name: "wide", x: "depth", y: "length"}];
  expect(askSlice(grid(), named)(reader().ask)).toMatchObject({surface: "wide", x: "depth", y: "length"});
  expect(askSlice(grid())(reader().ask)).toMatchObject({surface: "wide", x: "length", y: "depth"});
});

test("parameters beside the axes are pooled and named, until they are held", () => {
  const points = grid({}, ["a", "b"]);
  const pooled = askSlice(points)(reader().ask);
  expect(pooled.pooled).toEqual(["kind"]);
  expect(cellsOf(pooled.points, pooled).map(({n}) => n)).toEqual(new Array(6).fill(64));
  expect(sliceCaption(cellsOf(pooled.points, pooled), pooled)).toContain("pools up to 2 points that differ in kind");
  const held = askSlice(points)(reader({"at.kind": '"b"'}).ask);
  expect(held).toMatchObject({pooled: [], fixed: {kind: "b"}});
  expect(cellsOf(held.points, held).map(({n}) => n)).toEqual(new Array(6).fill(32));
  expect(sliceTitle(held)).toBe("m: task over length and depth at kind b");
});

test("versions of a generator are asked for, newest first, and cannot be pooled", () => {
  const {ask, asked} = reader();
  const slice = askSlice([...grid(), ...grid({version: 2})])(ask);
  expect(asked["at.version"]).toEqual(["2", "1"]);
  expect(new Set(slice.points.map(({place}) => place.generator_version))).toEqual(new Set([2]));
});

test("filters by group and tier leave only evaluations and points that pass", () => {
  const points = [...grid({groups: ["old"], tiers: ["easy"]}), ...grid({model: "n", groups: ["new"], tiers: ["hard"]})];
  const {ask, asked} = reader({group: "new", tier: "hard"});
  const slice = askSlice(points)(ask);
  expect(asked.group).toEqual(["all", "new", "old"]);
  expect(asked.tier).toEqual(["all", "hard"]);
  expect(asked.evaluation).toEqual(["n t s"]);
  expect(slice.evaluation.model).toBe("n");
});

test("the first evaluation shown is the one in the middle by its right answers", () => {
  const points = [...grid({model: "z", correct: 16}), ...grid({model: "a", correct: 31}), ...grid({model: "m", correct: 2})];
  expect(askSlice(points)(reader().ask).evaluation.model).toBe("z");
  expect(askSlice(points)(reader({evaluation: "a t s"}).ask).evaluation.model).toBe("a");
  expect(askSlice(grid({correct: 0}))(reader().ask).evaluation.model).toBe("m");
});

test("cells that only others have data for are on the grid, counted and left out of the sheets", () => {
  const points = [...grid().slice(1), ...grid({model: "z"})];
  const slice = askSlice(points)(reader({evaluation: "m t s"}).ask);
  const cells = cellsOf(slice.points, slice);
  const whole = gridOf(slice);
  expect(whole).toMatchObject({columns: [3, 6, 9], rows: [1, 2], places: 6});
  expect(sliceSentence(cells, slice, whole)).toContain("1 cell of the grid has no data");
  const {data, dots} = traces(cells, whole);
  expect((data[0] as {z: (number | null)[][]}).z).toEqual([
    [null, 25, 25],
    [25, 25, 25]
  ]);
  expect(dots).toHaveLength(5);
});

test("the sheets and bars of the 3-D picture are the interval's ends", () => {
  const slice = askSlice(grid())(reader().ask);
  const cells = cellsOf(slice.points, slice);
  const {data} = traces(cells, gridOf(slice));
  const [estimate, low, high, bars] = data as [
    {z: number[][]},
    {z: number[][]},
    {z: number[][]},
    {error_z: {array: number[]}; z: number[]}
  ];
  // Wilson for 8 of 32: SciPy's binomtest(8, 32).proportion_ci gives 0.13252 and 0.42107.
  expect([estimate.z[0]![0], low.z[0]![0], high.z[0]![0]].map(value => Number(value!.toFixed(2)))).toEqual([25, 13.25, 42.11]);
  expect(bars.z[0]! + bars.error_z.array[0]!).toBeCloseTo(high.z[0]![0]!, 10);
});

test("a task of one parameter is a slice of one axis", () => {
  const slice = askSlice([point({length: 3}), point({length: 6})])(reader().ask);
  expect(slice).toMatchObject({x: "length", y: undefined});
  expect(cellName(slice, {x: 3, y: null})).toBe("length=3");
  expect(gridOf(slice)).toMatchObject({columns: [3, 6], rows: [null], places: 2});
});

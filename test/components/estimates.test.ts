// The kit of the pages of rates: its rows, texts, extremes and file, from nothing to many, by values that are written down.
import {expect, test} from "vitest";
import type {Sql} from "../../pipelines/charts/shared/sql.js";
import {
  estimateColumns,
  estimatesCsv,
  estimatesIn,
  estimateText,
  extremes,
  facetBars,
  measureScatter
} from "../../src/components/estimates.js";

interface Written {
  model: string;
  measure: string;
  value: number;
  facet_value?: string;
  truncated?: number;
}

/** The rows of a study of which these estimates were written, each over 200 answers. */
const rowsOf = (written: readonly Written[]) => {
  const rows = written.map(({model, facet_value = "", truncated = 0, ...rest}) => ({
    ...{eval_id: model, model, template: "plain", sampler: "greedy", base_task: "facts"},
    ...{
      facet: facet_value && "subject",
      facet_value,
      truncated,
      low: rest.value - 0.05,
      high: rest.value + 0.05,
      n: 200,
      clusters: 100
    },
    ...{method: "wilson", simulated: false, ...rest}
  }));
  const answered = rows.map(row => ({toJSON: () => row}));
  const sql = Object.assign(async () => answered, {query: async () => answered}) as unknown as Sql;
  return estimatesIn(sql, "facts");
};
const frame = {width: 600, id: "chart", title: "Chart", caption: "Chart."};
const axes = {x: {measure: "a", label: "a"}, y: {measure: "b", label: "b"}};

test("estimates over the same answers are one row; n and interval are in the text, and a measure without answers is a dash", async () => {
  const rows = await rowsOf([
    {model: "one", measure: "a", value: 0.25, truncated: 2},
    {model: "one", measure: "b", value: 0.5, truncated: 7},
    {model: "one", measure: "a", value: 0.75, facet_value: "elements"},
    {model: "two", measure: "a", value: 0.1}
  ]);
  expect(rows.map(({evaluation, facet_value, estimates}) => [evaluation, facet_value, [...estimates.keys()]])).toEqual([
    ["one", "", ["a", "b"]],
    ["one", "elements", ["a"]],
    ["two", "", ["a"]]
  ]);
  expect(rows[0]!.truncated).toBe(7);
  expect(estimateText(rows[0]!, "a")).toBe("25.0 % [20.0, 30.0] n = 200");
  expect(estimateText(rows[2]!, "b")).toBe("–");
  const columns = estimateColumns({a: {label: "A", description: "a"}, b: {label: "B", description: "b", isSigned: true}});
  expect(columns.map(({key, show}) => [key, show(rows[0]!)]).filter(([key]) => key === "a" || key === "b")).toEqual([
    ["a", "25.0 % [20.0, 30.0] n = 200"],
    ["b", "+50.0 [45.0, 55.0] n = 200"]
  ]);
  expect(columns.find(({key}) => key === "b")!.by!(rows[2]!)).toBeNull();
  expect(
    estimatesCsv(rows).map(({evaluation, facet_value, measure, value}) => [evaluation, facet_value, measure, value])
  ).toEqual([
    ["one", "", "a", 0.25],
    ["one", "", "b", 0.5],
    ["one", "elements", "a", 0.75],
    ["two", "", "a", 0.1]
  ]);
});

test("extremes: nothing, one, all alike, and rows without the measure", async () => {
  const rows = await rowsOf([
    {model: "middle", measure: "a", value: 0.5},
    {model: "high", measure: "a", value: 0.9},
    {model: "low", measure: "a", value: 0.1},
    {model: "other", measure: "b", value: 0}
  ]);
  expect(extremes(rows, "a")!.map(({model}) => model)).toEqual(["low", "high"]);
  expect(extremes(rows, "c")).toBeNull();
  const [least, most] = extremes(rows, "b")!;
  expect(least).toBe(most);
  const alike = await rowsOf(["first", "second"].map(model => ({model, measure: "a", value: 0})));
  expect(extremes(alike, "a")!.map(({model}) => model)).toEqual(["first", "second"]);
});

test("without rows that have the measures there is no chart", async () => {
  const rows = await rowsOf([{model: "one", measure: "a", value: 0.5}]);
  expect(measureScatter(rows, {...frame, ...axes})).toBeNull();
  expect(measureScatter([], {...frame, ...axes})).toBeNull();
  expect(facetBars(rows, {...frame, measures: {b: "b"}})).toBeNull();
});

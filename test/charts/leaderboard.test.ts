// The leaderboard's charts of more evaluations than anybody reads: the best are drawn, and the caption says how many there are.
import {JSDOM} from "jsdom";
import {afterAll, beforeAll, expect, test, vi} from "vitest";
import type {Cell} from "../../pipelines/charts/leaderboard/heatmap.js";
import {drawnOf} from "../../pipelines/charts/leaderboard/leaderboard.js";

beforeAll(() => {
  const {window} = new JSDOM("");
  const {document, Node, NodeFilter} = window;
  for (const [name, value] of Object.entries({window, document, Node, NodeFilter})) vi.stubGlobal(name, value);
});
afterAll(() => {
  vi.unstubAllGlobals();
});

const cell = (i: number, task: string): Cell => ({
  model: `m${String(i).padStart(4, "0")}`,
  template: "t",
  sampler: "s",
  base_task: task,
  accuracy: 1 - i / 2_000,
  low: 0,
  high: 1,
  n: 10,
  simulated: false
});

test("what is left out is said, and nothing where all are drawn", () => {
  expect(drawnOf(20)).toBe("");
  expect(drawnOf(21)).toMatch(/^The first 20 of 21 are drawn; the table lists all/);
  expect(drawnOf(200, {isAll: true})).toBe("");
  expect(drawnOf(201, {isAll: true})).toMatch(/^The first 200 of 201 are drawn; the table lists all/);
});

test("of 1,000 models the first 20 of the given order are rows of the heat map, and 200 where all are asked for; of three, all", async () => {
  const {heatmap} = await import("../../pipelines/charts/leaderboard/heatmap.js");
  const rows = (node: Element) =>
    [...node.querySelectorAll('[aria-label="y-axis tick label"] text')].map(each => each.textContent);
  const many = Array.from({length: 1_000}, (_, i) => [cell(i, "a"), cell(i, "b")]).flat();
  const best = many.filter(({base_task}) => base_task === "a").map(({model}) => model);
  for (const [isAll, count] of [
    [false, 20],
    [true, 200]
  ] as const) {
    const drawn = heatmap(many.toReversed(), {order: best, isAll});
    expect(rows(drawn)).toEqual(best.slice(0, count));
    expect(drawn.textContent).toContain(`The first ${count} of 1,000 are drawn`);
  }
  const few = heatmap([cell(2, "a"), cell(0, "a"), cell(1, "a")], {order: ["m0000", "m0001", "m0002"]});
  expect(rows(few)).toEqual(["m0000", "m0001", "m0002"]);
  expect(few.textContent).not.toContain("are drawn");
});

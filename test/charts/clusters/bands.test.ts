// @vitest-environment jsdom
// The ranking with its bands: two evaluations are on one band exactly if they do not differ, and no chart shows more than is asked.
import fc from "fast-check";
import {expect, test} from "vitest";
import {bandPlot, packBands, runsOf} from "../../../pipelines/charts/clusters/bands.js";
import type {NamedMember} from "../../../pipelines/charts/clusters/clusters.js";
import {compactLetterGroups} from "../../../pipelines/stats/compactLetters.js";
import type {Clusters} from "../../../pipelines/studies/compare/clusters.js";

const member = (rank: number, more: Partial<NamedMember> = {}): NamedMember =>
  ({
    rank,
    name: `m${rank}`,
    model: `m${rank}`,
    simulated: false,
    accuracy: 1 / rank,
    low: 1 / rank - 0.1,
    high: Math.min(1, 1 / rank + 0.1),
    n: 30,
    letters: "a",
    better: 0,
    tied: 0,
    worse: 0,
    ...more
  }) as NamedMember;
const members = (count: number, more: Partial<NamedMember> = {}) => Array.from({length: count}, (_, i) => member(i + 1, more));
const draw = (groups: number[][], rows: NamedMember[], options: {width?: number; limit?: number} = {}) =>
  bandPlot({members: [], pairs: [], groups, apart: []} as Clusters, rows, {width: 900, ...options});
const ranks = (figure: HTMLElement) => figure.querySelectorAll('[aria-label="y-axis tick label"] text').length;
const bands = (figure: HTMLElement) => figure.querySelectorAll(".rb-bands path").length;

test("two ranks share a run's group exactly if they do not differ, for any differences", () => {
  fc.assert(
    fc.property(fc.integer({min: 1, max: 9}), fc.array(fc.boolean(), {minLength: 81, maxLength: 81}), (size, coins) => {
      const differ = (i: number, j: number) => coins[9 * Math.min(i, j) + Math.max(i, j)]!;
      const runs = runsOf(compactLetterGroups(size, differ), size);
      const has = (group: (typeof runs)[number], rank: number) => group.some(({first, last}) => first <= rank && rank <= last);
      for (let i = 0; i < size; i++)
        for (let j = i + 1; j < size; j++) expect(runs.some(group => has(group, i) && has(group, j))).toBe(!differ(i, j));
    })
  );
});

test("a group with a gap is two runs, one member is none, and ranks beyond the limit are cut off", () => {
  expect(runsOf([[0, 1, 3, 4, 8], [2], [5, 6]], 5)).toEqual([
    [
      {first: 0, last: 1},
      {first: 3, last: 4}
    ]
  ]);
  expect(runsOf([], 5)).toEqual([]);
});

test("bands of one column have no rank in common, and groups that all overlap have a column each", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(12), fc.nat(6)), {maxLength: 12}), spans => {
      const groups = spans.toSorted(([a], [b]) => a - b).map(([first, length]) => [{first, last: first + length}]);
      const packed = packBands(groups);
      expect(packed.map(({runs}) => runs)).toEqual(groups);
      for (const [i, a] of packed.entries())
        for (const b of packed.slice(i + 1)) if (a.column === b.column) expect(a.runs[0]!.last).toBeLessThan(b.runs[0]!.first);
      const deepest = Math.max(
        0,
        ...groups.map(([top]) => groups.filter(([each]) => each!.first <= top!.first && top!.first <= each!.last).length)
      );
      expect(new Set(packed.map(({column}) => column)).size).toBe(deepest);
    })
  );
  expect(packBands([])).toEqual([]);
});

test("a narrow chart leaves out bands for which it has no column, and says so", () => {
  const nested = Array.from({length: 12}, (_, i) => Array.from({length: 12}, (_, k) => i + k));
  expect(draw(nested, members(24), {width: 390}).textContent).toMatch(/\b\d+ of 12 groups are drawn/u);
});

test("bands are next to the ranking, and the caption names what is not drawn", () => {
  const figure = draw([[0, 1, 3], [4, 5], [6]], members(30), {limit: 20});
  expect([ranks(figure), bands(figure)]).toEqual([20, 3]);
  expect(figure.textContent).toContain("The best 20 of 30 evaluations.");
  const crowded = draw(
    Array.from({length: 29}, (_, i) => [i, i + 1]),
    members(30),
    {width: 390}
  );
  expect(bands(crowded)).toBe(29);
  expect(crowded.textContent).not.toContain("groups are drawn");
});

test("evaluations that all differ have no band; all alike have one; nothing right, no accuracy and simulated ones are drawn", () => {
  const apart = draw([[0], [1], [2]], members(3));
  expect([bands(apart), apart.textContent.includes("each differs from all others")]).toEqual([0, true]);
  const alike = draw([[0, 1, 2]], members(3, {accuracy: 0, low: -0.2, high: 0.2, simulated: true}));
  expect([bands(alike), alike.querySelectorAll(".rb-simulated").length]).toEqual([1, 1]);
  const unknown = draw([[0, 1]], members(2, {accuracy: null}));
  expect([ranks(unknown), unknown.querySelectorAll('[aria-label="dot"] circle').length]).toEqual([2, 0]);
  for (const figure of [apart, alike, unknown, draw([], members(1), {width: 0})])
    expect(figure.outerHTML).not.toMatch(/NaN|Infinity|undefined/u);
});

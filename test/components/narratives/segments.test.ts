// Stories cut at the ends of parts, names and faults; bins; places of nodes. Values worked out by hand.
import fc from "fast-check";
import {expect, test} from "vitest";
import {readTree} from "../../../pipelines/generate/lists/tree.js";
import type {Part} from "../../../pipelines/generate/narratives/narrative.js";
import {binSql, binsOf} from "../../../src/components/narratives/accuracy.js";
import {inOrderOfSteps, neighbourOf, segmentsOf, treeNodes} from "../../../src/components/narratives/viewer.js";

const TEXT = "Add up.\n\nThe Owl has 3 and 4. Rain fell. Take the Owl and 9.";
const PARTS: Part[] = [
  {kind: "instructions", start: 0, end: 7},
  {kind: "beat", operation: 1, start: 9, end: 29},
  {kind: "padding", operation: 1, start: 30, end: 40},
  {kind: "beat", operation: 0, start: 41, end: 60}
];

test("a text is cut at its parts, and within them at names and at what is wrong", () => {
  const segments = segmentsOf({text: TEXT, parts: PARTS, anchors: ["the Sum", "the Owl"], problems: [{start: 21, end: 26}]});
  const words = segments.map(({part, pieces}) => [part?.kind, ...pieces.map(({start, end}) => TEXT.slice(start, end))]);
  expect(words).toEqual([
    ["instructions", "Add up."],
    [undefined, "\n\n"],
    ["beat", "The Owl", " has ", "3 and", " 4."],
    [undefined, " "],
    ["padding", "Rain fell."],
    [undefined, " "],
    ["beat", "Take ", "the Owl", " and 9."]
  ]);
  expect(segments[2]!.pieces.map(({anchor, problems}) => [anchor, problems])).toEqual([
    [1, []],
    [undefined, []],
    [undefined, [0]],
    [undefined, []]
  ]);
});

test("whatever parts and faults a file claims, the pieces joined are the text", () => {
  const span = fc.record({start: fc.nat(80), end: fc.nat(80)});
  const part = fc.record({
    kind: fc.constantFrom("beat" as const, "padding" as const),
    operation: fc.nat(3),
    start: fc.nat(80),
    end: fc.nat(80)
  });
  fc.assert(
    fc.property(fc.array(part, {maxLength: 8}), fc.array(span, {maxLength: 8}), (parts, problems) => {
      const segments = segmentsOf({text: TEXT, parts, problems, anchors: ["the Owl"]});
      return segments.flatMap(({pieces}) => pieces.map(({start, end}) => TEXT.slice(start, end))).join("") === TEXT;
    })
  );
});

test("a text without parts is one segment; no text has none", () => {
  expect(segmentsOf({text: "a story"})).toEqual([
    {part: undefined, start: 0, end: 7, pieces: [{start: 0, end: 7, problems: []}]}
  ]);
  expect(segmentsOf({text: ""})).toEqual([]);
});

test("lengths near one target share a bin; many different ones are joined to as many bins as there may be", () => {
  expect(binsOf([1990, 2015, 3995, 4040, 1188], {apart: 0.1})).toEqual([
    {low: 1188, high: 1188},
    {low: 1990, high: 2015},
    {low: 3995, high: 4040}
  ]);
  expect(binsOf([], {apart: 0.1})).toEqual([]);
  expect(binsOf([0, 0.04, 0.5], {apart: 0.05, absolute: true})).toEqual([
    {low: 0, high: 0.04},
    {low: 0.5, high: 0.5}
  ]);
  const many = Array.from({length: 100}, (_, i) => 2 ** (i / 4));
  const bins = binsOf(many, {apart: 0.01, most: 8});
  expect(bins.length).toBe(8);
  for (const value of many) expect(bins.filter(({low, high}) => value >= low && value <= high).length).toBe(1);
  expect(binSql("tokens", [{low: 1, high: 2}])).toBe("case when tokens between 1 and 2 then 0 end");
});

test("[SM 8 1 4 [MAX 9 2 7]]: numbers, results and places of its two nodes", () => {
  const {nodes} = treeNodes(readTree("[SM 8 1 4 [MAX 9 2 7]]"), "truncMean");
  expect(nodes.map(({name, numbers, result, parent, inner, level}) => ({name, numbers, result, parent, inner, level}))).toEqual([
    {name: "SM", numbers: [8, 1, 4], result: 2, parent: null, inner: [1], level: 1},
    {name: "MAX", numbers: [9, 2, 7], result: 9, parent: 0, inner: [], level: 2}
  ]);
  expect(nodes[1]!.x).toBeGreaterThan(nodes[0]!.x);
});

test("steps come inside out; arrow keys follow the tree and stop at its ends", () => {
  const tree = readTree("(SUM (MAX 1 2) 3 (MIN (SM 8 9) 4))"); // 0 SUM, 1 MAX, 2 MIN, 3 SM
  expect(inOrderOfSteps(tree)).toEqual([1, 3, 2, 0]);
  const {nodes} = treeNodes(tree, "truncMean");
  const way = (from: number, ...keys: string[]) =>
    keys.reduce<number | undefined>((at, key) => (at === undefined ? at : neighbourOf(nodes, at, key)), from);
  expect([way(0, "ArrowRight"), way(3, "ArrowLeft"), way(1, "ArrowDown"), way(0, "End"), way(2, "Home")]).toEqual([
    1, 2, 2, 3, 0
  ]);
  expect([way(0, "ArrowLeft"), way(3, "ArrowRight"), way(3, "ArrowDown"), way(0, "ArrowUp"), way(0, "a")]).toEqual(
    Array(5).fill(undefined)
  );
});

test("500 operations, all in one another or all in one: every node has a place of its own", () => {
  const deep = `${"(MAX 1 ".repeat(499)}(MIN 2 3)${")".repeat(499)}`;
  const broad = `(SUM ${"(MAX 1 2) ".repeat(499)})`;
  for (const text of [deep, broad]) {
    const {nodes, width, height} = treeNodes(readTree(text), "truncMean");
    expect(nodes.length).toBe(500);
    expect(new Set(nodes.map(({x, y}) => `${x} ${y}`)).size).toBe(500);
    for (const {x, y} of nodes) expect(x >= 0 && x < width && y >= 0 && y < height).toBe(true);
  }
});

import fc from "fast-check";
import {describe, expect, test} from "vitest";
import {checkShape, drawTree, levelsThatMatter, type TreeShape} from "../../../pipelines/generate/lists/draw.js";
import {OPERATION_NAMES, resultOf} from "../../../pipelines/generate/lists/operations.js";
import {atomsOf, depthOf, isChain, operationsIn, treeText, treeValue} from "../../../pipelines/generate/lists/tree.js";
import {randomOf} from "../../../pipelines/generate/seed.js";

const SHAPE: TreeShape = {
  operations: 7,
  depth: 4,
  minArity: 2,
  maxArity: 4,
  mix: OPERATION_NAMES.map(operation => ({operation, weight: 1})),
  minOperand: 0,
  maxOperand: 9,
  effectiveDepth: 2,
  chainShare: 0,
  median: "truncMean",
  answer: "digit"
};
const drawn = (shape: Partial<TreeShape>, seed: string, n: number) => {
  const random = randomOf(seed);
  return Array.from({length: n}, () => drawTree({...SHAPE, ...shape}, random));
};

test("a tree has the budget, depth, arity and range that are asked for", () => {
  fc.assert(
    fc.property(
      fc.record({
        depth: fc.integer({min: 1, max: 6}),
        more: fc.integer({min: 0, max: 6}),
        maxArity: fc.integer({min: 3, max: 6}),
        seed: fc.string()
      }),
      ({depth, more, maxArity, seed}) => {
        const shape = {
          ...SHAPE,
          depth,
          operations: depth === 1 ? 1 : depth + Math.min(more, maxArity - 2),
          maxArity,
          effectiveDepth: 1
        };
        checkShape(shape);
        const tree = drawTree(shape, randomOf(seed));
        const operations = operationsIn(tree);
        expect(operations).toHaveLength(shape.operations);
        expect(depthOf(tree)).toBe(depth);
        for (const node of operations) {
          expect(node.values.length).toBeGreaterThanOrEqual(2);
          expect(node.values.length).toBeLessThanOrEqual(maxArity);
          expect(atomsOf(node).length).toBeGreaterThanOrEqual(1);
          for (const atom of atomsOf(node)) expect(atom >= 0 && atom <= 9).toBe(true);
        }
        expect(treeValue(tree)).toBeGreaterThanOrEqual(0);
        expect(treeValue(tree)).toBeLessThanOrEqual(9);
      }
    ),
    {numRuns: 60}
  );
});

describe.each([
  ["the defaults", {}],
  ["six levels", {operations: 12, depth: 6}],
  ["wide lists", {operations: 12, maxArity: 7}]
])("no part of a tree gives its answer away: %s", (name, shape) => {
  const trees = drawn(shape, `shortcuts ${name}`, 1000);
  const answers = trees.map(tree => treeValue(tree));

  test("no answer is a favourite", () => {
    const counts = Array.from({length: 10}, (_, digit) => answers.filter(answer => answer === digit).length);
    expect(Math.max(...counts) / trees.length).toBeLessThanOrEqual(0.15);
    expect(Math.min(...counts)).toBeGreaterThan(0);
  });
  test("the outermost operation over its own numbers seldom has the answer", () => {
    const right = trees.filter((tree, i) => resultOf(tree.operation, atomsOf(tree)) === answers[i]).length;
    expect(right / trees.length).toBeLessThanOrEqual(0.15);
  });
  test("trees branch, and at least two levels matter", () => {
    expect(trees.filter(isChain)).toEqual([]);
    expect(Math.min(...trees.slice(0, 200).map(tree => levelsThatMatter(tree, SHAPE)))).toBeGreaterThanOrEqual(2);
  });
});

test("the share of chains is that which is asked for", () => {
  const chains = drawn({chainShare: 0.3}, "chains", 1000).filter(isChain);
  // 0.3 and four standard errors of 1,000 draws
  expect(Math.abs(chains.length / 1000 - 0.3)).toBeLessThan(0.058);
  expect(new Set(chains.map(tree => operationsIn(tree).length))).toEqual(new Set([4]));
});

test("weights decide how often an operation is drawn", () => {
  const mix = [
    {operation: "MAX" as const, weight: 1},
    {operation: "MIN" as const, weight: 3}
  ];
  const all = drawn({mix, effectiveDepth: 1, answer: "integer"}, "weights", 500).flatMap(operationsIn);
  const share = all.filter(({operation}) => operation === "MIN").length / all.length;
  // The choice among candidates shifts the outermost operation alone, one in seven.
  expect(Math.abs(share - 0.75)).toBeLessThan(0.08);
});

test("equal streams give equal trees", () => {
  expect(drawn({}, "same", 5).map(tree => treeText(tree))).toEqual(drawn({}, "same", 5).map(tree => treeText(tree)));
});

test.each([
  [{operations: 3}, "3 operations cannot be nested 4 deep; give at least 4"],
  [{minArity: 5}, "min_arity 5 is more than max_arity 4"],
  [
    {operations: 60},
    "60 operations do not fit into 4 levels of at most 4 values; 40 do. Give fewer operations, more levels or more values"
  ],
  [{minOperand: 10}, "min_operand 10 is more than max_operand 9"],
  [{operations: 4, chainShare: 0.5}, "4 operations in 4 levels are always a chain; give chain_share 1, or more operations"]
])("%j is refused", (shape, message) => expect(() => checkShape({...SHAPE, ...shape})).toThrow(new RangeError(message)));

test("a shape that no tree has is refused with the way out", () => {
  const shape = {...SHAPE, minOperand: 50, maxOperand: 60, mix: [{operation: "MAX" as const, weight: 1}]};
  expect(() => drawTree(shape, randomOf("none"))).toThrow(/no tree of 7 operations and 4 levels .* answer: integer/);
});

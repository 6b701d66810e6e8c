import fc from "fast-check";
import {describe, expect, test} from "vitest";
import {type MedianRule, OPERATION_NAMES, resultOf} from "../../../pipelines/generate/lists/operations.js";
import {
  depthOf,
  effectiveDepth,
  effectiveOperations,
  isChain,
  type ListTree,
  operationsIn,
  readTree,
  treeText,
  treeValue
} from "../../../pipelines/generate/lists/tree.js";

const DIGITS = Array.from({length: 10}, (_, value) => value);

test.each([
  ["[SM 8 1 4 [MAX 9 2 7]]", 2],
  ["(SUM 3 (MAX 1 2))", 5],
  // The first line of the original file's form: round brackets bind to the left.
  ["( ( ( ( [MAX 2 ) 9 ) ( ( ( [MIN 4 ) 7 ) ] ) ) 0 ) ] )", 9],
  ["[SUM_MOD 5 6 7]", 8],
  ["[MED 1 2 9 10]", 5],
  ["[AVG 7 8]", 7],
  ["[MIN -3 2]", -3]
])("%s is %i", (text, value) => expect(treeValue(readTree(text))).toBe(value));

test.each<[MedianRule, number, number]>([
  ["truncMean", 3, -2],
  ["upper", 5, -1],
  ["lower", 2, -4],
  ["floorMean", 3, -3]
])("an even median by the rule %s", (rule, positive, negative) => {
  expect(resultOf("MED", [9, 2, 1, 5], rule)).toBe(positive);
  expect(resultOf("MED", [-4, -1], rule)).toBe(negative);
});

test("means of negative numbers are rounded down, and sums modulo 10 are digits", () => {
  expect(resultOf("AVG", [-1, -2])).toBe(-2);
  expect(resultOf("SM", [-3])).toBe(7);
});

test.each([
  ["", "the list is missing"],
  ["7", '"7" stands where a list begins'],
  ["[FOO 1]", 'unknown operation "FOO"'],
  ["[MAX]", "MAX has no values"],
  ["[MAX 1", "a bracket is not closed"],
  ["[MAX 1 x]", '"x" is no whole number'],
  ["[MAX 1] 2", '"2" stands behind the end of the list']
])("%j is refused", (text, message) => expect(() => readTree(text)).toThrow(new SyntaxError(message)));

const {tree: anyTree} = fc.letrec<{tree: ListTree; value: number | ListTree}>(tie => ({
  value: fc.oneof({depthSize: "small", withCrossShrink: true}, fc.integer({min: 0, max: 9}), tie("tree")),
  tree: fc.record({operation: fc.constantFrom(...OPERATION_NAMES), values: fc.array(tie("value"), {minLength: 1, maxLength: 4})})
}));

test("what is written is read back, in both brackets", () => {
  fc.assert(
    fc.property(anyTree, fc.constantFrom("[]" as const, "()" as const), (tree, brackets) => {
      expect(readTree(treeText(tree, brackets))).toEqual(tree);
    })
  );
});

describe("measures", () => {
  test.each([
    // 9 decides, whatever is inside.
    ["[MAX 9 [MIN 3 4]]", 2, 1, true],
    ["[SM 1 [MIN 3 4]]", 2, 2, true],
    // The MED inside the MAX never shows: the MAX has a 9.
    ["[SUM 1 [MAX 9 [MED 1 2 3]]]", 3, 2, true],
    ["[SUM 1 [MAX 2 [MED 1 2 3]] [MIN 1 1]]", 3, 3, false],
    ["[MAX 4]", 1, 1, true]
  ])("of %s", (text, depth, effective, chain) => {
    const tree = readTree(text);
    expect(depthOf(tree)).toBe(depth);
    expect(effectiveDepth(tree, {median: "truncMean", results: DIGITS})).toBe(effective);
    expect(isChain(tree)).toBe(chain);
  });

  test("a level that matters has a result whose change changes the answer, by trying all", () => {
    fc.assert(
      fc.property(anyTree, tree => {
        const answer = treeValue(tree);
        // Replaces one inner list at a time by each digit. Its own level is where it stands; a list matters if some digit changes the answer.
        const levels: number[] = [1];
        const visit = (node: ListTree, level: number, rebuilt: (inner: number | ListTree) => ListTree): void => {
          node.values.forEach((value, place) => {
            if (typeof value === "number") return;
            const put = (other: number | ListTree) => rebuilt({...node, values: node.values.with(place, other)});
            if (DIGITS.some(digit => treeValue(put(digit)) !== answer)) {
              levels.push(level + 1);
              visit(value, level + 1, put);
            }
          });
        };
        visit(tree, 1, inner => inner as ListTree);
        expect(effectiveDepth(tree, {median: "truncMean", results: DIGITS})).toBe(Math.max(...levels));
        expect(effectiveOperations(tree, {median: "truncMean", results: DIGITS})).toBe(levels.length);
      })
    );
  });
});

test("operations are numbered from the outermost, each before those inside it", () => {
  expect(operationsIn(readTree("[MAX [MIN 1 [SM 2]] [SUM 3]]")).map(({operation}) => operation)).toEqual([
    "MAX",
    "MIN",
    "SM",
    "SUM"
  ]);
});

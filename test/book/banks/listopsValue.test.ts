// Values of ListOps expressions: worked by hand, in the spellings of published files, and of random lists by the generator's own arithmetic.
import fc from "fast-check";
import {expect, test} from "vitest";
import {listopsValue} from "../../../pipelines/book/banks/listopsValue.js";
import {type ListTree, treeText, treeValue} from "../../../pipelines/generate/lists/tree.js";
import {folder, readAll} from "./files.js";

test.each([
  ["[MAX 2 9 4]", 9],
  ["[ MIN 2 9 4 ]", 2],
  ["[MED 1 2 9]", 2],
  ["[MED 1 2 3 9]", 2],
  ["[MED 0 9 4 5]", 4],
  ["[SM 8 1 4 9]", 2],
  ["[SUM_MOD 9 9]", 8],
  ["( ( ( ( [MAX 2 ) 9 ) ( ( ( [MIN 4 ) 7 ) ] ) ) ] )", 9],
  ["[SM 8 [MED 1 4] [MAX 0 [MIN 7 3] 2]]", 3]
])("%s is %i", (expression, value) => {
  expect(listopsValue(expression)).toBe(value);
});

test.each([
  "",
  "7",
  "MAX 2 3",
  "[MAX]",
  "[MAX 2",
  "[MAX 2]]",
  "[MAX 2] 3",
  "[FIRST 2 3]",
  "[MAX -2 3]",
  "[MAX 2.5]",
  "[MAX x]",
  "[toString 1]"
])("%j has no value that could be checked", expression => {
  expect(listopsValue(expression)).toBeNull();
});

test("a nesting of 100,000 lists has a value", () => {
  const depth = 100_000;
  expect(listopsValue(`${"[MAX 1 ".repeat(depth)}7${"]".repeat(depth)}`)).toBe(7);
});

test("random lists have the value that the generator works out", () => {
  const {tree} = fc.letrec<{tree: ListTree}>(tie => ({
    tree: fc.record({
      operation: fc.constantFrom("MAX", "MIN", "MED", "SM"),
      values: fc.array(fc.oneof({maxDepth: 4}, fc.integer({min: 0, max: 9}), tie("tree")), {minLength: 1, maxLength: 6})
    })
  }));
  fc.assert(
    fc.property(tree, list => {
      expect(listopsValue(treeText(list))).toBe(treeValue(list));
    })
  );
});

test("a wrong label is left out with its line and both values; the others are read", async () => {
  await using place = await folder();
  const tsv = await place.write("lists.tsv", "9\t[MAX 2 9]\n3\t[SM 8 [MIN 4 7]]\n\n4\t[FIRST 2 3]\n");
  const read = await readAll({files: [tsv], layout: "listops-tsv"});
  expect(read.items.map(({item}) => item.answer)).toEqual(["9", "4"]);
  expect(read.counts.problems).toEqual([expect.stringMatching(/lists\.tsv:2 label 3, but the expression has the value 2$/)]);
  const arena = await place.write("arena.tsv", "Source\tTarget\n[MAX 2 9]\t2\n");
  expect((await readAll({files: [arena], layout: "lra-listops"})).counts.problems).toEqual([
    expect.stringMatching(/arena\.tsv:2 label 2, but the expression has the value 9$/)
  ]);
});

import fc from "fast-check";
import {expect, test} from "vitest";
import {leavesOf, valueOfLeaves} from "../../pipelines/store/pointers.js";

/** Numbers as JSON has them: −0 is 0. */
const number = fc.double({noNaN: true, noDefaultInfinity: true}).map(value => value + 0);
const {value: json} = fc.letrec(tie => ({
  value: fc.oneof(
    {maxDepth: 4},
    fc.oneof(number, fc.string(), fc.boolean(), fc.constant(null)),
    fc.array(tie("value"), {maxLength: 12}),
    fc.dictionary(
      fc.string().map(key => `k${key}`),
      tie("value")
    )
  )
}));

test("any result comes back from its leaves, whatever characters its names have", () => {
  fc.assert(
    fc.property(json, value => {
      expect(valueOfLeaves(leavesOf(value))).toEqual(value);
    })
  );
});

test("names are JSON Pointers of RFC 6901, section 5", () => {
  const leaves = leavesOf({foo: ["bar", "baz"], "": 0, "a/b": 1, "m~n": 8, " ": 7});
  expect(leaves.map(({pointer, value, text}) => [pointer, value ?? text])).toEqual([
    ["/foo/0", "bar"],
    ["/foo/1", "baz"],
    ["/", 0],
    ["/a~1b", 1],
    ["/m~0n", 8],
    ["/ ", 7]
  ]);
});

test("what is not a number is null, what is not there is left out, columns are lists", () => {
  expect(valueOfLeaves(leavesOf({x: Number.NaN, y: undefined, z: Float64Array.of(1, 2), none: [], bare: {}}))).toEqual({
    x: null,
    z: [1, 2],
    none: [],
    bare: {}
  });
  expect(valueOfLeaves([])).toBeUndefined();
});

import fc from "fast-check";
import {expect, test} from "vitest";
import {type Nest, nesting, nestingFault} from "../../../pipelines/generate/parts/nesting.js";
import {randomOf} from "../../../pipelines/generate/seed.js";

const leaves = (nest: Nest): number => nest.reduce((total, term) => total + (term ? leaves(term) : 1), 0);
const depth = (nest: Nest): number => Math.max(0, ...nest.map(term => (term ? 1 + depth(term) : 0)));
const pairs = (nest: Nest): Nest[] => nest.flatMap(term => (term ? [term, ...pairs(term)] : []));

test("a skeleton has exactly the leaves and depth asked for, and no idle parentheses", () => {
  fc.assert(
    fc.property(fc.nat(10), fc.integer({min: 1, max: 40}), fc.string(), (deep, extra, seed) => {
      const size = Math.max(2, deep + extra);
      const nest = nesting(randomOf(seed), size, deep);
      expect(leaves(nest)).toBe(size);
      expect(depth(nest)).toBe(deep);
      for (const pair of pairs(nest)) expect(pair.length).toBeGreaterThan(1);
      expect(nest.length > 1 || size === deep + 1).toBe(true);
    })
  );
});

test("too few leaves are refused with the way out", () => {
  expect(nestingFault(5, 4)).toBeNull();
  expect(nestingFault(4, 4)).toBe("length 4 is no more than max_depth 4; raise length to 5 or lower max_depth");
  expect(nestingFault(2, 4)).toBe("length 2 is less than max_depth 4; raise length to 5 or lower max_depth");
});

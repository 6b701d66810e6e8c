import fc from "fast-check";
import {expect, test} from "vitest";
import {packed, unpacked} from "../../../pipelines/studies/history/changes.js";

const item = (head: string, index: number | null, status: 0 | 1 | 2, refused = false) => ({
  item_id: index === null ? head : `${head}-${index}`,
  index,
  status,
  refused
});

test("outcomes of a point are a run of characters, those of single tests have keys of their own", () => {
  expect(
    packed([item("b1", 2, 1), item("a0", 0, 0), item("b1", 0, 2), item("a0", 1, 1, true), item("bank-3f", null, 0, true)])
  ).toEqual({
    "a0-": "0y",
    "b1-": "2.1",
    "bank-3f": "x"
  });
});

test("whatever is packed is unpacked, and in any order it is the same text", () => {
  const outcome = fc.record({status: fc.constantFrom(0 as const, 1 as const, 2 as const), refused: fc.boolean()});
  const items = fc.uniqueArray(
    fc.oneof(
      fc.tuple(fc.constantFrom("p", "q-7", "12"), fc.nat(200), outcome),
      fc.tuple(fc.constantFrom("bank-aa", "bank-0b", "77", "x-1-"), fc.constant(null), outcome)
    ),
    {selector: ([head, index]) => (index === null ? head : `${head}-${index}`)}
  );
  fc.assert(
    fc.property(items, drawn => {
      const all = drawn
        .map(([head, index, {status, refused}]) => item(head, index, status, refused && status !== 2))
        .filter(({item_id}) => !item_id.endsWith("-"));
      const text = packed(all);
      expect(packed([...all].reverse())).toEqual(text);
      expect(unpacked(text)).toEqual(new Map(all.map(({item_id, status, refused}) => [item_id, {status, refused}])));
    })
  );
});

test("an index of millions takes no millions of characters; nothing is nothing; letters of later versions are left out", () => {
  const far = packed([item("p", 5_000_000, 1)]);
  expect(far).toEqual({"p-5000000": "1"});
  expect(unpacked(far)).toEqual(new Map([["p-5000000", {status: 1, refused: false}]]));
  expect(packed([])).toEqual({});
  expect(unpacked({"p-": "1Q0", z: "", w: "?"})).toEqual(
    new Map([
      ["p-0", {status: 1, refused: false}],
      ["p-2", {status: 0, refused: false}]
    ])
  );
});

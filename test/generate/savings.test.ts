import fc from "fast-check";
import {expect, test} from "vitest";
import {savings, savingsSentence} from "../../pipelines/generate/savings.js";

test("by hand: a point in two tiers is asked once, and a small tier's tests are the head of a large one's", () => {
  // p: easy and hard, q: hard alone; easy wants 32 tests a point, hard 128.
  const points = [
    {sets: ["easy", "hard"], samples: 64},
    {sets: ["hard"], samples: 64},
    {sets: [], samples: 64}
  ];
  expect(savings(points)).toEqual({
    sets: [
      {set: "easy", points: 1, samples: 64},
      {set: "hard", points: 2, samples: 128}
    ],
    separate: 192,
    identified: 128,
    asked: 128
  });
  const wanted = new Map([
    ["easy", 32],
    ["hard", 128]
  ]);
  const sized = savings(points, {wanted});
  expect(sized).toMatchObject({separate: 32 + 128 + 128, identified: 288, asked: 256});
  expect(savingsSentence(sized, "tier")).toBe(
    "as test sets of their own the 2 tiers would ask 288 samples, together they ask 256 (11.1 % less: 0 by identity, 32 by prefixes)"
  );
});

test("asking together never costs more: separate ≥ identified ≥ asked, with equality where nothing is shared", () => {
  const points = fc.array(fc.record({sets: fc.subarray(["a", "b", "c", "d"]), samples: fc.integer({min: 1, max: 512})}), {
    maxLength: 30
  });
  const wanted = fc
    .dictionary(fc.constantFrom("a", "b", "c"), fc.integer({min: 1, max: 512}))
    .map(sizes => new Map(Object.entries(sizes)));
  fc.assert(
    fc.property(points, wanted, (all, sizes) => {
      const {separate, identified, asked, sets} = savings(all, {wanted: sizes});
      expect(separate).toBe(sets.reduce((sum, {samples}) => sum + samples, 0));
      expect(separate).toBeGreaterThanOrEqual(identified);
      expect(identified).toBeGreaterThanOrEqual(asked);
      if (all.every(each => each.sets.length <= 1)) expect(asked).toBe(separate);
    })
  );
});

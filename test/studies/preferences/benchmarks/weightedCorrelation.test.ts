import fc from "fast-check";
import {expect, test} from "vitest";
import {coefficientOf} from "../../../../pipelines/stats/correlation.js";
import {WEIGHTED} from "../../../../pipelines/studies/preferences/benchmarks/correlation.js";

test("a pair that counts w times is w pairs: all three coefficients, ties included", () => {
  const pair = fc.record({x: fc.integer({min: 0, max: 6}), y: fc.integer({min: 0, max: 6}), w: fc.integer({min: 0, max: 3})});
  fc.assert(
    fc.property(fc.array(pair, {minLength: 2, maxLength: 12}), pairs => {
      const repeated = pairs.flatMap(each => new Array<typeof each>(each.w).fill(each));
      const of = (list: typeof pairs, key: "x" | "y" | "w") => list.map(each => each[key]);
      for (const coefficient of ["pearson", "spearman", "kendall"] as const) {
        const own = WEIGHTED[coefficient](of(pairs, "x"), of(pairs, "y"))(of(pairs, "w"));
        const plain = coefficientOf[coefficient](of(repeated, "x"), of(repeated, "y"));
        if (Number.isNaN(plain)) expect(own).toBeNaN();
        else expect(own).toBeCloseTo(plain, 10);
      }
    })
  );
});

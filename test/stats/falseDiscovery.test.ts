import fc from "fast-check";
import {expect, test} from "vitest";
import {falseDiscoveryRate} from "../../pipelines/stats/falseDiscovery.js";

/** Benjamini & Hochberg 1995, section 3.2: thrombolysis after myocardial infarction. Adjusted values: R 4.2.2, p.adjust. */
const P = [0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.324, 0.4262, 0.5719, 0.6528, 0.759, 1];

test("Benjamini and Hochberg's own example: four discoveries at 5 %", () => {
  const found = falseDiscoveryRate(P, "BH");
  const expected = [
    0.0015, 0.003, 0.0095, 0.035625, 0.0603, 0.0638571428571429, 0.0638571428571429, 0.0645, 0.0765, 0.486, 0.581181818181818,
    0.714875, 0.753230769230769, 0.813214285714286, 1
  ];
  for (const [i, p] of expected.entries()) expect(found[i]).toBeCloseTo(p, 12);
  expect(found.filter(p => p! <= 0.05)).toHaveLength(4);
});

test("Benjamini and Yekutieli", () => {
  const expected = [
    0.00497734348984349, 0.00995468697968698, 0.0315231754356754, 0.118211907883788, 0.200089208291708, 0.211892622853337,
    0.211892622853337, 0.21402577006327, 0.253844517982018, 1, 1, 1, 1, 1, 1
  ];
  const found = falseDiscoveryRate(P, "BY");
  for (const [i, p] of expected.entries()) expect(found[i]).toBeCloseTo(p, 12);
});

test("order and ties are kept, and what could not be tested does not count (R: NA)", () => {
  expect(falseDiscoveryRate([0.04, 0.01, 0.01, 0.9, null, 0.2], "BH")).toEqual(
    [0.0666666666666667, 0.025, 0.025, 0.9, null, 0.25].map(p => (p === null ? null : expect.closeTo(p, 12)))
  );
  expect(falseDiscoveryRate([null], "BY")).toEqual([null]);
});

test("adjusted values keep the order of the raw ones, lie between them and 1, and BY is the stricter", () => {
  fc.assert(
    fc.property(fc.array(fc.double({min: 0, max: 1, noNaN: true}), {maxLength: 60}), p => {
      const [bh, by] = [falseDiscoveryRate(p, "BH"), falseDiscoveryRate(p, "BY")];
      for (const [i, raw] of p.entries()) {
        expect(bh[i]).toBeGreaterThanOrEqual(raw);
        expect(by[i]).toBeGreaterThanOrEqual(bh[i]!);
        expect(by[i]).toBeLessThanOrEqual(1);
        for (const [j, other] of p.entries()) if (raw < other) expect(bh[i]).toBeLessThanOrEqual(bh[j]!);
      }
    })
  );
});

import {expect, test} from "vitest";
import {randomOf} from "../../../../pipelines/generate/seed.js";
import {binomialCdf} from "../../../../pipelines/stats/distributions.js";
import {conditionalFits} from "../../../../pipelines/studies/irt/diagnose/conditionalFit.js";
import {MISSING, type Responses} from "../../../../pipelines/studies/irt/item.js";
import {answers, normal} from "../simulated.js";

/** One item that `weak` and `strong` persons answered, of whom some are right, and the weak ones' abilities are 0. */
function twoGroups({
  weak,
  strong,
  right,
  strongRight
}: {
  weak: number;
  strong: number;
  right: number;
  strongRight: number;
}): Responses {
  const persons = Array.from({length: weak + strong}, (_, i) => `model ${i}`);
  const isRight = (i: number) => (i < weak ? i < right - strongRight : i - weak < strongRight);
  return {persons, items: ["item"], cells: Uint8Array.from(persons, (_, i) => Number(isRight(i)))};
}
const abilities = (weak: number, strong: number, difference: number) =>
  Array.from({length: weak + strong}, (_, i) => (i < weak ? 0 : difference));

test("of two groups the p-value is that of Fisher's noncentral hypergeometric distribution (scipy 1.x, nchypergeom_fisher.cdf)", () => {
  for (const [persons, strong, right, difference, strongRight, p] of [
    [20, 12, 9, 1.5, 3, 0.000263900062170365],
    [20, 12, 9, 1.5, 2, 4.977128001778298e-6],
    [30, 10, 15, 1, 2, 0.0004984802264062747],
    [60, 30, 25, 1, 9, 0.0002198896465552328]
  ] as const) {
    const weak = persons - strong;
    const [fit] = conditionalFits(twoGroups({weak, strong, right, strongRight}), abilities(weak, strong, difference));
    expect(fit!.p / p).toBeCloseTo(1, 8);
    expect(fit).toMatchObject({n: persons, right});
  }
});

test("of thousands of persons, the normal tail is within a factor of two of that distribution", () => {
  const [fit] = conditionalFits(
    twoGroups({weak: 2_000, strong: 1_000, right: 1_500, strongRight: 560}),
    abilities(2_000, 1_000, 0.75)
  );
  expect(Math.abs(Math.log2(fit!.p / 4.076761483324408e-7))).toBeLessThan(1);
});

test("Q is 0 for a Guttman pattern and 1 for its reverse, whose p-value is the smallest attainable one", () => {
  const theta = [-2, -1, 0, 1, 2, 3];
  const persons = theta.map(String);
  const columns = [
    [0, 0, 0, 1, 1, 1],
    [1, 1, 1, 0, 0, 0],
    [0, 0, 0, 0, 0, 0],
    [0, 1, MISSING, MISSING, 0, 1]
  ];
  const cells = Uint8Array.from(persons.flatMap((_, i) => columns.map(column => column[i]!)));
  const [guttman, reversed, alike, few] = conditionalFits({persons, items: ["a", "b", "c", "d"], cells}, theta);
  expect(guttman).toMatchObject({q: 0, p: 1});
  expect(reversed!.q).toBe(1);
  expect(reversed!.p).toBe(reversed!.attainable);
  expect([alike, few]).toEqual([null, null]);
});

test("of Rasch items at most 5 % have p ≤ 0.05, and a wrong key is found among 20 models", () => {
  const random = randomOf("conditional fit");
  const theta = Array.from({length: 20}, () => 1.2 * normal(random));
  const items = Array.from({length: 600}, (_, j) => ({id: `item ${j}`, a: 1, d: normal(random), c: 0, u: 1}));
  const keyed = items.map((item, j) => (j === 7 ? {...item, a: -2, d: 0} : item));
  const fits = conditionalFits(
    answers(theta, () => keyed, "conditional answers"),
    theta
  );
  const tested = fits.flatMap((fit, j) => (fit && j !== 7 ? [fit] : []));
  const small = tested.filter(({p}) => p <= 0.05).length;
  expect(binomialCdf(small - 1, tested.length, 0.05)).toBeLessThan(0.999);
  expect(small).toBeGreaterThan(0);
  expect(fits[7]!.adjusted).toBeLessThan(0.05);
  expect(fits[7]!.p).toBe(Math.min(...fits.flatMap(fit => fit?.p ?? [])));
});

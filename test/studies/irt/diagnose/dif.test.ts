import {expect, test} from "vitest";
import {randomOf} from "../../../../pipelines/generate/seed.js";
import {
  anchoredFit,
  differentialItems,
  likelihoodRatio,
  mantelHaenszel,
  split
} from "../../../../pipelines/studies/irt/diagnose/dif.js";
import {readResponses} from "../../../../pipelines/studies/irt/readResponses.node.js";
import {absent} from "../golden.js";
import {answers, normal, someItems} from "../simulated.js";

test("Berkeley admissions: common odds and test as R's mantelhaen.test(UCBAdmissions) gives them", () => {
  // Admitted and rejected, of men and of women, in six departments (Bickel, Hammel & O'Connell 1975).
  const departments = [
    [512, 313, 89, 19],
    [353, 207, 17, 8],
    [120, 205, 202, 391],
    [138, 279, 131, 244],
    [53, 138, 94, 299],
    [22, 351, 24, 317]
  ];
  const fit = mantelHaenszel(
    departments.map(([a, b, c, d]) => ({referenceRight: a!, referenceWrong: b!, focalRight: c!, focalWrong: d!}))
  )!;
  expect(fit.odds).toBeCloseTo(0.9046968283, 8);
  expect(fit.chi2).toBeCloseTo(1.426946229, 8);
  expect(fit.p).toBeCloseTo(0.2322634628, 8);
  expect(Math.exp(fit.high / -2.35)).toBeCloseTo(0.7719073618, 8);
  expect(Math.exp(fit.low / -2.35)).toBeCloseTo(1.060329764, 8);
  expect(fit).toMatchObject({n: 4526, size: "A"});
});

test.skipIf(absent)("LSAT7 with an item that treats a third of the persons unlike the others: R's values", async () => {
  const responses = await readResponses("../shared/data/irt/LSAT7.csv");
  const focal = responses.persons.map((_, i) => (i + 1) % 3 === 0);
  for (let i = 0; i < 1000; i++) if (focal[i] && (i + 1) % 2 === 0) responses.cells[i * 5 + 2]! ^= 1;
  const fit = differentialItems(responses, focal, {purify: false});
  // R 4: mantelhaen.test by total score, and the standard error of Phillips & Holland (1987) for delta.
  expect(fit[0]!.chi2).toBeCloseTo(1.83394352, 7);
  expect(fit[0]!.odds).toBeCloseTo(0.7360299813, 8);
  expect(fit[1]!.delta).toBeCloseTo(1.0901194, 6);
  expect((fit[1]!.high - fit[1]!.low) / 2 / 1.959963985).toBeCloseTo(0.408507676, 6);
  expect(fit[1]!.p).toBeCloseTo(0.009876007426, 8);
  expect(fit[2]!.chi2).toBeCloseTo(60.06056953, 6);
  expect(fit[2]!.delta).toBeCloseTo(-3.038088188, 7);
  expect(fit.slice(0, 3).map(each => each!.size)).toEqual(["A", "B", "C"]);
});

test("an item that is harder for one family is found, others are not, though the family is weaker", () => {
  const random = randomOf("dif");
  const items = someItems(60, random).map((item, j) => (j === 7 ? {...item, a: 1.2, d: 0.3} : item));
  const theta = Array.from({length: 1200}, (_, i) => normal(random) - (i % 2 ? 0.5 : 0));
  const harder = items.map((item, j) => (j === 7 ? {...item, d: item.d - item.a} : item));
  const responses = answers(theta, i => (i % 2 ? harder : items), "dif answers");
  const fit = differentialItems(
    responses,
    theta.map((_, i) => i % 2 === 1)
  );
  expect(fit.flatMap((each, j) => (each!.adjusted < 0.05 ? [j] : []))).toEqual([7]);
  expect(fit[7]!.delta).toBeLessThan(-1);
  expect(fit[7]!.size).not.toBe("A");
});

/** Two groups `apart` standard deviations from each other; some items harder by `shift` logits for the weaker one. */
function twoGroups(
  seed: string,
  {
    persons,
    items,
    apart,
    harder = [],
    shift = 0
  }: {persons: number; items: number; apart: number; harder?: number[]; shift?: number}
) {
  const random = randomOf(seed);
  const curves = Array.from({length: items}, (_, j) => ({id: `item ${j}`, a: 1.2, d: 1.2 + 0.8 * normal(random), c: 0, u: 1}));
  const unlike = curves.map((item, j) => (harder.includes(j) ? {...item, d: item.d - shift} : item));
  const focal = Array.from({length: persons}, (_, i) => i % 2 === 1);
  const theta = focal.map(own => normal(random) - (own ? apart : 0));
  return {responses: answers(theta, i => (focal[i] ? unlike : curves), `${seed} answers`), focal, theta};
}

test("groups 2 standard deviations apart: no false alarms beyond the nominal rate and a mean delta near 0, by score and by ability", () => {
  const deltas = {score: [] as number[], ability: [] as number[]};
  const p = {score: [] as number[], ability: [] as number[]};
  for (let k = 0; k < 10; k++) {
    const {responses, focal, theta} = twoGroups(`far apart ${k}`, {persons: 600, items: 40, apart: 2});
    for (const [by, found] of [
      ["score", differentialItems(responses, focal)],
      ["ability", differentialItems(responses, focal, {matching: theta})]
    ] as const)
      for (const each of found) {
        deltas[by].push(each!.delta);
        p[by].push(each!.p);
      }
  }
  for (const by of ["score", "ability"] as const) {
    const mean = deltas[by].reduce((sum, each) => sum + each, 0) / deltas[by].length;
    expect(Math.abs(mean), by).toBeLessThan(0.15);
    // 400 tests at 5 %: 20 expected; beyond 33 (8.2 %) has a chance of 0.2 %
    expect(p[by].filter(each => each <= 0.05).length, by).toBeLessThanOrEqual(33);
  }
});

test("items that do differ are found and purified, though groups are 2 standard deviations apart", () => {
  const harder = [3, 11, 19, 27];
  const {responses, focal} = twoGroups("known", {persons: 1500, items: 40, apart: 2, harder, shift: 1});
  const found = differentialItems(responses, focal);
  const sure = found.flatMap((each, j) => (each!.adjusted <= 0.05 ? [j] : []));
  expect(sure).toEqual(expect.arrayContaining(harder));
  expect(sure.length).toBeLessThanOrEqual(6);
  // one logit is 2.35 on the delta scale
  for (const j of harder) expect(Math.abs(found[j]!.delta + 2.35)).toBeLessThan(0.8);
});

test("nobody of the other group, all alike, nothing answered: no result rather than a wrong one", () => {
  const responses = (cell: number) => ({persons: ["p", "q", "r", "s"], items: ["x", "y"], cells: new Uint8Array(8).fill(cell)});
  for (const cell of [0, 1, 2]) expect(differentialItems(responses(cell), [true, false, true, false])).toEqual([null, null]);
  expect(differentialItems(responses(1), [true, true, true, true])).toEqual([null, null]);
});

test("a split item is answered by each group in its own column", () => {
  const responses = {persons: ["p", "q"], items: ["x", "y"], cells: Uint8Array.of(1, 0, 0, 1)};
  expect(split(responses, [false, true], 0)).toEqual({
    persons: ["p", "q"],
    items: ["x", "y", "x (focal)"],
    cells: Uint8Array.of(1, 0, 2, 2, 1, 0)
  });
});

test("a stratum of one group alone says nothing; without any other there is no result", () => {
  expect(mantelHaenszel([{referenceRight: 3, referenceWrong: 2, focalRight: 0, focalWrong: 0}])).toBeNull();
});

test("likelihood ratio: large for the item that treats the groups unlike, chance-sized for another", () => {
  const random = randomOf("likelihood ratio");
  const items = someItems(10, random).map(item => ({...item, a: 1.2, d: item.d / 2}));
  const harder = items.map((item, j) => (j === 4 ? {...item, d: item.d - 1} : item));
  const theta = Array.from({length: 800}, () => normal(random));
  const focal = theta.map((_, i) => i % 2 === 1);
  const responses = answers(theta, i => (focal[i] ? harder : items), "likelihood ratio answers");
  const anchored = anchoredFit(responses, focal);
  const unlike = likelihoodRatio(responses, focal, {item: 4, anchored})!;
  const alike = likelihoodRatio(responses, focal, {item: 5, anchored})!;
  expect(unlike).toMatchObject({df: 2, converged: true});
  expect(unlike.p).toBeLessThan(1e-4);
  expect(alike.p).toBeGreaterThan(0.01);
  // The same 2 × 2 question asked of logistic curves: an effect of 1 logit over 800 answers is some 30 on χ².
  expect(unlike.g2).toBeGreaterThan(20);
  expect(unlike.g2).toBeLessThan(80);
});

test("likelihood ratio: groups 2 standard deviations apart do not make items differ", () => {
  const {responses, focal} = twoGroups("far apart", {persons: 400, items: 12, apart: 2, harder: [5], shift: 1.2});
  const anchored = anchoredFit(responses, focal);
  const p = Array.from({length: 12}, (_, item) => likelihoodRatio(responses, focal, {item, anchored})!.p);
  expect(p.indexOf(Math.min(...p))).toBe(5);
  expect(p.filter(each => each <= 0.01).length).toBeLessThanOrEqual(2);
});

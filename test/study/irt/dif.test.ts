import {expect, test} from "vitest";
import {randomOf} from "../../../pipelines/generate/seed.js";
import {readResponses} from "../../../pipelines/irt/read.js";
import {differentialItems, likelihoodRatio, mantelHaenszel, split} from "../../../pipelines/study/irt/dif.js";
import {fit as calibrated} from "../../../pipelines/study/irt/fit.js";
import type {Responses} from "../../../pipelines/study/irt/item.js";
import {absent} from "./golden.js";
import {answers, normal, someItems} from "./simulated.js";

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
  const fit = differentialItems(responses, focal);
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
  const calibrate = (of: Responses) => calibrated(of, {model: "2pl", estimate: "ml"});
  const unlike = likelihoodRatio(responses, focal, {item: 4, df: 2, calibrate});
  const alike = likelihoodRatio(responses, focal, {item: 5, df: 2, calibrate});
  expect(unlike.p).toBeLessThan(1e-4);
  expect(alike.p).toBeGreaterThan(0.01);
  // The same 2 × 2 question asked of logistic curves: an effect of 1 logit over 800 answers is some 30 on χ².
  expect(unlike.g2).toBeGreaterThan(20);
  expect(unlike.g2).toBeLessThan(80);
});

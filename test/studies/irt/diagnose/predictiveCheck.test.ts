// Posterior prediction: a fit passes on answers that its own model made, and is found out on answers that it cannot make.
import {expect, test} from "vitest";
import {randomOf} from "../../../../pipelines/generate/seed.js";
import {predictive} from "../../../../pipelines/studies/irt/diagnose/predictiveCheck.js";
import {fit as fitted} from "../../../../pipelines/studies/irt/estimate/fit.js";
import {answers, normal, someItems} from "../simulated.js";

const random = randomOf("predictive");
const theta = Array.from({length: 200}, () => normal(random));
const curves = someItems(40, random);

test("answers of the model fitted are within what it predicts", () => {
  const responses = answers(theta, () => curves, "predictive good");
  const found = predictive(fitted(responses, {model: "2pl", estimate: "eb"}), responses);
  expect(found.length).toBeGreaterThan(5);
  // seven properties at 95 %: two outside happen in 4 % of matrices
  expect(found.filter(({outside}) => outside).length).toBeLessThanOrEqual(1);
  for (const {observed, low, high} of found) expect([observed, low, high].every(Number.isFinite)).toBe(true);
});

test("discriminations that differ are missed by a Rasch fit, and seen", () => {
  const steep = curves.map((item, j) => ({...item, a: j % 2 ? 3 : 0.2, d: (item.d / item.a) * (j % 2 ? 3 : 0.2)}));
  const responses = answers(theta, () => steep, "predictive steep");
  const outside = (model: "rasch" | "2pl") =>
    predictive(fitted(responses, {model, estimate: "eb"}), responses)
      .filter(each => each.outside)
      .map(({property}) => property);
  expect(outside("rasch")).toContain("spread of item–rest correlations");
  expect(outside("2pl")).not.toContain("spread of item–rest correlations");
});

test("a fit without a population has no prediction, and missing answers stay missing", () => {
  const responses = answers(theta, () => curves, "predictive missing");
  for (let at = 0; at < responses.cells.length; at += 3) responses.cells[at] = 2;
  expect(predictive(fitted(responses, {model: "2pl", estimate: "ml"}), responses)).toEqual([]);
  const found = predictive(fitted(responses, {model: "2pl", estimate: "eb"}), responses, {draws: 20});
  expect(found.every(({low, high}) => low <= high)).toBe(true);
});

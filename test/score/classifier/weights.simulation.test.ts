// The shipped weights are what training on the templates gives.
import {expect, test} from "vitest";
import {weightsFrom} from "../../../pipelines/score/classifier/classify.js";
import {WEIGHTS} from "../../../pipelines/score/classifier/weights.js";
import {train, trainingFixtures} from "./train.js";

test("training gives the shipped weights, to a unit where exponentials are rounded otherwise", () => {
  const shipped = weightsFrom(WEIGHTS);
  const trained = train(trainingFixtures());
  expect(shipped.some(weight => weight !== 0)).toBe(true);
  const apart = Array.from(shipped, (weight, i) => Math.abs(weight - trained[i]!));
  expect(Math.max(...apart)).toBeLessThanOrEqual(1);
  expect(apart.filter(each => each > 0).length).toBeLessThan(shipped.length / 100);
});

// Multiple choice by log-probability: raw, per byte and per token, as lm-evaluation-harness defines acc and acc_norm.
import {expect, test} from "vitest";
import {verdict} from "./scoring.js";

const test1 = {expected: "A", choices: ["ab", "abcdef", "xy"]};
const likelihoods = (...pairs: [number, number][]) => JSON.stringify(pairs.map(([logprob, tokens]) => ({logprob, tokens})));

test("length decides which choice is likeliest, and all three ways are published", () => {
  // raw: −2 is largest (A); by bytes −1, −0.5, −1.5 (B); by tokens −2, −1, −3 (B)
  const answer = likelihoods([-2, 1], [-3, 3], [-3, 1]);
  expect(verdict(answer, {kind: "loglikelihood", normalise: "none"}, test1)).toMatchObject({right: true, answer: "A"});
  expect(verdict(answer, {kind: "loglikelihood"}, test1)).toMatchObject({
    right: false,
    answer: "B",
    answer_rule: "likelihood",
    measures: {acc: 1, acc_bytes: 0, acc_tokens: 0}
  });
});

test("confidence is the softmax of raw log-probabilities, mc2 the share of all right choices (Lin et al. 2022)", () => {
  const answer = likelihoods([Math.log(0.2), 1], [Math.log(0.1), 1], [Math.log(0.1), 1]);
  const {measures} = verdict(answer, {kind: "loglikelihood", right: [0, 2]}, test1);
  expect(measures.confidence).toBeCloseTo(0.5, 12);
  expect(measures.mc2).toBeCloseTo(0.75, 12);
});

test("a tie names no choice, and very unlikely choices are told apart", () => {
  expect(verdict(likelihoods([-1, 1], [-3, 1], [-1, 1]), {kind: "loglikelihood"}, test1)).toMatchObject({
    right: false,
    parsed: false
  });
  const far = verdict(likelihoods([-2000, 1], [-7000, 1], [-3000, 1]), {kind: "loglikelihood"}, test1);
  expect(far).toMatchObject({right: true, measures: {confidence: 1}});
});

test("a right choice beyond the choices has no score", () => {
  expect(verdict("[]", {kind: "loglikelihood"}, {expected: "D", choices: ["a", "b"]}).right).toBeNull();
  expect(verdict("[]", {kind: "loglikelihood", right: [5]}, test1).reason).toContain("beyond");
});

test("the confidence of the chosen option is its own share, whether it is right or not; a tie chooses none", () => {
  const chosen = (logprobs: number[], expected: string) =>
    verdict(
      likelihoods(...logprobs.map((logprob): [number, number] => [logprob, 1])),
      {kind: "loglikelihood", normalise: "none"},
      {...test1, expected}
    ).measures.confidence_chosen;
  const shares = [0.6, 0.3, 0.1].map(Math.log);
  expect(chosen(shares, "A")).toBeCloseTo(0.6, 12);
  expect(chosen(shares, "B")).toBeCloseTo(0.6, 12);
  expect(chosen([-1, -1, -5], "A")).toBeUndefined();
});

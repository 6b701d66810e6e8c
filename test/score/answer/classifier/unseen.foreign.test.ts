// Precision and coverage of the classifier on answers of models that it was not trained on. Skipped where they are not at hand.
import {expect, test} from "vitest";
import {FIGURES} from "../../../../pipelines/score/answer/classifier/measured.js";
import {readAnswer} from "../../../../pipelines/score/answer/read.js";
import {shareOf} from "../../../../pipelines/stats/intervals.js";
import {absent, title} from "../../realAnswers.js";
import {sources} from "./claimless.js";
import {CUTS, type Example, examplesOf} from "./examples.js";

test.skipIf(absent)(title("of every tenth text that was measured, as many are read and right as the figures say"), () => {
  const examples: Example[] = [...examplesOf({each: set => (set === "mmlu-pro" ? 20 : 50), cuts: CUTS, part: "unseen"})];
  const numbers = examples.filter(({kind}) => kind === "number");
  const kinds = new Map(
    [...sources({each: set => (set === "mmlu-pro" ? 1 : 50)})].map(({set, model, id, kind}) => [`${set} ${model} ${id}`, kind])
  );
  const read = numbers.flatMap(({set, model, id, text, value, stated}) => {
    const reading = readAnswer(text, kinds.get(`${set} ${model} ${id}`)!);
    return reading.rule === "classifier" ? [{right: reading.answer === value, stated}] : [];
  });
  const right = read.filter(each => each.right).length;
  const {unseen} = FIGURES.find(({kind}) => kind === "number")!;
  expect(numbers.length).toBeGreaterThan(500);
  expect(right / read.length).toBeGreaterThanOrEqual(0.98);
  const coverage = shareOf(read.filter(each => each.right && each.stated).length, numbers.filter(({stated}) => stated).length);
  expect(coverage.low).toBeLessThanOrEqual(unseen.read_stated / unseen.stated);
  expect(coverage.high).toBeGreaterThanOrEqual(unseen.read_stated / unseen.stated);
});

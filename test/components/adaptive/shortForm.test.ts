// Sentence and table about the error of a benchmark's score from few answers.
import {expect, test} from "vitest";
import {type BenchmarkErrors, errorRows, relativeError} from "../../../pipelines/studies/adaptive/shortForm/errors.js";
import {shortFormRows, shortFormSentence} from "../../../src/components/adaptive/shortForm.js";

/** Two models of truth 0.5 and 0.8: errors of the short form 0.01 and 0.03, of random items 0.04 and 0.06. */
const rows = errorRows({
  truth: [0.5, 0.8],
  estimates: {
    "short form": [
      {model: 0, items: 100, estimate: 0.51, sd: 0.01, low: 0.49, high: 0.53},
      {model: 1, items: 100, estimate: 0.77, sd: 0.01, low: 0.75, high: 0.79}
    ],
    "fixed anchors": []
  },
  random: [
    {model: 0, items: 100, error: 0.04},
    {model: 1, items: 100, error: 0.06}
  ]
});
const benchmark: BenchmarkErrors = {set: "gsm8k", items: 1_319, date: "", seed: "", rows};

test("errors are means over models; intervals and their widths are counted for the short form only", () => {
  const [form, random] = rows;
  expect(form!.error).toBeCloseTo(0.02, 12);
  expect({held: form!.held, models: form!.models}).toEqual({held: 1, models: 2});
  expect(form!.width).toBeCloseTo(0.04, 12);
  expect(form!.low).toBeCloseTo(0.01, 12);
  expect(form!.high).toBeCloseTo(0.03, 12);
  expect({held: random!.held, width: random!.width}).toEqual({held: null, width: null});
  expect(relativeError(rows, "short form", 100)).toBeCloseTo(0.4, 12);
  expect(relativeError(rows, "short form", 50)).toBeNaN();
});

test("the sentence has error, interval, n and share of random items' error; without a replay there is none", () => {
  expect(shortFormSentence([benchmark], 100)).toBe(
    "Mean absolute error from 100 answers: GSM8K 2.00 [1.00, 3.00] points (n = 2 models), 0.40 of the error of as many random items; the 95 % intervals of 1 of 2 models contain the score."
  );
  expect(shortFormSentence([benchmark], 50)).toBe("");
  expect(shortFormSentence([], 100)).toBe("");
});

test("the table has a row for each method and number of items, with the number of models", () => {
  expect(shortFormRows([benchmark]).map(({method, asked, size, models}) => [method, asked, size, models])).toEqual([
    ["short form", 100, 1_319, 2],
    ["random items", 100, 1_319, 2]
  ]);
});
